//! Bonds between bodies, coloured by their damage: in the plane a stroke along the joint over the
//! length that the contact stands for, in space a bead.

use super::canvas::Item;
use super::colour_map::between;
use super::overlay::usual_length;
use super::plane::View;
use super::{Colour, Sight};
use crate::contact::Contact;
use crate::space::Vector;
use nalgebra::Vector3;

/// From whole over half damaged to broken; far from the red of forces.
const DAMAGE: [Colour; 3] = [[0, 128, 128], [245, 190, 30], [205, 20, 150]];

/// The colour of a damage.
pub fn colour(damage: f64) -> Colour {
    between(&DAMAGE, damage)
}

/// The contacts that have or had a bond.
fn bonds<'a, const D: usize>(sight: &Sight<'a, D>) -> impl Iterator<Item = &'a Contact<D>> {
    sight.frame.contacts.iter().filter(|contact| contact.has_bond())
}

/// Whether there is any.
pub fn are_there<const D: usize>(sight: &Sight<D>) -> bool {
    bonds(sight).next().is_some()
}

/// Where a contact is shown: in the middle between the places of it on both bodies.
fn place<const D: usize>(sight: &Sight<D>, contact: &Contact<D>) -> Vector<D> {
    let on = |side: usize| {
        let body = contact.bodies[side];
        let (now, shown) = (sight.true_pose(body), sight.pose(body));
        shown.position + shown.direction(&now.local_direction(&contact.arms[side]))
    };
    if sight.magnification == 1.0 {
        return sight.geometry.periodic.wrap(&contact.point);
    }
    sight.geometry.periodic.wrap(&((on(0) + on(1)) * 0.5))
}

/// Strokes along the joints of the plane, from each contact towards the middle of those of its pair.
pub fn strokes<const D: usize>(sight: &Sight<D>, view: &View, items: &mut Vec<Item>) {
    let usual = usual_length(sight);
    let width = (0.06 * usual * view.scale).clamp(2.0, 6.0);
    let pair = |c: &Contact<D>| (c.id.candidate, c.id.antagonist, c.id.image);
    for joint in sight.frame.contacts.chunk_by(|a, b| pair(a) == pair(b)) {
        let sum: Vector<D> = joint.iter().map(|contact| contact.point).sum();
        for contact in joint.iter().filter(|contact| contact.has_bond()) {
            // Areas of what is turned about an axis are of the whole turn.
            let length = if contact.area > 0.0 { 0.85 * contact.area } else { 0.2 * usual };
            let length = length.min(2.0 * usual);
            let tangent = contact.frame.column(1).into_owned();
            // A point alone lies in the middle of its stroke.
            let inwards = tangent.dot(&(sum / joint.len() as f64 - contact.point));
            let shift = 0.5 * if inwards.abs() > 1e-6 * usual { inwards.signum() } else { 0.0 };
            let at = place(sight, contact) + tangent * (shift * length);
            let half = tangent * (0.5 * length);
            let points = vec![view.at(&(at - half)), view.at(&(at + half))];
            items.push(Item::Line { points, colour: colour(contact.damage), width });
        }
    }
}

/// Beads at the contacts of space: place, radius, colour.
pub fn beads<const D: usize>(sight: &Sight<D>) -> Vec<(Vector3<f64>, f64, Colour)> {
    let radius = 0.05 * usual_length(sight);
    let bead = |contact: &Contact<D>| {
        let at = place(sight, contact);
        let at = Vector3::new(at[0], at[1], if D == 3 { at[2] } else { 0.0 });
        (at, radius, colour(contact.damage))
    };
    bonds(sight).map(bead).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_damaged_and_broken_have_their_colours() {
        assert_eq!([0.0, 0.5, 1.0].map(colour), DAMAGE);
    }
}
