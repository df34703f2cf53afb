//! An impact: the closed contacts by their laws, in no time.

use super::super::impact::scale_impulses;
use super::super::{Phase, StepReport, Stepper};
use crate::bodies::StepSize;
use crate::contact::Status;
use crate::world::World;

/// The length of an impact as a share of the step: forces give nothing in it, and quotients by it are
/// finite.
const INSTANT: f64 = 1e-12;

impl<const D: usize> Stepper<D> {
    /// Lets the contacts collide that [`Self::look`] found closed.
    pub(super) fn collide(&mut self, world: &mut World<D>, size: StepSize) -> StepReport {
        let had: Vec<_> = world.contacts.iter().map(|c| (c.id, c.impulse, c.couple)).collect();
        let is_closed = |status: Status| status != Status::Open;
        let (closed, mut open): (Vec<_>, Vec<_>) =
            world.contacts.drain(..).partition(|contact| is_closed(contact.status));
        world.contacts = closed;
        for contact in &mut world.contacts {
            contact.gap = 0.0;
            contact.impulse.fill(0.0);
            contact.couple = [0.0; 3];
            contact.past = None;
        }
        let q = world.bodies.q.clone();
        let joints: Vec<_> = world.joints.iter().map(|joint| joint.state.clone()).collect();
        scale_impulses(world, INSTANT);
        self.phase = Phase::Impact;
        let report = self.advance(world, StepSize { h: INSTANT * size.h, ..size });
        self.phase = Phase::Stepping;
        world.bodies.q = q;
        // What is remembered are the forces of the smooth motion.
        for (joint, had) in world.joints.iter_mut().zip(joints) {
            joint.state = had;
        }
        world.contacts.append(&mut open);
        world.contacts.sort_by_key(|contact| contact.id);
        for (contact, (_, impulse, couple)) in world.contacts.iter_mut().zip(had) {
            contact.impulse = impulse;
            contact.couple = couple;
        }
        StepReport { impacts: 1, ..report }
    }
}
