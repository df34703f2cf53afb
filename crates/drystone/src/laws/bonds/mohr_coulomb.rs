//! Mohr and Coulomb with a tension cut-off: a rigid joint of tension strength T and cohesion c,
//!
//! ```text
//! σ ≥ -T,   ‖τ‖ ≤ c + μ σ            σ = R_N / A pressure, τ shear
//! ```
//!
//! until it opens or slides; what is left is dry contact with the same μ. Up to the apex T = c/μ the
//! law is Coulomb's for R_N + A T. Below it the coefficient that gives the same bound,
//! `(c A + μ R_N)/(R_N + A T)`, is found in the rounds of the step.

use super::brittle::yielded;
use super::{BondLaw, BondMemory, DAMAGE, damage_of, damage_shown};
use crate::cone::Cone;
use crate::laws::wrong::not_negative;
use crate::laws::{Blocks, Outcome, Seen, Wrong};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Strengths of a rigid joint.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MohrCoulomb {
    /// Tension strength T (Pa).
    pub tension: f64,
    /// Cohesion c: shear strength without pressure (Pa).
    pub cohesion: f64,
    /// The area of a contact (m²; in the plane m). Default: that of the faces that meet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area: Option<f64>,
}

/// How well the pressure must be known, relative to the strength.
const BOUND: f64 = 1e-6;

impl MohrCoulomb {
    /// The coefficient for R_N + A T of a contact with this impulse.
    fn coefficient(&self, seen: &Seen, mu: f64, normal: f64) -> f64 {
        let force = seen.h * self.area.unwrap_or(seen.area);
        let lifted = normal + force * self.tension;
        if lifted <= 0.0 { mu } else { (force * self.cohesion + mu * normal).max(0.0) / lifted }
    }
}

impl BondLaw for MohrCoulomb {
    fn check(&self, _: usize) -> Result<(), Wrong> {
        not_negative("tension", self.tension)?;
        not_negative("cohesion", self.cohesion)?;
        self.area.map_or(Ok(()), |area| not_negative("area", area))
    }

    fn pose(&self, seen: &Seen, blocks: &mut Blocks) {
        let whole = damage_of(seen, &seen.trial) == 0.0 && damage_of(seen, &seen.memory) == 0.0;
        let Some(contact) = blocks.contact.as_mut().filter(|_| whole && seen.touches()) else {
            return;
        };
        let normal = seen.outcome.map_or(seen.had, |outcome| outcome.impulse)[0];
        contact.offset[0] += seen.h * self.area.unwrap_or(seen.area) * self.tension;
        if let Cone::Coulomb { mu } | Cone::Rolling { mu, .. } = &mut contact.cone {
            *mu = self.coefficient(seen, *mu, normal);
        }
    }

    fn remember(&self, seen: &Seen, outcome: &Outcome, memory: &mut BondMemory) -> f64 {
        memory[DAMAGE] = damage_of(seen, &seen.trial);
        if memory[DAMAGE] != 0.0 || damage_of(seen, &seen.memory) != 0.0 {
            return 0.0;
        }
        // Only a bound that was taken from the right pressure can be exceeded.
        let posed = seen.outcome.map_or(seen.had, |outcome| outcome.impulse)[0];
        let strength = seen.h * self.area.unwrap_or(seen.area) * (self.tension + self.cohesion);
        let off = (outcome.impulse[0] - posed).abs();
        if off > BOUND * (strength + outcome.impulse[0].abs()) {
            return off / (strength + outcome.impulse[0].abs());
        }
        yielded(seen, outcome, memory)
    }

    fn needs_area(&self) -> bool {
        self.area.is_none()
    }

    fn damage(&self, memory: &BondMemory) -> Option<f64> {
        damage_shown(memory)
    }
}
