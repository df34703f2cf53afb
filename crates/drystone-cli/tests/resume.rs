//! Runs that are interrupted and gone on with: bit for bit as if they had never stopped.

mod sandbox;

use sandbox::{Sandbox, err, exits, out};
use std::process::Stdio;
use std::time::{Duration, Instant};

/// Disks that fall on each other, a frame a step.
const SCENE: &str = r#"
    dimension = 2
    time_step = 1e-3
    duration = 0.4
    materials.glass.density = 2500.0
    contacts = [{ default = true, friction = 0.3 }]
    bodies = [{ shape.half_space.normal = [0, 1] }]
    [record]
    frames_every = 1
    checkpoint_every = 7
    picture = false
    [[generators]]
    [generators.lattice]
    region = { min = [0.0, 0.0], max = [0.2, 0.5] }
    radius = [0.008, 0.01]
    count = 60
    velocity = [0.3, -1.0]
"#;

fn hash(sandbox: &Sandbox, folder: &str) -> String {
    let text = std::fs::read_to_string(sandbox.file(folder).join("summary.json")).unwrap();
    let summary: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(summary["ended"], "done");
    summary["state_hash"].as_str().unwrap().to_string()
}

/// History without the columns of wall time, which it does not have.
fn history(sandbox: &Sandbox, folder: &str) -> String {
    std::fs::read_to_string(sandbox.file(folder).join("history.csv")).unwrap()
}

fn frames(sandbox: &Sandbox, folder: &str) -> usize {
    let output = sandbox.run(&["info", folder, "--json"]);
    exits(&output, 0);
    let object: serde_json::Value = serde_json::from_str(&out(&output)).unwrap();
    let steps = object["steps"].as_array().unwrap();
    let in_order = steps.iter().enumerate().all(|(k, step)| step.as_u64() == Some(k as u64));
    assert!(in_order, "{steps:?}");
    steps.len()
}

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

#[test]
fn a_run_is_extended() {
    let sandbox = Sandbox::new("extended");
    sandbox.write("scene.toml", SCENE);
    let long = ["run", "scene.toml", "--out", "long", "--quiet", "--set", "duration=0.5"];
    exits(&sandbox.run(&long), 0);
    exits(&sandbox.run(&["run", "scene.toml", "--out", "o", "--quiet"]), 0);
    let output = sandbox.run(&["run", "--resume", "o"]);
    exits(&output, 2);
    assert!(err(&output).contains("at its end") && err(&output).contains("--extend"));
    exits(&sandbox.run(&["run", "--resume", "o", "--extend", "0.1", "--quiet"]), 0);
    assert_eq!(hash(&sandbox, "o"), hash(&sandbox, "long"));
    assert_eq!(frames(&sandbox, "o"), 501);
}

/// A wall that cracks under a shot: bonds, slip that weakens joints, balls that resist rolling, sums of
/// heat.
const CRACKING: &str = r#"
    dimension = 2
    time_step = 1e-3
    duration = 0.06
    materials.brick.density = 1800.0
    [[contacts]]
    default = true
    friction = 0.5
    rolling = 0.002
    bond.zone = { normal_stiffness = 1e9, normal_strength = 2e4, normal_energy = 2.0 }
    [record]
    frames_every = 3
    picture = false
    heat = true
    measures = ["damage", "heat", { measure = "heat", label = "shot", bodies = ["shot"] }]
    [[bodies]]
    shape.half_space.normal = [0, 1]
    [[bodies]]
    name = "shot"
    shape.disk.radius = 0.1
    position = [-0.35, 0.3]
    velocity = [12.0, 2.0]
    [[generators]]
    [generators.bricks]
    block = [0.3, 0.1]
    courses = 5
    length = 2
"#;

