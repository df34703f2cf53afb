//! Runs that are killed before their first checkpoint, or behind their last one.

use crate::sandbox::{Sandbox, err, exits};
use crate::{SCENE, frames, hash, history};
use std::process::Stdio;
use std::time::{Duration, Instant};

/// Without checkpoints by steps, as scenes are by default.
fn plain() -> String {
    SCENE.replace("checkpoint_every = 7\n", "")
}

/// Everything is computed, but the summary was not written: it still is, and so is the picture.
#[test]
fn a_run_killed_before_its_summary_is_finished() {
    let sandbox = Sandbox::new("summary");
    sandbox.write("scene.toml", &SCENE.replace("picture = false", "picture = true"));
    exits(&sandbox.run(&["run", "scene.toml", "--out", "o", "--quiet"]), 0);
    let (expected, rows) = (hash(&sandbox, "o"), history(&sandbox, "o"));
    // Of a run at its end nothing is asked, so that a job may be sent again and again.
    let told = sandbox.run(&["run", "--resume", "o"]);
    exits(&told, 0);
    assert!(err(&told).contains("is at its end"), "{}", err(&told));
    // Half of a summary is none.
    for half in [None, Some("{ \"version\": ")] {
        std::fs::remove_file(sandbox.file("o/summary.json")).unwrap();
        std::fs::remove_file(sandbox.file("o/picture.png")).unwrap();
        if let Some(text) = half {
            sandbox.write("o/summary.json", text);
        }
        exits(&sandbox.run(&["run", "--resume", "o", "--quiet"]), 0);
        assert_eq!((hash(&sandbox, "o"), frames(&sandbox, "o")), (expected.clone(), 401));
        assert!(history(&sandbox, "o") == rows, "another history");
        assert!(sandbox.file("o/picture.png").is_file());
    }
}

/// The summary of the part before is not taken for one of the whole.
#[test]
fn a_run_that_is_extended_and_killed_has_no_summary() {
    let sandbox = Sandbox::new("extended-killed");
    sandbox.write("scene.toml", SCENE);
    exits(&sandbox.run(&["run", "scene.toml", "--out", "o", "--quiet"]), 0);
    let arguments = ["run", "--resume", "o", "--extend", "400", "--quiet"];
    let mut child = sandbox.command(&arguments).stderr(Stdio::null()).spawn().unwrap();
    let start = Instant::now();
    while sandbox.file("o/summary.json").exists() && start.elapsed().as_secs() < 60 {
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!sandbox.file("o/summary.json").exists());
}

/// Killed soon, at five moments: the same command goes on, whether there is a checkpoint or not.
#[test]
fn a_run_killed_before_its_first_checkpoint_starts_again() {
    let sandbox = Sandbox::new("early");
    sandbox.write("scene.toml", &plain());
    let start = Instant::now();
    exits(&sandbox.run(&["run", "scene.toml", "--out", "whole", "--quiet"]), 0);
    let whole = start.elapsed().as_secs_f64();
    for share in [0.1, 0.3, 0.5, 0.7, 0.9] {
        let _ = std::fs::remove_dir_all(sandbox.file("o"));
        let arguments = ["run", "scene.toml", "--out", "o", "--quiet"];
        let mut child = sandbox.command(&arguments).stderr(Stdio::null()).spawn().unwrap();
        let start = Instant::now();
        while !sandbox.file("o/scene.toml").exists() && start.elapsed().as_secs() < 60 {
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_secs_f64(whole * share));
        // That it has ended already is no news.
        let _ = child.kill();
        if !child.wait().unwrap().success() {
            exits(&sandbox.run(&["run", "--resume", "o", "--quiet"]), 0);
        }
        assert_eq!(hash(&sandbox, "o"), hash(&sandbox, "whole"), "{share}");
        assert!(history(&sandbox, "o") == history(&sandbox, "whole"), "another history: {share}");
        assert_eq!(frames(&sandbox, "o"), 401);
    }
}

/// Where the scene alone is there, the run starts from it, with a note; not where results would be lost.
#[test]
fn a_run_of_which_only_the_scene_is_left_starts_again() {
    let sandbox = Sandbox::new("scene-only");
    sandbox.write("scene.toml", &plain());
    exits(&sandbox.run(&["run", "scene.toml", "--out", "whole", "--quiet"]), 0);
    std::fs::create_dir(sandbox.file("o")).unwrap();
    std::fs::copy(sandbox.file("whole/scene.toml"), sandbox.file("o/scene.toml")).unwrap();
    let told = sandbox.run(&["run", "--resume", "o"]);
    exits(&told, 0);
    assert!(err(&told).contains("note: there is no checkpoint in `o`"), "{}", err(&told));
    assert_eq!(hash(&sandbox, "o"), hash(&sandbox, "whole"));
    for file in ["checkpoint.h5", "summary.json"] {
        std::fs::remove_file(sandbox.file("o").join(file)).unwrap();
        let told = sandbox.run(&["run", "--resume", "o"]);
        exits(&told, 2);
        assert!(err(&told).contains("there is no checkpoint"), "{}", err(&told));
        assert_eq!(frames(&sandbox, "o"), 401);
    }
    // A run that was killed at once is replaced as well.
    std::fs::create_dir(sandbox.file("p")).unwrap();
    std::fs::copy(sandbox.file("whole/scene.toml"), sandbox.file("p/scene.toml")).unwrap();
    exits(&sandbox.run(&["run", "scene.toml", "--out", "p", "--overwrite", "--quiet"]), 0);
}
