//! Fast bodies meet what is on their way and nothing else.

use drystone::scene::Scene;
use drystone::step::Stepper;
use drystone::world::{AnyWorld, World};
use std::path::Path;

/// Runs a scene in the plane without friction; gives the world at its end and the deepest
/// penetration.
fn run(time_step: f64, duration: f64, gravity: f64, bodies: &str) -> (World<2>, f64) {
    run_with("", time_step, duration, gravity, bodies)
}

/// The same with more keys.
fn run_with(
    keys: &str,
    time_step: f64,
    duration: f64,
    gravity: f64,
    bodies: &str,
) -> (World<2>, f64) {
    let text = format!(
        "{keys}dimension = 2\ntime_step = {time_step}\nduration = {duration}\n\
         gravity = [0.0, {gravity}]\n[materials.s]\ndensity = 2000.0\n\
         [[contacts]]\ndefault = true\nfriction = 0.0\n{bodies}"
    );
    let scene =
        Scene::parse("test.toml", &text, &[], Path::new("")).unwrap_or_else(|e| panic!("{e}"));
    let steps = scene.steps();
    let AnyWorld::Plane(mut world) = scene.world else { panic!("not in the plane") };
    let mut stepper = Stepper::new(&mut world);
    let mut deepest = 0.0_f64;
    for _ in 0..steps {
        deepest = deepest.max(stepper.step(&mut world).penetration_max);
    }
    (*world, deepest)
}

/// A block slides fast into a crease. Whatever the ground is made of, it is thrown up the slope as
/// by two half-spaces.
#[test]
fn creases_are_seen_ahead() {
    let grounds = [
        "[[bodies]]\nshape.half_space = { normal = [0.0, 1.0] }\n\
         [[bodies]]\nshape.half_space = { normal = [-25.0, 30.0] }\n",
        "[[bodies]]\nshape.terrain = { points = [[-30.0, 0.0], [0.0, 0.0], [30.0, 25.0]] }\n",
        "[[bodies]]\nfixed = true\nshape.polygon = { decompose = true, vertices = \
         [[-30.0, -5.0], [30.0, -5.0], [30.0, 25.0], [0.0, 0.0], [-30.0, 0.0]] }\n",
    ];
    for speed in [20.0, 61.0, 100.0] {
        let block = format!(
            "[[bodies]]\nname = \"block\"\nshape.box = {{ size = [0.1, 0.1] }}\n\
             position = [-3.41, 0.05]\nvelocity = [{speed}, 0.0]\n"
        );
        let duration = 0.04 + 3.41 / speed;
        let found = grounds.map(|ground| {
            let (world, deepest) = run(5e-3, duration, -9.81, &format!("{block}{ground}"));
            assert!(deepest < 1e-9, "{deepest} m deep at {speed} m/s in {ground}");
            (world.bodies.pose(0).position, world.bodies.velocity(0)[1])
        });
        assert!(found[0].1 > 0.1 * speed, "the block never met the slope");
        for other in &found[1..] {
            assert!((other.0 - found[0].0).norm() < 1e-8, "{found:?}");
            assert!((other.1 - found[0].1).abs() < 1e-6, "{found:?}");
        }
    }
}

/// Disks, blocks and ground that a fast disk passes in flight do not slow it down.
#[test]
fn what_passes_by_is_not_felt() {
    let obstacles = [
        "shape.disk = { radius = 0.05 }\nfixed = true",
        "shape.box = { size = [0.08, 0.05] }\nangle_degrees = 20.0\nfixed = true",
        "shape.terrain = { points = [[-0.05, -0.02], [0.0, 0.04], [0.05, -0.02]] }",
    ];
    for obstacle in obstacles {
        for k in 0..20 {
            for (speed, time_step) in [(500.0, 0.01), (50.0, 0.005), (20.0, 0.005)] {
                // On a diagonal that leaves 1 cm of clearance from the ball around the obstacle.
                let (aside, back) = (0.11 / 2f64.sqrt(), 2.0 + 0.31 * f64::from(k));
                let v = speed / 2f64.sqrt();
                let bodies = format!(
                    "[[bodies]]\n{obstacle}\n[[bodies]]\nshape.disk = {{ radius = 0.05 }}\n\
                     position = [{}, {}]\nvelocity = [{v}, {v}]\n",
                    -back - aside,
                    -back + aside,
                );
                let (world, _) = run(time_step, 3.0 * back / v, 0.0, &bodies);
                let end = world.bodies.velocity(1);
                let off = (end[0] - v).hypot(end[1] - v);
                assert!(off < 1e-9 * v, "{obstacle} at {speed} m/s from {back}: {end:?}");
            }
        }
    }
}

/// A law that looks ahead needs no cuts at impacts: a block that falls on a thin plate rests on it.
#[test]
fn cuts_at_impacts_leave_nothing_embedded() {
    let bodies = "[[bodies]]\nshape.box = { size = [2.0, 0.02] }\nfixed = true\n\
                  [[bodies]]\nshape.box = { size = [0.1, 0.1] }\nposition = [0.0, 3.0]\n";
    for cut in ["", "time_of_impact = true\n"] {
        let (world, deepest) = run_with(cut, 1e-2, 1.2, -9.81, bodies);
        // The way of a step, 8 cm, times the tolerance of the solver.
        assert!(deepest < 8e-8, "{deepest} m deep with `{cut}`");
        assert!((world.bodies.pose(1).position[1] - 0.06).abs() < 8e-8);
    }
}