/// Interrupted while bonds break, a run ends as one that was not; its heat is what the ledger books.
#[test]
fn a_wall_goes_on_cracking() {
    let sandbox = Sandbox::new("cracking");
    sandbox.write("scene.toml", CRACKING);
    let long = ["run", "scene.toml", "--out", "long", "--quiet", "--set", "duration=0.1"];
    exits(&sandbox.run(&long), 0);
    exits(&sandbox.run(&["run", "scene.toml", "--out", "o", "--quiet"]), 0);
    exits(&sandbox.run(&["run", "--resume", "o", "--extend", "0.04", "--quiet"]), 0);
    assert_eq!(hash(&sandbox, "o"), hash(&sandbox, "long"));
    let rows = history(&sandbox, "long");
    assert!(history(&sandbox, "o") == rows, "another history");
    let column = |name: &str| {
        let k = rows.lines().next().unwrap().split(',').position(|own| own == name).unwrap();
        let last = rows.lines().last().unwrap().split(',').nth(k).unwrap();
        last.parse::<f64>().unwrap()
    };
    let (work, booked) = (column("friction_work"), column("friction_dissipation"));
    assert!(work > 0.0 && (work / booked - 1.0).abs() < 1e-12, "{work} and {booked}");
    assert!((0.0..work).contains(&column("shot_friction_work")));
    assert!(column("bond_work") > 0.0 && column("bonds_broken") > 10.0);
    let output = sandbox.run(&["info", "o"]);
    assert!(out(&output).contains("contacts with bonds and memory, couples, heat"));
    // What the frames tell is what was recorded.
    let output = sandbox.run(&["measure", "o", "damage", "--frame", "last"]);
    exits(&output, 0);
    let line = out(&output).lines().last().unwrap().to_string();
    let bonds: Vec<f64> = line.split(',').skip(2).take(3).map(|x| x.parse().unwrap()).collect();
    assert_eq!(bonds, ["bonds", "bonds_damaged", "bonds_broken"].map(column));
    for measure in ["bonds", "wear"] {
        exits(&sandbox.run(&["measure", "o", measure]), 0);
    }
    exits(&sandbox.run(&["render", "o", "-o", "with.svg"]), 0);
    exits(&sandbox.run(&["render", "o", "--no-bonds", "-o", "without.svg"]), 0);
    let picture = |name: &str| std::fs::read_to_string(sandbox.file(name)).unwrap();
    assert!(picture("with.svg").contains("broken") && !picture("without.svg").contains("broken"));
    exits(&sandbox.run(&["export", "vtu", "o", "--out", "vtu"]), 0);
    let last = std::fs::read(sandbox.file("vtu/frames/contacts_000034.vtu")).unwrap();
    let text = String::from_utf8_lossy(&last);
    let arrays = ["damage", "bond_force", "couple", "friction_work"];
    assert!(arrays.iter().all(|name| text.contains(name)), "arrays");
    // In one file too, though the first frame has no contacts.
    exits(&sandbox.run(&["export", "vtkhdf", "o", "--out", "vtkhdf"]), 0);
    let all = std::fs::read(sandbox.file("vtkhdf/contacts.vtkhdf")).unwrap();
    let text = String::from_utf8_lossy(&all);
    assert!(arrays.iter().all(|name| text.contains(name)), "arrays of all frames");
}

