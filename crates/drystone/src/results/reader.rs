//! Reads results.

use super::columns::{Check, blank, integer_columns, real_columns};
use super::facts::Facts;
use super::frame::{AnyFrame, Frame};
use super::opening::{cut_off, opened};
use super::store::Packing;
use super::{FORMAT, ResultsError, VERSION};
use crate::problem::fclib::length;
use crate::space::{configuration_size, velocity_size};
use hdf5_pure::{AttrValue, Dataset, File};
use std::collections::HashMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// A file of results, open for reading.
pub struct Results {
    path: PathBuf,
    file: File,
    /// Those that were read from, which remember where their chunks are.
    datasets: Mutex<HashMap<String, Arc<Dataset>>>,
    /// Its bytes.
    size: u64,
    dimension: usize,
    bodies: usize,
    time_step: f64,
    version: String,
    packing: Packing,
    scene: String,
    steps: Vec<u64>,
    times: Vec<f64>,
    contact_ends: Vec<u64>,
    checks: Vec<u64>,
}

impl Results {
    /// Opens a file, also while it grows.
    ///
    /// # Errors
    ///
    /// The file is missing, damaged, no file of results, or of a later version.
    pub fn open(path: &Path) -> Result<Self, ResultsError> {
        let size = std::fs::metadata(path).map_err(|e| ResultsError::whole(path, e))?.len();
        Self::of_file(path, opened(path)?, size)
    }

    /// Of the bytes that a file should have had; `path` is for messages.
    pub(super) fn of_bytes(path: &Path, bytes: Vec<u8>) -> Result<Self, ResultsError> {
        let size = bytes.len() as u64;
        let file = File::from_bytes(bytes);
        let file = file.map_err(|e| ResultsError::whole(path, format!("cannot be mended: {e}")))?;
        Self::of_file(path, file, size)
    }

    fn of_file(path: &Path, file: File, size: u64) -> Result<Self, ResultsError> {
        let whole = |message: String| ResultsError::whole(path, message);
        let facts = Facts::of(path, &file, (FORMAT, "a file of results"), VERSION)?;
        let dimension = facts.number("dimension")? as usize;
        if !matches!(dimension, 2 | 3) {
            return Err(whole(format!("has {dimension} dimensions, expected 2 or 3")));
        }
        let packing = Packing {
            compression: facts.number("compression")? as u32,
            single: facts.number("single_precision")? == 1,
        };
        let mut results = Self {
            path: path.to_path_buf(),
            dimension,
            bodies: facts.number("bodies")? as usize,
            time_step: facts.real("time_step")?,
            version: facts.text("drystone")?,
            packing,
            file,
            datasets: Mutex::default(),
            size,
            scene: String::new(),
            steps: vec![],
            times: vec![],
            contact_ends: vec![],
            checks: vec![],
        };
        if results.length("body_movable")? != results.bodies {
            return Err(whole(
                "is damaged: the number of bodies is not that of their names".into(),
            ));
        }
        results.scene = results.texts("scene")?.concat();
        results.count_frames()?;
        Ok(results)
    }

    /// Looks for frames that were added since.
    ///
    /// # Errors
    ///
    /// The file is damaged.
    pub fn refresh(&mut self) -> Result<(), ResultsError> {
        self.file = opened(&self.path)?;
        self.datasets = Mutex::default();
        self.size = std::fs::metadata(&self.path).map_or(self.size, |data| data.len());
        self.count_frames()
    }

