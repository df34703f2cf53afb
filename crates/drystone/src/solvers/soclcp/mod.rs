//! Coulomb's law as a linear complementarity problem over second-order cones, by smoothing Newton.
//!
//! One more variable a contact, the sliding speed t, makes every relation but the complementarities
//! linear (Kanno, Martins, Pinto da Costa 2006): with Lorentz's cone L
//!
//! ```text
//! 0 ≤ u_N ⊥ r_N ≥ 0
//! L ∋ (t, μ u_T) ⊥ (r_N, r_T/μ) ∈ L
//! ```
//!
//! At a solution t = μ‖u_T‖ where r_N > 0: no norm and no kink of De Saxcé's shift is left in the
//! equations. Each complementarity x ⊥ y becomes the smoothed function of Fischer and Burmeister
//!
//! ```text
//! F_ε = x + y - (x∘x + y∘y + ε² e)^½ = 0
//! ```
//!
//! which Newton's method with Armijo's rule solves while ε goes to zero, tenfold after each full
//! step that comes close (Hayashi, Yamashita, Fukushima 2005). The step of t is eliminated contact
//! by contact (`smoothed.rs`), which leaves `C dr + A du = g, du = W dr`. Where ε > 0, C is
//! regular, and the smoothing error of a contact is ε²: 1e-8 is reached long before round-off; what
//! round-off leaves, [`Polish`] finishes. It differs from `newton-fischer-burmeister`, which has no
//! t and no smoothing, and from `interior-point`, which keeps both sides inside their cones.
//!
//! Of the 49 problems of the collection without rolling friction 46 reach 1e-4 and 45 reach 1e-8 in
//! 3 s, most in 7 to 26 iterations, walls and towers of 1000 to 5000 contacts among them. It fails
//! on what wedges, like other Newton methods: packings of spheres (9e-2 and 3e-1) and RockPile
//! (1e-2); fc2d 2020 stops at 7e-5.

mod smoothed;

use super::systems::System;
use super::{About, Polish, Report, Settings, Solver, Status, Watch};
use crate::problem::{Cone, Form, Problem};
use nalgebra::{SMatrix, SVector};
use smoothed::{Point, Smoothed};

/// For the table of solvers.
pub const ABOUT: About = About {
    name: "soclcp",
    summary: "second-order cone complementarity with the sliding speed as variable, smoothing Newton",
    rolling: false,
    references: "Kanno, Martins, Pinto da Costa 2006; Hayashi, Yamashita, Fukushima 2005",
    reads: &["line_search"],
    ..About::GENERAL
};

/// Share of the predicted decrease that a step must bring.
const ENOUGH: f64 = 1e-4;
/// Halvings of a step.
const HALVINGS: usize = 20;
/// Smoothing falls by the first after a full step, by the second after a shorter one.
const FALL: (f64, f64) = (0.1, 0.5);
/// Least smoothing, relative to the free velocities: its square is what round-off is multiplied
/// by, and in velocity space it enters twice.
const LEAST: (f64, f64) = (1e-5, 1e-7);
/// Iterations without a better residual that mean it has stagnated: before, and with the least
/// smoothing.
const IDLE: (usize, usize) = (30, 4);

/// The solver with its buffers.
#[derive(Default)]
pub struct Soclcp<const B: usize> {
    system: System<B>,
    points: Vec<Point<B>>,
    trial: Vec<Point<B>>,
    smoothed: Vec<Smoothed<B>>,
    c: Vec<SMatrix<f64, B, B>>,
    a: Vec<SMatrix<f64, B, B>>,
    g: Vec<SVector<f64, B>>,
    dr: Vec<SVector<f64, B>>,
    du: Vec<SVector<f64, B>>,
    impulses: Vec<SVector<f64, B>>,
    u: Vec<SVector<f64, B>>,
    z: Vec<f64>,
    polish: Polish<B>,
}

impl<const B: usize> Solver<B> for Soclcp<B> {
    fn solve(
        &mut self,
        problem: Problem<B>,
        settings: &Settings,
        watch: &mut Watch<B>,
        r: &mut [SVector<f64, B>],
    ) -> Report {
        if let Some(report) = watch.begin(&problem, &ABOUT, settings, r) {
            return report;
        }
        let (status, iterations) = self.iterate(problem, settings, watch);
        let report = watch.finish(status, iterations, r);
        if status != Status::Stagnated {
            return report;
        }
        let max_iterations = settings.max_iterations.saturating_sub(iterations);
        let rest = Settings { max_iterations, ..settings.clone() };
        let last = self.polish.solve(problem, &rest, watch, r);
        let status = if last.status == Status::Converged { last.status } else { status };
        Report { status, iterations: iterations + last.iterations, ..last }
    }
}

