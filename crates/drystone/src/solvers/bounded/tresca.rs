//! Successive approximation by Tresca's problems (004 eq. 52; Panagiotopoulos 1975).
//!
//! ```text
//! g = μ r_N                                              bounds of the last impulses
//! r ← argmin ½ r·W r + b·r over r_N ≥ 0, ‖r_T‖ ≤ g       convex, by projected Gauss–Seidel
//! ```
//!
//! A fixed point obeys Coulomb's law exactly. The inner problem is solved to a tenth of its first
//! change (at most a hundred sweeps), so that its accuracy follows the outer iteration; the outer
//! map is extrapolated (`acceleration.rs`) and halved when it stops gaining.
//!
//! The outer map is a contraction where friction is small or couples little with the normal
//! direction; nothing is sure beyond. Of 53 problems of the collection 48 reach 1e-4 and 43 reach
//! 1e-8 in 3 s, none cycles, OneObject-316 included. What is not reached in that time are sphere
//! packings, walls and towers of 800 contacts and more (2e-4 to 1e-2), where the sweeps of the
//! inner problems are what is slow.

use super::{Bounded, Free};
use crate::problem::Problem;
use crate::solvers::{About, Report, Settings, Solver, Watch};
use nalgebra::SVector;

/// For the table of solvers.
pub const ABOUT: About = About {
    name: "tresca",
    summary: "successive convex problems with friction bounds of the last normal impulses",
    promise: 1e-6,
    references: "Panagiotopoulos 1975; Haslinger 1983; Acary, Bremond, Huber 2018",
    reads: &["relaxation", "acceleration"],
    ..About::GENERAL
};

/// The solver with its buffers.
#[derive(Default)]
pub struct Tresca<const B: usize> {
    bounded: Bounded<B>,
}

impl<const B: usize> Solver<B> for Tresca<B> {
    fn solve(
        &mut self,
        problem: Problem<B>,
        settings: &Settings,
        watch: &mut Watch<B>,
        r: &mut [SVector<f64, B>],
    ) -> Report {
        self.bounded.solve(&[Free::Both], &problem, settings, watch, r)
    }
}
