//! Liquid bridges: an attraction that fades with the distance,
//!
//! ```text
//! F(g) = F₀ exp(-max(0, g) / λ)   for g up to the rupture distance
//! ```
//!
//! A bridge forms when bodies touch and breaks when they are farther apart than the rupture
//! distance: between the two it depends on the past whether there is one.

use super::{BondLaw, BondMemory, DAMAGE};
use crate::cone::Cone;
use crate::laws::{Block, Blocks, Outcome, Seen, Wrong};
use crate::wrong::{not_negative, positive};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A liquid bridge.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Capillary {
    /// The force F₀ at contact (N).
    pub force: f64,
    /// The length λ over which it fades (m).
    pub length: f64,
    /// The distance at which it breaks (m).
    pub rupture: f64,
}

/// What is remembered: whether there is a bridge (0 where there is none).
const BRIDGE: usize = DAMAGE;

impl Capillary {
    fn bridged(&self, seen: &Seen) -> bool {
        seen.touches() || (seen.memory.bond[BRIDGE] > 0.0 && seen.gap <= self.rupture)
    }
}

impl BondLaw for Capillary {
    fn check(&self, _: usize) -> Result<(), Wrong> {
        not_negative("force", self.force)?;
        positive("length", self.length)?;
        positive("rupture", self.rupture)
    }

    fn pose(&self, seen: &Seen, blocks: &mut Blocks) {
        if !self.bridged(seen) {
            return;
        }
        let fade = (-seen.gap.max(0.0) / self.length).exp();
        // At a distance the contact is open, and all that is left of its impulse is the offset.
        let contact = blocks.contact.get_or_insert_with(|| {
            let mut block = Block::new(Cone::Coulomb { mu: 0.0 });
            block.shift[0] = seen.gap.max(0.0) / seen.h;
            block
        });
        contact.offset[0] += seen.h * self.force * fade;
    }

    fn remember(&self, seen: &Seen, _: &Outcome, memory: &mut BondMemory) -> f64 {
        memory[BRIDGE] = f64::from(u8::from(self.bridged(seen)));
        0.0
    }

    fn reach(&self) -> f64 {
        self.rupture
    }
}
