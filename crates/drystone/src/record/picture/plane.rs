//! The picture of a plane frame: bodies with their forces, axes, and what the colours mean.

use super::canvas::{Drawing, Item};
use super::layout::Layout;
use super::legend::Legend;
use super::meshes::{self, Paint};
use super::{INK, Scales, Sight, Style, bonds, colours, joints, overlay};
use crate::results::Outline;
use crate::shapes::surface::Fineness;
use crate::space::Vector;

/// From the plane to pixels.
pub struct View {
    low: [f64; 2],
    left: f64,
    bottom: f64,
    /// Pixels a metre.
    pub scale: f64,
}

impl View {
    /// The pixel of a point.
    pub fn at<const D: usize>(&self, p: &Vector<D>) -> [f64; 2] {
        [
            self.left + (p[0] - self.low[0]) * self.scale,
            self.bottom - (p[1] - self.low[1]) * self.scale,
        ]
    }
}

/// Draws a frame.
pub fn draw<const D: usize>(sight: &Sight<D>, style: &Style, scales: &Scales) -> Drawing {
    let [low, high] = scales.view;
    let span = [high[0] - low[0], high[1] - low[1]];
    let scale = style.size / span[0].max(span[1]);
    let legend = Legend::of(sight, style, scales);
    let layout = Layout::new([span[0] * scale, span[1] * scale], &legend);
    let view = View { low, left: layout.left, bottom: layout.bottom, scale };
    let mut items = vec![];
    draw_bodies(sight, style, scales, &view, &mut items);
    if style.forces {
        overlay::forces(sight, scales, &view, &mut items);
    }
    // Over the forces, which would hide them.
    if style.bonds {
        bonds::strokes(sight, &view, &mut items);
    }
    if style.joints {
        joints::marks(sight, &view, &mut items);
    }
    if style.crosses {
        overlay::crosses(sight, scales, &view, &mut items);
    }
    if style.arrows {
        overlay::arrows(sight, scales, &view, &mut items);
    }
    if style.contacts {
        overlay::contacts(sight, &view, &mut items);
    }
    layout.margins(&mut items);
    if style.axes {
        layout.axes([low, high], &mut items);
    } else {
        layout.scale_bar(scale, &mut items);
    }
    legend.draw(&layout, &mut items);
    Drawing { width: layout.width, height: layout.height, items }
}

fn draw_bodies<const D: usize>(
    sight: &Sight<D>,
    style: &Style,
    scales: &Scales,
    view: &View,
    items: &mut Vec<Item>,
) {
    let (centre, reach) = sight.extent();
    let (colours, paint) = (colours(sight, style, scales), Paint::of(sight, style, scales));
    let pieces = &sight.geometry.pieces;
    // Supports first, so that bodies stand before them.
    let order = |movable: bool| pieces.iter().filter(move |p| sight.is_movable(p.body) == movable);
    for piece in order(false).chain(order(true)) {
        let fill = colours[piece.body];
        if let Outline::Ball { radius } = sight.geometry.outline(piece) {
            let (pose, size) = (sight.shown(piece), radius * view.scale);
            let centre = view.at(&pose.position);
            let width = (0.08 * size).clamp(0.3, 1.5);
            items.push(Item::Circle { centre, radius: size, fill, line: INK, width });
            // A radius that shows the rotation.
            let mut tip = Vector::<D>::zeros();
            tip[0] = *radius;
            let points = vec![centre, view.at(&pose.point(&tip))];
            let colour = fill.map(|c| (f64::from(c) * 0.72) as u8);
            items.push(Item::Line { points, colour, width: width * 0.8 });
            continue;
        }
        if meshes::draw(sight, piece, (&paint, fill), view, items) {
            continue;
        }
        let surface = sight.surface(piece, Fineness(32), (&centre, 3.0 * reach));
        for polygon in &surface.polygons {
            let points: Vec<_> = polygon.iter().map(|i| view.at(&surface.points[*i])).collect();
            let width = (0.01 * spread(&points)).clamp(0.3, 1.2);
            items.push(Item::Polygon { points, fill, line: INK, width });
        }
    }
}

/// The longer side of the box around points.
fn spread(points: &[[f64; 2]]) -> f64 {
    let side = |k: usize| {
        let (low, high) = points
            .iter()
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), p| (a.min(p[k]), b.max(p[k])));
        high - low
    };
    side(0).max(side(1))
}
