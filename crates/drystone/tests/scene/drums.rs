//! Drums, cylinders, capsules and rounded boxes from the file to results.

use crate::{bad, good, parse, replaced, space};
use drystone::step::Stepper;

const SCENE: &str = r#"
    dimension = 3
    time_step = 0.002
    duration = 1.0
    materials.m = { density = 1000.0 }
    contacts = [{ default = true, friction = 0.4 }]
    [[bodies]]
    name = "drum"
    shape = { drum = { radius = 1.0, length = 2.0 } }
    drives = [{ dof = "ry", velocity = 1.0 }]
    [[bodies]]
    shape = { capsule = { length = 0.4, radius = 0.1 } }
    position = [0.0, 0.3, -0.3]
    [[bodies]]
    shape = { box = { size = [0.3, 0.3, 0.3], rounding = 0.05 } }
    position = [0.0, 0.0, -0.7]
    [[bodies]]
    shape = { box = { size = [0.3, 0.2, 0.2] } }
    position = [0.0, -0.5, -0.6]
    [[bodies]]
    shape = { sphere = { radius = 0.15 } }
    position = [0.0, 0.7, -0.6]
    [[bodies]]
    shape = { cylinder = { radius = 0.1, length = 0.3, axis = [0, 1, 0] } }
    position = [0.0, 0.0, -0.3]
    [[bodies]]
    shape = { cluster = { parts = [{ shape = { cylinder = { radius = 0.05, length = 0.3 } } }, { shape = { cylinder = { radius = 0.1, length = 0.1 } }, position = [0.0, 0.0, 0.2] }] } }
    position = [0.0, -0.4, 0.0]
"#;

#[test]
fn a_turning_drum_keeps_what_is_in_it() {
    let mut world = space(good(parse(SCENE)));
    assert!(!world.bodies.list[0].movable());
    let mut stepper = Stepper::new(&mut world);
    let mut deepest = 0.0_f64;
    let mut highest = f64::NEG_INFINITY;
    for _ in 0..500 {
        stepper.step(&mut world);
        deepest = world.contacts.iter().map(|c| c.gap).fold(deepest, f64::min);
        highest = highest.max(world.bodies.pose(2).position.x.abs());
    }
    assert!(deepest > -2e-3, "{deepest}");
    // The wall carries the bodies along.
    assert!(highest > 0.1, "{highest}");
    for body in 1..7 {
        let x = world.bodies.pose(body).position;
        assert!(x.x.hypot(x.z) < 1.0 && x.y.abs() < 1.0, "{x:?}");
    }
}

#[test]
fn new_shapes_read_back() {
    crate::round_trip::round_trip(parse(SCENE));
}

#[test]
fn wrong_drums_are_refused() {
    let shape = "{ box = { size = [1.0, 1.0] } }";
    let long = bad(replaced(shape, "{ drum = { radius = 1.0, length = 2.0 } }"));
    assert!(long.to_string().contains("a drum in the plane has no length"), "{long}");
    assert!(bad(replaced(shape, "{ drum = { radius = -1.0 } }")).key.ends_with("drum.radius"));
    let zero = SCENE.replace("length = 2.0 }", "axis = [0, 0, 0] }");
    assert!(bad(parse(&zero)).key.ends_with("drum.axis"));
}

#[test]
fn wrong_cylinders_are_refused() {
    let long = SCENE.replace("length = 0.3, axis = [0, 1, 0]", "length = 0.0");
    assert!(bad(parse(&long)).key.ends_with("cylinder.length"));
    let zero = SCENE.replace("axis = [0, 1, 0]", "axis = [0, 0, 0]");
    assert!(bad(parse(&zero)).key.ends_with("cylinder.axis"));
    let plane = bad(replaced(
        "{ box = { size = [1.0, 1.0] } }",
        "{ cylinder = { radius = 1.0, length = 1.0 } }",
    ));
    assert!(plane.to_string().contains("a cylinder is for dimension 3"), "{plane}");
}