/// A machine: a crank with a motor that rubs, a pendulum whose pin rubs by its load, a weight on a rope
/// that slackens and tightens, a sprung slider with ends, and a wall of mortar that a shot cracks.
const MACHINE: &str = r#"
    dimension = 2
    time_step = 1e-3
    duration = 0.06
    materials.steel.density = 7800.0
    [[contacts]]
    default = true
    friction = 0.5
    bond.mortar = { normal_stiffness = 1e9, tangential_stiffness = 1e9, tension = 2e4, cohesion = 2e4 }
    [record]
    frames_every = 3
    picture = false
    [[bodies]]
    shape.half_space.normal = [0, 1]
    [[bodies]]
    name = "crank"
    shape.box.size = [0.4, 0.05]
    position = [2.2, 2.0]
    [[bodies]]
    name = "pendulum"
    shape.box.size = [0.4, 0.05]
    position = [2.6, 2.0]
    [[bodies]]
    name = "weight"
    shape.disk.radius = 0.1
    position = [2.0, 1.5]
    velocity = [1.0, 2.0]
    [[bodies]]
    name = "carriage"
    shape.box.size = [0.2, 0.1]
    position = [4.0, 1.0]
    velocity = [3.0, 0.0]
    [[bodies]]
    name = "shot"
    shape.disk.radius = 0.1
    position = [-0.35, 0.3]
    velocity = [12.0, 2.0]
    [[joints]]
    bodies = ["crank"]
    at = [2.0, 2.0]
    kind.hinge = {}
    motor.velocity.sine = { amplitude = 5.0, frequency = 2.0 }
    friction = 3.0
    [[joints]]
    bodies = ["pendulum", "crank"]
    at = [2.4, 2.0]
    kind.hinge = {}
    friction_coefficient = 0.02
    [[joints]]
    bodies = ["weight"]
    points = [[2.0, 1.5], [2.0, 2.0]]
    kind.rope = {}
    [[joints]]
    bodies = ["carriage"]
    at = [4.0, 1.0]
    axis = [1, 0]
    kind.slider = {}
    stiffness = 2000.0
    damping = 5.0
    limits = [-0.1, 0.1]
    [[generators]]
    [generators.bricks]
    block = [0.3, 0.1]
    courses = 5
    length = 2
"#;

/// Joints with all that they keep and bonds that break go on as if nothing had been.
#[test]
fn joints_and_mortar_go_on() {
    let sandbox = Sandbox::new("machine");
    sandbox.write("scene.toml", MACHINE);
    let long = ["run", "scene.toml", "--out", "long", "--quiet", "--set", "duration=0.1"];
    exits(&sandbox.run(&long), 0);
    for (out, set) in [("plain", "duration=0.06"), ("cut", "time_of_impact=true")] {
        let whole = format!("{out}-whole");
        let longer = ["--set", set, "--set", "duration=0.1"];
        exits(&sandbox.run(&[&["run", "scene.toml", "--out", &whole][..], &longer].concat()), 0);
        exits(&sandbox.run(&["run", "scene.toml", "--out", out, "--set", set]), 0);
        exits(&sandbox.run(&["run", "--resume", out, "--extend", "0.04", "--quiet"]), 0);
        assert_eq!(hash(&sandbox, out), hash(&sandbox, &whole), "{out}");
        assert!(history(&sandbox, out) == history(&sandbox, &whole), "another history: {out}");
    }
    assert_eq!(hash(&sandbox, "plain"), hash(&sandbox, "long"));
    let info = out(&sandbox.run(&["measure", "plain", "damage", "--frame", "last"]));
    let broken = info.lines().last().unwrap().split(',').nth(4).unwrap().parse::<f64>().unwrap();
    assert!(broken > 0.0, "{info}");
}

/// Killed at twenty moments, joints come back as they were.
#[test]
fn a_machine_killed_at_any_moment_goes_on() {
    let sandbox = Sandbox::new("machine-killed");
    let scene = MACHINE.replace("frames_every = 3", "frames_every = 1\n    checkpoint_every = 3");
    sandbox.write("scene.toml", &scene);
    let start = Instant::now();
    exits(&sandbox.run(&["run", "scene.toml", "--out", "whole", "--quiet"]), 0);
    let whole = start.elapsed().as_secs_f64();
    for k in 1..=20 {
        let arguments = ["run", "scene.toml", "--out", "o", "--overwrite", "--quiet"];
        let mut child = sandbox.command(&arguments).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_secs_f64(whole * f64::from(k) / 22.0));
        // That it has ended already is no news.
        let _ = child.kill();
        if !child.wait().unwrap().success() && sandbox.file("o/checkpoint.h5").exists() {
            let output = sandbox.run(&["run", "--resume", "o", "--quiet"]);
            // Between its last checkpoint and its summary there is nothing left to go on with.
            if err(&output).contains("is at its end") {
                continue;
            }
            exits(&output, 0);
            assert_eq!(hash(&sandbox, "o"), hash(&sandbox, "whole"));
            assert!(history(&sandbox, "o") == history(&sandbox, "whole"), "another history");
        }
    }
}

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
    let output = sandbox.run(&["run", "--resume", "o", "--extend", "1"]);
    exits(&output, 2);
    assert!(err(&output).contains("cannot go on: o/history.csv"), "{}", err(&output));
    std::fs::write(sandbox.file("o/results.h5"), b"nothing").unwrap();
    let output = sandbox.run(&["run", "--resume", "o", "--extend", "1"]);
    exits(&output, 2);
    assert!(err(&output).contains("cannot go on: o/results.h5"), "{}", err(&output));
    let output = sandbox.run(&["run", "scene.toml", "--resume", "nowhere"]);
    exits(&output, 2);
    assert!(err(&output).contains("nowhere"), "{}", err(&output));
}

