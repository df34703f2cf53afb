//! One step of a deformable body: rounds of Newton's method.

use super::turning::{to_local, turn_matrix, turned};
use super::{Condensed, Deformable, Factor, Parts, Renewal, Weights, model};
use crate::bodies::StepSize;
use crate::linalg::Sparse;
use crate::space::{Matrix, Vector};
use std::borrow::Cow;
use std::sync::Arc;
use std::time::Instant;

/// Turning by which a matrix in space is made anew.
const TURNED: f64 = 1e-3;

/// What a round of Newton's method leaves for the next one and for the contacts; one for each body.
#[derive(Clone, Debug)]
pub struct Round<const D: usize> {
    /// The velocity to linearise about.
    pub(super) v: Vec<f64>,
    /// Where nodes stand with it when forces are taken.
    pub(super) about: Vec<f64>,
    /// The imbalance there, without impulses.
    pub(super) off: Vec<f64>,
    /// Whether no velocity was found to linearise about.
    pub(super) lost: bool,
    /// What materials would remember.
    pub(super) memory: Vec<f64>,
    pub(super) parts: Parts,
    pub(super) factor: Option<Arc<Factor>>,
    /// What contacts see of a large body.
    pub(super) condensed: Condensed,
    /// Wall time of matrices and factors, and of `condensed`, since it was last asked for (s).
    pub(in crate::bodies) seconds: [f64; 2],
    /// Of which step's size the factor is.
    of: [f64; 2],
    /// From the frame of the factor to space.
    pub(super) turn: Matrix<D>,
    /// How the body was turned when A was made; zero before.
    turned: Matrix<D>,
}

impl<const D: usize> Round<D> {
    /// The factor of A, where there is one.
    pub fn factor(&self) -> Option<&Arc<Factor>> {
        self.factor.as_ref()
    }
}

impl<const D: usize> Default for Round<D> {
    fn default() -> Self {
        Self {
            v: vec![],
            about: vec![],
            off: vec![],
            lost: false,
            memory: vec![],
            parts: Parts::default(),
            factor: None,
            condensed: Condensed::default(),
            seconds: [0.0; 2],
            of: [0.0; 2],
            turn: Matrix::identity(),
            turned: Matrix::zeros(),
        }
    }
}

