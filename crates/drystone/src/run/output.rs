//! The folder of a run's results, and what can go wrong with it.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why a run did not reach its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunError {
    /// What the user asked for cannot be done; nothing was simulated.
    BadInput(String),
    /// Something failed during the run; what was written so far is kept.
    Failed(String),
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BadInput(message) | Self::Failed(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for RunError {}

/// Names a run may write, removed when results are replaced.
const RESULTS: &[&str] = &[
    "scene.toml",
    "history.csv",
    "results.h5",
    "checkpoint.h5",
    "summary.json",
    "bodies.pvd",
    "contacts.pvd",
    "picture.png",
    "picture.svg",
    "view.html",
    "frames",
    "problems",
];

/// A folder that can be written to.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    /// Makes the folder, or empties it of the results of an earlier run if that is allowed.
    pub fn prepare(path: &Path, overwrite: bool) -> Result<Self, RunError> {
        let shown = path.display();
        let bad =
            |what: &str, e: &io::Error| RunError::BadInput(format!("cannot {what} `{shown}`: {e}"));
        if path.exists() && !path.is_dir() {
            let message = format!("the output folder `{shown}` exists and is not a folder");
            return Err(RunError::BadInput(message));
        }
        if path.is_dir() {
            let mut entries = std::fs::read_dir(path).map_err(|e| bad("read the folder", &e))?;
            if entries.next().is_some() && !overwrite {
                return Err(RunError::BadInput(format!(
                    "the output folder `{shown}` is not empty\nhelp: choose another with \
                     --out, or allow replacing its results with --overwrite"
                )));
            }
            for name in RESULTS {
                let old = path.join(name);
                let removed = match old.symlink_metadata() {
                    Err(_) => continue,
                    Ok(data) if data.is_dir() => std::fs::remove_dir_all(&old),
                    Ok(_) => std::fs::remove_file(&old),
                };
                removed.map_err(|e| bad("replace the results in", &e))?;
            }
        }
        std::fs::create_dir_all(path).map_err(|e| bad("make the output folder", &e))?;
        let probe = path.join(".writable");
        std::fs::write(&probe, b"")
            .and_then(|()| std::fs::remove_file(&probe))
            .map_err(|e| bad("write to the output folder", &e))?;
        Ok(Self { path: path.to_path_buf() })
    }

    /// The folder of a run that is to be gone on with.
    pub fn existing(path: &Path) -> Result<Self, RunError> {
        if path.is_dir() {
            return Ok(Self { path: path.to_path_buf() });
        }
        Err(RunError::BadInput(format!("`{}` is no folder of results", path.display())))
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A file in the folder.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Writes a whole file.
    pub fn write(&self, name: &str, contents: &[u8]) -> Result<(), RunError> {
        std::fs::write(self.file(name), contents).map_err(|e| self.failed(name, &e))
    }

    /// The error of a file that could not be written.
    pub fn failed(&self, name: &str, error: &io::Error) -> RunError {
        RunError::Failed(format!("cannot write `{}`: {error}", self.file(name).display()))
    }
}
