//! Whether a round of Newton's method has come to the motion of the step, and where the next one begins.

use super::{Deformable, Round};
use crate::bodies::StepSize;
use crate::space::Vector;

/// How often the change of a round is halved at most.
const HALVINGS: usize = 12;

impl<const D: usize> Deformable<D> {
    /// The imbalance of the velocity to linearise about. Where that turns elements inside out, of one
    /// nearer to rest.
    pub(super) fn look(
        &self,
        step: StepSize,
        gravity: &Vector<D>,
        before: (&[f64], &[f64]),
        round: &mut Round<D>,
    ) {
        for halving in 0..=HALVINGS {
            let Round { v, off, memory, parts, .. } = round;
            self.balance(step, gravity, before, v, memory, parts);
            off.clear();
            off.extend((0..v.len()).map(|k| parts.imbalance(step.h, k)));
            round.lost = !off.iter().all(|x| x.is_finite());
            if !round.lost {
                return;
            }
            let share = if halving + 1 < HALVINGS { 0.5 } else { 0.0 };
            v.iter_mut()
                .zip(&self.is_held)
                .filter(|(_, held)| !**held)
                .for_each(|(v, _)| *v *= share);
        }
        round.off.fill(0.0);
    }

    /// The velocity at the end of the step under the contacts' impulse on the nodes, and how far the
    /// equation of motion is from holding, relative to the impulses in it. Infinite where there is no
    /// velocity to go on from.
    pub(in crate::bodies) fn settle(
        &self,
        step: StepSize,
        gravity: &Vector<D>,
        before: (&[f64], &[f64]),
        impulse: &[f64],
        round: &mut Round<D>,
        v_end: &mut [f64],
    ) -> f64 {
        let mut change = vec![0.0; impulse.len()];
        self.respond(impulse, round, &mut change);
        v_end.iter_mut().zip(&change).for_each(|(end, change)| *end += change);
        if round.lost || round.factor.is_none() {
            v_end.copy_from_slice(&round.v);
            return f64::INFINITY;
        }
        if self.is_linear() {
            round.v.copy_from_slice(v_end);
            return 0.0;
        }
        self.balance(step, gravity, before, v_end, &mut round.memory, &mut round.parts);
        let error = self.distance(|k| round.parts.imbalance(step.h, k) - impulse[k]);
        let beyond = error - self.rounding(step, round);
        let left = beyond.max(0.0) / self.scale(step, gravity, impulse, round, v_end);
        let known = self.distance(|k| round.off[k] - impulse[k]);
        if error < known || beyond <= 0.0 {
            round.v.copy_from_slice(v_end);
            return left;
        }
        self.shorten(step, gravity, before, impulse, round, v_end);
        // Inside out: no number, and yet there may be a way on.
        if error.is_finite() { left } else { f64::MAX }
    }

    /// w of the round times an impulse on the nodes.
    pub(in crate::bodies) fn respond(&self, impulse: &[f64], round: &Round<D>, out: &mut [f64]) {
        out.copy_from_slice(impulse);
        out.iter_mut().zip(&self.is_held).filter(|(_, held)| **held).for_each(|(x, _)| *x = 0.0);
        self.solve(round, out);
    }

    /// Halves the way from where the round was linearised to where it came (000 §9.2), until what is left
    /// to go is less than it was, by the same w; the next round is linearised there.
    fn shorten(
        &self,
        step: StepSize,
        gravity: &Vector<D>,
        before: (&[f64], &[f64]),
        impulse: &[f64],
        round: &mut Round<D>,
        v_end: &[f64],
    ) {
        let (from, mut memory, mut share) = (round.v.clone(), vec![], 1.0);
        let known = self.distance(|k| v_end[k] - from[k]);
        let (mut best, mut least) = (0.0, f64::INFINITY);
        let (mut trial, mut ahead) = (from.clone(), vec![0.0; from.len()]);
        for _ in 0..HALVINGS {
            for (trial, (from, to)) in trial.iter_mut().zip(from.iter().zip(v_end)) {
                *trial = from + share * (to - from);
            }
            self.balance(step, gravity, before, &trial, &mut memory, &mut round.parts);
            let off = |k: usize| round.parts.imbalance(step.h, k) - impulse[k];
            let own = ahead.iter_mut().zip(&self.is_held).enumerate();
            own.for_each(|(k, (ahead, held))| *ahead = if *held { 0.0 } else { off(k) });
            self.solve_whole(step, round, &mut ahead);
            let left = self.distance(|k| ahead[k]);
            if left < least {
                (best, least) = (share, left);
            }
            if left < known {
                break;
            }
            share *= 0.5;
        }
        let ends = from.iter().zip(v_end);
        round.v.iter_mut().zip(ends).for_each(|(v, (from, to))| *v = from + best * (to - from));
    }

    /// Norm over the degrees of freedom that nothing holds.
    fn distance(&self, off: impl Fn(usize) -> f64) -> f64 {
        let own = (0..self.is_held.len()).filter(|k| !self.is_held[*k]);
        own.map(|k| off(k).powi(2)).sum::<f64>().sqrt()
    }

    /// What imbalances are measured by: the momenta and impulses in them.
    fn scale(
        &self,
        step: StepSize,
        gravity: &Vector<D>,
        impulse: &[f64],
        round: &Round<D>,
        v_end: &[f64],
    ) -> f64 {
        let mut momentum = vec![0.0; v_end.len()];
        if !self.is_quasi_static {
            self.model.add_momentum(v_end, &mut momentum);
        }
        let Round { parts, .. } = round;
        let greatest = |k: usize| {
            let forces = [parts.internal[k], parts.push[k]].map(|force| (step.h * force).abs());
            forces.into_iter().fold(momentum[k].abs().max(impulse[k].abs()), f64::max)
        };
        let weight = self.model.mass * step.h * gravity.norm();
        self.distance(greatest).max(weight).max(f64::MIN_POSITIVE)
    }

    /// What the rounding of places leaves of the imbalance.
    fn rounding(&self, step: StepSize, round: &Round<D>) -> f64 {
        let farthest = round.parts.x.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        let each = step.h * self.model.stiffest * farthest * f64::EPSILON;
        4.0 * each * (round.v.len() as f64).sqrt()
    }
}
