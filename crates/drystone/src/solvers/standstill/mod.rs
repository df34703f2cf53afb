//! What stands still is held, what moves is solved, and what holds is found by a convex programme.
//!
//! In a jammed packing most bodies do not move: their contacts have u = 0, and their impulses are any that
//! the cones allow and that add up, H r = z. Which ones is not determined; they lie far from every start along
//! directions that W hardly sees, and every method that looks for u and r together goes there from one change
//! of status to the next. Taken apart, both are easy:
//!
//! ```text
//! 1  bodies whose slow contacts keep them from every motion are held       (bodies.rs)
//! 2  their velocities: u = 0 at the contacts between them                  a linear problem (holding.rs)
//! 3  the others, between bodies that move as given                         Coulomb's law, a small problem
//! 4  impulses of all contacts in K(u), what the law allows, with H r = z   a convex programme (support.rs)
//! ```
//!
//! Where 4 has a solution it is one of the whole problem, whatever led to it. Where it has none, its
//! multipliers are a motion that no impulses prevent: bodies that take part in it are let go, and it begins
//! again. What is slow is known from the answer before, in which contacts well inside their cones move by as
//! much as its velocities are wrong.
//!
//! SynG_spheres-n10, a packing of 3,831 contacts where every other family stops above 2e-6, is brought to
//! 1e-8 in four rounds. Problems in reduced form know no bodies and are left to `auto`; so are springs, whose u
//! depends on r, meshes seen node by node, and rolling friction. Where velocities that are given (gaps to be closed) differ from contact
//! to contact no body can stand still between all of its contacts, and nothing is held. It fails where what
//! moves is itself too hard for `auto`: of twenty small random packings (`tests/solvers/jammed.rs`) it solves seventeen, and
//! of five copies of the one above, with free velocities changed by a thousandth, two reach 1e-8 in 25 s and all 1e-5.

mod bodies;
mod holding;
mod part;
mod rest;
mod support;

use super::keys::SWEEP_KEYS;
use super::{About, Auto, GaussSeidel, Polish, Report, Settings, Solver, Status, Watch};
use crate::problem::{Form, Global, Problem};
use holding::Holding;
use nalgebra::SVector;
pub(crate) use part::Part;
pub(crate) use support::Support;

/// For the table of solvers.
pub const ABOUT: About = About {
    name: "standstill",
    summary: "holds what stands still, solves what moves, finds what holds by a convex programme",
    references: "Drucker, Prager, Greenberg 1952 (limit analysis); see auto for what moves",
    reads: SWEEP_KEYS,
    ..About::GENERAL
};

/// Sweeps before anything is held.
const SWEEPS: usize = 2_000;
/// What an iteration costs, in sweeps, where nobody has counted.
const COST: f64 = 100.0;
/// Rounds of holding and letting go, at most.
const ROUNDS: usize = 60;
/// Tolerance of what moves.
const FINE: f64 = 1e-10;
/// Residual from which Newton's method finds the last digits.
const NEAR: f64 = 1e-5;
/// Residual from which only digits are missing that velocities of what moves do not have.
const CLOSE: f64 = 1e-7;

/// What a round came to.
enum End {
    /// There is nothing left to do, or to do it with.
    Over(Status),
    /// The next round would be the same.
    Same,
    /// It would not.
    Other,
}

/// What rounds have cost: iterations and what they count for in sweeps; and how many bodies the last one held.
#[derive(Default)]
struct Spent {
    iterations: usize,
    sweeps: f64,
    held: usize,
}

/// The solver with its buffers.
#[derive(Default)]
pub struct Standstill<const B: usize> {
    sweeps: GaussSeidel<B>,
    /// For what moves; made where it is needed.
    inner: Option<Box<Auto<B>>>,
    holding: Holding<B>,
    moving: Part<B>,
    support: Support<B>,
    /// For the last digits.
    polish: Polish<B>,
}

impl<const B: usize> Solver<B> for Standstill<B> {
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
        let mut done = 0;
        if let Some(global) = with_bodies(problem) {
            let max_iterations = settings.max_iterations.min(SWEEPS);
            let few = Settings { max_iterations, ..settings.clone() };
            let swept = self.sweeps.solve(problem, &few, watch, r);
            if is_over(&swept, settings) {
                return swept;
            }
            let (report, _) =
                self.rounds(global, &less(settings, swept.iterations), COST, watch, r);
            done = swept.iterations + report.iterations;
            if is_over(&report, &less(settings, swept.iterations)) {
                return Report { iterations: done, ..report };
            }
        }
        let inner = self.inner.get_or_insert_with(|| Box::new(Auto::of_part()));
        let report = inner.solve(problem, &less(settings, done), watch, r);
        Report { iterations: done + report.iterations, ..report }
    }
}

