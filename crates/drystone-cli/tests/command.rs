//! The built command: exit codes, files, messages.

mod sandbox;

use sandbox::{EMPTY, Sandbox, err, exits, out};
use std::path::Path;
use std::process::{Command, Stdio};

fn summary(folder: &Path) -> serde_json::Value {
    serde_json::from_str(&std::fs::read_to_string(folder.join("summary.json")).unwrap()).unwrap()
}

#[test]
fn a_demo_runs_and_leaves_its_files() {
    let sandbox = Sandbox::new("demo");
    let output = sandbox.run(&["demo", "incline", "--set", "duration=0.5"]);
    exits(&output, 0);
    assert!(out(&output).contains("2 bodies, 50 steps"), "{}", out(&output));
    assert!(out(&output).contains("every step converged"), "{}", out(&output));
    for name in ["scene.toml", "history.csv", "summary.json", "results.h5", "picture.png"] {
        assert!(sandbox.file("out-incline").join(name).is_file(), "{name}");
    }
    let history = std::fs::read_to_string(sandbox.file("out-incline/history.csv")).unwrap();
    assert_eq!(history.lines().count(), 51);
    let columns = history.lines().next().unwrap().split(',').count();
    assert!(history.lines().all(|line| line.split(',').count() == columns));
    assert_eq!(summary(&sandbox.file("out-incline"))["ended"], "done");
}

#[test]
fn the_resolved_scene_runs_to_the_same_state_with_any_number_of_threads() {
    let sandbox = Sandbox::new("again");
    let set = ["--set", "duration=0.02", "--set", "record.frame_count=0"];
    let first = [&["demo", "spheres-in-box", "--threads", "1", "--out", "a"][..], &set].concat();
    exits(&sandbox.run(&first), 0);
    exits(&sandbox.run(&["run", "a/scene.toml", "--threads", "2", "--out", "b"]), 0);
    let (a, b) = (summary(&sandbox.file("a")), summary(&sandbox.file("b")));
    assert_eq!(a["state_hash"], b["state_hash"]);
    assert!(!sandbox.file("a/frames").exists());
}

#[test]
fn json_is_one_object_on_the_standard_output() {
    let sandbox = Sandbox::new("json");
    sandbox.write("empty.toml", EMPTY);
    let output = sandbox.run(&["run", "empty.toml", "--json"]);
    exits(&output, 0);
    let value: serde_json::Value = serde_json::from_str(&out(&output)).unwrap();
    assert_eq!((&value["bodies"], &value["contacts"]), (&0.into(), &0.into()));
    assert_eq!(value["steps"], 10);
}

#[test]
fn a_scene_without_bodies_runs_quietly() {
    let sandbox = Sandbox::new("empty");
    sandbox.write("empty.toml", EMPTY);
    let output = sandbox.run(&["run", "empty.toml", "--quiet"]);
    exits(&output, 0);
    assert_eq!((out(&output), err(&output)), (String::new(), String::new()));
}

#[test]
fn results_are_not_replaced_unasked() {
    let sandbox = Sandbox::new("overwrite");
    sandbox.write("empty.toml", EMPTY);
    exits(&sandbox.run(&["run", "empty.toml", "--out", "o"]), 0);
    let refused = sandbox.run(&["run", "empty.toml", "--out", "o"]);
    exits(&refused, 2);
    assert!(err(&refused).contains("`o` is not empty") && err(&refused).contains("--overwrite"));
    sandbox.write("o/mine.txt", "keep");
    exits(&sandbox.run(&["run", "empty.toml", "--out", "o", "--overwrite"]), 0);
    assert!(sandbox.file("o/mine.txt").exists());
    exits(&sandbox.run(&["run", "empty.toml", "--out", "empty.toml"]), 2);
    exits(&sandbox.run(&["run", "empty.toml", "--out", "empty.toml/below"]), 2);
}

#[test]
fn check_draws_the_contacts() {
    let sandbox = Sandbox::new("contacts");
    exits(&sandbox.run(&["new", "arch", "a.toml"]), 0);
    let output = sandbox.run(&["check", "a.toml", "--contacts", "c.png"]);
    exits(&output, 0);
    assert!(out(&output).contains("56 contacts"), "{}", out(&output));
    let picture = std::fs::read(sandbox.file("c.png")).unwrap();
    assert!(picture.starts_with(b"\x89PNG") && picture.len() > 10_000);
    let output = sandbox.run(&["check", "a.toml", "--contacts", "no/such/folder/c.png"]);
    exits(&output, 2);
    assert!(err(&output).contains("no/such/folder/c.png"), "{}", err(&output));
}

