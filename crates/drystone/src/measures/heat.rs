//! The power of friction, sliding and rolling: what contacts turned to heat over the last step, by the
//! step. Recorded while a scene runs, it is added up over all steps to `friction_work`, for all bodies the
//! `friction_dissipation` of the history. Frames know it where `[record] heat = true`.

use super::{Value, View};

pub(super) fn measure<const D: usize>(view: &View<D>) -> Vec<Value> {
    let heat = view.counted().fold(0.0, |sum, contact| sum + contact.heat[0]);
    vec![Value::new("friction_power", "W", heat / view.constants.time_step)]
}

#[cfg(test)]
mod tests {
    use super::super::options::Options;
    use super::super::testing::{row, value};

    #[test]
    fn by_hand() {
        let mut setting = row(3, 0);
        for (contact, heat) in setting.frame.contacts.iter_mut().zip([0.01, 0.02, 0.0, 0.03]) {
            contact.heat[0] = heat;
        }
        // The step is 0.01 s long.
        assert!((value(&super::measure(&setting.view()), "friction_power") - 6.0).abs() < 1e-12);
        let bodies = vec!["ball-0".into()];
        let setting = setting.with(&Options { bodies, ..Options::default() });
        assert!((value(&super::measure(&setting.view()), "friction_power") - 3.0).abs() < 1e-12);
    }

    #[test]
    fn frames_without_it_have_no_number() {
        assert!(value(&super::measure(&row(3, 0).view()), "friction_power").is_nan());
    }
}
