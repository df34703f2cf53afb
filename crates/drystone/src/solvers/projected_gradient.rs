//! Accelerated projected gradient (APGD) on a sequence of convex problems.
//!
//! With the shift of De Saxcé held, s_c = μ‖u_T‖ + μ_r‖u_R‖ of the last velocities, the law is the
//! optimality condition of a convex problem,
//!
//! ```text
//! min ½ xᵀ A x + (b + s e_N)ᵀ x,   x ∈ K,   A = S W S      (scaled variables)
//! ```
//!
//! which Nesterov's method solves: from y = x + β (x - x_old) a step x⁺ = P_K(y - g(y)/L), with L
//! found by trial (d·A d ≤ L d·d, d = x⁺ - y) and slowly let go, and β restarted where
//! g(y)·(x⁺ - x) > 0. As soon as the convex problem is solved ten times better than the true one was
//! when s was taken, s is taken again from u. A solution of the convex problem with s = μ‖u_T‖ obeys
//! Coulomb's law exactly; with s = 0 it would be the associated ("cone complementarity") problem of
//! the references, which opens sliding contacts.
//!
//! u(y) is the same combination of u(x) and u(x_old) as y is, so an iteration costs one
//! multiplication by W. A must be symmetric for L to mean something; slight asymmetry does no harm.
//!
//! The best of the methods without factors on the collection: of 53 problems, 2 s each on a busy
//! machine, 49 to 1e-4 and 43 to 1e-8 (Syn_wall-12x12: 1e-8 after 1600 iterations, 1.1 s). It fails
//! (1e-4) on packings of 788 and 3831 spheres and on a wall and a tower of 4800 contacts; on RockPile
//! it stays at 2e-5, on FrictionContactProblem00727 at 8e-5.
//!
//! References: Y. Nesterov 1983; B. O'Donoghue and E. Candès 2015 (restart); H. Mazhar, T. Heyn,
//! A. Tasora, D. Negrut 2015; V. Acary, F. Cadoux, C. Lemaréchal, J. Malick 2011 (outer sequence).

use super::scaled::{Scaled, wants_judge};
use super::{About, Report, Settings, Solver, Watch};
use crate::problem::{Form, Problem};
use nalgebra::SVector;

/// For the table of solvers.
pub const ABOUT: About = About {
    name: "projected-gradient",
    summary: "accelerated projected gradient on convex problems, friction's shift updated outside",
    symmetric: true,
    promise: 1e-6,
    references: "Mazhar, Heyn, Tasora, Negrut 2015; Acary, Cadoux, Lemarechal, Malick 2011",
    meshes: true,
    ..About::GENERAL
};

/// How much better than at its beginning a convex problem is solved.
const GAIN: f64 = 0.1;
/// Most iterations on one convex problem.
const MOST: usize = 500;
/// L is let go by this factor an iteration.
const RELEASE: f64 = 0.95;

/// The solver with its buffers.
#[derive(Default)]
pub struct ProjectedGradient<const B: usize> {
    scaled: Scaled<B>,
    /// The point, the last one, and their velocities.
    x: Vec<SVector<f64, B>>,
    x_old: Vec<SVector<f64, B>>,
    u: Vec<SVector<f64, B>>,
    u_old: Vec<SVector<f64, B>>,
    /// The extrapolated point and the gradient there.
    y: Vec<SVector<f64, B>>,
    g: Vec<SVector<f64, B>>,
    /// The shift in use.
    shift: Vec<f64>,
    /// Estimate of the largest eigenvalue.
    largest: f64,
}

