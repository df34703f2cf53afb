//! Marks of joints: a ring for a hinge or a ball, a bar along the way of a slider, a filled square for a weld,
//! a stroke from end to end for a rod, a thin one for a rope; gears have none. In space beads take their
//! places.

use super::canvas::Item;
use super::overlay::usual_length;
use super::plane::View;
use super::{Colour, PAPER, Sight};
use crate::results::JointAbout;
use crate::space::Vector;
use nalgebra::Vector3;

/// Far from the colours of forces, bonds and velocities.
pub const JOINT: Colour = [88, 44, 140];

/// Beads along a rod or rope in space.
const BEADS: usize = 24;

/// Whether there are any to mark.
pub fn are_there<const D: usize>(sight: &Sight<D>) -> bool {
    sight.constants.joints.iter().any(|joint| joint.kind != "gear")
}

/// Marks in the plane.
pub fn marks<const D: usize>(sight: &Sight<D>, view: &View, items: &mut Vec<Item>) {
    let size = (0.09 * usual_length(sight) * view.scale).clamp(2.5, 9.0);
    let ring = |at: &Vector<D>, radius: f64, fill: Colour| Item::Circle {
        centre: view.at(at),
        radius,
        fill,
        line: JOINT,
        width: 0.45 * size,
    };
    for joint in &sight.constants.joints {
        let ends = sight.joint_ends(joint);
        match joint.kind.as_str() {
            "gear" => {}
            "rod" | "rope" => {
                let points = ends.iter().map(|end| view.at(end)).collect();
                let width = size * if joint.kind == "rod" { 0.6 } else { 0.3 };
                items.push(Item::Line { points, colour: JOINT, width });
                items.extend(ends.iter().map(|end| ring(end, 0.5 * size, JOINT)));
            }
            "spring" => {
                let points = zigzag(ends.map(|end| view.at(&end)), 1.5 * size);
                items.push(Item::Line { points, colour: JOINT, width: 0.3 * size });
                items.extend(ends.iter().map(|end| ring(end, 0.4 * size, JOINT)));
            }
            "slider" => {
                let way = sight.joint_axis(joint) * (3.0 * size / view.scale);
                let points = vec![view.at(&(ends[0] - way)), view.at(&(ends[0] + way))];
                items.push(Item::Line { points, colour: JOINT, width: 0.5 * size });
                items.push(square(view.at(&ends[0]), size, PAPER));
            }
            "weld" => items.push(square(view.at(&ends[0]), size, JOINT)),
            _ => items.push(ring(&ends[0], size, PAPER)),
        }
    }
}

/// Turns of a spring in a picture.
const TURNS: usize = 8;

/// A line that goes to and fro about the way from one point to the other.
fn zigzag([from, to]: [[f64; 2]; 2], swing: f64) -> Vec<[f64; 2]> {
    let way = [to[0] - from[0], to[1] - from[1]];
    let across = swing / way[0].hypot(way[1]).max(f64::MIN_POSITIVE);
    let point = |k: usize| {
        let share = (k as f64 + 0.5) / (TURNS as f64 + 1.0);
        let side = if k.is_multiple_of(2) { across } else { -across };
        [from[0] + share * way[0] - side * way[1], from[1] + share * way[1] + side * way[0]]
    };
    std::iter::once(from).chain((0..=TURNS).map(point)).chain([to]).collect()
}

fn square(at: [f64; 2], half: f64, fill: Colour) -> Item {
    let corner = |x: f64, y: f64| [at[0] + x * half, at[1] + y * half];
    let points = vec![corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
    Item::Polygon { points, fill, line: JOINT, width: 0.4 * half }
}

/// Beads in space: place, radius, colour.
pub fn beads<const D: usize>(sight: &Sight<D>) -> Vec<(Vector3<f64>, f64, Colour)> {
    let radius = 0.06 * usual_length(sight);
    let three = |p: Vector<D>| Vector3::new(p[0], p[1], if D == 3 { p[2] } else { 0.0 });
    let mut beads = vec![];
    let along = |from: Vector<D>, to: Vector<D>, radius: f64| {
        let share = |k: usize| k as f64 / BEADS as f64;
        (0..=BEADS).map(move |k| (three(from + (to - from) * share(k)), radius, JOINT))
    };
    for joint in sight.constants.joints.iter().filter(|joint| joint.kind != "gear") {
        let [one, other] = sight.joint_ends(joint);
        beads.push((three(one), radius, JOINT));
        if joint.has_two_points() {
            beads.push((three(other), radius, JOINT));
            let thin = match joint.kind.as_str() {
                "rod" => 0.5,
                "spring" => 0.4,
                _ => 0.3,
            };
            beads.extend(along(one, other, thin * radius));
        } else if is_about_an_axis(joint) {
            let way = sight.joint_axis(joint) * (4.0 * radius);
            beads.extend(along(one - way, one + way, 0.35 * radius));
        }
    }
    beads
}

/// Whether its axis is shown in space.
fn is_about_an_axis(joint: &JointAbout) -> bool {
    matches!(joint.kind.as_str(), "hinge" | "slider")
}
