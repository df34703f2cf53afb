//! The bonds between each two bodies: how many there are or were in sight, how many are broken, their
//! mean damage, and the force of springs and glue beside the contact itself, along the normal from
//! antagonist to candidate (tension is negative) and across it.

use super::value::{Item, extend};
use super::{Refused, Table, View};
use crate::contact::Contact;
use crate::space::Vector;
use std::collections::BTreeMap;

pub(super) fn measure<const D: usize>(view: &View<D>) -> Result<Table, Refused> {
    let mut table = Table::new(&[("candidate", ""), ("antagonist", ""), ("bonds", "")])
        .column("broken", "")
        .vector::<D>("", "m")
        .column("damage", "")
        .column("normal_force", "N")
        .column("tangential_force", "N");
    let mut pairs: BTreeMap<[usize; 2], Vec<&Contact<D>>> = BTreeMap::new();
    for contact in view.counted().filter(|contact| contact.has_bond()) {
        pairs.entry(contact.bodies).or_default().push(contact);
    }
    for (bodies, contacts) in &pairs {
        let count = contacts.len() as f64;
        let place = contacts.iter().map(|c| view.shown(&c.point)).sum::<Vector<D>>() / count;
        let force =
            contacts.iter().map(|c| c.frame * c.bond).sum::<Vector<D>>() / view.constants.time_step;
        let normal = contacts[0].frame.column(0).into_owned();
        let along = force.dot(&normal);
        let name = |body: usize| Item::Name(view.constants.names[body].clone());
        let broken = contacts.iter().filter(|contact| contact.damage >= 1.0).count();
        let mut row = vec![name(bodies[0]), name(bodies[1])];
        row.extend([contacts.len(), broken].map(Item::Whole));
        extend(&mut row, place.iter());
        let damage = contacts.iter().map(|contact| contact.damage).sum::<f64>() / count;
        extend(&mut row, &[damage, along, (force - normal * along).norm()]);
        table.rows.push(row);
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::super::testing::Setting;
    use nalgebra::Vector2;

    /// Two bonds between two balls, one of them broken, and a contact without.
    #[test]
    fn by_hand() {
        let places = [0.0, 1.0, 2.0].map(|y| Vector2::new(0.0, y));
        let mut setting = Setting::balls(&places);
        setting.press(1, 0, 1.0);
        setting.press(1, 0, 1.0);
        setting.press(2, 1, 1.0);
        let [first, second, _] = &mut setting.frame.contacts[..] else { panic!("three") };
        (first.damage, second.damage) = (0.5, 1.0);
        // The step is 0.01 s long.
        first.bond = Vector2::new(-0.04, 0.03);
        let table = super::measure(&setting.view()).unwrap();
        let columns = ["bonds", "broken", "y", "damage", "normal_force", "tangential_force"];
        let expected = [2.0, 1.0, 0.5, 0.75, -4.0, 3.0];
        for (column, expected) in columns.iter().zip(expected) {
            let found = table.numbers(column);
            assert!(found.len() == 1 && (found[0] - expected).abs() < 1e-12, "{column} {found:?}");
        }
    }
}
