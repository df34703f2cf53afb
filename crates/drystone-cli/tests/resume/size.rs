//! Files of results are as large as what is in them.

use crate::sandbox::{Sandbox, exits};
use crate::{SCENE, frames, hash, history};
use hdf5_pure::{File, Group};
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

/// Bytes of all numbers and texts in a group and those below it.
fn payload(group: &Group) -> u64 {
    let of = |name: &String| {
        let dataset = group.dataset(name).unwrap();
        let count: u64 = dataset.shape().unwrap().iter().product();
        count * dataset.element_size().unwrap()
    };
    let own: u64 = group.datasets().unwrap().iter().map(of).sum();
    let groups = group.groups().unwrap();
    own + groups.iter().map(|name| payload(&group.group(name).unwrap())).sum::<u64>()
}

/// The size of a file, relative to what is in it.
fn ratio(path: &Path) -> f64 {
    let size = std::fs::metadata(path).unwrap().len();
    size as f64 / payload(&File::open(path).unwrap().root()) as f64
}

/// At the end of a run, of one that was extended, and of one that was killed; with many
/// checkpoints.
#[test]
fn a_file_of_results_has_no_dead_space() {
    let sandbox = Sandbox::new("size");
    sandbox.write("scene.toml", SCENE);
    let whole = ["run", "scene.toml", "--out", "o", "--quiet"];
    exits(&sandbox.run(&whole), 0);
    let file = sandbox.file("o/results.h5");
    assert!(ratio(&file) < 1.1, "{}", ratio(&file));
    assert_eq!(frames(&sandbox, "o"), 401);
    exits(&sandbox.run(&["run", "--resume", "o", "--extend", "0.1", "--quiet"]), 0);
    assert!(ratio(&file) < 1.1, "extended: {}", ratio(&file));
    let long = ["run", "scene.toml", "--out", "long", "--quiet", "--set", "duration=0.5"];
    let mut child = sandbox.command(&long).stderr(Stdio::null()).spawn().unwrap();
    // Some checkpoints are there by then.
    while !sandbox.file("long/checkpoint.h5").exists() {
        std::thread::sleep(Duration::from_millis(1));
    }
    std::thread::sleep(Duration::from_millis(300));
    // That it has ended already is no news.
    let _ = child.kill();
    if !child.wait().unwrap().success() {
        exits(&sandbox.run(&["run", "--resume", "long", "--quiet"]), 0);
    }
    let killed = sandbox.file("long/results.h5");
    assert!(ratio(&killed) < 1.1, "killed: {}", ratio(&killed));
    assert_eq!(hash(&sandbox, "long"), hash(&sandbox, "o"));
    assert!(history(&sandbox, "long") == history(&sandbox, "o"), "another history");
    assert_eq!(frames(&sandbox, "long"), 501);
}
