//! What laws remember of contacts that are out of sight.
//!
//! A contact whose bodies part farther than the alert distance leaves the list. If its law
//! remembers anything of it (that its bond is broken, how far it has slid), it is kept aside until
//! the same features meet again.

use crate::contact::Contact;
use crate::world::World;

/// Gives contacts that are new the memory of their like.
pub(super) fn wake<const D: usize>(world: &mut World<D>) {
    if world.dormant.is_empty() {
        return;
    }
    for contact in world.contacts.iter_mut().filter(|contact| !contact.memory.begun) {
        if let Ok(k) = world.dormant.binary_search_by_key(&contact.id, |old| old.id) {
            contact.memory = world.dormant[k].memory;
            contact.area = world.dormant[k].area;
        }
    }
}

/// Keeps what is remembered of contacts that are gone, and forgets those that are back.
pub(super) fn lay_down<const D: usize>(world: &mut World<D>, previous: &[Contact<D>]) {
    let World { contacts, dormant, laws, .. } = world;
    let is_there = |old: &Contact<D>| contacts.binary_search_by_key(&old.id, |c| c.id).is_ok();
    let gone =
        |old: &&Contact<D>| old.memory.begun && laws.laws[old.law].remembers() && !is_there(old);
    let before = dormant.len();
    dormant.retain(|old| !is_there(old));
    dormant.extend(previous.iter().filter(gone).cloned());
    if dormant.len() != before {
        dormant.sort_by_key(|old| old.id);
    }
}
