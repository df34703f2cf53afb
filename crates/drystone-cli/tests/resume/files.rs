//! Files of a run: full disks, files cut off, files of others, two runs at once.

use crate::sandbox::{Sandbox, err, exits, out};
use crate::{SCENE, frames, hash};
use std::process::Stdio;
use std::time::{Duration, Instant};

/// A limit on the size of files stands for a full disk: an error, and what was written can be read.
#[cfg(unix)]
#[test]
fn a_full_disk_is_told_and_loses_nothing() {
    let sandbox = Sandbox::new("full");
    sandbox.write("scene.toml", SCENE);
    let program = env!("CARGO_BIN_EXE_drystone");
    // Its signal has no need to be ignored by who starts the program.
    let script = format!("ulimit -f 500; exec '{program}' run scene.toml --out o");
    let output = std::process::Command::new("bash")
        .args(["-c", &script])
        .current_dir(&sandbox.0)
        .output()
        .unwrap();
    exits(&output, 1);
    assert!(err(&output).contains("results.h5"), "{}", err(&output));
    let before = frames(&sandbox, "o");
    assert!(before > 10, "{before} frames");
    exits(&sandbox.run(&["run", "--resume", "o", "--quiet"]), 0);
    exits(&sandbox.run(&["run", "scene.toml", "--out", "whole", "--quiet"]), 0);
    assert_eq!(hash(&sandbox, "o"), hash(&sandbox, "whole"));
}

#[test]
fn frames_of_a_file_that_was_cut_off_are_saved() {
    let sandbox = Sandbox::new("cut-off");
    sandbox.write("scene.toml", SCENE);
    exits(&sandbox.run(&["run", "scene.toml", "--out", "o", "--quiet"]), 0);
    let file = sandbox.file("o/results.h5");
    let bytes = std::fs::read(&file).unwrap();
    std::fs::write(&file, &bytes[..bytes.len() / 2]).unwrap();
    let told = sandbox.run(&["info", "o"]);
    exits(&told, 2);
    assert!(err(&told).contains("is cut off") && err(&told).contains("drystone rescue"));
    let saved = sandbox.run(&["rescue", "o"]);
    exits(&saved, 0);
    assert!(out(&saved).contains("rescued.h5") && out(&saved).contains("of 401 frames"));
    let info = sandbox.run(&["info", "o/rescued.h5", "--json"]);
    exits(&info, 0);
    let object: serde_json::Value = serde_json::from_str(&out(&info)).unwrap();
    assert!(object["steps"].as_array().unwrap().len() > 50, "{object}");
    exits(&sandbox.run(&["render", "o/rescued.h5", "-o", "saved.png", "--size", "200"]), 0);
    let again = sandbox.run(&["rescue", "o"]);
    exits(&again, 2);
    assert!(err(&again).contains("exists"));
    sandbox.write("text.h5", "no results");
    exits(&sandbox.run(&["rescue", "text.h5"]), 2);
}

#[test]
fn what_a_run_did_not_write_is_not_replaced() {
    let sandbox = Sandbox::new("own-files");
    sandbox.write("scene.toml", SCENE);
    std::fs::create_dir_all(sandbox.file("mine/frames")).unwrap();
    sandbox.write("mine/frames/holiday.txt", "a picture of the sea");
    for out in [".", "mine"] {
        let output = sandbox.run(&["run", "scene.toml", "--out", out, "--overwrite", "--quiet"]);
        exits(&output, 2);
        assert!(err(&output).contains("would be replaced"), "{}", err(&output));
    }
    assert_eq!(std::fs::read_to_string(sandbox.file("scene.toml")).unwrap(), SCENE);
    assert!(sandbox.file("mine/frames/holiday.txt").is_file());
    // A run's own folder is replaced, but not where the user has put another scene.
    exits(&sandbox.run(&["run", "scene.toml", "--out", "o", "--quiet"]), 0);
    exits(&sandbox.run(&["run", "scene.toml", "--out", "o", "--overwrite", "--quiet"]), 0);
    sandbox.write("o/scene.toml", SCENE);
    let output = sandbox.run(&["run", "scene.toml", "--out", "o", "--overwrite", "--quiet"]);
    exits(&output, 2);
    assert!(err(&output).contains("no run has written it"), "{}", err(&output));
}

#[test]
fn two_runs_do_not_write_to_one_folder() {
    let sandbox = Sandbox::new("two");
    sandbox.write("scene.toml", &SCENE.replace("duration = 0.4", "duration = 400.0"));
    let mut first = sandbox
        .command(&["run", "scene.toml", "--out", "o", "--quiet"])
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let start = Instant::now();
    while !sandbox.file("o/checkpoint.h5").exists() && start.elapsed().as_secs() < 60 {
        std::thread::sleep(Duration::from_millis(20));
    }
    for arguments in [
        &["run", "--resume", "o", "--quiet"][..],
        &["run", "scene.toml", "--out", "o", "--overwrite", "--quiet"],
    ] {
        let output = sandbox.run(arguments);
        exits(&output, 2);
        assert!(err(&output).contains("another run is writing to"), "{}", err(&output));
    }
    // Reading goes on while the run writes a frame a step.
    for _ in 0..20 {
        exits(&sandbox.run(&["info", "o"]), 0);
        exits(&sandbox.run(&["measure", "o", "coordination", "--frame", "last"]), 0);
    }
    first.kill().unwrap();
    first.wait().unwrap();
}
