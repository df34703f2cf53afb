//! Space that repeats itself.
//!
//! Bodies keep counting: one that leaves through a border goes on beyond it, and its images, a
//! whole number of periods away, are what others meet. A contact is between one body and one
//! image of another, and its identity does not change when bodies cross the border.

use crate::contact::Image;
use crate::space::{Pose, Vector};

/// The axes along which space repeats, and how.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Periodic<const D: usize> {
    /// Where the cell shown in pictures begins.
    origin: Vector<D>,
    /// Length of the cell; infinite along an axis that does not repeat.
    period: Vector<D>,
}

impl<const D: usize> Default for Periodic<D> {
    fn default() -> Self {
        Self { origin: Vector::zeros(), period: Vector::repeat(f64::INFINITY) }
    }
}

impl<const D: usize> Periodic<D> {
    /// Makes space repeat along an axis from one coordinate to the other.
    pub fn repeat(&mut self, axis: usize, from: f64, to: f64) {
        self.origin[axis] = from;
        self.period[axis] = to - from;
    }

    /// Whether space repeats along any axis.
    pub fn any(&self) -> bool {
        (0..D).any(|k| self.repeats(k))
    }

    /// Whether space repeats along an axis.
    pub fn repeats(&self, axis: usize) -> bool {
        self.period[axis].is_finite()
    }

    /// Length of the cell along an axis; infinite where space does not repeat.
    pub fn period(&self, axis: usize) -> f64 {
        self.period[axis]
    }

    /// First coordinates of the cell; zero along axes that do not repeat.
    pub fn origin(&self) -> &Vector<D> {
        &self.origin
    }

    /// How many periods a point is from the cell shown.
    pub fn cell(&self, point: &Vector<D>) -> [i32; D] {
        std::array::from_fn(|k| {
            let away = ((point[k] - self.origin[k]) / self.period[k]).floor();
            if self.repeats(k) { away as i32 } else { 0 }
        })
    }

    /// The way from a body to one of its images.
    pub fn shift(&self, image: Image) -> Vector<D> {
        if image == Image::HOME {
            return Vector::zeros();
        }
        self.way(image.periods())
    }

    /// A point's image in the cell shown.
    pub fn wrap(&self, point: &Vector<D>) -> Vector<D> {
        if self.any() { point - self.way(self.cell(point)) } else { *point }
    }

    /// A pose whose position is in the cell shown.
    pub fn wrap_pose(&self, pose: &Pose<D>) -> Pose<D> {
        Pose { position: self.wrap(&pose.position), ..*pose }
    }

    /// So many periods.
    pub(super) fn way(&self, periods: [i32; D]) -> Vector<D> {
        Vector::from_fn(
            |k, _| if periods[k] == 0 { 0.0 } else { f64::from(periods[k]) * self.period[k] },
        )
    }
}
