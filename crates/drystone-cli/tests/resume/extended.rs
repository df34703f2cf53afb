//! Runs that go on beyond their end.

use crate::sandbox::{Sandbox, err, exits, out};
use crate::{SCENE, frames, hash};

#[test]
fn a_run_is_extended() {
    let sandbox = Sandbox::new("extended");
    sandbox.write("scene.toml", SCENE);
    let long = ["run", "scene.toml", "--out", "long", "--quiet", "--set", "duration=0.5"];
    exits(&sandbox.run(&long), 0);
    exits(&sandbox.run(&["run", "scene.toml", "--out", "o", "--quiet"]), 0);
    let output = sandbox.run(&["run", "--resume", "o"]);
    exits(&output, 0);
    assert!(err(&output).contains("at its end") && err(&output).contains("--extend"));
    let summary = sandbox.run(&["run", "--resume", "o", "--json"]);
    let summary: serde_json::Value = serde_json::from_str(&out(&summary)).unwrap();
    let file = std::fs::read_to_string(sandbox.file("o/summary.json")).unwrap();
    assert_eq!(summary, serde_json::from_str::<serde_json::Value>(&file).unwrap());
    exits(&sandbox.run(&["run", "--resume", "o", "--extend", "0.1", "--quiet"]), 0);
    assert_eq!(hash(&sandbox, "o"), hash(&sandbox, "long"));
    assert_eq!(frames(&sandbox, "o"), 501);
}

#[test]
fn an_extended_run_keeps_the_distance_of_its_frames() {
    let sandbox = Sandbox::new("distance");
    sandbox.write("scene.toml", &SCENE.replace("frames_every = 1", "frame_count = 20"));
    exits(&sandbox.run(&["run", "scene.toml", "--out", "o", "--quiet"]), 0);
    exits(&sandbox.run(&["run", "--resume", "o", "--extend", "0.4", "--quiet"]), 0);
    let info = sandbox.run(&["info", "o", "--json"]);
    let object: serde_json::Value = serde_json::from_str(&out(&info)).unwrap();
    let steps: Vec<u64> =
        object["steps"].as_array().unwrap().iter().map(|s| s.as_u64().unwrap()).collect();
    assert_eq!(steps, (0..=40).map(|k| 20 * k).collect::<Vec<_>>());
}
