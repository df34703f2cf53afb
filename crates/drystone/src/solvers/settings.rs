//! Settings common to iterative solvers.

use super::local::LocalMethod;
use super::sweeping::Order;
use crate::problem::Norm;
use std::borrow::Cow;
use std::ops::RangeInclusive;
use std::time::Instant;

/// When to stop and how to iterate.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Which solver of the table a simulation uses. Default: "auto".
    pub name: Cow<'static, str>,
    /// The residual to reach, in the chosen norm. Default 1e-6; usual 1e-3 to 1e-10.
    pub tolerance: f64,
    /// The norm the tolerance is about. Default: the quadratic mean.
    pub norm: Norm,
    /// Most iterations in one solve; "auto" counts in sweeps, an iteration of Newton's methods as the
    /// sweeps it costs. Default 10,000.
    pub max_iterations: usize,
    /// Most seconds in one solve. Default: no limit.
    pub max_seconds: f64,
    /// When every solve must be over, whatever else is allowed. Default: never. A simulation sets
    /// it for each step (`Stepper::limit`).
    pub deadline: Option<Instant>,
    /// Relaxation factor of each contact's update, in (0, 2). Default 1.
    pub relaxation: f64,
    /// Share of the tolerance that Newton's methods go on to when "auto" chooses them: their last
    /// digits cost an iteration or two, and a simulation drifts the less. Default 1e-3.
    pub newton_share: f64,
    /// Whether sweeps are extrapolated where that pays. Default yes.
    pub acceleration: bool,
    /// How sweeps solve one contact. Default: exactly, whatever it takes.
    pub local: LocalMethod,
    /// The order in which Gauss–Seidel visits the contacts. Default: natural, and shuffled as soon
    /// as that stagnates.
    pub order: Order,
    /// Sweeps without impulse after which Gauss–Seidel visits a contact rarely (every eighth
    /// sweep); the judge sees all. Default 0: never. Usual 5 to 50.
    pub freezing: usize,
    /// Seed of the random orders. Default 0.
    pub seed: u64,
    /// How Newton's methods choose the length of their steps. Default: Armijo's rule, relative to
    /// the worst of the last values.
    pub line_search: LineSearch,
    /// Facets of the cones that Lemke's method begins with, 3 to 64. Default 8.
    pub facets: usize,
    /// Whether a simulation tries rest before the solver, wherever contacts are closed and at rest: where
    /// rest is a solution, it is taken. Default no.
    pub prefer_rest: bool,
}

impl Settings {
    /// Whether time is limited at all.
    pub fn is_timed(&self) -> bool {
        self.max_seconds < f64::INFINITY || self.deadline.is_some()
    }

    /// What is left until the deadline (s); negative once it has passed.
    fn until_deadline(&self) -> f64 {
        self.deadline.map_or(f64::INFINITY, |deadline| {
            let now = Instant::now();
            match deadline.checked_duration_since(now) {
                Some(left) => left.as_secs_f64(),
                None => -now.duration_since(deadline).as_secs_f64(),
            }
        })
    }

    /// What is left of the time limit after so many seconds, and of that until the deadline (s).
    pub fn left_after(&self, seconds: f64) -> f64 {
        (self.max_seconds - seconds).min(self.until_deadline())
    }
}

/// What [`Settings::facets`] may be.
pub const FACETS: RangeInclusive<usize> = 3..=64;

/// Rules for the length of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum LineSearch {
    /// Halve the step until the merit has decreased enough.
    Armijo,
    /// The same, but compared with the worst of the last values of the merit.
    #[default]
    NonmonotoneArmijo,
    /// Neither too long nor too short: the decrease lies between two shares of the predicted one.
    GoldsteinPrice,
}

/// Every rule with its name.
pub const LINE_SEARCHES: &[(LineSearch, &str)] = &[
    (LineSearch::Armijo, "armijo"),
    (LineSearch::NonmonotoneArmijo, "nonmonotone_armijo"),
    (LineSearch::GoldsteinPrice, "goldstein_price"),
];

impl Default for Settings {
    fn default() -> Self {
        Self {
            name: "auto".into(),
            tolerance: 1e-6,
            norm: Norm::QuadraticMean,
            max_iterations: 10_000,
            max_seconds: f64::INFINITY,
            deadline: None,
            relaxation: 1.0,
            newton_share: 1e-3,
            acceleration: true,
            local: LocalMethod::default(),
            order: Order::default(),
            freezing: 0,
            seed: 0,
            line_search: LineSearch::default(),
            facets: 8,
            prefer_rest: false,
        }
    }
}
