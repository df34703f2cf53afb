//! Joints from the command line: forces in results, measures and files for ParaView, marks in pictures, and
//! joints that cannot hold.

mod sandbox;

use sandbox::{Sandbox, err, exits, out};
use std::f64::consts::PI;

/// A disk that hangs from a hinge, one between two rods at 45 degrees, and one on a taut rope.
const HANGING: &str = r#"
    dimension = 2
    time_step = 1e-3
    duration = 0.1
    materials.steel.density = 1000.0
    contacts = [{ default = true, friction = 0.3 }]
    [record]
    frame_count = 5
    measures = ["joint_force"]
    [[bodies]]
    name = "one"
    shape.disk.radius = 0.1
    position = [0.0, -1.0]
    [[bodies]]
    name = "two"
    shape.disk.radius = 0.1
    position = [3.0, -1.0]
    [[bodies]]
    name = "three"
    shape.disk.radius = 0.1
    position = [6.0, -1.0]
    [[joints]]
    name = "pin"
    bodies = ["one"]
    at = [0.0, 0.0]
    kind.hinge = {}
    [[joints]]
    name = "left"
    bodies = ["two"]
    points = [[3.0, -1.0], [2.0, 0.0]]
    kind.rod = {}
    [[joints]]
    name = "right"
    bodies = ["two"]
    points = [[3.0, -1.0], [4.0, 0.0]]
    kind.rod = {}
    [[joints]]
    name = "rope"
    bodies = ["three"]
    points = [[6.0, -1.0], [6.0, 0.0]]
    kind.rope = {}
"#;

const WEIGHT: f64 = PI * 0.01 * 1000.0 * 9.81;

/// The numbers of a column, row by row.
fn column(text: &str, name: &str) -> Vec<f64> {
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().unwrap().split(',').collect();
    let k = names.iter().position(|own| own.split(' ').next() == Some(name)).expect(name);
    lines.map(|line| line.split(',').nth(k).unwrap().parse().unwrap()).collect()
}

#[track_caller]
fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-7 * WEIGHT, "{found} instead of {expected}");
}

#[test]
fn forces_are_read_from_the_results() {
    let sandbox = Sandbox::new("joint-forces");
    sandbox.write("scene.toml", HANGING);
    exits(&sandbox.run(&["run", "scene.toml", "--out", "o", "--quiet"]), 0);
    let output = sandbox.run(&["measure", "o", "joint_forces", "--frame", "last"]);
    exits(&output, 0);
    let text = out(&output);
    let forces = column(&text, "force");
    for (found, share) in forces.iter().zip([1.0, 0.5_f64.sqrt(), 0.5_f64.sqrt(), 1.0]) {
        near(*found, share * WEIGHT);
    }
    // On the ground, which is the second body: down, and for the left rod to the right.
    for (found, share) in column(&text, "force_y").iter().zip([-1.0, -0.5, -0.5, -1.0]) {
        near(*found, share * WEIGHT);
    }
    for (found, share) in column(&text, "force_x").iter().zip([0.0, 0.5, -0.5, 0.0]) {
        near(*found, share * WEIGHT);
    }
    column(&text, "moment_z").iter().for_each(|moment| near(*moment, 0.0));
    let rope = text.lines().last().unwrap();
    assert!(rope.contains("rope") && rope.ends_with("at limit"), "{rope}");
    let info = out(&sandbox.run(&["info", "o"]));
    assert!(info.contains("4 joints with their forces"), "{info}");
    // The same is recorded from step to step.
    let history = std::fs::read_to_string(sandbox.file("o/history.csv")).unwrap();
    for (name, share) in [("pin_force", 1.0), ("left_force", 0.5_f64.sqrt()), ("rope_force", 1.0)] {
        near(*column(&history, name).last().unwrap(), share * WEIGHT);
    }
    column(&history, "energy_error").iter().for_each(|error| near(*error, 0.0));
}

#[test]
fn paraview_gets_the_joints() {
    let sandbox = Sandbox::new("joint-grids");
    sandbox.write("scene.toml", HANGING);
    exits(&sandbox.run(&["run", "scene.toml", "--out", "o", "--quiet"]), 0);
    let output = sandbox.run(&["export", "vtu", "o", "--out", "vtu"]);
    exits(&output, 0);
    assert!(out(&output).contains("joints.pvd"), "{}", out(&output));
    let last = std::fs::read(sandbox.file("vtu/frames/joints_000005.vtu")).unwrap();
    let text = String::from_utf8_lossy(&last);
    assert!(text.contains("NumberOfCells=\"4\"") && text.contains("\"force_on_second\""));
    exits(&sandbox.run(&["export", "vtkhdf", "o", "--out", "all"]), 0);
    assert!(sandbox.file("all/joints.vtkhdf").exists());
    // Without joints there is nothing about them.
    exits(&sandbox.run(&["demo", "stack", "--out", "stack", "--quiet"]), 0);
    let output = sandbox.run(&["export", "vtu", "stack", "--frame", "last"]);
    exits(&output, 0);
    assert!(!out(&output).contains("joints") && !sandbox.file("stack/joints.pvd").exists());
}

