//! Ball on cylinder: the nearest point of the solid when the centre is outside, the nearer of
//! cap and mantle when it is inside.

use super::rod::Rod;
use crate::contact::Touch;
use crate::fem::mesh::Spot;
use crate::shapes::{Ball, Cylinder};
use crate::space::{Pose, frame};

pub(in super::super) fn collide<const D: usize>(
    ball: &Ball,
    ball_pose: &Pose<D>,
    cylinder: &Cylinder<D>,
    pose: &Pose<D>,
    alert: f64,
    out: &mut Vec<Touch<D>>,
) {
    let between = ball_pose.position - pose.position;
    let reach = ball.radius() + alert;
    let bound = reach + cylinder.reach();
    if between.norm_squared() > bound * bound {
        return;
    }
    let rod = Rod::at_home(cylinder);
    let centre = pose.local_direction(&between);
    let excess = rod.excess(&centre);
    let outside = excess.norm();
    let (normal, height) = if outside > 0.0 {
        (excess / outside, outside)
    } else {
        let (along, off) = rod.split(&centre);
        let (cap, mantle) = (rod.half - along.abs(), rod.radius - off.norm());
        let normal = if cap <= mantle {
            rod.outward(usize::from(along > 0.0))
        } else {
            // On the axis any direction across is right.
            off.try_normalize(0.0).unwrap_or_else(|| frame(&rod.axis, None).column(1).into_owned())
        };
        (normal, -cap.min(mantle))
    };
    if height > reach {
        return;
    }
    let closest = centre - normal * height;
    let normal = pose.direction(&normal);
    out.push(Touch {
        on_candidate: ball_pose.position - normal * ball.radius(),
        on_antagonist: pose.point(&closest),
        normal,
        gap: height - ball.radius(),
        feature: 0,
        spots: [Spot::NONE; 2],
        area: 0.0,
    });
}
