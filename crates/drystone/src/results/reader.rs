//! Reads results.

use super::columns::{Check, Extras, blank, integer_columns, may_be_missing, real_columns};
use super::compact::Extent;
use super::facts::Facts;
use super::frame::{AnyFrame, Frame};
use super::linkages;
use super::mesh_state;
use super::meshes::Meshes;
use super::meshes_file;
use super::source::Source;
use super::standing::clock;
use super::store::Packing;
use super::writer::CLOCK;
use super::{FORMAT, ResultsError, VERSION};
use crate::joints::JointState;
use crate::space::{configuration_size, velocity_size};
use std::ops::Range;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// A file of results, open for reading.
pub struct Results {
    source: Source,
    dimension: usize,
    bodies: usize,
    time_step: f64,
    version: String,
    build: String,
    packing: Packing,
    extras: Extras,
    /// Names of the lists of contacts, and whether there is one of bonds out of sight.
    columns: Vec<String>,
    has_lost: bool,
    /// Whether it says which of these are whole and which broken.
    has_lost_bonds: bool,
    /// Whether it has checksums of the places of frames.
    has_clock: bool,
    /// Number of joints in each frame.
    joints: usize,
    /// Of deformable bodies.
    meshes: Meshes,
    scene: String,
    steps: Vec<u64>,
    times: Vec<f64>,
    contact_ends: Vec<u64>,
    checks: Vec<u64>,
    /// Checksums of what stands above; none in older files.
    clocks: Option<Vec<u64>>,
    /// Whether the rows that were looked at are what was written.
    rows: Mutex<usize>,
}

impl Results {
    /// Opens a file, also while it grows.
    ///
    /// # Errors
    ///
    /// The file is missing, damaged, no file of results, or of a later version.
    pub fn open(path: &Path) -> Result<Self, ResultsError> {
        let results = Self::of(Source::open(path)?)?;
        results.check_clocks()?;
        Ok(results)
    }

    /// Of the bytes that a file should have had; `path` is for messages.
    pub(super) fn of_bytes(path: &Path, bytes: Vec<u8>) -> Result<Self, ResultsError> {
        Self::of(Source::of_bytes(path, bytes)?)
    }

    fn of(source: Source) -> Result<Self, ResultsError> {
        let path = source.path().to_path_buf();
        let whole = |message: String| ResultsError::whole(&path, message);
        let what = (FORMAT, "a file of results");
        let facts = source.with_file(|file| Facts::of(&path, file, what, VERSION))?;
        let dimension = facts.number("dimension")? as usize;
        if !matches!(dimension, 2 | 3) {
            return Err(whole(format!("has {dimension} dimensions, expected 2 or 3")));
        }
        let packing = Packing {
            compression: facts.number("compression")? as u32,
            single: facts.number("single_precision")? == 1,
        };
        let mut results = Self {
            dimension,
            bodies: facts.number("bodies")? as usize,
            time_step: facts.real("time_step")?,
            version: facts.text("drystone")?,
            build: facts.text("build")?,
            packing,
            extras: Extras::default(),
            columns: vec![],
            has_lost: false,
            has_lost_bonds: false,
            has_clock: false,
            joints: 0,
            meshes: Meshes::default(),
            source,
            scene: String::new(),
            steps: vec![],
            times: vec![],
            contact_ends: vec![],
            checks: vec![],
            clocks: None,
            rows: Mutex::new(0),
        };
        if results.source.length("body_movable")? != results.bodies {
            return Err(whole(
                "is damaged: the number of bodies is not that of their names".into(),
            ));
        }
        results.columns = results.source.names("contacts")?;
        let lists = results.source.names("frames")?;
        let has = |name: &str| lists.iter().any(|list| list == name);
        (results.has_lost, results.has_lost_bonds) = (has("lost"), has("lost_bonds"));
        results.has_clock = has(CLOCK);
        if has(linkages::STATUS) {
            results.joints = results.source.length("joints/bodies")? / 2;
        }
        if results.source.names(meshes_file::GROUP).is_ok() {
            results.meshes = meshes_file::read(&results.source, dimension, results.bodies)?;
        }
        results.extras = Extras {
            memory: results.has_lost && results.has_column("damage"),
            rolling: results.has_column("couple"),
            heat: results.has_column("heat"),
            meshes: !results.meshes.is_empty(),
        };
        results.scene = results.source.texts("scene")?.concat();
        results.count_frames()?;
        Ok(results)
    }

