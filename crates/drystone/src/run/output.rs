//! The folder of a run's results, and what can go wrong with it.

use crate::intake;
use crate::results::checkpoint::CHECKPOINT;
use crate::results::replace::{replace, vacate};
use crate::results::{FILE, LOCK, Results};
use crate::scene::RESOLVED;
use std::fmt;
use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Why a run did not reach its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunError {
    /// What the user asked for cannot be done; nothing was simulated.
    BadInput(String),
    /// Something failed during the run; what was written so far is kept.
    Failed(String),
    /// The run is at its end already, so that there is nothing to go on with.
    Finished {
        /// The step at which it is, and how to run on.
        message: String,
        /// Its summary, as it stands in the folder.
        summary: serde_json::Value,
        /// Why it does not count as converged, by the books of its checkpoint.
        not_converged: Option<String>,
    },
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BadInput(message) | Self::Failed(message) | Self::Finished { message, .. } => {
                f.write_str(message)
            }
        }
    }
}

impl std::error::Error for RunError {}

/// Names a run may write, or commands about it by default, removed in this order when results are
/// replaced. A run that is killed meanwhile leaves either all that its checkpoint needs, or neither
/// a checkpoint nor a scene to begin anew from; and to the end one of [`MARKS`].
const RESULTS: &[&str] = &[
    SCENE,
    CHECKPOINT,
    SUMMARY,
    "bodies.pvd",
    "contacts.pvd",
    "picture.png",
    "picture.svg",
    "view.html",
    "frames",
    "problems",
    "render.png",
    "plot.png",
    "plot.svg",
    "joints.pvd",
    "meshes.pvd",
    "skins.pvd",
    "bodies.vtkhdf",
    "joints.vtkhdf",
    "meshes.vtkhdf",
    "skins.vtkhdf",
    "contacts.vtkhdf",
    "rescued.h5",
    "scene.toml.new",
    "history.csv.new",
    "results.h5.new",
    "checkpoint.h5.new",
    "summary.json.new",
    "history.csv",
    FILE,
];

/// Names by which a folder is known for one of results.
const MARKS: &[&str] = &[FILE, CHECKPOINT, SUMMARY, "history.csv"];

/// The scene as resolved, and the run in numbers.
pub(super) const SCENE: &str = "scene.toml";
pub(super) const SUMMARY: &str = "summary.json";

/// Bytes that a summary has at most: it is a page of numbers and sentences.
const SUMMARY_BYTES: u64 = 1 << 26;

/// How often a lock is asked for.
const LOCK_ROUNDS: usize = 4;

/// A folder that can be written to, and that no other run writes to.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    /// Held as long as this is.
    _lock: File,
}

impl Drop for Folder {
    fn drop(&mut self) {
        // The lock goes with the file; that its name stays does no harm.
        let _ = std::fs::remove_file(self.file(LOCK));
    }
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
            let entries = std::fs::read_dir(path).map_err(|e| bad("read the folder", &e))?;
            let own = |name: &std::ffi::OsStr| name == LOCK;
            let empty = entries.flatten().all(|entry| own(&entry.file_name()));
            if !empty && !overwrite {
                return Err(RunError::BadInput(format!(
                    "the output folder `{shown}` is not empty\nhelp: choose another with \
                     --out, or allow replacing its results with --overwrite"
                )));
            }
            refuse_to_remove(path)?;
        }
        std::fs::create_dir_all(path).map_err(|e| bad("make the output folder", &e))?;
        let folder = Self { path: path.to_path_buf(), _lock: lock(path)? };
        if overwrite {
            folder.clear()?;
        }
        Ok(folder)
    }

    /// Removes what a run has left.
    pub fn clear(&self) -> Result<(), RunError> {
        self.clear_but("")
    }

    /// Removes what a run has left but for this.
    pub fn clear_but(&self, kept: &str) -> Result<(), RunError> {
        refuse_to_remove(&self.path)?;
        let shown = self.path.display();
        for name in RESULTS.iter().filter(|name| **name != kept) {
            let old = self.file(name);
            let removed = match old.symlink_metadata() {
                Err(_) => continue,
                Ok(data) if data.is_dir() => std::fs::remove_dir_all(&old),
                Ok(_) => std::fs::remove_file(&old),
            };
            removed.map_err(|e| {
                RunError::BadInput(format!("cannot replace the results in `{shown}`: {e}"))
            })?;
        }
        Ok(())
    }

    /// The scene of a run that was killed before it had a checkpoint. Where more than its beginning
    /// would be lost by starting again, that is left to the user.
    pub fn begun(&self) -> Result<String, RunError> {
        let shown = self.path.display();
        let refuse = |why: String| {
            Err(RunError::BadInput(format!(
                "cannot go on: there is no checkpoint in `{shown}`{why}\nhelp: start it anew with \
                 --overwrite"
            )))
        };
        let scene = self.file(SCENE);
        match intake::begins_with(&scene, RESOLVED) {
            Ok(true) => {}
            Ok(false) => return refuse(", and no run has written its scene.toml".into()),
            Err(e) if e.kind() == io::ErrorKind::NotFound => {
                return refuse(" and no scene of a run".into());
            }
            Err(e) => return refuse(format!(", and scene.toml cannot be read: {e}")),
        }
        if self.file(SUMMARY).symlink_metadata().is_ok() {
            return refuse(", whose run has come to an end and kept none".into());
        }
        let frames = Results::open(&self.file(FILE)).map_or(0, |results| results.frames());
        let rows = intake::lines(&self.file("history.csv")).unwrap_or(0).saturating_sub(1);
        if frames > 1 || rows > 0 {
            return refuse(format!(", but {frames} frames and {rows} rows that would be lost"));
        }
        intake::read_text(&scene)
            .or_else(|e| refuse(format!(", and scene.toml cannot be read: {e}")))
    }

    /// The summary of a run that has ended with this step.
    pub fn summary_at(&self, step: u64) -> Option<serde_json::Value> {
        let text = intake::read_text_of(&self.file(SUMMARY), SUMMARY_BYTES).ok()?;
        let summary: serde_json::Value = serde_json::from_str(&text).ok()?;
        (summary["steps"].as_u64() == Some(step)).then_some(summary)
    }

    /// The folder of a run that is to be gone on with.
    pub fn existing(path: &Path) -> Result<Self, RunError> {
        if path.is_dir() {
            return Ok(Self { path: path.to_path_buf(), _lock: lock(path)? });
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

    /// Writes a whole file in the place of another: killed at any moment, one of both is there.
    pub fn replace(&self, name: &str, contents: &[u8]) -> Result<(), RunError> {
        replace(&self.file(name), contents).map_err(|e| self.failed(name, &e))
    }

    /// Makes room for a file that others write.
    pub fn vacate(&self, name: &str) -> Result<(), RunError> {
        match intake::writable(&self.file(name)) {
            Ok(()) => Ok(()),
            Err(_) => vacate(&self.file(name)).map_err(|e| self.failed(name, &e)),
        }
    }

    /// Removes a file that is not true any more, if there is one.
    pub fn forget(&self, name: &str) -> Result<(), RunError> {
        match std::fs::remove_file(self.file(name)) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => Err(self.failed(name, &e)),
            _ => Ok(()),
        }
    }

    /// The error of a file that could not be written.
    pub fn failed(&self, name: &str, error: &io::Error) -> RunError {
        RunError::Failed(format!("cannot write `{}`: {error}", self.file(name).display()))
    }
}

