//! Shared by the tests of the command.
#![allow(dead_code)] // each test binary uses its own part

use std::path::PathBuf;
use std::process::{Command, Output};

/// A folder of its own for a test, removed at the end.
pub struct Sandbox(pub PathBuf);

impl Sandbox {
    /// Makes the folder.
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("drystone-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// Runs the command in it.
    pub fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// The command, to be run in it.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_drystone"));
        command.args(arguments).current_dir(&self.0);
        command
    }

    /// A file in it.
    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Writes a file.
    pub fn write(&self, name: &str, text: &str) {
        std::fs::write(self.file(name), text).unwrap();
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The standard output.
pub fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The error output.
pub fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The exit code is this one, and nothing panicked.
#[track_caller]
pub fn exits(output: &Output, code: i32) {
    assert_eq!(output.status.code(), Some(code), "{}{}", out(output), err(output));
    assert!(!err(output).contains("panicked"), "{}", err(output));
}

/// The shortest scene.
pub const EMPTY: &str = "dimension = 2\ntime_step = 0.1\nduration = 1.0\n";

/// Problem files of the library's tests.
pub const PROBLEMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../drystone/tests/data/fclib");

/// The JSON objects of the standard output, one a line.
pub fn objects(output: &Output) -> Vec<serde_json::Value> {
    out(output).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Leaves the contact problem of a tower of blocks in `o/problems`: hard for sweeps.
pub fn tower(sandbox: &Sandbox, blocks: usize) {
    let scene = format!(
        "dimension = 3\ntime_step = 0.01\nduration = 0.01\n\
         [record]\nproblems = \"all\"\nframe_count = 0\npicture = false\n\
         [solver]\nmax_iterations = 1\n\
         [materials.stone]\ndensity = 2000.0\n[[contacts]]\ndefault = true\nfriction = 0.5\n\
         [[bodies]]\nshape.half_space = {{ normal = [0.0, 0.0, 1.0] }}\n\
         [[generators]]\nstack = {{ count = {blocks}, size = [1.0, 1.0, 0.5] }}\n"
    );
    sandbox.write("tower.toml", &scene);
    let unsolved = ["run", "tower.toml", "--out", "o", "--quiet", "--allow-unconverged"];
    exits(&sandbox.run(&unsolved), 0);
}
