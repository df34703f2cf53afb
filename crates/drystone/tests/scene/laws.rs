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
    let known = "known: `moreau`, `newton`, `poisson`, `sequential`";
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
