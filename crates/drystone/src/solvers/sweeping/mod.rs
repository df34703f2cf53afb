//! What methods that sweep over the contacts have in common: sweep, extrapolate where it pays, ask
//! the judge when it is time, try otherwise or give up when nothing comes of it.

mod course;
mod order;

pub use course::{Change, Course, Outlook};
pub use order::{ORDERS, Order, Visits};

use super::acceleration::Acceleration;
use super::local::Local;
use super::{Report, Settings, Status, Watch};
use crate::problem::Form;
use nalgebra::SVector;

/// A method's sweep.
pub trait Sweep<const B: usize> {
    /// Improves every impulse once; z is that of r before and after.
    fn sweep(&mut self, r: &mut [SVector<f64, B>], z: &mut Vec<f64>) -> Change;

    /// The judge was not satisfied.
    fn refused(&mut self) {}

    /// Whether sweeps are one and the same map, so that extrapolating makes sense.
    fn repeats(&self) -> bool {
        true
    }

    /// After stagnation: goes on in another way if there is one, and says so.
    fn try_otherwise(&mut self) -> bool {
        false
    }
}

/// The buffers of a solve.
#[derive(Default)]
pub struct Sweeping<const B: usize> {
    z: Vec<f64>,
    acceleration: Acceleration<B>,
    course: Course,
}

impl<const B: usize> Sweeping<B> {
    /// Improves r until the judge is satisfied. Gives up (`stagnated`) as soon as the rate of
    /// convergence promises no end within `patience` sweeps.
    pub fn iterate(
        &mut self,
        problem: &impl Form<B>,
        method: &mut impl Sweep<B>,
        patience: usize,
        settings: &Settings,
        watch: &mut Watch<B>,
        r: &mut [SVector<f64, B>],
    ) -> Report {
        if problem.is_empty() {
            return Report::default();
        }
        if problem.has_meshes() {
            // A contact's update would be a whole solution with the inertia.
            let stop = watch.judge(problem, settings, 0, r);
            return watch.finish(stop.unwrap_or(Status::NotAccepted), 0, r);
        }
        problem.carry(r, &mut self.z);
        // Without a guess, nothing may be the answer.
        let cold = r.iter().all(|r| r.iter().all(|x| *x == 0.0));
        if cold && let Some(status) = watch.judge_carried(problem, settings, 0, r, &self.z) {
            return watch.finish(status, 0, r);
        }
        self.acceleration.start(problem);
        self.course.start(settings, patience, watch.first_verdict);
        let mut iterations = 0;
        let status = loop {
            let extrapolate = settings.acceleration && method.repeats();
            if extrapolate {
                self.acceleration.before_sweep(iterations, r);
            }
            let change = method.sweep(r, &mut self.z);
            iterations += 1;
            let last = iterations >= settings.max_iterations || watch.out_of_time(settings);
            if !last && !self.course.wants_judge(iterations, change.relative()) {
                let moved = extrapolate
                    && self.acceleration.after_sweep(problem, iterations, change.changed, r);
                if moved {
                    problem.carry(r, &mut self.z);
                }
                continue;
            }
            problem.carry(r, &mut self.z);
            if let Some(status) = watch.judge_carried(problem, settings, iterations, r, &self.z) {
                break status;
            }
            method.refused();
            match self.course.judged(iterations, change.relative(), watch.latest()) {
                Outlook::Slow | Outlook::Stagnated if method.try_otherwise() => {
                    self.course.restart(iterations);
                }
                Outlook::Good | Outlook::Slow => {}
                Outlook::Stagnated | Outlook::TooFar => break Status::Stagnated,
            }
        };
        watch.finish(status, iterations, r)
    }
}

/// Tells a failure by what may be its reason: one-contact problems without a unique solution.
pub fn explained<const B: usize>(report: Report, contacts: &[Local<B>]) -> Report {
    let ill_posed = contacts.iter().filter(|c| c.ill_posed).count();
    let failed = !matches!(report.status, Status::Converged | Status::Diverged);
    let status = if failed && ill_posed > 0 { Status::IllPosed } else { report.status };
    Report { status, ill_posed, ..report }
}

/// Solves one contact and gives the change of its impulse, `None` when there is none.
#[inline(always)]
pub fn update<const B: usize>(
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
        new = local.cone().project(&new);
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
