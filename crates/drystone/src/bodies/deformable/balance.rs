//! The equation of motion of a step, part by part:
//!
//! ```text
//! M (v⁺ - v) + h (f(q_θ) + V v_θ - P - M g) = H r
//! ```
//!
//! Of a quasi-static body, without the first term, and with forces where it ends: f(q⁺) and P(t + h).

use super::{Deformable, Weights};
use crate::bodies::StepSize;
use crate::space::Vector;

/// Inertia of a quasi-static body that contacts alone hold, beside the stiffness of its slowest
/// deformation.
const LOOSE: f64 = 0.1;

/// The least share of its mass that it keeps.
const LEAST: f64 = 1e-9;

/// What the equation of motion consists of; impulses for `inertial`, forces for the others.
#[derive(Clone, Debug, Default)]
pub struct Parts {
    /// q_θ; of a quasi-static body q⁺.
    pub x: Vec<f64>,
    /// v_θ.
    pub mean: Vec<f64>,
    /// M (v⁺ - v).
    pub inertial: Vec<f64>,
    /// f(q_θ).
    pub internal: Vec<f64>,
    /// V v_θ.
    pub viscous: Vec<f64>,
    /// P.
    pub push: Vec<f64>,
    /// M g.
    pub weight: Vec<f64>,
}

impl Parts {
    /// What the impulses of contacts and of what holds the body must be, for one degree of freedom.
    pub fn imbalance(&self, h: f64, k: usize) -> f64 {
        let force = self.internal[k] + self.viscous[k] - self.push[k] - self.weight[k];
        self.inertial[k] + h * force
    }
}

impl<const D: usize> Deformable<D> {
    /// The parts for a velocity v⁺ at the end; writes what materials would remember.
    pub(super) fn balance(
        &self,
        step: StepSize,
        gravity: &Vector<D>,
        (q, v): (&[f64], &[f64]),
        end: &[f64],
        memory: &mut Vec<f64>,
        parts: &mut Parts,
    ) {
        let StepSize { h, theta, .. } = step;
        let Parts { x, mean, inertial, internal, viscous, push, weight } = parts;
        mean.clear();
        mean.extend(v.iter().zip(end).map(|(v, end)| theta * end + (1.0 - theta) * v));
        x.clear();
        let ahead = h * self.reach(theta);
        x.extend(q.iter().zip(&*mean).map(|(q, mean)| q + ahead * mean));
        for part in [&mut *inertial, &mut *internal, &mut *viscous, &mut *push, &mut *weight] {
            part.clear();
            part.resize(v.len(), 0.0);
        }
        self.add_internal(x, memory, internal);
        self.add_damping(x, mean, viscous);
        self.add_dashpots(mean, viscous);
        let of_loads = StepSize { theta: self.reach(theta), ..step };
        self.loads_at(of_loads, x, push);
        self.add_incoming(of_loads, push);
        self.model.add_weight(gravity, weight);
        if self.is_quasi_static {
            return;
        }
        let change: Vec<f64> = end.iter().zip(v).map(|(end, v)| end - v).collect();
        self.model.add_momentum(&change, inertial);
    }

    /// How much of the step's mean motion is behind it where forces are taken: θ, or all.
    pub(super) fn reach(&self, theta: f64) -> f64 {
        if self.is_quasi_static { 1.0 } else { theta }
    }

    /// What mass, damping and stiffness count in A. A quasi-static body that may still move as a whole
    /// keeps some mass there: rounds then come nearer to equilibrium one by one, if contacts hold it,
    /// each by that mass beside the stiffness of its slowest deformation.
    pub(super) fn weights(&self, step: StepSize) -> Weights {
        let StepSize { h, theta, .. } = step;
        let stiff = h * h * theta * self.reach(theta);
        let mass = match self.is_quasi_static {
            false => 1.0,
            true if !self.is_loose(&self.places()) => 0.0,
            // Membranes bend without any stiffness to compare with.
            true if self.model.surface.is_thin => 1.0,
            true => (LOOSE * stiff * self.model.slowest()).clamp(LEAST, 1.0),
        };
        Weights { mass, viscous: h * theta, stiff }
    }
}
