//! Motion imposed on one degree of freedom.

use super::Function;

/// What the function of a drive prescribes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DriveKind {
    /// The displacement from the initial position (m or rad).
    Displacement,
    /// The velocity (m/s or rad/s).
    Velocity,
    /// The acceleration (m/s² or rad/s²), from rest.
    Acceleration,
}

/// One degree of freedom whose motion is given.
#[derive(Clone, Debug)]
pub struct Drive {
    /// Index into the body's velocity: translations first, then rotations.
    pub dof: usize,
    /// What is prescribed.
    pub kind: DriveKind,
    /// Its value in time.
    pub function: Function,
}

impl Drive {
    /// Displacement since t = 0.
    pub fn displacement(&self, t: f64) -> f64 {
        match self.kind {
            DriveKind::Displacement => self.function.value(t) - self.function.value(0.0),
            DriveKind::Velocity => self.function.integral(t),
            DriveKind::Acceleration => self.function.double_integral(t),
        }
    }

    /// Mean velocity over an interval, so that positions follow the prescribed motion exactly.
    pub fn mean_velocity(&self, from: f64, to: f64) -> f64 {
        if to > from {
            return (self.displacement(to) - self.displacement(from)) / (to - from);
        }
        match self.kind {
            DriveKind::Displacement => 0.0,
            DriveKind::Velocity => self.function.value(from),
            DriveKind::Acceleration => self.function.integral(from),
        }
    }
}
