//! The natural map of the law in De Saxcé's form (004, "natural map"):
//!
//! ```text
//! F = r - P_K(r - ũ),   ũ = (u_N + μ‖u_T‖ + μ_r‖u_R‖, u_T, u_R)
//! A = P' (∂ũ/∂u),       C = I - P'
//! ```
//!
//! with P' a generalised derivative of the projection (`projection.rs`), and that of the shift.
//!
//! Of 53 problems of the literature (5 s each) it brings 47 to 1e-4 and 44 to 1e-8. It fails on
//! wedged packings as the others do, and also on towers of bricks (2e-3 to 4e-3) and, to 1e-8, on
//! two packings of some hundred contacts, where the kink of ‖u_T‖ holds it up. From near
//! a solution it is the best of them (`polish.rs`).

use super::function::{ContactFunction, Linearised, shift_derivative};
use super::projection::project;
use crate::problem::Cone;
use crate::solvers::About;
use nalgebra::{SMatrix, SVector};

/// For the table of solvers.
pub const ABOUT: About = About {
    name: "newton-natural-map",
    summary: "semismooth Newton on the natural map of De Saxce's form",
    references: "De Saxce, Feng 1998; Facchinei, Pang 2003; Acary, Bremond, Huber 2018",
    reads: &["line_search"],
    meshes: true,
    ..About::GENERAL
};

/// The natural map.
#[derive(Clone, Copy, Debug, Default)]
pub struct NaturalMap;

impl ContactFunction for NaturalMap {
    const ROLLING: bool = true;

    fn linearise<const B: usize>(
        cone: &Cone,
        u: &SVector<f64, B>,
        r: &SVector<f64, B>,
    ) -> Linearised<B> {
        let (projection, derivative) = project(cone, &(r - cone.shifted(u)));
        Linearised {
            value: r - projection,
            by_velocity: derivative * shift_derivative(cone, u),
            by_impulse: SMatrix::identity() - derivative,
        }
    }

    fn value<const B: usize>(
        cone: &Cone,
        u: &SVector<f64, B>,
        r: &SVector<f64, B>,
    ) -> SVector<f64, B> {
        r - cone.project(&(r - cone.shifted(u)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::function::checks;
    use super::NaturalMap;

    #[test]
    fn it_is_a_function_of_the_law() {
        checks::all::<NaturalMap>();
    }
}