/// The form of a problem in which bodies can be held, if it has it.
pub(super) fn with_bodies<const B: usize>(problem: Problem<'_, B>) -> Option<&Global<B>> {
    match problem {
        Problem::Global(form) => {
            let rigid = form.compliance.is_empty() && !form.has_meshes();
            (rigid && !form.is_rolling()).then_some(form)
        }
        Problem::Reduced(_) => None,
    }
}

/// Whether there is nothing left to do, or to do it with.
fn is_over(report: &Report, settings: &Settings) -> bool {
    let over = matches!(report.status, Status::Converged | Status::TimeLimit);
    over || report.iterations >= settings.max_iterations
}

/// Settings with fewer iterations.
fn less(settings: &Settings, iterations: usize) -> Settings {
    let max_iterations = settings.max_iterations.saturating_sub(iterations);
    Settings { max_iterations, ..settings.clone() }
}

impl<const B: usize> Standstill<B> {
    /// Improves an answer by holding what stands still in it. The limit of iterations is one of sweeps, of which an
    /// iteration on the whole costs so many; gives how many were used, too.
    pub(super) fn rounds(
        &mut self,
        whole: &Global<B>,
        settings: &Settings,
        cost: f64,
        watch: &mut Watch<B>,
        r: &mut [SVector<f64, B>],
    ) -> (Report, f64) {
        if let Some(status) = watch.judge(whole, settings, 0, r) {
            return (watch.finish(status, 0, r), 0.0);
        }
        self.holding.begin(whole, r);
        let (mut end, mut spent) = (End::Other, Spent::default());
        for _ in 0..ROUNDS {
            end = self.round(whole, settings, cost, watch, r, &mut spent);
            if !matches!(end, End::Other) {
                break;
            }
        }
        let status = if let End::Over(status) = end { status } else { Status::Stagnated };
        let found = watch.finish(status, spent.iterations, r);
        if matches!(end, End::Over(_)) || watch.best() > NEAR {
            return (found, spent.sweeps);
        }
        let left = ((settings.max_iterations as f64 - spent.sweeps) / cost).max(1.0) as usize;
        let rest = Settings { max_iterations: left, ..settings.clone() };
        let report = self.polish.solve(Problem::Global(whole), &rest, watch, r);
        let sweeps = spent.sweeps + report.iterations as f64 * cost;
        (Report { iterations: spent.iterations + report.iterations, ..report }, sweeps)
    }

    /// Holds, solves what moves, looks for impulses, and lets go what cannot be held.
    fn round(
        &mut self,
        whole: &Global<B>,
        settings: &Settings,
        cost: f64,
        watch: &mut Watch<B>,
        r: &[SVector<f64, B>],
        spent: &mut Spent,
    ) -> End {
        let left = settings.max_iterations as f64 - spent.sweeps;
        if left <= 0.0 {
            return End::Over(Status::IterationLimit);
        }
        let max_seconds = watch.left(settings);
        let rest = Settings { max_seconds, max_iterations: left as usize, ..settings.clone() };
        let held = self.holding.hold(whole, &rest);
        if watch.out_of_time(settings) {
            return End::Over(Status::TimeLimit);
        }
        if held == 0 {
            return End::Same;
        }
        self.holding.pose_moving(whole, r, &mut self.moving);
        let (report, sweeps) = self.solve_moving(&rest);
        self.holding.take_moving(whole, &self.moving);
        spent.iterations += report.iterations;
        spent.sweeps += sweeps * self.moving.contacts.len() as f64 / whole.len() as f64;
        if watch.out_of_time(settings) {
            return End::Over(Status::TimeLimit);
        }
        let (before, Holding { z, slow, .. }) = (spent.iterations, &self.holding);
        let status = self.support.find(whole, z, *slow, settings, watch, &mut spent.iterations);
        spent.sweeps += (spent.iterations - before) as f64 * cost;
        if let Some(status) = status {
            return End::Over(status);
        }
        let let_go = self.holding.let_go(&self.support.motion);
        let is_settled = report.status == Status::Converged || held == spent.held;
        spent.held = held;
        let is_same = let_go == 0 && is_settled;
        if is_same || watch.best() <= CLOSE { End::Same } else { End::Other }
    }

    /// Solves what moves, to a finer tolerance; gives the sweeps that it cost, too.
    fn solve_moving(&mut self, settings: &Settings) -> (Report, f64) {
        let inner = self.inner.get_or_insert_with(|| Box::new(Auto::of_part()));
        let fine = Settings { tolerance: FINE, newton_share: 1.0, ..settings.clone() };
        let Part { problem, r, .. } = &mut self.moving;
        // What was learned from another part says nothing of this one.
        inner.restore(0);
        inner.solve_counted(Problem::Global(problem), &fine, &mut Watch::default(), r)
    }
}
