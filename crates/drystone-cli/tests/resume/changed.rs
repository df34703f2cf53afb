//! Scenes that changed since, and what may be changed of them.

use crate::sandbox::{Sandbox, err, exits};
use crate::{SCENE, frames};

#[test]
fn another_scene_is_refused_unless_forced() {
    let sandbox = Sandbox::new("changed");
    sandbox.write("scene.toml", SCENE);
    exits(&sandbox.run(&["run", "scene.toml", "--out", "o", "--quiet"]), 0);
    let changed = ["--resume", "o", "--extend", "0.01", "--set", "contacts.0.friction=0.4"];
    let output = sandbox.run(&[&["run", "scene.toml"], &changed[..]].concat());
    exits(&output, 2);
    let text = err(&output);
    assert!(text.contains("- friction = 0.3") && text.contains("+ friction = 0.4"), "{text}");
    assert!(text.contains("--force"), "{text}");
    exits(&sandbox.run(&[&["run", "scene.toml", "--force"], &changed[..]].concat()), 0);
    let output = sandbox.run(&[&["run"], &changed[..]].concat());
    exits(&output, 2);
    std::fs::remove_file(sandbox.file("o/history.csv")).unwrap();
    let output = sandbox.run(&["run", "--resume", "o", "--extend", "0.01"]);
    exits(&output, 0);
    assert!(err(&output).contains("anew from results.h5"), "{}", err(&output));
    std::fs::write(sandbox.file("o/results.h5"), b"nothing").unwrap();
    let output = sandbox.run(&["run", "--resume", "o", "--extend", "1"]);
    exits(&output, 2);
    assert!(err(&output).contains("cannot go on: o/results.h5"), "{}", err(&output));
    let output = sandbox.run(&["run", "scene.toml", "--resume", "nowhere"]);
    exits(&output, 2);
    assert!(err(&output).contains("nowhere"), "{}", err(&output));
}

#[test]
fn what_was_recorded_keeps_its_meaning() {
    let sandbox = Sandbox::new("meaning");
    sandbox.write("scene.toml", SCENE);
    exits(&sandbox.run(&["run", "scene.toml", "--out", "o", "--quiet"]), 0);
    let before = std::fs::read(sandbox.file("o/scene.toml")).unwrap();
    for (set, words) in [
        ("time_step=2e-3", "another time step"),
        ("materials.glass.density=1000", "another mass"),
        ("gravity=[0,-1]", "another gravity"),
    ] {
        let arguments = ["run", "scene.toml", "--resume", "o", "--force", "--extend", "1"];
        let output = sandbox.run(&[&arguments[..], &["--set", set]].concat());
        exits(&output, 2);
        assert!(err(&output).contains(words), "{}", err(&output));
    }
    assert_eq!(std::fs::read(sandbox.file("o/scene.toml")).unwrap(), before);
    // Other friction is another matter.
    let arguments = ["run", "scene.toml", "--resume", "o", "--extend", "0.1", "--quiet"];
    let other = ["--set", "contacts.0.friction=0.1"];
    let told = sandbox.run(&[&arguments[..], &other].concat());
    exits(&told, 2);
    assert!(err(&told).contains("- friction = 0.3") && err(&told).contains("+ friction = 0.1"));
    exits(&sandbox.run(&[&arguments[..], &other, &["--force"]].concat()), 0);
    assert_eq!(frames(&sandbox, "o"), 501);
    // A bit of the checkpoint that changed is told.
    let file = sandbox.file("o/checkpoint.h5");
    let mut bytes = std::fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    let output = sandbox.run(&["run", "--resume", "o", "--extend", "1"]);
    exits(&output, 2);
    assert!(err(&output).contains("checkpoint.h5"), "{}", err(&output));
}
