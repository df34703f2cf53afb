//! Velocity Signorini condition (000 eq. 23): if contact is forecast within the step,
//! `u_N⁺ ≥ 0, r_N ≥ 0, u_N⁺ r_N = 0`; otherwise no reaction.
//!
//! Contact is forecast when the gap in the test configuration is not positive (001 §4).

/// Shift of the normal velocity, `None` when no contact is forecast.
pub fn shift(gap: f64) -> Option<f64> {
    (gap <= 0.0).then_some(0.0)
}
