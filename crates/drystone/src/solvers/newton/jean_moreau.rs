//! The function of Jean and Moreau: as that of Alart and Curnier, but friction is bounded by the
//! normal impulse itself, s = (r_N)₊.
//!
//! ```text
//! F_N = r_N - (r_N - u_N)₊,   F_T = r_T - P_D(μ (r_N)₊)(r_T - u_T)
//! ```
//!
//! Derivatives: `disk.rs`. With rolling friction there is one more disk, of radius μ_r s.
//! Fails on GRFC3D_Chute (4 rolling contacts), where it stagnates at 7e-4.

use super::disk::{self, Bound};
use super::function::{ContactFunction, Linearised};
use crate::problem::Cone;
use crate::solvers::About;
use nalgebra::SVector;

/// For the table of solvers.
pub const ABOUT: About = About {
    name: "newton-jean-moreau",
    summary: "semismooth Newton on the function of Jean and Moreau",
    coulomb: [true; 3],
    rolling: true,
    symmetric: false,
    max_contacts: usize::MAX,
    promise: 1e-8,
    references: "Jean, Moreau 1987; Acary, Bremond, Huber 2018",
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
    fn derivatives_are_those_of_the_function() {
        checks::derivatives::<JeanMoreau, 1>(false);
        checks::derivatives::<JeanMoreau, 2>(false);
        checks::derivatives::<JeanMoreau, 3>(false);
        checks::derivatives::<JeanMoreau, 5>(true);
    }

    #[test]
    fn kinks_are_semismooth() {
        checks::kinks::<JeanMoreau, 2>(false);
        checks::kinks::<JeanMoreau, 3>(false);
        checks::kinks::<JeanMoreau, 5>(true);
    }

    #[test]
    fn its_zeros_are_the_law() {
        checks::zeros::<JeanMoreau, 1>(false);
        checks::zeros::<JeanMoreau, 3>(false);
        checks::zeros::<JeanMoreau, 5>(true);
    }
}
