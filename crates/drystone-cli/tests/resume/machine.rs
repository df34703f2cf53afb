//! Joints with all that they keep go on.

use crate::sandbox::{Sandbox, exits, out};
use crate::{SHOT_AT_WALL, hash, history};
use std::process::Stdio;
use std::time::{Duration, Instant};

/// A machine: a crank with a motor that rubs, a pendulum whose pin rubs by its load, a weight on a rope
/// that slackens and tightens, a sprung slider with ends, and a wall of mortar that a shot cracks.
const MACHINE: &str = r#"
    dimension = 2
    time_step = 1e-3
    duration = 0.06
    materials.steel.density = 7800.0
    [[contacts]]
    default = true
    friction = 0.5
    bond.mortar = { normal_stiffness = 1e9, tangential_stiffness = 1e9, tension = 2e4, cohesion = 2e4 }
    [record]
    frames_every = 3
    picture = false
    [[bodies]]
    shape.half_space.normal = [0, 1]
    [[bodies]]
    name = "crank"
    shape.box.size = [0.4, 0.05]
    position = [2.2, 2.0]
    [[bodies]]
    name = "pendulum"
    shape.box.size = [0.4, 0.05]
    position = [2.6, 2.0]
    [[bodies]]
    name = "weight"
    shape.disk.radius = 0.1
    position = [2.0, 1.5]
    velocity = [1.0, 2.0]
    [[bodies]]
    name = "carriage"
    shape.box.size = [0.2, 0.1]
    position = [4.0, 1.0]
    velocity = [3.0, 0.0]
    [[joints]]
    bodies = ["crank"]
    at = [2.0, 2.0]
    kind.hinge = {}
    motor.velocity.sine = { amplitude = 5.0, frequency = 2.0 }
    friction = 3.0
    [[joints]]
    bodies = ["pendulum", "crank"]
    at = [2.4, 2.0]
    kind.hinge = {}
    friction_coefficient = 0.02
    [[joints]]
    bodies = ["weight"]
    points = [[2.0, 1.5], [2.0, 2.0]]
    kind.rope = {}
    [[joints]]
    bodies = ["carriage"]
    at = [4.0, 1.0]
    axis = [1, 0]
    kind.slider = {}
    stiffness = 2000.0
    damping = 5.0
    limits = [-0.1, 0.1]
"#;

/// Joints with all that they keep and bonds that break go on as if nothing had been.
#[test]
fn joints_and_mortar_go_on() {
    let sandbox = Sandbox::new("machine");
    sandbox.write("scene.toml", &format!("{MACHINE}{SHOT_AT_WALL}"));
    let long = ["run", "scene.toml", "--out", "long", "--quiet", "--set", "duration=0.1"];
    exits(&sandbox.run(&long), 0);
    for (out, set) in [("plain", "duration=0.06"), ("cut", "time_of_impact=true")] {
        let whole = format!("{out}-whole");
        let longer = ["--set", set, "--set", "duration=0.1"];
        exits(&sandbox.run(&[&["run", "scene.toml", "--out", &whole][..], &longer].concat()), 0);
        exits(&sandbox.run(&["run", "scene.toml", "--out", out, "--set", set]), 0);
        exits(&sandbox.run(&["run", "--resume", out, "--extend", "0.04", "--quiet"]), 0);
        assert_eq!(hash(&sandbox, out), hash(&sandbox, &whole), "{out}");
        assert!(history(&sandbox, out) == history(&sandbox, &whole), "another history: {out}");
    }
    assert_eq!(hash(&sandbox, "plain"), hash(&sandbox, "long"));
    let info = out(&sandbox.run(&["measure", "plain", "damage", "--frame", "last"]));
    let broken = info.lines().last().unwrap().split(',').nth(4).unwrap().parse::<f64>().unwrap();
    assert!(broken > 0.0, "{info}");
}

/// Killed at twenty moments, joints come back as they were.
#[test]
fn a_machine_killed_at_any_moment_goes_on() {
    let sandbox = Sandbox::new("machine-killed");
    let scene = MACHINE.replace("frames_every = 3", "frames_every = 1\n    checkpoint_every = 3");
    sandbox.write("scene.toml", &format!("{scene}{SHOT_AT_WALL}"));
    let start = Instant::now();
    exits(&sandbox.run(&["run", "scene.toml", "--out", "whole", "--quiet"]), 0);
    let whole = start.elapsed().as_secs_f64();
    for k in 1..=20 {
        let arguments = ["run", "scene.toml", "--out", "o", "--overwrite", "--quiet"];
        let mut child = sandbox.command(&arguments).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_secs_f64(whole * f64::from(k) / 22.0));
        // That it has ended already is no news.
        let _ = child.kill();
        if !child.wait().unwrap().success() && sandbox.file("o/checkpoint.h5").exists() {
            let output = sandbox.run(&["run", "--resume", "o", "--quiet"]);
            exits(&output, 0);
            assert_eq!(hash(&sandbox, "o"), hash(&sandbox, "whole"));
            assert!(history(&sandbox, "o") == history(&sandbox, "whole"), "another history");
        }
    }
}
