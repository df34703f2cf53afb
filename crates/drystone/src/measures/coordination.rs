//! The coordination number Z: active contacts of a grain, on average. A contact between two grains
//! counts for both, one with a wall for the grain.
//!
//! Grains with fewer than two active contacts carry nothing but themselves and are called loose; Z*
//! is the mean over the others.

use super::{Value, View};

pub(super) fn measure<const D: usize>(view: &View<D>) -> Vec<Value> {
    let counts = view.contacts_of_bodies();
    let grains: Vec<f64> = view.grains().map(|body| counts[body] as f64).collect();
    let mean = |of: &[f64]| of.iter().sum::<f64>() / of.len() as f64;
    let held: Vec<f64> = grains.iter().copied().filter(|count| *count >= 2.0).collect();
    let loose = 1.0 - held.len() as f64 / grains.len() as f64;
    vec![
        Value::new("coordination", "", mean(&grains)),
        Value::new("coordination_of_held", "", mean(&held)),
        Value::new("loose_share", "", loose),
    ]
}

#[cfg(test)]
mod tests {
    use super::super::testing::{row, value};

    /// Three disks in a row between two walls, and one that flies.
    #[test]
    fn a_row_and_a_loose_grain() {
        let found = super::measure(&row(3, 1).view());
        assert_eq!(value(&found, "coordination"), 6.0 / 4.0);
        assert_eq!(value(&found, "coordination_of_held"), 2.0);
        assert_eq!(value(&found, "loose_share"), 0.25);
    }
}
