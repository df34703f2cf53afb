//! The heat of contacts that are gone goes to others of the same two bodies.
//!
//! A corner that slides over an edge is another contact than before. The heat that friction made at
//! a pair of colliders stays with the pair as long as the two are near each other.

use super::dormant::pair;
use crate::contact::Contact;

/// Gives the first contact of each pair what the others have not inherited.
pub(super) fn hand_down<const D: usize>(previous: &[Contact<D>], contacts: &mut [Contact<D>]) {
    let mut next = 0;
    for new in contacts.chunk_by_mut(|a, b| pair(a) == pair(b)) {
        let of = pair(&new[0]);
        while next < previous.len() && pair(&previous[next]) < of {
            next += 1;
        }
        let start = next;
        while next < previous.len() && pair(&previous[next]) == of {
            next += 1;
        }
        let old = &previous[start..next];
        for k in 0..2 {
            let sum = |of: &[Contact<D>]| of.iter().map(|contact| contact.heat[k]).sum::<f64>();
            // The same numbers in the same order have no difference.
            let missing = sum(old) - sum(new);
            new[0].heat[k] += missing;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contacts(list: &[(u32, u64, f64)]) -> Vec<Contact<2>> {
        let mut contacts = vec![Contact::blank(); list.len()];
        for (contact, (collider, feature, heat)) in contacts.iter_mut().zip(list) {
            (contact.id.candidate, contact.id.feature) = (*collider, *feature);
            contact.heat = [*heat; 2];
        }
        contacts
    }

    #[test]
    fn nothing_is_lost_while_the_pair_lasts() {
        let old = contacts(&[(1, 1, 0.5), (1, 2, 0.25), (2, 7, 3.0), (4, 1, 1.0)]);
        // The second contact of the first pair is another one now; the second pair is gone.
        let mut new = contacts(&[(1, 1, 0.5), (1, 3, 0.0), (3, 1, 0.0), (4, 1, 1.0)]);
        hand_down(&old, &mut new);
        let heats: Vec<f64> = new.iter().map(|contact| contact.heat[1]).collect();
        assert_eq!(heats, [0.75, 0.0, 0.0, 1.0]);
    }
}
