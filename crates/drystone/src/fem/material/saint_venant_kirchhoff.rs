//! The hyperelastic material of Saint-Venant and Kirchhoff: linear between the strain of Green and
//! Lagrange and the second stress of Piola and Kirchhoff. For large rotations and small strains; in strong
//! compression it softens.

use super::tensor::Components;
use super::{Constitutive, Elastic, Response};
use crate::wrong::Wrong;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Two moduli.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SaintVenantKirchhoff {
    /// Young's modulus E (Pa).
    pub young_modulus: f64,
    /// Poisson's ratio ν, from -1 to less than 1/2.
    pub poisson_ratio: f64,
}

impl SaintVenantKirchhoff {
    fn linear(&self) -> Elastic {
        Elastic { young_modulus: self.young_modulus, poisson_ratio: self.poisson_ratio }
    }
}

impl Constitutive for SaintVenantKirchhoff {
    fn check(&self) -> Result<(), Wrong> {
        self.linear().check()
    }

    fn respond(&self, strain: &Components, before: &[f64], after: &mut [f64]) -> Response {
        self.linear().respond(strain, before, after)
    }

    fn is_linear(&self) -> bool {
        true
    }

    fn is_finite(&self) -> bool {
        true
    }
}
