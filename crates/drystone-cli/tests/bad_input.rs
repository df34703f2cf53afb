//! Bad input: exit code 2 with a message that names the place, never a panic.

mod sandbox;

use sandbox::{EMPTY, Sandbox, err, exits, out};

const SCENE: &str = r#"dimension = 2
time_step = 0.01
duration = 0.1

[materials.stone]
density = 2000.0

[[contacts]]
default = true
friction = 0.5

[[bodies]]
name = "block"
shape = { box = { size = [1.0, 1.0] } }
position = [0.0, 0.5]

[[bodies]]
name = "floor"
shape = { half_space = { normal = [0, 1] } }
"#;

#[test]
fn a_typo_shows_line_caret_and_proposal() {
    let sandbox = Sandbox::new("typo");
    sandbox.write("typo.toml", "dimension = 2\ntime_stp = 0.1\nduration = 1.0\n");
    for command in ["run", "check"] {
        let output = sandbox.run(&[command, "typo.toml"]);
        exits(&output, 2);
        let expected = "error: unknown key `time_stp`\n --> typo.toml:2:1 (time_stp)\n  |\n2 | \
                        time_stp = 0.1\n  | ^^^^^^^^\nhelp: did you mean `time_step`?\n";
        assert_eq!(err(&output), expected);
    }
    assert!(!sandbox.file("out-typo").exists());
    let output = sandbox.run(&["demo", "incline", "--set", "time_step=no"]);
    exits(&output, 2);
    assert!(err(&output).contains("--set:1:11"), "{}", err(&output));
}

#[test]
fn a_solver_that_does_not_take_the_scene_is_refused_or_warned_of() {
    let sandbox = Sandbox::new("solver");
    let mut many = SCENE.to_string();
    for k in 1..9 {
        let height = 0.5 + f64::from(k);
        many += &format!(
            "[[bodies]]\nshape = {{ box = {{ size = [1.0, 1.0] }} }}\nposition = [0.0, {height}]\n"
        );
    }
    sandbox.write("stack.toml", &many);
    sandbox.write("empty.toml", EMPTY);
    let enumerate = ["--set", "solver.name=enumerate"];
    let warning = "warning: the solver `enumerate` takes at most 7 contacts, and there are 18";
    let output = sandbox.run(&[&["check", "stack.toml"][..], &enumerate].concat());
    exits(&output, 0);
    assert!(out(&output).contains("solver enumerate, tolerance"), "{}", out(&output));
    assert!(err(&output).contains(warning), "{}", err(&output));
    let output = sandbox.run(&[&["run", "stack.toml", "--quiet"][..], &enumerate].concat());
    assert!(err(&output).contains(warning), "{}", err(&output));
    let set = ["--set", "solver.name=admm", "--set", "solver.order=shuffled"];
    let output = sandbox.run(&[&["check", "empty.toml"][..], &set].concat());
    exits(&output, 0);
    assert_eq!(err(&output), "warning: the solver `admm` does not read `order`\n");
    let output = sandbox.run(&["check", "stack.toml"]);
    assert!(out(&output).contains("solver auto, tolerance") && err(&output).is_empty());
    let space = ["check", "empty.toml", "--set", "dimension=3", "--set", "solver.name=pivot-2d"];
    let output = sandbox.run(&space);
    exits(&output, 2);
    assert!(err(&output).contains("`pivot-2d` does not take contacts"), "{}", err(&output));
}

#[test]
fn problems_of_steps_that_never_come_are_warned_of() {
    let sandbox = Sandbox::new("late");
    sandbox.write("late.toml", SCENE);
    let set = |steps: &str| {
        sandbox.run(&["check", "late.toml", "--set", &format!("record.problems={steps}")])
    };
    let output = set("[3,11]");
    exits(&output, 0);
    let expected = "warning: `record.problems` asks for step 11, but the last is 10\n";
    assert_eq!(err(&output), expected);
    assert_eq!(err(&set("[3,10]")), "");
}

