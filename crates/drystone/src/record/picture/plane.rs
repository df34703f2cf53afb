//! The picture of a plane world: bodies, and force chains as thick as the normal force.

use super::canvas::{Drawing, Item};
use super::{FORCE, INK, PAPER, SUPPORT, gap_colour, glyphs, stone};
use crate::record::frames::extent;
use crate::record::surface::{Fineness, Surface};
use crate::shapes::Shape;
use crate::space::Vector;
use crate::world::World;

/// Longer side of the picture, in pixels.
const SIZE: f64 = 1400.0;
const MARGIN: f64 = 40.0;
/// Room for the line of text below, and the part of it that supports do not enter.
const FOOT: f64 = 50.0;
const BAND: f64 = 36.0;
/// Height of the letters.
const LETTERS: f64 = 13.0;
/// Length of the scale bar, at most, as a share of the width.
const BAR: f64 = 0.2;

struct View {
    low: [f64; 2],
    left: f64,
    scale: f64,
    height: f64,
}

impl View {
    fn at<const D: usize>(&self, p: &Vector<D>) -> [f64; 2] {
        [
            self.left + (p[0] - self.low[0]) * self.scale,
            self.height - FOOT - (p[1] - self.low[1]) * self.scale,
        ]
    }
}

/// Draws the world as it is, with its force chains.
pub fn draw<const D: usize>(world: &World<D>) -> Drawing {
    let strongest = strongest_force(world);
    compose(world, &caption(world.time, strongest), |view, items| {
        draw_forces(world, view, strongest, items);
    })
}

/// Draws the world with the contacts of its present configuration.
pub fn draw_contacts<const D: usize>(world: &World<D>) -> Drawing {
    compose(world, &caption(world.time, 0.0), |view, items| {
        // Long enough to see on any body, short enough not to cross one.
        let length = 28.0 / view.scale;
        let reach = extent(world).1;
        for contact in world.contacts_now() {
            let colour = gap_colour(contact.gap, reach);
            let foot = world.periodic.wrap(&contact.point);
            let tip = foot + contact.frame.column(0) * length;
            let points = vec![view.at(&foot), view.at(&tip)];
            items.push(Item::Line { points, colour, width: 2.5 });
            let centre = view.at(&foot);
            items.push(Item::Circle { centre, radius: 5.0, fill: colour, line: INK, width: 0.8 });
        }
    })
}

/// Bodies, then what `overlay` adds, then the caption and the scale.
fn compose<const D: usize>(
    world: &World<D>,
    caption: &str,
    overlay: impl FnOnce(&View, &mut Vec<Item>),
) -> Drawing {
    let (low, high) = bounds(world);
    let span = [high[0] - low[0], high[1] - low[1]];
    let scale = (SIZE - 2.0 * MARGIN) / span[0].max(span[1]);
    // A narrow picture is as wide as the caption, the scale's label and its bar need.
    let words = glyphs::width(caption, LETTERS) + glyphs::width("   0.0001 m ", LETTERS);
    let natural = span[0] * scale;
    let width = (natural + 2.0 * MARGIN).max((words + 2.0 * MARGIN) / (1.0 - BAR));
    let height = span[1] * scale + MARGIN + FOOT;
    let view = View { low, left: 0.5 * (width - natural), scale, height };
    let mut items = vec![];
    draw_bodies(world, &view, &mut items);
    overlay(&view, &mut items);
    draw_captions(caption, &view, width, &mut items);
    Drawing { width, height, items }
}

/// Box around the movable bodies and the supports near them.
fn bounds<const D: usize>(world: &World<D>) -> ([f64; 2], [f64; 2]) {
    let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
    for collider in &world.colliders {
        let bounds = collider.shape.bounds(&world.shown_pose(collider));
        if bounds.min.iter().chain(bounds.max.iter()).all(|x| x.is_finite()) {
            for k in 0..2 {
                low[k] = low[k].min(bounds.min[k]);
                high[k] = high[k].max(bounds.max[k]);
            }
        }
    }
    if low[0] > high[0] {
        return ([-1.0; 2], [1.0; 2]);
    }
    let reach = 0.04 * (high[0] - low[0]).max(high[1] - low[1]);
    ([low[0] - reach, low[1] - reach], [high[0] + reach, high[1] + reach])
}

