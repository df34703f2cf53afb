//! Following the central path where it folds.
//!
//! In wedged packings the solutions of the interior point's equations for a target τ do not go
//! down to τ = 0 in one go: the path turns back in τ, and no step rule that insists on a smaller τ
//! can pass. So τ becomes an unknown, and the path is followed by its arc length. With the matrix
//! factorised once, z_N the Newton step at the present τ and z_τ = dz/dτ:
//!
//! ```text
//! corrector   dτ = -⟨z_N, z_τ⟩ / (‖z_τ‖² + 1/τ²),  dz = z_N + dτ z_τ       finite at a fold
//! predictor   s (z_τ, 1) + ½ s² (z'' + τ'' z_τ, τ''),   s = ± h / (‖z_τ‖² + 1/τ²)^½
//! ```
//!
//! in the metric of the scaled variables. The equations are bilinear, so the second derivative z''
//! costs one more solution with the same factors; τ'' makes it orthogonal to the path, as dτ does
//! for the corrector. The sign of the determinant orients the path: dτ/ds has the opposite one, so
//! a path is never run back. How near the path a point is say the eigenvalues of its scaled
//! products λ∘λ, which Newton's directions bring nearer to τ; the products y∘r themselves they need
//! not.
//!
//! Of 53 problems of the literature (10 s each) it brings 47 to 1e-8, wedged packings of 463 and 788
//! contacts among them (1,000 and 90 iterations). It fails on a packing of 3,831 contacts, whose
//! path folds hundreds of times (2e-4). Alone it promises 1e-5 only: round-off ends it between 1e-8
//! and 1e-6 on small easy problems (one of them, badly scaled, at 7e-5), whose last digits `auto`
//! gets from sweeps.

use super::InteriorPoint;
use super::point;
use super::work::{Work, moved};
use crate::problem::{Form, Problem};
use crate::solvers::systems::System;
use crate::solvers::{About, Report, Settings, Solver, Status, Watch};
use nalgebra::SVector;

/// For the table of solvers.
pub const ABOUT: About = About {
    name: "path-following",
    summary: "interior point that follows the central path through its folds; for wedged packings",
    promise: 1e-5,
    references: "Keller 1977 (arc length); Allgower, Georg 1990; see interior-point",
    meshes: true,
    ..About::GENERAL
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
        let products: usize = problem.cones().iter().map(point::products::<B>).sum();
        // Joints alone are linear: there is no path.
        if status == Status::Stagnated && products > 0 {
            let InteriorPoint { system, work, .. } = &mut self.interior_point;
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

/// Proximal damping (relative to W_NN), the next where one fails: it bounds the matrix against
/// round-off, but what it leaves behind in y - ũ can hide the path.
const DAMPINGS: [f64; 3] = [1e-8, 0.0, 1e-7];
/// Distance from the path (relative to τ) up to which a predictor is dared, and to which it may lead.
const NEAR: f64 = 2.0;
/// Share of its distance to the boundary that every factor keeps in a step.
const KEPT: f64 = 0.05;
/// Bounds of a change of τ, relative to τ.
const CHANGE: (f64, f64) = (-0.97, 4.0);

/// The state of the follower.
pub(super) struct Fold {
    tau: f64,
    /// Arc length of the last predictor.
    length: f64,
}

/// Changes of τ to go with those of the variables.
struct Course {
    /// The corrector's dτ.
    correction: f64,
    /// dτ of a unit of arc length.
    direction: f64,
    /// τ''.
    turn: f64,
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
        DAMPINGS.iter().any(|&damping| {
            let course = self.course(work, system, problem, damping);
            course.is_some_and(|course| self.advance(work, problem, &course))
        })
    }

    /// Corrector (in `step`) and first and second derivative (in `predictor` and `bend`); nothing
    /// where the matrix is singular.
    fn course<const B: usize>(
        &self,
        work: &mut Work<B>,
        system: &mut System<B>,
        problem: Problem<B>,
        damping: f64,
    ) -> Option<Course> {
        work.linearise(problem, damping);
        let sign = system.factor(problem, &work.e);
        if sign == 0.0 {
            return None;
        }
        work.differentiate(system, problem);
        work.correct(system, problem, self.tau, false);

        let inverse = 1.0 / (self.tau * self.tau);
        let (mut across, mut along, mut turning) = (0.0, 0.0, 0.0);
        for (c, rate) in work.predictor.iter().enumerate() {
            let linear = &work.linear[c];
            across += linear.inner(&work.step[c], rate, self.tau);
            along += linear.inner(rate, rate, self.tau);
            turning += linear.inner(&work.bend[c], rate, self.tau);
        }
        let squared = along + inverse;
        let (correction, turn) = (-across / squared, -turning / squared);
        let direction = -sign / squared.sqrt();
        if !(direction.is_finite() && correction.is_finite() && turn.is_finite()) {
            return None;
        }
        for (c, rate) in work.predictor.iter().enumerate() {
            work.step[c] = moved(&work.step[c], rate, correction);
            work.bend[c] = moved(&work.bend[c], rate, turn);
        }
        Some(Course { correction, direction, turn })
    }

    /// Corrector and as much of a predictor as stays near the path; the corrector alone where that
    /// is nothing.
    fn advance<const B: usize>(
        &mut self,
        work: &mut Work<B>,
        problem: Problem<B>,
        course: &Course,
    ) -> bool {
        let mut length = 4.0 * self.length;
        let tries = if work.distance(problem, self.tau).1 < NEAR { 60 } else { 0 };
        for _ in 0..tries {
            let way = length * course.direction;
            let half = 0.5 * way * way;
            let change = course.correction + way + half * course.turn;
            if change > CHANGE.0 * self.tau && change < CHANGE.1 * self.tau {
                let Work { trial, variables, step, predictor, bend, .. } = &mut *work;
                trial.clear();
                trial.extend(variables.iter().enumerate().map(|(c, x)| {
                    moved(&moved(&moved(x, &step[c], 1.0), &predictor[c], way), &bend[c], half)
                }));
                if work.trial_is_inside(problem, KEPT)
                    && point::distance(&work.trial, problem.cones(), self.tau + change).1 < NEAR
                {
                    work.accept_trial(problem);
                    self.tau += change;
                    self.length = length;
                    return true;
                }
            }
            length *= 0.7;
        }
        self.correct(work, problem, course.correction)
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
                if work.trial_is_inside(problem, KEPT)
                    && point::distance(&work.trial, problem.cones(), tau).0 < before
                {
                    work.accept_trial(problem);
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
    fn accept_trial(&mut self, problem: Problem<B>) {
        std::mem::swap(&mut self.variables, &mut self.trial);
        self.impulses_of_variables(problem);
    }

    /// The derivatives of the variables in τ: the first into `predictor`, the second into `bend`.
    fn differentiate(&mut self, system: &mut System<B>, problem: Problem<B>) {
        self.targets.clear();
        self.targets.extend(self.linear.iter().map(|linear| linear.rate()));
        self.solve(system, problem);
        std::mem::swap(&mut self.predictor, &mut self.step);
        self.targets.clear();
        let all = self.linear.iter().zip(&self.predictor);
        self.targets.extend(all.map(|(linear, rate)| linear.bend(rate)));
        self.solve(system, problem);
        std::mem::swap(&mut self.bend, &mut self.step);
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
