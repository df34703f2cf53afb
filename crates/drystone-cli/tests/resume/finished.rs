//! Runs that are at their end: their files are looked after as if they were gone on with.

use crate::sandbox::{Sandbox, err, exits, out};
use crate::{SCENE, history};

fn short() -> String {
    SCENE.replace("duration = 0.4", "duration = 0.06").replace("count = 60", "count = 12")
}

/// Files of a run, as they are.
fn files(sandbox: &Sandbox) -> Vec<Vec<u8>> {
    let names = ["scene.toml", "results.h5", "checkpoint.h5", "history.csv", "summary.json"];
    names.iter().map(|name| std::fs::read(sandbox.file("o").join(name)).unwrap()).collect()
}

#[test]
fn a_finished_run_whose_table_was_lost_or_changed_has_it_again() {
    let sandbox = Sandbox::new("finished-history");
    sandbox.write("scene.toml", &short());
    exits(&sandbox.run(&["run", "scene.toml", "--out", "o", "--quiet"]), 0);
    let (before, rows) = (files(&sandbox), history(&sandbox, "o"));
    let lines: Vec<&str> = rows.lines().collect();
    let of = |lines: &[&str]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    let without = [&lines[..9], &lines[10..]].concat();
    let twice = [&lines[..10], &lines[9..]].concat();
    let (without, twice, other) = (of(&without), of(&twice), rows.replacen("e-5,", "e-6,", 1));
    for damaged in [None, Some(&without), Some(&twice), Some(&other)] {
        assert!(damaged != Some(&rows));
        match damaged {
            Some(text) => sandbox.write("o/history.csv", text),
            None => std::fs::remove_file(sandbox.file("o/history.csv")).unwrap(),
        }
        let told = sandbox.run(&["run", "--resume", "o"]);
        exits(&told, 0);
        assert!(err(&told).contains("history.csv` is written anew from results.h5"));
        assert!(err(&told).contains("is at its end"), "{}", err(&told));
        assert!(history(&sandbox, "o") == rows);
    }
    std::fs::remove_file(sandbox.file("o/scene.toml")).unwrap();
    exits(&sandbox.run(&["run", "--resume", "o"]), 0);
    // What is well stays as it is.
    let told = sandbox.run(&["run", "--resume", "o"]);
    exits(&told, 0);
    assert!(!err(&told).contains("anew"), "{}", err(&told));
    assert!(files(&sandbox) == before, "other files");
}

#[test]
fn a_finished_run_without_sound_results_is_refused() {
    let sandbox = Sandbox::new("finished-results");
    sandbox.write("scene.toml", &short());
    exits(&sandbox.run(&["run", "scene.toml", "--out", "o", "--quiet"]), 0);
    let file = sandbox.file("o/results.h5");
    let whole = std::fs::read(&file).unwrap();
    for part in [None, Some(0), Some(whole.len() / 2), Some(whole.len() - 100)] {
        match part {
            Some(bytes) => std::fs::write(&file, &whole[..bytes]).unwrap(),
            None => std::fs::remove_file(&file).unwrap(),
        }
        let told = sandbox.run(&["run", "--resume", "o"]);
        exits(&told, 2);
        assert!(err(&told).contains("cannot go on: o/results.h5"), "{part:?}: {}", err(&told));
    }
    std::fs::write(&file, whole).unwrap();
    exits(&sandbox.run(&["run", "--resume", "o"]), 0);
}

/// That a run did not converge stands in its checkpoint too, which has a checksum.
#[test]
fn a_summary_that_was_changed_does_not_make_a_run_converge() {
    let sandbox = Sandbox::new("finished-summary");
    let scene = short().replace("count = 12", "count = 60").replace("[0.2, 0.5]", "[0.1, 0.5]");
    let unsolved = "[solver]\nmax_iterations = 1\n[record]";
    sandbox.write("scene.toml", &scene.replace("[record]", unsolved));
    exits(&sandbox.run(&["run", "scene.toml", "--out", "o", "--quiet"]), 3);
    let before = files(&sandbox);
    let summary = std::fs::read_to_string(sandbox.file("o/summary.json")).unwrap();
    let changed = summary.replace("\"not_converged\"", "\"not_convergee\"");
    assert!(changed != summary);
    sandbox.write("o/summary.json", &changed);
    let told = sandbox.run(&["run", "--resume", "o", "--json"]);
    exits(&told, 3);
    assert!(out(&told).contains("\"not_converged\": \""), "{}", out(&told));
    exits(&sandbox.run(&["run", "--resume", "o", "--allow-unconverged"]), 0);
    let now: serde_json::Value =
        serde_json::from_slice(&std::fs::read(sandbox.file("o/summary.json")).unwrap()).unwrap();
    assert!(now["not_converged"].is_string() && now["not_convergee"].is_null(), "{now}");
    assert!(files(&sandbox)[..4] == before[..4], "other files");
}
