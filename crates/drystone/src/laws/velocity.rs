//! Velocity Signorini condition (000 eq. 23): if contact is forecast within the step,
//! `u_N⁺ ≥ 0, r_N ≥ 0, u_N⁺ r_N = 0`; otherwise no reaction.
//!
//! Contact is forecast when the gap in the test configuration is not positive (001 §4). A contact that
//! was closed and whose frame turns hovers about zero by what the turning is known too late: it is
//! kept, `u_N⁺ + g/h ≥ 0`, or every such step would end in a shock.

use super::Seen;

/// Shift of the normal velocity, `None` when no contact is forecast.
pub fn shift(seen: &Seen) -> Option<f64> {
    let hovers = || seen.closed && seen.gap <= seen.touch + seen.h * seen.turn[0].abs();
    (seen.gap <= 0.0 || hovers()).then(|| seen.gap.max(0.0) / seen.h)
}
