//! Neighbours and points of touch of a grain.
//!
//! ```text
//! coordination   Z = (sum over grains of its neighbours) / (number of grains)
//! contacts_mean    = (sum over grains of its active contacts) / (number of grains)
//! ```
//!
//! A neighbour is a body (or an image of one, where space repeats) with which the grain has at least
//! one active contact: two grains in touch are neighbours of each other, a wall is one of the
//! grain. Contacts are points of touch: balls have one with each neighbour, a block on a face of another
//! two in the plane and four or more in space.
//!
//! Grains with fewer than two neighbours carry nothing but themselves and are called loose; Z* is the
//! mean over the others.

use super::{Value, View};

pub(super) fn measure<const D: usize>(view: &View<D>) -> Vec<Value> {
    let (neighbours, contacts) = (view.neighbours_of_bodies(), view.contacts_of_bodies());
    let of_grains = |count: &[usize]| view.grains().map(|b| count[b] as f64).collect::<Vec<f64>>();
    let [neighbours, contacts] = [&neighbours, &contacts].map(|count| of_grains(count));
    let mean = |of: &[f64]| of.iter().sum::<f64>() / of.len() as f64;
    let held: Vec<f64> = neighbours.iter().copied().filter(|count| *count >= 2.0).collect();
    let loose = 1.0 - held.len() as f64 / neighbours.len() as f64;
    vec![
        Value::new("coordination", "", mean(&neighbours)),
        Value::new("coordination_of_held", "", mean(&held)),
        Value::new("contacts_mean", "", mean(&contacts)),
        Value::new("loose_share", "", loose),
    ]
}

#[cfg(test)]
mod tests {
    use super::super::options::Options;
    use super::super::testing::{Setting, row, value};
    use crate::contact::Image;
    use nalgebra::Vector2;

    /// Three disks in a row between two walls, and one that flies.
    #[test]
    fn a_row_and_a_loose_grain() {
        let found = super::measure(&row(3, 1).view());
        assert_eq!(value(&found, "coordination"), 6.0 / 4.0);
        assert_eq!(value(&found, "contacts_mean"), 6.0 / 4.0);
        assert_eq!(value(&found, "coordination_of_held"), 2.0);
        assert_eq!(value(&found, "loose_share"), 0.25);
    }

    /// Blocks in a row touch with two points each: two neighbours, four contacts.
    #[test]
    fn faces_touch_with_several_points() {
        let mut setting = row(3, 0);
        let again = setting.frame.contacts.clone();
        setting.frame.contacts.extend(again);
        let found = super::measure(&setting.view());
        assert_eq!(value(&found, "coordination"), 2.0);
        assert_eq!(value(&found, "contacts_mean"), 4.0);
    }

    /// A ball between two images of one other, in a cell of two balls: two neighbours each; so they
    /// have in a region beyond the cell that holds an image of one.
    #[test]
    fn images_are_neighbours() {
        let at = [Vector2::new(0.5, 0.0), Vector2::new(1.5, 0.0)];
        let mut setting = Setting::balls(&at).repeating(0, 0.0, 2.0);
        setting.press(0, 1, 1.0);
        setting.press(0, 1, 1.0);
        setting.frame.contacts[1].id.image = Image::new([-1, 0]);
        for region in [None, Some([vec![4.0, -1.0], vec![5.0, 1.0]])] {
            setting = setting.with(&Options { region, ..Options::default() });
            assert_eq!(value(&super::measure(&setting.view()), "coordination"), 2.0);
        }
    }
}
