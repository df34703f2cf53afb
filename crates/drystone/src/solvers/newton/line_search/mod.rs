//! How far to go along a direction: rules on the merit m(α) = ½‖F(r + α dr)‖², whose slope at 0 is
//! known.

mod armijo;
mod goldstein_price;

use crate::solvers::LineSearch;

/// Values of the merit that the rule without monotony remembers.
const REMEMBERED: usize = 8;
/// Shortest step worth trying.
const SHORTEST: f64 = 1e-6;

/// The merit at the start of the last steps.
#[derive(Clone, Copy, Debug, Default)]
pub struct Memory {
    values: [f64; REMEMBERED],
    count: usize,
}

impl Memory {
    /// Remembers the merit at the start of a step.
    pub fn push(&mut self, merit: f64) {
        self.values[self.count % REMEMBERED] = merit;
        self.count += 1;
    }

    /// The worst remembered.
    fn worst(&self) -> f64 {
        self.values[..self.count.min(REMEMBERED)].iter().copied().fold(0.0, f64::max)
    }
}

/// The length of the step; `None` where no length will do. The merit at 0 is the last remembered.
pub fn search(
    rule: LineSearch,
    memory: &Memory,
    merit: f64,
    slope: f64,
    evaluate: impl FnMut(f64) -> f64,
) -> Option<f64> {
    match rule {
        LineSearch::Armijo => armijo::search(merit, slope, evaluate),
        LineSearch::NonmonotoneArmijo => armijo::search(memory.worst().max(merit), slope, evaluate),
        LineSearch::GoldsteinPrice => goldstein_price::search(merit, slope, evaluate),
    }
}
