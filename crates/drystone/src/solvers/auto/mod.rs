//! Chooses for the user: sweeps while they pay, Newton's methods when they do not.
//!
//! 1. Gauss–Seidel from the guess. It keeps what the past has taught, costs least an iteration, and
//!    is enough for most steps of most simulations. It goes on as long as its rate of convergence
//!    promises an end before an interior point would have arrived, counted in arithmetic
//!    (`costs.rs`), not in seconds, so that the same input gives the same bits. Where an interior point
//!    is beyond the limit, the last tenth of the sweeps begins from nothing.
//! 2. Interior point: 10 to 35 iterations for almost everything, whatever the size; a Newton polish
//!    where only the last digits are missing.
//! 3. Where that jams, what stands still is held and the rest is solved by these same means (`standstill`); then the
//!    augmented Lagrangian gets a try, and the path is followed through its folds.
//! 4. What is left goes to all of these in turn, longer each time and from the best impulses so far
//!    where a method takes a guess, to the limit of time or iterations.
//!
//! Where a solve needed Newton's methods, the next ones begin with a few sweeps only and are solved
//! to Newton's accuracy, until sweeps prove that they can reach it too, or Newton's methods that they
//! cannot. Otherwise a simulation that
//! is started from an accurate state would creep: each step's guess is good enough, and the error of
//! all steps adds up.
//!
//! Where meshes have an inertia of their own there are no sweeps: a few of Newton's iterations from the guess come first,
//! which are enough where contacts keep their statuses, then the interior point.
//!
//! A problem without solution is recognised by its certificate (`certificate.rs`).

mod effort;

use super::certificate::is_infeasible;
use super::costs::Costs;
use super::standstill::with_bodies;
use super::{About, Report, Settings, Solver, Status, Watch};
use super::{GaussSeidel, NewtonVelocity, PathFollowing, Polish, Standstill};
use crate::problem::{Form, Problem};
use effort::Effort;
use nalgebra::SVector;

/// For the table of solvers.
pub const ABOUT: About = About {
    name: "auto",
    summary: "chooses: sweeps while they pay, interior point, holding what stands still, path following",
    references: "see the solvers it chooses from",
    reads: &["relaxation", "acceleration", "order", "seed", "freezing", "local", "line_search"],
    meshes: true,
    ..About::GENERAL
};

/// Newton solves before sweeps get another chance.
const AGAIN: u8 = 50;
/// Failures of sweeps before Newton's methods, which had failed, get another chance.
const FORGET: u8 = 5;
/// Iterations of the interior point: more than it needs where it does not jam.
const ENOUGH: usize = 45;
/// Iterations from the guess before the interior point, where there are no sweeps.
const WARM: usize = 6;
/// Iterations of multipliers before the path is followed.
const TRY: usize = 200;
/// Iterations below which following the path is not begun.
const SHORT: usize = 150;
/// Sweeps before Newton's methods where the problem is taken to be hard.
const FEW: usize = 16;
/// One in so many of the sweeps that are left is kept for a start from nothing.
const COLD: usize = 10;
/// Sweeps before the costs of Newton's methods are looked into.
const CHEAP: usize = 100;
/// The residual to begin with, relative to the tolerance, from which a success of sweeps counts.
const WORK: f64 = 100.0;
/// Residual from which a Newton polish finds the last digits.
const NEAR: f64 = 1e-5;
/// Time for the path in the first round, in arithmetic (s); four times as much in the next, since
/// it begins anew.
const PATH: f64 = 3.0;
/// Iterations for holding what stands still in the first round; four times as many in the next.
const HOLD: usize = 200;
/// Iterations of multipliers and of sweeps in the first round; twice as many in the next.
const FIRST_ROUND: usize = 500;

/// The choice, with the solvers' buffers.
#[derive(Default)]
pub struct Auto<const B: usize> {
    sweeps: GaussSeidel<B>,
    /// The interior point too.
    path: PathFollowing<B>,
    polish: Polish<B>,
    multipliers: NewtonVelocity<B>,
    /// For what stands still.
    standstill: Standstill<B>,
    /// Whether it solves what moves of a larger problem, where what stands still is held.
    is_part: bool,
    /// Newton solves to come before sweeps get another chance; zero while sweeps suffice.
    hard: u8,
    /// Failures of sweeps to come before Newton's methods get another chance; zero unless they
    /// have failed.
    vain: u8,
}

impl<const B: usize> Solver<B> for Auto<B> {
    fn solve(
        &mut self,
        problem: Problem<B>,
        settings: &Settings,
        watch: &mut Watch<B>,
        r: &mut [SVector<f64, B>],
    ) -> Report {
        self.solve_counted(problem, settings, watch, r).0
    }

    fn memory(&self) -> u8 {
        if self.vain > 0 { AGAIN + self.vain } else { self.hard }
    }

    fn restore(&mut self, memory: u8) {
        let vain = memory.saturating_sub(AGAIN);
        (self.hard, self.vain) = if vain > 0 { (0, vain) } else { (memory, 0) };
    }
}

