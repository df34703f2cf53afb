//! Chooses for the user: sweeps while they pay, Newton's methods when they do not.
//!
//! 1. Gauss–Seidel from the guess. It keeps what the past has taught, costs least an iteration, and
//!    is enough for most steps of most simulations. It goes on as long as its rate of convergence
//!    promises an end before an interior point would have arrived, counted in arithmetic, not in
//!    seconds, so that the same input gives the same bits.
//! 2. Interior point: 10 to 35 iterations for almost everything, whatever the size.
//! 3. Where that jams, the path is followed through its folds.
//! 4. What is left goes to sweeps from the best impulses so far, to the limit of time or
//!    iterations.
//!
//! Where a solve needed Newton's methods, the next ones begin with a few sweeps only and are solved
//! to Newton's accuracy, until sweeps prove that they can reach it too. Otherwise a simulation that
//! is started from an accurate state would creep: each step's guess is good enough, and the error of
//! all steps adds up.
//!
//! A problem without solution is recognised by its certificate (`certificate.rs`).

use super::GaussSeidel;
use super::certificate::is_infeasible;
use super::interior_point::fold::PathFollowing;
use super::{About, InteriorPoint, Report, Settings, Solver, Status, Watch};
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

/// The residual to begin with, relative to the tolerance, from which a success of sweeps counts.
const WORK: f64 = 100.0;

/// The choice, with the solvers' buffers.
#[derive(Default)]
pub struct Auto<const B: usize> {
    sweeps: GaussSeidel<B>,
    interior_point: InteriorPoint<B>,
    path: PathFollowing<B>,
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
        let tolerance = settings.tolerance * settings.newton_share;
        let finer = Settings { tolerance, ..settings.clone() };
        let mut total = Report::default();
        let rolling = problem.cones().iter().any(|c| c.mu_r().is_some());
        if !rolling {
            let hard = self.hard > 0;
            let on_trial = self.hard == 1;
            let patience = if hard && !on_trial { FEW } else { worth_of_newton(problem) };
            let settings = if hard { &finer } else { settings };
            // Sweeps that start from a solution prove nothing.
            let has_work = on_trial
                && watch.judge(&problem, settings, 0, r) != Some(Status::Converged)
                && watch.latest() > WORK * finer.tolerance;
            let sweeps = self.sweeps.solve_within(problem, settings, patience, watch, r);
            total = add(total, sweeps);
            let enough = is_final(total.status);
            self.hard = match (enough, self.hard) {
                (true, 1) if has_work => 0,
                (true, hard) => hard,
                (false, 0 | 1) => HARD,
                (false, hard) => hard - 1,
            };
            if enough {
                return total;
            }
        }
        total = add(total, self.interior_point.solve(problem, &finer, watch, r));
        if watch.best() <= settings.tolerance {
            return Report { status: Status::Converged, ..total };
        }
        if is_final(total.status) {
            return total;
        }
        if is_infeasible(problem) {
            return Report { status: Status::Infeasible, ..total };
        }
        total = add(total, self.path.solve(problem, settings, watch, r));
        if is_final(total.status) || rolling {
            return total;
        }
        add(total, self.sweeps.solve(problem, settings, watch, r))
    }

    fn memory(&self) -> u8 {
        self.hard
    }

    fn restore(&mut self, memory: u8) {
        self.hard = memory;
    }
}

/// Sweeps that cost as much as an interior point, roughly: its linear systems grow with the
/// number of contacts of a body, in both forms.
fn worth_of_newton<const B: usize>(problem: Problem<B>) -> usize {
    match problem {
        Problem::Global(_) => 1000,
        Problem::Reduced(_) => 300,
    }
}

fn is_final(status: Status) -> bool {
    matches!(status, Status::Converged | Status::TimeLimit)
}

fn add(before: Report, now: Report) -> Report {
    Report {
        iterations: before.iterations + now.iterations,
        ill_posed: before.ill_posed.max(now.ill_posed),
        ..now
    }
}
