//! The laboratory: `solvers`, `solve`, and the problems that runs leave behind.

mod sandbox;

use drystone::linalg::Sparse;
use drystone::problem::fclib::{Block, Equations, Info, ProblemFile, Storage};
use drystone::solvers::{LINE_SEARCHES, LOCAL_METHODS, ORDERS};
use sandbox::{PROBLEMS, Sandbox, err, exits, objects, out, tower};
use serde_json::Value;
use std::process::Stdio;
use std::time::{Duration, Instant};

const KEYS: [&str; 10] = [
    "contacts",
    "dimension",
    "file",
    "iterations",
    "kind",
    "residual",
    "seconds",
    "solver",
    "status",
    "tolerance",
];

#[test]
fn solvers_are_listed() {
    let sandbox = Sandbox::new("solvers");
    let list = sandbox.run(&["solvers"]);
    exits(&list, 0);
    let list = out(&list);
    let all = objects(&sandbox.run(&["solvers", "--json"]));
    assert_eq!(all.len(), drystone::solvers::SOLVERS.len());
    for solver in &all {
        let name = solver["name"].as_str().unwrap();
        assert!(list.lines().any(|line| line == name), "{name}");
        assert!(list.contains(solver["summary"].as_str().unwrap()), "{name}");
        assert!(solver["cones"].as_array().is_some_and(|cones| !cones.is_empty()), "{name}");
        let joints = solver["cones"].as_array().is_some_and(|cones| cones.contains(&"free".into()));
        assert_eq!(joints, !["lemke", "pivot-2d"].contains(&name), "{name}");
        assert!(solver["promise"].as_f64().unwrap() > 0.0, "{name}");
        assert!(solver["settings"].is_array(), "{name}");
        // References are names and years, not numbers in a list that only the code knows.
        let references = solver["references"].as_str().unwrap();
        let mut numbers = references.split(|c: char| !c.is_ascii_digit());
        assert!(!references.is_empty() && numbers.all(|n| n.len() != 3), "{name}: {references}");
    }
}

#[test]
fn every_kind_of_problem_is_solved_and_graded() {
    let sandbox = Sandbox::new("solve");
    let output = sandbox.run(&["solve", PROBLEMS, "--json"]);
    exits(&output, 0);
    let lines = objects(&output);
    let files = std::fs::read_dir(PROBLEMS).unwrap();
    let files = files.filter(|f| f.as_ref().unwrap().path().extension().is_some()).count();
    assert_eq!(lines.len(), files);
    for line in &lines {
        let keys: Vec<&String> = line.as_object().unwrap().keys().collect();
        assert_eq!(keys, KEYS);
        assert_eq!((&line["solver"], &line["status"]), (&"auto".into(), &"converged".into()));
        assert!(line["residual"].as_f64().unwrap() <= 1.01e-8, "{line}");
    }
    let seen = |kind: &str, d: u64| lines.iter().any(|l| l["kind"] == kind && l["dimension"] == d);
    for (kind, d) in [("local", 2), ("local", 3), ("global", 2), ("global", 3)] {
        assert!(seen(kind, d), "{kind} {d}");
    }
    assert!(seen("local_rolling", 3) && seen("global_rolling", 3));
    let mut sorted: Vec<&str> = lines.iter().map(|l| l["file"].as_str().unwrap()).collect();
    sorted.sort_unstable();
    assert!(lines.iter().zip(sorted).all(|(line, file)| line["file"] == file));
}

