//! Plasticity of von Mises with linear hardening, isotropic H and kinematic H_k:
//!
//! ```text
//! sqrt(3/2) ‖s - a‖ ≤ σ_y + H p,    dε_p = 3/2 dp (s - a)/σ_eq,    da = 2/3 H_k dε_p
//! ```
//!
//! Radial return: Δp = f / (3G + H + H_k) in closed form, with its consistent tangent (Simo and Taylor).

use super::tensor::{Components, deviator, deviatoric, halved, isotropic, norm, trace, unit};
use super::{Constitutive, Elastic, Response};
use crate::wrong::{Wrong, not_negative, positive};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Moduli and strength.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VonMises {
    /// Young's modulus E (Pa).
    pub young_modulus: f64,
    /// Poisson's ratio ν, from -1 to less than 1/2.
    pub poisson_ratio: f64,
    /// Stress of first yield σ_y under tension (Pa).
    pub yield_stress: f64,
    /// Isotropic hardening H (Pa): the strength grows. Default 0.
    #[serde(default)]
    pub isotropic_hardening: f64,
    /// Kinematic hardening H_k (Pa): the centre moves. Default 0.
    #[serde(default)]
    pub kinematic_hardening: f64,
}

/// What is remembered: p, the plastic strain's components (half shears), the centre.
const PLASTIC: usize = 1;
const CENTRE: usize = 7;

impl VonMises {
    fn linear(&self) -> Elastic {
        Elastic { young_modulus: self.young_modulus, poisson_ratio: self.poisson_ratio }
    }
}

impl Constitutive for VonMises {
    fn check(&self) -> Result<(), Wrong> {
        self.linear().check()?;
        positive("yield_stress", self.yield_stress)?;
        not_negative("isotropic_hardening", self.isotropic_hardening)?;
        not_negative("kinematic_hardening", self.kinematic_hardening)
    }

    fn memory(&self) -> usize {
        13
    }

    fn respond(&self, strain: &Components, before: &[f64], after: &mut [f64]) -> Response {
        let (bulk, shear) = (self.linear().bulk(), self.linear().shear());
        let at = |from: usize| Components::from_column_slice(&before[from..from + 6]);
        let (plastic, centre) = (at(PLASTIC), at(CENTRE));
        after.copy_from_slice(before);
        let mean = bulk * trace(strain);
        let elastic = halved(strain) - unit() * (trace(strain) / 3.0) - plastic;
        let trial = elastic * (2.0 * shear);
        let from_centre = trial - centre;
        let (size, root) = (norm(&from_centre), 1.5_f64.sqrt());
        let over = root * size - self.yield_stress - self.isotropic_hardening * before[0];
        if over <= 0.0 {
            let stress = trial + unit() * mean;
            let energy = 0.5 * mean * trace(strain) + energy_of(&trial, shear);
            return Response { stress, tangent: isotropic(bulk, shear), energy };
        }
        let hardening = self.isotropic_hardening + self.kinematic_hardening;
        let grown = over / (3.0 * shear + hardening);
        let direction = from_centre / size;
        let flow = direction * (root * grown);
        let stress = trial - flow * (2.0 * shear);
        after[0] = before[0] + grown;
        let kinematic = flow * (2.0 / 3.0 * self.kinematic_hardening);
        after[PLASTIC..PLASTIC + 6].copy_from_slice((plastic + flow).as_slice());
        after[CENTRE..CENTRE + 6].copy_from_slice((centre + kinematic).as_slice());
        // Along the direction the stiffness falls, across it the return turns.
        let across = 1.0 - 2.0 * shear * root * grown / size;
        let along = 3.0 * shear / (3.0 * shear + hardening) - (1.0 - across);
        let one = unit();
        let tangent = one * one.transpose() * bulk + deviatoric() * (2.0 * shear * across)
            - direction * direction.transpose() * (2.0 * shear * along);
        let energy = 0.5 * mean * trace(strain) + energy_of(&stress, shear);
        Response { stress: stress + one * mean, tangent, energy }
    }
}

/// s : s / 4G of a deviator.
fn energy_of(stress: &Components, shear: f64) -> f64 {
    norm(&deviator(stress)).powi(2) / (4.0 * shear)
}
