//! Contact laws in scene files: every law reads, and what is wrong is named with its place.

use crate::errors::marked;
use crate::{BASE, bad, good, parse, plane, replaced};
use drystone::laws::Extent;

/// The base scene in space.
fn space_base() -> String {
    BASE.replace("dimension = 2", "dimension = 3")
        .replace("[1.0, 1.0]", "[1.0, 1.0, 1.0]")
        .replace("[0.0, 0.5]", "[0.0, 0.0, 0.5]")
        .replace("[0, 1]", "[0, 0, 1]")
}

/// Puts a law in place of the friction and compares what the caret marks, the key, message and hint.
#[track_caller]
fn expect(law: &str, under: &str, key: &str, message: &str, help: &str) {
    let error = bad(replaced("friction = 0.5", law));
    let shown = error.to_string();
    assert_eq!(marked(&error), under, "{shown}");
    assert_eq!(error.key, format!("contacts.0.{key}"), "{shown}");
    assert!(error.message.contains(message), "{shown}");
    assert!(error.help.clone().unwrap_or_default().contains(help), "{shown}");
    let line = 9 + law.lines().count();
    assert!(shown.contains(&format!("test.toml:{line}:")), "{shown}");
}

#[test]
fn every_law_of_friction_reads() {
    for law in [
        "coulomb = { coefficient = 0.5 }",
        "static_dynamic = { static = 0.6, dynamic = 0.5 }",
        "slip_weakening = { static = 0.6, dynamic = 0.5, distance = 0.01 }",
        "stribeck = { static = 0.6, dynamic = 0.5, speed = 0.1 }",
        "stribeck = { static = 0.6, dynamic = 0.5, speed = 0.1, power = 1, viscosity = 0.2 }",
        "rate_and_state = { coefficient = 0.6, a = 0.01, b = 0.02, distance = 1e-5 }",
        "rate_and_state = { coefficient = 0.6, a = 0.01, b = 0.02, distance = 1e-5, speed = 1e-3, \
         evolution = \"slip\" }",
        "rough = {}",
    ] {
        good(replaced("friction = 0.5", &format!("friction_law.{law}")));
    }
    let law = "friction_law.anisotropic = { along = 0.2, across = 0.4, direction = [1, 0, 0] }";
    let scene = good(parse(&space_base().replace("friction = 0.5", law)));
    // Resolved scenes read again.
    let again = good(parse(&toml::to_string(&scene.description).expect("a document")));
    assert_eq!(scene.description.contacts, again.description.contacts);
}

#[test]
fn couples_choose_the_extent() {
    let extent = |keys: &str| plane(good(replaced("friction = 0.5", keys))).laws.extent();
    assert_eq!(extent("friction = 0.5"), Extent::Sliding);
    assert_eq!(extent("friction = 0.5\nrolling = 0.01"), Extent::Rolling);
    let law = "friction = 0.5\nrolling = 0.01\nspinning = 0.002";
    let scene = good(parse(&space_base().replace("friction = 0.5", law)));
    assert_eq!(crate::space(scene).laws.extent(), Extent::Spinning);
}