    /// Whether contacts have a column. Those that all have are looked for in any case, so that one that
    /// is missing is told.
    pub(super) fn has_column(&self, name: &str) -> bool {
        !may_be_missing(name) || self.columns.iter().any(|column| column == name)
    }

    /// Looks for frames that were added since.
    ///
    /// # Errors
    ///
    /// The file is damaged.
    pub fn refresh(&mut self) -> Result<(), ResultsError> {
        self.source.reopen()?;
        self.count_frames()?;
        self.check_clocks()
    }

    fn count_frames(&mut self) -> Result<(), ResultsError> {
        // The time is written last, so it is read first.
        self.times = self.source.all_reals("frames/time")?;
        self.steps = self.source.wholes("frames/step", 0..self.times.len())?;
        self.contact_ends = self.source.wholes("frames/contact_end", 0..self.times.len())?;
        self.checks = self.source.wholes("frames/check", 0..self.times.len())?;
        let clock = format!("frames/{CLOCK}");
        self.clocks = match self.has_clock {
            true => Some(self.source.wholes(&clock, 0..self.times.len())?),
            false => None,
        };
        Ok(())
    }

    /// Whether a frame is where it was written, as far as that is known.
    pub(super) fn is_in_place(&self, index: usize) -> bool {
        let (step, time) = (self.steps[index], self.times[index]);
        match &self.clocks {
            Some(clocks) => {
                clocks[index] == clock(index as u64, step, time, self.contact_ends[index])
            }
            None => {
                let before = index.checked_sub(1);
                time.is_finite()
                    && before.is_none_or(|k| self.steps[k] < step && self.times[k] <= time)
            }
        }
    }

    fn check_clocks(&self) -> Result<(), ResultsError> {
        match (0..self.times.len()).find(|index| !self.is_in_place(*index)) {
            None => Ok(()),
            Some(index) => Err(self.misplaced(index)),
        }
    }

    pub(super) fn misplaced(&self, index: usize) -> ResultsError {
        let message = format!("of frame {index} is damaged: not what was written");
        ResultsError::at(self.path(), "frames/time, step or contact_end", message)
    }

    /// Its lists.
    pub(super) fn source(&self) -> &Source {
        &self.source
    }

