//! Colliders: shapes fixed to bodies, and who may touch whom.

use crate::shapes::{Drum, Shape};
use crate::space::{Pose, Vector};
use std::sync::Arc;

/// A shape fixed to a body. A body may carry several; they never touch each other.
#[derive(Clone, Debug)]
pub struct Collider<const D: usize> {
    /// The body.
    pub body: usize,
    /// The shape, shared between the colliders that look alike.
    pub shape: Arc<Shape<D>>,
    /// Where the shape sits in the body's frame; `None` for the body's frame itself.
    pub offset: Option<Pose<D>>,
    /// Row of the table of materials.
    pub material: usize,
    /// Group for [`Visibility`], 0 to 63.
    pub group: u8,
}

impl<const D: usize> Collider<D> {
    /// A shape in the body's frame, first material, first group.
    pub fn new(body: usize, shape: Arc<Shape<D>>) -> Self {
        Self { body, shape, offset: None, material: 0, group: 0 }
    }

    /// The shape's pose when the body is at `body`.
    pub fn pose(&self, body: &Pose<D>) -> Pose<D> {
        match &self.offset {
            None => *body,
            Some(offset) => Pose {
                position: body.point(&offset.position),
                rotation: body.rotation * offset.rotation,
            },
        }
    }

    /// How far any point of the shape may have moved between two poses: a bound, infinite for
    /// a half-space that turned.
    pub(super) fn travel(&self, from: &Pose<D>, to: &Pose<D>) -> f64 {
        let shift: Vector<D> = to.position - from.position;
        let radius = match &*self.shape {
            Shape::Ball(_) => return shift.norm(),
            Shape::HalfSpace(_) => f64::INFINITY,
            Shape::Convex(convex) => convex.radius(),
            Shape::Rounded(rounded) => rounded.core().radius(),
            Shape::Drum(drum) => return shift.norm() + tilt(drum, from, to),
        };
        if from.rotation == to.rotation {
            return shift.norm();
        }
        shift.norm() + (to.rotation - from.rotation).norm() * radius
    }
}

/// How far the walls of a drum may have moved by a change of its axis; a turn about the axis
/// moves nothing.
fn tilt<const D: usize>(drum: &Drum<D>, from: &Pose<D>, to: &Pose<D>) -> f64 {
    let change = (to.direction(drum.axis()) - from.direction(drum.axis())).norm();
    let size = drum.half_length().map_or(f64::INFINITY, |half| half.hypot(drum.radius()));
    // Rounding alone is no change.
    if change > 1e-13 { change * size } else { 0.0 }
}

/// Which groups of colliders may touch; at first all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Visibility {
    rows: [u64; 64],
}

impl Default for Visibility {
    fn default() -> Self {
        Self { rows: [u64::MAX; 64] }
    }
}

impl Visibility {
    /// Lets two groups touch, or not. Groups count modulo 64.
    pub fn set(&mut self, a: u8, b: u8, visible: bool) {
        for (a, b) in [(a & 63, b & 63), (b & 63, a & 63)] {
            let bit = 1 << b;
            let row = &mut self.rows[usize::from(a)];
            *row = if visible { *row | bit } else { *row & !bit };
        }
    }

    /// Whether two groups may touch.
    pub fn allows(&self, a: u8, b: u8) -> bool {
        self.rows[usize::from(a & 63)] >> (b & 63) & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn visibility_is_mutual() {
        let mut visibility = Visibility::default();
        visibility.set(3, 63, false);
        assert!(!visibility.allows(3, 63) && !visibility.allows(63, 3));
        assert!(visibility.allows(3, 3) && visibility.allows(0, 63));
        visibility.set(63, 3, true);
        assert_eq!(visibility, Visibility::default());
    }
}
