//! Colliders: shapes fixed to bodies, and who may touch whom.

use crate::shapes::Shape;
use crate::space::Pose;
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
    /// Whether it is one of the convex parts that its body was cut into; they lie flush, and
    /// stand one after the other in the list.
    pub cut: bool,
}

impl<const D: usize> Collider<D> {
    /// A shape in the body's frame, first material, first group.
    pub fn new(body: usize, shape: Arc<Shape<D>>) -> Self {
        Self { body, shape, offset: None, material: 0, group: 0, cut: false }
    }

    /// The shape's pose when the body is at `body`.
    pub fn pose(&self, body: &Pose<D>) -> Pose<D> {
        match &self.offset {
            None => *body,
            Some(offset) => body.then(offset),
        }
    }
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
