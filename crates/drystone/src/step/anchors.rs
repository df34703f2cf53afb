//! Bonds hold material points together.
//!
//! Where two faces meet is found anew in every step: as they turn against each other, points of
//! contact come and go. Glue does not. So a bond that is whole at the end of the first step is anchored to
//! the points of the two bodies that it began with, and its contact is made from these until it
//! breaks. On a mesh the point is a spot of a facet and moves with the nodes.
//!
//! The slip of a bond is measured between its points, as its gap is, and not added up from
//! velocities: for θ other than 1/2 the sum drifts by h times the angle of every turn, and the
//! joint of a body that turned pulled at itself.
//!
//! Between two shapes that are glued, each anchor stands for the part of the joint that is nearest to
//! it: contacts there are met again when its bond is broken, and not before.

use super::Stepper;
use crate::bodies::Bodies;
use crate::contact::{Anchor, Contact, ContactId, Image, Status};
use crate::fem::mesh::Spot;
use crate::laws::bonds::set_slip;
use crate::problem::local_velocity;
use crate::space::{Pose, Vector};
use crate::world::World;

impl<const D: usize> Stepper<D> {
    /// Puts the contacts of bonds where their anchors are, and brings back those that were not found.
    pub(super) fn place_anchored(&self, world: &mut World<D>) {
        if world.anchors.is_empty() {
            return;
        }
        let World { contacts, anchors, periodic, bodies, .. } = &mut *world;
        let place = |anchor: &Anchor<D>, contact: &mut Contact<D>, matter: &[Pose<D>; 2]| {
            let poses = anchor.bodies.map(|body| &self.poses[body]);
            let shift = periodic.shift(anchor.id.image);
            anchor.place(poses, [&matter[0], &matter[1]], &shift, contact);
            // That of the beginning of the step.
            let before = local_velocity(contact, bodies, &bodies.v);
            let poses = anchor.bodies.map(|body| self.poses[body].position);
            let apart = poses[0] + contact.arms[0] - poses[1] - contact.arms[1] - shift;
            let apart = contact.frame.tr_mul(&apart);
            let slip = |k: usize| if k < D { apart[k] - self.ahead * before[k] } else { 0.0 };
            set_slip(&mut contact.memory, [slip(1), slip(2)]);
        };
        let holds: Vec<[Pose<D>; 2]> =
            anchors.iter().map(|anchor| self.matter(bodies, anchor.bodies, anchor.spots)).collect();
        contacts.retain(|contact| {
            let own = anchors.partition_point(|anchor| pair(&anchor.id) < pair(&contact.id));
            let after = anchors.partition_point(|anchor| pair(&anchor.id) <= pair(&contact.id));
            if own == after {
                return true;
            }
            let is_whole = |k: usize| !anchors[k].is_broken;
            if let Some(k) = (own..after).find(|k| anchors[*k].id == contact.id)
                && is_whole(k)
            {
                return true;
            }
            let on_candidate = self.poses[contact.bodies[0]].position + contact.arms[0];
            let distance = |k: usize| {
                let place: Vector<D> =
                    holds[k][0].position + holds[k][0].direction(&anchors[k].points[0]);
                (place - on_candidate).norm_squared()
            };
            let nearest = (own..after).min_by(|a, b| distance(*a).total_cmp(&distance(*b)));
            nearest.is_some_and(|k| !is_whole(k))
        });
        let before = contacts.len();
        for (anchor, matter) in anchors.iter().zip(&holds).filter(|(a, _)| !a.is_broken) {
            let known = |list: &[Contact<D>]| list.binary_search_by_key(&anchor.id, |c| c.id).ok();
            if let Some(k) = known(&contacts[..before]) {
                place(anchor, &mut contacts[k], matter);
            } else if let Some(k) = known(&self.previous) {
                let mut contact = self.previous[k].clone();
                (contact.status, contact.past) = (Status::Open, None);
                place(anchor, &mut contact, matter);
                contacts.push(contact);
            }
        }
        if contacts.len() > before {
            contacts.sort_by_key(|contact| contact.id);
        }
    }

    /// After the first step anchors its bonds, after every step lets go of what broke.
    pub(super) fn anchor_bonds(&self, world: &mut World<D>) {
        let World { contacts, laws, anchors, bodies, .. } = world;
        let holds = |contact: &Contact<D>| {
            let law = &laws.laws[contact.law];
            law.is_anchored() && law.damage(&contact.memory).is_some_and(|damage| damage < 1.0)
        };
        if world.steps == 0 {
            let anchor = |contact: &Contact<D>| {
                let matter = self.matter(bodies, contact.bodies, contact.spots);
                let poses = contact.bodies.map(|body| &self.poses[body]);
                // The points were one at the beginning.
                let mut contact = contact.clone();
                let mut slip = local_velocity(&contact, bodies, &self.v_before) * self.ahead;
                slip[0] = 0.0;
                contact.arms[0] += contact.frame * slip;
                Anchor::of(&contact, poses, [&matter[0], &matter[1]])
            };
            *anchors = contacts.iter().filter(|contact| holds(contact)).map(anchor).collect();
            return;
        }
        for anchor in anchors.iter_mut().filter(|anchor| !anchor.is_broken) {
            let known = contacts.binary_search_by_key(&anchor.id, |c| c.id);
            anchor.is_broken = !known.is_ok_and(|k| holds(&contacts[k]));
        }
        // A joint without any whole bond left is a joint like others.
        let mut rest = std::mem::take(anchors);
        for joint in rest.chunk_by_mut(|a, b| pair(&a.id) == pair(&b.id)) {
            if joint.iter().any(|anchor| !anchor.is_broken) {
                anchors.extend_from_slice(joint);
            }
        }
    }

    /// The frames of the matter of two bodies in the test configuration.
    fn matter(&self, bodies: &Bodies<D>, pair: [usize; 2], spots: [Spot; 2]) -> [Pose<D>; 2] {
        [0, 1].map(|k| bodies.matter_at(pair[k], &self.poses[pair[k]], &spots[k], &self.q_test))
    }
}

fn pair(id: &ContactId) -> (u32, u32, Image) {
    (id.candidate, id.antagonist, id.image)
}
