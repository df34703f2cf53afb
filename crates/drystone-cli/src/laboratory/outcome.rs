//! One line of results: a problem, a solver, what came of it.

use drystone::problem::fclib::{Equations, ProblemFile};
use drystone::solvers::laboratory::Outcome;
use serde_json::{Value, json};

/// What a problem is, for results.
#[derive(Clone, Debug, PartialEq)]
pub struct About {
    /// The file, as it was named.
    pub file: String,
    /// Local or global form, rolling or not.
    pub kind: &'static str,
    /// 2 or 3.
    pub dimension: usize,
    /// Number of contacts.
    pub contacts: usize,
}

impl About {
    /// Of a file.
    pub fn new(file: String, problem: &ProblemFile) -> Self {
        let global = matches!(problem.equations, Equations::Global { .. });
        let kind = match (global, problem.block.is_rolling()) {
            (false, false) => "local",
            (false, true) => "local_rolling",
            (true, false) => "global",
            (true, true) => "global_rolling",
        };
        let (dimension, contacts) = (1 + problem.block.tangents(), problem.contacts());
        Self { file, kind, dimension, contacts }
    }
}

/// A line of results.
#[derive(Clone, Debug)]
pub struct Line {
    /// The problem.
    pub about: About,
    /// Name of the solver.
    pub solver: &'static str,
    /// The error that was asked for.
    pub tolerance: f64,
    /// How it ended: a solver's status, `crashed`, or `killed`.
    pub status: String,
    /// The error on the file's own numbers; NaN if there is no answer.
    pub residual: f64,
    /// Iterations, in the solver's own counting.
    pub iterations: usize,
    /// Wall time of the solve (s).
    pub seconds: f64,
}

impl Line {
    /// The line of a solve that came to an end.
    pub fn new(about: About, solver: &'static str, tolerance: f64, outcome: &Outcome) -> Self {
        Self {
            about,
            solver,
            tolerance,
            status: outcome.report.status.name().to_string(),
            residual: outcome.measure.error,
            iterations: outcome.report.iterations,
            seconds: outcome.seconds,
        }
    }

    /// A line without an answer.
    pub fn lost(
        about: About,
        solver: &'static str,
        tolerance: f64,
        status: &str,
        seconds: f64,
    ) -> Self {
        let status = status.to_string();
        Self { about, solver, tolerance, status, residual: f64::NAN, iterations: 0, seconds }
    }

    /// Whether the tolerance was reached.
    pub fn converged(&self) -> bool {
        self.status == "converged"
    }

    /// As a JSON object; a residual that is not finite is null.
    pub fn object(&self) -> Value {
        json!({
            "file": self.about.file,
            "kind": self.about.kind,
            "dimension": self.about.dimension,
            "contacts": self.about.contacts,
            "solver": self.solver,
            "tolerance": self.tolerance,
            "status": self.status,
            "residual": self.residual,
            "iterations": self.iterations,
            "seconds": self.seconds,
        })
    }

    /// The head of a table of lines whose file and solver names have at most so many letters.
    pub fn head([file, solver]: [usize; 2]) -> String {
        format!(
            "{:<file$}  {:<17} {:>8}  {:<solver$} {:<15} {:>9} {:>10} {:>10}\n",
            "file", "kind", "contacts", "solver", "status", "residual", "iterations", "seconds"
        )
    }

    /// The line of a table.
    pub fn row(&self, [width, solver]: [usize; 2]) -> String {
        let About { file, kind, dimension, contacts } = &self.about;
        let kind = format!("{kind} {dimension}D").replace('_', " ");
        format!(
            "{file:<width$}  {kind:<17} {contacts:>8}  {:<solver$} {:<15} {:>9.1e} {:>10} {:>10.6}\n",
            self.solver, self.status, self.residual, self.iterations, self.seconds
        )
    }
}
