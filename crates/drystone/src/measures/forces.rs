//! Normal and tangential forces of the active contacts: mean, greatest, spread (standard deviation over
//! mean), and the friction ratio
//!
//! ```text
//! friction_ratio = Σ ‖f_T‖ / Σ f_N
//! ```
//!
//! over them, which is at most the coefficient of friction µ; over µ it is the share of friction that
//! is mobilised. Contacts are points of touch: a face on a face shares its force among several.

use super::{Value, View};

pub(super) fn measure<const D: usize>(view: &View<D>) -> Vec<Value> {
    let h = view.constants.time_step;
    let normal: Vec<f64> = view.active().map(|contact| contact.impulse[0] / h).collect();
    let tangential = view.active().map(|contact| contact.impulse.rows(1, D - 1).norm() / h);
    let n = normal.len() as f64;
    let mean = normal.iter().sum::<f64>() / n;
    let mean_tangential = tangential.sum::<f64>() / n;
    let variance = normal.iter().map(|f| (f - mean).powi(2)).sum::<f64>() / n;
    vec![
        Value::new("normal_force_mean", "N", mean),
        Value::new("normal_force_max", "N", normal.iter().copied().fold(f64::NAN, f64::max)),
        Value::new("normal_force_spread", "", variance.sqrt() / mean),
        Value::new("tangential_force_mean", "N", mean_tangential),
        Value::new("friction_ratio", "", mean_tangential / mean),
    ]
}

#[cfg(test)]
mod tests {
    use super::super::testing::{row, value};

    #[test]
    fn means_and_spread() {
        let mut setting = row(3, 0);
        let h = setting.constants.time_step;
        // Impulses of 1, 1, 3, 3 times the step's length: forces of so many newtons.
        for (contact, f) in setting.frame.contacts.iter_mut().zip([1.0, 1.0, 3.0, 3.0]) {
            contact.impulse = [f, -0.25 * f].into();
            contact.impulse *= h;
        }
        let found = super::measure(&setting.view());
        let expected = [
            ("normal_force_mean", 2.0),
            ("normal_force_max", 3.0),
            ("normal_force_spread", 0.5),
            ("tangential_force_mean", 0.5),
            ("friction_ratio", 0.25),
        ];
        for (name, x) in expected {
            assert!((value(&found, name) - x).abs() < 1e-12, "{name}");
        }
    }
}
