//! Schatzman and Paoli's condition on positions: the gap of (q_{k+1} + e q_{k-1})/(1 + e) is not negative,
//! complementary to r_N. With θ = 1 the step is their scheme, M (q_{k+1} - 2 q_k + q_{k-1}) = h² F + h r.
//!
//! About q_k the gap of that place is g + h (u_N⁺ - e u_N⁻)/(1 + e); where θ < 1, q_{k+1} is q̃ + θ h v⁺.
//! A shock takes two steps and more, in which restitution comes about by itself.

use super::Seen;

/// Shift of the normal velocity (m/s), with the coefficient of restitution e.
pub fn shift(seen: &Seen, e: f64) -> f64 {
    let before = seen.gap_before() - seen.h * seen.before[0];
    (seen.gap + e * before) / (seen.theta * seen.h)
}
