//! `results.jsonl`: results as they come, one JSON object a line.

use super::attempt::Attempt;
use crate::Failure;
use crate::laboratory::history::cannot_write;
use crate::words::say;
use serde_json::Value;
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Results so far, on disk and in memory; of several of the same solve the last counts.
pub struct Results {
    path: PathBuf,
    file: File,
    known: HashMap<Key, Value>,
}

/// Which solve: file, solver, tolerance.
type Key = (String, String, u64);

fn key(result: &Value) -> Option<Key> {
    let text = |name: &str| Some(result[name].as_str()?.to_string());
    Some((text("file")?, text("solver")?, result["tolerance"].as_f64()?.to_bits()))
}

impl Results {
    /// Reads what is there; a line that was cut off is taken away.
    pub fn open(path: &Path) -> Result<Self, Failure> {
        let bad = |e| Failure::input(format!("cannot read `{}`: {e}", path.display()));
        let mut open = OpenOptions::new();
        let file = open.read(true).append(true).create(true).open(path).map_err(bad)?;
        let bytes = std::fs::read(path).map_err(bad)?;
        let whole = bytes.iter().rposition(|b| *b == b'\n').map_or(0, |end| end + 1);
        file.set_len(whole as u64).map_err(bad)?;
        let mut known = HashMap::new();
        for (number, line) in bytes[..whole].split(|b| *b == b'\n').enumerate() {
            if line.is_empty() {
                continue;
            }
            let value: Option<Value> = serde_json::from_slice(line).ok();
            match value.and_then(|value| Some((key(&value)?, value))) {
                Some((key, value)) => {
                    known.insert(key, value);
                }
                None => say!(
                    "warning: line {} of `{}` is no result and is ignored",
                    number + 1,
                    path.display()
                ),
            }
        }
        Ok(Self { path: path.to_path_buf(), file, known })
    }

    /// The result of a solve of the same problem by the same program.
    pub fn get(&self, attempt: &Attempt) -> Option<&Value> {
        self.last(attempt).filter(|result| result["fingerprint"] == attempt.fingerprint)
    }

    /// Whether all there is comes from another problem of the same name, or another program.
    pub fn is_stale(&self, attempt: &Attempt) -> bool {
        self.last(attempt).is_some() && self.get(attempt).is_none()
    }

    fn last(&self, attempt: &Attempt) -> Option<&Value> {
        let Attempt { about, solver, tolerance, .. } = attempt;
        self.known.get(&(about.file.clone(), solver.to_string(), tolerance.to_bits()))
    }

    /// Whether a solve need not be done: it was, and more time would not help.
    pub fn has(&self, attempt: &Attempt) -> bool {
        let Some(result) = self.get(attempt) else { return false };
        let out_of_time = matches!(result["status"].as_str(), Some("time_limit" | "killed"));
        let had = result["max_seconds"].as_f64().unwrap_or(f64::INFINITY);
        !(out_of_time && had < attempt.max_seconds)
    }

    /// Adds a result, on disk at once.
    pub fn add(&mut self, result: Value) -> Result<(), Failure> {
        let line = format!("{result}\n");
        self.file.write_all(line.as_bytes()).map_err(|e| cannot_write(&self.path, &e))?;
        if let Some(key) = key(&result) {
            self.known.insert(key, result);
        }
        Ok(())
    }
}
