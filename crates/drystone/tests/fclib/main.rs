//! Problem files: those of the literature read and written, damaged ones refused, answers graded.
//!
//! `DRYSTONE_FCLIB` names another folder of problems to read and write; `check.py` compares what
//! was written with h5py.

mod any_bytes;
mod grading;
mod invalid;
mod round_trip;

use drystone::problem::fclib::ProblemFile;
use std::path::{Path, PathBuf};

/// A problem of the test data.
fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/fclib").join(format!("{name}.hdf5"))
}

fn load(name: &str) -> ProblemFile {
    ProblemFile::read(&path(name)).unwrap_or_else(|error| panic!("{error}"))
}

/// Every problem in the folder, by name.
fn all() -> Vec<PathBuf> {
    let folder = std::env::var_os("DRYSTONE_FCLIB").map(PathBuf::from);
    let folder = folder.unwrap_or_else(|| path("x").parent().expect("a folder").to_path_buf());
    let files = std::fs::read_dir(folder).expect("a readable folder");
    let mut files: Vec<PathBuf> = files.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|file| file.extension().is_some_and(|e| e == "hdf5"));
    files.sort();
    assert!(!files.is_empty());
    files
}

/// A folder for what tests write, which is kept for `check.py`.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("a folder to write to");
    folder
}

/// Numbers in [-1, 1) that are the same in every run.
fn numbers(count: usize, mut seed: u64) -> Vec<f64> {
    let mut next = || {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    };
    (0..count).map(|_| next()).collect()
}
