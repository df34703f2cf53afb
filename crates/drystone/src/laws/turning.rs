//! Contacts whose frame turns, so that what slides or rolls along a curve keeps its energy.
//!
//! A ball that circles in a drum with the velocity v⁻ meets it at q̃ with J̃ v⁻ < 0, though it touched all
//! the time: the normal has turned. An inelastic shock, J̃ v⁺ = 0, would take (J̃ v⁻)² of its energy in every
//! step and let it sink by (h v)²/(4 R). Joints are written with the same care (`problem/linkage.rs`):
//!
//! ```text
//! J̃ v⁺ + (1 - θ)/θ (J̃ - J) v⁻ = 0,    J v⁻ ≈ (J̃ + J̃_last) v⁻ / 2
//! ```
//!
//! with J at the beginning of the step, midway between two test configurations. For θ = 1/2 the circle is
//! kept to round-off, the contact's mean velocity over the step is zero, and it does no work. What is
//! asked for is at most the velocity with which the frame meets the motion, so that no contact alone
//! gives energy; but where the way of the last steps has led a little too deep, up to a quarter more:
//! a body that swings faster and faster needs more than it brings, and gives it back when it slows.
//! Laws that rebound do without: more than what they send back would be energy of a shock.
//! Tangents are left as they are: what sticks has no velocity.
//!
//! At rest, and where frames do not turn, there is nothing to add.

use super::{Block, Seen};
use crate::contact::Contact;

/// How much more than the turning asks for may be given to come back to the surface.
const MORE: f64 = 0.25;

/// Bodies that part slower than this many times the turning of their frame were sent off by it, and
/// not by a shock.
const SENT_OFF: f64 = 2.5;

/// Whether bodies part for no other reason than that their frame turned.
pub fn sent_off(seen: &Seen) -> bool {
    seen.approach()[0] <= -SENT_OFF * seen.turn[0]
}

/// Adds to the shift of the velocity. A contact that `hovers` over the surface for having been sent
/// off a little too fast is asked for as much as the frame turns: with less it would be shot into
/// the surface, and sent off again.
pub fn pose(seen: &Seen, hovers: bool, rebounds: bool, block: &mut Block) {
    let asked = match hovers && sent_off(seen) {
        true => asked(f64::NEG_INFINITY, seen.turn[0], seen.theta),
        false => asked(seen.before[0], seen.turn[0], seen.theta),
    };
    let more = if rebounds { 0.0 } else { MORE * asked };
    block.shift[0] -= asked + (-seen.gap / seen.h).clamp(0.0, more);
}

/// The normal velocity that is asked for.
fn asked(before: f64, turn: f64, theta: f64) -> f64 {
    let most = before.min(0.0);
    -(1.0 - theta) / theta * turn.clamp(most, 0.0)
}

/// The most that the turning of a contact's frame asked for in a step that it began with the normal
/// velocity `before`.
pub fn asked_by_turning<const D: usize>(
    contact: &Contact<D>,
    before: impl Fn() -> f64,
    theta: f64,
) -> f64 {
    if contact.past.is_none() {
        return 0.0;
    }
    let before = before();
    let mut velocity = crate::space::Vector::<D>::zeros();
    velocity[0] = before;
    (1.0 + MORE) * asked(before, contact.turn(&velocity)[0], theta)
}
