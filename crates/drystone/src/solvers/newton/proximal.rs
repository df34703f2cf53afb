//! Proximal points: the method of multipliers, each problem solved by Newton (`augmented.rs`).
//!
//! ```text
//! inner    Φ(z) = 0 for the anchor r_k, until ‖Φ‖ is a tenth of what the impulses moved
//! outer    r_{k+1} = P_K(r_k - ρ ũ)
//! ```
//!
//! The outer iteration contracts the faster the larger ρ is, the inner one needs ρ small enough to
//! stay solvable, because Coulomb's law is not the gradient of anything. So ρ grows while inner
//! solves are short and is cut back where one fails, in which case the outer step is not made.
//! Self-stresses, which make other Newton methods drift, only move as far as they must.
//!
//! Of 53 problems of the literature (5 s each) it brings 47 to 1e-4 and 45 to 1e-8. It is slow: what
//! fails are walls and towers of bricks (4e-3 to 3e-2 when time is over) and packings, all of which
//! `newton-velocity`, with one Newton step a proximal point, does better.

use super::augmented::Augmented;
use super::progress::{PATIENCE, Progress};
use crate::problem::Problem;
use crate::solvers::{About, Report, Settings, Solver, Status, Watch};
use nalgebra::SVector;

/// For the table of solvers.
pub const ABOUT: About = About {
    name: "proximal",
    summary: "proximal points (method of multipliers), each by Newton on the velocities",
    references: "Rockafellar 1976; Simo, Laursen 1992; Acary, Bremond, Huber 2018",
    meshes: true,
    ..About::GENERAL
};

/// First, least and greatest ρ.
const FIRST: f64 = 30.0;
const LEAST: f64 = 1e-3;
const GREATEST: f64 = 1e7;
/// Growth of ρ after short inner solves.
const GROWTH: f64 = 3.0;
/// Steps of an inner solve, at most.
const INNER: usize = 30;
/// Inner steps shorter than 0.1 in a row that mean it has failed.
const SHORT: usize = 3;
/// ‖Φ‖ at the end of an inner solve, relative to what the impulses moved.
const ACCURACY: f64 = 0.1;
/// Growth of the residual over the best that is not accepted after a failure.
const WORSE: f64 = 1.5;

/// The solver with its buffers.
#[derive(Default)]
pub struct Proximal<const B: usize> {
    augmented: Augmented<B>,
}

impl<const B: usize> Solver<B> for Proximal<B> {
    fn solve(
        &mut self,
        problem: Problem<B>,
        settings: &Settings,
        watch: &mut Watch<B>,
        r: &mut [SVector<f64, B>],
    ) -> Report {
        if let Some(report) = watch.begin(&problem, &ABOUT, settings, r) {
            return report;
        }
        self.augmented.start(problem, r);
        let (mut rho, mut iterations) = (FIRST, 0);
        let mut progress = Progress::new(watch.best());
        let status = loop {
            let (solved, steps) = self.inner(problem, settings, watch, rho, iterations);
            iterations += steps.max(1);
            self.augmented.settle();
            match watch.judge(&problem, settings, iterations, &self.augmented.r) {
                Some(Status::Diverged) | None => {}
                Some(status) => break status,
            }
            if solved || watch.latest() <= WORSE * watch.best() {
                self.augmented.drop_anchor();
            } else {
                self.augmented.return_to_anchor();
            }
            if !solved {
                rho /= GROWTH * GROWTH;
            } else if steps <= 4 {
                rho = (GROWTH * rho).min(GREATEST);
            }
            if rho < LEAST || progress.stalled(watch.best(), iterations) > PATIENCE {
                break Status::Stagnated;
            }
        };
        watch.finish(status, iterations, r)
    }
}

impl<const B: usize> Proximal<B> {
    /// Solves the problem of an anchor after some iterations; gives whether it did, and the steps it
    /// took.
    fn inner(
        &mut self,
        problem: Problem<B>,
        settings: &Settings,
        watch: &Watch<B>,
        rho: f64,
        done: usize,
    ) -> (bool, usize) {
        let mut short = 0;
        let most = INNER.min(settings.max_iterations.saturating_sub(done));
        for steps in 0..most {
            let norm = self.augmented.linearise(problem, rho);
            if steps > 0 && norm <= ACCURACY * self.augmented.moved() {
                return (true, steps);
            }
            if norm == 0.0 || watch.out_of_time(settings) {
                return (norm == 0.0, steps);
            }
            match self.augmented.step(problem, rho, norm) {
                Some(alpha) if alpha < 0.1 => short += 1,
                Some(_) => short = 0,
                None => short = SHORT,
            }
            if short >= SHORT {
                self.augmented.linearise(problem, rho);
                return (false, steps + 1);
            }
        }
        self.augmented.linearise(problem, rho);
        (false, most)
    }
}
