//! The keys that steer detection: `alert_distance`, `periodic`, `time_of_impact`,
//! `contact_reduction`.

use crate::{BASE, bad, good, parse, plane};

/// The base scene with a line after the duration.
fn with(line: &str) -> String {
    BASE.replace("duration = 1.0", &format!("duration = 1.0\n{line}"))
}

#[track_caller]
fn wrong(text: String, line: usize, message: &str, help: &str) {
    let error = bad(parse(&text));
    let shown = error.to_string();
    assert_eq!(error.line(), line, "{shown}");
    assert!(error.message.contains(message), "{shown}");
    assert!(error.help.unwrap_or_default().contains(help), "{shown}");
}

#[test]
fn without_them_steps_are_whole_and_contacts_all_kept() {
    let world = plane(good(parse(BASE)));
    assert!(!world.scheme.time_of_impact && world.scheme.contact_reduction.is_none());
    assert!(!world.periodic.repeats(0) && !world.periodic.repeats(1));
    // 5 % of the block's width.
    assert_eq!(world.scheme.alert_distance, 0.05);
}

#[test]
fn they_reach_the_world() {
    let text = with("time_of_impact = true\ncontact_reduction = 0.1\nperiodic = { x = [-1, 3] }");
    let world = plane(good(parse(&text)));
    assert!(world.scheme.time_of_impact);
    assert_eq!(world.scheme.contact_reduction, Some(0.1));
    assert!(world.periodic.repeats(0) && !world.periodic.repeats(1));
    assert_eq!(world.periodic.period(0), 4.0);
}

#[test]
fn the_event_driven_scheme_reaches_the_world() {
    let scheme = |line: &str| plane(good(parse(&with(line)))).scheme.events;
    let Some(events) = scheme("event_driven = {}") else { panic!("time stepping") };
    assert!((events.tolerance / 0.05e-6 - 1.0).abs() < 1e-12 && events.most == 100);
    let given = scheme("event_driven = { tolerance = 1e-7, most = 3 }").unwrap();
    assert!(given.tolerance == 1e-7 && given.most == 3);
    assert!(scheme("").is_none());
}

#[test]
fn what_the_event_driven_scheme_does_not_take_is_named() {
    wrong(with("event_driven = { most = 0 }"), 4, "at least 1", "");
    wrong(with("event_driven = { tolerance = 0 }"), 4, "greater than 0", "");
    wrong(with("event_driven = true"), 4, "expected a table", "");
    wrong(with("event_driven = { tolerence = 1 }"), 4, "unknown key `tolerence`", "tolerance");
    wrong(with("event_driven = {}\ntime_of_impact = true"), 5, "finds impacts by itself", "");
    wrong(with("event_driven = {}\ntheta = 1.0"), 5, "theta = 0.5", "");
    let bonded =
        with("event_driven = {}").replace("friction =", "bond.brittle.force = 1.0\nfriction =");
    let error = bad(parse(&bonded));
    assert!(error.to_string().contains("without bonds"), "{error}");
    let position =
        with("event_driven = {}").replace("friction =", "unilateral = \"position\"\nfriction =");
    let error = bad(parse(&position));
    assert!(error.to_string().contains("law of impact"), "{error}");
}

#[test]
fn numbers_are_checked() {
    wrong(with("contact_reduction = 0.6"), 4, "`contact_reduction`", "");
    wrong(with("contact_reduction = -0.1"), 4, "`contact_reduction`", "");
    wrong(with("time_of_impact = 1"), 4, "expected a boolean", "");
    wrong(with("alert_distance = 0"), 4, "`alert_distance` must be greater than 0", "");
    wrong(with("periodic = { x = [1, 1] }"), 4, "end after it begins, found [1, 1]", "");
    wrong(with("periodic = { z = [0, 1] }"), 4, "no axis z in dimension 2", "");
    wrong(with("periodic = { u = [0, 1] }"), 4, "unknown key `u`", "");
    wrong(with("periodic = { x = [0, nan] }"), 4, "finite", "");
    wrong(with("periodic = { x = 3 }"), 4, "x", "");
}

#[test]
fn bodies_must_fit_the_cell() {
    wrong(with("periodic = { x = [0, 1.2] }"), 15, "1.41", "half_space");
    wrong(with("periodic = { y = [0, 9] }"), 20, "a wall across y", "square to periodic axes");
    let drum = with("periodic = { x = [0, 9] }")
        .replace("{ half_space = { normal = [0, 1] } }", "{ drum = { radius = 3 } }");
    wrong(drum, 20, "ends along x", "endless drum");
    let ground = |end: f64| {
        let terrain = format!("{{ terrain = {{ points = [[0, 0], [{end}, 0]] }} }}");
        with("periodic = { x = [0, 9] }").replace("{ half_space = { normal = [0, 1] } }", &terrain)
    };
    wrong(ground(9.0), 20, "meets its own image along x", "end before the period does");
    good(parse(&ground(8.0)));
}
