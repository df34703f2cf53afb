//! Where heat is made: of each two bodies the power of friction over the last step, and its work since
//! they came near each other. Frames know it where `[record] heat = true`. Places are weighted
//! by the work.

use super::value::{Item, extend};
use super::{Refused, Table, View};
use crate::contact::Contact;
use crate::space::Vector;
use std::collections::BTreeMap;

pub(super) fn measure<const D: usize>(view: &View<D>) -> Result<Table, Refused> {
    let mut table = Table::new(&[("candidate", ""), ("antagonist", ""), ("points", "")])
        .vector::<D>("", "m")
        .column("friction_power", "W")
        .column("friction_work", "J");
    let mut pairs: BTreeMap<[usize; 2], Vec<&Contact<D>>> = BTreeMap::new();
    for contact in view.counted() {
        pairs.entry(contact.bodies).or_default().push(contact);
    }
    for (bodies, contacts) in &pairs {
        let sum = |k: usize| contacts.iter().map(|contact| contact.heat[k]).sum::<f64>();
        let work = sum(1);
        let weight = |contact: &Contact<D>| match work > 0.0 {
            true => contact.heat[1] / work,
            false => 1.0 / contacts.len() as f64,
        };
        let place: Vector<D> = contacts.iter().map(|c| view.shown(&c.point) * weight(c)).sum();
        let name = |body: usize| Item::Name(view.constants.names[body].clone());
        let mut row = vec![name(bodies[0]), name(bodies[1]), Item::Whole(contacts.len())];
        extend(&mut row, place.iter());
        extend(&mut row, &[sum(0) / view.constants.time_step, work]);
        table.rows.push(row);
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::super::testing::Setting;
    use nalgebra::Vector2;

    /// Two points of touch between the same two balls, and one of others.
    #[test]
    fn by_hand() {
        let mut setting = Setting::balls(&[
            Vector2::new(0.0, 0.0),
            Vector2::new(1.0, 0.0),
            Vector2::new(2.0, 0.0),
        ]);
        setting.press(0, 1, 1.0);
        setting.press(0, 1, 1.0);
        setting.press(1, 2, 1.0);
        let heats = [[0.01, 3.0], [0.03, 1.0], [0.0, 0.0]];
        for (contact, heat) in setting.frame.contacts.iter_mut().zip(heats) {
            contact.heat = heat;
        }
        setting.frame.contacts[1].point[0] = 0.9;
        let table = super::measure(&setting.view()).unwrap();
        assert_eq!(table.numbers("points"), [2.0, 1.0]);
        assert_eq!(table.numbers("friction_work"), [4.0, 0.0]);
        assert!((table.numbers("friction_power")[0] - 4.0).abs() < 1e-12);
        assert!((table.numbers("x")[0] - 0.6).abs() < 1e-12);
        assert_eq!(table.numbers("x")[1], 1.5);
    }
}
