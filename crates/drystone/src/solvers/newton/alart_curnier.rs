//! The function of Alart and Curnier (000 §5.3; 004): friction is bounded by the normal impulse
//! that the augmented law proposes, s = (r_N - u_N)₊.
//!
//! ```text
//! F_N = r_N - (r_N - u_N)₊,   F_T = r_T - P_D(μ (r_N - u_N)₊)(r_T - u_T)
//! ```
//!
//! Derivatives: `disk.rs`. With rolling friction there is one more disk, of radius μ_r s.
//!
//! Of 53 problems of the literature (5 s each) it brings 49 to 1e-4 and 48 to 1e-8, mostly in 2 to
//! 25 iterations, brick walls and towers among them. It fails on wedged packings (sphere packings,
//! the rock pile, Kapla's tower: residuals of 5e-3 to 0.3), and stops at 4e-7 on the largest flow
//! in the plane.

use super::disk::{self, Bound};
use super::function::{ContactFunction, Linearised};
use crate::problem::Cone;
use crate::solvers::About;
use nalgebra::SVector;

/// For the table of solvers.
pub const ABOUT: About = About {
    name: "newton-alart-curnier",
    summary: "semismooth Newton on the function of Alart and Curnier",
    references: "Alart, Curnier 1991; Jean 1999 (section 5.3); Acary, Bremond, Huber 2018",
    reads: &["line_search"],
    meshes: true,
    ..About::GENERAL
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
    fn it_is_a_function_of_the_law() {
        checks::all::<AlartCurnier>();
    }
}