fn draw_bodies<const D: usize>(world: &World<D>, view: &View, items: &mut Vec<Item>) {
    let (centre, reach) = extent(world);
    // Supports first, so that bodies stand before them.
    let order = |movable: bool| {
        world.colliders.iter().filter(move |c| world.bodies.list[c.body].movable() == movable)
    };
    for collider in order(false).chain(order(true)) {
        let pose = world.shown_pose(collider);
        let movable = world.bodies.list[collider.body].movable();
        let fill = if movable { stone(collider.body) } else { SUPPORT };
        if let Shape::Ball(ball) = &*collider.shape {
            let radius = ball.radius() * view.scale;
            let centre = view.at(&pose.position);
            let width = (0.08 * radius).clamp(0.3, 1.5);
            items.push(Item::Circle { centre, radius, fill, line: INK, width });
            // A radius that shows the rotation.
            let mut tip = Vector::<D>::zeros();
            tip[0] = ball.radius();
            let points = vec![centre, view.at(&pose.point(&tip))];
            items.push(Item::Line { points, colour: [150, 142, 130], width: width * 0.8 });
            continue;
        }
        let mut surface = Surface::default();
        surface.add(&collider.shape, &pose, Fineness(32), &centre, 2.0 * reach);
        for polygon in &surface.polygons {
            let points = polygon.iter().map(|i| view.at(&surface.points[*i])).collect();
            items.push(Item::Polygon { points, fill, line: INK, width: 1.2 });
        }
    }
}

/// The greatest normal force (N).
fn strongest_force<const D: usize>(world: &World<D>) -> f64 {
    let h = world.scheme.time_step;
    world.contacts.iter().map(|c| c.impulse[0] / h).fold(0.0, f64::max)
}

/// Lines from the contact point to the centres of the shapes.
fn draw_forces<const D: usize>(
    world: &World<D>,
    view: &View,
    strongest: f64,
    items: &mut Vec<Item>,
) {
    if strongest <= 0.0 {
        return;
    }
    let h = world.scheme.time_step;
    let bodies = world.bodies.len().max(1) as f64;
    let thickest = (0.35 * SIZE / bodies.sqrt()).clamp(2.0, 16.0);
    for contact in &world.contacts {
        let share = contact.impulse[0] / h / strongest;
        if share < 1e-4 {
            continue;
        }
        // Each half of the line where its shape is shown.
        for (side, k) in [contact.id.candidate, contact.id.antagonist].into_iter().enumerate() {
            let collider = &world.colliders[k as usize];
            if !world.bodies.list[collider.body].movable() {
                continue;
            }
            let (centre, body) =
                (world.shown_pose(collider).position, &world.bodies.pose(collider.body));
            let arm = body.position + contact.arms[side] - collider.pose(body).position;
            let points = vec![view.at(&(centre + arm)), view.at(&centre)];
            items.push(Item::Line { points, colour: FORCE, width: thickest * share });
        }
    }
}

fn caption(time: f64, strongest: f64) -> String {
    let mut words = format!("t = {} s", rounded(time));
    if strongest > 0.0 {
        words += &format!("   max force = {}", newtons(strongest));
    }
    words
}

fn draw_captions(caption: &str, view: &View, width: f64, items: &mut Vec<Item>) {
    let (top, bottom) = (view.height - BAND, view.height);
    let points = vec![[0.0, top], [width, top], [width, bottom], [0.0, bottom]];
    items.push(Item::Polygon { points, fill: PAPER, line: PAPER, width: 1.0 });
    let mut write = |words: &str, x: f64| {
        for points in glyphs::text(words, x, view.height - 14.0, LETTERS) {
            items.push(Item::Line { points, colour: INK, width: 1.5 });
        }
    };
    write(caption, MARGIN);
    // A scale bar of a round length.
    let bar = round_length(BAR * width / view.scale);
    let label = format!("{} m", rounded(bar));
    let right = width - MARGIN;
    let left = right - bar * view.scale;
    write(&label, left - glyphs::width(&label, LETTERS) - 12.0);
    let y = view.height - 20.0;
    items.push(Item::Line { points: vec![[left, y], [right, y]], colour: INK, width: 3.0 });
}

/// 1, 2 or 5 times a power of ten, not above x.
fn round_length(x: f64) -> f64 {
    let power = 10_f64.powf(x.log10().floor());
    power * [5.0, 2.0, 1.0].into_iter().find(|k| k * power <= x).unwrap_or(1.0)
}

fn rounded(x: f64) -> String {
    let text = format!("{x:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "0" && x != 0.0 { format!("{x:.0e}") } else { text.to_string() }
}

fn newtons(force: f64) -> String {
    let (unit, name) = match force {
        f if f >= 1e9 => (1e9, "GN"),
        f if f >= 1e6 => (1e6, "MN"),
        f if f >= 1e3 => (1e3, "kN"),
        _ => (1.0, "N"),
    };
    let value = force / unit;
    let digits = if value >= 100.0 {
        0
    } else if value >= 10.0 {
        1
    } else {
        2
    };
    format!("{value:.digits$} {name}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_and_forces_are_written_for_people() {
        assert_eq!(round_length(0.37), 0.2);
        assert_eq!(round_length(7.0), 5.0);
        assert_eq!(rounded(1.5), "1.5");
        assert_eq!(rounded(2.0), "2");
        assert_eq!(newtons(12_345.0), "12.3 kN");
        assert_eq!(newtons(0.5), "0.50 N");
    }
}
