//! The lists of a file, also while it grows: what was being written while it was read is read again.

use super::opening::{cut_off, opened};
use super::store::{CHECK, check_of_reals, check_of_texts, check_of_wholes};
use super::{LOCK, ResultsError};
use crate::problem::fclib::length;
use hdf5_pure::{AttrValue, Dataset, Error, File, FormatError};
use std::collections::HashMap;
use std::fs::TryLockError;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

/// How often something is read from a file that grows.
const ROUNDS: usize = 200;
/// How long is waited for a file to change: clocks of file systems tick every few milliseconds.
const PAUSE: Duration = Duration::from_millis(6);

/// A file that is read.
pub struct Source {
    path: PathBuf,
    state: Mutex<State>,
    /// Whether the file may grow: what is in memory does not.
    grows: bool,
}

struct State {
    file: File,
    /// Bytes of it when it was opened.
    size: u64,
    /// Those that were read from, which remember where their chunks are.
    datasets: HashMap<String, Arc<Dataset>>,
}

impl Source {
    /// Opens a file.
    pub fn open(path: &Path) -> Result<Self, ResultsError> {
        crate::intake::ordinary(path).map_err(|e| ResultsError::whole(path, e))?;
        let size = std::fs::metadata(path).map_err(|e| ResultsError::whole(path, e))?.len();
        let file = patiently(path, || opened(path))?;
        Ok(Self::of(path, file, size, true))
    }

    /// Of the bytes that a file should have had; `path` is for messages.
    pub fn of_bytes(path: &Path, bytes: Vec<u8>) -> Result<Self, ResultsError> {
        let size = bytes.len() as u64;
        let file = File::from_bytes(bytes);
        let file = file.map_err(|e| ResultsError::whole(path, format!("cannot be mended: {e}")))?;
        Ok(Self::of(path, file, size, false))
    }

    fn of(path: &Path, file: File, size: u64, grows: bool) -> Self {
        let state = Mutex::new(State { file, size, datasets: HashMap::new() });
        Self { path: path.to_path_buf(), state, grows }
    }

    /// The file's path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // What is in it is whole whatever happened to another thread that held the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks at the file as it is now.
    pub fn reopen(&self) -> Result<(), ResultsError> {
        if self.grows {
            let size = std::fs::metadata(&self.path).map_or(0, |data| data.len());
            let file = opened(&self.path)?;
            *self.state() = State { file, size, datasets: HashMap::new() };
        }
        Ok(())
    }

    /// Something that is read from the whole file.
    pub fn with_file<T>(&self, read: impl Fn(&File) -> T) -> T {
        read(&self.state().file)
    }

    /// Reads from a dataset, again while the file grows.
    fn read<T>(
        &self,
        path: &str,
        read: impl Fn(&Dataset) -> Result<T, Error>,
    ) -> Result<T, ResultsError> {
        let mut first = true;
        let mut attempt = || {
            if !std::mem::take(&mut first) {
                self.reopen()?;
            }
            read(&*self.dataset(path)?).map_err(|e| self.damaged(path, &e))
        };
        if self.grows { patiently(&self.path, attempt) } else { attempt() }
    }

    /// A dataset of a size that the file can hold.
    fn dataset(&self, path: &str) -> Result<Arc<Dataset>, ResultsError> {
        let mut state = self.state();
        if let Some(dataset) = state.datasets.get(path) {
            return Ok(dataset.clone());
        }
        let dataset = state.file.dataset(path).map_err(|e| self.damaged(path, &e))?;
        length(&dataset, state.size).map_err(|e| ResultsError::at(&self.path, path, e))?;
        let dataset = Arc::new(dataset);
        state.datasets.insert(path.to_string(), dataset.clone());
        Ok(dataset)
    }

    /// The length of a list.
    pub fn length(&self, path: &str) -> Result<usize, ResultsError> {
        let shape = self.read(path, Dataset::shape)?;
        Ok(shape.first().copied().unwrap_or(1) as usize)
    }

    /// Real numbers of a list.
    pub fn reals(&self, path: &str, range: Range<usize>) -> Result<Vec<f64>, ResultsError> {
        if range.is_empty() {
            return Ok(vec![]);
        }
        let (start, count) = (range.start as u64, range.len() as u64);
        let values = self.read(path, |dataset| dataset.read_f64_rows(start, count))?;
        self.complete(path, range.len(), values)
    }

    /// Whole numbers of a list.
    pub fn wholes(&self, path: &str, range: Range<usize>) -> Result<Vec<u64>, ResultsError> {
        if range.is_empty() {
            return Ok(vec![]);
        }
        let (start, count) = (range.start as u64, range.len() as u64);
        let values = self.read(path, |dataset| dataset.read_u64_rows(start, count))?;
        self.complete(path, range.len(), values)
    }

    /// All real numbers of a list that may grow.
    pub fn all_reals(&self, path: &str) -> Result<Vec<f64>, ResultsError> {
        self.read(path, Dataset::read_f64)
    }

    /// So many real numbers that do not change.
    pub fn constants(&self, path: &str, count: usize) -> Result<Vec<f64>, ResultsError> {
        let numbers = self.every_real(path)?;
        self.complete(path, count, numbers)
    }