impl<const B: usize> Solver<B> for ProjectedGradient<B> {
    fn solve(
        &mut self,
        problem: Problem<B>,
        settings: &Settings,
        watch: &mut Watch<B>,
        r: &mut [SVector<f64, B>],
    ) -> Report {
        self.start(&problem, r);
        let (mut iterations, mut inner, mut theta) = (0, 0, 1.0_f64);
        let mut goal = 0.0;
        loop {
            if wants_judge(iterations) || watch.out_of_time(settings) {
                // Round-off in u adds up only between verdicts.
                self.scaled.velocities(&problem, &self.x, &mut self.u);
                let impulses = self.scaled.impulses(&self.x);
                if let Some(status) = watch.judge(&problem, settings, iterations, impulses) {
                    return watch.finish(status, iterations, r);
                }
            }
            if inner == 0 || inner >= MOST || self.defect(&problem) <= goal {
                self.take_shift(&problem);
                goal = GAIN * self.defect(&problem);
                (inner, theta) = (0, 1.0);
            }
            // θ⁺ solves θ⁺² = (1 - θ⁺) θ².
            let next = 0.5 * theta * ((theta * theta + 4.0).sqrt() - theta);
            let beta =
                if inner == 0 { 0.0 } else { theta * (1.0 - theta) / (theta * theta + next) };
            theta = next;
            if self.advance(&problem, beta) {
                theta = 1.0;
            }
            iterations += 1;
            inner += 1;
        }
    }
}

impl<const B: usize> ProjectedGradient<B> {
    fn start(&mut self, problem: &Problem<B>, r: &[SVector<f64, B>]) {
        let n = problem.len();
        self.scaled.prepare(problem);
        self.scaled.take(r, &mut self.x);
        self.x_old.clone_from(&self.x);
        for buffer in [&mut self.u, &mut self.u_old, &mut self.y, &mut self.g] {
            buffer.clear();
            buffer.resize(n, SVector::zeros());
        }
        self.shift.clear();
        self.shift.resize(n, 0.0);
        self.largest = 1.0;
        self.scaled.velocities(problem, &self.x, &mut self.u);
        self.u_old.copy_from_slice(&self.u);
    }

    fn take_shift(&mut self, problem: &Problem<B>) {
        for ((shift, u), cone) in self.shift.iter_mut().zip(&self.u).zip(problem.cones()) {
            *shift = cone.shifted(u)[0] - u[0];
        }
    }

    /// Natural map of the convex problem at x.
    fn defect(&self, problem: &Problem<B>) -> f64 {
        let one = |(c, cone): (usize, &crate::problem::Cone)| {
            let mut to = self.x[c] - self.u[c];
            to[0] -= self.shift[c];
            (self.x[c] - cone.project(&to)).norm_squared()
        };
        problem.cones().iter().enumerate().map(one).sum::<f64>().sqrt()
    }

    /// One step; whether the next one must start without momentum.
    fn advance(&mut self, problem: &Problem<B>, beta: f64) -> bool {
        for c in 0..self.x.len() {
            self.y[c] = self.x[c] + (self.x[c] - self.x_old[c]) * beta;
            self.g[c] = self.u[c] + (self.u[c] - self.u_old[c]) * beta;
        }
        // x, u become the old ones; u(y) is kept to see A d.
        std::mem::swap(&mut self.x, &mut self.x_old);
        std::mem::swap(&mut self.u, &mut self.u_old);
        self.largest *= RELEASE;
        loop {
            for (c, cone) in problem.cones().iter().enumerate() {
                let mut gradient = self.g[c];
                gradient[0] += self.shift[c];
                self.x[c] = cone.project(&(self.y[c] - gradient / self.largest));
            }
            self.scaled.velocities(problem, &self.x, &mut self.u);
            let (mut curvature, mut length) = (0.0, 0.0);
            for c in 0..self.x.len() {
                let d = self.x[c] - self.y[c];
                curvature += d.dot(&(self.u[c] - self.g[c]));
                length += d.norm_squared();
            }
            // Round-off decides about steps this short; a NaN goes on to the judge.
            let negligible = length <= 1e-30 * self.x.iter().map(|x| x.norm_squared()).sum::<f64>();
            if negligible || curvature.is_nan() || curvature <= self.largest * length {
                break;
            }
            self.largest = (1.05 * curvature / length).max(1.2 * self.largest);
        }
        let uphill = |c: usize| {
            let mut gradient = self.g[c];
            gradient[0] += self.shift[c];
            gradient.dot(&(self.x[c] - self.x_old[c]))
        };
        (0..self.x.len()).map(uphill).sum::<f64>() > 0.0
    }
}
