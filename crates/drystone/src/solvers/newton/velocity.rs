//! Newton on the velocities, with impulses that follow at once (`augmented.rs`): one Newton step on
//! the augmented Lagrangian, then its impulses are the next anchor.
//!
//! ```text
//! dr + E du = P_K(r - ρ ũ) - r,  du = W dr,   E = ρ P' ∂ũ/∂u,    r ← r + α dr
//! ```
//!
//! ρ (relative to 1/λ_c) grows by half with every whole step and shrinks where no step decreases
//! the equation: with a small ρ it is a projected gradient step with second-order information, with
//! a large one Newton's method on the natural map with a proximal term 1/ρ.
//!
//! It takes more iterations than Newton on the functions themselves (30 to 300 instead of 3 to 30),
//! and goes farther in wedged packings: of 53 problems of the literature (5 s each) it brings
//! 51 to 1e-4 and 49 to 1e-8, the rock pile among them (635 iterations). It fails on a wall of 4,800
//! contacts (3e-4) and a packing of 3,800 (2e-2), and to 1e-8 on packings of 256 (8e-8, where
//! it stays however long) and 788 contacts.

use super::augmented::Augmented;
use super::progress::{PATIENCE, Progress};
use crate::problem::Problem;
use crate::solvers::{About, Report, Settings, Solver, Status, Watch};
use nalgebra::SVector;

/// For the table of solvers.
pub const ABOUT: About = About {
    name: "newton-velocity",
    summary: "semismooth Newton on the velocities of the augmented Lagrangian",
    references: "Alart, Curnier 1991; Hintermueller, Ito, Kunisch 2003; De Saxce, Feng 1998",
    meshes: true,
    ..About::GENERAL
};

/// First, least and greatest ρ.
const FIRST: f64 = 1e2;
const LEAST: f64 = 1e-2;
const GREATEST: f64 = 1e7;
/// Iterations without progress that mean whole steps go round in a circle, and by how much the greatest
/// ρ then falls, to one at least: the proximal term 1/ρ leads out of it.
const CIRCLE: (usize, f64) = (50, 1e-2);
/// Growth of ρ with a whole step. Ten times is too much: walls and towers jam.
const GROWTH: f64 = 1.5;

/// The solver with its buffers.
#[derive(Default)]
pub struct NewtonVelocity<const B: usize> {
    augmented: Augmented<B>,
}

impl<const B: usize> Solver<B> for NewtonVelocity<B> {
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
        let augmented = &mut self.augmented;
        augmented.start(problem, r);
        let (mut rho, mut greatest, mut iterations) = (FIRST, GREATEST, 0);
        let mut progress = Progress::new(watch.best());
        let status = loop {
            let norm = augmented.linearise(problem, rho);
            let step = augmented.step(problem, rho, norm);
            iterations += 1;
            match step {
                Some(alpha) if alpha > 0.5 => rho = (GROWTH * rho).min(greatest),
                Some(alpha) if alpha > 0.1 => {}
                _ if rho <= LEAST => break Status::Stagnated,
                _ => rho *= 0.1,
            }
            if step.is_some() {
                augmented.drop_anchor();
            }
            match watch.judge_inside(&problem, settings, iterations, &augmented.r) {
                Some(Status::Diverged) => break Status::Stagnated,
                Some(status) => break status,
                None => {}
            }
            match progress.stalled(watch.best(), iterations) {
                stalled if stalled > PATIENCE => break Status::Stagnated,
                stalled if stalled > 0 && stalled.is_multiple_of(CIRCLE.0) => {
                    greatest = (CIRCLE.1 * greatest).max(1.0);
                    rho = rho.min(greatest);
                }
                _ => {}
            }
        };
        watch.finish(status, iterations, r)
    }
}
