//! The share of the active contacts that slide.

use super::{Value, View};
use crate::contact::Status;

pub(super) fn measure<const D: usize>(view: &View<D>) -> Vec<Value> {
    let active = view.active().count();
    let sliding = view.active().filter(|contact| contact.status == Status::Sliding).count();
    vec![
        Value::new("active_contacts", "", active as f64),
        Value::new("sliding_share", "", sliding as f64 / active as f64),
    ]
}

#[cfg(test)]
mod tests {
    use super::super::testing::{row, value};
    use crate::contact::Status;

    /// What an interior point leaves of a contact that is open is no contact.
    #[test]
    fn next_to_nothing_is_nothing() {
        let mut setting = row(3, 0);
        setting.frame.contacts[3].impulse[0] *= 1e-9;
        assert_eq!(value(&super::measure(&setting.view()), "active_contacts"), 3.0);
    }

    #[test]
    fn one_of_four_slides() {
        let mut setting = row(3, 0);
        setting.frame.contacts[1].status = Status::Sliding;
        let found = super::measure(&setting.view());
        assert_eq!(value(&found, "active_contacts"), 4.0);
        assert_eq!(value(&found, "sliding_share"), 0.25);
    }
}
