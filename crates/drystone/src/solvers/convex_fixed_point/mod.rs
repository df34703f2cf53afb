//! Successive convex problems with the sliding speed frozen, each by an interior point
//! (004 eq. 53; Acary, Cadoux, Lemaréchal, Malick 2011).
//!
//! With s = ‖u_T‖ given, De Saxcé's form of Coulomb's law is the optimality of the convex cone
//! programme
//!
//! ```text
//! min ½ r·W r + (b + μ s e_N)·r   over   ‖r_T‖ ≤ μ r_N
//! ```
//!
//! and a solution whose own sliding speed is s obeys the law itself. In scaled variables r = P r̃,
//! y = P u + μ s e_N, P = diag(1, μ, μ), both cones are Lorentz cones and the programme is y ∈ L ⊥
//! r̃ ∈ L, which the primal-dual method of Nesterov and Todd with Mehrotra's predictor and
//! corrector solves. With D the scaling that maps y to r̃ (`interior_point/lorentz.rs`) its linear
//! system is symmetric (`programme.rs`),
//!
//! ```text
//! dr + P D P du = P (S q + D (y - P u - μ s e_N)),    du = W dr
//! ```
//!
//! A small proximal term bounds D, as in `interior-point`.
//!
//! s moves with the iterations: each begins with the speeds of the last point, so that outer and
//! inner iteration are one. Where that stagnates the outer iteration proper begins: each programme
//! is solved to a tenth of the last change of s, and s moves by a step which is halved whenever its
//! change grows.
//!
//! Of the 49 problems of the collection without rolling friction 46 reach 1e-4 and 38 reach 1e-8 in
//! 3 s. Convex programmes do not jam, so that walls and towers take 11 to 17 iterations to 1e-4
//! (4944 contacts: 0.7 s), and 1e-8 then waits for the linear convergence of s. It fails on what
//! wedges: packings of spheres (6e-3 and 5e-4), RockPile (3e-4); FrictionContactProblem00727 and
//! fc2d 2020 stay at 8e-5 and 4e-5, Capsules at 1e-8 to 2e-8, and bad scaling costs a digit (1e-7).

pub(super) mod programme;

use super::systems::System;
use super::{About, Report, Settings, Solver, Status, Watch};
use crate::problem::{Form, Problem};
use nalgebra::SVector;
use programme::Work;

/// For the table of solvers.
pub const ABOUT: About = About {
    name: "convex-fixed-point",
    summary: "convex cone programmes with the sliding speed frozen, by interior points",
    rolling: false,
    promise: 1e-6,
    references: "Acary, Cadoux, Lemarechal, Malick 2011; De Saxce, Feng 1998; Acary, Bremond, Huber 2018",
    ..About::GENERAL
};

/// Iterations of one programme, at most.
const MOST: usize = 60;
/// Iterations without a better residual that end the merged iteration, and outer ones that end all.
const IDLE: (usize, usize) = (25, 40);

/// The solver with its buffers.
#[derive(Default)]
pub struct ConvexFixedPoint<const B: usize> {
    system: System<B>,
    work: Work<B>,
}

impl<const B: usize> Solver<B> for ConvexFixedPoint<B> {
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
        self.system.prepare(problem);
        self.work.free_speeds(problem, r);
        let mut iterations = 0;
        let mut status = self.programme(problem, settings, watch, Way::Merged, &mut iterations);
        if status.is_none() {
            status = self.outer(problem, settings, watch, &mut iterations);
        }
        watch.finish(status.unwrap_or(Status::Stagnated), iterations, r)
    }
}

/// How the speeds behave during a programme.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    /// They follow every iteration.
    Merged,
    /// They are frozen; the programme is solved until its gap is this share of the first.
    Frozen(f64),
}

impl<const B: usize> ConvexFixedPoint<B> {
    /// Programmes one after the other; the status that ends it, if any.
    fn outer(
        &mut self,
        problem: Problem<B>,
        settings: &Settings,
        watch: &mut Watch<B>,
        iterations: &mut usize,
    ) -> Option<Status> {
        let (mut theta, mut last, mut accuracy) = (1.0_f64, f64::INFINITY, 1e-4_f64);
        let mut first = 0.0_f64;
        let (mut best, mut idle) = (f64::INFINITY, 0);
        while idle < IDLE.1 {
            let way = Way::Frozen(accuracy);
            if let Some(status) = self.programme(problem, settings, watch, way, iterations) {
                return Some(status);
            }
            let change = self.work.follow(problem, theta);
            theta = if change > last { (theta * 0.5).max(0.05) } else { (theta * 1.1).min(1.0) };
            first = first.max(change);
            accuracy = (1e-3 * change / first).clamp(1e-13, 1e-4);
            last = change;
            // The watch's least residual, seen from here.
            if watch.best() < 0.99 * best {
                (best, idle) = (watch.best(), 0);
            } else {
                idle += 1;
            }
        }
        None
    }

    /// The interior point from its central start; the status that ends the solve, if any.
    fn programme(
        &mut self,
        problem: Problem<B>,
        settings: &Settings,
        watch: &mut Watch<B>,
        way: Way,
        iterations: &mut usize,
    ) -> Option<Status> {
        let work = &mut self.work;
        work.start(problem);
        let n = problem.len() as f64;
        let first = work.gap() / n;
        let (mut best, mut idle) = (f64::INFINITY, 0);
        for _ in 0..if way == Way::Merged { usize::MAX } else { MOST } {
            // Not faster to the boundary than the linear equations, which moving speeds upset.
            let least = |missing: f64, affine: f64| 0.5 * missing * (1.5 - affine);
            if !work.iterate(problem, &mut self.system, least) {
                return None;
            }
            *iterations += 1;
            match watch.judge(&problem, settings, *iterations, &work.impulses) {
                Some(Status::Diverged) => return None,
                Some(status) => return Some(status),
                None => {}
            }
            match way {
                Way::Merged => {
                    work.velocities(problem);
                    work.follow(problem, 1.0);
                    if watch.latest() < 0.99 * best {
                        (best, idle) = (watch.latest(), 0);
                    } else {
                        idle += 1;
                    }
                    if idle >= IDLE.0 {
                        return None;
                    }
                }
                Way::Frozen(accuracy) if work.gap() / n <= accuracy * first => break,
                Way::Frozen(_) => {}
            }
        }
        work.velocities(problem);
        None
    }
}
