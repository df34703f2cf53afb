//! The function of Fischer and Burmeister on the second-order cone (004; Fukushima, Luo, Tseng
//! 2002), by Jordan algebra. With S = diag(1, μ, μ) both K and its dual become the Lorentz cone:
//!
//! ```text
//! x = S⁻¹ r,   y = S ũ,   F = x + y - (x∘x + y∘y)^½
//! z = (x∘x + y∘y)^½:   ∂z = L_z⁻¹ (L_x dx + L_y dy),   L_x d = x∘d
//! C = (I - L_z⁻¹ L_x) S⁻¹,   A = (I - L_z⁻¹ L_y) S ∂ũ/∂u
//! ```
//!
//! L_z is singular only where z is on the cone's boundary: at degenerate points (sticking on the
//! rim, touching without impulse). There x∘x + y∘y is moved inside by a square of round-off,
//! which gives the derivative of a neighbour.
//! The cone of rolling friction is not self-dual in any scaling, so there is no such function.
//!
//! Of 49 problems of the literature without rolling friction (5 s each) it brings 44 to 1e-4 and 42
//! to 1e-8. It needs some iterations more than the others on easy problems, is the best of them on
//! the rock pile (1e-4 in 190 iterations) and on Kapla's tower, and fails on large walls and towers
//! of bricks (3e-2 to 8e-2) and on packings of spheres.

use super::function::{ContactFunction, Linearised, shift_derivative};
use crate::problem::Cone;
use crate::solvers::About;
use nalgebra::{SMatrix, SVector};

/// For the table of solvers.
pub const ABOUT: About = About {
    name: "newton-fischer-burmeister",
    summary: "semismooth Newton on the function of Fischer and Burmeister",
    rolling: false,
    references: "Fukushima, Luo, Tseng 2002; Hayashi, Yamashita, Fukushima 2005",
    reads: &["line_search"],
    meshes: true,
    ..About::GENERAL
};

/// The function of Fischer and Burmeister.
#[derive(Clone, Copy, Debug, Default)]
pub struct FischerBurmeister;

/// Least friction that is friction.
const FRICTIONLESS: f64 = 1e-10;
/// How far (relative to ‖z‖) an argument of the root is kept from the boundary for its derivative.
const INSIDE: f64 = 1e-8;

impl ContactFunction for FischerBurmeister {
    const ROLLING: bool = false;

    fn linearise<const B: usize>(
        cone: &Cone,
        u: &SVector<f64, B>,
        r: &SVector<f64, B>,
    ) -> Linearised<B> {
        let mu = cone.mu();
        let frictionless = B == 1 || mu < FRICTIONLESS;
        let mut scale = SVector::<f64, B>::repeat(if frictionless { 0.0 } else { mu });
        scale[0] = 1.0;
        let inverse = scale.map(|s| if s > 0.0 { 1.0 / s } else { 0.0 });
        let shifted = cone.shifted(u);
        // Without friction only the normal parts meet; tangential impulses vanish.
        let (x, y) = (r.component_mul(&inverse), shifted.component_mul(&scale));
        let size = x.norm_squared() + y.norm_squared();
        let z = root_of_squares(&x, &y, 0.0);
        // At the tip of the cone the neighbour is x = y.
        let inside = if size > 0.0 { INSIDE * INSIDE * size } else { 1.0 };
        let across = inverse_of_product(&root_of_squares(&x, &y, inside));
        let identity = SMatrix::<f64, B, B>::identity();
        let (s, s_inverse) = (SMatrix::from_diagonal(&scale), SMatrix::from_diagonal(&inverse));
        let mut value = x + y - z;
        let mut by_impulse = (identity - across * product_by(&x)) * s_inverse;
        let by_velocity = (identity - across * product_by(&y)) * s * shift_derivative(cone, u);
        if frictionless {
            for i in 1..B {
                value[i] = r[i];
                by_impulse[(i, i)] = 1.0;
            }
        }
        Linearised { value, by_velocity, by_impulse }
    }
}

/// L_x, the matrix of y ↦ x∘y.
pub(in crate::solvers) fn product_by<const B: usize>(x: &SVector<f64, B>) -> SMatrix<f64, B, B> {
    SMatrix::from_fn(|i, j| match (i, j) {
        (0, j) => x[j],
        (i, 0) => x[i],
        (i, j) if i == j => x[0],
        _ => 0.0,
    })
}

/// The square root of w = x∘x + y∘y, whose eigenvalues are raised by `inside`. With d the direction
/// of w_T the eigenvalues are ‖x_T ± x₀ d‖² + ‖y_T ± y₀ d‖²: no digit is lost near the boundary.
pub(in crate::solvers) fn root_of_squares<const B: usize>(
    x: &SVector<f64, B>,
    y: &SVector<f64, B>,
    inside: f64,
) -> SVector<f64, B> {
    let mut direction = x * x[0] + y * y[0];
    direction[0] = 0.0;
    let length = direction.norm();
    if length > 0.0 {
        direction /= length;
    }
    let eigenvalue = |sign: f64| {
        let part = |x: &SVector<f64, B>| {
            let tangential = |i: usize| (x[i] + sign * x[0] * direction[i]).powi(2);
            if length > 0.0 { (1..B).map(tangential).sum() } else { x.norm_squared() }
        };
        (part(x) + part(y) + inside).sqrt()
    };
    let (great, small) = (eigenvalue(1.0), eigenvalue(-1.0));
    let mut out = direction * (0.5 * (great - small));
    out[0] = 0.5 * (great + small);
    out
}

/// L_z⁻¹.
pub(in crate::solvers) fn inverse_of_product<const B: usize>(
    z: &SVector<f64, B>,
) -> SMatrix<f64, B, B> {
    let tangent = (1..B).map(|i| z[i] * z[i]).sum::<f64>().sqrt();
    let det = ((z[0] - tangent) * (z[0] + tangent)).max(f64::MIN_POSITIVE);
    SMatrix::from_fn(|i, j| match (i, j) {
        (0, 0) => z[0] / det,
        (0, j) => -z[j] / det,
        (i, 0) => -z[i] / det,
        (i, j) => {
            let identity = if i == j { 1.0 } else { 0.0 };
            (identity + z[i] * z[j] / det) / z[0]
        }
    })
}

#[cfg(test)]
mod tests {
    use super::super::function::checks;
    use super::FischerBurmeister;

    #[test]
    fn it_is_a_function_of_the_law() {
        checks::all::<FischerBurmeister>();
    }
}
