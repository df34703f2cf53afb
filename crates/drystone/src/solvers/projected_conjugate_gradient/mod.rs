//! Projected conjugate gradient (Renouf and Alart).
//!
//! With the friction bounds μ r_N held the law is a quadratic problem on a product of half-lines
//! and disks. Directions are conjugate and stay in the tangent cone of that product, the bounds
//! follow the normal impulses at once. In the scaled variables of `scaled.rs`, A = S W S:
//!
//! ```text
//! w = T_x(-u)                                 the part of -u that does not leave the product
//! β = -w·A p / p·A p,   p ← w + β T_x(p)       conjugate to the last direction
//! α = -u·p / p·A p,     x ← P(x + α p)
//! ```
//!
//! A p includes the curvature of the disks on whose rims contacts slide (without it directions along
//! a rim overshoot for ever). P sets x_N ≥ 0 and cuts the tangential part to μ x_N; a contact that slides (on its bound and
//! pushed outwards) stays on the bound as its normal impulse changes. The step ends where the first
//! other contact meets its bound. A point where w = 0 obeys Coulomb's law exactly (000 eq. 31): no
//! shift is needed. Rolling friction is a second disk.
//!
//! Where a contact changed its status, or w grew, a projected gradient step x ← P(x - u/L) finds
//! the statuses instead, with L the largest ‖Δu‖/‖Δx‖ seen; so does one after a step that was cut
//! (both as in Dostál's method for bounds). It is not sure to converge: nothing falls with each
//! iteration once friction bounds move. Two multiplications by W an iteration.
//!
//! Reference: M. Renouf and P. Alart, *Conjugate gradient type algorithms for frictional
//! multi-contact problems: applications to granular materials*, 2005.

mod constraints;

use super::scaled::{Scaled, distance_squared, dot, wants_judge};
use super::{About, Report, Settings, Solver, Watch};
use crate::problem::{Form, Problem};
use constraints::{bend, brought_back, constraints, room, stay};
use nalgebra::SVector;

/// For the table of solvers.
pub const ABOUT: About = About {
    name: "projected-conjugate-gradient",
    summary: "conjugate gradients on half-lines and disks, friction bounds follow at once",
    symmetric: true,
    promise: 1e-4,
    references: "Renouf, Alart 2005",
    ..About::GENERAL
};

/// Growth of ‖w‖² that ends conjugate steps.
const GROWTH: f64 = 4.0;

/// The solver with its buffers.
#[derive(Default)]
pub struct ProjectedConjugateGradient<const B: usize> {
    scaled: Scaled<B>,
    x: Vec<SVector<f64, B>>,
    u: Vec<SVector<f64, B>>,
    /// The direction and A times it.
    p: Vec<SVector<f64, B>>,
    ap: Vec<SVector<f64, B>>,
    /// The projected gradient.
    w: Vec<SVector<f64, B>>,
    /// The point before, and its velocities.
    x_old: Vec<SVector<f64, B>>,
    u_old: Vec<SVector<f64, B>>,
    /// The largest ‖Δu‖/‖Δx‖ seen.
    largest: f64,
    /// Which constraints hold each contact: bit 0 the normal, bits 1 and 2 the disks.
    status: Vec<u8>,
}

