//! Alternating directions: momentum by one linear system, the law by projections, in turn.
//!
//! The velocities that momentum allows, u = W r̂ + b, and those that the law allows, z ∈ K*, are two
//! copies of ũ = u + s e_N, tied by a penalty ρ_c = ρ B/tr W_cc and impulses r. With x = r - ρ z:
//!
//! ```text
//! r = P_K(x),  z = (r - x)/ρ ∈ K*,  r ⊥ z           the law, for this copy exactly
//! s = μ‖z_T‖ + μ_r‖z_R‖                             shift of De Saxcé
//! r̂ + ρ W r̂ = r + ρ (z - s e_N - b)                 momentum; u = W r̂ + b
//! x ← r - ρ (α (u + s e_N) + (1 - α) z)              α = 1.6
//! ```
//!
//! The matrix is symmetric and of the size of the bodies in velocity space (`factors.rs`); it is
//! factorised once for each ρ. Every twenty iterations ρ is multiplied by the square root of the
//! ratio of the relative residuals (u + s e_N - z to W r̂, the change of ρ z to r), sixty times at most. It
//! needs no step size and does not care about scales. Of 53
//! problems of the collection, 2 s each on a busy machine, 49 to 1e-4 and 44 to 1e-8
//! (Syn_wall-12x12: 192 iterations, KaplasTower 63). It fails (1e-4) on RockPile (unsymmetric, 4e-4) and on
//! packings of 788 and 3831 spheres; in reduced form its linear systems are dense and slow.
//!
//! References: S. Boyd et al. 2011; B. Stellato et al. (OSQP) 2020 for the penalty; V. Acary,
//! M. Brémond, O. Huber 2018 for ADMM on frictional contact.

mod factors;

use super::scaled::wants_judge;
use super::{About, Report, Settings, Solver, Status, Watch};
use crate::problem::{Form, Problem};
use factors::Factors;
use nalgebra::SVector;

/// For the table of solvers.
pub const ABOUT: About = About {
    name: "admm",
    summary: "alternating directions with one sparse factorisation and adaptive penalty",
    promise: 1e-6,
    references: "Boyd et al. 2011; Stellato et al. 2020; Acary, Bremond, Huber 2018",
    ..About::GENERAL
};

/// α.
const RELAXATION: f64 = 1.6;
/// First ρ, relative to B/tr W_cc.
const FIRST: f64 = 10.0;
/// Iterations between looks at ρ.
const PERIOD: usize = 20;
/// Changes of ρ at most.
const CHANGES: usize = 60;
/// ρ is left alone within this factor.
const NEAR: f64 = 2.0;
/// The most it changes at once.
const MOST: f64 = 5.0;

/// The solver with its buffers.
#[derive(Default)]
pub struct Admm<const B: usize> {
    factors: Factors<B>,
    rho: Vec<f64>,
    x: Vec<SVector<f64, B>>,
    r: Vec<SVector<f64, B>>,
    z: Vec<SVector<f64, B>>,
    g: Vec<SVector<f64, B>>,
    /// W r̂.
    w: Vec<SVector<f64, B>>,
}

/// Squares of what is compared to choose ρ; velocities are divided, impulses multiplied by
/// tr W_cc/B.
#[derive(Default)]
struct Balance {
    /// u + s e_N - z.
    mismatch: f64,
    /// W r̂.
    velocity: f64,
    /// The change of ρ z.
    change: f64,
    /// r.
    impulse: f64,
}

impl<const B: usize> Solver<B> for Admm<B> {
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
        self.start(problem, r);
        if !self.factors.prepare(problem) || !self.factors.factor(problem, &self.rho) {
            return watch.finish(Status::NotAccepted, 0, r);
        }
        let (mut iterations, mut changes) = (0, 0);
        loop {
            let balance = self.iterate(problem);
            iterations += 1;
            if (wants_judge(iterations) || watch.out_of_time(settings))
                && let Some(status) = watch.judge(&problem, settings, iterations, &self.r)
            {
                return watch.finish(status, iterations, r);
            }
            if iterations.is_multiple_of(PERIOD) && changes < CHANGES {
                let factor = balance.factor();
                if !(1.0 / NEAR..=NEAR).contains(&factor) {
                    changes += 1;
                    self.change_penalty(problem, factor);
                    if !self.factors.factor(problem, &self.rho) {
                        return watch.finish(Status::Stagnated, iterations, r);
                    }
                }
            }
        }
    }
}

impl<const B: usize> Admm<B> {
    fn start(&mut self, problem: Problem<B>, r: &[SVector<f64, B>]) {
        let traces = problem.diagonal().iter().map(|w| w.trace() / B as f64);
        let tiny = 1e-12 * traces.clone().fold(0.0, f64::max).max(f64::MIN_POSITIVE);
        self.rho.clear();
        self.rho.extend(traces.map(|trace| FIRST / trace.max(tiny)));
        for buffer in [&mut self.r, &mut self.z, &mut self.g, &mut self.w] {
            buffer.clear();
            buffer.resize(r.len(), SVector::zeros());
        }
        self.r.copy_from_slice(r);
        // x = r - ρ ũ: one projected step from the guess.
        problem.velocities(r, &mut vec![], &mut self.x);
        for (c, x) in self.x.iter_mut().enumerate() {
            *x = r[c] - problem.cones()[c].shifted(x) * self.rho[c];
        }
    }

    fn iterate(&mut self, problem: Problem<B>) -> Balance {
        let mut balance = Balance::default();
        let (b, cones) = (problem.b(), problem.cones());
        for c in 0..self.x.len() {
            let rho = self.rho[c];
            self.r[c] = cones[c].project(&self.x[c]);
            let z = (self.r[c] - self.x[c]) / rho;
            balance.change += (z - self.z[c]).norm_squared() * rho;
            balance.impulse += self.r[c].norm_squared() / rho;
            self.z[c] = z;
            // 2 z - ũ(z) is z - s e_N.
            self.g[c] = self.r[c] + (z * 2.0 - cones[c].shifted(&z) - b[c]) * rho;
        }
        self.factors.solve(problem, &self.g, &mut self.w);
        for c in 0..self.x.len() {
            let (rho, z) = (self.rho[c], self.z[c]);
            let u = self.w[c] + b[c] + cones[c].shifted(&z) - z;
            balance.mismatch += (u - z).norm_squared() * rho;
            balance.velocity += self.w[c].norm_squared() * rho;
            self.x[c] = self.r[c] - (u * RELAXATION + z * (1.0 - RELAXATION)) * rho;
        }
        balance
    }

    /// Multiplies ρ; r and z stay.
    fn change_penalty(&mut self, problem: Problem<B>, factor: f64) {
        for (c, rho) in self.rho.iter_mut().enumerate() {
            // x is that of the next iteration: the impulses in it stay as they are.
            let r = problem.cones()[c].project(&self.x[c]);
            self.x[c] = r + (self.x[c] - r) * factor;
            *rho *= factor;
        }
    }
}

impl Balance {
    /// By how much to change ρ.
    fn factor(&self) -> f64 {
        let relative = |x: f64, scale: f64| if scale > 0.0 { (x / scale).sqrt() } else { 0.0 };
        let (mismatch, change) =
            (relative(self.mismatch, self.velocity), relative(self.change, self.impulse));
        let factor = (mismatch / change).sqrt();
        if factor.is_finite() { factor.clamp(1.0 / MOST, MOST) } else { 1.0 }
    }
}
