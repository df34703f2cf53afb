//! The candidates to contact of a step, and the proof that none was missed.

use super::{Phase, Stepper, dormant, heat};
use crate::bodies::StepSize;
use crate::contact::Contact;
use crate::detection::{Configuration, Motion, share_areas};
use crate::space::{Vector, frame};
use crate::world::{TestConfiguration, World, drop_joined};

/// Beyond the way a body went, how much farther it is expected to go the next time.
const AMPLE: f64 = 1.25;

impl<const D: usize> Stepper<D> {
    /// The candidates of a part of a step; those of an impact are known.
    pub(super) fn contacts(&mut self, world: &mut World<D>, size: StepSize) {
        match self.phase {
            Phase::Stepping => self.detect(world, size),
            Phase::Smooth => {
                self.detect(world, size);
                self.adopt(&mut world.contacts);
            }
            Phase::Impact => {}
        }
    }

    /// Finds the candidates for the motions that bodies would go on with.
    pub(super) fn detect(&mut self, world: &mut World<D>, size: StepSize) {
        std::mem::swap(&mut self.previous, &mut world.contacts);
        let h = size.h;
        self.motions.clear();
        let mut velocity = [0.0; 6];
        for collider in &world.colliders {
            if world.bodies.deformable(collider.body).is_some() {
                self.motions.push(Motion::of_nodes(world.bodies.velocity(collider.body), h));
                continue;
            }
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
            let actual = match world.bodies.deformable(collider.body) {
                Some(_) => Motion::of_nodes(velocity, h),
                None => Motion::expected(collider, &poses[collider.body], velocity, h),
            };
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

    pub(super) fn find(&mut self, world: &mut World<D>) {
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
        self.allowance.crowd = self.allowance.crowd.or(world.detector.crowd());
        for contact in &mut world.contacts {
            let [a, b] = [contact.id.candidate, contact.id.antagonist];
            let material = |i: u32| world.colliders[i as usize].material;
            contact.law = world.laws.row(material(a), material(b));
            if D == 3
                && let Some(texture) = world.laws.laws[contact.law].texture()
            {
                let pose = &self.poses[contact.bodies[1]];
                follow(contact, &pose.direction(&Vector::from_fn(|k, _| texture[k])));
            }
        }
        drop_joined(&world.joints, &mut world.contacts);
        if let Some(share) = world.scheme.contact_reduction {
            self.reduction.run(&mut world.contacts, share);
        }
        self.place_anchored(world);
        heat::hand_down(&self.previous, &mut world.contacts);
        dormant::wake(world);
        let World { contacts, laws, .. } = world;
        if laws.laws.iter().any(|law| law.needs_area()) {
            let wants = |c: &Contact<D>| !c.memory.begun && laws.laws[c.law].needs_area();
            share_areas(contacts, wants);
        }
    }
}

/// Turns the first tangent of a contact to a direction; its impulses stay what they are.
fn follow<const D: usize>(contact: &mut Contact<D>, direction: &Vector<D>) {
    let normal: Vector<D> = contact.frame.column(0).into_owned();
    let turned = frame(&normal, Some(direction));
    let turn = turned.tr_mul(&contact.frame);
    contact.impulse = turn * contact.impulse;
    contact.bond = turn * contact.bond;
    // Couples come in the order of two tangents and the normal.
    let [first, second, about_normal] = contact.couple;
    let couple = turn * Vector::<D>::from_fn(|k, _| [about_normal, first, second][k]);
    contact.couple = [couple[1], couple[D - 1], couple[0]];
    contact.frame = turned;
}