    fn count_frames(&mut self) -> Result<(), ResultsError> {
        // The time is written last, so it is read first.
        let times = self.dataset("frames/time")?;
        self.times = times.read_f64().map_err(|e| self.damaged("frames/time", &e))?;
        self.steps = self.wholes("frames/step", 0..self.times.len())?;
        self.contact_ends = self.wholes("frames/contact_end", 0..self.times.len())?;
        self.checks = self.wholes("frames/check", 0..self.times.len())?;
        Ok(())
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// 2 or 3.
    pub fn dimension(&self) -> usize {
        self.dimension
    }

    /// Number of bodies.
    pub fn bodies(&self) -> usize {
        self.bodies
    }

    /// The time step (s).
    pub fn time_step(&self) -> f64 {
        self.time_step
    }

    /// The version of the program that wrote the file.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// How numbers are kept.
    pub fn packing(&self) -> Packing {
        self.packing
    }

    /// The scene as resolved.
    pub fn scene(&self) -> &str {
        &self.scene
    }

    /// Number of frames.
    pub fn frames(&self) -> usize {
        self.times.len()
    }

    /// Times of the frames (s).
    pub fn times(&self) -> &[f64] {
        &self.times
    }

    /// Steps of the frames.
    pub fn steps(&self) -> &[u64] {
        &self.steps
    }

    /// Number of contacts in a frame; none where there is no such frame.
    pub fn contacts(&self, frame: usize) -> usize {
        self.contact_range(frame).len()
    }

    /// Number of contacts in all frames.
    pub fn contact_count(&self) -> u64 {
        self.contact_ends.last().copied().unwrap_or(0)
    }

    /// Whether the file ends with this step, or before: nothing later, and nothing behind the last
    /// whole frame and row.
    pub(super) fn ends_with(&self, step: u64) -> Result<bool, ResultsError> {
        let rows = self.series("step")?;
        let (frames, contacts) = (self.frames() as u64, self.contact_count());
        let in_time = self.steps.last().is_none_or(|last| *last <= step)
            && rows.last().is_none_or(|last| *last <= step as f64);
        let is_even = |(path, numbers, components, _): (String, u64, u64, String)| {
            let (group, name) = path.split_once('/').unwrap_or_default();
            let of_bodies = matches!(name, "q" | "v");
            let expected = match group {
                "frames" => frames * if of_bodies { self.bodies as u64 } else { 1 },
                "contacts" => contacts,
                _ => rows.len() as u64,
            };
            numbers == expected * components
        };
        Ok(in_time && self.lists()?.into_iter().all(is_even))
    }

    fn contact_range(&self, frame: usize) -> Range<usize> {
        let end = |k: usize| self.contact_ends.get(k).map_or(0, |end| *end as usize);
        let start = frame.checked_sub(1).map_or(0, end);
        start..end(frame).max(start)
    }

    /// Names of the bodies.
    ///
    /// # Errors
    ///
    /// The file is damaged.
    pub fn body_names(&self) -> Result<Vec<String>, ResultsError> {
        self.texts("body_names")
    }

    /// A frame.
    ///
    /// # Errors
    ///
    /// There is none of this index or dimension, or the file is damaged.
    pub fn frame<const D: usize>(&self, index: usize) -> Result<Frame<D>, ResultsError> {
        if D != self.dimension {
            let message = format!("has {} dimensions, not {D}", self.dimension);
            return Err(ResultsError::whole(&self.path, message));
        }
        let (Some(&step), Some(&time)) = (self.steps.get(index), self.times.get(index)) else {
            let message = format!("has {} frames, none of index {index}", self.times.len());
            return Err(ResultsError::whole(&self.path, message));
        };
        let of_frame = |size: usize| index * size..(index + 1) * size;
        let q = self.reals("frames/q", of_frame(self.bodies * configuration_size(D)))?;
        let v = self.reals("frames/v", of_frame(self.bodies * velocity_size(D)))?;
        let range = self.contact_range(index);
        let there = self.length("contacts/gap")?;
        if range.end > there {
            let message =
                format!("is too short: {there} contacts where {} are expected", range.end);
            return Err(ResultsError::at(&self.path, "contacts/gap", message));
        }
        let mut contacts = blank::<D>(range.len());
        let mut check = Check::default();
        check.reals(&q, false);
        check.reals(&v, false);
        for column in real_columns::<D>() {
            let n = column.components;
            let values =
                self.reals(&format!("contacts/{}", column.name), range.start * n..range.end * n)?;
            check.reals(&values, false);
            column.fill(&mut contacts, &values);
        }
        for column in integer_columns::<D>() {
            let values = self.wholes(&format!("contacts/{}", column.name), range.clone())?;
            check.wholes(&values);
            column.fill(&mut contacts, &values);
        }
        if self.checks.get(index) != Some(&check.value()) {
            let message = format!("frame {index} is damaged: its numbers are not those written");
            return Err(ResultsError::whole(&self.path, message));
        }
        if contacts.iter().flat_map(|contact| contact.bodies).any(|body| body >= self.bodies) {
            return Err(ResultsError::at(&self.path, "contacts/body_candidate", "names no body"));
        }
        Ok(Frame { step, time, q, v, contacts })
    }

    /// A frame of the file's dimension.
    ///
    /// # Errors
    ///
    /// There is none of this index, or the file is damaged.
    pub fn any_frame(&self, index: usize) -> Result<AnyFrame, ResultsError> {
        if self.dimension == 2 {
            self.frame(index).map(AnyFrame::Plane)
        } else {
            self.frame(index).map(AnyFrame::Space)
        }
    }

    /// Names of the series.
    ///
    /// # Errors
    ///
    /// The file is damaged.
    pub fn series_names(&self) -> Result<Vec<String>, ResultsError> {
        let group = self.file.group("series").map_err(|e| self.damaged("series", &e))?;
        group.datasets().map_err(|e| self.damaged("series", &e))
    }

    /// A series: a number a step.
    ///
    /// # Errors
    ///
    /// There is none of this name, or the file is damaged.
    pub fn series(&self, name: &str) -> Result<Vec<f64>, ResultsError> {
        let path = format!("series/{name}");
        self.dataset(&path)?.read_f64().map_err(|e| self.damaged(&path, &e))
    }

    /// The checksums of the rows of the series.
    pub(super) fn row_checks(&self) -> Result<Vec<u64>, ResultsError> {
        self.wholes("rows/check", 0..self.length("rows/check")?)
    }

    /// Every list in the file: path, numbers, numbers that belong together, unit.
    ///
    /// # Errors
    ///
    /// The file is damaged.
    pub fn lists(&self) -> Result<Vec<(String, u64, u64, String)>, ResultsError> {
        let mut lists = vec![];
        for group in ["frames", "contacts", "rows", "series"] {
            let found = self.file.group(group).and_then(|group| group.datasets());
            for name in found.map_err(|e| self.damaged(group, &e))? {
                let path = format!("{group}/{name}");
                let dataset = self.dataset(&path)?;
                let shape = dataset.shape().map_err(|e| self.damaged(&path, &e))?;
                let facts = dataset.attrs().map_err(|e| self.damaged(&path, &e))?;
                let components = match facts.get("components") {
                    Some(AttrValue::U64(n)) => *n,
                    _ => 1,
                };
                let unit = match facts.get("unit") {
                    Some(AttrValue::String(unit) | AttrValue::AsciiString(unit)) => unit.clone(),
                    _ => String::new(),
                };
                lists.push((path, shape.first().copied().unwrap_or(0), components, unit));
            }
        }
        Ok(lists)
    }

    fn texts(&self, path: &str) -> Result<Vec<String>, ResultsError> {
        self.dataset(path)?.read_string().map_err(|e| self.damaged(path, &e))
    }

    /// A dataset of a size that the file can hold.
    fn dataset(&self, path: &str) -> Result<Arc<Dataset>, ResultsError> {
        // Handles are whole whatever happened to another thread that held the lock.
        let mut known = self.datasets.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(dataset) = known.get(path) {
            return Ok(dataset.clone());
        }
        let dataset = self.file.dataset(path).map_err(|e| self.damaged(path, &e))?;
        length(&dataset, self.size).map_err(|e| ResultsError::at(&self.path, path, e))?;
        let dataset = Arc::new(dataset);
        known.insert(path.to_string(), dataset.clone());
        Ok(dataset)
    }

    /// The length of a list.
    pub(super) fn length(&self, path: &str) -> Result<usize, ResultsError> {
        let length = length(&*self.dataset(path)?, self.size);
        length.map(|n| n as usize).map_err(|e| ResultsError::at(&self.path, path, e))
    }

    pub(super) fn reals(&self, path: &str, range: Range<usize>) -> Result<Vec<f64>, ResultsError> {
        if range.is_empty() {
            return Ok(vec![]);
        }
        let (start, count) = (range.start as u64, range.len() as u64);
        let values = self.dataset(path)?.read_f64_rows(start, count);
        self.complete(path, range.len(), values.map_err(|e| self.damaged(path, &e))?)
    }

    pub(super) fn wholes(&self, path: &str, range: Range<usize>) -> Result<Vec<u64>, ResultsError> {
        if range.is_empty() {
            return Ok(vec![]);
        }
        let (start, count) = (range.start as u64, range.len() as u64);
        let values = self.dataset(path)?.read_u64_rows(start, count);
        self.complete(path, range.len(), values.map_err(|e| self.damaged(path, &e))?)
    }

    fn complete<T>(&self, path: &str, n: usize, values: Vec<T>) -> Result<Vec<T>, ResultsError> {
        if values.len() == n {
            return Ok(values);
        }
        let message = format!("is too short: {} numbers where {n} are expected", values.len());
        Err(ResultsError::at(&self.path, path, message))
    }

    fn damaged(&self, path: &str, error: &hdf5_pure::Error) -> ResultsError {
        let otherwise = || ResultsError::at(&self.path, path, format!("cannot be read: {error}"));
        cut_off(&self.path).unwrap_or_else(otherwise)
    }
}
