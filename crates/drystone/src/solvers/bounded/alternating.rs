//! Normal and tangential problems in turn (Panagiotopoulos 1975; named in 004 after eq. 53).
//!
//! ```text
//! r_N ← argmin over r_N ≥ 0 with r_T fixed                 a quadratic programme
//! r_T ← argmin over ‖r_T‖ ≤ μ r_N with r_N fixed           Tresca's problem
//! ```
//!
//! each by projected Gauss–Seidel to a tenth of its first change. It differs from `tresca` in that
//! normal impulses do not see friction until the next round: cheaper inner problems, more of them.
//! A fixed point obeys Coulomb's law exactly.
//!
//! Of 53 problems of the collection 47 reach 1e-4 and 43 reach 1e-8 in 3 s; in about the time of
//! `tresca` on small problems (Capsules-404: 0.08 s to 1e-6 instead of 0.22 s), worse on
//! RockPile (2e-4), and on the same large packings, walls and towers (7e-4 to 5e-3).

use super::{Bounded, Free};
use crate::problem::Problem;
use crate::solvers::{About, Report, Settings, Solver, Watch};
use nalgebra::SVector;

/// For the table of solvers.
pub const ABOUT: About = About {
    name: "alternating",
    summary: "normal problem with friction fixed, friction with normal impulses fixed, in turn",
    promise: 1e-6,
    references: "Panagiotopoulos 1975; Acary, Bremond, Huber 2018",
    reads: &["relaxation", "acceleration"],
    ..About::GENERAL
};

/// The solver with its buffers.
#[derive(Default)]
pub struct Alternating<const B: usize> {
    bounded: Bounded<B>,
}

impl<const B: usize> Solver<B> for Alternating<B> {
    fn solve(
        &mut self,
        problem: Problem<B>,
        settings: &Settings,
        watch: &mut Watch<B>,
        r: &mut [SVector<f64, B>],
    ) -> Report {
        self.bounded.solve(&[Free::Normal, Free::Tangential], &problem, settings, watch, r)
    }
}
