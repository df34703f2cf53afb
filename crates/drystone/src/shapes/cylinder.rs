//! The solid right circular cylinder (space only): column drums, rolls, rods, discs.

use super::{Aabb, InvalidShape, MassProperties, limits};
use crate::space::{Inertia, Pose, Vector, frame};
use std::f64::consts::PI;

/// A cylinder about an axis through the origin of the body's frame, which is its centre.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cylinder<const D: usize> {
    radius: f64,
    half_length: f64,
    axis: Vector<D>,
    across: [Vector<D>; 2],
}

impl<const D: usize> Cylinder<D> {
    /// A cylinder of a radius and a length about an axis, of any length but zero; there is none
    /// in the plane.
    pub fn new(radius: f64, length: f64, axis: Vector<D>) -> Result<Self, InvalidShape> {
        if D == 2 {
            return Err(InvalidShape("there is no cylinder in the plane".into()));
        }
        limits::length("the radius of a cylinder", radius)?;
        limits::length("the length of a cylinder", length)?;
        let axis = axis / axis.amax();
        let axis = axis / axis.norm();
        if !axis.iter().all(|x| x.is_finite()) {
            return Err(InvalidShape("the axis of a cylinder must be finite and not zero".into()));
        }
        let own = frame(&axis, None);
        let across = [1, D - 1].map(|k| own.column(k).into_owned());
        Ok(Self { radius, half_length: 0.5 * length, axis, across })
    }

    /// The radius, in metres.
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// Half the length, in metres.
    pub fn half_length(&self) -> f64 {
        self.half_length
    }

    /// Unit vector along the axis.
    pub fn axis(&self) -> &Vector<D> {
        &self.axis
    }

    /// Two unit vectors that make a right-handed frame after the axis: they mark fixed places on
    /// the rims.
    pub fn across(&self) -> &[Vector<D>; 2] {
        &self.across
    }

    /// Radius of the ball about the origin that holds the cylinder.
    pub fn reach(&self) -> f64 {
        self.radius.hypot(self.half_length)
    }

    /// The smallest width.
    pub fn breadth(&self) -> f64 {
        2.0 * self.radius.min(self.half_length)
    }

    /// A point farthest along a direction of the cylinder's frame.
    pub fn farthest(&self, n: &Vector<D>) -> Vector<D> {
        let along = self.axis.dot(n);
        let radial = n - self.axis * along;
        let length = radial.norm();
        // Along the axis rounding alone would choose a point of the rim.
        let rim = if length > 1e-12 * n.norm() { radial * (self.radius / length) } else { radial };
        self.axis * self.half_length.copysign(along) + rim
    }

    /// The smallest axis-aligned box around the cylinder at a pose.
    pub fn bounds(&self, pose: &Pose<D>) -> Aabb<D> {
        let axis = pose.direction(&self.axis);
        let reach = Vector::<D>::from_fn(|i, _| {
            let along = axis[i].abs().min(1.0);
            along * self.half_length + self.radius * (1.0 - along * along).sqrt()
        });
        Aabb { min: pose.position - reach, max: pose.position + reach }
    }

    /// Volume πr²l, moments V r²/2 about the axis and V (r²/4 + l²/12) across it.
    pub fn mass_properties(&self) -> MassProperties<D> {
        let (r, l) = (self.radius, 2.0 * self.half_length);
        let volume = PI * r * r * l;
        let (own, other) = (volume * r * r / 2.0, volume * (r * r / 4.0 + l * l / 12.0));
        let mut inertia = Inertia::identity() * other;
        for i in 0..D {
            for j in 0..D {
                inertia[(i, j)] += (own - other) * self.axis[i] * self.axis[j];
            }
        }
        MassProperties { volume, centroid: Vector::zeros(), inertia }
    }
}
