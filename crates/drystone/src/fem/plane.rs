//! What a body in the plane stands for in space.

use super::material::{Components, Constitutive, Response, Stiffness};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What happens across the plane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Plane {
    /// A slice of one metre of something long: no strain across.
    #[default]
    Strain,
    /// A sheet of one metre: no stress across.
    Stress,
    /// Turned about the axis x = 0: forces and masses are those of the whole turn.
    Axisymmetric,
}

/// The component across the plane.
const ACROSS: usize = 2;

/// Most rounds that look for the strain across a sheet.
const ROUNDS: usize = 50;

/// The answer of a material to a strain in the plane (for a sheet the strain across is found), or in
/// space.
pub fn respond(
    plane: Plane,
    law: &dyn Constitutive,
    mut strain: Components,
    before: &[f64],
    after: &mut [f64],
) -> Response {
    if plane != Plane::Stress {
        return law.respond(&strain, before, after);
    }
    let mut response = law.respond(&strain, before, after);
    for _ in 0..ROUNDS {
        let stiffness = response.tangent[(ACROSS, ACROSS)];
        let scale = response.stress.norm().max(1e-14 * stiffness.abs());
        if response.stress[ACROSS].abs() <= 1e-14 * scale {
            break;
        }
        strain[ACROSS] -= response.stress[ACROSS] / stiffness;
        response = law.respond(&strain, before, after);
    }
    condense(&mut response.tangent);
    response
}

/// The answer of a material to a strain along a bar: the strains across are found.
pub fn respond_along(
    law: &dyn Constitutive,
    mut strain: Components,
    before: &[f64],
    after: &mut [f64],
) -> Response {
    let mut response = law.respond(&strain, before, after);
    for _ in 0..ROUNDS {
        let stress = response.stress.fixed_rows::<2>(1).into_owned();
        let stiffness = response.tangent.fixed_view::<2, 2>(1, 1).into_owned();
        let scale = response.stress.norm().max(1e-14 * stiffness.norm());
        let Some(inverse) = stiffness.try_inverse() else { break };
        if stress.norm() <= 1e-14 * scale {
            break;
        }
        let change = inverse * stress;
        (strain[1], strain[2]) = (strain[1] - change[0], strain[2] - change[1]);
        response = law.respond(&strain, before, after);
    }
    condense_along(&mut response.tangent);
    response
}

/// Stiffnesses of a bar: no change of stress across gives the strains across from the one along.
pub(super) fn condense_along(tangent: &mut Stiffness) {
    if let Some(inverse) = tangent.fixed_view::<2, 2>(1, 1).into_owned().try_inverse() {
        let rows = tangent.fixed_rows::<2>(1).into_owned();
        *tangent -= tangent.fixed_columns::<2>(1).into_owned() * inverse * rows;
    }
}

/// Stiffnesses of a sheet: dσ_z = 0 gives dε_z from the others.
pub(super) fn condense(tangent: &mut Stiffness) {
    let (row, column) = (tangent.row(ACROSS).into_owned(), tangent.column(ACROSS).into_owned());
    if row[ACROSS] != 0.0 {
        *tangent -= column * row / row[ACROSS];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fem::material::{Elastic, VonMises};

    /// A sheet that is pulled: σ = E ε along, -ν ε to the sides.
    #[test]
    fn a_sheet_has_no_stress_across() {
        let law = Elastic { young_modulus: 1e9, poisson_ratio: 0.3 };
        let strain = Components::from([1e-3, -0.3e-3, 0.0, 0.0, 0.0, 0.0]);
        let response = respond(Plane::Stress, &law, strain, &[], &mut []);
        assert!((response.stress[0] - 1e6).abs() < 1e-6, "{}", response.stress);
        assert!(response.stress.rows(1, 5).norm() < 1e-6, "{}", response.stress);
        let plate = 1e9 / (1.0 - 0.09);
        assert!((response.tangent[(0, 0)] - plate).abs() < 1e-6 * plate);
        assert!((response.tangent[(0, 1)] - 0.3 * plate).abs() < 1e-6 * plate);
    }

    /// A sheet that yields: the tangent against differences.
    #[test]
    fn a_sheet_that_yields_has_a_consistent_tangent() {
        let law = VonMises {
            young_modulus: 1e9,
            poisson_ratio: 0.3,
            yield_stress: 1e6,
            isotropic_hardening: 1e8,
            kinematic_hardening: 0.0,
        };
        let (before, mut after) = (vec![0.0; 13], vec![0.0; 13]);
        let strain = Components::from([3e-3, 1e-3, 0.0, 2e-3, 0.0, 0.0]);
        let response = respond(Plane::Stress, &law, strain, &before, &mut after);
        assert!(after[0] > 0.0 && response.stress[2].abs() < 1e-3);
        for k in [0, 1, 3] {
            let mut at = |d: f64| {
                let mut strain = strain;
                strain[k] += d;
                respond(Plane::Stress, &law, strain, &before, &mut after).stress
            };
            let slope = (at(1e-8) - at(-1e-8)) / 2e-8;
            let off = (slope - response.tangent.column(k)).norm();
            assert!(off < 1e-5 * 1e9, "{k} {off}");
        }
    }
}