impl<const B: usize> Auto<B> {
    /// For a part of a problem where what stands still is held already.
    pub(super) fn of_part() -> Self {
        Self { is_part: true, ..Self::default() }
    }

    /// As [`Solver::solve`]; gives what it cost in sweeps, too.
    pub(super) fn solve_counted(
        &mut self,
        problem: Problem<B>,
        settings: &Settings,
        watch: &mut Watch<B>,
        r: &mut [SVector<f64, B>],
    ) -> (Report, f64) {
        let is_warm = r.iter().any(|r| *r != SVector::<f64, B>::zeros());
        let mut effort = Effort::new(settings, is_warm);
        let report = self.choose(problem, &mut effort, watch, r);
        (report, effort.used)
    }

    /// One method after the other.
    fn choose(
        &mut self,
        problem: Problem<B>,
        effort: &mut Effort,
        watch: &mut Watch<B>,
        r: &mut [SVector<f64, B>],
    ) -> Report {
        if problem.is_empty() {
            return Report::default();
        }
        let settings = effort.settings;
        // Sweeps cannot be made over meshes with an inertia of their own.
        let sweeps = !problem.has_meshes();
        let cut_short = sweeps && self.vain == 0 && self.hard > 1;
        if !sweeps {
            effort.total.status = Status::Stagnated;
        } else if self.sweep(problem, effort, watch, r) {
            return effort.total;
        }
        self.newton(problem, effort, watch, r);
        if cut_short && watch.best() > settings.tolerance && effort.goes_on() {
            self.sweep_after_all(problem, effort, watch, r);
        }
        if watch.best() > settings.tolerance && effort.goes_on() {
            if is_infeasible(problem, watch.left(settings)) {
                return Report { status: Status::Infeasible, ..effort.total };
            }
            self.last_resorts(problem, effort, watch, r);
        }
        if watch.best() <= settings.tolerance {
            return Report { status: Status::Converged, ..effort.total };
        }
        (self.hard, self.vain) = (0, FORGET);
        let status =
            if effort.total.ill_posed > 0 { Status::IllPosed } else { effort.total.status };
        Report { status, ..effort.total }
    }

    /// Sweeps, for as long as they are worth it. Says whether that is all.
    fn sweep(
        &mut self,
        problem: Problem<B>,
        effort: &mut Effort,
        watch: &mut Watch<B>,
        r: &mut [SVector<f64, B>],
    ) -> bool {
        let settings = effort.settings;
        if self.vain > 0 {
            self.sweep_to_the_limit(problem, settings, effort, watch, r);
            self.vain -= u8::from(effort.total.status != Status::Converged);
            return true;
        }
        let finer = finer(settings);
        if self.hard > 1 {
            let report = self.sweeps.solve_within(problem, &finer, FEW, watch, r);
            effort.add(report, 1.0);
            self.hard -= u8::from(report.status != Status::Converged);
            return !gave_up(report.status);
        }
        let on_trial = self.hard == 1;
        let settings = if on_trial { &finer } else { settings };
        // Sweeps that start from a solution prove nothing.
        let has_work = on_trial
            && watch.judge(&problem, settings, 0, r) != Some(Status::Converged)
            && watch.latest() > WORK * finer.tolerance;
        effort.add(self.sweeps.solve_within(problem, settings, CHEAP, watch, r), 1.0);
        let mut newton_is_cheap = false;
        if gave_up(effort.total.status) {
            let worth = Costs::of(problem, self.path.prepare(problem)).newton_in_sweeps();
            newton_is_cheap = worth < 2000.0;
            if worth > CHEAP as f64 && effort.goes_on() {
                let tolerance = settings.tolerance;
                let rest = Settings { tolerance, ..effort.rest(1.0, usize::MAX) };
                // What costs more than the limit allows is no choice.
                if worth > rest.max_iterations as f64 {
                    self.sweep_to_the_limit(problem, &rest, effort, watch, r);
                    return true;
                }
                let more = self.sweeps.solve_within(problem, &rest, worth as usize, watch, r);
                effort.add(more, 1.0);
            }
        }
        let enough = !gave_up(effort.total.status);
        if enough && has_work {
            self.hard = 0;
        } else if !enough {
            self.hard = if newton_is_cheap { AGAIN } else { 0 };
        }
        enough
    }

    /// Sweeps to the limit of iterations. Some of them are kept for another start: impulses of the step before may
    /// be farther from the answer, in sweeps, than none at all.
    fn sweep_to_the_limit(
        &mut self,
        problem: Problem<B>,
        settings: &Settings,
        effort: &mut Effort,
        watch: &mut Watch<B>,
        r: &mut [SVector<f64, B>],
    ) {
        let kept = if effort.is_warm { settings.max_iterations / COLD } else { 0 };
        let mut part = settings.clone();
        part.max_iterations -= kept;
        effort.add(self.sweeps.solve(problem, &part, watch, r), 1.0);
        let is_over = matches!(effort.total.status, Status::Converged | Status::TimeLimit);
        if kept > 0 && !is_over {
            r.fill(SVector::zeros());
            part.max_iterations = kept;
            effort.add(self.sweeps.solve(problem, &part, watch, r), 1.0);
        }
    }

