//! What a contact takes over from the previous step: its first tangent and its impulse.

use super::neighbours::Pair;
use crate::contact::{Contact, ContactId, Past, Status};
use crate::space::{Vector, frame};

/// The pair a contact belongs to.
pub(super) fn pair<const D: usize>(contact: &Contact<D>) -> Pair {
    let ContactId { candidate, antagonist, image, .. } = contact.id;
    Pair { candidate, antagonist, image }
}

/// The previous contacts of one pair of colliders. `next` runs through `previous` as the pairs
/// come in their order.
pub(super) fn group<'a, const D: usize>(
    previous: &'a [Contact<D>],
    next: &mut usize,
    of: &Pair,
) -> &'a [Contact<D>] {
    while *next < previous.len() && pair(&previous[*next]) < *of {
        *next += 1;
    }
    let start = *next;
    while *next < previous.len() && pair(&previous[*next]) == *of {
        *next += 1;
    }
    &previous[start..*next]
}

/// Buffers of the matching.
#[derive(Clone, Debug, Default)]
pub(super) struct Inheritance {
    taken: Vec<bool>,
    orphans: Vec<usize>,
}

impl Inheritance {
    /// Gives each new contact of a pair the past of the old one with its features. A contact
    /// without one takes the past of the nearest old contact that found no heir within
    /// `reach`: at a corner over a corner rounding decides which features meet.
    pub fn hand_down<const D: usize>(
        &mut self,
        old: &[Contact<D>],
        new: &mut [Contact<D>],
        reach: f64,
    ) {
        if old.is_empty() {
            return;
        }
        if let ([a], [b]) = (old, &mut *new)
            && a.id == b.id
        {
            pass(a, b);
            return;
        }
        self.taken.clear();
        self.taken.resize(old.len(), false);
        self.orphans.clear();
        let mut k = 0;
        for (i, contact) in new.iter_mut().enumerate() {
            while k < old.len() && old[k].id < contact.id {
                k += 1;
            }
            if k < old.len() && old[k].id == contact.id {
                self.taken[k] = true;
                pass(&old[k], contact);
            } else {
                self.orphans.push(i);
            }
        }
        for &i in &self.orphans {
            let contact = &mut new[i];
            let mut nearest = (reach * reach, None);
            for (k, candidate) in old.iter().enumerate() {
                let distance: f64 = (candidate.arms[0] - contact.arms[0]).norm_squared();
                if !self.taken[k] && distance <= nearest.0 {
                    nearest = (distance, Some(k));
                }
            }
            if let Some(k) = nearest.1 {
                self.taken[k] = true;
                pass(&old[k], contact);
            }
        }
    }
}

fn pass<const D: usize>(old: &Contact<D>, new: &mut Contact<D>) {
    if D == 3 {
        let normal: Vector<D> = new.frame.column(0).into_owned();
        new.frame = frame(&normal, Some(&old.frame.column(1).into_owned()));
    }
    new.impulse = old.impulse;
    new.bond = old.bond;
    new.couple = old.couple;
    new.memory = old.memory;
    new.area = old.area;
    new.heat = old.heat;
    if old.id == new.id && old.status != Status::Open {
        new.past = Some(Past { velocity: old.velocity });
    }
}
