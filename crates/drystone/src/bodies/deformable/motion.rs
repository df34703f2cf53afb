//! One step of a deformable body: rounds of Newton's method.

use super::turning::{to_local, turn_matrix, turned};
use super::{Condensed, Deformable, Factor, Parts, Renewal, model};
use crate::bodies::StepSize;
use crate::linalg::Sparse;
use crate::space::{Matrix, Vector};
use std::sync::Arc;

/// Turning by which a matrix in space is made anew.
const TURNED: f64 = 1e-3;

/// What a round of Newton's method leaves for the next one and for the contacts; one for each body.
#[derive(Clone, Debug)]
pub struct Round<const D: usize> {
    /// The velocity that it was linearised about.
    v: Vec<f64>,
    /// What materials would remember.
    memory: Vec<f64>,
    parts: Parts,
    pub(super) factor: Option<Arc<Factor>>,
    /// What contacts see of a large body.
    pub(super) condensed: Condensed,
    /// Of which step's size the factor is.
    of: [f64; 2],
    /// From the frame of the factor to space.
    pub(super) turn: Matrix<D>,
    /// How the body was turned when A was made.
    turned: Matrix<D>,
}

impl<const D: usize> Default for Round<D> {
    fn default() -> Self {
        Self {
            v: vec![],
            memory: vec![],
            parts: Parts::default(),
            factor: None,
            condensed: Condensed::default(),
            of: [0.0; 2],
            turn: Matrix::identity(),
            turned: Matrix::identity(),
        }
    }
}

impl<const D: usize> Deformable<D> {
    /// Velocity at the end of the step without contacts, linearised about the last round's; begins with
    /// the velocity before.
    pub(in crate::bodies) fn free_motion(
        &self,
        step: StepSize,
        gravity: &Vector<D>,
        (q, v): (&[f64], &[f64]),
        first: bool,
        round: &mut Round<D>,
        v_free: &mut [f64],
    ) {
        let StepSize { t, h, theta } = step;
        if first || round.v.len() != v.len() {
            round.v = v.to_vec();
            for drive in &self.held {
                let ahead = t + (1.0 - theta) * h;
                round.v[drive.dof] = drive.mean_velocity(ahead, ahead + h);
            }
        }
        self.balance(step, gravity, (q, v), &round.v, &mut round.memory, &mut round.parts);
        self.renew(step, first, round);
        let off = |k: usize| if self.is_held[k] { 0.0 } else { round.parts.imbalance(h, k) };
        let mut change: Vec<f64> = (0..v.len()).map(off).collect();
        self.solve(round, &mut change);
        for (free, (about, change)) in v_free.iter_mut().zip(round.v.iter().zip(&change)) {
            *free = about - change;
        }
    }

    /// A and its factor, where they are due.
    fn renew(&self, step: StepSize, first: bool, round: &mut Round<D>) {
        let StepSize { h, theta, .. } = step;
        let (solid, x) = (&self.model.solid, &round.parts.x);
        let turn = self.frame_turn(x);
        let fresh = round.factor.is_none() || round.of != [h, theta];
        let free = !self.is_held.iter().any(|held| *held);
        let at_rest = solid.is_linear() || self.renewal == Renewal::Never;
        if at_rest && free {
            if fresh {
                round.factor = self.model.shared_factor(h, theta).ok();
                round.condensed.clear();
            }
            (round.of, round.turn) = ([h, theta], turn);
            return;
        }
        // Held axes are those of space: A is turned to it, and again where the body has turned on.
        let due = match self.renewal {
            _ if fresh => true,
            _ if at_rest => (turn - round.turned).norm() > TURNED,
            Renewal::Round => true,
            Renewal::Step => first,
            Renewal::Never | Renewal::Mass => false,
        };
        if !due {
            return;
        }
        let stiffness = if at_rest {
            self.model.stiffness.clone()
        } else if self.renewal == Renewal::Mass {
            Sparse::from_triplets(x.len(), x.len(), &[])
        } else {
            model::stiffness(solid, &self.own_places(x), &self.memory)
        };
        let mut a = self.model.matrix(h, theta, &stiffness);
        if !free {
            a = turn_matrix::<D>(&a, &turn);
        }
        round.factor = Factor::of(&a, &self.is_held).ok().map(Arc::new);
        round.condensed.clear();
        (round.of, round.turned) = ([h, theta], turn);
        round.turn = if free { turn } else { Matrix::identity() };
    }

    /// x ← w x: what impulses on the nodes do to velocities.
    fn solve(&self, round: &Round<D>, x: &mut [f64]) {
        let Some(factor) = &round.factor else {
            x.fill(f64::NAN);
            return;
        };
        let mut local = vec![0.0; x.len()];
        to_local::<D>(&round.turn, &Vector::zeros(), x, &mut local);
        factor.solve(&mut local);
        turned::<D>(&round.turn, &mut local);
        x.copy_from_slice(&local);
    }

    /// The velocity at the end of the step under the contacts' impulse on the nodes, and how far the
    /// equation of motion is from holding, relative to the impulses in it.
    pub(in crate::bodies) fn settle(
        &self,
        step: StepSize,
        gravity: &Vector<D>,
        (q, v): (&[f64], &[f64]),
        impulse: &[f64],
        round: &mut Round<D>,
        v_end: &mut [f64],
    ) -> f64 {
        let mut change = impulse.to_vec();
        change.iter_mut().zip(&self.is_held).filter(|(_, held)| **held).for_each(|(r, _)| *r = 0.0);
        self.solve(round, &mut change);
        v_end.iter_mut().zip(&change).for_each(|(end, change)| *end += change);
        round.v = v_end.to_vec();
        if self.is_linear() {
            return 0.0;
        }
        self.balance(step, gravity, (q, v), v_end, &mut round.memory, &mut round.parts);
        let (mut error, mut scale) = (0.0, 0.0_f64);
        let mut momentum = vec![0.0; v.len()];
        self.model.add_momentum(v_end, &mut momentum);
        for k in (0..v.len()).filter(|k| !self.is_held[*k]) {
            error += (round.parts.imbalance(step.h, k) - impulse[k]).powi(2);
            scale += momentum[k].powi(2) + impulse[k].powi(2);
        }
        let weight = self.model.mass * step.h * gravity.norm();
        let scale = scale.sqrt().max(weight);
        if scale > 0.0 { error.sqrt() / scale } else { 0.0 }
    }

    /// Takes over what materials remember of the last round.
    pub(in crate::bodies) fn remember(&mut self, round: &Round<D>) {
        if !self.memory.is_empty() {
            self.memory.clone_from(&round.memory);
        }
    }
}