    /// The file.
    pub fn path(&self) -> &Path {
        self.source.path()
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

    /// The build of the program that wrote the file: a hash of its sources.
    pub fn build(&self) -> &str {
        &self.build
    }

    /// How numbers are kept.
    pub fn packing(&self) -> Packing {
        self.packing
    }

    /// The meshes of deformable bodies.
    pub fn meshes(&self) -> &Meshes {
        &self.meshes
    }

    /// What is kept of contacts beside the usual.
    pub fn extras(&self) -> Extras {
        self.extras
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
        let rows = self.raw_series("step")?;
        let contacts = self.contact_count();
        let in_time = self.steps.last().is_none_or(|last| *last <= step)
            && rows.last().is_none_or(|last| *last <= step as f64);
        let upto = Extent { frames: self.frames(), contacts, rows: rows.len() };
        let is_even = |(path, numbers, components, _): (String, u64, u64, String)| {
            numbers == self.numbers_until(&path, components as usize, upto)
        };
        Ok(in_time && self.lists()?.into_iter().all(is_even))
    }

    /// How many numbers a list has up to somewhere.
    pub(super) fn numbers_until(&self, path: &str, components: usize, upto: Extent) -> u64 {
        let (group, name) = path.split_once('/').unwrap_or_default();
        let counts = self.meshes.counts(self.dimension);
        let each = match name {
            "q" | "v" => self.bodies as u64,
            _ if name.starts_with("joint_") => self.joints as u64,
            _ => (mesh_state::owners(name, &counts) as u64).max(1),
        };
        let expected = match group {
            "frames" => upto.frames as u64 * each,
            "contacts" => upto.contacts,
            _ => upto.rows as u64,
        };
        expected * components as u64
    }

    /// How many contacts so many frames have.
    pub(super) fn contacts_until(&self, frames: usize) -> u64 {
        frames.checked_sub(1).and_then(|k| self.contact_ends.get(k)).copied().unwrap_or(0)
    }

    /// Real numbers of a list.
    pub(super) fn numbers(
        &self,
        path: &str,
        range: Range<usize>,
    ) -> Result<Vec<f64>, ResultsError> {
        self.source.reals(path, range)
    }

    /// Whole numbers of a list.
    pub(super) fn whole_numbers(
        &self,
        path: &str,
        range: Range<usize>,
    ) -> Result<Vec<u64>, ResultsError> {
        self.source.wholes(path, range)
    }

    /// Every series with its unit, the number of the step first.
    pub(super) fn units_of_series(&self) -> Result<Vec<(String, String)>, ResultsError> {
        let of_series = |(path, _, _, unit): (String, u64, u64, String)| {
            path.strip_prefix("series/").map(|name| (name.to_string(), unit))
        };
        let mut series: Vec<_> = self.lists()?.into_iter().filter_map(of_series).collect();
        series.sort_by_key(|(name, _)| name != "step");
        Ok(series)
    }

    /// How many rows from the first on are what was written, up to a step.
    pub(super) fn sound_rows(&self, step: u64) -> Result<usize, ResultsError> {
        let steps = self.raw_series("step")?;
        let rows = steps.iter().take_while(|own| **own <= step as f64).count();
        let rows = rows.min(self.source.length("rows/check")?);
        if self.check_rows(0..rows).is_ok() {
            return Ok(rows);
        }
        Ok((0..rows).take_while(|row| self.check_rows(*row..row + 1).is_ok()).count())
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
        self.source.texts("body_names")
    }

    /// A frame.
    ///
    /// # Errors
    ///
    /// There is none of this index or dimension, or the file is damaged.
    pub fn frame<const D: usize>(&self, index: usize) -> Result<Frame<D>, ResultsError> {
        if D != self.dimension {
            let message = format!("has {} dimensions, not {D}", self.dimension);
            return Err(ResultsError::whole(self.path(), message));
        }
        let (Some(&step), Some(&time)) = (self.steps.get(index), self.times.get(index)) else {
            let message = format!("has {} frames, none of index {index}", self.times.len());
            return Err(ResultsError::whole(self.path(), message));
        };
        if !self.is_in_place(index) {
            return Err(self.misplaced(index));
        }
        let of_frame = |size: usize| index * size..(index + 1) * size;
        let q = self.source.reals("frames/q", of_frame(self.bodies * configuration_size(D)))?;
        let v = self.source.reals("frames/v", of_frame(self.bodies * velocity_size(D)))?;
        let range = self.contact_range(index);
        let there = self.source.length("contacts/gap")?;
        if range.end > there {
            let message =
                format!("is too short: {there} contacts where {} are expected", range.end);
            return Err(ResultsError::at(self.path(), "contacts/gap", message));
        }
        let mut contacts = blank::<D>(range.len());
        let mut check = Check::default();
        check.reals(&q, false);
        check.reals(&v, false);
        for column in real_columns::<D>().iter().filter(|column| self.has_column(column.name)) {
            let n = column.components;
            let values = self
                .source
                .reals(&format!("contacts/{}", column.name), range.start * n..range.end * n)?;
            check.reals(&values, false);
            column.fill(&mut contacts, &values);
        }
        for column in integer_columns::<D>().iter().filter(|column| self.has_column(column.name)) {
            let values = self.source.wholes(&format!("contacts/{}", column.name), range.clone())?;
            check.wholes(&values);
            column.fill(&mut contacts, &values);
        }
        let mut lost = [0.0; 4];
        if self.has_lost {
            let values = self.source.reals("frames/lost", of_frame(2))?;
            check.reals(&values, false);
            lost[..2].copy_from_slice(&values);
            // Older files take what is out of sight for broken.
            lost[3] = lost[0];
        }
        if self.has_lost_bonds {
            let values = self.source.reals("frames/lost_bonds", of_frame(2))?;
            check.reals(&values, false);
            lost[2..].copy_from_slice(&values);
        }
        let mut joints = vec![JointState::default(); self.joints];
        if self.joints > 0 {
            for (k, (name, _, size)) in linkages::real_lists::<D>().into_iter().enumerate() {
                let path = format!("frames/{name}");
                let values = self.source.reals(&path, of_frame(self.joints * size))?;
                check.reals(&values, false);
                linkages::fill::<D>(k, &values, &mut joints);
            }
            let path = format!("frames/{}", linkages::STATUS);
            let values = self.source.wholes(&path, of_frame(self.joints))?;
            check.wholes(&values);
            linkages::fill_statuses(&values, &mut joints);
        }
        let meshes = self.mesh_state::<D>(index, &mut check)?;
        if !self.has_check(index, check.value()) {
            return Err(self.damaged_frame(index));
        }
        if contacts.iter().flat_map(|contact| contact.bodies).any(|body| body >= self.bodies) {
            return Err(ResultsError::at(self.path(), "contacts/body_candidate", "names no body"));
        }
        if !self.meshes.is_empty() && !contacts.iter().all(|contact| self.has_spots(contact)) {
            return Err(ResultsError::at(
                self.path(),
                "contacts/facet_candidate",
                "names no facet",
            ));
        }
        let (dormant, anchors) = (vec![], vec![]);
        Ok(Frame { step, time, q, v, contacts, dormant, anchors, joints, lost, meshes })
    }

    /// Whether this is the checksum of a frame.
    pub(super) fn has_check(&self, index: usize, value: u64) -> bool {
        self.checks.get(index) == Some(&value)
    }

    /// The error of a frame whose checksum is another one.
    pub(super) fn damaged_frame(&self, index: usize) -> ResultsError {
        let message = format!("frame {index} is damaged: its numbers are not those written");
        ResultsError::whole(self.path(), message)
    }

    /// Lists of what is out of sight, two numbers a frame.
    pub(super) fn lists_of_lost(&self) -> impl Iterator<Item = &'static str> {
        let lists = [(self.has_lost, "lost"), (self.has_lost_bonds, "lost_bonds")];
        lists.into_iter().filter(|(is_there, _)| *is_there).map(|(_, name)| name)
    }

