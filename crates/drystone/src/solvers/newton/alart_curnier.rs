//! The function of Alart and Curnier (000 §5.3; 004): friction is bounded by the normal impulse
//! that the augmented law proposes, s = (r_N - u_N)₊.
//!
//! ```text
//! F_N = r_N - (r_N - u_N)₊,   F_T = r_T - P_D(μ (r_N - u_N)₊)(r_T - u_T)
//! ```
//!
//! Derivatives: `disk.rs`. With rolling friction there is one more disk, of radius μ_r s.

use super::disk::{self, Bound};
use super::function::{ContactFunction, Linearised};
use crate::problem::Cone;
use crate::solvers::About;
use nalgebra::SVector;

/// For the table of solvers.
pub const ABOUT: About = About {
    name: "newton-alart-curnier",
    summary: "semismooth Newton on the function of Alart and Curnier",
    coulomb: [true; 3],
    rolling: true,
    symmetric: false,
    max_contacts: usize::MAX,
    promise: 1e-8,
    references: "Alart, Curnier 1991; Jean 1999 (000 section 5.3); Acary, Bremond, Huber 2018",
};

/// The function of Alart and Curnier.
#[derive(Clone, Copy, Debug, Default)]
pub struct AlartCurnier;

impl ContactFunction for AlartCurnier {
    const ROLLING: bool = true;

    fn linearise<const B: usize>(
        cone: &Cone,
        u: &SVector<f64, B>,
        r: &SVector<f64, B>,
    ) -> Linearised<B> {
        let proposed = r[0] - u[0];
        let slope = if proposed > 0.0 { 1.0 } else { 0.0 };
        let bound = Bound { value: proposed.max(0.0), by_impulse: slope, by_velocity: -slope };
        disk::linearise(cone, u, r, &bound)
    }
}

#[cfg(test)]
mod tests {
    use super::super::function::checks;
    use super::AlartCurnier;

    #[test]
    fn derivatives_are_those_of_the_function() {
        checks::derivatives::<AlartCurnier, 1>(false);
        checks::derivatives::<AlartCurnier, 2>(false);
        checks::derivatives::<AlartCurnier, 3>(false);
        checks::derivatives::<AlartCurnier, 5>(true);
    }

    #[test]
    fn kinks_are_semismooth() {
        checks::kinks::<AlartCurnier, 2>(false);
        checks::kinks::<AlartCurnier, 3>(false);
        checks::kinks::<AlartCurnier, 5>(true);
    }

    #[test]
    fn its_zeros_are_the_law() {
        checks::zeros::<AlartCurnier, 1>(false);
        checks::zeros::<AlartCurnier, 3>(false);
        checks::zeros::<AlartCurnier, 5>(true);
    }
}
