//! Chooses for the user: sweeps while they pay, Newton's methods when they do not.
//!
//! 1. Gauss–Seidel from the guess. It keeps what the past has taught, costs least an iteration, and
//!    is enough for most steps of most simulations. It goes on as long as its rate of convergence
//!    promises an end before an interior point would have arrived, counted in arithmetic
//!    (`costs.rs`), not in seconds, so that the same input gives the same bits.
//! 2. Interior point: 10 to 35 iterations for almost everything, whatever the size; a Newton polish
//!    where only the last digits are missing.
//! 3. Where that jams, the path is followed through its folds.
//! 4. What is left goes to proximal points and to sweeps in turn, from the best impulses so far, to
//!    the limit of time or iterations.
//!
//! Where a solve needed Newton's methods, the next ones begin with a few sweeps only and are solved
//! to Newton's accuracy, until sweeps prove that they can reach it too. Otherwise a simulation that
//! is started from an accurate state would creep: each step's guess is good enough, and the error of
//! all steps adds up.
//!
//! A problem without solution is recognised by its certificate (`certificate.rs`); it is looked for
//! where everything failed, and where impulses are so large that success proves nothing.

use super::certificate::is_infeasible;
use super::costs::Costs;
use super::{About, Report, Settings, Solver, Status, Watch};
use super::{GaussSeidel, PathFollowing, Polish, Proximal};
use crate::problem::{Form, Problem};
use nalgebra::SVector;

/// For the table of solvers.
pub const ABOUT: About = About {
    name: "auto",
    summary: "chooses: sweeps while they pay, then interior point, then path following",
    coulomb: [true; 3],
    rolling: true,
    symmetric: false,
    max_contacts: usize::MAX,
    promise: 1e-8,
    references: "see the solvers it chooses from",
};

/// Newton solves before sweeps get another chance.
const HARD: u8 = 50;
/// Sweeps before Newton's methods where the problem is taken to be hard.
const FEW: usize = 16;
/// Sweeps before the costs of Newton's methods are looked into.
const CHEAP: usize = 100;
/// The residual to begin with, relative to the tolerance, from which a success of sweeps counts.
const WORK: f64 = 100.0;
/// Residual from which a Newton polish finds the last digits.
const NEAR: f64 = 1e-5;
/// Rounds of proximal points and sweeps.
const ROUNDS: usize = 20;
/// Velocities that impulses do alone, relative to the free ones, from which a solution is doubted.
const RAN_OFF: f64 = 1e5;
/// Iterations of each in the first round; twice as many in the next.
const FIRST_ROUND: usize = 500;

/// The choice, with the solvers' buffers.
#[derive(Default)]
pub struct Auto<const B: usize> {
    sweeps: GaussSeidel<B>,
    /// The interior point too.
    path: PathFollowing<B>,
    polish: Polish<B>,
    proximal: Proximal<B>,
    /// Newton solves to come before sweeps get another chance; zero while sweeps suffice.
    hard: u8,
}

impl<const B: usize> Solver<B> for Auto<B> {
    fn solve(
        &mut self,
        problem: Problem<B>,
        settings: &Settings,
        watch: &mut Watch<B>,
        r: &mut [SVector<f64, B>],
    ) -> Report {
        if problem.is_empty() {
            return Report::default();
        }
        let report = self.choose(problem, settings, watch, r);
        // Without a solution impulses may run off until the judge, whose norm is relative to what
        // they do, sees nothing any more.
        if report.status == Status::Converged && ran_off(&problem, r) && is_infeasible(problem) {
            return Report { status: Status::Infeasible, ..report };
        }
        report
    }

    fn memory(&self) -> u8 {
        self.hard
    }

    fn restore(&mut self, memory: u8) {
        self.hard = memory;
    }
}

impl<const B: usize> Auto<B> {
    /// One method after the other.
    fn choose(
        &mut self,
        problem: Problem<B>,
        settings: &Settings,
        watch: &mut Watch<B>,
        r: &mut [SVector<f64, B>],
    ) -> Report {
        let tolerance = settings.tolerance * settings.newton_share;
        let finer = Settings { tolerance, ..settings.clone() };
        let mut total = Report::default();
        let rolling = problem.cones().iter().any(|c| c.mu_r().is_some());
        if !rolling {
            let sweeps = self.sweep(problem, settings, &finer, watch, r);
            total = add(total, sweeps);
            if sweeps.status != Status::Stagnated && sweeps.status != Status::IllPosed {
                return total;
            }
        }
        let newton = self.newton(problem, &finer, watch, r);
        total = add(total, newton);
        if watch.best() <= settings.tolerance {
            return Report { status: Status::Converged, ..total };
        }
        if newton.status == Status::TimeLimit {
            return total;
        }
        if is_infeasible(problem) {
            return Report { status: Status::Infeasible, ..total };
        }
        let last = self.last_resorts(problem, settings, watch, r, !rolling);
        let mut total = add(total, last);
        if total.ill_posed > 0 && matches!(total.status, Status::Stagnated) {
            total.status = Status::IllPosed;
        }
        total
    }

