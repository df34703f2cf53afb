//! Ball on ball.

use crate::contact::Touch;
use crate::fem::mesh::Spot;
use crate::shapes::Ball;
use crate::space::{Pose, Vector};

#[inline]
pub(super) fn collide<const D: usize>(
    a: &Ball,
    pose_a: &Pose<D>,
    b: &Ball,
    pose_b: &Pose<D>,
    alert: f64,
    out: &mut Vec<Touch<D>>,
) {
    let (between, reach) = (pose_a.position - pose_b.position, a.radius() + b.radius());
    let squared = between.norm_squared();
    if squared > (reach + alert) * (reach + alert) {
        return;
    }
    let distance = squared.sqrt();
    // Concentric balls have no normal of their own: any is right, and it must be the same one
    // every time.
    let normal = if distance > 0.0 {
        between / distance
    } else {
        let mut up = Vector::zeros();
        up[D - 1] = 1.0;
        up
    };
    out.push(Touch {
        on_candidate: pose_a.position - normal * a.radius(),
        on_antagonist: pose_b.position + normal * b.radius(),
        normal,
        gap: distance - reach,
        feature: 0,
        spots: [Spot::NONE; 2],
        area: 0.0,
    });
}
