//! Quasi-inelastic shock (000 eq. 25): `u_N⁺ + max(0, g)/h ≥ 0` complementary to r_N.
//!
//! A shock takes two steps: the first closes the gap, the second is inelastic. A penetration
//! is not corrected, so it costs no energy. No forecast is needed.

/// Shift of the normal velocity (m/s).
pub fn shift(gap: f64, h: f64) -> f64 {
    gap.max(0.0) / h
}
