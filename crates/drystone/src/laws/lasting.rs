//! Contacts that last from one event to the next (`step/events`): what is closed stays closed or parts.
//!
//! With J where the part begins and J̃ where its test configuration is, half-way,
//!
//! ```text
//! 0 ≤ (J̃ v⁺ + (1 - θ)/θ (J̃ - J) v⁻)_N  ⊥  r_N ≥ 0
//! ```
//!
//! and the same along the tangents in Coulomb's law. For θ = 1/2 and a contact that held, J v⁻ = 0, this is a mean
//! velocity of zero, J̃ (v⁻ + v⁺) = 0: points of contact keep to their surface, and the energy of what
//! turns about them is kept, with errors of third order in a part. What slides throughout has its
//! tangential J v⁻ counted as none (`step/events/look.rs`), so that friction is against the mean
//! velocity of the part.

use super::{Block, Seen};

/// Adds to the shift of the velocity.
pub fn pose(seen: &Seen, block: &mut Block) {
    // The past is that of the beginning, half a part away.
    let change = seen.turn * 2.0;
    block.shift += change * ((1.0 - seen.theta) / seen.theta);
}
