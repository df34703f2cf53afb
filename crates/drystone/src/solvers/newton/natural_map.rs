//! The natural map of the law in De Saxcé's form (004, "natural map"):
//!
//! ```text
//! F = r - P_K(r - ũ),   ũ = (u_N + μ‖u_T‖ + μ_r‖u_R‖, u_T, u_R)
//! A = P' (∂ũ/∂u),       C = I - P'
//! ```
//!
//! with P' a generalised derivative of the projection (`projection.rs`), and that of the shift.

use super::function::{ContactFunction, Linearised, shift_derivative};
use super::projection::project;
use crate::problem::Cone;
use crate::solvers::About;
use nalgebra::{SMatrix, SVector};

/// For the table of solvers.
pub const ABOUT: About = About {
    name: "newton-natural-map",
    summary: "semismooth Newton on the natural map of De Saxce's form",
    coulomb: [true; 3],
    rolling: true,
    symmetric: false,
    max_contacts: usize::MAX,
    promise: 1e-8,
    references: "De Saxce, Feng 1998; Facchinei, Pang 2003; Acary, Bremond, Huber 2018",
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
    fn derivatives_are_those_of_the_function() {
        checks::derivatives::<NaturalMap, 1>(false);
        checks::derivatives::<NaturalMap, 2>(false);
        checks::derivatives::<NaturalMap, 3>(false);
        checks::derivatives::<NaturalMap, 3>(true);
        checks::derivatives::<NaturalMap, 5>(true);
    }

    #[test]
    fn kinks_are_semismooth() {
        checks::kinks::<NaturalMap, 2>(false);
        checks::kinks::<NaturalMap, 3>(false);
        checks::kinks::<NaturalMap, 5>(true);
    }

    #[test]
    fn its_zeros_are_the_law() {
        checks::zeros::<NaturalMap, 1>(false);
        checks::zeros::<NaturalMap, 3>(false);
        checks::zeros::<NaturalMap, 5>(true);
    }
}
