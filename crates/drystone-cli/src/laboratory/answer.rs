//! The best answer to a problem, on its way into a file.

use drystone::problem::fclib::{ProblemFile, Solution};
use drystone::solvers::Status;
use drystone::solvers::laboratory::Outcome;

/// How the mark of an answer that did not converge begins, in the description of its file.
const MARK: &str = "[the solution did not converge: ";

/// An answer and how good it is.
pub struct Answer {
    solver: &'static str,
    status: Status,
    tolerance: f64,
    error: f64,
    solution: Solution,
}

impl Answer {
    /// Of a solve; `None` where there is no answer: the solver did not take the problem, found that
    /// it has no solution, or diverged.
    pub fn new(solver: &'static str, tolerance: f64, outcome: Outcome) -> Option<Self> {
        let (status, error) = (outcome.report.status, outcome.measure.error);
        let none = matches!(status, Status::NotAccepted | Status::Infeasible | Status::Diverged);
        let usable = !none && error.is_finite();
        usable.then_some(Self { solver, status, tolerance, error, solution: outcome.solution })
    }

    /// Whether it is to be preferred.
    pub fn is_better_than(&self, other: &Self) -> bool {
        self.error < other.error
    }

    /// The problem with this solution; its description says so where it did not converge.
    pub fn written_into(self, problem: ProblemFile) -> ProblemFile {
        let mut solved = ProblemFile { solution: Some(self.solution), ..problem };
        let description = &mut solved.info.description;
        // The mark of an earlier solution goes with it.
        if let Some(at) = description.find(MARK) {
            description.truncate(description[..at].trim_end().len());
        }
        if self.status != Status::Converged {
            let gap = if description.is_empty() { "" } else { " " };
            *description += &format!(
                "{gap}{MARK}{} to {:e} ended with {}, error {:.3e}]",
                self.solver,
                self.tolerance,
                self.status.name(),
                self.error
            );
        }
        solved
    }
}
