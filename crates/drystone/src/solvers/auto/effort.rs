//! What a solve has spent so far.

use crate::solvers::{Report, Settings, Status};

/// What has been done for a problem. The limit of iterations is one of sweeps: an iteration of
/// Newton's methods counts as the sweeps it costs.
pub struct Effort<'a> {
    /// What was asked for.
    pub settings: &'a Settings,
    /// The last report, with the iterations of all.
    pub total: Report,
    /// In sweeps.
    pub used: f64,
    /// Whether it began from a guess other than nothing.
    pub is_warm: bool,
}

impl<'a> Effort<'a> {
    /// Nothing yet.
    pub fn new(settings: &'a Settings, is_warm: bool) -> Self {
        Self { settings, total: Report::default(), used: 0.0, is_warm }
    }

    /// Settings for iterations that cost so many sweeps, as many as are left but no more than
    /// `most`.
    pub fn rest(&self, cost: f64, most: usize) -> Settings {
        let left = (self.settings.max_iterations as f64 - self.used) / cost;
        let max_iterations = (left.max(1.0) as usize).min(most);
        Settings { max_iterations, ..self.settings.clone() }
    }

    /// Adds a method's report; its iterations cost so many sweeps each.
    pub fn add(&mut self, report: Report, cost: f64) {
        self.used += report.iterations as f64 * cost;
        self.total = Report {
            iterations: self.total.iterations + report.iterations,
            ill_posed: self.total.ill_posed.max(report.ill_posed),
            ..report
        };
    }

    /// Whether there is anything left to do and to do it with.
    pub fn goes_on(&self) -> bool {
        let over = matches!(self.total.status, Status::Converged | Status::TimeLimit);
        !over && self.used < self.settings.max_iterations as f64
    }
}
