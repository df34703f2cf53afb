//! The radius that two bodies roll on each other with: what dimensionless coefficients of rolling multiply.

use super::overlap::Sizes;
use crate::contact::Contact;
use crate::shapes::Shape;
use crate::world::World;

/// Radii of colliders, and those of the contacts of a step.
#[derive(Default)]
pub(super) struct Radii {
    /// Of every collider that is round; infinite of others. Empty where no law asks.
    round: Vec<f64>,
    /// Contact by contact (m).
    pub of_contacts: Vec<f64>,
}

impl Radii {
    pub fn of<const D: usize>(world: &World<D>) -> Self {
        let asked = world.laws.laws.iter().any(|law| law.needs_radius());
        let colliders = world.colliders.iter().filter(|_| asked);
        Self { round: colliders.map(|c| radius(&c.shape)).collect(), of_contacts: vec![] }
    }

    /// Those of contacts as they are now: 1/R = 1/R₁ + 1/R₂, where what is not round has 1/R = 0; half of the
    /// smallest width of the smaller body where neither is round.
    pub fn look<const D: usize>(&mut self, contacts: &[Contact<D>], sizes: &Sizes) {
        self.of_contacts.clear();
        if self.round.is_empty() {
            return;
        }
        self.of_contacts.extend(contacts.iter().map(|contact| {
            let [a, b] =
                [contact.id.candidate, contact.id.antagonist].map(|k| self.round[k as usize]);
            let both = 1.0 / (1.0 / a + 1.0 / b);
            if both.is_finite() { both } else { sizes.smaller(contact) }
        }));
    }
}

/// The radius of what is round all over or along an axis.
fn radius<const D: usize>(shape: &Shape<D>) -> f64 {
    match shape {
        Shape::Ball(ball) => ball.radius(),
        Shape::Cylinder(cylinder) => cylinder.radius(),
        Shape::Rounded(rounded) if rounded.core().is_flat() => rounded.radius(),
        _ => f64::INFINITY,
    }
}
