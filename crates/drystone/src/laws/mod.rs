//! Contact laws as changes of variables.
//!
//! A law never reaches a solver. For each contact and step it turns what it sees ([`Seen`]: gap,
//! velocity, its memory of the contact) into blocks ([`Block`]): a shift of the velocity, an offset
//! of the impulse, a compliance and a cone. What remains is always the same problem.
//!
//! Most laws are put together from parts ([`ContactLaw`]); each part is one file and one line in its
//! table:
//!
//! | part | table | what it gives |
//! |---|---|---|
//! | how impenetrability is written | [`UNILATERAL`] | normal shift (000 eq. 23 to 25) |
//! | restitution of shocks | [`RESTITUTIONS`] | shift, or offset in a second round (001 §5) |
//! | friction | [`Friction`] | coefficient, scale of the tangents |
//! | resistance to rolling | `rolling.rs` | cone of more components |
//! | what holds bodies together | [`Bond`] | offset, compliance, a second block |
//!
//! Other laws implement [`Law`]; `examples/own_law.rs` is one from outside this crate.
//!
//! A law whose terms depend on the end of the step is solved in rounds: pose, solve, remember, and
//! again until nothing changes.

pub mod bonds;
mod composed;
mod end_gap;
pub mod friction;
mod lasting;
mod position;
mod quasi_inelastic;
mod restitution;
mod rolling;
mod schatzman_paoli;
mod seen;
mod turning;
mod velocity;

pub use crate::wrong::Wrong;
pub use bonds::Bond;
pub use composed::{ContactLaw, UNILATERAL, Unilateral, UnilateralEntry};
pub use friction::Friction;
pub use restitution::{RESTITUTIONS, Rebound, Restitution, RestitutionKind};
pub use rolling::Rolling;
pub use seen::{Block, Blocks, Components, Outcome, Seen, sliding};
pub(crate) use turning::asked_by_turning;

use crate::contact::Memory;
use std::fmt::Debug;

/// Which motions of a contact a law resists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Extent {
    /// Approach and sliding.
    #[default]
    Sliding,
    /// Rolling too.
    Rolling,
    /// Rolling and spinning about the normal too.
    Spinning,
}

/// A law between two bodies.
pub trait Law: Debug + Send + Sync {
    /// What holds during this step; no block where the law sees no contact.
    fn pose(&self, seen: &Seen) -> Blocks;

    /// What the law remembers of a round that came to this, in place of `seen.trial`. Gives by how
    /// much the blocks would be others if they were posed with it, relative to what they are: zero
    /// where another round would change nothing.
    fn remember(&self, _seen: &Seen, _outcome: &Outcome, _memory: &mut Memory) -> f64 {
        0.0
    }

    /// Whether it remembers anything.
    fn remembers(&self) -> bool {
        false
    }

    /// Whether its second block is a bond; else its impulse is the contact's own.
    fn has_bond(&self) -> bool {
        true
    }

    /// Which motions it resists.
    fn extent(&self) -> Extent {
        Extent::Sliding
    }

    /// Distance up to which it acts between bodies that do not touch (m).
    fn reach(&self) -> f64 {
        0.0
    }

    /// Whether it needs the area of contacts.
    fn needs_area(&self) -> bool {
        false
    }

    /// Whether it needs the radius with which bodies roll on each other.
    fn needs_radius(&self) -> bool {
        false
    }

    /// Whether its bonds hold on to points of the bodies, wherever their surfaces meet.
    fn is_anchored(&self) -> bool {
        false
    }

    /// The direction of the antagonist's surface that the first tangent is to follow.
    fn texture(&self) -> Option<[f64; 3]> {
        None
    }

    /// Whether it acts on contact alone, so that a fast body could pass unseen.
    fn waits_for_contact(&self) -> bool {
        false
    }

    /// Whether it brings back by itself what bodies have gone into each other.
    fn corrects_penetration(&self) -> bool {
        false
    }

    /// Whether it yields under pressure like a spring, so that bodies may well go into each other.
    fn gives_way(&self) -> bool {
        false
    }

    /// Normal and tangential restitution, where closed contacts collide one after the other before
    /// the step's problem is posed.
    fn shocks(&self) -> Option<[f64; 2]> {
        None
    }

    /// Whether its contacts take part in a step before they touch, where the bodies would be in
    /// each other after it.
    fn looks_ahead(&self) -> bool {
        false
    }

    /// When its rebounds are known: all else is [`Rebound::AtOnce`].
    fn rebound(&self) -> Rebound {
        Rebound::AtOnce
    }

    /// The damage in a memory, where the law finds it in rounds that may be extrapolated.
    fn softening<'a>(&self, _memory: &'a mut Memory) -> Option<&'a mut f64> {
        None
    }

    /// How much of the bond is broken, from 0 (whole) to 1; `None` where there was none.
    fn damage(&self, _memory: &Memory) -> Option<f64> {
        None
    }
}
