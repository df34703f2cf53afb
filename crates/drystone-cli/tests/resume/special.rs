//! Pipes and devices under the names of a run's own files: refused or replaced, never waited for.
#![cfg(unix)]

use crate::SCENE;
use crate::sandbox::{Sandbox, err, exits};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Runs the command, which must come to an end.
#[track_caller]
fn ends(sandbox: &Sandbox, arguments: &[&str]) -> Output {
    let mut command = sandbox.command(arguments);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if start.elapsed().as_secs() > 60 {
            child.kill().unwrap();
            panic!("{arguments:?} waits for ever");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.wait_with_output().unwrap()
}

fn pipe(sandbox: &Sandbox, name: &str) {
    let _ = std::fs::remove_file(sandbox.file(name));
    let made = Command::new("mkfifo").arg(sandbox.file(name)).status().unwrap();
    assert!(made.success(), "{name}");
}

fn endless(sandbox: &Sandbox, name: &str) {
    let _ = std::fs::remove_file(sandbox.file(name));
    std::os::unix::fs::symlink("/dev/zero", sandbox.file(name)).unwrap();
}

fn with_run(name: &str) -> Sandbox {
    let sandbox = Sandbox::new(name);
    let scene = SCENE.replace("duration = 0.4", "duration = 0.02");
    let scene = scene.replace("count = 60", "count = 12");
    sandbox.write("scene.toml", &scene.replace("picture = false", "picture = true"));
    exits(&sandbox.run(&["run", "scene.toml", "--out", "o", "--quiet"]), 0);
    sandbox
}

#[test]
fn a_summary_without_end_does_not_stop_a_finished_run() {
    let sandbox = with_run("pipe-summary");
    for make in [pipe, endless] {
        make(&sandbox, "o/summary.json");
        exits(&ends(&sandbox, &["run", "--resume", "o", "--quiet"]), 0);
        assert!(sandbox.file("o/summary.json").symlink_metadata().unwrap().is_file());
    }
}

#[test]
fn a_table_without_end_is_refused() {
    let sandbox = with_run("pipe-history");
    for make in [pipe, endless] {
        make(&sandbox, "o/history.csv");
        let told = ends(&sandbox, &["run", "--resume", "o", "--extend", "0.01", "--quiet"]);
        exits(&told, 2);
        assert!(err(&told).contains("o/history.csv: it is a pipe or a device"), "{}", err(&told));
    }
}

#[test]
fn a_scene_without_end_is_refused() {
    let sandbox = with_run("pipe-scene");
    for make in [pipe, endless] {
        make(&sandbox, "o/scene.toml");
        let told = ends(&sandbox, &["run", "scene.toml", "--out", "o", "--overwrite", "--quiet"]);
        exits(&told, 2);
        assert!(err(&told).contains("no run has written it"), "{}", err(&told));
    }
    for file in ["checkpoint.h5", "summary.json"] {
        std::fs::remove_file(sandbox.file("o").join(file)).unwrap();
    }
    let told = ends(&sandbox, &["run", "--resume", "o", "--quiet"]);
    exits(&told, 2);
    assert!(err(&told).contains("scene.toml cannot be read"), "{}", err(&told));
}

/// What is created under a name that a pipe has does not wait for who reads it.
#[test]
fn pipes_under_names_that_are_created_are_refused_or_replaced() {
    let sandbox = with_run("pipe-new");
    pipe(&sandbox, "o/.running");
    for arguments in [&["run", "--resume", "o"][..], &["info", "o"]] {
        let told = ends(&sandbox, arguments);
        let code = if arguments[0] == "run" { 2 } else { 0 };
        exits(&told, code);
    }
    std::fs::remove_file(sandbox.file("o/.running")).unwrap();
    for name in ["scene.toml", "history.csv", "results.h5", "checkpoint.h5", "summary.json"] {
        pipe(&sandbox, &format!("o/{name}.new"));
    }
    pipe(&sandbox, "o/picture.png");
    pipe(&sandbox, "o/picture.svg");
    exits(&ends(&sandbox, &["run", "--resume", "o", "--extend", "0.01", "--quiet"]), 0);
    assert!(sandbox.file("o/picture.png").is_file() && sandbox.file("o/picture.svg").is_file());
}
