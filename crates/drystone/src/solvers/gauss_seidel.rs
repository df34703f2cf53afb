//! Nonlinear block Gauss–Seidel on body velocities (000 §5.4, 001 §4).
//!
//! Contact after contact, with z the (mass-normalised) velocity change of the bodies:
//!
//! ```text
//! q = u_c - W_cc r_c,   u_c = H_cᵀ z + b_c        velocity without this contact's impulse
//! r_c⁺ = one-contact solution of (W_cc, q, μ_c)
//! z ← z + H_c (r_c⁺ - r_c)                        001 eq. (11)
//! ```
//!
//! W is never assembled: a sweep costs O(contacts) and so does the memory. z is refreshed from
//! the impulses against round-off each time the judge is asked. The sweeps' own changes say
//! *when* to ask the judge (as soon as they predict success, and at growing intervals), the
//! judge says whether to stop.
//!
//! Sweeps alone are slow when reactions must travel far: from a cold start a stack of 30 blocks in
//! the plane takes 2.8 million of them to 1e-10. `acceleration.rs` extrapolates them, which takes
//! about 1,060 there and nothing where twelve sweeps do. The same stack in space (80,000), large
//! mass ratios (a heavy block on a tall stack) and impacts in wedged piles remain hard.

use super::acceleration::Acceleration;
use super::local::Local;
use super::{Report, Settings, Status};
use crate::problem::{Global, Residual};
use nalgebra::SVector;
use std::time::Instant;

/// The solver with its buffers, reusable from step to step.
#[derive(Default)]
pub struct GaussSeidel<const B: usize> {
    contacts: Vec<Local<B>>,
    best: Vec<SVector<f64, B>>,
    z: Vec<f64>,
    acceleration: Acceleration<B>,
}

/// Sums of one sweep: squares of the velocities changed and produced by the impulses.
#[derive(Default)]
struct Change {
    changed: f64,
    produced: f64,
}

impl Change {
    fn relative(&self) -> f64 {
        if self.produced == 0.0 { 0.0 } else { (self.changed / self.produced).sqrt() }
    }
}

impl<const B: usize> GaussSeidel<B> {
    /// Improves r until the judge is satisfied. [`GaussSeidel::momentum`] is then H r.
    pub fn solve(
        &mut self,
        problem: &Global<B>,
        settings: &Settings,
        r: &mut [SVector<f64, B>],
    ) -> Report {
        let start = Instant::now();
        self.contacts.clear();
        let prepared = problem.diagonal.iter().zip(&problem.mu).map(|(w, mu)| Local::new(*w, *mu));
        self.contacts.extend(prepared);
        problem.momentum(r, &mut self.z);
        let ill_posed = self.contacts.iter().filter(|c| c.ill_posed).count();
        let mut report = Report { ill_posed, ..Report::default() };
        if problem.is_empty() {
            return report;
        }

        let mut course = Course::new(settings);
        self.best.clear();
        self.acceleration.start();
        loop {
            if settings.acceleration {
                self.acceleration.before_sweep(report.iterations, r);
            }
            let change = self.sweep(problem, settings.relaxation, r);
            report.iterations += 1;
            let out_of_time = start.elapsed().as_secs_f64() > settings.max_seconds;
            let last = report.iterations >= settings.max_iterations || out_of_time;
            if !last && !course.wants_judge(report.iterations, change.relative()) {
                let accelerate = settings.acceleration
                    && self.acceleration.after_sweep(problem, report.iterations, change.changed, r);
                if accelerate {
                    problem.momentum(r, &mut self.z);
                }
                continue;
            }
            problem.momentum(r, &mut self.z);
            report.residual = Residual::of_global(problem, r, &self.z);
            let value = report.residual.value(settings.norm);
            if value <= settings.tolerance {
                report.status = Status::Converged;
                return report;
            }
            if value.is_nan() {
                r.fill(SVector::zeros());
                problem.momentum(r, &mut self.z);
                report.status = Status::Diverged;
                return report;
            }
            let stagnated = course.judged(report.iterations, change.relative(), value);
            if course.is_best() {
                self.best.clear();
                self.best.extend_from_slice(r);
            }
            if last || stagnated {
                report.status = match (ill_posed > 0, stagnated, out_of_time) {
                    (true, _, _) => Status::IllPosed,
                    (_, true, _) => Status::Stagnated,
                    (_, _, true) => Status::TimeLimit,
                    _ => Status::IterationLimit,
                };
                if !course.is_best() {
                    r.copy_from_slice(&self.best);
                    problem.momentum(r, &mut self.z);
                    report.residual = Residual::of_global(problem, r, &self.z);
                }
                return report;
            }
        }
    }

