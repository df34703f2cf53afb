//! `expected.toml`: a table for each value that a scene promises, in one of four forms.
//!
//! ```toml
//! [rest_time]
//! value = 4.064            # with the greatest difference, `relative` to the value ...
//! relative = 0.01
//! [hit_time]
//! value = 0.1417           # ... or `absolute`
//! absolute = 0.004
//! [drift]
//! below = 1e-9             # the value is not negative and not above this
//! [horizontal_thrust]
//! between = [1.0e4, 1.2e4]
//! ```

use serde::Deserialize;
use std::collections::BTreeMap;

/// Every expected value by its name.
pub struct Expected(BTreeMap<String, Bound>);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Bound {
    value: Option<f64>,
    relative: Option<f64>,
    absolute: Option<f64>,
    below: Option<f64>,
    between: Option<[f64; 2]>,
}

impl Bound {
    /// The least and the greatest value allowed.
    fn interval(&self, name: &str) -> [f64; 2] {
        match (self.value, self.relative, self.absolute, self.below, self.between) {
            (Some(x), Some(r), None, None, None) => [x - r * x.abs(), x + r * x.abs()],
            (Some(x), None, Some(a), None, None) => [x - a, x + a],
            (None, None, None, Some(most), None) => [0.0, most],
            (None, None, None, None, Some(interval)) => interval,
            _ => panic!("`{name}` of expected.toml has none of the four forms"),
        }
    }
}

impl Expected {
    /// Reads the file.
    pub fn parse(text: &str) -> Self {
        let all: BTreeMap<String, Bound> =
            toml::from_str(text).unwrap_or_else(|e| panic!("expected.toml: {e}"));
        assert!(!all.is_empty(), "expected.toml expects nothing");
        Self(all)
    }

    /// Leaves a value out.
    pub fn leave_out(&mut self, name: &str) {
        assert!(self.0.remove(name).is_some(), "expected.toml has no `{name}` to leave out");
    }

    /// Prints every value beside its bounds, and gives a line for each that is outside.
    pub fn compare(&self, found: impl Fn(&str) -> f64) -> Vec<String> {
        let mut wrong = vec![];
        for (name, bound) in &self.0 {
            let [low, high] = bound.interval(name);
            let value = found(name);
            let line = format!("{name} = {value:.6e}, expected within [{low:.6e}, {high:.6e}]");
            println!("{line}");
            // Not a number is outside.
            if !(low..=high).contains(&value) {
                wrong.push(line);
            }
        }
        wrong
    }
}

#[test]
fn values_outside_their_bounds_are_named() {
    let text = "a = { value = 2.0, relative = 0.1 }\nb = { value = 2.0, absolute = 0.1 }\n\
                c = { below = 1.0 }\nd = { between = [1.0, 2.0] }";
    let expected = Expected::parse(text);
    let names = |x: f64| -> String {
        expected.compare(|_| x).iter().map(|line| &line[..1]).collect::<Vec<_>>().concat()
    };
    assert_eq!(names(2.0), "c");
    assert_eq!(names(2.15), "bcd");
    assert_eq!(names(0.5), "abd");
    assert_eq!(names(-1.0), "abcd");
    assert_eq!(names(f64::NAN), "abcd");
}

#[test]
#[should_panic(expected = "none of the four forms")]
fn a_value_needs_a_tolerance() {
    Expected::parse("a = { value = 2.0 }").compare(|_| 2.0);
}
