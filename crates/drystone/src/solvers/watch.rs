//! Watches a solve: asks the judge, keeps the best impulses, the time, the history.

use super::{About, Report, Settings, Status};
use crate::problem::{Form, Residual};
use nalgebra::SVector;
use std::time::Instant;

/// One verdict in the course of a solve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// Iterations done, of all methods tried.
    pub iteration: usize,
    /// Since the watch started (s).
    pub seconds: f64,
    /// In the norm asked for.
    pub residual: f64,
}

/// The watch of a solve; several methods in turn may share one. Buffers are reused.
pub struct Watch<const B: usize> {
    start: Instant,
    /// Iterations of the methods before.
    before: usize,
    latest: f64,
    best: Residual,
    best_value: f64,
    best_impulses: Vec<SVector<f64, B>>,
    z: Vec<f64>,
    inside: Vec<SVector<f64, B>>,
    /// Sweeps before the judge is asked for the first time. In a simulation the sweeps done beyond
    /// the tolerance are not in vain, since its errors add up; alone, a problem is done as soon as
    /// it is solved. Default 16.
    pub first_verdict: usize,
    /// Verdicts, if they are to be kept.
    pub history: Option<Vec<Moment>>,
}

impl<const B: usize> Default for Watch<B> {
    fn default() -> Self {
        Self {
            start: Instant::now(),
            before: 0,
            latest: f64::INFINITY,
            best: Residual::default(),
            best_value: f64::INFINITY,
            best_impulses: vec![],
            z: vec![],
            inside: vec![],
            first_verdict: 16,
            history: None,
        }
    }
}

impl<const B: usize> Watch<B> {
    /// A watch that was started earlier: making the problem counts.
    pub fn since(start: Instant) -> Self {
        Self { start, ..Self::default() }
    }

    /// Starts anew.
    pub fn restart(&mut self) {
        self.start = Instant::now();
        self.before = 0;
        self.best_value = f64::INFINITY;
        self.best_impulses.clear();
        if let Some(history) = &mut self.history {
            history.clear();
        }
    }

    /// Since the start (s).
    pub fn seconds(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }

    /// Whether the time limit, counted from the start of the watch, has passed.
    pub fn out_of_time(&self, settings: &Settings) -> bool {
        settings.is_timed() && self.left(settings) < 0.0
    }

    /// What is left until the time limit (s); negative once it has passed.
    pub fn left(&self, settings: &Settings) -> f64 {
        settings.left_after(self.seconds())
    }

    /// The least residual so far, infinite before the first verdict.
    pub fn best(&self) -> f64 {
        self.best_value
    }

    /// The residual of the last verdict.
    pub fn latest(&self) -> f64 {
        self.latest
    }

    /// Judges r after some iterations; the status with which to stop, if it is time to.
    pub fn judge(
        &mut self,
        problem: &(impl Form<B> + ?Sized),
        settings: &Settings,
        iterations: usize,
        r: &[SVector<f64, B>],
    ) -> Option<Status> {
        let mut z = std::mem::take(&mut self.z);
        problem.carry(r, &mut z);
        let stop = self.judge_carried(problem, settings, iterations, r, &z);
        self.z = z;
        stop
    }

    /// Begins a method: judges the guess, and asks whether the method takes the problem. The report,
    /// if that is all.
    pub fn begin(
        &mut self,
        problem: &(impl Form<B> + ?Sized),
        about: &About,
        settings: &Settings,
        r: &mut [SVector<f64, B>],
    ) -> Option<Report> {
        let accepted = about.takes(problem);
        let stop = self.judge(problem, settings, 0, r);
        let status = stop.or((!accepted).then_some(Status::NotAccepted))?;
        Some(self.finish(status, 0, r))
    }

    /// As [`Self::judge`], for iterates that leave the cones: their projection is what is judged,
    /// kept and given back.
    pub fn judge_inside(
        &mut self,
        problem: &(impl Form<B> + ?Sized),
        settings: &Settings,
        iterations: usize,
        r: &[SVector<f64, B>],
    ) -> Option<Status> {
        let mut inside = std::mem::take(&mut self.inside);
        inside.clear();
        inside.extend(r.iter().zip(problem.cones()).map(|(r, cone)| cone.project(r)));
        let stop = self.judge(problem, settings, iterations, &inside);
        self.inside = inside;
        stop
    }

    /// As [`Self::judge`], for who has just computed z from r.
    pub fn judge_carried(
        &mut self,
        problem: &(impl Form<B> + ?Sized),
        settings: &Settings,
        iterations: usize,
        r: &[SVector<f64, B>],
        z: &[f64],
    ) -> Option<Status> {
        let residual = Residual::of(problem, r, z);
        let value = residual.value(settings.norm);
        self.latest = value;
        let iteration = self.before + iterations;
        if let Some(history) = &mut self.history {
            let seconds = self.start.elapsed().as_secs_f64();
            history.push(Moment { iteration, seconds, residual: value });
        }
        // The latest of equals: a fixed point is where the method wants to be.
        if value <= self.best_value {
            self.best = residual;
            self.best_value = value;
            self.best_impulses.clear();
            self.best_impulses.extend_from_slice(r);
        }
        if value <= settings.tolerance {
            Some(Status::Converged)
        } else if value.is_nan() {
            Some(Status::Diverged)
        } else if self.out_of_time(settings) {
            Some(Status::TimeLimit)
        } else if iterations >= settings.max_iterations {
            Some(Status::IterationLimit)
        } else {
            None
        }
    }

    /// Ends a method: r becomes the best seen (nothing at all when none was finite).
    pub fn finish(
        &mut self,
        status: Status,
        iterations: usize,
        r: &mut [SVector<f64, B>],
    ) -> Report {
        self.before += iterations;
        if self.best_impulses.len() == r.len() && self.best_value.is_finite() {
            r.copy_from_slice(&self.best_impulses);
            return Report { status, iterations, residual: self.best, ill_posed: 0 };
        }
        r.fill(SVector::zeros());
        let nan = f64::NAN;
        let residual = Residual {
            natural_map: nan,
            natural_map_global: nan,
            contact_max: nan,
            quadratic_mean: nan,
            approach: nan,
        };
        Report { status, iterations, residual, ill_posed: 0 }
    }
}
