//! Signorini condition on the gap at the very end of the step, the inconsistent choice of 000 §6.2:
//! g(q⁺) = g̃ + θ h u_N⁺ ≥ 0 complementary to r_N.
//!
//! Only with θ = 1 are gaps of zero before and after a step a velocity of zero (000 eq. 35). Else a contact that
//! has come with a velocity u_N⁻ leaves the step with -(1 - θ)/θ u_N⁻, and for θ = 1/2 that goes on for ever, to and
//! fro with the period of two steps. It is here to show this, and for comparison with codes that do so.

/// Shift of the normal velocity (m/s).
pub fn shift(gap: f64, theta: f64, h: f64) -> f64 {
    gap / (theta * h)
}
