//! Ball on half-space.

use crate::contact::Touch;
use crate::fem::mesh::Spot;
use crate::shapes::{Ball, HalfSpace};
use crate::space::Pose;

pub(super) fn collide<const D: usize>(
    ball: &Ball,
    pose: &Pose<D>,
    ground: &HalfSpace<D>,
    ground_pose: &Pose<D>,
    alert: f64,
    out: &mut Vec<Touch<D>>,
) {
    let normal = ground_pose.direction(ground.normal());
    let height = normal.dot(&(pose.position - ground_pose.position));
    let gap = height - ball.radius();
    if gap <= alert {
        out.push(Touch {
            on_candidate: pose.position - normal * ball.radius(),
            on_antagonist: pose.position - normal * height,
            normal,
            gap,
            feature: 0,
            spots: [Spot::NONE; 2],
            area: 0.0,
        });
    }
}