#[test]
fn numbers_of_friction_laws_are_checked() {
    let expect = |law: &str, under: &str, key: &str, message: &str| {
        let name = law.split(' ').next().unwrap_or_default();
        expect(
            &format!("friction_law.{law}"),
            under,
            &format!("friction_law.{name}.{key}"),
            message,
            "",
        );
    };
    let negative = "must not be negative, found -0.5";
    expect("coulomb = { coefficient = -0.5 }", "-0.5", "coefficient", negative);
    expect("static_dynamic = { static = -0.2, dynamic = -0.5 }", "-0.5", "dynamic", negative);
    let above = "`dynamic` must be at most `static` (0.4), found 0.5";
    expect("static_dynamic = { static = 0.4, dynamic = 0.5 }", "0.5", "dynamic", above);
    expect(
        "slip_weakening = { static = 0.4, dynamic = 0.5, distance = 1 }",
        "0.5",
        "dynamic",
        above,
    );
    expect("stribeck = { static = 0.4, dynamic = 0.5, speed = 1 }", "0.5", "dynamic", above);
    let zero = "must be greater than 0, found 0";
    expect("slip_weakening = { static = 0.6, dynamic = 0.5, distance = 0 }", "0", "distance", zero);
    expect("stribeck = { static = 0.6, dynamic = 0.5, speed = 0 }", "0", "speed", zero);
    expect(
        "stribeck = { static = 0.6, dynamic = 0.5, speed = 1, viscosity = -0.5 }",
        "-0.5",
        "viscosity",
        negative,
    );
    let rate = |a: &str, b: &str| {
        format!("rate_and_state = {{ coefficient = 0.6, a = {a}, b = {b}, distance = 1e-5 }}")
    };
    expect(&rate("0", "0.02"), "0", "a", zero);
    expect(&rate("0.01", "-0.5"), "-0.5", "b", negative);
    let flat = "anisotropic = { along = 0.2, across = 0.4, direction = [1, 0, 0] }";
    expect(flat, "[1, 0, 0]", "direction", "only one tangent");
    expect("coulomb = { coefficient = nan }", "nan", "coefficient", "finite");
}

#[test]
fn names_and_keys_of_laws_are_checked() {
    let law = "friction_law.stribek = { static = 0.6 }";
    expect(law, "stribek", "friction_law.stribek", "unknown name", "did you mean `stribeck`?");
    let law = "friction_law.stribeck = { static = 0.6, dynamc = 0.5, speed = 1 }";
    let help = "did you mean `dynamic`?";
    expect(law, "dynamc", "friction_law.stribeck.dynamc", "unknown key `dynamc`", help);
    let law = "friction_law.stribeck = { static = 0.6 }";
    expect(law, "{ static = 0.6 }", "friction_law.stribeck", "`dynamic` is missing", "");
    expect("friction_law = \"rough\"", "\"rough\"", "friction_law", "a name alone", "");
    let law = "friction = 0.5\nfriction_law.rough = {}";
    expect(law, "friction_law", "friction_law", "either `friction` or `friction_law`", "");
    let law = "friction = 0.5\nrestitution_law = \"newtn\"";
    expect(law, "\"newtn\"", "restitution_law", "unknown law of restitution", "`newton`");
    let law = "friction = 0.5\nrestitution_law = \"elastic\"";
    let known = "known: `moreau`, `newton`, `poisson`, `sequential`, `consistent`";
    expect(law, "\"elastic\"", "restitution_law", "unknown law of restitution", known);
    let law = "friction = 0.5\nrestitution_law = \"poisson\"\nnormal_restitution = 0.1\n\
               tangential_restitution = 0.2";
    expect(law, "0.2", "tangential_restitution", "at most `normal_restitution` (0.1)", "");
    expect("friction = 0.5\nroling = 0.1", "roling", "roling", "unknown key", "`rolling`");
}

#[test]
fn couples_are_checked() {
    let message = "`rolling` must not be negative, found -0.1";
    expect("friction = 0.5\nrolling = -0.1", "-0.1", "rolling", message, "");
    let message = "`spinning` must not be negative, found -0.1";
    expect("friction = 0.5\nspinning = -0.1", "-0.1", "spinning", message, "");
    let message = "nothing spins about the normal";
    expect("friction = 0.5\nspinning = 0.1", "0.1", "spinning", message, "");
    // A solver that takes no couples is refused before the run.
    let scene = BASE
        .replace("duration = 1.0", "duration = 1.0\nsolver.name = \"lemke\"")
        .replace("friction = 0.5", "friction = 0.5\nrolling = 0.1");
    let error = bad(parse(&scene));
    assert_eq!((error.key.as_str(), marked(&error).as_str()), ("solver.name", "\"lemke\""));
    assert!(error.message.contains("rolling"), "{error}");
}