    /// All of the real numbers that do not change.
    pub fn every_real(&self, path: &str) -> Result<Vec<f64>, ResultsError> {
        let numbers = self.reals(path, 0..self.length(path)?)?;
        self.expect_check(path, check_of_reals(&numbers))?;
        Ok(numbers)
    }

    /// All of the whole numbers that do not change, each below a limit.
    pub fn every_whole(&self, path: &str, limit: u64) -> Result<Vec<u64>, ResultsError> {
        let numbers = self.wholes(path, 0..self.length(path)?)?;
        self.expect_check(path, check_of_wholes(&numbers))?;
        match numbers.iter().find(|number| **number >= limit) {
            None => Ok(numbers),
            Some(number) => {
                let message = format!("{number} is out of range, expected below {limit}");
                Err(ResultsError::at(&self.path, path, message))
            }
        }
    }

    /// Ends of parts of a list of this length.
    pub fn ends(&self, path: &str, length: usize) -> Result<Vec<u64>, ResultsError> {
        let ends = self.every_whole(path, length as u64 + 1)?;
        if ends.is_sorted() && ends.last().copied().unwrap_or(0) == length as u64 {
            return Ok(ends);
        }
        Err(ResultsError::at(&self.path, path, "its parts do not make up the whole"))
    }

    /// Texts.
    pub fn texts(&self, path: &str) -> Result<Vec<String>, ResultsError> {
        let texts = self.read(path, Dataset::read_string)?;
        self.expect_check(path, check_of_texts(texts.iter().map(String::as_str)))?;
        Ok(texts)
    }

    fn expect_check(&self, path: &str, check: u64) -> Result<(), ResultsError> {
        let facts = self.read(path, Dataset::attrs)?;
        match facts.get(CHECK) {
            Some(AttrValue::U64(said)) if *said == check => Ok(()),
            _ => Err(ResultsError::at(&self.path, path, "is damaged: not what was written")),
        }
    }

    /// Names of the lists in a group, read again while the file grows.
    pub fn names(&self, group: &str) -> Result<Vec<String>, ResultsError> {
        let mut first = true;
        let mut attempt = || {
            if !std::mem::take(&mut first) {
                self.reopen()?;
            }
            match self.with_file(|file| file.group(group).and_then(|group| group.datasets())) {
                // It will not be there however often one looks.
                Err(Error::Format(FormatError::PathNotFound(_))) => Ok(None),
                found => found.map(Some).map_err(|e| self.damaged(group, &e)),
            }
        };
        let found = if self.grows { patiently(&self.path, attempt)? } else { attempt()? };
        found.ok_or_else(|| ResultsError::at(&self.path, group, "is not there"))
    }

    /// A list: its numbers, how many belong together, its unit.
    pub fn describe(&self, path: &str) -> Result<(u64, u64, String), ResultsError> {
        let facts = self.read(path, Dataset::attrs)?;
        let components = match facts.get("components") {
            Some(AttrValue::U64(n)) => *n,
            _ => 1,
        };
        let unit = match facts.get("unit") {
            Some(AttrValue::String(unit) | AttrValue::AsciiString(unit)) => unit.clone(),
            _ => String::new(),
        };
        Ok((self.length(path)? as u64, components, unit))
    }

    fn complete<T>(&self, path: &str, n: usize, values: Vec<T>) -> Result<Vec<T>, ResultsError> {
        if values.len() == n {
            return Ok(values);
        }
        let message = format!("has {} numbers where {n} are expected", values.len());
        Err(ResultsError::at(&self.path, path, message))
    }

    fn damaged(&self, path: &str, error: &Error) -> ResultsError {
        let otherwise = || ResultsError::at(&self.path, path, format!("cannot be read: {error}"));
        cut_off(&self.path).unwrap_or_else(otherwise)
    }
}

/// Tries until it works, or nobody writes to the file.
fn patiently<T>(
    path: &Path,
    mut attempt: impl FnMut() -> Result<T, ResultsError>,
) -> Result<T, ResultsError> {
    let mut before = stamp(path);
    let mut result = attempt();
    for round in 1..ROUNDS {
        if result.is_ok() {
            break;
        }
        std::thread::sleep(PAUSE);
        let now = stamp(path);
        // The first attempt may have looked at the file as it was long ago. A run that waits for
        // the processor in the middle of a frame changes nothing for a while.
        if round > 1 && now == before && !is_being_written(path) {
            break;
        }
        before = now;
        result = attempt();
    }
    result
}

/// What changes when a file is written to.
fn stamp(path: &Path) -> Option<(u64, SystemTime)> {
    let data = std::fs::metadata(path).ok()?;
    Some((data.len(), data.modified().ok()?))
}

/// Whether a run holds the lock of the file's folder.
fn is_being_written(path: &Path) -> bool {
    let lock = path.with_file_name(LOCK);
    let lock = crate::intake::ordinary(&lock).and_then(|()| std::fs::File::open(&lock));
    lock.is_ok_and(|lock| matches!(lock.try_lock_shared(), Err(TryLockError::WouldBlock)))
}