#[test]
fn check_tells_and_warns() {
    let sandbox = Sandbox::new("check");
    exits(&sandbox.run(&["new", "blocks", "b.toml"]), 0);
    let output = sandbox.run(&["check", "b.toml"]);
    exits(&output, 0);
    assert!(out(&output).contains("8 bodies of which 7 can move"), "{}", out(&output));
    assert!(out(&output).contains("400 steps"), "{}", out(&output));
    let output = sandbox.run(&["check", "b.toml", "--set", "bodies.2.position=[0.0, 0.2]"]);
    exits(&output, 0);
    assert!(err(&output).contains("overlap deeply") && err(&output).contains("block-1 and roof"));
    let output = sandbox.run(&["check", "b.toml", "--resolved"]);
    assert!(out(&output).contains("unilateral = \"quasi_inelastic\""));
}

#[test]
fn templates_are_listed_written_once_and_run() {
    let sandbox = Sandbox::new("new");
    let list = sandbox.run(&["new"]);
    exits(&list, 0);
    let names: Vec<String> = out(&list)
        .lines()
        .skip(1)
        .filter_map(|line| line.split_whitespace().next().map(str::to_string))
        .collect();
    assert!(names.len() >= 4, "{names:?}");
    for name in &names {
        exits(&sandbox.run(&["new", name]), 0);
        let file = format!("{name}.toml");
        exits(&sandbox.run(&["run", &file, "--quiet", "--set", "duration=0.02"]), 0);
    }
    exits(&sandbox.run(&["new", &names[0]]), 2);
}

#[test]
fn lists_and_help_and_schema_are_printed() {
    let sandbox = Sandbox::new("lists");
    let list = sandbox.run(&["demo"]);
    exits(&list, 0);
    let folders = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../gallery")).unwrap();
    assert!(out(&list).contains("arch-3d") && out(&list).lines().count() == 1 + folders.count());
    let schema = sandbox.run(&["schema"]);
    exits(&schema, 0);
    let value: serde_json::Value = serde_json::from_str(&out(&schema)).unwrap();
    assert!(value["properties"]["time_step"]["description"].is_string());
    for command in ["demo", "run", "check", "new", "schema", "solve", "solvers", "bench-solvers"] {
        let help = sandbox.run(&[command, "--help"]);
        exits(&help, 0);
        assert!(out(&help).contains("Example"), "{command}");
    }
}