/// Restitution of the scheme of Schatzman and Paoli was refused.
#[test]
fn positions_after_and_before_have_restitution() {
    let law = "friction = 0.5\nnormal_restitution = 0.5\nunilateral = \"schatzman_paoli\"";
    let scene = BASE
        .replace("friction = 0.5", law)
        .replace("duration = 1.0", "duration = 1.0\ntheta = 1.0");
    good(parse(&scene));
    expect(law, "\"schatzman_paoli\"", "unilateral", "needs `theta = 1`", "");
    let other = format!("{law}\nrestitution_law = \"newton\"");
    expect(&other, "\"newton\"", "restitution_law", "has restitution in it", "");
    let tangential = format!("{law}\ntangential_restitution = 0.2");
    expect(&tangential, "0.2", "tangential_restitution", "along the normal only", "");
}

/// A ball comes back with e, the error of its velocity halves with the step, and a stack stays where it is.
#[test]
fn a_ball_bounces_by_schatzman_and_paoli() {
    let scene = |h: f64, e: f64, height: f64| {
        format!(
            "dimension = 2\ntime_step = {h}\nduration = 1.0\ntheta = 1.0\n[materials.m]\ndensity = 1000.0\n\
             [[contacts]]\ndefault = true\nfriction = 0.3\nunilateral = \"schatzman_paoli\"\n\
             normal_restitution = {e:?}\n[[bodies]]\nname = \"ball\"\nshape.disk.radius = 0.1\n\
             position = [0.0, {height}]\n[[bodies]]\nname = \"floor\"\nshape.half_space.normal = [0, 1]\n"
        )
    };
    for e in [0.3, 0.8] {
        let error = |h: f64| {
            let mut world = plane(good(parse(&scene(h, e, 0.6))));
            let mut stepper = drystone::step::Stepper::new(&mut world);
            let fall = (2.0 * 0.5 / 9.81_f64).sqrt();
            let time = fall + 0.5 * fall * e;
            while world.time < time - 0.5 * h {
                stepper.step(&mut world);
            }
            let speed = world.bodies.velocity(0)[1];
            (speed - (e * 9.81 * fall - 9.81 * (world.time - fall))).abs()
        };
        // When in a step the ball arrives changes the error from step to step: means of several.
        let mean =
            |h: f64| (0..16).map(|k| error(h * (1.0 + 0.01 * f64::from(k)))).sum::<f64>() / 16.0;
        let [coarse, fine] = [2e-3, 2.5e-4].map(mean);
        let order = (coarse / fine).log2() / 3.0;
        assert!((0.7..1.3).contains(&order) && fine < 0.02, "{e}: {order} {coarse} {fine}");
    }
    // At rest it stays at rest, and energy never grows.
    let mut world = plane(good(parse(&scene(1e-3, 0.8, 0.1))));
    let mut stepper = drystone::step::Stepper::new(&mut world);
    for _ in 0..500 {
        stepper.step(&mut world);
        assert!((world.bodies.q[1] - 0.1).abs() < 1e-9 && world.bodies.v[1].abs() < 1e-9);
    }
}

/// Either a length or a share of the radius.
#[test]
fn rolling_is_a_length_or_a_number() {
    let message = "either `rolling` (m) or `rolling_coefficient`";
    let both = "friction = 0.5\nrolling = 0.1\nrolling_coefficient = 0.2";
    expect(both, "0.2", "rolling_coefficient", message, "");
    let negative = "friction = 0.5\nrolling_coefficient = -0.2";
    expect(negative, "-0.2", "rolling_coefficient", "must not be negative", "");
    let spins = "friction = 0.5\nspinning_coefficient = 0.2";
    expect(spins, "0.2", "spinning_coefficient", "nothing spins about the normal", "");
    let world =
        plane(good(replaced("friction = 0.5", "friction = 0.5\nrolling_coefficient = 0.2")));
    assert_eq!(world.laws.extent(), Extent::Rolling);
}
