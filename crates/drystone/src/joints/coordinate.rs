//! What acts along the motion that a hinge or a slider leaves free.

use super::{Row, RowKind};
use crate::bodies::Function;

/// A prescribed motion.
#[derive(Clone, Debug, PartialEq)]
pub enum Motor {
    /// The coordinate as a function of time (m, rad), from its value at t = 0.
    Displacement(Function),
    /// The velocity as a function of time (m/s, rad/s).
    Velocity(Function),
}

/// Motor, limits, friction and spring.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Coordinate {
    /// A prescribed motion.
    pub motor: Option<Motor>,
    /// Least and greatest value (m, rad).
    pub limits: Option<[f64; 2]>,
    /// The greatest force or couple of friction (N, N m).
    pub friction: f64,
    /// Coulomb friction: times the force of the joint (no dimension along a slider; about a hinge m, the
    /// coefficient times the radius of the pin). The force is that of the step before.
    pub friction_coefficient: f64,
    /// Stiffness and damping of a spring that rests at zero (N/m, N s/m; N m/rad, N m s/rad).
    pub spring: [f64; 2],
}

impl Coordinate {
    /// Adds rows along a direction where the coordinate has this value.
    pub(super) fn rows(&self, along: &Row, at: f64, t: f64, reaction: f64, rows: &mut Vec<Row>) {
        let along = &along.along_coordinate();
        if let Some(motor) = &self.motor {
            let (error, rate) = match motor {
                Motor::Displacement(f) => (at - (f.value(t) - f.value(0.0)), slope(f, t)),
                Motor::Velocity(f) => (at - f.integral(t), f.value(t)),
            };
            rows.push(along.with(RowKind::Held { rate }, error));
        }
        if let Some([least, most]) = self.limits {
            rows.push(along.with(RowKind::AtLeast, at - least));
            rows.push(along.reversed().with(RowKind::AtLeast, most - at));
        }
        if self.friction > 0.0 {
            rows.push(along.with(RowKind::Rubs { bound: self.friction }, 0.0));
        }
        if self.friction_coefficient > 0.0 {
            let impulse = self.friction_coefficient * reaction;
            rows.push(along.with(RowKind::RubsBy { impulse }, 0.0));
        }
        if self.spring != [0.0; 2] {
            let [stiffness, damping] = self.spring;
            rows.push(along.with(RowKind::Sprung { stiffness, damping }, at));
        }
    }
}

/// The slope of a function, by a central difference.
fn slope(function: &Function, t: f64) -> f64 {
    let step = 1e-6 * t.abs().max(1.0);
    (function.value(t + step) - function.value(t - step)) / (2.0 * step)
}