/// Whatever is to be removed must be of a run: a scene of the user's own, or a folder that happens to
/// be called `frames`, is not.
fn refuse_to_remove(path: &Path) -> Result<(), RunError> {
    let refuse = |name: &str, why: &str| {
        let place = path.join(name);
        Err(RunError::BadInput(format!(
            "`{}` would be replaced, but {why}\nhelp: choose another folder with --out",
            place.display()
        )))
    };
    let is_run = MARKS.iter().any(|name| path.join(name).exists());
    let is_there = |name: &&&str| path.join(name).symlink_metadata().is_ok();
    // What waits to be complete is nobody's work.
    let mut there = RESULTS.iter().filter(is_there).filter(|name| !name.ends_with(".new"));
    // A run that was killed at once has left its scene and nothing else.
    let first = there.next().filter(|first| **first != SCENE || there.next().is_some());
    if let Some(name) = first.filter(|_| !is_run) {
        return refuse(name, "the folder holds no results of a run");
    }
    match intake::begins_with(&path.join(SCENE), RESOLVED) {
        Ok(true) => Ok(()),
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(()),
        _ => refuse(SCENE, "no run has written it"),
    }
}

/// Locks a folder until the file is dropped, or the program ends in whatever way.
fn lock(path: &Path) -> Result<File, RunError> {
    let shown = path.display();
    let bad = |e: io::Error| {
        RunError::BadInput(format!("cannot write to the output folder `{shown}`: {e}"))
    };
    let place = path.join(LOCK);
    let file = intake::writable(&place).and_then(|()| File::create(&place)).map_err(bad)?;
    // Whoever reads the results asks for the lock now and then, for a moment.
    let mut locked = file.try_lock();
    for _ in 0..LOCK_ROUNDS {
        if matches!(locked, Err(TryLockError::WouldBlock)) {
            std::thread::sleep(Duration::from_millis(5));
            locked = file.try_lock();
        }
    }
    match locked {
        // Where a file system knows no locks, there is none.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            Err(RunError::BadInput(format!("another run is writing to `{shown}`")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Killed after any number of files was removed, a folder holds a run that goes on, or none.
    #[test]
    fn a_folder_that_is_half_cleared_is_no_run() {
        let path = std::env::temp_dir().join(format!("drystone-cleared-{}", std::process::id()));
        for removed in 0..RESULTS.len() {
            let _ = std::fs::remove_dir_all(&path);
            std::fs::create_dir_all(&path).unwrap();
            for name in &RESULTS[removed..] {
                std::fs::write(path.join(name), RESOLVED).unwrap();
            }
            let folder = Folder::existing(&path).unwrap();
            let is_there = |name: &str| folder.file(name).exists();
            match is_there(CHECKPOINT) {
                true => assert!(is_there(FILE) && is_there("history.csv") && is_there(SUMMARY)),
                false => assert!(folder.begun().is_err(), "{removed}"),
            }
            drop(folder);
            assert!(Folder::prepare(&path, true).is_ok(), "{removed}");
        }
        let _ = std::fs::remove_dir_all(&path);
    }
}
