//! De Saxcé and Feng's bipotential method: contact by contact, one step of Uzawa.
//!
//! Coulomb's law is implicit in the bipotential b_c(u, r), and a pair obeys it when r is a fixed
//! point of
//!
//! ```text
//! r_c ← P_K(r_c - ρ_c (u_N + μ‖u_T‖, u_T))
//! ```
//!
//! with velocities that already contain the new impulses of the contacts before (Gauss–Seidel). A
//! predictor and one projection replace the exact one-contact solution of `gauss-seidel`, so that a
//! visit costs a few operations for any cone, rolling friction included. `fixed-point` projects the
//! same vector, but for all contacts at once and with one step for all: its step is limited by the
//! norm of W, here by that of W_cc alone.
//!
//! The step ρ_c starts at 1/‖W_cc‖ and adapts: the ratio q = ρ_c ‖Δũ_c‖/‖Δr_c‖, with Δũ_c the
//! change of the shifted velocity that Δr_c makes at its own contact, bounds ρ_c as in Khobotov's
//! rule (0.9 is too long, 0.3 too short); but a sweep is not repeated. Sweeps are extrapolated
//! (`acceleration.rs`).
//!
//! Of 53 problems of the collection 48 reach 1e-4 and 43 reach 1e-8 in 3 s, RockPile 2e-5. Large
//! packings, walls and towers stay at 2e-4 to 1e-3, Capsules-889 at 2e-8, and where friction is
//! rolling (the chute) or directions of sliding are slow to settle (Sim_spheres: 69,000 sweeps to
//! 1e-6) one projection is far less than an exact solution.
//!
//! References: G. De Saxcé and Z.-Q. Feng, *New inequation and functional for contact with
//! friction*, 1991, and *The bipotential method*, 1998; F. Jourdan, P. Alart, M. Jean 1998.

use super::sweeping::{Change, Sweep, Sweeping};
use super::{About, Report, Settings, Solver, Watch};
use crate::problem::{Form, Problem};
use nalgebra::SVector;

/// For the table of solvers.
pub const ABOUT: About = About {
    name: "bipotential",
    summary: "Gauss-Seidel with one projection of De Saxce and Feng a contact, adaptive step",
    promise: 1e-4,
    references: "De Saxce, Feng 1991, 1998; Jourdan, Alart, Jean 1998",
    reads: &["acceleration"],
    ..About::GENERAL
};

/// Above this ratio the next step of a contact is shorter, below the second longer.
const RATIOS: (f64, f64) = (0.9, 0.3);
/// Longest step, in units of 1/‖W_cc‖.
const LONGEST: f64 = 10.0;

/// The solver with its buffers.
#[derive(Default)]
pub struct Bipotential<const B: usize> {
    rho: Vec<f64>,
    sweeping: Sweeping<B>,
}

impl<const B: usize> Solver<B> for Bipotential<B> {
    fn solve(
        &mut self,
        problem: Problem<B>,
        settings: &Settings,
        watch: &mut Watch<B>,
        r: &mut [SVector<f64, B>],
    ) -> Report {
        self.rho.clear();
        let inverse = |norm: f64| if norm > 0.0 { 1.0 / norm } else { 0.0 };
        self.rho.extend(problem.diagonal().iter().map(|w| inverse(w.norm())));
        let mut sweep = Projections { problem: &problem, rho: &mut self.rho };
        self.sweeping.iterate(&problem, &mut sweep, usize::MAX, settings, watch, r)
    }
}

/// The sweep.
struct Projections<'a, const B: usize> {
    problem: &'a Problem<'a, B>,
    rho: &'a mut [f64],
}

impl<const B: usize> Sweep<B> for Projections<'_, B> {
    fn sweep(&mut self, r: &mut [SVector<f64, B>], z: &mut Vec<f64>) -> Change {
        let mut change = Change::default();
        let (diagonal, cones) = (self.problem.diagonal(), self.problem.cones());
        for c in 0..r.len() {
            let (w, cone, rho) = (&diagonal[c], &cones[c], &mut self.rho[c]);
            let u = self.problem.velocity(c, r, z);
            let shifted = cone.shifted(&u);
            let new = cone.project(&(r[c] - shifted * *rho));
            let step = new - r[c];
            if step.iter().all(|x| *x == 0.0) {
                continue;
            }
            r[c] = new;
            self.problem.change(c, &step, z);
            let ratio = *rho * (cone.shifted(&(u + w * step)) - shifted).norm() / step.norm();
            if ratio > RATIOS.0 {
                *rho *= (2.0 / 3.0) * (1.0 / ratio).min(1.0);
            } else if ratio < RATIOS.1 {
                *rho = (*rho * 1.5).min(LONGEST / w.norm());
            }
            let scale = w[(0, 0)] * w[(0, 0)];
            change.changed += step.norm_squared() * scale;
            change.produced += new.norm_squared() * scale;
        }
        change
    }
}
