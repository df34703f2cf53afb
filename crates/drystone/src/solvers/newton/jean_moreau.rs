//! The function of Jean and Moreau: as that of Alart and Curnier, but friction is bounded by the
//! normal impulse itself, s = (r_N)₊.
//!
//! ```text
//! F_N = r_N - (r_N - u_N)₊,   F_T = r_T - P_D(μ (r_N)₊)(r_T - u_T)
//! ```
//!
//! Derivatives: `disk.rs`. With rolling friction there is one more disk, of radius μ_r s.
//!
//! Of 53 problems of the literature (5 s each) it brings 48 to 1e-4 and 46 to 1e-8. It fails where
//! that of Alart and Curnier does, and besides on one problem with rolling friction (7e-4) and, to
//! 1e-8, on a box of spheres (6e-7).

use super::disk::{self, Bound};
use super::function::{ContactFunction, Linearised};
use crate::problem::Cone;
use crate::solvers::About;
use nalgebra::SVector;

/// For the table of solvers.
pub const ABOUT: About = About {
    name: "newton-jean-moreau",
    summary: "semismooth Newton on the function of Jean and Moreau",
    references: "Jean, Moreau 1987; Acary, Bremond, Huber 2018",
    reads: &["line_search"],
    meshes: true,
    ..About::GENERAL
};

/// The function of Jean and Moreau.
#[derive(Clone, Copy, Debug, Default)]
pub struct JeanMoreau;

impl ContactFunction for JeanMoreau {
    const ROLLING: bool = true;

    fn linearise<const B: usize>(
        cone: &Cone,
        u: &SVector<f64, B>,
        r: &SVector<f64, B>,
    ) -> Linearised<B> {
        let slope = if r[0] > 0.0 { 1.0 } else { 0.0 };
        let bound = Bound { value: r[0].max(0.0), by_impulse: slope, by_velocity: 0.0 };
        disk::linearise(cone, u, r, &bound)
    }
}

#[cfg(test)]
mod tests {
    use super::super::function::checks;
    use super::JeanMoreau;

    #[test]
    fn it_is_a_function_of_the_law() {
        checks::all::<JeanMoreau>();
    }
}
