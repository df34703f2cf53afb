//! What laws remember of contacts that are out of sight.
//!
//! A contact whose bodies part farther than the alert distance leaves the list. If its law
//! remembers anything of it (that its bond is broken, how far it has slid), it is kept aside until
//! the same features meet again.

use crate::contact::{Contact, Image};
use crate::world::World;

/// Gives contacts that are back what was remembered of them, whatever they have inherited from their
/// neighbours.
pub(super) fn wake<const D: usize>(world: &mut World<D>) {
    if world.dormant.is_empty() {
        return;
    }
    for contact in &mut world.contacts {
        if let Ok(k) = world.dormant.binary_search_by_key(&contact.id, |old| old.id) {
            contact.memory = world.dormant[k].memory;
            contact.area = world.dormant[k].area;
        }
    }
}

/// The pair of colliders of a contact.
pub(super) fn pair<const D: usize>(contact: &Contact<D>) -> (u32, u32, Image) {
    (contact.id.candidate, contact.id.antagonist, contact.id.image)
}

/// Keeps what is remembered of contacts that are gone, and forgets those that are back. Before the
/// contacts get what they will remember of this step.
pub(super) fn lay_down<const D: usize>(world: &mut World<D>, previous: &[Contact<D>]) {
    let World { contacts, dormant, laws, .. } = world;
    let is_in = |list: &[Contact<D>], id| list.binary_search_by_key(&id, |c| c.id).is_ok();
    // Contacts of other features that have the past of one that is gone: it lives on in them.
    let is_heir =
        |new: &&Contact<D>| new.memory.begun && !is_in(previous, new.id) && !is_in(dormant, new.id);
    let mut heirs: Vec<Option<&Contact<D>>> = contacts.iter().filter(is_heir).map(Some).collect();
    let pairs: Vec<_> = heirs.iter().flatten().map(|heir| pair(heir)).collect();
    let remembered = |old: &&Contact<D>| old.memory.begun && laws.laws[old.law].remembers();
    let mut gone: Vec<Contact<D>> = vec![];
    for old in previous.iter().filter(remembered).filter(|old| !is_in(contacts, old.id)) {
        let own = pairs.partition_point(|of| *of < pair(old))
            ..pairs.partition_point(|of| *of <= pair(old));
        let continues = |heir: &&mut Option<&Contact<D>>| {
            heir.is_some_and(|new| new.memory == old.memory && new.area == old.area)
        };
        match heirs[own].iter_mut().find(continues) {
            Some(heir) => *heir = None,
            None => gone.push(old.clone()),
        }
    }
    dormant.retain(|old| !is_in(contacts, old.id));
    if !gone.is_empty() {
        dormant.extend(gone);
        dormant.sort_by_key(|old| old.id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contact::Memory;
    use crate::laws::bonds::Brittle;
    use crate::laws::{Bond, ContactLaw};
    use crate::world::{LawTable, Scheme};

    fn contact(feature: u64, damage: f64) -> Contact<2> {
        let mut contact = Contact::blank();
        contact.id.feature = feature;
        contact.memory = Memory { begun: true, ..Memory::default() };
        contact.memory.bond[0] = damage;
        contact
    }

    /// Of three contacts one stays, one goes on as another, one is gone.
    #[test]
    fn only_what_has_no_heir_is_laid_down() {
        let mut world = World::<2>::new(Scheme { alert_distance: 0.1, ..Scheme::default() });
        let bond = Some(Bond::Brittle(Brittle { force: 1.0 }));
        world.laws = LawTable::single(ContactLaw { bond, ..ContactLaw::default() });
        let previous = [contact(1, 0.0), contact(2, 0.25), contact(3, 0.5)];
        world.contacts = vec![contact(1, 0.0), contact(7, 0.5)];
        lay_down(&mut world, &previous);
        let features = |world: &World<2>| world.dormant.iter().map(|c| c.id.feature).collect();
        let found: Vec<u64> = features(&world);
        assert_eq!(found, [2]);
        // It comes back.
        let back = contact(2, 0.0);
        let now = std::mem::replace(&mut world.contacts, vec![contact(1, 0.0), back]);
        wake(&mut world);
        assert_eq!(world.contacts[1].memory.bond[0], 0.25);
        lay_down(&mut world, &now);
        let found: Vec<u64> = features(&world);
        assert_eq!(found, [7]);
    }
}
