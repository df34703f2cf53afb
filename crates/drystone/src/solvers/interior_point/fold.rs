//! Following the central path where it folds.
//!
//! In wedged packings the solutions of the interior point's equations for a target τ do not go
//! down to τ = 0 in one go: the path turns back in τ, and no step rule that insists on a smaller τ
//! can pass. So τ becomes an unknown, and the path is followed by its arc length. With the matrix
//! factorised once, z_N the Newton step at the present τ and z_τ = dz/dτ:
//!
//! ```text
//! corrector   dτ = -⟨z_N, z_τ⟩ / (‖z_τ‖² + 1/τ²),  dz = z_N + dτ z_τ       finite at a fold
//! predictor   ± h (z_τ, 1) / (‖z_τ‖² + 1/τ²)^½
//! ```
//!
//! in the metric of the scaled variables. The sign of the determinant orients the path: dτ/ds has
//! the opposite one, so a path is never run back.
//!
//! Alone it promises 1e-5 only: round-off ends it between 1e-8 and 1e-6 on small easy problems, whose
//! last digits `auto` gets from sweeps.

use super::point;
use super::{InteriorPoint, Work, moved};
use crate::problem::{Form, Problem};
use crate::solvers::systems::System;
use crate::solvers::{About, Report, Settings, Solver, Status, Watch};
use nalgebra::SVector;

/// For the table of solvers.
pub const ABOUT: About = About {
    name: "path-following",
    summary: "interior point that follows the central path through its folds; for wedged packings",
    coulomb: [true; 3],
    rolling: true,
    symmetric: false,
    max_contacts: usize::MAX,
    promise: 1e-5,
    references: "Keller 1977 (arc length); Allgower, Georg 1990; see interior-point",
};

/// The solver with its buffers.
#[derive(Default)]
pub struct PathFollowing<const B: usize> {
    pub(in crate::solvers) interior_point: InteriorPoint<B>,
}

impl<const B: usize> PathFollowing<B> {
    /// Plans the factorisation for a problem; gives its arithmetic and its memory.
    pub(in crate::solvers) fn prepare(&mut self, problem: Problem<B>) -> (f64, usize) {
        self.interior_point.system.prepare(problem);
        self.interior_point.system.cost(problem)
    }
}

impl<const B: usize> Solver<B> for PathFollowing<B> {
    fn solve(
        &mut self,
        problem: Problem<B>,
        settings: &Settings,
        watch: &mut Watch<B>,
        r: &mut [SVector<f64, B>],
    ) -> Report {
        if let Some(status) = watch.judge(&problem, settings, 0, r) {
            return watch.finish(status, 0, r);
        }
        let (mut status, mut iterations) =
            self.interior_point.iterate(problem, settings, watch, true);
        if status == Status::Stagnated {
            let InteriorPoint { system, work, .. } = &mut self.interior_point;
            let products: usize = problem.cones().iter().map(point::products::<B>).sum();
            let mut fold = Fold::new(work.gap(problem) / products as f64);
            while fold.follow(work, system, problem) {
                iterations += 1;
                let verdict = watch.judge(&problem, settings, iterations, &work.impulses);
                if let Some(verdict) = verdict {
                    status = verdict;
                    break;
                }
            }
        }
        watch.finish(status, iterations, r)
    }
}

/// Proximal damping (relative to W_NN): bounds the matrix against round-off in the last digits,
/// too small to move a fold.
const DAMPING: f64 = 1e-8;
/// Distance from the path (relative to τ) below which a predictor is dared.
const NEAR: f64 = 0.3;
/// Distance from the path after a predictor, at most.
const FAR: f64 = 2.0;
/// Bounds of a change of τ, relative to τ.
const CHANGE: (f64, f64) = (-0.97, 4.0);

/// The state of the follower.
pub(super) struct Fold {
    tau: f64,
    /// Arc length of the last predictor.
    length: f64,
}

impl Fold {
    pub fn new(tau: f64) -> Self {
        Self { tau, length: 0.1 }
    }

