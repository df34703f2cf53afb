//! Friction: how large the coefficient is, and along which direction.

mod anisotropic;
mod coulomb;
mod rate_and_state;
mod rough;
mod slip_weakening;
mod static_dynamic;
mod stribeck;

pub use anisotropic::Anisotropic;
pub use coulomb::Coulomb;
pub use rate_and_state::{Evolution, RateAndState};
pub use rough::Rough;
pub use slip_weakening::SlipWeakening;
pub use static_dynamic::StaticDynamic;
pub use stribeck::Stribeck;

use super::{Block, Outcome, Seen, Wrong};
use crate::choices::choices;

/// A law of friction.
pub trait FrictionLaw {
    /// Whether its numbers are possible, in a scene of this dimension.
    ///
    /// # Errors
    ///
    /// The key of one that is not.
    fn check(&self, dimension: usize) -> Result<(), Wrong>;

    /// The coefficient during the step.
    fn coefficient(&self, seen: &Seen) -> f64;

    /// Changes more of the contact's block than the coefficient.
    fn pose(&self, _seen: &Seen, _block: &mut Block) {}

    /// What is remembered of a round; by how much the coefficient would be another, relative to
    /// itself.
    fn remember(&self, _seen: &Seen, _outcome: &Outcome, _memory: &mut [f64; 2]) -> f64 {
        0.0
    }

    /// Whether it remembers anything.
    fn remembers(&self) -> bool {
        false
    }

    /// The direction of the antagonist's surface that the first tangent is to follow.
    fn texture(&self) -> Option<[f64; 3]> {
        None
    }
}

choices! {
    /// The friction of a contact.
    Friction: FrictionLaw {
        /// One coefficient, whatever happens.
        Coulomb = "coulomb",
        /// One coefficient at rest, another in motion.
        StaticDynamic = "static_dynamic",
        /// A coefficient that falls with the way slid.
        SlipWeakening = "slip_weakening",
        /// A coefficient that depends on the speed.
        Stribeck = "stribeck",
        /// A coefficient that depends on speed and history.
        RateAndState = "rate_and_state",
        /// Two coefficients along two directions.
        Anisotropic = "anisotropic",
        /// No sliding at all.
        Rough = "rough",
    }
}

impl Default for Friction {
    fn default() -> Self {
        Self::from(0.0)
    }
}

impl From<f64> for Friction {
    fn from(coefficient: f64) -> Self {
        Self::Coulomb(Coulomb { coefficient })
    }
}
