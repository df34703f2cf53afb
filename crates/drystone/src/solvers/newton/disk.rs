//! Normal and tangential parts apart: what the functions of Alart and Curnier, and of Jean and
//! Moreau, share.
//!
//! ```text
//! F_N = r_N - (r_N - u_N)₊,   F_T = r_T - P_D(μ s)(r_T - u_T)
//! ```
//!
//! with P_D(R) the projection on the disk of radius R. The two differ in s. With x = r_T - u_T,
//! t = x/‖x‖: inside the disk F_T = u_T, outside P = μ s t and ∂P/∂x = (μ s/‖x‖) (I - t tᵀ).

use super::function::{Linearised, length};
use crate::problem::Cone;
use nalgebra::{SMatrix, SVector};

/// The normal impulse s ≥ 0 that bounds friction, with its derivatives in r_N and u_N.
pub struct Bound {
    pub value: f64,
    pub by_impulse: f64,
    pub by_velocity: f64,
}

/// F with its derivatives for a bound.
pub fn linearise<const B: usize>(
    cone: &Cone,
    u: &SVector<f64, B>,
    r: &SVector<f64, B>,
    bound: &Bound,
) -> Linearised<B> {
    let mut out =
        Linearised { value: *r, by_velocity: SMatrix::zeros(), by_impulse: SMatrix::identity() };
    if r[0] - u[0] > 0.0 {
        out.value[0] = u[0];
        out.by_velocity[(0, 0)] = 1.0;
        out.by_impulse[(0, 0)] = 0.0;
    }
    let x = r - u;
    for (from, to, mu) in cone.parts::<B>() {
        let (length, radius) = (length(&x, from, to), mu * bound.value);
        if length <= radius && radius > 0.0 {
            for i in from..to {
                out.value[i] = u[i];
                out.by_velocity[(i, i)] = 1.0;
                out.by_impulse[(i, i)] = 0.0;
            }
        } else if length > 0.0 {
            let turned = radius / length;
            for i in from..to {
                let t = x[i] / length;
                out.value[i] -= radius * t;
                out.by_impulse[(i, 0)] -= mu * bound.by_impulse * t;
                out.by_velocity[(i, 0)] -= mu * bound.by_velocity * t;
                for j in from..to {
                    let identity = if i == j { 1.0 } else { 0.0 };
                    let derivative = turned * (identity - t * x[j] / length);
                    out.by_impulse[(i, j)] -= derivative;
                    out.by_velocity[(i, j)] += derivative;
                }
            }
        }
    }
    out
}
