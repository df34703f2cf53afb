//! The ball: a disk in the plane, a sphere in space.

use super::{InvalidShape, MassProperties, limits};
use crate::space::{Inertia, Vector};
use std::f64::consts::PI;

/// A ball centred on the origin of the body's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball {
    radius: f64,
}

impl Ball {
    /// A ball of a finite, positive radius.
    pub fn new(radius: f64) -> Result<Self, InvalidShape> {
        Ok(Self { radius: limits::length("the radius of a ball", radius)? })
    }

    /// The radius, in metres.
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// Area πr² and polar moment πr⁴/2 in the plane, volume 4πr³/3 and moments 2/5 V r² in space.
    pub fn mass_properties<const D: usize>(&self) -> MassProperties<D> {
        let r = self.radius;
        let (volume, moment) = if D == 2 {
            let area = PI * r * r;
            (area, area * r * r / 2.0)
        } else {
            let volume = 4.0 / 3.0 * PI * r * r * r;
            (volume, volume * r * r * 0.4)
        };
        let mut inertia = Inertia::identity();
        inertia[(0, 0)] = moment;
        if D == 3 {
            inertia *= moment;
            inertia[(0, 0)] = moment;
        }
        MassProperties { volume, centroid: Vector::zeros(), inertia }
    }
}
