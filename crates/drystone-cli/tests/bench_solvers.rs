//! The bench of solvers: results as they come, going on, limits, the report.

mod sandbox;

use sandbox::{PROBLEMS, Sandbox, err, exits, out};
use serde_json::Value;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn results(sandbox: &Sandbox) -> Vec<Value> {
    let text = std::fs::read_to_string(sandbox.file("r/results.jsonl")).unwrap_or_default();
    text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

fn copy(sandbox: &Sandbox, names: &[&str]) {
    std::fs::create_dir(sandbox.file("p")).unwrap();
    for name in names {
        std::fs::copy(format!("{PROBLEMS}/{name}"), sandbox.file(&format!("p/{name}"))).unwrap();
    }
}

#[test]
fn a_report_is_made_and_bad_files_do_not_stop_it() {
    let sandbox = Sandbox::new("bench");
    copy(&sandbox, &["FC3D_Example1.hdf5", "Rover1040.hdf5", "RFC3D_cube_1.hdf5"]);
    sandbox.write("p/bad.hdf5", "no problem");
    let arguments =
        ["bench-solvers", "p", "--solvers", "auto,newton-fischer-burmeister", "--out", "r"];
    let output = sandbox.run(&[&arguments[..], &["--tolerances", "1e-4,1e-8"]].concat());
    exits(&output, 2);
    assert!(err(&output).contains("error: p/bad.hdf5: "), "{}", err(&output));
    // The function of Fischer and Burmeister does not take the rolling problem.
    let all = results(&sandbox);
    assert_eq!(all.len(), 2 * (3 + 2));
    assert!(all.iter().all(|r| r["status"] == "converged" && r["max_seconds"] == 10.0));
    assert!(all.iter().all(|r| r["fingerprint"].as_str().is_some_and(|f| f.len() == 33)));
    let csv = std::fs::read_to_string(sandbox.file("r/table.csv")).unwrap();
    assert_eq!(csv.lines().count(), 1 + all.len());
    let page = std::fs::read_to_string(sandbox.file("r/index.html")).unwrap();
    for part in ["<h2>Tolerance 1e-8</h2>", "p/Rover1040.hdf5", "cores", "class=\"best\"", "<svg"] {
        assert!(page.contains(part), "{part}");
    }
    assert!(!page.contains("src=") && !page.contains("href="), "the page needs nothing else");
    for name in ["profile-1e-4.png", "profile-1e-8.svg", "courses/1e-8/Rover1040.png"] {
        assert!(sandbox.file("r").join(name).is_file(), "{name}");
    }
    let output = sandbox.run(&["bench-solvers", "p", "--solvers", "atuo", "--out", "r2"]);
    exits(&output, 2);
    assert!(err(&output).contains("did you mean `auto`?") && !sandbox.file("r2").exists());
}

#[cfg(unix)]
#[test]
fn a_killed_bench_goes_on_where_it_was() {
    let sandbox = Sandbox::new("bench-resume");
    let arguments = ["bench-solvers", PROBLEMS, "--max-seconds", "3", "--out", "r"];
    let arguments = [&arguments[..], &["--solvers", "auto,gauss-seidel,interior-point"]].concat();
    let mut child =
        sandbox.command(&arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let started = Instant::now();
    while results(&sandbox).len() < 5 {
        assert!(started.elapsed().as_secs() < 60, "no results");
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    // What a process that dies while writing leaves behind.
    let file = sandbox.file("r/results.jsonl");
    let before = std::fs::read_to_string(&file).unwrap();
    let whole = &before[..before.rfind('\n').unwrap() + 1];
    std::fs::write(&file, format!("{whole}{{\"file\": \"cut o")).unwrap();
    exits(&sandbox.run(&arguments), 0);
    let after = std::fs::read_to_string(&file).unwrap();
    assert!(after.starts_with(whole) && !after.contains("cut o"));
    let mut seen: Vec<String> = results(&sandbox)
        .iter()
        .map(|r| format!("{} {} {}", r["file"], r["solver"], r["tolerance"]))
        .collect();
    let count = seen.len();
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), count, "nothing is done twice");
    let output = sandbox.run(&arguments);
    exits(&output, 0);
    assert!(out(&output).starts_with(&format!("{count} of {count} results")), "{}", out(&output));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), after);
}

