//! The mean stress of the grains, from their moment tensors (Moreau 1997): for body b with contacts at
//! arms ρ from its centre and forces f on it
//!
//! ```text
//! M_b = Σ f ⊗ ρ,      σ = Σ_b M_b / Σ_b V_b
//! ```
//!
//! Tension is positive. At equilibrium M_b is symmetric: its antisymmetric part is the moment of the
//! contact forces. V_b is the volume of the grain alone; times the solid fraction σ is the stress
//! of the packing. Grains without volume do not count.

use super::fabric::principal;
use super::{AXES, Value, View};
use crate::space::Matrix;

/// The moment tensor of every body (N m).
pub fn moment_tensors<const D: usize>(view: &View<D>) -> Vec<Matrix<D>> {
    let mut tensors = vec![Matrix::zeros(); view.constants.movable.len()];
    for contact in view.active() {
        let force = view.force(contact);
        for (side, sign) in [(0, 1.0), (1, -1.0)] {
            tensors[contact.bodies[side]] += force * contact.arms[side].transpose() * sign;
        }
    }
    tensors
}

pub(super) fn measure<const D: usize>(view: &View<D>) -> Vec<Value> {
    let constants = view.constants;
    let counts = |b: &usize| constants.movable[*b] && constants.volume[*b] > 0.0;
    let bodies: Vec<usize> = (0..constants.movable.len()).filter(counts).collect();
    let tensors = moment_tensors(view);
    let volume: f64 = bodies.iter().map(|b| constants.volume[*b]).sum();
    let mut stress = Matrix::<D>::zeros();
    bodies.iter().for_each(|b| stress += tensors[*b] / volume);
    let asymmetry = (stress - stress.transpose()).norm() / stress.norm();
    let values = principal(&stress);
    let pressure = -stress.trace() / D as f64;
    let mut found = vec![
        Value::new("pressure", "Pa", pressure),
        Value::new("deviator", "Pa", 0.5 * (values[0] - values[D - 1])),
        Value::new("stress_asymmetry", "", asymmetry),
    ];
    for (k, value) in values.iter().enumerate() {
        found.push(Value::new(format!("principal_stress_{}", k + 1), "Pa", *value));
    }
    for i in 0..D {
        for j in 0..D {
            found.push(Value::new(format!("stress_{}{}", AXES[i], AXES[j]), "Pa", stress[(i, j)]));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::tests::{chain, value};
    use std::f64::consts::PI;

    /// Disks of radius 1/2 in a row along x under a force of 1 N: each has M_xx = -1 N · 1 m.
    #[test]
    fn a_row_under_pressure() {
        let (frame, constants) = chain(5, 0);
        let view = super::View { frame: &frame, constants: &constants };
        let found = super::measure(&view);
        let expected = -1.0 / (0.25 * PI);
        assert!((value(&found, "stress_xx") - expected).abs() < 1e-12);
        assert!(value(&found, "stress_yy").abs() < 1e-12);
        assert!((value(&found, "pressure") + 0.5 * expected).abs() < 1e-12);
        assert!((value(&found, "deviator") + 0.5 * expected).abs() < 1e-12);
        assert!(value(&found, "stress_asymmetry") < 1e-12);
        // The sum over bodies is the virial of the forces at the walls: 1 N over 5 m.
        let sum: f64 = (0..5).map(|b| super::moment_tensors(&view)[b][(0, 0)]).sum();
        assert!((sum + 5.0).abs() < 1e-12);
    }
}
