//! Fixed point with projection: x ← P_K(x - ρ F(x)), 004 "basic fixed point iterations".
//!
//! One multiplication by W an iteration, since F at the new point is known from the test of the
//! step. It converges where W is well conditioned (F co-coercive but for the shift), and is the
//! cheapest of the three; singular W make it slow but not wrong. Of 53 problems of the collection, 2 s
//! each on a busy machine: 48 to 1e-4, 40 to 1e-8. It fails (1e-4) on walls and towers of 1000 contacts
//! and more, and on wedged packings.

use super::{Correction, Inequality};
use crate::problem::Problem;
use crate::solvers::{About, Report, Settings, Solver, Watch};
use nalgebra::SVector;

/// For the table of solvers.
pub const ABOUT: About = About {
    name: "fixed-point",
    summary: "fixed point with projection and self-adaptive step",
    promise: 1e-4,
    references: "De Saxce, Feng 1998; Khobotov 1987; Acary, Bremond, Huber 2018",
    ..About::GENERAL
};

/// The solver with its buffers.
#[derive(Default)]
pub struct FixedPoint<const B: usize> {
    inequality: Inequality<B>,
}

impl<const B: usize> Solver<B> for FixedPoint<B> {
    fn solve(
        &mut self,
        problem: Problem<B>,
        settings: &Settings,
        watch: &mut Watch<B>,
        r: &mut [SVector<f64, B>],
    ) -> Report {
        self.inequality.solve(&mut ToPrediction, &problem, settings, watch, r)
    }
}

struct ToPrediction;

impl<const B: usize> Correction<B> for ToPrediction {
    fn correct(&mut self, at: &mut Inequality<B>, _: &Problem<B>) {
        std::mem::swap(&mut at.x, &mut at.predicted);
        std::mem::swap(&mut at.f, &mut at.f_predicted);
    }
}
