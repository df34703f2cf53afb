//! Solvers of the contact problem. A solver sees a problem and a first guess, nothing else; how
//! good its answer is says [`crate::problem::Residual`], not the solver.
//!
//! Each family is one file and one line in the table of `table.rs`, which names it in scene files
//! and on the command line.

mod acceleration;
pub mod admm;
mod anderson;
pub mod auto;
pub mod bipotential;
pub mod bounded;
mod certificate;
pub mod coloured;
mod colours;
pub mod convex_fixed_point;
mod costs;
mod dense;
pub mod enumerate;
pub mod gauss_seidel;
pub mod interior_point;
pub mod jacobi;
mod keys;
pub mod laboratory;
pub mod local;
pub mod newton;
pub mod pivoting;
pub mod projected_conjugate_gradient;
pub mod projected_gradient;
pub mod projection;
mod random;
mod scaled;
mod settings;
pub mod soclcp;
pub mod standstill;
mod statuses;
mod sweeping;
mod systems;
mod table;
mod watch;

pub use admm::Admm;
pub(crate) use anderson::Anderson;
pub use auto::Auto;
pub use bipotential::Bipotential;
pub use bounded::alternating::Alternating;
pub use bounded::tresca::Tresca;
pub(crate) use certificate::doubted;
pub use coloured::Coloured;
pub use convex_fixed_point::ConvexFixedPoint;
pub use enumerate::Enumerate;
pub use gauss_seidel::GaussSeidel;
pub use interior_point::InteriorPoint;
pub use interior_point::fold::PathFollowing;
pub use jacobi::Jacobi;
pub use keys::keys_ignored;
pub use local::{LOCAL_METHODS, LocalMethod};
pub use newton::polish::Polish;
pub use newton::proximal::Proximal;
pub use newton::velocity::NewtonVelocity;
pub use newton::{NewtonAlartCurnier, NewtonFischerBurmeister, NewtonJeanMoreau, NewtonNaturalMap};
pub use pivoting::facets::Lemke;
pub use pivoting::plane::Pivot2d;
pub use projected_conjugate_gradient::ProjectedConjugateGradient;
pub use projected_gradient::ProjectedGradient;
pub use projection::extragradient::Extragradient;
pub use projection::fixed_point::FixedPoint;
pub use projection::hyperplane::Hyperplane;
pub use settings::{FACETS, LINE_SEARCHES, LineSearch, Settings};
pub use soclcp::Soclcp;
pub use standstill::Standstill;
pub use sweeping::{ORDERS, Order};
pub use table::{About, Family, SOLVERS, find};
pub use watch::{Moment, Watch};

use crate::problem::{Problem, Residual};
use nalgebra::SVector;

/// A method that solves contact problems with B components a contact. It keeps its buffers from
/// solve to solve.
///
/// What an implementation does, in this order:
///
/// 1. [`Watch::begin`], or [`Watch::judge`] with 0 iterations: the guess in `r`, which may lie outside
///    its cones, may be the answer, and a problem without contacts is.
/// 2. Iterate. Everything about the problem comes from [`Form`](crate::problem::Form): `carry` turns
///    impulses into z, what they do to the bodies (nothing in reduced form), `velocity` gives a
///    contact's u from it, `change` follows the change of one impulse.
/// 3. Every so often [`Watch::judge`] with the iterations so far; [`Watch::judge_inside`] if impulses
///    may lie outside their cones. It alone computes residuals and knows the limits: what it
///    returns is the status to stop with. A single iteration that takes long asks
///    [`Watch::out_of_time`] itself.
/// 4. [`Watch::finish`] with that status, or with [`Status::Stagnated`] where nothing is gained any
///    more: it puts the best impulses into `r` and makes the report.
///
/// `examples/own_solver.rs` is one from outside this crate.
pub trait Solver<const B: usize>: Send {
    /// Improves the impulses r until the watch is satisfied or gives up. r is then the best that
    /// the watch has seen.
    fn solve(
        &mut self,
        problem: Problem<B>,
        settings: &Settings,
        watch: &mut Watch<B>,
        r: &mut [SVector<f64, B>],
    ) -> Report;

    /// What the solver has learned from earlier solves and lets influence later ones. A simulation
    /// that goes on bit for bit must restore it.
    fn memory(&self) -> u8 {
        0
    }

    /// Restores what [`Self::memory`] gave.
    fn restore(&mut self, _memory: u8) {}
}

/// Solves with a watch of its own, and takes the answer with care: where there is no solution, or
/// impulses have run off, it says so.
pub fn solve<const B: usize>(
    solver: &mut dyn Solver<B>,
    problem: Problem<B>,
    settings: &Settings,
    r: &mut [SVector<f64, B>],
) -> Report {
    let mut watch = Watch::default();
    let report = solver.solve(problem, settings, &mut watch, r);
    doubted(report, problem, settings, watch.left(settings), r)
}

/// How a solve ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Status {
    /// The residual is below the tolerance.
    #[default]
    Converged,
    /// The iteration limit was reached first.
    IterationLimit,
    /// The time limit was reached first.
    TimeLimit,
    /// The residual no longer decreases.
    Stagnated,
    /// Not converged, and some one-contact problem violates the uniqueness condition
    /// (000 eq. 33): friction is beyond the bound of Painlevé's paradox, or drives press two
    /// bodies into each other.
    IllPosed,
    /// There is no solution: impulses were found that move nothing and yet would have to work
    /// against the free velocities.
    Infeasible,
    /// The method does not take this problem: its kind of cone, or its size. Methods for symmetric
    /// matrices take any, and fail where it matters.
    NotAccepted,
    /// The residual is not a number, or impulses ran off while contacts go on closing.
    Diverged,
}

impl Status {
    /// Every status, by its number in files.
    pub const ALL: [Self; 8] = [
        Self::Converged,
        Self::IterationLimit,
        Self::TimeLimit,
        Self::Stagnated,
        Self::IllPosed,
        Self::Infeasible,
        Self::NotAccepted,
        Self::Diverged,
    ];

    /// The name used in time series and messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Converged => "converged",
            Self::IterationLimit => "iteration_limit",
            Self::TimeLimit => "time_limit",
            Self::Stagnated => "stagnated",
            Self::IllPosed => "ill_posed",
            Self::Infeasible => "infeasible",
            Self::NotAccepted => "not_accepted",
            Self::Diverged => "diverged",
        }
    }
}

/// What a solver reports besides its solution.
#[derive(Clone, Copy, Debug, Default)]
pub struct Report {
    /// How it ended.
    pub status: Status,
    /// Sweeps or iterations done.
    pub iterations: usize,
    /// The judge's verdict on the returned impulses.
    pub residual: Residual,
    /// Contacts whose local problem violates the uniqueness condition (000 eq. 33) or is blocked
    /// by drives.
    pub ill_posed: usize,
}