#[test]
fn settings_of_scenes_are_options_too() {
    let sandbox = Sandbox::new("set");
    let file = format!("{PROBLEMS}/FC3D_Example1.hdf5");
    let solve = |set: &[&str]| {
        let mut arguments = vec!["solve", &file, "--solver", "gauss-seidel", "--json"];
        arguments.extend(set.iter().flat_map(|set| ["--set", set]));
        sandbox.run(&arguments)
    };
    let output = solve(&["order=distance", "local=hybrid", "relaxation=0.9", "acceleration=false"]);
    exits(&output, 0);
    let iterations = |output| objects(output)[0]["iterations"].as_u64();
    assert_ne!(iterations(&output), iterations(&solve(&[])));
    // Who lists the values leaves none out.
    let help = out(&sandbox.run(&["solve", "--help"]));
    let names = ORDERS.iter().map(|o| o.1).chain(LOCAL_METHODS.iter().map(|l| l.1));
    for name in names.chain(LINE_SEARCHES.iter().map(|l| l.1)) {
        assert!(help.contains(name), "{name}: {help}");
    }
    // What a solver does not read is said.
    assert!(err(&output).is_empty());
    let two = ["--solver", "admm,lemke", "--set", "order=shuffled", "--set", "facets=20"];
    let output = sandbox.run(&[&["solve", &file, "--json"][..], &two].concat());
    let expected = "warning: --set: `admm` does not read `order`, `facets`\n\
                    warning: --set: `lemke` does not read `order`\n";
    assert!(err(&output).starts_with(expected), "{}", err(&output));
    for (set, words) in [
        ("order=natral", "did you mean `natural`?"),
        ("facets=2", "between 3 and 64"),
        ("facet=8", "unknown key `facet`"),
        ("relaxation=2", "between 0 and 2"),
        ("tolerance=1e-3", "use --tolerance"),
        ("order", "key.path=value"),
    ] {
        let output = solve(&[set]);
        exits(&output, 2);
        assert!(err(&output).contains(words) && err(&output).contains("--set"), "{}", err(&output));
    }
}

#[test]
fn a_table_names_each_solver_once_for_each_problem() {
    let sandbox = Sandbox::new("table");
    let file = format!("{PROBLEMS}/FC3D_Example1.hdf5");
    let output = sandbox.run(&["solve", &file, "--solver", "auto,interior-point,auto"]);
    exits(&output, 0);
    assert_eq!(out(&output).lines().count(), 3, "{}", out(&output));
    assert!(out(&output).starts_with("file ") && out(&output).contains("interior-point"));
    // Long names keep the columns straight, and `all` among others is all.
    let output = sandbox.run(&["solve", &file, "--solver", "auto,all", "--tolerance", "1e-3"]);
    let table = out(&output);
    let ends: Vec<usize> = table.lines().map(|line| line.chars().count()).collect();
    assert!(ends.len() > 20 && ends.iter().all(|end| *end == ends[0]), "{table}");
    // A file that cannot be read has no table.
    sandbox.write("bad.hdf5", "no problem");
    assert_eq!(out(&sandbox.run(&["solve", "bad.hdf5"])), "");
    // A solver that does not take the problem is left out of `all`, and said when asked for.
    let rolling = format!("{PROBLEMS}/RFC3D_cube_1.hdf5");
    let all = objects(&sandbox.run(&["solve", &rolling, "--solver", "all", "--json"]));
    assert!(all.iter().all(|line| line["status"] != "not_accepted"));
    let output =
        sandbox.run(&["solve", &rolling, "--solver", "newton-fischer-burmeister", "--json"]);
    exits(&output, 1);
    assert_eq!(objects(&output)[0]["status"], "not_accepted");
}

#[test]
fn a_misspelt_solver_is_proposed() {
    let sandbox = Sandbox::new("misspelt");
    let file = format!("{PROBLEMS}/FC3D_Example1.hdf5");
    let output = sandbox.run(&["solve", &file, "--solver", "gaus-seidl"]);
    exits(&output, 2);
    assert!(err(&output).contains("did you mean `gauss-seidel`?"), "{}", err(&output));
    for wrong in [
        "--tolerance=-1",
        "--tolerance=nan",
        "--max-seconds=0",
        "--guess=best",
        "--max-iterations=0",
    ] {
        exits(&sandbox.run(&["solve", &file, wrong]), 2);
    }
    exits(&sandbox.run(&["solve", "."]), 2);
}

