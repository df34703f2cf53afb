//! Rest, where it is a solution.
//!
//! Coulomb's law of statics need not have one solution: a wall on a slope may rest by impulses that
//! press its blocks together, and may slide, and both are exact. Which of them an iteration comes to is
//! an accident of its way. Here rest is tried first: bodies whose closed contacts keep them from every
//! motion are held, u = 0 there, and impulses for it are looked for by the convex programme
//! (`support.rs`). What it finds is a solution by the judge, or it is nothing.

use super::{Standstill, with_bodies};
use crate::problem::Problem;
use crate::solvers::{Report, Settings, Status, Watch};
use nalgebra::SVector;

impl<const B: usize> Standstill<B> {
    /// Tries rest at these contacts; `None` where it is no solution, or nothing is known of it.
    pub fn rest(
        &mut self,
        problem: Problem<B>,
        at_rest: &[bool],
        settings: &Settings,
        watch: &mut Watch<B>,
        r: &mut [SVector<f64, B>],
    ) -> Option<Report> {
        let whole = with_bodies(problem)?;
        let mut iterations = 0;
        self.holding.begin_at_rest(whole, at_rest);
        let held = self.holding.hold(whole, settings);
        if held == 0 || watch.out_of_time(settings) {
            return None;
        }
        if held < self.holding.bodies.len() {
            self.holding.pose_moving(whole, r, &mut self.moving);
            let max_seconds = watch.left(settings);
            let (report, _) = self.solve_moving(&Settings { max_seconds, ..settings.clone() });
            iterations += report.iterations;
            self.holding.take_moving(whole, &self.moving);
        }
        let (z, slow) = (&self.holding.z, self.holding.slow);
        // What is just good enough, step after step, would creep until it is no rest any more.
        let tolerance = settings.tolerance * settings.newton_share;
        let finer = Settings { tolerance, ..settings.clone() };
        self.support.find(whole, z, slow, &finer, watch, &mut iterations);
        let rests = watch.best() <= settings.tolerance;
        rests.then(|| watch.finish(Status::Converged, iterations, r))
    }
}