#[test]
fn wrong_names_and_missing_files_are_bad_input() {
    let sandbox = Sandbox::new("names");
    let output = sandbox.run(&["demo", "inclin"]);
    exits(&output, 2);
    assert!(err(&output).contains("did you mean `incline`?"));
    exits(&sandbox.run(&["run", "nothing.toml"]), 2);
    exits(&sandbox.run(&["new", "blcks"]), 2);
    exits(&sandbox.run(&["walk"]), 2);
    sandbox.write("latin.toml", "");
    std::fs::write(sandbox.file("latin.toml"), [0x74, 0xe9]).unwrap();
    exits(&sandbox.run(&["check", "latin.toml"]), 2);
}

#[test]
fn what_is_not_a_scene_is_bad_input() {
    let sandbox = Sandbox::new("no-scene");
    std::fs::create_dir(sandbox.file("folder")).unwrap();
    let garbage: Vec<u8> =
        (0..4096_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    std::fs::write(sandbox.file("garbage.toml"), garbage).unwrap();
    sandbox.write("nothing.toml", "");
    sandbox.write("zero.toml", "\0\0\0");
    for name in ["folder", "garbage.toml", "nothing.toml", "zero.toml", "missing.toml"] {
        for command in ["run", "check"] {
            let output = sandbox.run(&[command, name]);
            exits(&output, 2);
            assert!(err(&output).starts_with("error: ") && err(&output).contains(name));
            assert!(out(&output).is_empty());
        }
    }
}

/// A value set on the command line, and what the message must contain.
#[test]
fn wrong_values_are_named() {
    let sandbox = Sandbox::new("values");
    sandbox.write("scene.toml", SCENE);
    let lattice = "{ region = { min = [0, 1], max = [1e6, 1e6] }, radius = [1e-6, 1e-6]";
    let cases = [
        ("time_step=1.0".to_string(), "longer than the duration"),
        ("time_step=1e-14".to_string(), "more than 10¹² time steps"),
        ("gravity=[0, -1e31]".to_string(), "numbers above 1e30"),
        ("gravity=[0, nan]".to_string(), "finite"),
        ("materials.stone.density=0".to_string(), "greater than 0"),
        ("contacts.0.fricton=0.3".to_string(), "did you mean `friction`?"),
        ("bodies.7.mass=1".to_string(), "expected an index below 2"),
        ("time_step".to_string(), "needs `key.path=value`"),
        ("bodies.1.name=block".to_string(), "already a body named `block`"),
        ("bodies.0.material=stome".to_string(), "did you mean `stone`?"),
        ("bodies.0.position=up".to_string(), "expected a list"),
        (format!("generators=[{{ lattice = {lattice} }} }}]"), "more than 2000000 bodies"),
        (
            format!("generators=[{{ lattice = {lattice}, count = 1000000000000 }} }}]"),
            "more than 2000000 bodies",
        ),
        (
            "bodies.0.repeat={ count = [1000000, 1000000], spacing = [2, 2] }".to_string(),
            "more than 2000000 bodies",
        ),
        (
            "generators=[{ stack = { size = [1, 1], count = 1000000000000 } }]".to_string(),
            "more than 2000000 bodies",
        ),
    ];
    for (set, message) in cases {
        let output = sandbox.run(&["run", "scene.toml", "--set", &set]);
        exits(&output, 2);
        assert!(err(&output).contains(message), "{set}: {}", err(&output));
        assert!(!sandbox.file("out-scene").exists(), "{set} left a folder");
    }
}

#[test]
fn a_table_without_the_column_names_those_it_has() {
    let sandbox = Sandbox::new("table");
    sandbox.write("scene.toml", SCENE);
    sandbox.write("quake.csv", "t,ax\n0,0\n1,2\n");
    let drive = "bodies.0.drives=[{ dof = \"x\", acceleration = { table = { file = \"quake.csv\", \
                 value = \"ay\" } } }]";
    let output = sandbox.run(&["run", "scene.toml", "--set", drive]);
    exits(&output, 2);
    assert!(err(&output).contains("unknown column of `quake.csv` `ay`"), "{}", err(&output));
    assert!(err(&output).contains("`ax`"), "{}", err(&output));
}

#[test]
fn bodies_that_overlap_are_named_with_their_depth() {
    let sandbox = Sandbox::new("overlap");
    sandbox.write("scene.toml", SCENE);
    let set = ["--set", "bodies.0.position=[0.0, 0.3]"];
    let output = sandbox.run(&[&["run", "scene.toml", "--quiet"][..], &set].concat());
    exits(&output, 0);
    assert!(err(&output).starts_with("warning: "), "{}", err(&output));
    assert!(err(&output).contains("block and floor: 2.000e-1 m"), "{}", err(&output));
}

#[test]
fn what_is_mended_in_a_mesh_is_a_warning() {
    let sandbox = Sandbox::new("mended");
    let shape = "shape = { polyhedron = { file = \"wedge.obj\" } }";
    let scene = SCENE
        .replace("dimension = 2", "dimension = 3")
        .replace("shape = { box = { size = [1.0, 1.0] } }", shape)
        .replace("[0.0, 0.5]", "[0.0, 0.0, 0.5]")
        .replace("[0, 1]", "[0, 0, 1]");
    sandbox.write("scene.toml", &scene);
    let points = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n";
    sandbox.write("wedge.obj", &format!("{points}f 1 2 3\nf 1 2 4\nf 2 3 4\nf 1 4 3\n"));
    for command in [&["check", "scene.toml"][..], &["run", "scene.toml", "--quiet"]] {
        let output = sandbox.run(command);
        exits(&output, 0);
        assert_eq!(err(&output), "warning: `wedge.obj`: 1 face turned\n");
    }
    sandbox.write("wedge.obj", &format!("{points}f 1 2 3\nf 1 2 5\n"));
    let output = sandbox.run(&["check", "scene.toml"]);
    exits(&output, 2);
    let words = "error: `wedge.obj`, line 6: vertex 5 does not exist: there are 4\n";
    assert!(err(&output).starts_with(words), "{}", err(&output));
}

/// Numbers that overflow during the run end it with exit code 1, the step and the body.
#[test]
fn a_run_that_leaves_the_numbers_fails() {
    let sandbox = Sandbox::new("overflow");
    let body = "[materials.m]\n[[contacts]]\ndefault = true\nfriction = 0.5\n[[bodies]]\nshape.disk.radius = 1\n\
                mass = 1e-300\ninertia = 1\nloads = [{ force = { direction = [1, 0], value = 1e20 } }]\n";
    sandbox.write("scene.toml", &format!("{EMPTY}{body}"));
    let output = sandbox.run(&["run", "scene.toml", "--quiet"]);
    exits(&output, 1);
    assert!(err(&output).contains("`body-1` is not finite after step 1"), "{}", err(&output));
    assert!(sandbox.file("out-scene/history.csv").exists());
}

/// The same with a contact: the solver is handed infinite velocities.
#[test]
fn so_does_one_whose_contact_problem_is_not_finite() {
    let sandbox = Sandbox::new("overflow-contact");
    sandbox.write("scene.toml", SCENE);
    for body in [
        "bodies.0.loads=[{ force = { direction = [0, -1], value = 1e25 } }]",
        "bodies.0.loads=[{ torque = { value = 1e25 } }]",
    ] {
        let light = ["--set", "bodies.0.mass=1e-300", "--set", body];
        let output =
            sandbox.run(&[&["run", "scene.toml", "--quiet", "--overwrite"][..], &light].concat());
        exits(&output, 1);
        assert!(err(&output).contains("body `block` is not finite"), "{}", err(&output));
    }
}

#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_made_is_bad_input() {
    let sandbox = Sandbox::new("folder");
    sandbox.write("scene.toml", EMPTY);
    // A device is not a folder for any user, root included.
    let output = sandbox.run(&["run", "scene.toml", "--out", "/dev/null/results"]);
    exits(&output, 2);
    assert!(err(&output).contains("cannot make the output folder"), "{}", err(&output));
}

