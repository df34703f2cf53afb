//! Plasticity of Drucker and Prager, for rock and soil: with I₁ = tr σ (tension positive) and
//! q = sqrt(J₂),
//!
//! ```text
//! q + α I₁ ≤ k + H γ,    α = 2 sin φ / √3(3 - sin φ),    k = 6 c cos φ / √3(3 - sin φ)
//! ```
//!
//! the cone through Mohr and Coulomb's corners of compression. It flows along q + β I₁, β from the angle of
//! dilatancy like α. The return is in closed form: to the cone, Δγ = f/(G + 9 K α β + H), or to its apex.

use super::tensor::{
    Components, Stiffness, deviator, deviatoric, halved, isotropic, norm, trace, unit,
};
use super::{Constitutive, Elastic, Response};
use crate::wrong::{Wrong, not_negative};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Moduli and strength.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DruckerPrager {
    /// Young's modulus E (Pa).
    pub young_modulus: f64,
    /// Poisson's ratio ν, from -1 to less than 1/2.
    pub poisson_ratio: f64,
    /// Cohesion c (Pa).
    pub cohesion: f64,
    /// Angle φ of internal friction (degrees).
    pub friction_angle: f64,
    /// Angle of dilatancy (degrees), at most that of friction. Default: that of friction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dilatancy_angle: Option<f64>,
    /// Hardening H of the strength with plastic shear γ (Pa). Default 0.
    #[serde(default)]
    pub hardening: f64,
}

/// What is remembered: γ, then the plastic strain's components (half shears).
const PLASTIC: usize = 1;

impl DruckerPrager {
    fn linear(&self) -> Elastic {
        Elastic { young_modulus: self.young_modulus, poisson_ratio: self.poisson_ratio }
    }

    /// 2 sin φ / √3(3 - sin φ).
    fn slope(angle: f64) -> f64 {
        let sine = angle.to_radians().sin();
        2.0 * sine / (3.0_f64.sqrt() * (3.0 - sine))
    }

    /// k.
    fn strength(&self) -> f64 {
        let (sine, cosine) = self.friction_angle.to_radians().sin_cos();
        6.0 * self.cohesion * cosine / (3.0_f64.sqrt() * (3.0 - sine))
    }
}

impl Constitutive for DruckerPrager {
    fn check(&self) -> Result<(), Wrong> {
        self.linear().check()?;
        not_negative("cohesion", self.cohesion)?;
        not_negative("hardening", self.hardening)?;
        let friction = self.friction_angle;
        if !(friction > 0.0 && friction < 90.0) {
            let message =
                format!("`friction_angle` must be between 0 and 90 degrees, found {friction}");
            return Err(Wrong::new("friction_angle", message));
        }
        let dilatancy = self.dilatancy_angle.unwrap_or(friction);
        if !(0.0..=friction).contains(&dilatancy) {
            let message = format!(
                "`dilatancy_angle` must be between 0 and `friction_angle` ({friction}), found {dilatancy}"
            );
            return Err(Wrong::new("dilatancy_angle", message));
        }
        Ok(())
    }

    fn memory(&self) -> usize {
        7
    }

    fn respond(&self, strain: &Components, before: &[f64], after: &mut [f64]) -> Response {
        let (bulk, shear) = (self.linear().bulk(), self.linear().shear());
        let plastic = Components::from_column_slice(&before[PLASTIC..PLASTIC + 6]);
        after.copy_from_slice(before);
        let elastic = halved(strain) - plastic;
        let (spread, one) = (trace(&elastic), unit());
        let trial = (elastic - one * (spread / 3.0)) * (2.0 * shear);
        let pull = 3.0 * bulk * spread;
        let size = norm(&trial) / 2.0_f64.sqrt();
        let alpha = Self::slope(self.friction_angle);
        let beta = Self::slope(self.dilatancy_angle.unwrap_or(self.friction_angle));
        let strength = self.strength() + self.hardening * before[0];
        let over = size + alpha * pull - strength;
        let energy = |deviator: &Components, pull: f64| {
            pull * pull / (18.0 * bulk) + norm(deviator).powi(2) / (4.0 * shear)
        };
        if over <= 0.0 {
            let stress = trial + one * (pull / 3.0);
            let energy = energy(&trial, pull);
            return Response { stress, tangent: isotropic(bulk, shear), energy };
        }
        let stiffness = shear + 9.0 * bulk * alpha * beta + self.hardening;
        let grown = over / stiffness;
        let (deviator_end, pull_end, tangent);
        if size > shear * grown {
            // To the cone: with n the direction of the deviator, ∂q/∂ε = √2 G n.
            let n = trial / norm(&trial);
            let left = 1.0 - shear * grown / size;
            deviator_end = trial * left;
            pull_end = pull - 9.0 * bulk * beta * grown;
            after[0] = before[0] + grown;
            let rise = n * (2.0_f64.sqrt() * shear) + one * (3.0 * bulk * alpha);
            let fall = n * (2.0_f64.sqrt() * shear) + one * (3.0 * bulk * beta);
            let turning = deviatoric() * 2.0 * shear * (1.0 - left);
            let straight = n * n.transpose() * (2.0 * shear * (1.0 - left));
            tangent =
                isotropic(bulk, shear) - turning + straight - fall * rise.transpose() / stiffness;
        } else {
            // To the apex, where strength and pull meet; shear that is gone counts as γ.
            let gone = size / shear;
            after[0] = before[0] + gone;
            deviator_end = Components::zeros();
            pull_end = (strength + self.hardening * gone) / alpha;
            let n = if size > 0.0 { trial / norm(&trial) } else { Components::zeros() };
            let rise: Stiffness =
                one * n.transpose() * (2.0_f64.sqrt() * self.hardening / (3.0 * alpha));
            tangent = rise;
        }
        let stress = deviator_end + one * (pull_end / 3.0);
        let kept = deviator(&stress) / (2.0 * shear) + one * (pull_end / (9.0 * bulk));
        after[PLASTIC..PLASTIC + 6].copy_from_slice((halved(strain) - kept).as_slice());
        Response { stress, tangent, energy: energy(&deviator_end, pull_end) }
    }
}
