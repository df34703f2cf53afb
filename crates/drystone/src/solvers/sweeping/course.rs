//! Decides when to ask the judge, and sees stagnation.
//!
//! The change a sweep makes costs nothing to know. Its ratio to the residual of the last verdict
//! predicts the residual, so the judge is asked as soon as success is likely, and at growing
//! intervals besides.

use crate::solvers::Settings;

/// Sweeps before a slow decrease is called stagnation.
const LEAST: usize = 8000;
/// Sweeps before it is a reason to try otherwise.
const LEAST_TO_TRY: usize = 2000;

/// Sweeps before the rate of convergence says anything.
const LEAST_TO_TELL: usize = 32;

/// Sums of one sweep: squares of the velocities changed and produced by the impulses.
#[derive(Clone, Copy, Default)]
pub struct Change {
    /// By the changes of impulses.
    pub changed: f64,
    /// By the impulses that changed.
    pub produced: f64,
}

impl Change {
    /// Their ratio, as a velocity.
    pub fn relative(&self) -> f64 {
        if self.produced == 0.0 { 0.0 } else { (self.changed / self.produced).sqrt() }
    }

    /// Both parts of a sweep.
    pub fn add(&mut self, other: &Self) {
        self.changed += other.changed;
        self.produced += other.produced;
    }
}

/// What a verdict above the tolerance means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outlook {
    /// Go on.
    Good,
    /// The residual has not decreased for some time.
    Slow,
    /// The residual has stopped decreasing.
    Stagnated,
    /// The end is farther than the patience.
    TooFar,
}

/// Verdicts kept at most; from there on each stands for two.
const KEPT: usize = 512;

/// The verdicts of a run of sweeps.
#[derive(Default)]
pub struct Course {
    tolerance: f64,
    /// Residual over sweep change at the last verdict; predicts the residual from a change.
    ratio: f64,
    next: usize,
    /// Sweeps before the first verdict, which says what a change means.
    first: usize,
    /// Sweeps before this run.
    from: usize,
    /// Verdicts so far: sweeps of this run, and residual.
    verdicts: Vec<(usize, f64)>,
    /// Most sweeps worth doing; without limit where it is the largest number.
    patience: usize,
}

impl Course {
    /// The beginning of a solve; the room for verdicts is kept from solve to solve.
    pub fn start(&mut self, settings: &Settings, patience: usize, first: usize) {
        self.first = first;
        self.tolerance = settings.tolerance;
        self.ratio = 1.0;
        self.patience = patience;
        self.restart(0);
        self.verdicts.reserve(KEPT);
    }

    /// Begins again after so many sweeps, which were of another kind.
    pub fn restart(&mut self, iteration: usize) {
        self.from = iteration;
        self.next = iteration + self.first;
        self.verdicts.clear();
    }

    /// Whether to ask the judge after this sweep.
    pub fn wants_judge(&self, iteration: usize, change: f64) -> bool {
        let hopeful = change * self.ratio <= self.tolerance;
        hopeful || change.is_nan() || iteration >= self.next
    }

    /// Notes a verdict above the tolerance. It has stagnated when the last half of at least 8000
    /// sweeps (slow: of 2000) gained less than a fiftieth over the quarter before, or when nothing
    /// changes.
    pub fn judged(&mut self, iteration: usize, change: f64, residual: f64) -> Outlook {
        self.ratio = if change > 0.0 { (residual / change).max(1e-3) } else { f64::INFINITY };
        let done = iteration - self.from;
        self.next = iteration + (done / 2).clamp(4, 2000);
        self.note(done, residual);
        let least = |from: usize, to: usize| {
            let within = |v: &&(usize, f64)| v.0 > from && v.0 <= to;
            self.verdicts.iter().filter(within).map(|v| v.1).fold(f64::INFINITY, f64::min)
        };
        let slow = done >= LEAST_TO_TRY && least(done / 2, done) > 0.98 * least(done / 4, done / 2);
        // No change left to make and still not satisfied: another sweep is the same sweep.
        if (done >= LEAST && slow) || (change == 0.0 && done > 4) {
            Outlook::Stagnated
        } else if self.patience < usize::MAX
            && (done >= self.patience || self.expected_end(done, residual) > self.patience as f64)
        {
            Outlook::TooFar
        } else if slow {
            Outlook::Slow
        } else {
            Outlook::Good
        }
    }

    /// Remembers a verdict. A full memory is thinned: of two neighbours the later sweep and the
    /// lesser residual.
    fn note(&mut self, done: usize, residual: f64) {
        if self.verdicts.len() == KEPT {
            for k in 0..KEPT / 2 {
                let (first, second) = (self.verdicts[2 * k], self.verdicts[2 * k + 1]);
                self.verdicts[k] = (second.0, first.1.min(second.1));
            }
            self.verdicts.truncate(KEPT / 2);
        }
        self.verdicts.push((done, residual));
    }

    /// The sweep at which the residual will reach the tolerance, at the rate of the last half.
    fn expected_end(&self, done: usize, residual: f64) -> f64 {
        // What costs much to replace deserves a longer look.
        let enough = done >= LEAST_TO_TELL.max(self.patience / 20);
        let earlier = self.verdicts.iter().rev().find(|v| enough && 2 * v.0 <= done);
        let Some(&(then, before)) = earlier else { return 0.0 };
        let rate = (before / residual).ln() / (done - then) as f64;
        if rate <= 0.0 {
            // One look at a residual that does not fall is no proof.
            return if done >= 100 { f64::INFINITY } else { 0.0 };
        }
        done as f64 + (residual / self.tolerance).ln() / rate
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_residual_that_stays_is_stagnation_and_a_slow_one_is_too_far() {
        let settings = Settings { tolerance: 1e-8, ..Settings::default() };
        let mut course = Course::default();
        course.start(&settings, usize::MAX, 16);
        let mut iteration = 0;
        let outlook = loop {
            iteration = course.next.max(iteration + 1);
            match course.judged(iteration, 1e-3, 1e-3) {
                Outlook::Good | Outlook::Slow => {}
                other => break other,
            }
        };
        assert_eq!(outlook, Outlook::Stagnated);
        assert!((LEAST..2 * LEAST).contains(&iteration));
        // From 1e-3 by a factor of 0.9 in a hundred sweeps: far more than a thousand to 1e-8.
        course.start(&settings, 1000, 16);
        let outlook = (1..100).map(|k| course.judged(100 * k, 1e-3, 1e-3 * 0.9_f64.powi(k as i32)));
        assert_eq!(outlook.into_iter().find(|o| *o != Outlook::Good), Some(Outlook::TooFar));
    }
}
