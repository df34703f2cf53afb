//! Writing a problem file: whole or not at all.

use super::check::check;
use super::error::Wrong;
use super::hdf5::{Tree, bytes};
use super::matrix;
use super::{Block, Equations, FclibError, ProblemFile, Solution, Storage};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

impl ProblemFile {
    /// Writes the problem to a file, replacing what was there; if that fails, what was there
    /// stays. A problem that could not be read again is refused.
    pub fn write(&self, path: &Path, storage: Storage) -> Result<(), FclibError> {
        let bytes = self.encoded(storage).map_err(|wrong| wrong.of(path))?;
        replace(path, &bytes).map_err(|error| Wrong::whole(error.to_string()).of(path))
    }

    /// The bytes of the file; `name` stands for the file in errors.
    pub fn to_bytes(&self, name: &str, storage: Storage) -> Result<Vec<u8>, FclibError> {
        self.encoded(storage).map_err(|wrong| wrong.of(name.as_ref()))
    }

    fn encoded(&self, storage: Storage) -> Result<Vec<u8>, Wrong> {
        let root = match (&self.equations, self.block.is_rolling()) {
            (Equations::Local { .. }, _) => "fclib_local",
            (Equations::Global { .. }, false) => "fclib_global",
            (Equations::Global { .. }, true) => "fclib_global_rolling",
        };
        check(self, &format!("/{root}"))?;
        let mut groups = vec![problem(self, root, storage)?];
        if let Some(found) = &self.solution {
            groups.push(solution("solution", found));
        }
        if !self.guesses.is_empty() {
            let mut guesses = Tree::new("guesses");
            let count = i32::try_from(self.guesses.len());
            let count = count.map_err(|_| Wrong::at("/guesses", "more than 32 bits can count"))?;
            guesses.integers("number_of_guesses", &[count]);
            for (k, guess) in self.guesses.iter().enumerate() {
                guesses.group(solution(&(k + 1).to_string(), guess));
            }
            groups.push(guesses);
        }
        bytes(groups)
    }
}

fn problem(problem: &ProblemFile, root: &str, storage: Storage) -> Result<Tree, Wrong> {
    let mut group = Tree::new(root);
    let spacedim = match problem.block {
        Block::Plane => 2,
        Block::Space | Block::RollingPlane => 3,
        Block::RollingSpace => 5,
    };
    group.integers("spacedim", &[spacedim]);
    let mut vectors = Tree::new("vectors");
    match &problem.equations {
        Equations::Local { delassus, q } => {
            group.group(matrix::write("W", delassus, storage)?);
            vectors.reals("q", q);
        }
        Equations::Global { mass, kinematic, f, w } => {
            group.group(matrix::write("M", mass, storage)?);
            group.group(matrix::write("H", kinematic, storage)?);
            vectors.reals("f", f);
            vectors.reals("w", w);
        }
    }
    vectors.reals("mu", &problem.mu);
    if problem.block.is_rolling() {
        vectors.reals("mu_r", &problem.mu_r);
    }
    group.group(vectors);
    let mut info = Tree::new("info");
    info.text("title", &problem.info.title);
    info.text("description", &problem.info.description);
    info.text("math_info", &problem.info.math_info);
    group.group(info);
    Ok(group)
}

fn solution(name: &str, solution: &Solution) -> Tree {
    let mut group = Tree::new(name);
    if !solution.v.is_empty() {
        group.reals("v", &solution.v);
    }
    group.reals("u", &solution.u);
    group.reals("r", &solution.r);
    group
}

/// Writes a neighbour and renames it, so that the file is never seen half written.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let no_name = || io::Error::new(io::ErrorKind::InvalidInput, "not the name of a file");
    let mut name = path.file_name().ok_or_else(no_name)?.to_os_string();
    name.push(format!(".{}.part", std::process::id()));
    let part = path.with_file_name(name);
    let written = write_through(&part, bytes).and_then(|()| fs::rename(&part, path));
    if written.is_err() {
        // What matters is why the file could not be written; the neighbour may not even exist.
        let _ = fs::remove_file(&part);
    }
    written
}

/// Writes and waits for the disk: a full one is often noticed only then.
fn write_through(path: &PathBuf, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}
