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
use super::{About, Report, Settings, Solver, Status, Watch};
use crate::problem::{Form, Global, Problem, Reduced};
use nalgebra::SVector;

/// For the table of solvers.
pub const ABOUT: About = About {
    name: "gauss-seidel",
    summary: "nonlinear block Gauss-Seidel, one contact after the other, extrapolated where it pays",
    coulomb: [true; 3],
    rolling: false,
    symmetric: false,
    max_contacts: usize::MAX,
    promise: 1e-8,
    references: "Moreau 1994; Jean 1999 (000 section 5.4); Jourdan, Alart, Jean 1998",
};

/// The solver with its buffers, reusable from step to step.
#[derive(Default)]
pub struct GaussSeidel<const B: usize> {
    contacts: Vec<Local<B>>,
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

impl<const B: usize> Solver<B> for GaussSeidel<B> {
    fn solve(
        &mut self,
        problem: Problem<B>,
        settings: &Settings,
        watch: &mut Watch<B>,
        r: &mut [SVector<f64, B>],
    ) -> Report {
        self.solve_within(problem, settings, usize::MAX, watch, r)
    }
}

/// What a sweep does to a form.
trait Sweep<const B: usize> {
    fn gather(&self, c: usize, r: &[SVector<f64, B>], z: &[f64]) -> SVector<f64, B>;
    fn scatter(&self, c: usize, step: &SVector<f64, B>, z: &mut [f64]);
}

/// A problem whose bodies all have N degrees of freedom: the compiler unrolls.
struct OfSize<'a, const B: usize, const N: usize>(&'a Global<B>);

impl<const B: usize, const N: usize> Sweep<B> for OfSize<'_, B, N> {
    #[inline(always)]
    fn gather(&self, c: usize, _: &[SVector<f64, B>], z: &[f64]) -> SVector<f64, B> {
        let mut u = self.0.b[c];
        self.0.rows.gather_sized::<N>(c, z, &mut u);
        u
    }

    #[inline(always)]
    fn scatter(&self, c: usize, step: &SVector<f64, B>, z: &mut [f64]) {
        self.0.rows.scatter_sized::<N>(c, step, z);
    }
}

impl<const B: usize> Sweep<B> for Global<B> {
    fn gather(&self, c: usize, _: &[SVector<f64, B>], z: &[f64]) -> SVector<f64, B> {
        self.relative_velocity(c, z)
    }

    fn scatter(&self, c: usize, step: &SVector<f64, B>, z: &mut [f64]) {
        self.rows.scatter(c, step, z);
    }
}

impl<const B: usize> Sweep<B> for Reduced<B> {
    fn gather(&self, c: usize, r: &[SVector<f64, B>], _: &[f64]) -> SVector<f64, B> {
        self.relative_velocity(c, r)
    }

    fn scatter(&self, _: usize, _: &SVector<f64, B>, _: &mut [f64]) {}
}

impl<const B: usize> GaussSeidel<B> {
    /// As [`Solver::solve`], but gives up (`stagnated`) as soon as the rate of convergence promises
    /// no end within `patience` sweeps.
    pub fn solve_within(
        &mut self,
        problem: Problem<B>,
        settings: &Settings,
        patience: usize,
        watch: &mut Watch<B>,
        r: &mut [SVector<f64, B>],
    ) -> Report {
        let course = Course::new(settings, patience);
        match problem {
            // Rigid bodies have 3 or 6 degrees of freedom: loops of known length.
            Problem::Global(form) => match form.body_size {
                Some(3) => self.iterate(form, &OfSize::<B, 3>(form), course, settings, watch, r),
                Some(6) => self.iterate(form, &OfSize::<B, 6>(form), course, settings, watch, r),
                _ => self.iterate(form, form, course, settings, watch, r),
            },
            Problem::Reduced(form) => self.iterate(form, form, course, settings, watch, r),
        }
    }

    /// Improves r until the judge is satisfied.
    fn iterate(
        &mut self,
        problem: &impl Form<B>,
        sweep: &impl Sweep<B>,
        mut course: Course,
        settings: &Settings,
        watch: &mut Watch<B>,
        r: &mut [SVector<f64, B>],
    ) -> Report {
        self.contacts.clear();
        let prepared = problem.diagonal().iter().zip(problem.cones());
        self.contacts.extend(prepared.map(|(w, cone)| Local::new(*w, cone.mu())));
        let ill_posed = self.contacts.iter().filter(|c| c.ill_posed).count();
        if problem.is_empty() {
            return Report { ill_posed, ..Report::default() };
        }
        problem.carry(r, &mut self.z);

        self.acceleration.start();
        let mut iterations = 0;
        let status = loop {
            if settings.acceleration {
                self.acceleration.before_sweep(iterations, r);
            }
            let change = self.sweep(sweep, settings.relaxation, r);
            iterations += 1;
            let last = iterations >= settings.max_iterations || watch.out_of_time(settings);
            if !last && !course.wants_judge(iterations, change.relative()) {
                let accelerate = settings.acceleration
                    && self.acceleration.after_sweep(problem, iterations, change.changed, r);
                if accelerate {
                    problem.carry(r, &mut self.z);
                }
                continue;
            }
            problem.carry(r, &mut self.z);
            if let Some(status) = watch.judge_carried(problem, settings, iterations, r, &self.z) {
                break status;
            }
            if course.judged(iterations, change.relative(), watch.latest()) {
                break Status::Stagnated;
            }
        };
        let failed = !matches!(status, Status::Converged | Status::Diverged);
        let status = if failed && ill_posed > 0 { Status::IllPosed } else { status };
        Report { ill_posed, ..watch.finish(status, iterations, r) }
    }

    fn sweep(
        &mut self,
        form: &impl Sweep<B>,
        relaxation: f64,
        r: &mut [SVector<f64, B>],
    ) -> Change {
        let mut change = Change::default();
        let z = &mut self.z[..];
        for (c, local) in self.contacts.iter().enumerate() {
            let u = form.gather(c, r, z);
            if let Some(step) = update(local, &u, &mut r[c], relaxation, &mut change) {
                form.scatter(c, &step, z);
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
    /// Most sweeps worth doing.
    patience: usize,
}

impl Course {
    fn new(settings: &Settings, patience: usize) -> Self {
        Self { tolerance: settings.tolerance, ratio: 1.0, next: 16, verdicts: vec![], patience }
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
        self.verdicts.push((iteration, residual));
        let least = |from: usize, to: usize| {
            let within = |v: &&(usize, f64)| v.0 > from && v.0 <= to;
            self.verdicts.iter().filter(within).map(|v| v.1).fold(f64::INFINITY, f64::min)
        };
        let slow = least(iteration / 2, iteration) > 0.98 * least(iteration / 4, iteration / 2);
        // No change left to make and still not satisfied: another sweep is the same sweep.
        (iteration >= 8000 && slow)
            || (change == 0.0 && iteration > 4)
            || iteration >= self.patience
            || self.expected_end(iteration, residual) > self.patience as f64
    }

    /// The sweep at which the residual will reach the tolerance, at the rate of the last half.
    fn expected_end(&self, iteration: usize, residual: f64) -> f64 {
        let earlier = self.verdicts.iter().rev().find(|v| 2 * v.0 <= iteration);
        let Some(&(then, before)) = earlier else { return 0.0 };
        let rate = (before / residual).ln() / (iteration - then) as f64;
        if rate <= 0.0 {
            // One look at a residual that does not fall is no proof.
            return if iteration >= 100 { f64::INFINITY } else { 0.0 };
        }
        iteration as f64 + (residual / self.tolerance).ln() / rate
    }
}
