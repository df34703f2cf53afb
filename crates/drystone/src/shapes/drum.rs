//! The drum: matter all around a round hole, a circle in the plane, a cylinder in space.

use super::{Aabb, InvalidShape, limits};
use crate::space::{Pose, Vector};

/// Everything outside a circle or a cylinder about the origin of the body's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drum<const D: usize> {
    radius: f64,
    axis: Vector<D>,
    half_length: Option<f64>,
}

impl<const D: usize> Drum<D> {
    /// A drum of an inner radius about an axis, of any length but zero; in the plane it plays no
    /// role. With a length the drum is capped by two flat walls, without it is endless.
    pub fn new(radius: f64, axis: Vector<D>, length: Option<f64>) -> Result<Self, InvalidShape> {
        limits::length("the radius of a drum", radius)?;
        if let Some(length) = length {
            limits::length("the length of a drum", length)?;
        }
        if D == 2 {
            return Ok(Self { radius, axis: Vector::zeros(), half_length: None });
        }
        let axis = axis / axis.amax();
        let axis = axis / axis.norm();
        if !axis.iter().all(|x| x.is_finite()) {
            return Err(InvalidShape("the axis of a drum must be finite and not zero".into()));
        }
        Ok(Self { radius, axis, half_length: length.map(|l| 0.5 * l) })
    }

    /// The inner radius, in metres.
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// Unit vector along the axis; zero in the plane.
    pub fn axis(&self) -> &Vector<D> {
        &self.axis
    }

    /// Distance of the flat walls from the origin; `None` for an endless drum.
    pub fn half_length(&self) -> Option<f64> {
        self.half_length
    }

    /// What of a point of the drum's frame is square to the axis.
    pub fn radial(&self, local: &Vector<D>) -> Vector<D> {
        local - self.axis * self.axis.dot(local)
    }

    /// The box around the hole at a pose; infinite for an endless drum in space.
    pub fn bounds(&self, pose: &Pose<D>) -> Aabb<D> {
        let axis = pose.direction(&self.axis);
        let half = if D == 2 { 0.0 } else { self.half_length.unwrap_or(f64::INFINITY) };
        let reach = Vector::<D>::from_fn(|i, _| {
            let along = axis[i].abs().min(1.0);
            let ends = if along > 0.0 { along * half } else { 0.0 };
            ends + self.radius * (1.0 - along * along).sqrt()
        });
        Aabb { min: pose.position - reach, max: pose.position + reach }
    }

    /// Whether a box is in the hole, farther than `margin` from the walls.
    pub fn clears(&self, pose: &Pose<D>, bounds: &Aabb<D>, margin: f64) -> bool {
        (0..1 << D).all(|k: usize| {
            let pick = |i: usize| if k >> i & 1 == 1 { bounds.max[i] } else { bounds.min[i] };
            let local = pose.local_point(&Vector::from_fn(|i, _| pick(i)));
            self.radial(&local).norm() <= self.radius - margin
                && self.half_length.is_none_or(|h| self.axis.dot(&local).abs() <= h - margin)
        })
    }
}