    /// Number of joints in each frame.
    pub(super) fn joint_count(&self) -> usize {
        self.joints
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
        self.source.names("series")
    }

    /// A series: a number a step.
    ///
    /// # Errors
    ///
    /// There is none of this name, or the file is damaged.
    pub fn series(&self, name: &str) -> Result<Vec<f64>, ResultsError> {
        let numbers = self.raw_series(name)?;
        // A row is there when its step is, which is written last.
        let rows = self.source.length("series/step")?.min(numbers.len());
        let mut checked = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        self.check_rows(*checked..rows)?;
        *checked = rows.max(*checked);
        Ok(numbers)
    }

    /// A series as it stands in the file, whatever became of it.
    pub(super) fn raw_series(&self, name: &str) -> Result<Vec<f64>, ResultsError> {
        self.source.all_reals(&format!("series/{name}"))
    }

    /// Number of rows of the series.
    pub(crate) fn rows(&self) -> Result<usize, ResultsError> {
        self.source.length("series/step")
    }

    /// Some rows of several series.
    pub(crate) fn columns(
        &self,
        names: &[String],
        rows: Range<usize>,
    ) -> Result<Vec<Vec<f64>>, ResultsError> {
        names.iter().map(|name| self.series_part(name, rows.clone())).collect()
    }

    /// Some numbers of a series.
    pub(super) fn series_part(
        &self,
        name: &str,
        rows: Range<usize>,
    ) -> Result<Vec<f64>, ResultsError> {
        self.source.reals(&format!("series/{name}"), rows)
    }

    /// The checksums of some rows.
    pub(super) fn row_checks_of(&self, rows: Range<usize>) -> Result<Vec<u64>, ResultsError> {
        self.source.wholes("rows/check", rows)
    }

    /// Every list in the file: path, numbers, numbers that belong together, unit.
    ///
    /// # Errors
    ///
    /// The file is damaged.
    pub fn lists(&self) -> Result<Vec<(String, u64, u64, String)>, ResultsError> {
        let mut lists = vec![];
        for group in ["frames", "contacts", "rows", "series"] {
            for name in self.source.names(group)? {
                let path = format!("{group}/{name}");
                let (numbers, components, unit) = self.source.describe(&path)?;
                lists.push((path, numbers, components, unit));
            }
        }
        Ok(lists)
    }
}
