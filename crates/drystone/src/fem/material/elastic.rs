//! Linear elasticity: σ = λ tr ε 1 + 2 G ε.

use super::tensor::{Components, Stiffness, isotropic};
use super::{Constitutive, Response};
use crate::wrong::{Wrong, positive};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Two moduli.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Elastic {
    /// Young's modulus E (Pa).
    pub young_modulus: f64,
    /// Poisson's ratio ν, from -1 to less than 1/2.
    pub poisson_ratio: f64,
}

impl Elastic {
    /// Bulk modulus E / 3(1 - 2ν).
    pub fn bulk(&self) -> f64 {
        self.young_modulus / (3.0 * (1.0 - 2.0 * self.poisson_ratio))
    }

    /// Shear modulus E / 2(1 + ν).
    pub fn shear(&self) -> f64 {
        self.young_modulus / (2.0 * (1.0 + self.poisson_ratio))
    }

    /// Speeds of waves of pressure and of shear (m/s), of a density (kg/m³).
    pub fn speeds(&self, density: f64) -> [f64; 2] {
        let (bulk, shear) = (self.bulk(), self.shear());
        [bulk + 4.0 / 3.0 * shear, shear].map(|modulus| (modulus / density).sqrt())
    }

    /// The stiffness.
    pub fn stiffness(&self) -> Stiffness {
        isotropic(self.bulk(), self.shear())
    }
}

impl Constitutive for Elastic {
    fn check(&self) -> Result<(), Wrong> {
        positive("young_modulus", self.young_modulus)?;
        let ratio = self.poisson_ratio;
        if ratio > -1.0 && ratio < 0.5 {
            return Ok(());
        }
        let message = format!(
            "`poisson_ratio` must be greater than -1 and less than 0.5, found {ratio}; a material that \
             keeps its volume is approached, say by 0.499 with elements that do not lock"
        );
        Err(Wrong::new("poisson_ratio", message))
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
