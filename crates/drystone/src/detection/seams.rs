//! Touches of convex parts that the whole body does not have.
//!
//! Parts that a body was cut into lie flush against each other. What one of them would meet at
//! the faces and edges between them is not there: a point x of the surface of a part can be
//! touched in the direction d, away from the body, only if
//!
//! 1. no other part covers x: x + ε d is not inside one;
//! 2. where d is no face normal of the part, every other part that holds x is behind the plane
//!    through x square to d. Otherwise x would not be the nearest point of the body.

use super::collider::Collider;
use crate::shapes::{Convex, Shape};
use crate::space::{Pose, Vector};

/// Distances, relative to the smaller part, that count as none.
const ON: f64 = 1e-6;

/// Whether the other parts of its body hide a point of a collider's surface from what touches it
/// there, in a direction away from the body. `shift` is how far the image touched is from the body.
pub(super) fn hidden<const D: usize>(
    colliders: &[Collider<D>],
    placed: &[Pose<D>],
    part: usize,
    [point, direction, shift]: [&Vector<D>; 3],
) -> bool {
    let Some(own) = convex(&colliders[part]) else { return false };
    let x = point - shift;
    let body = colliders[part].body;
    let same = |k: &usize| colliders[*k].cut && colliders[*k].body == body;
    let before = (0..part).rev().take_while(same);
    let after = (part + 1..colliders.len()).take_while(same);
    let inward = placed[part].local_direction(direction);
    let on_face = own.faces().iter().any(|f| f.normal.dot(&inward) >= 1.0 - 1e-12);
    before.chain(after).any(|k| {
        let Some(other) = convex(&colliders[k]) else { return false };
        let on = ON * own.breadth().min(other.breadth());
        let (at, way) = (placed[k].local_point(&x), placed[k].local_direction(direction));
        let outside = |p: &Vector<D>| {
            let heights = other.faces().iter().map(|f| f.normal.dot(p) - f.offset);
            heights.fold(f64::NEG_INFINITY, f64::max)
        };
        if outside(&at) > on {
            return false;
        }
        let beyond = || other.vertices().iter().any(|v| way.dot(&(v - at)) > 10.0 * on);
        outside(&(at + way * (20.0 * on))) < -on || !on_face && beyond()
    })
}

fn convex<const D: usize>(collider: &Collider<D>) -> Option<&Convex<D>> {
    match &*collider.shape {
        Shape::Convex(convex) => Some(convex),
        _ => None,
    }
}
