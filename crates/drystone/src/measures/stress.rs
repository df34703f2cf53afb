//! The mean stress of the grains, from their moment tensors (Moreau 1997): for body b with contacts at
//! arms ρ from its centre and forces f on it
//!
//! ```text
//! M_b = Σ f ⊗ ρ,      σ = Σ_b M_b / Σ_b V_b
//! ```
//!
//! Tension is positive. At equilibrium M_b is symmetric: its antisymmetric part is the moment of the
//! contact forces. V_b is the volume of the grain alone; times the solid fraction σ is the stress
//! of the packing. Grains without volume do not count. The sum Σ_b M_b over bodies at equilibrium is
//! the virial of what acts on them from outside, Σ f ⊗ x (`tests/measures.rs`).

use super::tensor::principal;
use super::value::{AXES, components};
use super::{Value, View};
use crate::space::Matrix;

/// The moment tensor of every body (N m).
pub fn moment_tensors<const D: usize>(view: &View<D>) -> Vec<Matrix<D>> {
    let mut tensors = vec![Matrix::zeros(); view.bodies()];
    for contact in view.reacting() {
        let force = view.force(contact);
        for (side, sign) in [(0, 1.0), (1, -1.0)] {
            tensors[contact.bodies[side]] += force * contact.arms[side].transpose() * sign;
        }
    }
    tensors
}

pub(super) fn measure<const D: usize>(view: &View<D>) -> Vec<Value> {
    let constants = view.constants;
    let bodies: Vec<usize> = view.grains().filter(|b| constants.volume[*b] > 0.0).collect();
    let tensors = moment_tensors(view);
    let volume: f64 = bodies.iter().map(|b| constants.volume[*b]).sum();
    let mut stress = Matrix::<D>::zeros();
    bodies.iter().for_each(|b| stress += tensors[*b] / volume);
    let asymmetry = (stress - stress.transpose()).norm() / stress.norm();
    let found = principal(&stress);
    let values = found.values;
    let pressure = 0.0 - stress.trace() / D as f64;
    let mut all = vec![
        Value::new("pressure", "Pa", pressure),
        Value::new("deviator", "Pa", 0.5 * (values[0] - values[D - 1])),
        Value::new("stress_asymmetry", "", asymmetry),
    ];
    for k in 0..D {
        all.push(Value::new(format!("principal_stress_{}", k + 1), "Pa", values[k]));
        let name = format!("principal_direction_{}", k + 1);
        all.extend(components(&name, "", &found.directions[k]));
    }
    for i in 0..D {
        for j in 0..D {
            all.push(Value::new(format!("stress_{}{}", AXES[i], AXES[j]), "Pa", stress[(i, j)]));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::super::options::Options;
    use super::super::testing::{lattice, row, value};
    use std::f64::consts::PI;

    /// Disks of radius 1/2 in a row along x under a force of 1 N: each has M_xx = -1 N · 1 m.
    #[test]
    fn a_row_under_pressure() {
        let setting = row(5, 0);
        let found = super::measure(&setting.view());
        let expected = -1.0 / (0.25 * PI);
        assert!((value(&found, "stress_xx") - expected).abs() < 1e-12);
        assert!(value(&found, "stress_yy").abs() < 1e-12);
        assert!((value(&found, "pressure") + 0.5 * expected).abs() < 1e-12);
        assert!((value(&found, "deviator") + 0.5 * expected).abs() < 1e-12);
        assert!((value(&found, "principal_direction_2_x") - 1.0).abs() < 1e-12);
        assert!(value(&found, "stress_asymmetry") < 1e-12);
        // The sum over bodies is the virial of the forces at the walls: 1 N over 5 m.
        let sum: f64 = (0..5).map(|b| super::moment_tensors(&setting.view())[b][(0, 0)]).sum();
        assert!((sum + 5.0).abs() < 1e-12);
    }

    /// A square lattice of disks that touch: 2 N across the columns, 3 N across the rows, a force a
    /// diameter. The grains inside have these stresses, times 4/π for the room between them.
    #[test]
    fn a_lattice_with_known_stress_inside_a_region() {
        let n = 6;
        let setting = lattice(n);
        let region = Some([vec![0.5, 0.5], vec![4.5, 4.5]]);
        let setting = setting.with(&Options { region, ..Options::default() });
        let found = super::measure(&setting.view());
        let expected = [("xx", -2.0), ("yy", -3.0), ("xy", 0.0), ("yx", 0.0)];
        for (name, stress) in expected {
            let found = value(&found, &format!("stress_{name}"));
            assert!((found - stress * 4.0 / PI).abs() < 1e-12, "{name}: {found}");
        }
    }
}
