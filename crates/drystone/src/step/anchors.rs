//! Bonds hold material points together.
//!
//! Where two faces meet is found anew in every step: as they turn against each other, points of
//! contact come and go. Glue does not. So a bond that is whole at the end of the first step is anchored to
//! the points of the two bodies that it began with, and its contact is made from these until it
//! breaks.

use super::Stepper;
use crate::contact::{Anchor, Contact, ContactId, Status};
use crate::world::World;

impl<const D: usize> Stepper<D> {
    /// Puts the contacts of bonds where their anchors are, and brings back those that were not found.
    pub(super) fn place_anchored(&self, world: &mut World<D>) {
        let World { contacts, anchors, .. } = &mut *world;
        // Between two shapes that are glued the glue is all there is.
        contacts.retain(|contact| {
            let place = anchors.partition_point(|anchor| anchor.id < contact.id);
            let near = &anchors[place.saturating_sub(1)..(place + 1).min(anchors.len())];
            let glued = near.iter().any(|anchor| is_same_pair(&anchor.id, &contact.id));
            !glued || near.iter().any(|anchor| anchor.id == contact.id)
        });
        let before = contacts.len();
        for anchor in &world.anchors {
            let shift = world.periodic.shift(anchor.id.image);
            let known = |list: &[Contact<D>]| list.binary_search_by_key(&anchor.id, |c| c.id).ok();
            if let Some(k) = known(&world.contacts[..before]) {
                anchor.place(&self.poses, &shift, &mut world.contacts[k]);
            } else if let Some(k) = known(&self.previous) {
                let mut contact = self.previous[k].clone();
                contact.status = Status::Open;
                anchor.place(&self.poses, &shift, &mut contact);
                world.contacts.push(contact);
            }
        }
        if world.contacts.len() > before {
            world.contacts.sort_by_key(|contact| contact.id);
        }
    }

    /// After the first step anchors its bonds, after every step lets go of what broke.
    pub(super) fn anchor_bonds(&self, world: &mut World<D>) {
        let World { contacts, laws, anchors, .. } = world;
        let holds = |contact: &Contact<D>| {
            let law = &laws.laws[contact.law];
            law.is_anchored() && law.damage(&contact.memory).is_some_and(|damage| damage < 1.0)
        };
        if world.steps == 0 {
            let bonds = contacts.iter().filter(|contact| holds(contact));
            *anchors = bonds.map(|contact| Anchor::of(contact, &self.poses)).collect();
            return;
        }
        let find = |id: &ContactId| contacts.binary_search_by_key(id, |c| c.id).ok();
        anchors.retain(|anchor| find(&anchor.id).is_some_and(|k| holds(&contacts[k])));
    }
}

fn is_same_pair(a: &ContactId, b: &ContactId) -> bool {
    (a.candidate, a.antagonist, a.image) == (b.candidate, b.antagonist, b.image)
}
