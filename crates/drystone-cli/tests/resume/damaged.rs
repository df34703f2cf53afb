//! Files that are older than the checkpoint, or of which bytes changed: told or mended, never gone on
//! with as they are.

use crate::sandbox::{Sandbox, err, exits};
use crate::{SCENE, hash, history};
use std::path::Path;

/// Fewer steps, so that a run of them takes no time.
fn short() -> String {
    SCENE
        .replace("duration = 0.4", "duration = 0.06")
        .replace("frames_every = 1", "frames_every = 4")
        .replace("count = 60", "count = 12")
}

fn copy(from: &Path, to: &Path) {
    let _ = std::fs::remove_dir_all(to);
    std::fs::create_dir(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap().flatten() {
        std::fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
    }
}

/// A table that lacks rows, or has one that changed, is written anew from the results.
#[test]
fn a_history_older_than_the_checkpoint_is_completed() {
    let sandbox = Sandbox::new("older-history");
    sandbox.write("scene.toml", SCENE);
    exits(&sandbox.run(&["run", "scene.toml", "--out", "o", "--quiet"]), 0);
    let long = ["run", "scene.toml", "--out", "long", "--quiet", "--set", "duration=0.5"];
    exits(&sandbox.run(&long), 0);
    let rows = history(&sandbox, "o");
    let half = rows.lines().take(200).map(|line| format!("{line}\n")).collect::<String>();
    let gap = rows.lines().filter(|line| !line.starts_with("100,"));
    let gap = gap.map(|line| format!("{line}\n")).collect::<String>();
    let digit = rows.replacen("e-5,", "e-6,", 1);
    for (name, damaged) in [("half", half), ("gap", gap), ("digit", digit)] {
        assert!(damaged != rows, "{name}");
        copy(&sandbox.file("o"), &sandbox.file(name));
        sandbox.write(&format!("{name}/history.csv"), &damaged);
        let told = sandbox.run(&["run", "--resume", name, "--extend", "0.1"]);
        exits(&told, 0);
        assert!(err(&told).contains("is written anew from results.h5"), "{}", err(&told));
        assert!(history(&sandbox, name) == history(&sandbox, "long"), "another history: {name}");
        assert_eq!(hash(&sandbox, name), hash(&sandbox, "long"));
    }
}

/// Frames and rows that the checkpoint counted and the file does not have are named.
#[test]
fn results_older_than_the_checkpoint_are_refused() {
    let sandbox = Sandbox::new("older-results");
    sandbox.write("scene.toml", SCENE);
    let early = ["run", "scene.toml", "--out", "o", "--quiet", "--set", "duration=0.2"];
    exits(&sandbox.run(&early), 0);
    let old = std::fs::read(sandbox.file("o/results.h5")).unwrap();
    exits(&sandbox.run(&["run", "--resume", "o", "--extend", "0.2", "--quiet"]), 0);
    std::fs::write(sandbox.file("o/results.h5"), old).unwrap();
    let told = sandbox.run(&["run", "--resume", "o", "--extend", "0.1"]);
    exits(&told, 2);
    let words = "has 201 frames up to step 400 where the checkpoint counted 401";
    assert!(err(&told).contains(words) && err(&told).contains("help:"), "{}", err(&told));
}

/// Bytes of any file change: an error, or the same end, the same frames and the same rows.
#[test]
fn a_byte_that_changed_never_changes_a_run() {
    let sandbox = Sandbox::new("flipped");
    sandbox.write("scene.toml", &short());
    exits(&sandbox.run(&["run", "scene.toml", "--out", "part", "--quiet"]), 0);
    copy(&sandbox.file("part"), &sandbox.file("whole"));
    exits(&sandbox.run(&["run", "--resume", "whole", "--extend", "0.01", "--quiet"]), 0);
    let plot = |folder: &str| {
        let file = sandbox.file("plot.svg");
        let _ = std::fs::remove_file(&file);
        let names = ["kinetic-energy", "contacts", "friction-dissipation", "-o", "plot.svg"];
        let output = sandbox.run(&[&["plot", folder][..], &names].concat());
        output.status.success().then(|| std::fs::read(&file).unwrap())
    };
    let frame = |folder: &str| {
        let measured = sandbox.run(&["measure", folder, "energies", "coordination"]);
        measured.status.success().then_some(measured.stdout)
    };
    let info = |folder: &str| {
        let told = sandbox.run(&["info", folder, "--json"]);
        let known: Option<serde_json::Value> = serde_json::from_slice(&told.stdout).ok();
        known.filter(|_| told.status.success()).map(|mut known| {
            known["file"] = serde_json::Value::Null;
            known
        })
    };
    let (before, after) = (plot("part").unwrap(), plot("whole").unwrap());
    let known = info("part").unwrap();
    let measured = frame("part").unwrap();
    let rows = history(&sandbox, "whole");
    let cases = std::env::var("DRYSTONE_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(120);
    let (mut seed, mut refused) = (7_u64, 0);
    for case in 0..cases {
        let name = ["results.h5", "history.csv", "checkpoint.h5"][case % 3];
        copy(&sandbox.file("part"), &sandbox.file("o"));
        let file = sandbox.file("o").join(name);
        let mut bytes = std::fs::read(&file).unwrap();
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let at = (seed >> 33) as usize % bytes.len();
        bytes[at] ^= 1 << (case / 3 % 8);
        std::fs::write(&file, bytes).unwrap();
        let told = format!("case {case}: byte {at} of {name}");
        assert!(plot("o").is_none_or(|drawn| drawn == before), "another plot, {told}");
        assert!(frame("o").is_none_or(|found| found == measured), "other measures, {told}");
        assert!(info("o").is_none_or(|found| found == known), "another description, {told}");
        let output = sandbox.run(&["run", "--resume", "o", "--extend", "0.01", "--quiet"]);
        if output.status.success() {
            assert_eq!(hash(&sandbox, "o"), hash(&sandbox, "whole"), "{told}");
            assert!(history(&sandbox, "o") == rows, "another history, {told}");
            assert!(plot("o").is_none_or(|drawn| drawn == after), "another plot then, {told}");
        } else {
            let code = output.status.code().unwrap_or_default();
            assert!(matches!(code, 1 | 2), "{told}: exit code {code}");
            exits(&output, code);
            refused += 1;
        }
    }
    assert!(refused > 0, "{refused}");
}

/// A write that was done in part leaves a checksum of before: the run goes on, with the same end.
#[test]
fn an_index_that_was_written_in_part_is_mended() {
    let sandbox = Sandbox::new("torn");
    sandbox.write("scene.toml", &short());
    exits(&sandbox.run(&["run", "scene.toml", "--out", "part", "--quiet"]), 0);
    copy(&sandbox.file("part"), &sandbox.file("whole"));
    exits(&sandbox.run(&["run", "--resume", "whole", "--extend", "0.01", "--quiet"]), 0);
    let bytes = std::fs::read(sandbox.file("part/results.h5")).unwrap();
    let heads: Vec<usize> =
        (0..bytes.len() - 72).filter(|at| bytes[*at..].starts_with(b"EAHD")).collect();
    assert!(heads.len() > 60, "{}", heads.len());
    for head in heads.into_iter().step_by(12) {
        copy(&sandbox.file("part"), &sandbox.file("o"));
        let mut torn = bytes.clone();
        // The last four bytes of the header of a list's index.
        torn[head + 68..head + 72].copy_from_slice(&[1, 2, 3, 4]);
        std::fs::write(sandbox.file("o/results.h5"), torn).unwrap();
        exits(&sandbox.run(&["run", "--resume", "o", "--extend", "0.01", "--quiet"]), 0);
        assert_eq!(hash(&sandbox, "o"), hash(&sandbox, "whole"), "{head}");
        assert!(history(&sandbox, "o") == history(&sandbox, "whole"), "another history: {head}");
    }
}

/// A table without its header is one that was damaged, not one with other columns.
#[test]
fn a_history_without_a_header_is_written_anew() {
    let sandbox = Sandbox::new("no-header");
    sandbox.write("scene.toml", &short());
    exits(&sandbox.run(&["run", "scene.toml", "--out", "o", "--quiet"]), 0);
    copy(&sandbox.file("o"), &sandbox.file("whole"));
    exits(&sandbox.run(&["run", "--resume", "whole", "--extend", "0.01", "--quiet"]), 0);
    let rows = history(&sandbox, "o");
    for damaged in [None, Some(""), Some("step,tim"), Some("nothing at all\n"), Some(&rows[9..])] {
        copy(&sandbox.file("o"), &sandbox.file("p"));
        match damaged {
            Some(text) => sandbox.write("p/history.csv", text),
            None => std::fs::remove_file(sandbox.file("p/history.csv")).unwrap(),
        }
        let told = sandbox.run(&["run", "--resume", "p", "--extend", "0.01"]);
        exits(&told, 0);
        assert!(err(&told).contains("is written anew from results.h5"), "{}", err(&told));
        assert!(history(&sandbox, "p") == history(&sandbox, "whole"), "{damaged:?}");
    }
}

/// A frame that is damaged is named before the run goes on, however long ago it was.
#[test]
fn a_damaged_frame_is_told_before_the_run_goes_on() {
    let sandbox = Sandbox::new("damaged-frame");
    sandbox.write("scene.toml", &short());
    exits(&sandbox.run(&["run", "scene.toml", "--out", "o", "--quiet"]), 0);
    let file = sandbox.file("o/results.h5");
    let places = hdf5_pure::File::open(&file).unwrap().dataset("frames/q").unwrap();
    let places = places.read_f64().unwrap();
    let mut bytes = std::fs::read(&file).unwrap();
    // Of the second of sixteen frames: a number that stands nowhere else.
    let size = places.len() / 16;
    let once = |x: &f64| {
        let mut found = (0..bytes.len() - 7).filter(|at| bytes[*at..*at + 8] == x.to_le_bytes());
        found.next().filter(|_| found.next().is_none())
    };
    let at = places[size..2 * size].iter().find_map(once).unwrap();
    bytes[at] ^= 1;
    std::fs::write(&file, &bytes).unwrap();
    for onward in [&[][..], &["--extend", "0.01"]] {
        let told = sandbox.run(&[&["run", "--resume", "o", "--quiet"][..], onward].concat());
        exits(&told, 2);
        assert!(err(&told).contains("frame 1 is damaged"), "{}", err(&told));
        assert!(err(&told).contains("--force goes on"), "{}", err(&told));
        assert!(std::fs::read(&file).unwrap() == bytes);
    }
    let forced = ["run", "--resume", "o", "--extend", "0.01", "--force", "--quiet"];
    exits(&sandbox.run(&forced), 0);
    exits(&sandbox.run(&["measure", "o", "coordination", "--frame", "last"]), 0);
}
