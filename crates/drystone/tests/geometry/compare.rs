//! Sets of touches, compared and carried along.

use drystone::contact::Touch;
use drystone::space::Pose;

/// Whether two lists hold the same touches, in any order.
pub fn same_set<const D: usize>(left: &[Touch<D>], right: &[Touch<D>], tolerance: f64) -> bool {
    let near = |a: &Touch<D>, b: &Touch<D>| {
        (a.on_candidate - b.on_candidate).norm() < tolerance
            && (a.on_antagonist - b.on_antagonist).norm() < tolerance
            && (a.normal - b.normal).norm() < tolerance
            && (a.gap - b.gap).abs() < tolerance
    };
    left.len() == right.len() && left.iter().all(|a| right.iter().any(|b| near(a, b)))
}

/// A pose after a rigid motion.
pub fn moved<const D: usize>(by: &Pose<D>, pose: &Pose<D>) -> Pose<D> {
    Pose { position: by.point(&pose.position), rotation: by.rotation * pose.rotation }
}

/// Touches after a rigid motion.
pub fn carried<const D: usize>(by: &Pose<D>, touches: &[Touch<D>]) -> Vec<Touch<D>> {
    let carry = |t: &Touch<D>| Touch {
        on_candidate: by.point(&t.on_candidate),
        on_antagonist: by.point(&t.on_antagonist),
        normal: by.direction(&t.normal),
        ..*t
    };
    touches.iter().map(carry).collect()
}