/// Pipes and devices that never end, given for any file: an error at once.
#[cfg(unix)]
#[test]
fn pipes_and_devices_are_not_read_for_ever() {
    let sandbox = Sandbox::new("devices");
    let made = std::process::Command::new("mkfifo").arg(sandbox.file("pipe")).status().unwrap();
    assert!(made.success());
    sandbox.write("scene.toml", SCENE);
    let mesh = |file: &str| format!("bodies.0.shape={{ mesh = {{ file = '{file}' }} }}");
    let terrain =
        |key: &str, file: &str| format!("bodies.1.shape={{ terrain = {{ {key} = '{file}' }} }}");
    let table = |file: &str| {
        format!(
            "bodies.0.drives=[{{ dof = 'x', velocity.table = {{ file = '{file}', time = 't', value = 'v' }} }}]"
        )
    };
    for file in ["pipe", "/dev/zero"] {
        let block = format!("bodies.0.shape={{ polyhedron = {{ file = '{file}' }} }}");
        let sets = [mesh(file), terrain("grid", file), terrain("mesh", file), table(file), block];
        let mut all = vec![vec!["check".to_string(), file.to_string()]];
        all.push(vec!["solve".into(), file.into()]);
        all.push(vec!["info".into(), file.into()]);
        for set in sets {
            let solid = "--set=dimension=2".to_string();
            all.push(vec!["check".into(), "scene.toml".into(), "--set".into(), set, solid]);
        }
        for words in all {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let mut child = sandbox
                .command(&words)
                .stdout(std::process::Stdio::null())
                .stderr(std::process::Stdio::piped())
                .spawn()
                .unwrap();
            let start = std::time::Instant::now();
            while child.try_wait().unwrap().is_none() {
                if start.elapsed().as_secs() > 20 {
                    child.kill().unwrap();
                }
                std::thread::sleep(std::time::Duration::from_millis(10));
            }
            let output = child.wait_with_output().unwrap();
            assert_eq!(output.status.code(), Some(2), "{words:?}: {}", err(&output));
            assert!(err(&output).contains("a pipe or a device"), "{words:?}: {}", err(&output));
        }
    }
}

