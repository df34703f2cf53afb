//! A compressible neo-Hookean material: with C = 1 + 2 E and J² = det C,
//!
//! ```text
//! W = G/2 (tr C - 3) - G ln J + λ/2 (ln J)²,    S = G (1 - C⁻¹) + λ ln J C⁻¹
//! ```

use super::tensor::{Components, PLACES, Stiffness, strain_matrix, unit};
use super::{Constitutive, Elastic, Response};
use crate::wrong::Wrong;
use nalgebra::Matrix3;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Two moduli, of small strains.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NeoHookean {
    /// Young's modulus E (Pa).
    pub young_modulus: f64,
    /// Poisson's ratio ν, from -1 to less than 1/2.
    pub poisson_ratio: f64,
}

impl NeoHookean {
    fn linear(&self) -> Elastic {
        Elastic { young_modulus: self.young_modulus, poisson_ratio: self.poisson_ratio }
    }
}

impl Constitutive for NeoHookean {
    fn check(&self) -> Result<(), Wrong> {
        self.linear().check()
    }

    fn respond(&self, strain: &Components, _: &[f64], _: &mut [f64]) -> Response {
        let shear = self.linear().shear();
        let lambda = self.linear().bulk() - 2.0 / 3.0 * shear;
        let c = Matrix3::identity() + strain_matrix(strain) * 2.0;
        // What is turned inside out has no answer: not a number, which the step notices.
        let log = 0.5 * c.determinant().ln();
        let inverse = c.try_inverse().unwrap_or_else(|| Matrix3::repeat(f64::NAN));
        let of = |k: usize| inverse[PLACES[k]];
        let small = shear - lambda * log;
        let stress = Components::from_fn(|k, _| shear * unit()[k] - small * of(k));
        let tangent = Stiffness::from_fn(|a, b| {
            let ((i, j), (k, l)) = (PLACES[a], PLACES[b]);
            let mixed = inverse[(i, k)] * inverse[(j, l)] + inverse[(i, l)] * inverse[(j, k)];
            lambda * of(a) * of(b) + small * mixed
        });
        let energy = 0.5 * shear * (c.trace() - 3.0) - shear * log + 0.5 * lambda * log * log;
        Response { stress, tangent, energy }
    }

    fn is_finite(&self) -> bool {
        true
    }
}