    /// Sweeps, for as long as they are worth it; `stagnated` when they are not.
    fn sweep(
        &mut self,
        problem: Problem<B>,
        settings: &Settings,
        finer: &Settings,
        watch: &mut Watch<B>,
        r: &mut [SVector<f64, B>],
    ) -> Report {
        if self.hard > 1 {
            let report = self.sweeps.solve_within(problem, finer, FEW, watch, r);
            self.hard -= u8::from(report.status != Status::Converged);
            return report;
        }
        let on_trial = self.hard == 1;
        let settings = if on_trial { finer } else { settings };
        // Sweeps that start from a solution prove nothing.
        let has_work = on_trial
            && watch.judge(&problem, settings, 0, r) != Some(Status::Converged)
            && watch.latest() > WORK * finer.tolerance;
        let mut report = self.sweeps.solve_within(problem, settings, CHEAP, watch, r);
        let mut newton_is_cheap = false;
        if matches!(report.status, Status::Stagnated | Status::IllPosed) {
            let costs = Costs::of(problem, self.path.prepare(problem));
            newton_is_cheap = costs.newton_in_sweeps() < 2000.0;
            if costs.newton_in_sweeps() > CHEAP as f64 {
                let patience = costs.newton_in_sweeps() as usize;
                let more = self.sweeps.solve_within(problem, settings, patience, watch, r);
                report = add(report, more);
            }
        }
        let enough = !matches!(report.status, Status::Stagnated | Status::IllPosed);
        if enough && has_work {
            self.hard = 0;
        } else if !enough {
            self.hard = if newton_is_cheap { HARD } else { 0 };
        }
        report
    }

    /// Interior point, and a polish of its last digits.
    fn newton(
        &mut self,
        problem: Problem<B>,
        finer: &Settings,
        watch: &mut Watch<B>,
        r: &mut [SVector<f64, B>],
    ) -> Report {
        let costs = Costs::of(problem, self.path.prepare(problem));
        if !costs.newton_fits() {
            return watch.finish(Status::Stagnated, 0, r);
        }
        let report = self.path.interior_point.solve(problem, finer, watch, r);
        if report.status != Status::Stagnated || watch.best() > NEAR {
            return report;
        }
        add(report, self.polish.solve(problem, finer, watch, r))
    }

    /// Path following, then proximal points and sweeps in turn.
    fn last_resorts(
        &mut self,
        problem: Problem<B>,
        settings: &Settings,
        watch: &mut Watch<B>,
        r: &mut [SVector<f64, B>],
        sweeps: bool,
    ) -> Report {
        let costs = Costs::of(problem, self.path.prepare(problem));
        if !costs.newton_fits() {
            return self.sweeps.solve(problem, settings, watch, r);
        }
        let mut total = self.path.solve(problem, settings, watch, r);
        let mut iterations = FIRST_ROUND;
        for _ in 0..ROUNDS {
            if matches!(total.status, Status::Converged | Status::TimeLimit) {
                break;
            }
            let round = Settings {
                max_iterations: iterations.min(settings.max_iterations),
                ..settings.clone()
            };
            total = add(total, self.proximal.solve(problem, &round, watch, r));
            if sweeps && total.status != Status::Converged && total.status != Status::TimeLimit {
                total = add(total, self.sweeps.solve(problem, &round, watch, r));
            }
            iterations *= 2;
        }
        total
    }
}

/// Whether impulses are so large that the free velocities are nothing beside what each does alone.
fn ran_off<const B: usize>(problem: &Problem<B>, r: &[SVector<f64, B>]) -> bool {
    let alone: f64 = problem.diagonal().iter().zip(r).map(|(w, r)| (w * r).norm_squared()).sum();
    let free: f64 = problem.b().iter().map(SVector::norm_squared).sum();
    alone > RAN_OFF * RAN_OFF * free
}

fn add(before: Report, now: Report) -> Report {
    Report {
        iterations: before.iterations + now.iterations,
        ill_posed: before.ill_posed.max(now.ill_posed),
        ..now
    }
}
