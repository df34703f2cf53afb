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
//! P sets x_N ≥ 0 and cuts the tangential part to μ x_N; a contact that slides (on its bound and
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

use super::scaled::{Scaled, distance_squared, dot, wants_judge};
use super::{About, Report, Settings, Solver, Watch};
use crate::problem::{Cone, Form, Problem};
use nalgebra::SVector;

/// For the table of solvers.
pub const ABOUT: About = About {
    name: "projected-conjugate-gradient",
    summary: "conjugate gradients on half-lines and disks, friction bounds follow at once",
    coulomb: [true; 3],
    rolling: true,
    symmetric: true,
    max_contacts: usize::MAX,
    promise: 1e-4,
    references: "Renouf, Alart 2005",
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
        let (mut iterations, mut conjugate, mut last) = (0, false, f64::INFINITY);
        loop {
            if wants_judge(iterations) || watch.out_of_time(settings) {
                let impulses = self.scaled.impulses(&self.x);
                if let Some(status) = watch.judge(&problem, settings, iterations, impulses) {
                    return watch.finish(status, iterations, r);
                }
            }
            let same = self.project_gradient(&problem);
            let length = dot(&self.w, &self.w);
            if same && length <= GROWTH * last {
                let whole = self.advance(&problem, conjugate);
                conjugate = whole;
            } else {
                self.find_statuses(&problem);
                conjugate = false;
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

/// Which constraints hold a contact that is pushed along w.
fn constraints<const B: usize>(cone: &Cone, x: &SVector<f64, B>, w: &SVector<f64, B>) -> u8 {
    if x[0] <= 0.0 {
        return if w[0] <= 0.0 { 7 } else { 6 };
    }
    let mut status = 0;
    for (k, (from, to, mu)) in cone.parts::<B>().into_iter().enumerate() {
        let length = (from..to).map(|i| x[i] * x[i]).sum::<f64>().sqrt();
        let outwards = (from..to).map(|i| x[i] * w[i]).sum::<f64>() >= 0.0;
        if length >= mu * x[0] * (1.0 - 1e-12) && outwards {
            status |= 2 << k;
        }
    }
    status
}

/// Takes away what would leave the constraints that hold.
fn stay<const B: usize>(cone: &Cone, x: &SVector<f64, B>, status: u8, w: &mut SVector<f64, B>) {
    if status & 1 != 0 {
        w[0] = 0.0;
    }
    for (k, (from, to, _)) in cone.parts::<B>().into_iter().enumerate() {
        if status & (2 << k) == 0 {
            continue;
        }
        let square = (from..to).map(|i| x[i] * x[i]).sum::<f64>();
        // A disk without radius leaves nothing.
        let along = if square > 0.0 {
            (from..to).map(|i| x[i] * w[i]).sum::<f64>() / square
        } else {
            (from..to).for_each(|i| w[i] = 0.0);
            0.0
        };
        (from..to).for_each(|i| w[i] -= along * x[i]);
    }
}

/// The longest step along p before a constraint that does not hold yet is met: x_N ≥ 0, and for
/// each disk ‖x_T + α p_T‖² - μ² (x_N + α p_N)² ≤ 0, a quadratic in α that is not positive at 0.
fn room<const B: usize>(cone: &Cone, x: &SVector<f64, B>, p: &SVector<f64, B>, status: u8) -> f64 {
    let mut room = if p[0] < 0.0 && x[0] > 0.0 { -x[0] / p[0] } else { f64::INFINITY };
    for (k, (from, to, mu)) in cone.parts::<B>().into_iter().enumerate() {
        if status & (2 << k) != 0 || from == to {
            continue;
        }
        let (mut a, mut b) = (-mu * mu * p[0] * p[0], -mu * mu * x[0] * p[0]);
        let mut c = -mu * mu * x[0] * x[0];
        for i in from..to {
            a += p[i] * p[i];
            b += x[i] * p[i];
            c += x[i] * x[i];
        }
        let below = b + (b * b - a * c).max(0.0).sqrt();
        if b * b >= a * c && below > 0.0 {
            room = room.min((-c).max(0.0) / below);
        }
    }
    room
}

/// x with x_N ≥ 0 and its parts on or within their bounds.
fn brought_back<const B: usize>(cone: &Cone, x: SVector<f64, B>, status: u8) -> SVector<f64, B> {
    // A NaN must come out as a NaN.
    if x[0] <= 0.0 {
        return SVector::zeros();
    }
    let mut x = x;
    for (k, (from, to, mu)) in cone.parts::<B>().into_iter().enumerate() {
        let length = (from..to).map(|i| x[i] * x[i]).sum::<f64>().sqrt();
        let bound = mu * x[0];
        let slides = status & (2 << k) != 0;
        if length > bound || (slides && length > 0.0) {
            (from..to).for_each(|i| x[i] *= bound / length);
        }
    }
    x
}
