//! What holds bodies together beside contact: cohesion, mortar, cohesive zones.

mod permanent;

pub use permanent::Permanent;

use super::choices::choices;
use super::{Blocks, Outcome, Seen, Wrong};

/// A bond.
pub trait BondLaw {
    /// Whether its numbers are possible, in a scene of this dimension.
    ///
    /// # Errors
    ///
    /// The key of one that is not.
    fn check(&self, dimension: usize) -> Result<(), Wrong>;

    /// Changes the contact's block or adds one of its own.
    fn pose(&self, seen: &Seen, blocks: &mut Blocks);

    /// What is remembered of a round; by how much the blocks would be others, relative to themselves.
    fn remember(&self, _seen: &Seen, _outcome: &Outcome, _memory: &mut [f64; 6]) -> f64 {
        0.0
    }

    /// Distance up to which it acts between bodies that do not touch (m).
    fn reach(&self) -> f64 {
        0.0
    }

    /// Whether it needs the area of contacts.
    fn needs_area(&self) -> bool {
        false
    }

    /// How much of it is broken, from 0 to 1; `None` where there never was any.
    fn damage(&self, _memory: &[f64; 6]) -> Option<f64> {
        None
    }
}

choices! {
    /// The bond of a contact.
    Bond: BondLaw {
        /// A contact that pulls, always.
        Permanent = "permanent",
    }
}