#[test]
fn pictures_mark_joints() {
    let sandbox = Sandbox::new("joint-marks");
    sandbox.write("scene.toml", HANGING);
    exits(&sandbox.run(&["run", "scene.toml", "--out", "o", "--quiet"]), 0);
    exits(&sandbox.run(&["render", "o", "-o", "with.svg"]), 0);
    exits(&sandbox.run(&["render", "o", "--no-joints", "-o", "without.svg"]), 0);
    let picture = |name: &str| std::fs::read_to_string(sandbox.file(name)).unwrap();
    let [with, without] = ["with.svg", "without.svg"].map(picture);
    assert!(with.contains(">joint<") && !without.contains(">joint<"));
    let circles = |text: &str| text.matches("<circle").count();
    // A ring for the hinge, two ends for each of the rods and the rope.
    assert_eq!(circles(&with), circles(&without) + 7);
}

/// A rod that is too short for where two hinges hold its ends.
#[test]
fn joints_that_contradict_each_other_are_refused() {
    let sandbox = Sandbox::new("joint-contradiction");
    let rod = "[[joints]]\n    bodies = [\"one\"]\n    points = [[0.0, -1.0], [0.0, 1.0]]\n    \
               kind.rod.length = 1.5\n    ";
    let pin = "[[joints]]\n    name = \"pin\"\n    bodies = [\"one\"]\n    at = [0.0, 0.0]\n    ";
    let held = format!("{pin}kind.weld = {{}}\n    {rod}");
    let scene = HANGING.replace(&format!("{pin}kind.hinge = {{}}"), &held);
    assert!(scene.contains("weld"));
    sandbox.write("scene.toml", &scene);
    for command in ["run", "check"] {
        let output = sandbox.run(&[command, "scene.toml"]);
        exits(&output, 2);
        let text = err(&output);
        assert!(text.contains("the joints contradict each other"), "{text}");
        assert!(text.contains("`joint-2`") && text.contains("`pin`"), "{text}");
        assert!(text.contains("scene.toml:") && text.contains("joints."), "{text}");
    }
    // A hinge lets the rod have its length: the body turns until it does.
    let scene = scene.replace("kind.weld", "kind.hinge");
    sandbox.write("scene.toml", &scene);
    // Where all is in line a rod can be shortened all the same.
    exits(&sandbox.run(&["check", "scene.toml"]), 0);
    sandbox.write("scene.toml", &scene.replace("[0.0, 1.0]]", "[1.0, 1.0]]"));
    let output = sandbox.run(&["run", "scene.toml", "--out", "o"]);
    exits(&output, 0);
    assert!(
        err(&output).contains("do not hold where the scene has the bodies"),
        "{}",
        err(&output)
    );
    assert!(!err(&output).contains("could not hold"), "{}", err(&output));
}

/// Two motors that turn one disk at different speeds.
#[test]
fn motors_that_contradict_each_other_are_told() {
    let sandbox = Sandbox::new("joint-motors");
    let motor = |speed: f64| {
        let place = "bodies = [\"one\"]\nat = [0.0, 0.0]\nkind.hinge = {}\n";
        format!("[[joints]]\n{place}motor.velocity = {speed:?}\n")
    };
    sandbox.write("scene.toml", &format!("{HANGING}\n{}{}", motor(1.0), motor(2.0)));
    let output = sandbox.run(&["run", "scene.toml", "--out", "o"]);
    exits(&output, 3);
    let text = err(&output);
    let told =
        |a: &str, b: &str| text.contains(&format!("joints could not hold: `{a}`, `{b}` were"));
    assert!(told("joint-5", "joint-6") || told("joint-6", "joint-5"), "{text}");
    assert!(text.contains("after step 1"), "{text}");
    let summary = std::fs::read_to_string(sandbox.file("o/summary.json")).unwrap();
    let summary: serde_json::Value = serde_json::from_str(&summary).unwrap();
    assert_eq!(summary["joints_apart"]["first_step"], 1);
}

/// Problems with joints have no form in files: it is said, once and why.
#[test]
fn problems_that_files_cannot_hold_are_told() {
    let sandbox = Sandbox::new("joint-problems");
    sandbox.write("scene.toml", HANGING);
    let output = sandbox.run(&["run", "scene.toml", "--out", "o", "--set", "record.problems=all"]);
    exits(&output, 0);
    let text = err(&output);
    let said = "the contact problems of 100 steps (first step 1) are not in `problems`: joints";
    assert_eq!(text.matches(said).count(), 1, "{text}");
    assert!(!sandbox.file("o/problems").exists());
}
