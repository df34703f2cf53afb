//! Linear elasticity with three planes of symmetry: wood, masonry seen from afar, layered rock.
//!
//! In the material's axes ε_i = σ_i/E_i - Σ_j ν_ji σ_j/E_j with ν_ij/E_i = ν_ji/E_j, and γ_ij = τ_ij/G_ij.

use super::tensor::{Components, PLACES, Stiffness};
use super::{Constitutive, Response};
use crate::wrong::{Wrong, positive};
use nalgebra::{Matrix3, Vector3};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Nine moduli and the axes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Orthotropic {
    /// Young's moduli along the three axes (Pa).
    pub young_moduli: [f64; 3],
    /// Poisson's ratios ν₁₂, ν₂₃, ν₁₃: along the second axis when pulled along the first, …
    pub poisson_ratios: [f64; 3],
    /// Shear moduli G₁₂, G₂₃, G₁₃ (Pa).
    pub shear_moduli: [f64; 3],
    /// The first two axes; made perpendicular to each other. Default x and y.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub axes: Option<[[f64; 3]; 2]>,
}

impl Orthotropic {
    /// The compliance in its own axes.
    fn compliance(&self) -> Stiffness {
        let [e1, e2, e3] = self.young_moduli;
        let [n12, n23, n13] = self.poisson_ratios;
        let [g12, g23, g13] = self.shear_moduli;
        let mut c = Stiffness::from_diagonal(&Components::from([
            1.0 / e1,
            1.0 / e2,
            1.0 / e3,
            1.0 / g12,
            1.0 / g23,
            1.0 / g13,
        ]));
        for (i, j, x) in [(0, 1, -n12 / e1), (1, 2, -n23 / e2), (0, 2, -n13 / e1)] {
            c[(i, j)] = x;
            c[(j, i)] = x;
        }
        c
    }

    /// Columns: the material's axes.
    fn rotation(&self) -> Option<Matrix3<f64>> {
        let Some([first, second]) = self.axes else { return Some(Matrix3::identity()) };
        let first = Vector3::from(first).try_normalize(0.0)?;
        let second = Vector3::from(second);
        let second = (second - first * first.dot(&second)).try_normalize(1e-12)?;
        Some(Matrix3::from_columns(&[first, second, first.cross(&second)]))
    }

    /// The stiffness in the body's axes.
    fn stiffness(&self) -> Stiffness {
        let own = self.compliance().try_inverse().unwrap_or_else(|| Stiffness::repeat(f64::NAN));
        let Some(r) = self.rotation() else { return Stiffness::repeat(f64::NAN) };
        // Own strain from the body's: ε′ = Rᵀ ε R.
        let turn = Stiffness::from_fn(|a, b| {
            let ((i, j), (k, l)) = (PLACES[a], PLACES[b]);
            let double = if a < 3 { 1.0 } else { 2.0 };
            let both = r[(k, i)] * r[(l, j)] + r[(l, i)] * r[(k, j)];
            // Half of γ counts twice, off the diagonal.
            double * if b < 3 { r[(k, i)] * r[(k, j)] } else { 0.5 * both }
        });
        turn.transpose() * own * turn
    }
}

impl Constitutive for Orthotropic {
    fn check(&self) -> Result<(), Wrong> {
        let all = [("young_moduli", self.young_moduli), ("shear_moduli", self.shear_moduli)];
        for (key, values) in all {
            values.into_iter().try_for_each(|value| positive(key, value))?;
        }
        if self.compliance().cholesky().is_none() {
            let message = "these ratios would give energy away: 1 - ν₁₂ν₂₁ - ν₂₃ν₃₂ - ν₁₃ν₃₁ - 2 ν₁₂ν₂₃ν₃₁ and \
                           1 - ν_ij² E_j/E_i must be greater than 0";
            return Err(Wrong::new("poisson_ratios", message));
        }
        if self.rotation().is_none() {
            return Err(Wrong::new("axes", "the two axes must not be parallel, and not be zero"));
        }
        Ok(())
    }

    fn respond(&self, strain: &Components, _: &[f64], _: &mut [f64]) -> Response {
        let tangent = self.stiffness();
        let stress = tangent * strain;
        Response { stress, tangent, energy: 0.5 * stress.dot(strain) }
    }

    fn is_linear(&self) -> bool {
        true
    }
}
