//! Runs that are killed without warning.

use crate::sandbox::{Sandbox, exits};
use crate::{SCENE, frames, hash, history};
use std::process::Stdio;
use std::time::{Duration, Instant};

/// Killed at fifty moments, without warning: what is in the files is whole, and the end is the same.
#[test]
fn a_run_killed_at_any_moment_goes_on() {
    let sandbox = Sandbox::new("killed");
    sandbox.write("scene.toml", SCENE);
    let start = Instant::now();
    exits(&sandbox.run(&["run", "scene.toml", "--out", "whole", "--quiet"]), 0);
    let whole = start.elapsed();
    let (expected, rows) = (hash(&sandbox, "whole"), history(&sandbox, "whole"));
    let (mut kills, mut seed) = (0_u64, 12345_u64);
    while kills < 50 {
        let fresh = !sandbox.file("o/checkpoint.h5").exists();
        let arguments: &[&str] = if fresh {
            &["run", "scene.toml", "--out", "o", "--overwrite", "--quiet"]
        } else {
            &["run", "--resume", "o", "--quiet"]
        };
        let silent = || Stdio::null();
        let mut child =
            sandbox.command(arguments).stderr(silent()).stdout(silent()).spawn().unwrap();
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let share = (seed >> 33) as f64 / f64::from(1_u32 << 31);
        std::thread::sleep(Duration::from_secs_f64(0.2 * share * whole.as_secs_f64()));
        if child.try_wait().unwrap().is_none() {
            child.kill().unwrap();
            kills += 1;
        }
        let status = child.wait().unwrap();
        if sandbox.file("o/checkpoint.h5").exists() {
            frames(&sandbox, "o");
        }
        if status.success() {
            assert_eq!(hash(&sandbox, "o"), expected, "after {kills} kills");
            assert_eq!(frames(&sandbox, "o"), 401);
            assert!(history(&sandbox, "o") == rows, "another history after {kills} kills");
            std::fs::remove_dir_all(sandbox.file("o")).unwrap();
        }
    }
    if sandbox.file("o/checkpoint.h5").exists() {
        exits(&sandbox.run(&["run", "--resume", "o", "--quiet"]), 0);
        assert_eq!(hash(&sandbox, "o"), expected);
    }
}
