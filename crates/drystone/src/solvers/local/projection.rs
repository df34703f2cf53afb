//! Projected fixed point on one contact, with a step that adapts itself.
//!
//! ```text
//! r⁺ = P_K(r - ρ ũ(r)),   ρ ‖ũ(r⁺) - ũ(r)‖ ≤ L ‖r⁺ - r‖,   L = 0.9
//! ```
//!
//! ρ shrinks until the inequality holds and grows where the left side is below a third of the right
//! one (004; Khobotov 1987). Linear, at a rate of one minus the reciprocal condition of W.

use super::Local;
use nalgebra::SVector;

/// Iterations at most.
const MOST: usize = 2000;
/// Change of r, relative to r, at which it ends.
const SMALL: f64 = 1e-16;

pub(super) fn solve<const B: usize>(
    contact: &Local<B>,
    q: &SVector<f64, B>,
    previous: &SVector<f64, B>,
) -> SVector<f64, B> {
    let cone = contact.cone();
    let shifted = |r: &SVector<f64, B>| cone.shifted(&(contact.w * r + q));
    let mut rho = 1.0 / contact.w.norm().max(f64::MIN_POSITIVE);
    let mut r = *previous;
    let mut u = shifted(&r);
    for _ in 0..MOST {
        let mut next = cone.project(&(r - u * rho));
        let mut after = shifted(&next);
        let mut ratio = rho * (after - u).norm() / (next - r).norm();
        for _ in 0..60 {
            if ratio <= 0.9 || ratio.is_nan() {
                break;
            }
            rho *= (0.8 / ratio).max(0.5);
            next = cone.project(&(r - u * rho));
            after = shifted(&next);
            ratio = rho * (after - u).norm() / (next - r).norm();
        }
        let change = (next - r).norm();
        (r, u) = (next, after);
        if change <= SMALL * r.norm() {
            break;
        }
        if ratio < 0.3 {
            rho *= 1.5;
        }
    }
    r
}
