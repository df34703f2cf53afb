//! The interior point of one convex programme: its point, its linear system, its step.
//!
//! A joint has r̃ = r without a cone, y = 0, and u + du = -δ dr instead of complementarity.

use crate::problem::{Cone, Form, Problem};
use crate::solvers::interior_point::lorentz::{Lorentz, Scaling, product, quotient, reach};
use crate::solvers::local::invert;
use crate::solvers::systems::System;
use nalgebra::{Matrix3, SMatrix, SVector};

/// Proximal damping relative to W_NN: it bounds D where contacts stick.
const DAMPING: f64 = 1e-7;
/// That of joints, relative to tr W_cc / B.
const JOINT_DAMPING: f64 = 1e-7;

/// Share of the way to the boundary that a step goes.
const SHARE: f64 = 0.99;
/// A step this short is round-off.
const NO_STEP: f64 = 1e-9;

/// What an iteration works on.
#[derive(Default)]
pub(in crate::solvers) struct Work<const B: usize> {
    /// Scaled impulses r̃ and velocities y, and their steps.
    r: Vec<Lorentz>,
    y: Vec<Lorentz>,
    dr: Vec<Lorentz>,
    dy: Vec<Lorentz>,
    scalings: Vec<Scaling>,
    /// y - P u - μ s e_N.
    defect: Vec<Lorentz>,
    /// μ s.
    shift: Vec<f64>,
    /// (I + δ D)⁻¹.
    damping: Vec<Matrix3<f64>>,
    /// E = P (I + δ D)⁻¹ D P.
    e: Vec<SMatrix<f64, B, B>>,
    g: Vec<SVector<f64, B>>,
    step_r: Vec<SVector<f64, B>>,
    step_u: Vec<SVector<f64, B>>,
    /// Unscaled impulses, in the cone.
    pub impulses: Vec<SVector<f64, B>>,
    u: Vec<SVector<f64, B>>,
    z: Vec<f64>,
}

impl<const B: usize> Work<B> {
    /// Shifts of the guess.
    pub fn free_speeds(&mut self, problem: Problem<B>, r: &[SVector<f64, B>]) {
        problem.velocities(r, &mut self.z, &mut self.u);
        self.shift.clear();
        self.shift.resize(problem.len(), 0.0);
        self.follow(problem, 1.0);
    }

    /// No sliding speed: the associated law.
    pub fn no_speeds(&mut self, problem: Problem<B>) {
        self.shift.clear();
        self.shift.resize(problem.len(), 0.0);
    }

    /// μ s moves by a share θ of its way to μ‖u_T‖; gives the length of the whole way.
    pub fn follow(&mut self, problem: Problem<B>, theta: f64) -> f64 {
        let mut sum = 0.0;
        for ((shift, u), cone) in self.shift.iter_mut().zip(&self.u).zip(problem.cones()) {
            let change = cone.mu() * u.rows(1, B - 1).norm() - *shift;
            sum += change * change;
            *shift += theta * change;
        }
        sum.sqrt()
    }

    pub fn velocities(&mut self, problem: Problem<B>) {
        problem.velocities(&self.impulses, &mut self.z, &mut self.u);
    }

    /// A central point whose velocities are of the size of the free ones.
    pub fn start(&mut self, problem: Problem<B>) {
        let n = problem.len();
        let sum: f64 = problem.b().iter().map(SVector::norm_squared).sum();
        let speed = (sum / n as f64).sqrt().max(f64::MIN_POSITIVE);
        let mean = problem.diagonal().iter().map(|w| w[(0, 0)]).sum::<f64>() / n as f64;
        self.y.clear();
        self.r.clear();
        for (w, cone) in problem.diagonal().iter().zip(problem.cones()) {
            let inside = if cone.is_free() { Lorentz::zeros() } else { Lorentz::x() * speed };
            self.y.push(inside);
            self.r.push(inside / w[(0, 0)].max(1e-12 * mean));
        }
        self.g.resize(n, SVector::zeros());
        self.step_r.resize(n, SVector::zeros());
        self.step_u.resize(n, SVector::zeros());
        self.advance(problem, 0.0);
    }

    /// Σ r̃·y; next to nothing where there are joints only.
    pub fn gap(&self) -> f64 {
        self.r.iter().zip(&self.y).map(|(r, y)| r.dot(y)).sum::<f64>().max(f64::MIN_POSITIVE)
    }

    fn missing(&self) -> f64 {
        self.r.iter().zip(&self.defect).map(|(r, d)| r.dot(d).abs()).sum()
    }

    fn gap_after(&self, alpha: f64) -> f64 {
        let points = self.r.iter().zip(&self.y).zip(self.dr.iter().zip(&self.dy));
        points.map(|((r, y), (dr, dy))| (r + dr * alpha).dot(&(y + dy * alpha))).sum()
    }

    /// Scalings, defects and E = P D P.
    fn linearise(&mut self, problem: Problem<B>) {
        self.velocities(problem);
        self.scalings.clear();
        self.defect.clear();
        self.e.clear();
        self.damping.clear();
        for (c, cone) in problem.cones().iter().enumerate() {
            if cone.is_free() {
                self.scalings.push(Scaling::default());
                self.defect.push(-padded(&self.u[c]));
                self.damping.push(Matrix3::identity());
                self.e.push(joint(&problem.diagonal()[c]));
                continue;
            }
            let scaling = Scaling::new(&self.y[c], &self.r[c]);
            let mut moved = scaled(&self.u[c], cone.mu());
            moved.x += self.shift[c];
            self.defect.push(self.y[c] - moved);
            let d = scaling.matrix();
            let delta = DAMPING * problem.diagonal()[c][(0, 0)];
            let damping = invert(&(Matrix3::identity() + d * delta));
            let d = damping * d;
            self.damping.push(damping);
            let p = |i: usize| if i == 0 { 1.0 } else { cone.mu() };
            self.e.push(SMatrix::from_fn(|i, j| p(i) * d[(i, j)] * p(j)));
            self.scalings.push(scaling);
        }
    }

