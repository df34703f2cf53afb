//! Steps that take too long: the run ends with the state before them, and goes on from there.

use crate::sandbox::{Sandbox, err, exits};
use crate::{SCENE, frames, hash, history};

/// A tower that falls onto the floor: nothing to solve before, and then more than sweeps do in an
/// hour.
const ENDLESS: &str = r#"
    dimension = 2
    time_step = 1e-2
    duration = 0.15
    step_minutes = 0.01
    materials.stone.density = 2000.0
    contacts = [{ default = true, friction = 0.5 }]
    bodies = [{ shape.half_space.normal = [0, 1], position = [0.0, -0.05] }]
    generators = [{ stack = { count = 100, size = [1.0, 0.5] } }]
    [solver]
    name = "gauss-seidel"
    acceleration = false
    tolerance = 1e-10
    max_iterations = 1000000000000
    [record]
    picture = false
    checkpoint_minutes = 0.0
"#;

#[test]
fn a_step_without_end_is_ended_and_told() {
    let sandbox = Sandbox::new("late");
    sandbox.write("scene.toml", ENDLESS);
    let told = sandbox.run(&["run", "scene.toml", "--out", "o", "--quiet"]);
    exits(&told, 1);
    let words = err(&told);
    assert!(words.contains("was not done within 0.01 min (`step_minutes`)"), "{words}");
    assert!(words.contains("solver \"gauss-seidel\"") && words.contains("--resume o"), "{words}");
    let text = std::fs::read_to_string(sandbox.file("o/summary.json")).unwrap();
    let summary: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(summary["ended"], "out_of_time");
    let steps = summary["steps"].as_u64().unwrap();
    assert_eq!(summary["late"]["step"].as_u64(), Some(steps + 1), "{text}");
    assert!(steps > 0 && summary["late"]["contacts"].as_u64() > Some(0), "{text}");
    assert_eq!(history(&sandbox, "o").lines().count() as u64, 1 + steps);
    // With another solver it goes on as if it had had that from the start: until then nothing
    // touched.
    let easy = ["--set", "solver.name=auto", "--set", "solver.max_iterations=10000"];
    let go_on = ["run", "scene.toml", "--resume", "o", "--force", "--quiet"];
    exits(&sandbox.run(&[&go_on[..], &easy].concat()), 0);
    let whole = ["run", "scene.toml", "--out", "whole", "--quiet"];
    exits(&sandbox.run(&[&whole[..], &easy].concat()), 0);
    assert_eq!(hash(&sandbox, "o"), hash(&sandbox, "whole"));
    assert!(history(&sandbox, "o") == history(&sandbox, "whole"), "another history");
}

/// However long steps may take, those that are done in time are the same; with no time at all
/// nothing is done.
#[test]
fn the_limit_changes_nothing_within_it() {
    let sandbox = Sandbox::new("in-time");
    sandbox.write("scene.toml", &SCENE.replace("duration = 0.4", "duration = 0.1"));
    for (out, minutes) in [("none", "0"), ("day", "1440"), ("minutes", "3.5"), ("huge", "1e30")] {
        let set = format!("step_minutes={minutes}");
        exits(&sandbox.run(&["run", "scene.toml", "--out", out, "--quiet", "--set", &set]), 0);
        assert_eq!(hash(&sandbox, out), hash(&sandbox, "none"), "{minutes}");
        assert!(history(&sandbox, out) == history(&sandbox, "none"), "another history: {minutes}");
    }
    let no_time = ["run", "scene.toml", "--out", "o", "--quiet", "--set", "step_minutes=1e-9"];
    exits(&sandbox.run(&no_time), 1);
    assert_eq!(frames(&sandbox, "o"), 1);
    // The time limit of a step is no part of a scene.
    exits(&sandbox.run(&["run", "scene.toml", "--resume", "o", "--quiet"]), 0);
    assert_eq!(hash(&sandbox, "o"), hash(&sandbox, "none"));
    assert_eq!(frames(&sandbox, "o"), 101);
    let told = sandbox.run(&["check", "scene.toml", "--set", "step_minutes=-1"]);
    exits(&told, 2);
    assert!(err(&told).contains("step_minutes"), "{}", err(&told));
}
