//! How large the smaller of two bodies is that touch: what penetration is measured by.

use crate::bodies::Bodies;
use crate::contact::Contact;
use crate::detection::Collider;
use crate::shapes::Shape;
use crate::world::World;

/// A penetration beside the size of the smaller body.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Overlap {
    /// Penetration in the test configuration, a share of the size.
    pub share: f64,
    /// The same (m).
    pub depth: f64,
    /// The two bodies.
    pub bodies: [usize; 2],
}

/// The size of every collider: its radius, or half its smallest width; infinite where there is no
/// other side.
#[derive(Default)]
pub(super) struct Sizes(Vec<f64>);

impl Sizes {
    pub fn of<const D: usize>(world: &World<D>) -> Self {
        Self(world.colliders.iter().map(|collider| size(collider, &world.bodies)).collect())
    }

    /// Of the smaller of the two that touch.
    pub fn smaller<const D: usize>(&self, contact: &Contact<D>) -> f64 {
        let [a, b] = [contact.id.candidate, contact.id.antagonist].map(|k| self.0[k as usize]);
        a.min(b)
    }

    /// The worst penetration of contacts that resist it; springs that are pressed are none.
    pub fn worst<const D: usize>(&self, world: &World<D>) -> Overlap {
        let mut worst = Overlap::default();
        for contact in world.contacts.iter().filter(|contact| contact.gap < 0.0) {
            let share = -contact.gap / self.smaller(contact);
            if share > worst.share && !world.laws.laws[contact.law].gives_way() {
                worst = Overlap { share, depth: -contact.gap, bodies: contact.bodies };
            }
        }
        worst
    }
}

fn size<const D: usize>(collider: &Collider<D>, bodies: &Bodies<D>) -> f64 {
    if let Shape::Skin(_) = *collider.shape {
        return bodies.deformable(collider.body).map_or(f64::INFINITY, |body| {
            let places = body.places();
            let extents: [f64; D] = std::array::from_fn(|k| {
                let along = places.iter().skip(k).step_by(D);
                let (least, most) = along
                    .fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), x| (a.min(*x), b.max(*x)));
                most - least
            });
            // A sheet has no thickness of its own: its smallest extent that is one.
            let largest = extents.iter().fold(0.0, |a: f64, b| a.max(*b));
            let real = extents.into_iter().filter(|extent| *extent > 1e-6 * largest);
            0.5 * real.fold(f64::INFINITY, f64::min)
        });
    }
    let thickness = collider.shape.thickness().filter(|thickness| *thickness > 0.0);
    thickness.map_or(f64::INFINITY, |thickness| 0.5 * thickness)
}
