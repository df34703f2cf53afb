//! Bodies that overlap deeply before the first step: not an error, but rarely meant.

use crate::contact::Contact;
use crate::detection::{Crowd, share_areas};
use crate::world::{AnyWorld, World};
use std::collections::BTreeMap;

/// Share of a body's radius beyond which an overlap is deep.
const DEEP: f64 = 0.01;

/// How many pairs are named.
const NAMED: usize = 5;

/// Deep overlaps of the initial state.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overlaps {
    /// Contacts within the alert distance before the first step.
    pub touching: usize,
    /// Number of pairs of bodies.
    pub count: usize,
    /// The deepest: the two names and the depth (m).
    pub worst: Vec<(String, String, f64)>,
    /// Contacts whose law has a strength an area, but that have no area.
    pub bare: usize,
    /// What there is too much of for contacts to be looked for.
    pub crowd: Option<Crowd>,
}

impl Overlaps {
    /// The overlaps of a world.
    pub fn of(world: &AnyWorld) -> Self {
        match world {
            AnyWorld::Plane(world) => find(world),
            AnyWorld::Space(world) => find(world),
        }
    }

    /// Warnings in words, if there is something to warn of.
    pub fn warnings(&self) -> Vec<String> {
        self.deep().into_iter().chain(self.weak()).collect()
    }

    fn weak(&self) -> Option<String> {
        let text = format!(
            "{} contacts have no area, because no two faces meet there: the bonds of their law, whose \
             strength is by area, do not hold them; give the bond an `area`",
            self.bare
        );
        (self.bare > 0).then_some(text)
    }

    fn deep(&self) -> Option<String> {
        if self.count == 0 {
            return None;
        }
        let plural =
            if self.count == 1 { "pair of bodies overlaps" } else { "pairs of bodies overlap" };
        let mut text = format!("{} {plural} deeply before the first step:", self.count);
        for (a, b, depth) in &self.worst {
            text.push_str(&format!("\n  {a} and {b}: {depth:.3e} m"));
        }
        if self.count > self.worst.len() {
            text.push_str(&format!("\n  and {} more", self.count - self.worst.len()));
        }
        Some(text)
    }
}

fn find<const D: usize>(world: &World<D>) -> Overlaps {
    let (mut contacts, crowd) = world.contacts_or_crowd();
    let bare = without_area(world, &mut contacts);
    let mut deepest: BTreeMap<[usize; 2], f64> = BTreeMap::new();
    for contact in &contacts {
        let radius = |collider: u32| {
            world.colliders[collider as usize].shape.bounding_radius().unwrap_or(f64::INFINITY)
        };
        let size = radius(contact.id.candidate).min(radius(contact.id.antagonist));
        let depth = -contact.gap;
        if depth > DEEP * size {
            let worst = deepest.entry(contact.bodies).or_insert(depth);
            *worst = worst.max(depth);
        }
    }
    let mut pairs: Vec<_> = deepest.into_iter().collect();
    pairs.sort_by(|a, b| b.1.total_cmp(&a.1));
    let name = |i: usize| world.bodies.list[i].name.clone();
    let worst = pairs.iter().take(NAMED).map(|([a, b], d)| (name(*a), name(*b), *d)).collect();
    Overlaps { touching: contacts.len(), count: pairs.len(), worst, bare, crowd }
}

/// How many contacts have a law that needs their area, and none.
fn without_area<const D: usize>(world: &World<D>, contacts: &mut [Contact<D>]) -> usize {
    let law = |contact: &Contact<D>| {
        let material = |i: u32| world.colliders[i as usize].material;
        &world.laws.laws
            [world.laws.row(material(contact.id.candidate), material(contact.id.antagonist))]
    };
    share_areas(contacts, |contact| law(contact).needs_area());
    // Points within a face have none, and need none.
    let pairs = contacts.chunk_by(|a, b| {
        (a.id.candidate, a.id.antagonist, a.id.image)
            == (b.id.candidate, b.id.antagonist, b.id.image)
    });
    let bare = |pair: &&[Contact<D>]| {
        pair.iter().any(|c| law(c).needs_area() && c.gap <= 0.0)
            && pair.iter().all(|c| c.area == 0.0)
    };
    pairs.filter(bare).map(<[_]>::len).sum()
}
