//! Signorini condition on the gap (000 eq. 24): `u_N⁺ + g/h ≥ 0` complementary to r_N.
//!
//! A penetration is pushed back to zero within one step. Between rigid bodies this may inject
//! energy (000 §4.3); it is meant for deformable bodies and for correcting an initial state.

/// Shift of the normal velocity (m/s).
pub fn shift(gap: f64, h: f64) -> f64 {
    gap / h
}
