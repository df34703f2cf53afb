//! Runs that go on beyond their end.

use crate::sandbox::{Sandbox, err, exits, out};
use crate::{SCENE, frames, hash, history};

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

/// Whether a run goes on longer or with another scene is known to its folder before a step is
/// done, so that what is killed then goes on so: a scene.toml that cannot be replaced stands for
/// the kill.
#[test]
fn an_extension_or_another_scene_is_not_forgotten_by_a_kill() {
    let sandbox = Sandbox::new("forgotten");
    sandbox.write("scene.toml", &SCENE.replace("checkpoint_every = 7\n", ""));
    let friction = "contacts.0.friction=0.1";
    let other = ["scene.toml", "--force", "--set", friction, "--set", "duration=0.5"];
    for (name, onward) in [("longer", &["--extend", "0.1"][..]), ("other", &other)] {
        exits(&sandbox.run(&["run", "scene.toml", "--out", name, "--quiet"]), 0);
        let whole = format!("{name}-whole");
        exits(&sandbox.run(&["run", "scene.toml", "--out", &whole, "--quiet"]), 0);
        let resume = |folder: &str| {
            sandbox.run(&[&["run", "--resume", folder, "--quiet"][..], onward].concat())
        };
        exits(&resume(&whole), 0);
        let scene = sandbox.file(name).join("scene.toml");
        std::fs::remove_file(&scene).unwrap();
        std::fs::create_dir(&scene).unwrap();
        exits(&resume(name), 1);
        assert_eq!(frames(&sandbox, name), 401);
        std::fs::remove_dir(&scene).unwrap();
        exits(&sandbox.run(&["run", "--resume", name, "--quiet"]), 0);
        assert_eq!(hash(&sandbox, name), hash(&sandbox, &whole), "{name}");
        assert!(history(&sandbox, name) == history(&sandbox, &whole), "another history: {name}");
        assert_eq!(frames(&sandbox, name), 501);
        let now = std::fs::read_to_string(&scene).unwrap();
        assert_eq!(now, std::fs::read_to_string(sandbox.file(&whole).join("scene.toml")).unwrap());
    }
}

#[test]
fn an_extension_without_end_is_told_by_its_own_name() {
    let sandbox = Sandbox::new("endless");
    sandbox.write("scene.toml", &SCENE.replace("duration = 0.4", "duration = 0.01"));
    exits(&sandbox.run(&["run", "scene.toml", "--out", "o", "--quiet"]), 0);
    for scene in [&[][..], &["scene.toml"]] {
        let endless = [&["run", "--resume", "o", "--extend", "1e30"][..], scene].concat();
        let told = sandbox.run(&endless);
        exits(&told, 2);
        let words = err(&told);
        assert!(words.contains("--extend 1e30: ") && !words.contains("--set"), "{words}");
    }
}