/// A limit on the size of files stands for a full disk: an error, and what was written can be read.
#[cfg(unix)]
#[test]
fn a_full_disk_is_told_and_loses_nothing() {
    let sandbox = Sandbox::new("full");
    sandbox.write("scene.toml", SCENE);
    let program = env!("CARGO_BIN_EXE_drystone");
    let script = format!("trap '' XFSZ; ulimit -f 500; exec '{program}' run scene.toml --out o");
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
fn series_are_plotted() {
    let sandbox = Sandbox::new("plotted");
    sandbox.write("scene.toml", SCENE);
    exits(
        &sandbox.run(&["run", "scene.toml", "--out", "o", "--quiet", "--set", "duration=0.1"]),
        0,
    );
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

#[test]
fn frames_are_measured() {
    let sandbox = Sandbox::new("measured");
    exits(&sandbox.run(&["demo", "stack", "--out", "o", "--quiet"]), 0);
    let output = sandbox.run(&["measure", "o", "stress", "coordination"]);
    exits(&output, 0);
    let text = out(&output);
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().unwrap().split(',').collect();
    assert_eq!(names[..3], ["step", "time (s)", "pressure (Pa)"]);
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), frames_of(&sandbox, "o"));
    let at = |name: &str| names.iter().position(|known| *known == name).unwrap();
    let last = |name: &str| rows[rows.len() - 1][at(name)].parse::<f64>().unwrap();
    // Blocks at rest: their moment tensors are symmetric, and they are pressed.
    assert!(last("stress_asymmetry") < 1e-4, "{}", last("stress_asymmetry"));
    assert!(last("pressure (Pa)") > 0.0 && last("coordination") > 0.0);
    exits(&sandbox.run(&["measure", "o", "-o", "m.json", "--frame", "last"]), 0);
    let text = std::fs::read_to_string(sandbox.file("m.json")).unwrap();
    let all: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(all.as_array().unwrap().len(), 1);
    assert!(all[0]["a_c"].is_number());
    let output = sandbox.run(&["measure", "o", "stres"]);
    exits(&output, 2);
    assert!(err(&output).contains("did you mean `stress`?"), "{}", err(&output));
    exits(&sandbox.run(&["measure", "o", "--frame", "9999"]), 2);
    exits(&sandbox.run(&["measure", "--list"]), 0);
}

fn frames_of(sandbox: &Sandbox, folder: &str) -> usize {
    let object: serde_json::Value =
        serde_json::from_str(&out(&sandbox.run(&["info", folder, "--json"]))).unwrap();
    object["frames"].as_u64().unwrap() as usize
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

#[test]
fn an_extended_run_keeps_the_distance_of_its_frames() {
    let sandbox = Sandbox::new("distance");
    sandbox.write("scene.toml", &SCENE.replace("frames_every = 1", "frame_count = 20"));
    exits(&sandbox.run(&["run", "scene.toml", "--out", "o", "--quiet"]), 0);
    exits(&sandbox.run(&["run", "--resume", "o", "--extend", "0.4", "--quiet"]), 0);
    let info = sandbox.run(&["info", "o", "--json"]);
    let object: serde_json::Value = serde_json::from_str(&out(&info)).unwrap();
    let steps: Vec<u64> =
        object["steps"].as_array().unwrap().iter().map(|s| s.as_u64().unwrap()).collect();
    assert_eq!(steps, (0..=40).map(|k| 20 * k).collect::<Vec<_>>());
}