    /// Where Newton's methods were expected to do better than sweeps and did not: what the sweeps
    /// would have got otherwise.
    fn sweep_after_all(
        &mut self,
        problem: Problem<B>,
        effort: &mut Effort,
        watch: &mut Watch<B>,
        r: &mut [SVector<f64, B>],
    ) {
        let worth = Costs::of(problem, self.path.prepare(problem)).newton_in_sweeps();
        let patience = (worth as usize).max(CHEAP);
        let rest = effort.rest(1.0, usize::MAX);
        effort.add(self.sweeps.solve_within(problem, &rest, patience, watch, r), 1.0);
    }

    /// Interior point, and a polish of its last digits.
    fn newton(
        &mut self,
        problem: Problem<B>,
        effort: &mut Effort,
        watch: &mut Watch<B>,
        r: &mut [SVector<f64, B>],
    ) {
        let costs = Costs::of(problem, self.path.prepare(problem));
        if !costs.newton_fits() || !effort.goes_on() {
            return;
        }
        let cost = costs.iteration_in_sweeps();
        let settings = effort.settings;
        let rest = Settings { max_iterations: ENOUGH, ..finer(settings) };
        if problem.has_meshes() {
            // Sweeps would have kept what the past has taught.
            let warm = Settings { max_iterations: WARM, ..rest.clone() };
            effort.add(self.polish.solve(problem, &warm, watch, r), cost);
            if watch.best() <= warm.tolerance {
                return;
            }
        }
        effort.add(self.path.interior_point.solve(problem, &rest, watch, r), cost);
        if effort.total.status == Status::Stagnated && watch.best() <= NEAR {
            let polish = finer(&effort.rest(cost, usize::MAX));
            effort.add(self.polish.solve(problem, &polish, watch, r), cost);
        }
        // Last digits that are not cheap are not worth it.
        if watch.best() > rest.tolerance {
            self.hard = 0;
        }
    }

    /// Holds what stands still, for so many iterations.
    fn stand_still(
        &mut self,
        problem: Problem<B>,
        effort: &mut Effort,
        (costs, iterations): (&Costs, usize),
        watch: &mut Watch<B>,
        r: &mut [SVector<f64, B>],
    ) {
        let Some(form) = with_bodies(problem) else { return };
        if self.is_part || !costs.newton_fits() {
            return;
        }
        let cost = costs.iteration_in_sweeps();
        // Half of what is left: where nothing stands still for long, it is lost.
        let rest = effort.rest(2.0, (iterations as f64 * cost) as usize);
        let (report, used) = self.standstill.rounds(form, &rest, cost, watch, r);
        effort.add(report, used / report.iterations.max(1) as f64);
    }

    /// Holding what stands still, path following, interior point, multipliers and sweeps in turn, longer in every
    /// round.
    fn last_resorts(
        &mut self,
        problem: Problem<B>,
        effort: &mut Effort,
        watch: &mut Watch<B>,
        r: &mut [SVector<f64, B>],
    ) {
        let costs = Costs::of(problem, self.path.prepare(problem));
        let (cost, mut iterations) = (costs.iteration_in_sweeps(), FIRST_ROUND);
        let mut on_path = costs.iterations_in(PATH);
        let (mut hold, mut tried) = (HOLD, false);
        while effort.goes_on() {
            let used = effort.used;
            self.stand_still(problem, effort, (&costs, hold), watch, r);
            if costs.newton_fits() && !tried && effort.goes_on() {
                let rest = effort.rest(cost, TRY);
                effort.add(self.multipliers.solve(problem, &rest, watch, r), cost);
            }
            if !effort.goes_on() {
                return;
            }
            if costs.newton_fits() {
                if on_path > SHORT {
                    let rest = effort.rest(cost, on_path);
                    effort.add(self.path.solve(problem, &rest, watch, r), cost);
                }
                let rest = effort.rest(cost, iterations);
                let methods: [&mut dyn Solver<B>; 2] =
                    [&mut self.path.interior_point, &mut self.multipliers];
                for method in methods {
                    if effort.goes_on() {
                        effort.add(method.solve(problem, &rest, watch, r), cost);
                    }
                }
            }
            if effort.goes_on() && !problem.has_meshes() {
                let rest = effort.rest(1.0, iterations.saturating_mul(40));
                effort.add(self.sweeps.solve(problem, &rest, watch, r), 1.0);
            }
            if effort.used == used {
                return;
            }
            (on_path, iterations) = (on_path.saturating_mul(4), iterations.saturating_mul(2));
            (hold, tried) = (hold.saturating_mul(4), true);
        }
    }
}

/// Whether sweeps were given up before any limit.
fn gave_up(status: Status) -> bool {
    matches!(status, Status::Stagnated | Status::IllPosed)
}

/// The settings for Newton's methods, whose last digits are cheap.
fn finer(settings: &Settings) -> Settings {
    Settings { tolerance: settings.tolerance * settings.newton_share, ..settings.clone() }
}