#[test]
fn solutions_are_written_as_problem_files_but_not_into_the_input() {
    let sandbox = Sandbox::new("solutions");
    let original = std::fs::read(format!("{PROBLEMS}/Box_Stacks-i0122-82-5.hdf5")).unwrap();
    std::fs::write(sandbox.file("stack.hdf5"), &original).unwrap();
    let two = "gauss-seidel,interior-point";
    exits(&sandbox.run(&["solve", "stack.hdf5", "--out", "a/b", "--solver", two]), 0);
    let solved = ProblemFile::read(&sandbox.file("a/b/stack.hdf5")).unwrap();
    let found = solved.solution.as_ref().unwrap();
    assert!(solved.measure(&found.v, &found.r).error <= 1e-8);
    let before = ProblemFile::read(&sandbox.file("stack.hdf5")).unwrap();
    assert_eq!(ProblemFile { solution: before.solution.clone(), ..solved }, before);
    for folder in [".", "a/.."] {
        let output = sandbox.run(&["solve", "stack.hdf5", "--out", folder]);
        exits(&output, 2);
        assert!(err(&output).contains("--force"), "{}", err(&output));
    }
    assert_eq!(std::fs::read(sandbox.file("stack.hdf5")).unwrap(), original);
    exits(&sandbox.run(&["solve", "stack.hdf5", "--out", ".", "--force"]), 0);
    assert_ne!(std::fs::read(sandbox.file("stack.hdf5")).unwrap(), original);
    std::fs::copy(sandbox.file("stack.hdf5"), sandbox.file("a/stack.hdf5")).unwrap();
    exits(&sandbox.run(&["solve", "stack.hdf5", "a/stack.hdf5", "--out", "c"]), 2);
}

#[test]
fn a_solution_that_did_not_converge_is_marked() {
    let sandbox = Sandbox::new("marked");
    let file = format!("{PROBLEMS}/OneObject-i100000-316.hdf5");
    let few = ["--solver", "gauss-seidel", "--max-iterations", "2"];
    exits(&sandbox.run(&[&["solve", &file, "--out", "a"][..], &few].concat()), 1);
    let before = ProblemFile::read(std::path::Path::new(&file)).unwrap().info.description;
    let read = |name: &str| ProblemFile::read(&sandbox.file(name)).unwrap();
    let marked = read("a/OneObject-i100000-316.hdf5").info.description;
    let mark = "[the solution did not converge: gauss-seidel to 1e-8 ended with iteration_limit";
    assert!(marked.starts_with(before.trim_end()) && marked.contains(mark), "{marked}");
    // A second one is marked once, and a solution takes the mark away.
    let again = ["solve", "a/OneObject-i100000-316.hdf5", "--out", "b"];
    exits(&sandbox.run(&[&again[..], &few].concat()), 1);
    assert_eq!(read("b/OneObject-i100000-316.hdf5").info.description, marked);
    exits(&sandbox.run(&again), 0);
    assert_eq!(read("b/OneObject-i100000-316.hdf5").info.description, before.trim_end());
    // A frictionless contact that nothing can move, and that must open: no solution, no file.
    let problem = ProblemFile {
        equations: Equations::Local {
            delassus: Sparse::from_triplets(3, 3, &[]),
            q: vec![-1.0, 0.0, 0.0],
        },
        block: Block::Space,
        mu: vec![0.3],
        mu_r: vec![],
        info: Info::default(),
        solution: None,
        guesses: vec![],
    };
    problem.write(&sandbox.file("wall.hdf5"), Storage::Rows).unwrap();
    let output = sandbox.run(&["solve", "wall.hdf5", "--json", "--out", "c"]);
    exits(&output, 1);
    assert_eq!(objects(&output)[0]["status"], "infeasible");
    assert!(
        err(&output).contains("no solution of `wall.hdf5`")
            && !sandbox.file("c/wall.hdf5").exists()
    );
}

#[test]
fn the_course_of_a_solve_is_written_and_drawn() {
    let sandbox = Sandbox::new("course");
    let file = format!("{PROBLEMS}/Sim_spheres-n5-step20-c150.hdf5");
    let solver = "interior-point,auto";
    exits(&sandbox.run(&["solve", &file, "--solver", solver, "--history", "h"]), 0);
    for name in ["interior-point", "auto"] {
        let csv = sandbox.file(&format!("h/Sim_spheres-n5-step20-c150.{name}.csv"));
        let text = std::fs::read_to_string(csv).unwrap();
        assert!(text.starts_with("iteration,seconds,residual\n"));
        let last: Vec<f64> =
            text.lines().last().unwrap().split(',').map(|x| x.parse().unwrap()).collect();
        assert!(last[0] >= 1.0 && last[1] > 0.0 && last[2] <= 1e-8, "{last:?}");
    }
    let svg = sandbox.file("h/Sim_spheres-n5-step20-c150.svg");
    assert!(std::fs::read_to_string(svg).unwrap().contains("interior-point"));
    let png = std::fs::read(sandbox.file("h/Sim_spheres-n5-step20-c150.png")).unwrap();
    assert!(png.starts_with(b"\x89PNG"));
}

