//! Permanent cohesion: the normal force of a contact may pull up to γ,
//!
//! ```text
//! R_N + γ ≥ 0,   ‖R_T‖ ≤ μ (R_N + γ)
//! ```
//!
//! whether it was broken before or not (the adhesion of powders, of gouge in faults).

use super::BondLaw;
use crate::laws::{Blocks, Seen, Wrong};
use crate::wrong::not_negative;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A force that never fades.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Permanent {
    /// The force that parts a contact (N).
    pub force: f64,
}

impl BondLaw for Permanent {
    fn check(&self, _: usize) -> Result<(), Wrong> {
        not_negative("force", self.force)
    }

    fn pose(&self, seen: &Seen, blocks: &mut Blocks) {
        if let Some(contact) = blocks.contact.as_mut().filter(|_| seen.touches() || seen.touched())
        {
            contact.offset[0] += seen.h * self.force;
        }
    }
}
