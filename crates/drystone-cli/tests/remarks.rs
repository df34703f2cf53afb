//! Remarks on the results stand beside each of them.

mod sandbox;

use hdf5_pure::{AttrValue, File};
use sandbox::{Sandbox, err, exits, out};
use std::process::Stdio;
use std::time::Duration;

/// Blocks that begin in each other and stay so, with a solver that may not finish.
const SCENE: &str = r#"
    title = "Two blocks"
    dimension = 2
    time_step = 1e-3
    duration = 0.1
    penetration_tolerance = 1.0
    materials.stone.density = 2000.0
    contacts = [{ default = true, friction = 0.5 }]
    solver.max_iterations = 1
    [[bodies]]
    name = "floor"
    shape.half_space.normal = [0, 1]
    [[bodies]]
    name = "lower"
    shape.box.size = [0.4, 0.2]
    position = [0.0, 0.1]
    [[bodies]]
    name = "upper"
    shape.box.size = [0.2, 0.2]
    position = [0.05, 0.28]
"#;

fn summary(sandbox: &Sandbox) -> serde_json::Value {
    let text = std::fs::read_to_string(sandbox.file("o/summary.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

#[test]
fn remarks_stand_beside_every_result() {
    let sandbox = Sandbox::new("remarks");
    sandbox.write("scene.toml", SCENE);
    let told = sandbox.run(&["run", "scene.toml", "--out", "o"]);
    exits(&told, 3);
    let summary = summary(&sandbox);
    let unsolved = summary["unconverged_steps"].as_u64().unwrap();
    let deep = &summary["penetration"];
    assert!(unsolved > 50, "{summary}");
    assert_eq!(deep["bodies"], serde_json::json!(["lower", "upper"]), "{deep}");
    let share = deep["share"].as_f64().unwrap();
    assert!((share - 0.2).abs() < 0.01, "{deep}");
    let sentences: Vec<&str> =
        summary["remarks"].as_array().unwrap().iter().map(|s| s.as_str().unwrap()).collect();
    let first = format!("{unsolved} of 100 steps did not converge, worst residual");
    assert!(sentences[0].starts_with(&first), "{sentences:?}");
    assert!(sentences[1].contains("`lower` and `upper`"), "{sentences:?}");
    assert!(err(&told).contains(sentences[1]), "{}", err(&told));
    assert!(out(&told).contains(&format!("{unsolved} of 100 steps did not converge")));

    // The table has the pair by the numbers of its bodies, in the order of the scene.
    let table = std::fs::read_to_string(sandbox.file("o/history.csv")).unwrap();
    let names: Vec<&str> = table.lines().next().unwrap().split(',').collect();
    let last: Vec<&str> = table.lines().last().unwrap().split(',').collect();
    let of = |name: &str| last[names.iter().position(|own| *own == name).unwrap()];
    assert_eq!([of("deepest_candidate"), of("deepest_antagonist")], ["1", "2"]);
    assert_eq!(of("unconverged_steps"), unsolved.to_string());
    assert_eq!(of("unconverged_worst_step"), summary["worst_unconverged_step"].to_string());
    assert_eq!(of("deepest_overlap").parse::<f64>().unwrap(), share);

    let info = out(&sandbox.run(&["info", "o"]));
    assert!(sentences.iter().all(|s| info.contains(&format!("warning: {s}"))), "{info}");
    let info = out(&sandbox.run(&["info", "o", "--json"]));
    let info: serde_json::Value = serde_json::from_str(&info).unwrap();
    assert_eq!(info["remarks"], summary["remarks"]);

    exits(&sandbox.run(&["render", "o", "-o", "r.svg", "--frame", "3"]), 0);
    exits(&sandbox.run(&["plot", "o", "kinetic-energy", "-o", "p.svg"]), 0);
    exits(&sandbox.run(&["measure", "o", "coordination", "--plot", "m.svg"]), 0);
    for file in ["o/picture.svg", "r.svg", "p.svg", "m.svg"] {
        let drawn = std::fs::read_to_string(sandbox.file(file)).unwrap();
        assert!(drawn.contains(&format!("{unsolved} of 100 steps not converged")), "{file}");
        assert!(drawn.contains("lower in upper by"), "{file}");
    }

    let attributes = File::open(sandbox.file("o/results.h5")).unwrap().root().attrs().unwrap();
    let expected = AttrValue::String(format!("after step 100: {}", sentences.join("; ")));
    assert_eq!(attributes.get("remarks"), Some(&expected));
    assert_eq!(attributes.get("unconverged_steps"), Some(&AttrValue::U64(unsolved)));
}

/// A run of which nothing must be known says nothing.
#[test]
fn sound_results_have_no_remarks() {
    let sandbox = Sandbox::new("no-remarks");
    sandbox.write("scene.toml", &SCENE.replace("0.28]", "0.3]"));
    let set = ["--set", "solver.max_iterations=10000"];
    exits(&sandbox.run(&[&["run", "scene.toml", "--out", "o", "--quiet"][..], &set].concat()), 0);
    assert_eq!(summary(&sandbox)["remarks"], serde_json::json!([]));
    assert!(!out(&sandbox.run(&["info", "o"])).contains("warning"));
    exits(&sandbox.run(&["render", "o", "-o", "r.svg"]), 0);
    let drawn = std::fs::read_to_string(sandbox.file("r.svg")).unwrap();
    assert!(!drawn.contains("converged") && !drawn.contains("upper"));
}

/// A run that was killed tells what was known until its last row.
#[test]
fn a_run_that_was_killed_has_its_remarks() {
    let sandbox = Sandbox::new("killed-remarks");
    sandbox.write("scene.toml", &SCENE.replace("duration = 0.1", "duration = 1000.0"));
    let run = ["run", "scene.toml", "--out", "o", "--quiet"];
    let mut child = sandbox.command(&run).stderr(Stdio::null()).spawn().unwrap();
    let mut rows = 0;
    for _ in 0..600 {
        std::thread::sleep(Duration::from_millis(20));
        let text = out(&sandbox.run(&["info", "o", "--json"]));
        let info: Option<serde_json::Value> = serde_json::from_str(&text).ok();
        rows = info.map_or(0, |info| info["remarks"].as_array().map_or(0, Vec::len));
        if rows == 2 {
            break;
        }
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(rows, 2);
    let info = out(&sandbox.run(&["info", "o"]));
    assert!(info.contains("steps did not converge") && info.contains("`lower` and `upper`"));
}

/// That nobody takes what is said is no reason to end a run, and the exit code is that of the run.
#[cfg(target_os = "linux")]
#[test]
fn a_standard_error_that_is_full_ends_no_run() {
    let sandbox = Sandbox::new("full-error");
    sandbox.write("scene.toml", SCENE);
    let full = || Stdio::from(std::fs::File::options().write(true).open("/dev/full").unwrap());
    let code = |arguments: &[&str]| {
        let mut command = sandbox.command(arguments);
        command.stderr(full()).stdout(full()).status().unwrap().code()
    };
    assert_eq!(code(&["run", "scene.toml", "--out", "o"]), Some(3));
    assert_eq!(summary(&sandbox)["ended"], "done");
    assert_eq!(code(&["run", "--resume", "o"]), Some(3));
    assert_eq!(code(&["run", "scene.toml", "--out", "p", "--allow-unconverged"]), Some(0));
    assert_eq!(code(&["check", "nowhere.toml"]), Some(2));
    assert_eq!(code(&["nothing"]), Some(2));
    // A summary that was asked for and that nobody has is told by the exit code.
    assert_eq!(code(&["run", "--resume", "p", "--json", "--allow-unconverged"]), Some(1));
}

/// Arguments that are told stand in the words of a library, which lets anything through.
#[test]
fn arguments_do_not_command_a_terminal() {
    let sandbox = Sandbox::new("arguments");
    for mark in ["\u{202e}", "\u{9b}31m", "\u{1b}[2J", "\u{200f}", "\u{2028}"] {
        for arguments in [&[mark][..], &["run", "x.toml", mark], &["check", mark]] {
            let told = sandbox.run(arguments);
            exits(&told, 2);
            let words = err(&told);
            assert!(!words.contains(mark), "{words:?}");
            let is_shown = words.contains("\\u{202e}");
            assert!(is_shown || mark != "\u{202e}", "{words:?}");
        }
    }
}
