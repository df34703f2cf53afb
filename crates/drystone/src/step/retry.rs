//! Steps whose motion, or damage of bonds, is not found are tried again in halves.
//!
//! Newton's rounds (000 §9.2) may not come to the motion of deformable bodies in a step that is too long: the
//! state before is kept, and the step is cut in two, and these again, as often as the scheme allows. Where the
//! shortest part fails too, the world is left as it was before the step.

use super::impact::scale_impulses;
use super::rounds::BALANCED;
use super::{StepReport, Stepper};
use crate::bodies::{Rounds, StepSize};
use crate::contact::{Anchor, Contact};
use crate::joints::JointState;
use crate::space::Matrix;
use crate::world::World;

/// What a step changes of a world and of what a solver has learned.
#[derive(Default)]
pub(super) struct Kept<const D: usize> {
    q: Vec<f64>,
    v: Vec<f64>,
    /// What materials remember, and the turns of matrices.
    soft: Vec<(Vec<f64>, Matrix<D>)>,
    contacts: Vec<Contact<D>>,
    anchors: Vec<Anchor<D>>,
    dormant: Vec<Contact<D>>,
    joints: Vec<JointState>,
    solver: u8,
}

impl<const D: usize> Kept<D> {
    pub fn of(world: &World<D>, solver: u8) -> Self {
        let mut kept = Self::default();
        kept.renew(world, solver);
        kept
    }

    /// Keeps the world as it is now, in the memory of before.
    pub fn renew(&mut self, world: &World<D>, solver: u8) {
        let World { bodies, contacts, anchors, dormant, joints, .. } = world;
        self.q.clone_from(&bodies.q);
        self.v.clone_from(&bodies.v);
        self.soft.clear();
        let soft = bodies.deformables.iter();
        self.soft.extend(soft.map(|body| (body.memory.clone(), body.turned)));
        self.contacts.clone_from(contacts);
        self.anchors.clone_from(anchors);
        self.dormant.clone_from(dormant);
        self.joints.clear();
        self.joints.extend(joints.iter().map(|joint| joint.state.clone()));
        self.solver = solver;
    }

    /// The contacts before.
    pub fn contacts_mut(&mut self) -> &mut Vec<Contact<D>> {
        &mut self.contacts
    }

    fn restore(&self, world: &mut World<D>) {
        let World { bodies, contacts, anchors, dormant, joints, .. } = world;
        bodies.q.clone_from(&self.q);
        bodies.v.clone_from(&self.v);
        for (body, (memory, turned)) in bodies.deformables.iter_mut().zip(&self.soft) {
            body.memory.clone_from(memory);
            body.turned = *turned;
        }
        contacts.clone_from(&self.contacts);
        anchors.clone_from(&self.anchors);
        dormant.clone_from(&self.dormant);
        for (joint, state) in joints.iter_mut().zip(&self.joints) {
            joint.state.clone_from(state);
        }
    }
}

impl<const D: usize> Stepper<D> {
    /// Advances the state by a step or a part of one, in halves where its motion is not found otherwise.
    pub(super) fn advance_or_halve(&mut self, world: &mut World<D>, size: StepSize) -> StepReport {
        if world.bodies.take_one_round() && !world.laws.remember() {
            return self.advance(world, size);
        }
        self.halve(world, size, world.scheme.halvings)
    }

    fn halve(&mut self, world: &mut World<D>, size: StepSize, halvings: u32) -> StepReport {
        let before = Kept::of(world, self.solver_memory());
        let whole = self.advance(world, size);
        if self.is_late() {
            return whole;
        }
        let lost = self.lost(world, &whole);
        if lost.is_none() && !(self.softening.is_forced && halvings > 0) {
            return whole;
        }
        self.go_back(world, &before);
        if let Some((body, imbalance)) = lost
            && halvings == 0
        {
            return StepReport { unbalanced: Some(body), imbalance, ..whole };
        }
        let half = StepSize { h: 0.5 * size.h, ..size };
        scale_impulses(world, 0.5);
        let mut report = self.halve(world, half, halvings - 1);
        if report.unbalanced.is_none() && !self.is_late() {
            let second = StepSize { t: half.t + half.h, ..half };
            report = report.followed_by(&self.halve(world, second, halvings - 1));
        }
        if report.unbalanced.is_some() {
            self.go_back(world, &before);
        } else {
            scale_impulses(world, 2.0);
        }
        report.seconds = report.seconds.plus(&whole.seconds);
        report
    }

    /// The body whose equation of motion does not hold, and by how much; infinite where the step would leave it
    /// inside out.
    fn lost(&self, world: &World<D>, report: &StepReport) -> Option<(usize, f64)> {
        let balanced = report.imbalance <= world.solver.tolerance.max(BALANCED);
        if !balanced {
            return Some((self.rounds.worst, report.imbalance));
        }
        if report.ledger.elastic.is_finite() {
            return None;
        }
        let bodies = &world.bodies;
        let stored = |i: usize| {
            let own = bodies.deformable(i)?;
            Some(own.energies(&bodies.q[bodies.q_range(i)], bodies.velocity(i))[1])
        };
        let inside_out = |i: &usize| stored(*i).is_some_and(|stored| !stored.is_finite());
        (0..bodies.len()).find(inside_out).map(|i| (i, f64::INFINITY))
    }

    /// Puts the world back, and forgets matrices, as a run does that goes on from there.
    pub(super) fn go_back(&mut self, world: &mut World<D>, before: &Kept<D>) {
        before.restore(world);
        self.restore_solver(before.solver);
        self.rounds = Rounds::default();
    }
}
