//! Anything convex inside a drum.
//!
//! The distance from the axis is a convex function, so over an edge, a face or a whole shape it
//! is greatest at a corner: a shape is inside the drum exactly when its corners (the balls about
//! them, of a rounded shape) are. Every corner within the alert distance of the round wall or of
//! a flat one is a touch.

use super::feature::{Feature, code};
use crate::contact::Touch;
use crate::fem::mesh::Spot;
use crate::shapes::Drum;
use crate::space::{Pose, Vector, frame};

/// Touches of balls of one radius about some points, each with its name.
pub(super) fn collide<const D: usize>(
    points: impl Iterator<Item = (Feature, Vector<D>)>,
    radius: f64,
    drum: &Drum<D>,
    pose: &Pose<D>,
    alert: f64,
    out: &mut Vec<Touch<D>>,
) {
    for (name, point) in points {
        let local = pose.local_point(&point);
        let mut push = |outward: &Vector<D>, free: f64, wall: Feature| {
            let gap = free - radius;
            if gap <= alert {
                let outward = pose.direction(outward);
                out.push(Touch {
                    on_candidate: point + outward * radius,
                    on_antagonist: point + outward * free,
                    normal: -outward,
                    gap,
                    feature: code(name, wall),
                    spots: [Spot::NONE; 2],
                    area: 0.0,
                });
            }
        };
        let radial = drum.radial(&local);
        let distance = radial.norm();
        // On the axis any direction across is right.
        let outward = if distance > 0.0 {
            radial / distance
        } else if D == 2 {
            Vector::from_fn(|i, _| if i == 1 { -1.0 } else { 0.0 })
        } else {
            frame(drum.axis(), None).column(1).into_owned()
        };
        push(&outward, drum.radius() - distance, Feature::Face);
        if let Some(half) = drum.half_length() {
            let along = drum.axis().dot(&local);
            push(drum.axis(), half - along, Feature::Edge(0));
            push(&-drum.axis(), half + along, Feature::Edge(1));
        }
    }
}
