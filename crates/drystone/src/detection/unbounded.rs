//! Half-spaces and drums: shapes without bounds, which the grid cannot hold.

use super::motion::Motion;
use super::neighbours::{AHEAD, Entry};
use crate::shapes::{Aabb, Shape};
use crate::space::{Pose, Vector};

/// Whether a collider that may sweep a box, and moves with the second motion, may come within
/// `alert` of the surface of an unbounded shape before either has moved by `skin` more than
/// expected.
pub(super) fn near<const D: usize>(
    entry: &Entry<D>,
    bounds: &Aabb<D>,
    [motion, other]: [Motion<D>; 2],
    [alert, skin]: [f64; 2],
) -> bool {
    let position = entry.pose.position;
    let farthest: Vector<D> = (bounds.min - position).abs().sup(&(bounds.max - position).abs());
    let turned =
        if motion.turn > 0.0 { motion.turn * (farthest.norm() + motion.shift.norm()) } else { 0.0 };
    let own = motion.shift.norm() + motion.stray + motion.extra + turned;
    // A shift that stays in the box is at most its expected multiple and half a skin an axis.
    let margin = 0.5 * alert + 2.0 * skin + own + AHEAD * other.shift.norm();
    match &*entry.shape {
        Shape::Drum(drum) => !drum.clears(&entry.pose, bounds, margin),
        Shape::HalfSpace(half_space) => {
            let normal = entry.pose.direction(half_space.normal());
            let lowest: f64 = (0..D)
                .map(|k| {
                    let corner = if normal[k] > 0.0 { bounds.min[k] } else { bounds.max[k] };
                    normal[k] * (corner - position[k])
                })
                .sum();
            lowest <= margin
        }
        _ => true,
    }
}

/// Whether the surface moved by less than `margin`, and will, since the list was built.
pub(super) fn stayed<const D: usize>(
    entry: &Entry<D>,
    pose: &Pose<D>,
    motion: &Motion<D>,
    margin: f64,
) -> bool {
    let ahead = motion.shift.norm() + motion.stray + motion.extra;
    let way = (pose.position - entry.pose.position).norm() + ahead;
    let turned = match &*entry.shape {
        // A drum may turn about its axis.
        Shape::Drum(drum) => {
            (pose.direction(drum.axis()) - entry.pose.direction(drum.axis())).norm()
        }
        _ => (pose.rotation - entry.pose.rotation).norm(),
    };
    // Rounding alone is no turn.
    way <= margin && turned <= 1e-13 && motion.turn <= 1e-13
}
