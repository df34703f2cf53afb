//! Polygon or polyhedron on half-space: every corner within the alert distance. Of a rounded
//! shape it is the ball about each corner: they are above the plane exactly when the shape is.

use super::feature::{Feature, code};
use crate::contact::Touch;
use crate::fem::mesh::Spot;
use crate::shapes::{Convex, HalfSpace};
use crate::space::Pose;

pub(super) fn collide<const D: usize>(
    (convex, rounding): (&Convex<D>, f64),
    pose: &Pose<D>,
    ground: &HalfSpace<D>,
    ground_pose: &Pose<D>,
    alert: f64,
    out: &mut Vec<Touch<D>>,
) {
    let normal = ground_pose.direction(ground.normal());
    // Heights are taken in the convex's own frame, where coordinates are small.
    let local = pose.local_direction(&normal);
    let base = normal.dot(&(pose.position - ground_pose.position));
    if base > convex.radius() + rounding + alert {
        return;
    }
    for (i, vertex) in convex.vertices().iter().enumerate() {
        let height = base + local.dot(vertex);
        let gap = height - rounding;
        if gap <= alert {
            let point = pose.point(vertex);
            out.push(Touch {
                on_candidate: point - normal * rounding,
                on_antagonist: point - normal * height,
                normal,
                gap,
                feature: code(Feature::Vertex(i), Feature::Face),
                spots: [Spot::NONE; 2],
                area: 0.0,
            });
        }
    }
}