impl<const B: usize> Solver<B> for ProjectedConjugateGradient<B> {
    fn solve(
        &mut self,
        problem: Problem<B>,
        settings: &Settings,
        watch: &mut Watch<B>,
        r: &mut [SVector<f64, B>],
    ) -> Report {
        let n = problem.len();
        self.scaled.prepare(&problem);
        self.scaled.take(r, &mut self.x);
        self.x_old.clone_from(&self.x);
        let Self { u, p, ap, w, u_old, .. } = self;
        for buffer in [u, p, ap, w, u_old] {
            buffer.clear();
            buffer.resize(n, SVector::zeros());
        }
        self.status.clear();
        self.status.resize(n, 0);
        self.scaled.velocities(&problem, &self.x, &mut self.u);
        self.largest = 1.0;
        let (mut iterations, mut last) = (0, f64::INFINITY);
        let (mut conjugate, mut cut) = (false, false);
        loop {
            if wants_judge(iterations) || watch.out_of_time(settings) {
                let impulses = self.scaled.impulses(&self.x);
                if let Some(status) = watch.judge(&problem, settings, iterations, impulses) {
                    return watch.finish(status, iterations, r);
                }
            }
            let same = self.project_gradient(&problem);
            let length = dot(&self.w, &self.w);
            if same && !cut && length <= GROWTH * last {
                cut = !self.advance(&problem, conjugate);
                conjugate = !cut;
            } else {
                self.find_statuses(&problem);
                (conjugate, cut) = (false, false);
            }
            last = length;
            self.scaled.velocities(&problem, &self.x, &mut self.u);
            self.measure();
            iterations += 1;
        }
    }
}

impl<const B: usize> ProjectedConjugateGradient<B> {
    /// w and the statuses; whether no status changed.
    fn project_gradient(&mut self, problem: &Problem<B>) -> bool {
        let mut same = true;
        for (c, cone) in problem.cones().iter().enumerate() {
            self.w[c] = -self.u[c];
            let status = constraints(cone, &self.x[c], &self.w[c]);
            same &= status == self.status[c];
            self.status[c] = status;
            stay(cone, &self.x[c], status, &mut self.w[c]);
        }
        same
    }

    /// A step along p, conjugate to the last one or a new beginning; whether it was not cut.
    fn advance(&mut self, problem: &Problem<B>, conjugate: bool) -> bool {
        let curvature = dot(&self.p, &self.ap);
        let beta = if conjugate && curvature > 0.0 {
            (-dot(&self.w, &self.ap) / curvature).max(0.0)
        } else {
            0.0
        };
        for (c, cone) in problem.cones().iter().enumerate() {
            stay(cone, &self.x[c], self.status[c], &mut self.p[c]);
            self.p[c] = self.w[c] + self.p[c] * beta;
        }
        if dot(&self.u, &self.p) >= 0.0 {
            self.p.copy_from_slice(&self.w);
        }
        self.scaled.product(problem, &self.p, &mut self.ap);
        for (c, cone) in problem.cones().iter().enumerate() {
            bend(cone, &self.x[c], &self.u[c], &self.p[c], self.status[c], &mut self.ap[c]);
        }
        let curvature = dot(&self.p, &self.ap);
        let wanted = if curvature > 0.0 { -dot(&self.u, &self.p) / curvature } else { 1.0 };
        let mut alpha = wanted;
        for (c, cone) in problem.cones().iter().enumerate() {
            alpha = alpha.min(room(cone, &self.x[c], &self.p[c], self.status[c]));
        }
        self.keep();
        for (c, cone) in problem.cones().iter().enumerate() {
            self.x[c] = brought_back(cone, self.x[c] + self.p[c] * alpha, self.status[c]);
        }
        alpha >= wanted
    }

    /// x ← P(x - u/L).
    fn find_statuses(&mut self, problem: &Problem<B>) {
        self.keep();
        for (c, cone) in problem.cones().iter().enumerate() {
            self.x[c] = brought_back(cone, self.x[c] - self.u[c] / self.largest, 0);
        }
    }

    fn keep(&mut self) {
        self.x_old.copy_from_slice(&self.x);
        self.u_old.copy_from_slice(&self.u);
    }

    /// Looks at ‖Δu‖/‖Δx‖.
    fn measure(&mut self) {
        let moved = distance_squared(&self.x, &self.x_old);
        let ratio = (distance_squared(&self.u, &self.u_old) / moved).sqrt();
        if moved > 0.0 && ratio.is_finite() {
            self.largest = self.largest.max(ratio);
        }
    }
}
