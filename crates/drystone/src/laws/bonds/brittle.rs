//! Brittle cohesion: the contact pulls with up to Coh,
//!
//! ```text
//! R_N + Coh ≥ 0,   ‖R_T‖ ≤ μ (R_N + Coh)
//! ```
//!
//! until it opens or slides; from then on, and at once, Coh = 0 for good.

use super::{BondLaw, BondMemory, DAMAGE, NEVER, damage_of, damage_shown};
use crate::laws::{Blocks, Outcome, Seen, Wrong};
use crate::wrong::not_negative;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A force until the first break.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Brittle {
    /// The force that parts a contact (N).
    pub force: f64,
}

impl BondLaw for Brittle {
    fn check(&self, _: usize) -> Result<(), Wrong> {
        not_negative("force", self.force)
    }

    fn pose(&self, seen: &Seen, blocks: &mut Blocks) {
        let whole = damage_of(seen, &seen.trial) == 0.0 && damage_of(seen, &seen.memory) == 0.0;
        if let Some(contact) = blocks.contact.as_mut().filter(|_| whole) {
            contact.offset[0] += seen.h * self.force;
        }
    }

    fn remember(&self, seen: &Seen, outcome: &Outcome, memory: &mut BondMemory) -> f64 {
        yielded(seen, outcome, memory)
    }

    fn damage(&self, memory: &BondMemory) -> Option<f64> {
        damage_shown(memory)
    }
}

/// Breaks a bond whose contact opened or slid; whether it did in this round.
pub(super) fn yielded(seen: &Seen, outcome: &Outcome, memory: &mut BondMemory) -> f64 {
    let (before, posed) = (damage_of(seen, &seen.memory), damage_of(seen, &seen.trial));
    memory[DAMAGE] = before;
    if before == NEVER || posed > 0.0 {
        // Within a step what broke stays broken.
        memory[DAMAGE] = posed;
        return 0.0;
    }
    let breaks = outcome.moves();
    memory[DAMAGE] = if breaks { 1.0 } else { 0.0 };
    memory[DAMAGE]
}
