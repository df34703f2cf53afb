//! A direction of relative motion.

use crate::wrench::Wrench;
use nalgebra::Vector3;

/// What holds along a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RowKind {
    /// The relative velocity is `rate`.
    Held {
        /// Prescribed relative velocity (m/s, rad/s).
        rate: f64,
    },
    /// The error is not negative: an end, a taut rope.
    AtLeast,
    /// The impulse is at most this force or couple times the step (N, N m).
    Rubs {
        /// The greatest force or couple.
        bound: f64,
    },
    /// The same with an impulse for a bound: of the joint's own reaction.
    RubsBy {
        /// The greatest impulse.
        impulse: f64,
    },
    /// A spring and a damper.
    Sprung {
        /// Stiffness (N/m, N m/rad).
        stiffness: f64,
        /// Damping (N s/m, N m s/rad).
        damping: f64,
    },
}

/// A direction of relative motion: what a unit of impulse along it does to the two bodies.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Force and torque on each body, in space.
    wrench: [[f64; 6]; 2],
    /// How far the bodies are from where they should be along it (m, rad).
    pub error: f64,
    /// What holds.
    pub kind: RowKind,
    /// Whether it is along what the joint leaves free.
    pub along: bool,
}

impl Row {
    /// A force along a direction at the end of an arm on each body.
    pub fn linear(direction: Vector3<f64>, arms: [Vector3<f64>; 2], error: f64) -> Self {
        let side = |arm: Vector3<f64>, sign: f64| {
            let (f, m) = (direction * sign, arm.cross(&direction) * sign);
            [f.x, f.y, f.z, m.x, m.y, m.z]
        };
        let wrench = [side(arms[0], 1.0), side(arms[1], -1.0)];
        Self { wrench, error, kind: RowKind::Held { rate: 0.0 }, along: false }
    }

    /// A couple about an axis, the second body's by a factor of its own.
    pub fn angular(axes: [Vector3<f64>; 2], error: f64) -> Self {
        let side = |m: Vector3<f64>| [0.0, 0.0, 0.0, m.x, m.y, m.z];
        let kind = RowKind::Held { rate: 0.0 };
        Self { wrench: axes.map(side), error, kind, along: false }
    }

    /// The same direction with another rule.
    pub fn with(&self, kind: RowKind, error: f64) -> Self {
        Self { kind, error, ..*self }
    }

    /// The same, as one along what the joint leaves free.
    pub fn along_coordinate(&self) -> Self {
        Self { along: true, ..*self }
    }

    /// The same turned round.
    pub fn reversed(&self) -> Self {
        Self { wrench: self.wrench.map(|side| side.map(|x| -x)), error: -self.error, ..*self }
    }

    /// What a unit does to one side, in space.
    pub fn in_space(&self, side: usize) -> Wrench {
        self.wrench[side]
    }

    /// What a unit does to one side in a world of dimension D.
    pub fn wrench<const D: usize>(&self, side: usize) -> Wrench {
        let w = &self.wrench[side];
        if D == 2 { [w[0], w[1], w[5], 0.0, 0.0, 0.0] } else { *w }
    }

    /// Whether it does anything in a world of dimension D.
    pub fn acts<const D: usize>(&self) -> bool {
        let size = |w: Wrench| w.iter().map(|x| x.abs()).fold(0.0, f64::max);
        (0..2).any(|side| size(self.wrench::<D>(side)) > 1e-9)
    }
}
