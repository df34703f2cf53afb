//! Interior point on Coulomb's law itself.
//!
//! Unknowns and equations are those of `point.rs`: linear ones, and products that equal a target τ
//! which goes to zero. They are solved by a predictor-corrector Newton method (Mehrotra) with the
//! scaling of Nesterov and Todd; nothing is said about De Saxcé's ‖u_T‖, whose kink makes other
//! interior-point methods for friction jam. Per iteration:
//!
//! ```text
//! dr + E du = g,  du = W dr         one factorisation, two right-hand sides (systems/)
//! predictor τ = 0  →  σ = (gap after / gap)³
//! corrector τ = σ gap, with the second-order terms of the predictor
//! ```
//!
//! Joints have u = 0 instead, by proximal steps u + du = -δ dr; steps are as long as contacts allow.
//!
//! A proximal damping δ, in the matrix only, grows where steps are short. The last digits come
//! from a few sweeps of Gauss–Seidel, because E spans more decades than a number has digits.
//!
//! Takes 5 to 35 iterations on most problems, whatever the size, and a singular or slightly
//! asymmetric W does no harm. It jams where the path of solutions in τ folds (wedged packings):
//! steps become short, and the status says `stagnated`; `fold.rs` follows the path there.

pub mod fold;
mod linear;
pub(super) mod lorentz;
mod point;
mod work;

use super::gauss_seidel::GaussSeidel;
use super::keys::SWEEP_KEYS;
use super::systems::System;
use super::{About, Report, Settings, Solver, Status, Watch};
use crate::problem::{Form, Problem};
use nalgebra::SVector;
use work::Work;

/// For the table of solvers.
pub const ABOUT: About = About {
    name: "interior-point",
    summary: "interior point on Coulomb's law, predictor-corrector, then a few sweeps",
    references: "Mehrotra 1992; Nesterov, Todd 1998; Kleinert, Simeon, Obermayr 2014",
    reads: SWEEP_KEYS,
    meshes: true,
    ..About::GENERAL
};

/// Proximal damping (relative to W_NN) that always stays: it bounds E by 10⁷/W_NN, without which
/// round-off ends the iteration at residuals of about 1e-7, and costs no iteration.
const LEAST_DAMPING: f64 = 1e-7;
/// What the linear equations miss, relative to the products, where the path is near.
const NEAR_PATH: f64 = 0.1;
/// A step this short is round-off.
const NO_STEP: f64 = 1e-9;
/// Share of the way to the boundary that a step goes.
const SHARE: f64 = 0.99;
/// Iterations with short steps in a row that mean it has jammed.
const JAMMED: usize = 25;
/// Growth of a residual below 1e-6 that means round-off has taken over.
const FAR: f64 = 100.0;
/// Iterations that do not halve a residual below 1e-6 which mean the same where there are joints:
/// they have no step that would become short.
const IDLE: usize = 8;
/// Most sweeps after the last iteration.
const SWEEPS: usize = 100;

/// The solver with its buffers.
#[derive(Default)]
pub struct InteriorPoint<const B: usize> {
    pub(super) system: System<B>,
    pub(super) work: Work<B>,
    polish: GaussSeidel<B>,
}

impl<const B: usize> Solver<B> for InteriorPoint<B> {
    fn solve(
        &mut self,
        problem: Problem<B>,
        settings: &Settings,
        watch: &mut Watch<B>,
        r: &mut [SVector<f64, B>],
    ) -> Report {
        // The guess may be the solution, and what is found must not be worse.
        if let Some(status) = watch.judge(&problem, settings, 0, r) {
            return watch.finish(status, 0, r);
        }
        let (status, iterations) = self.iterate(problem, settings, watch, false);
        let report = watch.finish(status, iterations, r);
        if !matches!(status, Status::Stagnated) || problem.is_rolling() || problem.has_meshes() {
            return report;
        }
        let max_iterations = SWEEPS.min(settings.max_iterations.saturating_sub(iterations));
        let polish = Settings { max_iterations, ..settings.clone() };
        let last = self.polish.solve(problem, &polish, watch, r);
        let status = if last.status == Status::Converged { last.status } else { status };
        Report { status, iterations: report.iterations + last.iterations, ..last }
    }
}

impl<const B: usize> InteriorPoint<B> {
    /// The impulses of the last iteration, which need not be the best.
    pub fn last_impulses(&self) -> &[SVector<f64, B>] {
        &self.work.impulses
    }

    /// Iterates from a central point until the watch is satisfied or steps stay short. With
    /// `to_path` there is no damping, and the first short step near the central path is the end.
    pub(super) fn iterate(
        &mut self,
        problem: Problem<B>,
        settings: &Settings,
        watch: &mut Watch<B>,
        to_path: bool,
    ) -> (Status, usize) {
        self.system.prepare(problem);
        let work = &mut self.work;
        work.start(problem);
        let products: usize = problem.cones().iter().map(point::products::<B>).sum();
        let products = products.max(1) as f64;
        let first_gap = work.gap(problem) / products;
        let (mut alpha, mut damping, mut short) = (1.0_f64, 1.0_f64, 0);
        let (joints, mut idle) = (problem.has_free(), 0);
        let (mut iterations, mut best) = (0, f64::INFINITY);
        loop {
            work.refresh(problem);
            let gap = work.gap(problem) / products;
            let strength = if to_path {
                0.0
            } else {
                (1e-3 * (gap / first_gap).powf(0.25) * damping).max(LEAST_DAMPING)
            };
            work.linearise(problem, strength);
            if self.system.factor(problem, &work.e) == 0.0 {
                return (Status::Stagnated, iterations);
            }
            iterations += 1;

            // Predictor: straight for the solution.
            work.predict(&mut self.system, problem);
            let affine = work.reach(&work.predictor).min(1.0);
            let after = work.gap_after(problem, affine) / products;
            let missing = work.missing() / products;
            let mut sigma = (after / gap).powi(3).max(missing * (1.0 - affine) / gap);
            let cautious = alpha < 0.3;
            if cautious {
                sigma = sigma.max(0.9);
            }
            let tau = sigma.clamp(1e-6, 0.99) * gap;

            // Corrector: towards the centre, with what the predictor has taught.
            work.correct(&mut self.system, problem, tau, !cautious);
            alpha = (SHARE * work.reach(&work.step)).min(1.0);
            if alpha.is_nan() || alpha <= NO_STEP {
                return (Status::Stagnated, iterations);
            }
            work.advance(alpha);
            if alpha < 0.1 {
                damping = (damping * 10.0).min(1e3);
                short += 1;
            } else {
                short = 0;
            }
            if alpha > 0.5 {
                damping = (damping / 10_f64.sqrt()).max(1e-12);
            }
            work.impulses_of_variables(problem);
            match watch.judge(&problem, settings, iterations, &work.impulses) {
                Some(Status::Diverged) => return (Status::Stagnated, iterations),
                Some(status) => return (status, iterations),
                // The last digits: from here on round-off only makes it worse.
                None if watch.latest() > FAR * best && best < 1e-6 => {
                    return (Status::Stagnated, iterations);
                }
                None => {
                    idle = if watch.latest() > 0.5 * best { idle + 1 } else { 0 };
                    best = best.min(watch.latest());
                }
            }
            let over = joints && idle >= IDLE && best < 1e-6;
            let near = to_path && alpha < 0.3 && missing < NEAR_PATH * gap;
            if short >= JAMMED || near || over {
                return (Status::Stagnated, iterations);
            }
        }
    }
}