    /// The step towards r̃∘y = τ e, with the second-order terms of the step before or without.
    fn step(&mut self, problem: Problem<B>, system: &mut System<B>, tau: f64, second: bool) {
        let n = self.r.len();
        // The steps of joints' y stay zero.
        self.dr.resize(n, Lorentz::zeros());
        if !second {
            self.dy.clear();
        }
        self.dy.resize(n, Lorentz::zeros());
        for (c, cone) in problem.cones().iter().enumerate() {
            if cone.is_free() {
                self.g[c] = -(self.e[c] * self.u[c]);
                continue;
            }
            let scaling = &self.scalings[c];
            let mut right = -product(&scaling.lambda, &scaling.lambda);
            right.x += tau;
            if second {
                let (dy, dr) = (scaling.apply(&self.dy[c]), scaling.apply_inverse(&self.dr[c]));
                right -= product(&dy, &dr);
            }
            let aim = scaling.apply(&quotient(&scaling.lambda, &right));
            // Kept for the solution: dr̃ without what du does to it.
            self.dr[c] = self.damping[c] * (aim + scaling.matrix() * self.defect[c]);
            self.g[c] = unscaled(&self.dr[c], cone.mu());
        }
        system.solve(problem, &self.e, &self.g, &mut self.step_r, &mut self.step_u);
        for (c, cone) in problem.cones().iter().enumerate() {
            if cone.is_free() {
                self.dr[c] = padded(&self.step_r[c]);
                continue;
            }
            let du = scaled(&self.step_u[c], cone.mu());
            self.dr[c] -= self.damping[c] * (self.scalings[c].matrix() * du);
            // y = P u + μ s e_N + δ dr̃.
            let delta = DAMPING * problem.diagonal()[c][(0, 0)];
            self.dy[c] = du + self.dr[c] * delta - self.defect[c];
        }
    }

    /// An iteration of Mehrotra's: a predictor straight for the solution, and a corrector towards the centre. The target is
    /// never below a share of the products that `least` gives, for what the linear equations miss relative to the
    /// products and for the way that the predictor could go. Says whether there was a step.
    pub fn iterate(
        &mut self,
        problem: Problem<B>,
        system: &mut System<B>,
        least: impl Fn(f64, f64) -> f64,
    ) -> bool {
        self.linearise(problem);
        if system.factor(problem, &self.e) == 0.0 {
            return false;
        }
        let n = problem.len() as f64;
        let gap = self.gap() / n;
        self.step(problem, system, 0.0, false);
        let affine = self.reach(problem).min(1.0);
        let sigma = (self.gap_after(affine) / n / gap).powi(3);
        let sigma = sigma.max(least(self.missing() / n / gap, affine)).clamp(1e-6, 0.99);
        self.step(problem, system, sigma * gap, true);
        let alpha = (SHARE * self.reach(problem)).min(1.0);
        if alpha.is_nan() || alpha <= NO_STEP {
            return false;
        }
        self.advance(problem, alpha);
        true
    }

    fn reach(&self, problem: Problem<B>) -> f64 {
        let contacts = problem.cones().iter().enumerate().filter(|(_, cone)| !cone.is_free());
        contacts.fold(10.0, |limit, (c, _)| {
            reach(&self.y[c], &self.dy[c], reach(&self.r[c], &self.dr[c], limit))
        })
    }

    fn advance(&mut self, problem: Problem<B>, alpha: f64) {
        if alpha > 0.0 {
            for (c, r) in self.r.iter_mut().enumerate() {
                *r += self.dr[c] * alpha;
                self.y[c] += self.dy[c] * alpha;
            }
        }
        self.impulses.clear();
        let all = self.r.iter().zip(problem.cones());
        self.impulses.extend(all.map(|(r, cone)| match cone {
            Cone::Free => unscaled(r, 1.0),
            _ => unscaled(r, cone.mu()),
        }));
    }
}

/// E of a joint: 1/δ.
fn joint<const B: usize>(w: &SMatrix<f64, B, B>) -> SMatrix<f64, B, B> {
    let delta = JOINT_DAMPING * w.trace() / B as f64;
    SMatrix::from_diagonal_element(if delta > 0.0 { 1.0 / delta } else { 0.0 })
}

/// x with zeros behind.
fn padded<const B: usize>(x: &SVector<f64, B>) -> Lorentz {
    scaled(x, 1.0)
}

/// P x, padded.
fn scaled<const B: usize>(x: &SVector<f64, B>, mu: f64) -> Lorentz {
    Lorentz::from_fn(|i, _| {
        if i >= B {
            0.0
        } else if i == 0 {
            x[0]
        } else {
            mu * x[i]
        }
    })
}

/// P x of a padded x.
fn unscaled<const B: usize>(x: &Lorentz, mu: f64) -> SVector<f64, B> {
    SVector::from_fn(|i, _| if i == 0 { x[0] } else { mu * x[i] })
}