impl<const D: usize> Deformable<D> {
    /// Velocity at the end of the step without contacts, linearised about the last round's and the `impulse` on
    /// nodes there; begins with the velocity before.
    pub(in crate::bodies) fn free_motion(
        &self,
        step: StepSize,
        gravity: &Vector<D>,
        (q, v): (&[f64], &[f64]),
        (first, impulse): (bool, &[f64]),
        round: &mut Round<D>,
        v_free: &mut [f64],
    ) {
        let StepSize { t, h, theta } = step;
        if first || round.v.len() != v.len() {
            if round.factor.is_none() {
                round.turned = self.turned;
            }
            round.v = v.to_vec();
            for drive in &self.held {
                let ahead = t + (1.0 - theta) * h;
                round.v[drive.dof] = drive.mean_velocity(ahead, ahead + h);
            }
        }
        self.look(step, gravity, (q, v), round);
        round.about.clone_from(&round.parts.x);
        self.renew(step, first, round);
        let free_only = |k: usize, x: f64| if self.is_held[k] { 0.0 } else { x };
        let mut change: Vec<f64> = (0..v.len()).map(|k| free_only(k, round.off[k])).collect();
        if self.takes_whole() {
            let mut known: Vec<f64> = (0..v.len()).map(|k| free_only(k, impulse[k])).collect();
            change.iter_mut().zip(&known).for_each(|(change, known)| *change -= known);
            self.solve_whole(step, round, &mut change);
            self.solve(round, &mut known);
            change.iter_mut().zip(&known).for_each(|(change, known)| *change += known);
        } else {
            self.solve(round, &mut change);
        }
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
        let at_rest = solid.is_linear() || self.renewal == Renewal::Never;
        // Pressures count in A as the stiffness does.
        let pressed = self.is_pressed() && !at_rest && self.renewal != Renewal::Mass;
        let free = self.is_free() && !pressed;
        if at_rest && free && !self.is_quasi_static {
            if fresh {
                let begin = Instant::now();
                round.factor = self.model.shared_factor(h, theta).ok();
                round.seconds[0] += begin.elapsed().as_secs_f64();
                round.condensed.clear();
            }
            (round.of, round.turn) = ([h, theta], turn);
            return;
        }
        // Held axes are those of space: A is turned to it, and again where the body has turned on.
        let due = match self.renewal {
            _ if fresh => true,
            _ if at_rest => !free && (turn - round.turned).norm() > TURNED,
            Renewal::Round => true,
            Renewal::Step => first,
            Renewal::Never | Renewal::Mass => false,
        };
        if !due {
            // The factor of rest is in the frame of the body.
            round.turn = if free && at_rest { turn } else { round.turn };
            return;
        }
        // A of rest is that of the turn it was last made at, also where a run is gone on with.
        let keeps = match at_rest {
            true => !free && (turn - round.turned).norm() <= TURNED,
            false => self.renewal == Renewal::Mass && round.turned != Matrix::<D>::zeros(),
        };
        let turn = if keeps { round.turned } else { turn };
        let stiffness = if at_rest {
            self.model.stiffness.clone()
        } else if self.renewal == Renewal::Mass {
            Sparse::from_triplets(x.len(), x.len(), &[])
        } else {
            model::stiffness(solid, &self.own_places(x), &self.memory)
        };
        let own;
        let viscosity = if at_rest || !solid.is_viscous() {
            &self.model.viscosity
        } else {
            own = model::viscosity(solid, &self.own_places(x));
            &own
        };
        let damping =
            if at_rest { Cow::Borrowed(&self.model.stiffness) } else { self.damping_stiffness(x) };
        let weights = self.weights(step);
        let factor = |stiffness: &Sparse, mass: f64, with_pressures: bool| {
            let weights = Weights { mass, ..weights };
            let mut a = self.model.matrix(weights, stiffness, &damping, viscosity);
            if !free {
                let mut entries = vec![];
                self.push_dashpots(weights.viscous, &mut entries);
                if pressed && with_pressures {
                    let of_loads = StepSize { theta: self.reach(theta), ..step };
                    self.push_pressures(of_loads, x, weights.stiff, &mut entries);
                }
                a = turn_matrix::<D>(&a, &turn, entries);
            }
            Factor::of(&a, &self.is_held, &solid.rest, &self.model.pattern).ok().map(Arc::new)
        };
        let begin = Instant::now();
        // Where the body gives way, the stiffness of rest, and its mass, still lead downhill.
        round.factor = factor(&stiffness, weights.mass, true)
            .or_else(|| factor(&self.model.stiffness, 1.0, false));
        round.seconds[0] += begin.elapsed().as_secs_f64();
        round.condensed.clear();
        (round.of, round.turned) = ([h, theta], turn);
        round.turn = if free { turn } else { Matrix::identity() };
    }

    /// x ← w x: what impulses on the nodes do to velocities; nothing where there is no w.
    pub(super) fn solve(&self, round: &Round<D>, x: &mut [f64]) {
        let Some(factor) = &round.factor else {
            x.fill(0.0);
            return;
        };
        let mut local = vec![0.0; x.len()];
        to_local::<D>(&round.turn, &Vector::zeros(), x, &mut local);
        factor.solve(&mut local);
        turned::<D>(&round.turn, &mut local);
        x.copy_from_slice(&local);
    }

    /// Takes over what materials remember of the last round.
    pub(in crate::bodies) fn remember(&mut self, round: &Round<D>) {
        if !self.memory.is_empty() {
            self.memory.clone_from(&round.memory);
        }
        self.turned = round.turned;
    }
}
