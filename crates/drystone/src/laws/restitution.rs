//! Moreau's restitution (001 §5): the law holds for a weighted mean of the velocities before
//! and after the shock,
//!
//! ```text
//! ū_N = (ρ u_N⁻ + u_N⁺)/(1 + ρ),   ū_T = (τ u_T⁻ + u_T⁺)/(1 + τ).
//! ```
//!
//! Signorini's condition and Coulomb's law do not change when u_N or u_T is multiplied by a
//! positive number, so this is a shift by (ρ u_N⁻, τ u_T⁻). For a single contact ρ is Newton's
//! coefficient; with ρ = τ = 1 and no friction a multiple collision keeps the energy.

use nalgebra::SVector;

/// Shift of the velocity; none before the bodies touch.
pub fn shift<const B: usize>(
    normal: f64,
    tangential: f64,
    before: &SVector<f64, B>,
    gap: f64,
) -> SVector<f64, B> {
    if gap > 0.0 {
        return SVector::zeros();
    }
    let mut shift = before * tangential;
    shift[0] = before[0] * normal;
    shift
}
