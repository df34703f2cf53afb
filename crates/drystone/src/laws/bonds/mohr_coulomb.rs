//! Mohr and Coulomb with a tension cut-off: a rigid joint of tension strength T and cohesion c,
//!
//! ```text
//! σ ≥ -T,   ‖τ‖ ≤ c + φ σ            σ = R_N / A pressure, τ shear, φ internal friction
//! ```
//!
//! until it opens or slides; what is left is dry contact with its own friction.
//!
//! The first round of a step holds the joint fast, u = 0: it stays at the gap it has. Gaps of blocks
//! that press each other all around cannot be closed all at once, and u = -g/h for each of them would
//! be a problem without solution, whose impulses run off, break joints that carry nothing and throw
//! the blocks into the air. Where the stresses that this takes are within the
//! bounds, that is all. Otherwise the next round lets it yield, for other points may carry more: its
//! bound is that of a contact with R_N + A T and φ, and beside it of a slider that takes A (c - φ T)
//! whatever the pressure. If it moves all the same, it breaks.

use super::brittle::yielded;
use super::{BondLaw, BondMemory, DAMAGE, damage_of, damage_shown};
use crate::cone::Cone;
use crate::laws::{Block, Blocks, Outcome, Seen, Wrong, sliding};
use crate::wrong::not_negative;
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
    /// Internal friction φ: how much the shear strength grows with pressure.
    pub internal_friction: f64,
    /// The area of a contact (m²; in the plane m). Default: that of the faces that meet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area: Option<f64>,
}

/// What is remembered within a step: whether the joint may yield.
const YIELDS: usize = 1;

impl MohrCoulomb {
    /// Impulses of the tension strength and of the cohesion.
    fn strengths(&self, seen: &Seen) -> [f64; 2] {
        let area = seen.h * self.area.unwrap_or(seen.area);
        [area * self.tension, area * self.cohesion]
    }
}

impl BondLaw for MohrCoulomb {
    fn check(&self, _: usize) -> Result<(), Wrong> {
        not_negative("tension", self.tension)?;
        not_negative("cohesion", self.cohesion)?;
        not_negative("internal_friction", self.internal_friction)?;
        if self.internal_friction * self.tension > self.cohesion {
            let most = self.cohesion / self.internal_friction;
            let message = format!(
                "`tension` must be at most cohesion / internal_friction = {most}, found {}",
                self.tension
            );
            return Err(Wrong::new("tension", message));
        }
        self.area.map_or(Ok(()), |area| not_negative("area", area))
    }

    fn pose(&self, seen: &Seen, blocks: &mut Blocks) {
        let whole = damage_of(seen, &seen.trial) == 0.0 && damage_of(seen, &seen.memory) == 0.0;
        let Some(contact) = blocks.contact.as_mut().filter(|_| whole) else { return };
        if seen.outcome.is_none() || seen.trial.bond[YIELDS] == 0.0 {
            *contact = Block::bond();
            return;
        }
        let [tension, cohesion] = self.strengths(seen);
        contact.offset[0] += tension;
        contact.shift[0] = 0.0;
        if let Cone::Coulomb { mu } | Cone::Rolling { mu, .. } | Cone::Spinning { mu, .. } =
            &mut contact.cone
        {
            *mu = self.internal_friction;
        }
        blocks.bond = Some(Block::slider(cohesion - self.internal_friction * tension));
    }

    fn remember(&self, seen: &Seen, outcome: &Outcome, memory: &mut BondMemory) -> f64 {
        memory[DAMAGE] = damage_of(seen, &seen.trial);
        if memory[DAMAGE] != 0.0 || damage_of(seen, &seen.memory) != 0.0 {
            return 0.0;
        }
        if seen.outcome.is_none() || seen.trial.bond[YIELDS] == 0.0 {
            let ([tension, cohesion], normal) = (self.strengths(seen), outcome.impulse[0]);
            let shear = cohesion + self.internal_friction * normal;
            let holds = normal >= -tension && sliding(&outcome.impulse) <= shear;
            memory[YIELDS] = f64::from(u8::from(!holds));
            return memory[YIELDS];
        }
        memory[YIELDS] = 1.0;
        yielded(seen, outcome, memory)
    }

    fn needs_area(&self) -> bool {
        self.area.is_none()
    }

    fn damage(&self, memory: &BondMemory) -> Option<f64> {
        damage_shown(memory)
    }
}
