//! The candidates to contact of a step, and the proof that none was missed.

use super::{Stepper, dormant, heat};
use crate::bodies::StepSize;
use crate::contact::Contact;
use crate::detection::{Configuration, Motion, share_areas};
use crate::world::{TestConfiguration, World};

/// Beyond the way a body went, how much farther it is expected to go the next time.
const AMPLE: f64 = 1.25;

impl<const D: usize> Stepper<D> {
    /// Finds the candidates for the motions that bodies would go on with.
    pub(super) fn detect(&mut self, world: &mut World<D>, size: StepSize) {
        std::mem::swap(&mut self.previous, &mut world.contacts);
        let h = size.h;
        self.motions.clear();
        let mut velocity = [0.0; 6];
        for collider in &world.colliders {
            let velocity = &mut velocity[..world.bodies.v_range(collider.body).len()];
            velocity.copy_from_slice(world.bodies.velocity(collider.body));
            if self.movable[collider.body] {
                for k in 0..D {
                    velocity[k] += h * world.gravity[k];
                }
            }
            let pose = &self.poses[collider.body];
            self.motions.push(Motion::expected(collider, pose, velocity, h));
        }
        self.find(world);
    }

    /// Where a body went farther than expected and half the alert distance, looks from farther:
    /// whether the candidates are others.
    pub(super) fn look_again(&mut self, world: &mut World<D>, size: StepSize) -> bool {
        let Self { motions, poses, v_end, .. } = self;
        let h = size.h;
        // From one test configuration to the next; h for θ.
        let factor = match world.scheme.test_configuration {
            TestConfiguration::Theta => 1.0,
            TestConfiguration::MidPoint => 0.5 + world.scheme.theta,
        };
        let mut outran = false;
        for (collider, expected) in world.colliders.iter().zip(motions) {
            let velocity = &v_end[world.bodies.v_range(collider.body)];
            let actual = Motion::expected(collider, &poses[collider.body], velocity, h);
            let stray = factor * expected.strays(&actual);
            if stray > 0.5 * world.scheme.alert_distance + expected.extra
                || actual.turn > expected.turn
            {
                outran = true;
                expected.extra = AMPLE * stray;
                expected.turn = expected.turn.max(AMPLE * actual.turn);
            }
        }
        if !outran {
            return false;
        }
        let seen = |c: &Contact<D>| (c.id, c.gap);
        self.candidates.clear();
        self.candidates.extend(world.contacts.iter().map(seen));
        self.find(world);
        !world.contacts.iter().map(seen).eq(self.candidates.iter().copied())
    }

    fn find(&mut self, world: &mut World<D>) {
        let now = Configuration {
            colliders: &world.colliders,
            poses: &self.poses,
            movable: &self.movable,
            visibility: &world.visibility,
            periodic: &world.periodic,
            alert: world.scheme.alert_distance + self.reach,
            motions: &self.motions,
        };
        world.detector.detect(&now, &self.previous, &mut world.contacts);
        for contact in &mut world.contacts {
            let [a, b] = [contact.id.candidate, contact.id.antagonist];
            let material = |i: u32| world.colliders[i as usize].material;
            contact.law = world.laws.row(material(a), material(b));
        }
        drop_joined(world);
        if let Some(share) = world.scheme.contact_reduction {
            self.reduction.run(&mut world.contacts, share);
        }
        heat::hand_down(&self.previous, &mut world.contacts);
        dormant::wake(world);
        let World { contacts, laws, .. } = world;
        if laws.laws.iter().any(|law| law.needs_area()) {
            let wants = |c: &Contact<D>| !c.memory.begun && laws.laws[c.law].needs_area();
            share_areas(contacts, wants);
        }
    }
}

/// Bodies of a joint do not touch each other, unless it says so.
fn drop_joined<const D: usize>(world: &mut World<D>) {
    let World { joints, contacts, .. } = world;
    let apart = joints.iter().filter(|joint| !joint.contact);
    let mut pairs: Vec<[usize; 2]> = apart.map(|joint| sorted(joint.bodies)).collect();
    if pairs.is_empty() {
        return;
    }
    pairs.sort_unstable();
    contacts.retain(|contact| pairs.binary_search(&sorted(contact.bodies)).is_err());
}

fn sorted([a, b]: [usize; 2]) -> [usize; 2] {
    [a.min(b), a.max(b)]
}
