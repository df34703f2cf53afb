//! The forces of joints as numbers that can be recorded: the greatest, and of every joint by its name the
//! size of its force and moment on the second body, its angle or displacement and how fast that changes.

use super::joint_forces::{norm, wrench};
use super::{Value, View};

pub(super) fn measure<const D: usize>(view: &View<D>) -> Vec<Value> {
    let mut values = vec![Value::new("joint_force_max", "N", 0.0)];
    for (about, report) in view.counted_joints() {
        let [force, moment] = wrench(report, view.constants.time_step).map(|vector| norm(&vector));
        values[0].value = values[0].value.max(force);
        // As a word that columns and plots are named by.
        let word = |c: char| if c.is_alphanumeric() { c } else { '_' };
        let name = about.name.chars().map(word).collect::<String>();
        let own = |what: &str| format!("{name}_{what}");
        let turns = about.kind == "hinge";
        values.extend([
            Value::new(own("force"), "N", force),
            Value::new(own("moment"), "N m", moment),
            Value::new(own("coordinate"), if turns { "rad" } else { "m" }, report.coordinate),
            Value::new(own("velocity"), if turns { "rad/s" } else { "m/s" }, report.velocity),
        ]);
    }
    values
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Setting, joined, value};
    use nalgebra::Vector2;

    #[test]
    fn by_hand() {
        let setting = joined(Setting::balls(&[Vector2::new(0.0, 0.0), Vector2::new(1.0, 2.0)]));
        let found = super::measure(&setting.view());
        let names = ["joint_force_max", "the_pin_force", "the_pin_moment", "the_pin_coordinate"];
        for (name, expected) in names.iter().zip([5.0, 5.0, 2.0, 0.3]) {
            assert!((value(&found, name) - expected).abs() < 1e-12, "{name}");
        }
    }
}