/// Replaces every occurrence of some bytes by others of the same length.
fn patched(bytes: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut out = bytes.to_vec();
    let mut found = false;
    for at in 0..=bytes.len() - from.len() {
        if bytes[at..].starts_with(from) {
            out[at..at + to.len()].copy_from_slice(to);
            found = true;
        }
    }
    assert!(found);
    out
}

#[test]
fn bad_files_are_named_and_the_others_solved() {
    let sandbox = Sandbox::new("bad-problems");
    let good = std::fs::read(format!("{PROBLEMS}/FC3D_Example1.hdf5")).unwrap();
    std::fs::create_dir(sandbox.file("p")).unwrap();
    let write = |name: &str, bytes: &[u8]| std::fs::write(sandbox.file(name), bytes).unwrap();
    let tenth = 0.1_f64.to_le_bytes();
    write("p/a-missing.hdf5", &patched(&good, b"spacedim\0", b"spaced_m\0"));
    write("p/b-nan.hdf5", &patched(&good, &tenth, &f64::NAN.to_le_bytes()));
    write("p/c-cut.h5", &good[..good.len() / 2]);
    write("p/d-text.hdf5", b"no problem at all");
    write("p/e-good.hdf5", &good);
    write("p/ignored.txt", b"");
    let output = sandbox.run(&["solve", "p", "p/nowhere.hdf5", "--json"]);
    exits(&output, 2);
    let lines = objects(&output);
    assert_eq!(lines.len(), 1, "{}", out(&output));
    assert_eq!(
        (&lines[0]["file"], &lines[0]["status"]),
        (&"p/e-good.hdf5".into(), &"converged".into())
    );
    let said = err(&output);
    assert!(said.contains("error: p/a-missing.hdf5: /fclib_local/spacedim: "), "{said}");
    assert!(said.contains("error: p/b-nan.hdf5: /fclib_local/vectors/mu: "), "{said}");
    for name in ["p/c-cut.h5", "p/d-text.hdf5", "p/nowhere.hdf5"] {
        assert!(said.lines().any(|line| line.starts_with(&format!("error: {name}: "))), "{said}");
    }
    assert!(said.ends_with("error: 5 of 6 files could not be used\n"), "{said}");
}

#[test]
fn a_time_limit_is_kept_and_not_converging_is_an_exit_code() {
    let sandbox = Sandbox::new("time-limit");
    tower(&sandbox, 150);
    let problem = "o/problems/step-000001.hdf5";
    let hard = ["--solver", "gauss-seidel", "--tolerance", "1e-13", "--json"];
    let arguments = [&["solve", problem, "--max-seconds", "0.5"][..], &hard].concat();
    let output = sandbox.run(&arguments);
    exits(&output, 1);
    let line = &objects(&output)[0];
    assert_eq!(line["status"], "time_limit");
    let seconds = line["seconds"].as_f64().unwrap();
    assert!((0.5..0.55).contains(&seconds), "{seconds}");
    let arguments = [&["solve", problem, "--max-iterations", "7"][..], &hard].concat();
    let line = &objects(&sandbox.run(&arguments))[0];
    assert_eq!((&line["status"], &line["iterations"]), (&"iteration_limit".into(), &7.into()));
}

#[cfg(unix)]
#[test]
fn an_interruption_keeps_what_is_done() {
    let sandbox = Sandbox::new("solve-interrupt");
    tower(&sandbox, 300);
    let quick = format!("{PROBLEMS}/FC3D_Example1.hdf5");
    let arguments = ["solve", &quick, "o/problems", "--solver", "gauss-seidel", "--tolerance"];
    let rest = ["1e-13", "--max-seconds", "600", "--max-iterations", "1000000000", "--json"];
    let mut child = sandbox
        .command(&[&arguments[..], &rest].concat())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(1500));
    let id = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let asked = Instant::now();
    while child.try_wait().unwrap().is_none() {
        assert!(asked.elapsed().as_secs() < 10, "it did not stop");
        std::thread::sleep(Duration::from_millis(10));
    }
    let output = child.wait_with_output().unwrap();
    exits(&output, 1);
    assert_eq!(objects(&output).len(), 1);
    assert!(err(&output).contains("interrupted after 1 solves"), "{}", err(&output));
}

