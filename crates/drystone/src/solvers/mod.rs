//! Solvers of the contact problem. A solver sees a problem and a first guess, nothing else; how
//! good its answer is says [`crate::problem::Residual`], not the solver.

mod acceleration;
mod anderson;
pub mod gauss_seidel;
pub mod local;
mod settings;

pub use gauss_seidel::GaussSeidel;
pub use settings::Settings;

use crate::problem::Residual;

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
    /// The residual is not a number: the state itself has overflowed.
    Diverged,
}

impl Status {
    /// The name used in time series and messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Converged => "converged",
            Self::IterationLimit => "iteration_limit",
            Self::TimeLimit => "time_limit",
            Self::Stagnated => "stagnated",
            Self::IllPosed => "ill_posed",
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