    /// One iteration; `false` when it cannot go on.
    pub fn follow<const B: usize>(
        &mut self,
        work: &mut Work<B>,
        system: &mut System<B>,
        problem: Problem<B>,
    ) -> bool {
        work.refresh(problem);
        work.linearise(problem, DAMPING);
        let sign = system.factor(problem, &work.e);
        if sign == 0.0 {
            return false;
        }
        // The derivative goes to `predictor`, the Newton step to `step`.
        work.differentiate(system, problem);
        work.correct(system, problem, self.tau, false);

        let inverse = 1.0 / (self.tau * self.tau);
        let (mut across, mut along) = (0.0, 0.0);
        for ((linear, newton), rate) in work.linear.iter().zip(&work.step).zip(&work.predictor) {
            across += linear.inner(newton, rate, self.tau);
            along += linear.inner(rate, rate, self.tau);
        }
        let speed = (along + inverse).sqrt();
        let correction = -across / (along + inverse);
        if !(speed.is_finite() && correction.is_finite()) {
            return false;
        }
        for (step, rate) in work.step.iter_mut().zip(&work.predictor) {
            *step = moved(step, rate, correction);
        }
        if work.distance(problem, self.tau).1 < NEAR {
            self.predict(work, problem, correction, -sign / speed)
        } else {
            self.correct(work, problem, correction)
        }
    }

    /// Corrector and as much of a predictor as stays near the path.
    fn predict<const B: usize>(
        &mut self,
        work: &mut Work<B>,
        problem: Problem<B>,
        correction: f64,
        direction: f64,
    ) -> bool {
        let mut length = 4.0 * self.length;
        for _ in 0..60 {
            let change = correction + length * direction;
            let inside = change > CHANGE.0 * self.tau && change < CHANGE.1 * self.tau;
            if inside {
                work.trial.clear();
                let all = work.variables.iter().zip(&work.step).zip(&work.predictor);
                let trial =
                    all.map(|((x, d), rate)| moved(&moved(x, d, 1.0), rate, length * direction));
                work.trial.extend(trial);
                if work.trial_is_inside(problem, 0.05)
                    && point::distance(&work.trial, problem.cones(), self.tau + change).1 < FAR
                {
                    std::mem::swap(&mut work.variables, &mut work.trial);
                    work.impulses_of_variables(problem);
                    self.tau += change;
                    self.length = length;
                    return true;
                }
            }
            length *= 0.7;
        }
        self.correct(work, problem, correction)
    }

    /// Back to the path, as far as that brings it nearer.
    fn correct<const B: usize>(
        &mut self,
        work: &mut Work<B>,
        problem: Problem<B>,
        correction: f64,
    ) -> bool {
        let before = work.distance(problem, self.tau).0;
        let mut alpha: f64 = 1.0;
        for _ in 0..40 {
            let tau = self.tau + alpha * correction;
            if tau > 0.0 {
                work.trial.clear();
                let all = work.variables.iter().zip(&work.step);
                work.trial.extend(all.map(|(x, d)| moved(x, d, alpha)));
                if work.trial_is_inside(problem, 0.05)
                    && point::distance(&work.trial, problem.cones(), tau).0 < before
                {
                    std::mem::swap(&mut work.variables, &mut work.trial);
                    work.impulses_of_variables(problem);
                    self.tau = tau;
                    return true;
                }
            }
            alpha *= 0.6;
        }
        false
    }
}

impl<const B: usize> Work<B> {
    /// The derivative of the variables in τ, into `predictor`.
    fn differentiate(&mut self, system: &mut System<B>, problem: Problem<B>) {
        self.targets.clear();
        self.targets.extend(self.linear.iter().map(|linear| linear.rate()));
        self.solve(system, problem);
        std::mem::swap(&mut self.predictor, &mut self.step);
    }

    /// Distance of the products from τ, relative to τ: quadratic mean and maximum.
    fn distance(&self, problem: Problem<B>, tau: f64) -> (f64, f64) {
        point::distance(&self.variables, problem.cones(), tau)
    }

    /// Whether every product's factors keep more than a share of their distance to the boundary.
    fn trial_is_inside(&self, problem: Problem<B>, share: f64) -> bool {
        let all = self.trial.iter().zip(&self.variables).zip(problem.cones());
        all.into_iter().all(|((new, old), cone)| point::is_inside(new, old, cone, share))
    }
}