#[test]
fn another_problem_under_the_same_name_is_solved_again() {
    let sandbox = Sandbox::new("bench-stale");
    copy(&sandbox, &["FC3D_Example1.hdf5", "Rover1040.hdf5"]);
    let arguments = ["bench-solvers", "p", "--solvers", "auto,interior-point", "--out", "r"];
    let arguments = [&arguments[..], &["--tolerances", "1e-4,1e-8,1e-4"]].concat();
    exits(&sandbox.run(&arguments), 0);
    let before = results(&sandbox);
    assert_eq!(before.len(), 8, "a tolerance that is named twice counts once");
    let original = std::fs::read(sandbox.file("p/FC3D_Example1.hdf5")).unwrap();
    std::fs::copy(sandbox.file("p/Rover1040.hdf5"), sandbox.file("p/FC3D_Example1.hdf5")).unwrap();
    let output = sandbox.run(&arguments);
    exits(&output, 0);
    assert!(err(&output).contains("4 earlier results are of other problems"), "{}", err(&output));
    let after = results(&sandbox);
    assert_eq!(after.len(), 12);
    let rover = before.iter().find(|r| r["file"] == "p/Rover1040.hdf5").unwrap();
    assert!(after[8..].iter().all(|r| r["file"] == "p/FC3D_Example1.hdf5"));
    assert!(after[8..].iter().all(|r| r["contacts"] == rover["contacts"]));
    // The table shows the new ones only.
    let table = std::fs::read_to_string(sandbox.file("r/table.csv")).unwrap();
    let contacts: Vec<&str> = table.lines().skip(1).map(|l| l.split(',').nth(3).unwrap()).collect();
    assert_eq!(contacts, vec![rover["contacts"].to_string(); 8]);
    std::fs::write(sandbox.file("p/FC3D_Example1.hdf5"), original).unwrap();
    exits(&sandbox.run(&arguments), 0);
    assert_eq!(results(&sandbox).len(), 16);
}

#[cfg(target_os = "linux")]
#[test]
fn another_build_of_the_program_solves_again() {
    use std::io::Write;
    let sandbox = Sandbox::new("bench-build");
    copy(&sandbox, &["FC3D_Example1.hdf5"]);
    let arguments = ["bench-solvers", "p", "--solvers", "auto", "--out", "r"];
    exits(&sandbox.run(&arguments), 0);
    exits(&sandbox.run(&arguments), 0);
    assert_eq!(results(&sandbox).len(), 2);
    // A byte behind its end does not disturb a program.
    let other = sandbox.file("other");
    std::fs::copy(env!("CARGO_BIN_EXE_drystone"), &other).unwrap();
    std::fs::OpenOptions::new().append(true).open(&other).unwrap().write_all(b"x").unwrap();
    let output = Command::new(&other).args(arguments).current_dir(&sandbox.0).output().unwrap();
    exits(&output, 0);
    assert!(err(&output).contains("another build of the program"), "{}", err(&output));
    assert_eq!(results(&sandbox).len(), 4);
}

#[cfg(unix)]
#[test]
fn a_solve_that_hangs_is_killed_and_its_neighbours_are_not() {
    let sandbox = Sandbox::new("bench-hang");
    copy(&sandbox, &["FC3D_Example1.hdf5", "Rover1040.hdf5"]);
    // Nobody reads this pipe: the solve never gets to its end.
    std::fs::create_dir_all(sandbox.file("r/histories/1e-4")).unwrap();
    let pipe = sandbox.file("r/histories/1e-4/Rover1040.auto.csv");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let arguments = ["bench-solvers", "p", "--solvers", "auto", "--tolerances", "1e-4"];
    let mut bench = sandbox
        .command(&[&arguments[..], &["--max-seconds", "0.4", "--jobs", "2", "--out", "r"]].concat())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let started = Instant::now();
    while results(&sandbox).len() < 2 {
        assert!(started.elapsed().as_secs() < 30, "the hanging solve was not killed");
        std::thread::sleep(Duration::from_millis(10));
    }
    // The report would read the pipe, too.
    std::fs::remove_file(&pipe).unwrap();
    bench.kill().unwrap();
    bench.wait().unwrap();
    let all = results(&sandbox);
    let status = |name: &str| {
        let line = all.iter().find(|r| r["file"].as_str().unwrap().contains(name)).unwrap();
        (line["status"].as_str().unwrap().to_string(), line["seconds"].as_f64().unwrap())
    };
    assert_eq!(status("FC3D").0, "converged");
    let (status, seconds) = status("Rover");
    assert_eq!(status, "killed");
    assert!((2.5..2.8).contains(&seconds), "{seconds}");
}
