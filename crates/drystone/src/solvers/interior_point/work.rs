//! What an iteration works on: all contacts' variables, their linearisation and steps.

use super::linear::{Linear, Target};
use super::point::{self, Variables};
use crate::problem::{Cone, Form, Problem};
use crate::solvers::systems::System;
use nalgebra::{SMatrix, SVector};

/// Proximal damping of joints, relative to tr W_cc / B: what an iteration leaves of their velocities
/// is about that share, and redundant joints share their impulses evenly.
const JOINT_DAMPING: f64 = 1e-7;

/// The buffers of an iteration.
#[derive(Default)]
pub struct Work<const B: usize> {
    pub variables: Vec<Variables<B>>,
    pub linear: Vec<Linear<B>>,
    pub e: Vec<SMatrix<f64, B, B>>,
    pub g: Vec<SVector<f64, B>>,
    pub dr: Vec<SVector<f64, B>>,
    pub du: Vec<SVector<f64, B>>,
    pub predictor: Vec<Variables<B>>,
    pub step: Vec<Variables<B>>,
    /// Second derivative along the path.
    pub bend: Vec<Variables<B>>,
    pub targets: Vec<Target<B>>,
    /// Unscaled impulses, in the cone.
    pub impulses: Vec<SVector<f64, B>>,
    /// A point on trial.
    pub trial: Vec<Variables<B>>,
    pub u: Vec<SVector<f64, B>>,
    pub z: Vec<f64>,
}

impl<const B: usize> Work<B> {
    /// The central point whose velocities are of the size of the free ones.
    pub fn start(&mut self, problem: Problem<B>) {
        let n = problem.len();
        let scaled = problem.b().iter().zip(problem.cones());
        let sum: f64 = scaled.map(|(b, c)| b.component_mul(&point::scale(c)).norm_squared()).sum();
        let speed = (sum / n as f64).sqrt().max(f64::MIN_POSITIVE);
        let mean = problem.diagonal().iter().map(|w| w[(0, 0)]).sum::<f64>() / n as f64;
        self.variables.clear();
        let contacts = problem.diagonal().iter().zip(problem.cones());
        self.variables.extend(contacts.map(|(w, cone)| match cone {
            Cone::Free => point::at_rest(),
            _ => point::central(speed, speed / w[(0, 0)].max(1e-12 * mean)),
        }));
        self.impulses_of_variables(problem);
        for buffer in [&mut self.g, &mut self.dr, &mut self.du] {
            buffer.resize(n, SVector::zeros());
        }
    }

    /// Velocities of the impulses.
    pub fn refresh(&mut self, problem: Problem<B>) {
        problem.velocities(&self.impulses, &mut self.z, &mut self.u);
    }

    /// Sum of the complementarity products; next to nothing where there are joints only.
    pub fn gap(&self, problem: Problem<B>) -> f64 {
        let all = self.variables.iter().zip(problem.cones());
        all.map(|(x, cone)| point::gap(x, cone)).sum::<f64>().max(f64::MIN_POSITIVE)
    }

    /// Linearises every contact's equations, damped by a share of W_NN.
    pub fn linearise(&mut self, problem: Problem<B>, strength: f64) {
        self.linear.clear();
        self.e.clear();
        for (c, cone) in problem.cones().iter().enumerate() {
            let w = &problem.diagonal()[c];
            let delta = match cone {
                Cone::Free => JOINT_DAMPING * w.trace() / B as f64,
                _ => strength * w[(0, 0)],
            };
            let linear = Linear::new(&self.variables[c], cone, &self.u[c], delta);
            self.e.push(linear.matrix());
            self.linear.push(linear);
        }
    }

    /// What the linear equations miss, as products.
    pub fn missing(&self) -> f64 {
        self.linear.iter().map(Linear::missing).sum()
    }

    /// The predictor: towards τ = 0.
    pub fn predict(&mut self, system: &mut System<B>, problem: Problem<B>) {
        self.targets.clear();
        self.targets.extend(self.linear.iter().map(|linear| linear.towards(0.0, None)));
        self.solve(system, problem);
        std::mem::swap(&mut self.predictor, &mut self.step);
    }

    /// The corrector: towards τ, with the predictor's second-order terms or without.
    pub fn correct(&mut self, system: &mut System<B>, problem: Problem<B>, tau: f64, second: bool) {
        self.targets.clear();
        let all = self.linear.iter().zip(&self.predictor);
        self.targets.extend(all.map(|(linear, p)| linear.towards(tau, second.then_some(p))));
        self.solve(system, problem);
    }

    /// The step to the targets.
    pub fn solve(&mut self, system: &mut System<B>, problem: Problem<B>) {
        self.g.clear();
        self.g.extend(self.linear.iter().zip(&self.targets).map(|(linear, t)| linear.right(t)));
        system.solve(problem, &self.e, &self.g, &mut self.dr, &mut self.du);
        self.step.clear();
        let solved = self.linear.iter().zip(&self.targets).zip(self.dr.iter().zip(&self.du));
        self.step.extend(solved.map(|((linear, t), (dr, du))| linear.step(t, dr, du)));
    }

    /// How far the steps can go inside the cones, ten times at most.
    pub fn reach(&self, steps: &[Variables<B>]) -> f64 {
        let all = self.linear.iter().zip(steps);
        all.fold(10.0, |limit, (linear, step)| linear.reach(step, limit))
    }

    /// The sum of products after a part of the predictor.
    pub fn gap_after(&self, problem: Problem<B>, alpha: f64) -> f64 {
        let all = self.variables.iter().zip(&self.predictor).zip(problem.cones());
        all.map(|((x, d), cone)| point::gap(&moved(x, d, alpha), cone)).sum()
    }

    /// Goes a part of the step.
    pub fn advance(&mut self, alpha: f64) {
        for (x, d) in self.variables.iter_mut().zip(&self.step) {
            *x = moved(x, d, alpha);
        }
    }

    /// Takes the impulses from the variables.
    pub fn impulses_of_variables(&mut self, problem: Problem<B>) {
        self.impulses.clear();
        let all = self.variables.iter().zip(problem.cones());
        self.impulses.extend(all.map(|(x, cone)| x.r.component_mul(&point::scale(cone))));
    }
}

/// x + α d.
pub fn moved<const B: usize>(x: &Variables<B>, d: &Variables<B>, alpha: f64) -> Variables<B> {
    let t = std::array::from_fn(|k| x.t[k] + d.t[k] * alpha);
    Variables { r: x.r + d.r * alpha, y: x.y + d.y * alpha, t }
}