    /// z = H r of the last solve.
    pub fn momentum(&self) -> &[f64] {
        &self.z
    }

    fn sweep(&mut self, problem: &Global<B>, relaxation: f64, r: &mut [SVector<f64, B>]) -> Change {
        // Rigid bodies have 3 or 6 degrees of freedom: loops of known length.
        match problem.body_size {
            Some(3) => self.sweep_sized::<3>(problem, relaxation, r),
            Some(6) => self.sweep_sized::<6>(problem, relaxation, r),
            _ => self.sweep_any(problem, relaxation, r),
        }
    }

    fn sweep_sized<const N: usize>(
        &mut self,
        problem: &Global<B>,
        relaxation: f64,
        r: &mut [SVector<f64, B>],
    ) -> Change {
        let mut change = Change::default();
        let (rows, z) = (&problem.rows, &mut self.z[..]);
        for (c, local) in self.contacts.iter().enumerate() {
            let mut u = problem.b[c];
            rows.gather_sized::<N>(c, z, &mut u);
            if let Some(step) = update(local, &u, &mut r[c], relaxation, &mut change) {
                rows.scatter_sized::<N>(c, &step, z);
            }
        }
        change
    }

    fn sweep_any(
        &mut self,
        problem: &Global<B>,
        relaxation: f64,
        r: &mut [SVector<f64, B>],
    ) -> Change {
        let mut change = Change::default();
        for (c, local) in self.contacts.iter().enumerate() {
            let u = problem.relative_velocity(c, &self.z);
            if let Some(step) = update(local, &u, &mut r[c], relaxation, &mut change) {
                problem.rows.scatter(c, &step, &mut self.z);
            }
        }
        change
    }
}

/// Solves one contact and gives the change of its impulse, `None` when there is none.
#[inline(always)]
fn update<const B: usize>(
    local: &Local<B>,
    u: &SVector<f64, B>,
    r: &mut SVector<f64, B>,
    relaxation: f64,
    change: &mut Change,
) -> Option<SVector<f64, B>> {
    let q = u - local.w * *r;
    let mut new = local.solve(&q, r);
    if relaxation != 1.0 {
        new = *r + (new - *r) * relaxation;
        // An over-relaxed impulse may leave the cone: bring it back.
        new = crate::problem::project(&new, local.mu);
    }
    let step = new - *r;
    if step.iter().all(|x| *x == 0.0) {
        return None;
    }
    *r = new;
    let scale = local.w[(0, 0)];
    change.changed += step.norm_squared() * scale * scale;
    change.produced += new.norm_squared() * scale * scale;
    Some(step)
}

/// Decides when to ask the judge, and sees stagnation.
struct Course {
    tolerance: f64,
    /// Residual over sweep change at the last verdict; predicts the residual from a change.
    ratio: f64,
    next: usize,
    /// Verdicts so far: iteration and residual.
    verdicts: Vec<(usize, f64)>,
    best: f64,
    latest_is_best: bool,
}

impl Course {
    fn new(settings: &Settings) -> Self {
        Self {
            tolerance: settings.tolerance,
            ratio: 1.0,
            next: 16,
            verdicts: vec![],
            best: f64::INFINITY,
            latest_is_best: false,
        }
    }

    fn wants_judge(&self, iteration: usize, change: f64) -> bool {
        let hopeful = change * self.ratio <= self.tolerance;
        hopeful || change.is_nan() || iteration >= self.next
    }

    /// Notes a verdict above the tolerance; true when the residual has stopped decreasing: the
    /// last half of at least 8000 sweeps gained less than a fiftieth over the quarter before.
    fn judged(&mut self, iteration: usize, change: f64, residual: f64) -> bool {
        self.ratio = if change > 0.0 { (residual / change).max(1e-3) } else { f64::INFINITY };
        self.next = iteration + (iteration / 2).clamp(4, 2000);
        self.latest_is_best = residual <= self.best;
        self.best = self.best.min(residual);
        self.verdicts.push((iteration, residual));
        let least = |from: usize, to: usize| {
            let within = |v: &&(usize, f64)| v.0 > from && v.0 <= to;
            self.verdicts.iter().filter(within).map(|v| v.1).fold(f64::INFINITY, f64::min)
        };
        let slow = least(iteration / 2, iteration) > 0.98 * least(iteration / 4, iteration / 2);
        // No change left to make and still not satisfied: another sweep is the same sweep.
        (iteration >= 8000 && slow) || (change == 0.0 && iteration > 4)
    }

    fn is_best(&self) -> bool {
        self.latest_is_best
    }
}
