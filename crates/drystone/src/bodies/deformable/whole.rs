//! Newton's method with the whole derivative of a corotational body.
//!
//! A has the stiffness of rest, turned with the body, and lacks what the frame's own change does to forces. That
//! is of small rank, but as stiff as a slender body is along itself: without inertia beside it, rounds with A
//! alone come to no end. A x = b with all of it is solved by conjugate gradients that are preconditioned by
//! w; they end after as many steps as that rank, and one. Contacts see w; so impulses that are there
//! already count by w on both sides, and what the rounds come to is the same.

use super::{Deformable, Round, Weights};
use crate::bodies::StepSize;
use crate::fem::Kinematics;
use crate::fem::corotational::{Cluster, Frame};

/// Most steps of conjugate gradients.
const STEPS: usize = 30;

/// Where they end: the square of the error that is left, relative to the first.
const ENOUGH: f64 = 1e-24;

/// The derivative of forces where a round was linearised.
struct Whole<'a> {
    x: &'a [f64],
    frame: Frame,
    /// Forces of small perturbations there.
    small: Vec<f64>,
    weights: Weights,
}

impl<const D: usize> Deformable<D> {
    /// Whether rounds take the whole derivative.
    pub(super) fn takes_whole(&self) -> bool {
        let solid = &self.model.solid;
        self.is_quasi_static && solid.kinematics == Kinematics::Corotational && solid.is_linear()
    }

    /// The change of velocities under impulses on the nodes, by Newton's method, and not as contacts see it
    /// where the derivative is more than they do: in place.
    pub(super) fn solve_whole(&self, step: StepSize, round: &Round<D>, x: &mut [f64]) {
        let whole = if self.takes_whole() { self.whole(step, round) } else { None };
        let Some(whole) = whole else { return self.solve(round, x) };
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let (mut left, mut ahead) = (x.to_vec(), x.to_vec());
        self.solve(round, &mut ahead);
        let mut way = ahead.clone();
        let mut size = dot(&left, &ahead);
        let enough = size * ENOUGH;
        for k in 0..STEPS {
            let pushed = self.push_by(&whole, &way);
            let curvature = dot(&way, &pushed);
            if curvature.is_nan() || curvature <= 0.0 {
                // The body gives way along it: what was found leads downhill, or w does.
                if k == 0 {
                    x.copy_from_slice(&ahead);
                }
                return;
            }
            if k == 0 {
                x.fill(0.0);
            }
            let share = size / curvature;
            x.iter_mut().zip(&way).for_each(|(x, way)| *x += share * way);
            left.iter_mut().zip(&pushed).for_each(|(left, pushed)| *left -= share * pushed);
            ahead.copy_from_slice(&left);
            self.solve(round, &mut ahead);
            let next = dot(&left, &ahead);
            if next.is_nan() || next <= enough {
                return;
            }
            let keep = next / size;
            way.iter_mut().zip(&ahead).for_each(|(way, ahead)| *way = ahead + keep * *way);
            size = next;
        }
    }

    fn whole<'a>(&self, step: StepSize, round: &'a Round<D>) -> Option<Whole<'a>> {
        let (x, weights) = (round.about.as_slice(), self.weights(step));
        let (small, frame) = self.small_forces(x)?;
        Some(Whole { x, frame: frame?, small, weights })
    }

    /// A v with the whole derivative; nothing on what is held.
    fn push_by(&self, whole: &Whole, v: &[f64]) -> Vec<f64> {
        let Whole { x, frame, small, weights } = whole;
        let model = &self.model;
        let cluster = Cluster { x, means: &model.solid.means };
        let multiply = |u: &[f64], out: &mut [f64]| model.stiffness.multiply(u, out);
        let mut out = cluster.change(frame, (small, v), multiply);
        out.iter_mut().for_each(|out| *out *= weights.stiff);
        let mut more = vec![0.0; v.len()];
        self.add_damping(x, v, &mut more);
        self.add_dashpots(v, &mut more);
        out.iter_mut().zip(&more).for_each(|(out, more)| *out += weights.viscous * more);
        if weights.mass != 0.0 {
            more.fill(0.0);
            model.add_momentum(v, &mut more);
            out.iter_mut().zip(&more).for_each(|(out, more)| *out += weights.mass * more);
        }
        out.iter_mut()
            .zip(&self.is_held)
            .filter(|(_, held)| **held)
            .for_each(|(out, _)| *out = 0.0);
        out
    }
}
