//! Velocity Signorini condition (000 eq. 23): if contact is forecast within the step,
//! `u_N⁺ ≥ 0, r_N ≥ 0, u_N⁺ r_N = 0`; otherwise no reaction.
//!
//! Contact is forecast when the gap in the test configuration is not positive (001 §4). A contact that
//! was closed and whose frame turns hovers about zero by what the turning is known too late: it is
//! kept, `u_N⁺ + g/h ≥ 0`, or every such step would end in a shock.
//!
//! What rebounds is sent back a step before: a body that falls with the velocity v is by up to h v
//! in another one where a positive gap is no contact, and as far above it where the next test
//! configuration counts. The velocity with which it meets and the coefficient are the same, and
//! nothing penetrates.

use super::Seen;

/// Shift of the normal velocity, `None` when no contact is forecast.
pub fn shift(seen: &Seen, rebounds: bool) -> Option<f64> {
    if rebounds && seen.meets {
        return Some(0.0);
    }
    (seen.gap <= 0.0 || hovers(seen)).then(|| seen.gap.max(0.0) / seen.h)
}

/// Whether a contact that was closed is open by no more than the turning of its frame makes of it.
pub fn hovers(seen: &Seen) -> bool {
    seen.gap > 0.0 && seen.closed && seen.gap <= seen.touch + seen.h * seen.turn[0].abs()
}
