//! When to extrapolate the sweeps of Gauss–Seidel, and when to take it back.
//!
//! An extrapolation is kept unless the next sweep changes clearly more than the one before it;
//! then the plain impulses come back and plain sweeps follow, three times as many after each
//! failure that brought nothing (less than a tenfold decrease since it began). Where contacts keep changing their status (a wall settling) this leaves plain
//! Gauss–Seidel; where they do not, sweeps fall by orders of magnitude.

use super::anderson::Anderson;
use super::certificate::RAN_OFF;
use crate::problem::Form;
use nalgebra::SVector;

/// Sweeps before acceleration begins: easy problems never pay for it.
const PLAIN_SWEEPS: usize = 12;
/// Sweeps to one extrapolation: two cost half the overhead of one and serve as well.
const PERIOD: usize = 2;
/// Plain sweeps after the first failure.
const PATIENCE: usize = 24;
/// Growth of the squared change of a sweep that makes an extrapolation a failure.
const GROWTH: f64 = 1.5;
/// The same against the least change since the extrapolations began, so that small growths do
/// not add up.
const FAR: f64 = 100.0;
/// Extrapolations without progress that make a failure.
const IDLE: usize = 48;

/// Extrapolates the sweeps, and takes an extrapolation back when the next sweep finds it worse.
#[derive(Default)]
pub struct Acceleration<const B: usize> {
    anderson: Anderson,
    before: Vec<SVector<f64, B>>,
    f: Vec<f64>,
    g: Vec<f64>,
    /// The plain result that the last extrapolation started from, and its squared change.
    plain: Vec<SVector<f64, B>>,
    plain_change: f64,
    extrapolated: bool,
    /// Squared change when the present run of extrapolations began.
    first_change: f64,
    /// Least squared change since then.
    least_change: f64,
    /// Extrapolations since it last fell.
    idle: usize,
    /// Plain sweeps until this iteration, and how many after the next failure.
    wait: usize,
    patience: usize,
    /// Squared velocity that impulses do alone from which they have run off.
    most: f64,
}

impl<const B: usize> Acceleration<B> {
    /// Begins a solve.
    pub fn start(&mut self, problem: &impl Form<B>) {
        self.forget();
        let free: f64 = problem.b().iter().map(SVector::norm_squared).sum();
        self.most = RAN_OFF * RAN_OFF * free;
        self.wait = PLAIN_SWEEPS;
        self.patience = PATIENCE / 3;
    }

    fn forget(&mut self) {
        self.anderson.restart();
        self.extrapolated = false;
    }

    /// Remembers where a sweep starts from.
    pub fn before_sweep(&mut self, iteration: usize, r: &[SVector<f64, B>]) {
        if iteration + PERIOD >= self.wait && iteration.is_multiple_of(PERIOD) {
            self.before.clear();
            self.before.extend_from_slice(r);
        }
    }

    /// May move r after a sweep (iterations count from 1) whose squared change is given; says
    /// whether it did.
    pub fn after_sweep(
        &mut self,
        problem: &impl Form<B>,
        iteration: usize,
        change: f64,
        r: &mut [SVector<f64, B>],
    ) -> bool {
        if iteration < self.wait || !iteration.is_multiple_of(PERIOD) {
            return false;
        }
        let worse = change > GROWTH * self.plain_change || change > FAR * self.least_change;
        if self.extrapolated && (worse || self.idle > IDLE) {
            r.copy_from_slice(&self.plain);
            self.forget();
            let worth_it = self.plain_change < 0.01 * self.first_change;
            self.patience = if worth_it { PATIENCE } else { 3 * self.patience };
            self.wait = iteration + self.patience;
            return true;
        }
        if !self.extrapolated {
            self.first_change = change;
            self.least_change = change;
            self.idle = 0;
        }
        self.idle = if change < 0.8 * self.least_change { 0 } else { self.idle + 1 };
        self.least_change = self.least_change.min(change);
        self.f.clear();
        self.g.clear();
        for c in 0..r.len() {
            // Velocities rather than impulses: light and heavy bodies count alike.
            let scale = problem.diagonal()[c][(0, 0)];
            for k in 0..B {
                self.f.push((r[c][k] - self.before[c][k]) * scale);
                self.g.push(r[c][k]);
            }
        }
        self.extrapolated = self.anderson.extrapolate(&self.f, &mut self.g);
        if !self.extrapolated {
            return false;
        }
        let alone = |(c, r): (usize, &[f64])| {
            let scale = problem.diagonal()[c][(0, 0)];
            r.iter().map(|x| (x * scale) * (x * scale)).sum::<f64>()
        };
        // A problem without solution would be extrapolated for ever. A NaN goes no farther either.
        let alone: f64 = self.g.chunks_exact(B).enumerate().map(alone).sum();
        if alone > self.most || alone.is_nan() {
            self.forget();
            return false;
        }
        self.plain.clear();
        self.plain.extend_from_slice(r);
        self.plain_change = change;
        for (c, r) in r.iter_mut().enumerate() {
            let moved = SVector::from_fn(|k, _| self.g[c * B + k]);
            *r = problem.cones()[c].project(&moved);
        }
        true
    }
}