#[cfg(unix)]
#[test]
fn an_interruption_ends_after_the_step_with_everything_written() {
    let sandbox = Sandbox::new("interrupt");
    let mut child = sandbox
        .command(&["demo", "incline", "--set", "duration=1e5", "--set", "record.frame_count=0"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1500));
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let started = std::time::Instant::now();
    while child.try_wait().unwrap().is_none() {
        assert!(started.elapsed().as_secs() < 30, "it did not stop");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let output = child.wait_with_output().unwrap();
    exits(&output, 1);
    assert!(err(&output).contains("interrupted after step"), "{}", err(&output));
    let summary = summary(&sandbox.file("out-incline"));
    assert_eq!(summary["ended"], "interrupted");
    let history = std::fs::read_to_string(sandbox.file("out-incline/history.csv")).unwrap();
    assert_eq!(history.lines().count() as u64, 1 + summary["steps"].as_u64().unwrap());
}

#[cfg(target_os = "linux")]
#[test]
fn a_write_error_stops_the_run_and_names_the_file() {
    let sandbox = Sandbox::new("full");
    // No file may grow beyond a hundred kilobytes: soon the first cannot be written any more.
    let script = "trap '' XFSZ; ulimit -f 200; exec \"$0\" demo incline --out o --quiet \
                  --set record.frame_count=0";
    let output = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_drystone")])
        .current_dir(&sandbox.0)
        .output()
        .unwrap();
    exits(&output, 1);
    let named = ["cannot write `o/history.csv`", "o/results.h5: "];
    assert!(named.iter().any(|name| err(&output).contains(name)), "{}", err(&output));
    assert!(std::fs::metadata(sandbox.file("o/history.csv")).unwrap().len() > 0);
    assert!(sandbox.file("o/scene.toml").exists());
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_that_cannot_be_written_is_an_error() {
    let sandbox = Sandbox::new("stdout");
    sandbox.write("empty.toml", EMPTY);
    let script = "exec \"$0\" run empty.toml --json > /dev/full";
    let output = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_drystone")])
        .current_dir(&sandbox.0)
        .output()
        .unwrap();
    exits(&output, 1);
    assert!(err(&output).contains("standard output"), "{}", err(&output));
}

#[test]
fn series_are_plotted() {
    let sandbox = Sandbox::new("plotted");
    exits(&sandbox.run(&["demo", "stack", "--out", "o", "--quiet"]), 0);
    let output = sandbox.run(&["plot", "o"]);
    exits(&output, 0);
    assert!(out(&output).contains("  kinetic_energy (J)\n"), "{}", out(&output));
    exits(&sandbox.run(&["plot", "o", "kinetic-energy", "residual", "-o", "p.svg"]), 0);
    let svg = std::fs::read_to_string(sandbox.file("p.svg")).unwrap();
    for words in ["kinetic energy (J)", "residual natural map", "time (s)"] {
        assert!(svg.contains(words), "{words}");
    }
    exits(&sandbox.run(&["plot", "o", "contacts", "--with", "o"]), 0);
    assert!(std::fs::read(sandbox.file("o/plot.png")).unwrap().starts_with(b"\x89PNG"));
    let output = sandbox.run(&["plot", "o", "kinetic-enery"]);
    exits(&output, 2);
    assert!(err(&output).contains("did you mean `kinetic_energy`?"), "{}", err(&output));
    exits(&sandbox.run(&["plot", "o", "contacts", "-o", "p.jpg"]), 2);
    exits(&sandbox.run(&["plot", "nowhere", "contacts"]), 2);
}

/// Most steps of this run end without convergence: that is no success, however quiet.
#[test]
fn a_run_that_did_not_converge_does_not_end_with_zero() {
    let sandbox = Sandbox::new("unconverged");
    let arguments = ["demo", "incline", "--quiet", "--set", "duration=0.25", "--set"];
    let hard = ["solver.max_iterations=1", "--set", "solver.name=gauss-seidel", "--set"];
    let run = [&arguments[..], &hard, &["solver.tolerance=1e-14", "--out"]].concat();
    let output = sandbox.run(&[&run[..], &["o"]].concat());
    exits(&output, 3);
    let first = err(&output).lines().next().unwrap().to_string();
    assert!(first.contains("of 25 steps did not converge"), "{first}");
    let found = summary(&sandbox.file("o"));
    assert_eq!(found["ended"], "done");
    assert!(found["not_converged"].as_str().is_some_and(|why| first.contains(why)), "{found}");
    exits(&sandbox.run(&[&run[..], &["p", "--allow-unconverged"]].concat()), 0);
    exits(&sandbox.run(&["demo", "incline", "--quiet", "--set", "duration=0.25"]), 0);
    assert!(summary(&sandbox.file("out-incline"))["not_converged"].is_null());
}

/// A picture that would take longer than the steps is left out, which is said with the command for it.
#[test]
fn the_picture_of_a_large_scene_does_not_outlast_the_run() {
    let sandbox = Sandbox::new("picture");
    let scene = "dimension = 3\ntime_step = 1e-3\nduration = 2e-3\nmaterials.glass.density = 2500.0\n\
                 contacts = [{ default = true, friction = 0.3 }]\n[record]\nframe_count = 0\n\
                 [[generators]]\n[generators.lattice]\nradius = [0.008, 0.01]\ncount = 3000\n\
                 region = { min = [0.0, 0.0, 0.02], max = [0.5, 0.5, 3.0] }\n";
    sandbox.write("many.toml", scene);
    let output = sandbox.run(&["run", "many.toml", "--out", "o"]);
    exits(&output, 0);
    assert!(!sandbox.file("o/picture.png").exists());
    let told = out(&output);
    assert!(
        told.contains("no picture of the end") && told.contains("`drystone render o`"),
        "{told}"
    );
    let why = summary(&sandbox.file("o"))["picture_left_out"].to_string();
    assert!(why.contains("3000 shapes"), "{why}");
    let few = ["--set", "generators.0.lattice.count=30", "--out", "p"];
    exits(&sandbox.run(&[&["run", "many.toml"][..], &few].concat()), 0);
    assert!(sandbox.file("p/picture.png").is_file());
}