/// Two blocks in the plane, a ball beside a block in space.
const SCENES: [&str; 2] = [
    "dimension = 2\nshape.box = { size = [1.0, 1.0] }\nposition = [0.0, 0.5]\nangular_velocity = 0.1",
    "dimension = 3\nshape.sphere = { radius = 0.5 }\nposition = [0.0, 0.0, 0.5]\nvelocity = [1.0, 0.2, 0.0]",
];

#[test]
fn problems_of_a_run_can_be_solved_again() {
    for (dimension, scene) in [2, 3].into_iter().zip(SCENES) {
        let sandbox = Sandbox::new(&format!("capture-{dimension}"));
        let (head, body) = scene.split_once('\n').unwrap();
        let up = if dimension == 2 { "0, 1" } else { "0, 0, 1" };
        let text = format!(
            "{head}\ntitle = \"falling\"\ntime_step = 0.01\nduration = 0.2\n\
             [record]\nproblems = \"all\"\n[materials.stone]\ndensity = 2000.0\n\
             [[contacts]]\ndefault = true\nfriction = 0.3\n\
             [[bodies]]\nshape.half_space = {{ normal = [{up}] }}\n[[bodies]]\n{body}\n"
        );
        sandbox.write("scene.toml", &text);
        exits(&sandbox.run(&["run", "scene.toml", "--out", "o", "--quiet"]), 0);
        let output = sandbox.run(&["solve", "o/problems", "--json", "--tolerance", "1e-12"]);
        exits(&output, 0);
        let lines = objects(&output);
        assert_eq!(lines.len(), 20);
        assert_eq!(
            (&lines[0]["kind"], &lines[0]["dimension"]),
            (&"global".into(), &dimension.into())
        );
        let file = ProblemFile::read(&sandbox.file("o/problems/step-000017.hdf5")).unwrap();
        assert_eq!((file.info.title.as_str(), file.guesses.len()), ("falling", 1));
        assert!(
            file.info.description.contains("step 17 (t = 0.17 s)"),
            "{}",
            file.info.description
        );
        let found = file.solution.as_ref().unwrap();
        assert!(file.measure(&found.v, &found.r).error < 1e-5);
        // The run's answer is the first guess of the next step; from it nothing is left to do.
        let next = ProblemFile::read(&sandbox.file("o/problems/step-000018.hdf5")).unwrap();
        assert_eq!(next.guesses[0].r, found.r);
    }
}

#[test]
fn which_problems_are_kept_is_in_the_scene() {
    let sandbox = Sandbox::new("kept");
    let count = |set: &str| {
        let arguments = ["demo", "incline", "--overwrite", "--quiet", "--set", "duration=0.25"];
        let set = ["--set", set, "--set", "solver.max_iterations=1", "--out", "o"];
        let hard = ["--set", "solver.name=gauss-seidel", "--set", "solver.tolerance=1e-14"];
        let hard = [&hard[..], &["--allow-unconverged"]].concat();
        exits(&sandbox.run(&[&arguments[..], &set, &hard].concat()), 0);
        std::fs::read_dir(sandbox.file("o/problems")).map_or(0, Iterator::count)
    };
    assert_eq!(count("record.problems=never"), 0);
    assert_eq!(count("record.problems=all"), 25);
    assert_eq!(count("record.problems={every=10}"), 2);
    assert_eq!(count("record.problems=[1,3,99]"), 2);
    let unconverged = count("record.problems=unconverged");
    let summary = std::fs::read_to_string(sandbox.file("o/summary.json")).unwrap();
    let summary: Value = serde_json::from_str(&summary).unwrap();
    let steps = summary["unconverged_steps"].as_u64().unwrap() as usize;
    assert_eq!(unconverged, steps.min(10));
    for wrong in ["al", "5", "[0]", "{every=0}", "{evry=3}"] {
        let set = format!("record.problems={wrong}");
        exits(&sandbox.run(&["demo", "incline", "--set", &set]), 2);
    }
}