impl<const B: usize> Soclcp<B> {
    fn iterate(
        &mut self,
        problem: Problem<B>,
        settings: &Settings,
        watch: &mut Watch<B>,
    ) -> (Status, usize) {
        let n = problem.len() as f64;
        self.system.prepare(problem);
        let free: f64 = problem.b().iter().map(SVector::norm_squared).sum();
        let speed = (free / n).sqrt().max(f64::MIN_POSITIVE);
        self.start(problem, speed);
        let least = if matches!(problem, Problem::Global(_)) { LEAST.0 } else { LEAST.1 };
        let mut epsilon = speed;
        let (mut best, mut idle, mut iterations) = (f64::INFINITY, 0, 0);
        loop {
            let merit = self.linearise(problem, epsilon);
            if self.system.factor_general(problem, &self.c, &self.a) == 0.0 {
                return (Status::Stagnated, iterations);
            }
            self.system.solve_general(problem, &self.g, &mut self.dr, &mut self.du);
            iterations += 1;
            let Some(alpha) = self.search(problem, epsilon, merit) else {
                return (Status::Stagnated, iterations);
            };
            std::mem::swap(&mut self.points, &mut self.trial);
            self.refresh(problem);
            match watch.judge(&problem, settings, iterations, &self.impulses) {
                Some(Status::Diverged) => return (Status::Stagnated, iterations),
                Some(status) => return (status, iterations),
                None if watch.latest() < 0.99 * best => (best, idle) = (watch.latest(), 0),
                None => idle += 1,
            }
            let smooth_enough = epsilon <= least * speed;
            if idle >= if smooth_enough { IDLE.1 } else { IDLE.0 } {
                return (Status::Stagnated, iterations);
            }
            let near = self.merit(problem, epsilon).sqrt() <= epsilon * n.sqrt();
            if near || alpha < 1e-3 {
                let fall = if alpha == 1.0 { FALL.0 } else { FALL.1 };
                epsilon = (epsilon * fall).max(least * speed);
            }
        }
    }

    /// Impulses that produce velocities of the size of the free ones, in the middle of their cones.
    fn start(&mut self, problem: Problem<B>, speed: f64) {
        let n = problem.len();
        let mean = problem.diagonal().iter().map(|w| w.trace()).sum::<f64>() / (B * n) as f64;
        self.points.clear();
        let response = problem.diagonal().iter().map(|w| w.trace() / B as f64);
        let response = response.map(|w| w.max(1e-12 * mean).max(f64::MIN_POSITIVE));
        self.points.extend(response.zip(problem.cones()).map(|(w, cone)| match cone {
            Cone::Free => Point::at_rest(w),
            _ => Point::central(w, speed),
        }));
        for buffer in [&mut self.g, &mut self.dr, &mut self.du] {
            buffer.resize(n, SVector::zeros());
        }
        self.refresh(problem);
    }

    /// Velocities of the points, and the impulses for the judge: in their cones.
    fn refresh(&mut self, problem: Problem<B>) {
        self.impulses.clear();
        self.impulses.extend(self.points.iter().map(|p| p.r));
        problem.velocities(&self.impulses, &mut self.z, &mut self.u);
        for (point, u) in self.points.iter_mut().zip(&self.u) {
            point.u = *u;
        }
        for (r, cone) in self.impulses.iter_mut().zip(problem.cones()) {
            *r = cone.project(r);
        }
    }

    /// Fills the linear system; gives ‖F‖².
    fn linearise(&mut self, problem: Problem<B>, epsilon: f64) -> f64 {
        self.smoothed.clear();
        self.c.clear();
        self.a.clear();
        self.g.clear();
        let mut sum = 0.0;
        for (point, cone) in self.points.iter().zip(problem.cones()) {
            let smoothed = Smoothed::new(point, cone, epsilon);
            sum += smoothed.merit;
            self.c.push(smoothed.c);
            self.a.push(smoothed.a);
            self.g.push(smoothed.g);
            self.smoothed.push(smoothed);
        }
        sum
    }

    fn merit(&self, problem: Problem<B>, epsilon: f64) -> f64 {
        let all = self.points.iter().zip(problem.cones());
        all.map(|(point, cone)| point.merit(cone, epsilon)).sum()
    }

    /// Armijo's rule; the points on trial are those of the step found.
    fn search(&mut self, problem: Problem<B>, epsilon: f64, merit: f64) -> Option<f64> {
        let mut alpha = 1.0;
        for _ in 0..HALVINGS {
            self.trial.clear();
            let mut after = 0.0;
            for (c, cone) in problem.cones().iter().enumerate() {
                let (dr, du) = (&self.dr[c], &self.du[c]);
                let dt = self.smoothed[c].speed_step(dr, du);
                let point = self.points[c].moved(dr, du, dt, alpha);
                after += point.merit(cone, epsilon);
                self.trial.push(point);
            }
            if after <= (1.0 - 2.0 * ENOUGH * alpha) * merit {
                return Some(alpha);
            }
            if after.is_nan() && alpha < 1e-3 {
                return None;
            }
            alpha *= 0.5;
        }
        // Round-off: the smoothing is as good as solved.
        Some(alpha)
    }
}
