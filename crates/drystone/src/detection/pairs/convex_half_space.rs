//! Polygon or polyhedron on half-space: every corner within the alert distance.

use super::feature::{Feature, code};
use crate::contact::Touch;
use crate::shapes::{Convex, HalfSpace};
use crate::space::Pose;

pub(super) fn collide<const D: usize>(
    convex: &Convex<D>,
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
    if base > convex.radius() + alert {
        return;
    }
    for (i, vertex) in convex.vertices().iter().enumerate() {
        let gap = base + local.dot(vertex);
        if gap <= alert {
            let point = pose.point(vertex);
            out.push(Touch {
                on_candidate: point,
                on_antagonist: point - normal * gap,
                normal,
                gap,
                feature: code(Feature::Vertex(i), Feature::Face),
            });
        }
    }
}
