//! Axis-aligned boxes.

use crate::space::Vector;

/// An axis-aligned box, closed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb<const D: usize> {
    /// Smallest coordinates.
    pub min: Vector<D>,
    /// Greatest coordinates.
    pub max: Vector<D>,
}

impl<const D: usize> Aabb<D> {
    /// The box around some points; empty (min above max) when there are none.
    pub fn around<'a>(points: impl IntoIterator<Item = &'a Vector<D>>) -> Self {
        let mut out =
            Self { min: Vector::repeat(f64::INFINITY), max: Vector::repeat(f64::NEG_INFINITY) };
        for p in points {
            out.min = out.min.inf(p);
            out.max = out.max.sup(p);
        }
        out
    }

    /// All of space.
    pub fn everything() -> Self {
        Self { min: Vector::repeat(f64::NEG_INFINITY), max: Vector::repeat(f64::INFINITY) }
    }

    /// The smallest box that holds both.
    pub fn join(&self, other: &Self) -> Self {
        Self { min: self.min.inf(&other.min), max: self.max.sup(&other.max) }
    }

    /// The box carried along.
    pub fn moved(&self, way: &Vector<D>) -> Self {
        Self { min: self.min + way, max: self.max + way }
    }

    /// The box grown by `margin` on every side.
    pub fn grown(&self, margin: f64) -> Self {
        Self { min: self.min.add_scalar(-margin), max: self.max.add_scalar(margin) }
    }

    /// Whether two boxes share a point.
    pub fn overlaps(&self, other: &Self) -> bool {
        (0..D).all(|i| self.min[i] <= other.max[i] && other.min[i] <= self.max[i])
    }

    /// Whether another box is inside this one.
    pub fn contains(&self, other: &Self) -> bool {
        (0..D).all(|i| self.min[i] <= other.min[i] && other.max[i] <= self.max[i])
    }

    /// The middle of the box.
    pub fn centre(&self) -> Vector<D> {
        self.min + (self.max - self.min) * 0.5
    }

    /// The longest side.
    pub fn extent(&self) -> f64 {
        (self.max - self.min).max()
    }
}