/// What a file calls itself does not command the terminal.
#[test]
fn names_do_not_command_the_terminal() {
    let sandbox = Sandbox::new("commands");
    let odd = SCENE.replace("name = \"block\"", "name = \"\\u001b[2Jblock\\u0007\"");
    sandbox.write("odd.toml", &odd.replace("[0.0, 0.5]", "[0.0, 0.1]"));
    sandbox.write("key.toml", &SCENE.replace("name = \"block\"", "\"na\\u001bme\" = 1"));
    for words in [
        &["check", "odd.toml"][..],
        &["run", "odd.toml", "--out", "o"],
        &["measure", "o", "body_stress"],
        &["check", "key.toml"],
        &["check", "no\u{1b}file.toml"],
        &["demo", "in\u{1b}cline"],
    ] {
        let output = sandbox.run(words);
        let told = format!("{}{}", out(&output), err(&output));
        assert!(!told.contains(['\u{1b}', '\u{7}']), "{words:?}: {told:?}");
    }
    let told = sandbox.run(&["check", "no\u{1b}file.toml"]);
    assert!(err(&told).contains("no\\u{1b}file.toml"), "{}", err(&told));
}

/// A size of cells that makes a chain of more elements than fit: refused, with their count.
#[test]
fn chains_do_not_escape_the_limit_of_elements() {
    let sandbox = Sandbox::new("chains");
    let soft = "law.elastic = { young_modulus = 1e6, poisson_ratio = 0.3 }\nthickness = 0.01\n";
    let scene = SCENE
        .replace("density = 2000.0", &format!("density = 2000.0\ndeformable.size = 1e-9\n{soft}"))
        .replace("\nlaw.", "\ndeformable.law.")
        .replace("\nthickness", "\ndeformable.thickness");
    sandbox.write("chain.toml", &scene);
    for (shape, count) in [
        ("{ chain = { points = [[0, 1], [0, 0]] } }", "these are 1000000000 elements"),
        ("{ chain = { radius = 1.0 } }", "these are 6283185307 elements"),
    ] {
        let set = format!("bodies.0.shape={shape}");
        let output = sandbox.run(&["check", "chain.toml", "--set", &set]);
        exits(&output, 2);
        assert!(err(&output).contains(count), "{}", err(&output));
    }
}
