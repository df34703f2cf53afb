//! Writes results, frame by frame.

use super::columns::{Check, Extras, integer_columns, real_columns};
use super::compact::{Extent, compact, copy_lists};
use super::constants::Constants;
use super::frame::{Frame, lost, rigid_state};
use super::geometry::Geometry;
use super::geometry_file;
use super::linkages;
use super::mesh_state::{self, MeshState};
use super::meshes_file;
use super::reader::Results;
use super::remarks::Remarks;
use super::replace::{settle, waiting};
use super::standing::clock;
use super::store::{Beginning, Fact, Growing, Kind, List, Packing};
use super::{FORMAT, ResultsError, VERSION};
use crate::contact::Contact;
use crate::joints::JointReport;
use crate::space::{configuration_size, velocity_size};
use crate::world::World;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Bodies from which on frames are compressed.
const LARGE: usize = 1000;
/// Contacts that are stored together, at least and at most. An append writes its last chunk anew unless
/// it fills it, and the old one is wasted; finding a chunk takes as long as there are chunks; and what
/// shares a chunk is lost together where a file is cut off.
const CONTACTS: [usize; 2] = [32, 8192];
/// Numbers of a frame's bodies that are stored together, at most.
const CHUNK: usize = 4 * 8192;
/// Rows of the series that are stored together, and wait in memory until they are so many.
const ROWS: usize = 128;
/// The remarks of a file whose run has not ended.
const NOT_TOLD: &str = "not told before the end of the run: see the last numbers of series/unconverged_steps and \
                        series/deepest_overlap";
/// The list of checksums of the places of frames.
pub(super) const CLOCK: &str = "clock";
/// How long rows may wait though a frame is written: a chunk that is not filled is written anew.
const MOMENT: Duration = Duration::from_millis(500);

/// What a file of results begins with: what does not change during the run.
pub struct Head<'a, const D: usize> {
    /// The scene as resolved.
    pub scene: &'a str,
    /// About the bodies.
    pub constants: Constants,
    /// What they look like.
    pub geometry: Geometry<D>,
    /// Names and units of the quantities of each step, the first of which is its number.
    pub series: &'a [(&'a str, &'a str)],
    /// What is kept of contacts beside the usual.
    pub extras: Extras,
}

impl<'a, const D: usize> Head<'a, D> {
    /// Of a world.
    pub fn of(world: &World<D>, scene: &'a str, series: &'a [(&'a str, &'a str)]) -> Self {
        let (constants, geometry) = (Constants::of(world), Geometry::of(world));
        Self { scene, constants, geometry, series, extras: Extras::of(world) }
    }

    fn bodies(&self) -> usize {
        self.constants.movable.len()
    }
}

/// A file of results that grows.
pub struct ResultsWriter<const D: usize> {
    path: PathBuf,
    file: Growing,
    contacts: u64,
    frames: u64,
    extras: Extras,
    /// Lists of the deformable bodies.
    of_meshes: Vec<mesh_state::FrameList>,
    /// Names of the series, and rows that are not in the file yet.
    series: Vec<String>,
    rows: Vec<f64>,
    /// When rows were last written.
    flushed: Instant,
    /// Whether the file is another one than that gone on with.
    renewed: bool,
}

impl<const D: usize> ResultsWriter<D> {
    /// Creates the file.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn create(path: &Path, head: &Head<D>, packing: Packing) -> Result<Self, ResultsError> {
        Self::create_remarked(path, head, packing, None)
    }

    /// Creates a file that says what must be known beside it.
    fn create_remarked(
        path: &Path,
        head: &Head<D>,
        packing: Packing,
        remarks: Option<&Remarks>,
    ) -> Result<Self, ResultsError> {
        let lists = lists(head);
        let version = if head.constants.meshes.is_empty() { 1 } else { VERSION };
        let mut facts = vec![
            ("format", Fact::Text(FORMAT.into())),
            ("format_version", Fact::Whole(version)),
            ("drystone", Fact::Text(crate::VERSION.into())),
            ("build", Fact::Text(crate::BUILD.into())),
            ("dimension", Fact::Whole(D as u64)),
            ("bodies", Fact::Whole(head.bodies() as u64)),
            ("time_step", Fact::Real(head.constants.time_step)),
            ("single_precision", Fact::Whole(u64::from(packing.single))),
            ("compression", Fact::Whole(u64::from(packing.compression))),
        ];
        facts.extend(remarked(remarks));
        let constants = &head.constants;
        let names = constants.names.iter().map(String::as_str).collect();
        let mut texts = vec![("scene", vec![head.scene]), ("body_names", names)];
        let flags = |of: &[bool]| of.iter().map(|flag| f64::from(u8::from(*flag))).collect();
        let mut reals = vec![
            ("body_mass", constants.mass.clone()),
            ("body_volume", constants.volume.clone()),
            ("body_inertia", constants.inertia.clone()),
            ("body_movable", flags(&constants.movable)),
            ("body_free", flags(&constants.free)),
            ("gravity", constants.gravity.clone()),
        ];
        let (mut wholes, outlines) = geometry_file::lists(&head.geometry);
        reals.extend(outlines);
        let (own_wholes, own_reals) = meshes_file::lists::<D>(&constants.meshes);
        wholes.extend(own_wholes);
        reals.extend(own_reals);
        if !constants.joints.is_empty() {
            let (bodies, frames) = linkages::of_bodies(&constants.joints);
            wholes.push(("joints/bodies", bodies));
            reals.push(("joints/frames", frames));
            let joints = constants.joints.iter();
            texts.push(("joint_names", joints.clone().map(|joint| joint.name.as_str()).collect()));
            texts.push(("joint_kinds", joints.map(|joint| joint.kind.as_str()).collect()));
        }
        Beginning { facts, texts, reals, wholes, lists: lists.clone() }.create(path, packing)?;
        Self::append(path, packing, head, (0, 0))
    }

    /// Opens a file for appending that has so many contacts and frames.
    fn append(
        path: &Path,
        packing: Packing,
        head: &Head<D>,
        (contacts, frames): (u64, u64),
    ) -> Result<Self, ResultsError> {
        let lists = lists(head);
        let series = lists.iter().filter(|list| list.path.starts_with("series/"));
        Ok(Self {
            path: path.to_path_buf(),
            file: Growing::open(path, packing, &lists)?,
            contacts,
            frames,
            extras: head.extras,
            of_meshes: mesh_state::lists::<D>(&head.constants.meshes),
            series: series.map(|list| list.path.clone()).collect(),
            rows: vec![],
            flushed: Instant::now(),
            renewed: false,
        })
    }

    /// Goes on with a file as it was after a step: what comes later in it is dropped.
    ///
    /// # Errors
    ///
    /// The file cannot be read or written, or is of another world.
    pub fn resume(path: &Path, head: &Head<D>, step: u64) -> Result<Self, ResultsError> {
        let old = Results::open(path)?;
        if old.dimension() != D || old.bodies() != head.bodies() {
            return Err(ResultsError::whole(path, "has the results of another scene"));
        }
        // What was recorded would be read with the masses, shapes and time step of now.
        let kept = old.constants()?;
        if let Some(what) = kept.differs(&head.constants) {
            let message = format!("has results with another {what}; start a new run");
            return Err(ResultsError::whole(path, message));
        }
        if old.geometry::<D>()? != head.geometry {
            let message = "has results of bodies with other shapes; start a new run";
            return Err(ResultsError::whole(path, message));
        }
        let there = old.lists()?;
        let has_all = lists(head).iter().all(|list| there.iter().any(|own| own.0 == list.path));
        let fits = old.scene() == head.scene && old.extras() == head.extras && has_all;
        let renewed = !fits || !old.ends_with(step)?;
        if renewed {
            let frames = old.steps().iter().filter(|own| **own <= step).count();
            let contacts = old.contacts_until(frames);
            let end = Extent { frames, contacts, rows: old.sound_rows(step)? };
            let temporary = waiting(path);
            let copied = Self::copy(&old, &temporary, head, end, None).and_then(|()| {
                settle(&temporary, path)
                    .map_err(|e| ResultsError::whole(path, format!("cannot replace: {e}")))
            });
            if copied.is_err() {
                // A disk that is full needs the room; that this fails too is no news.
                let _ = std::fs::remove_file(&temporary);
            }
            copied?;
        }
        let now = Results::open(path)?;
        let end = (now.contact_count(), now.frames() as u64);
        Ok(Self { renewed, ..Self::append(path, now.packing(), head, end)? })
    }

    /// Copies a file up to somewhere; the new one says what must be known beside it, where that is
    /// final.
    pub(super) fn copy(
        old: &Results,
        to: &Path,
        head: &Head<D>,
        end: Extent,
        remarks: Option<&Remarks>,
    ) -> Result<(), ResultsError> {
        let mut new = Self::create_remarked(to, head, old.packing(), remarks)?;
        let (lists, there) = (lists(head), old.lists()?);
        if lists.iter().all(|list| there.iter().any(|own| own.0 == list.path)) {
            copy_lists(old, &mut new.file, &lists, end)?;
        } else {
            new.copy_frames(old, head, end)?;
        }
        new.flush()?;
        new.file.close()
    }

    /// Copies frame by frame and row by row a file that lacks lists.
    fn copy_frames(
        &mut self,
        old: &Results,
        head: &Head<D>,
        end: Extent,
    ) -> Result<(), ResultsError> {
        for index in 0..end.frames {
            let Frame { q, v, contacts, step, time, lost, joints, meshes, .. } =
                old.frame::<D>(index)?;
            let joints: Vec<_> = joints.iter().map(|joint| joint.report).collect();
            self.add([&q, &v], &contacts, (&joints[..], &meshes), (step, time), lost)?;
        }
        let columns = head.series.iter().map(|(name, _)| old.raw_series(name));
        let columns = columns.collect::<Result<Vec<_>, _>>()?;
        for row in 0..end.rows {
            let row: Vec<f64> = columns.iter().map(|column| column[row]).collect();
            self.add_row(&row)?;
        }
        Ok(())
    }

    /// Whether the file was written anew to go on with it, without what is known at a run's end.
    pub fn is_renewed(&self) -> bool {
        self.renewed
    }

    /// Number of frames in the file.
    pub fn frames(&self) -> u64 {
        self.frames
    }

    /// Adds the state of the world as a frame.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn write(&mut self, world: &World<D>) -> Result<(), ResultsError> {
        // Rows up to a frame are there when it is, but for those of a moment.
        if self.flushed.elapsed() > MOMENT {
            self.flush()?;
        }
        let World { bodies, contacts, .. } = world;
        let moment = (world.steps, world.time);
        let joints: Vec<_> = world.joints.iter().map(|joint| joint.state.report).collect();
        let lost = lost(&world.dormant);
        if bodies.deformables.is_empty() {
            let rest = (&joints[..], &MeshState::default());
            return self.add([&bodies.q, &bodies.v], contacts, rest, moment, lost);
        }
        let [q, v] = rigid_state(bodies);
        self.add([&q, &v], contacts, (&joints, &MeshState::of(world)), moment, lost)
    }

    fn add(
        &mut self,
        [q, v]: [&[f64]; 2],
        contacts: &[Contact<D>],
        (joints, meshes): (&[JointReport], &MeshState),
        (step, time): (u64, f64),
        lost: [f64; 4],
    ) -> Result<(), ResultsError> {
        let extras = self.extras;
        let (mut check, single) = (Check::default(), self.file.packing().single);
        for (list, numbers) in [("frames/q", q), ("frames/v", v)] {
            check.reals(numbers, single);
            self.file.reals(list, numbers)?;
        }
        for column in real_columns::<D>().iter().filter(|column| extras.has(column.need)) {
            let numbers = column.of(contacts);
            check.reals(&numbers, single);
            self.file.reals(&format!("contacts/{}", column.name), &numbers)?;
        }
        for column in integer_columns::<D>().iter().filter(|column| extras.has(column.need)) {
            let numbers = column.of(contacts);
            check.wholes(&numbers);
            self.file.wholes(&format!("contacts/{}", column.name), &numbers)?;
        }
        if extras.memory {
            check.reals(&lost, false);
            self.file.reals("frames/lost", &lost[..2])?;
            self.file.reals("frames/lost_bonds", &lost[2..])?;
        }
        if !joints.is_empty() {
            for (k, (name, ..)) in linkages::real_lists::<D>().into_iter().enumerate() {
                let numbers = linkages::numbers::<D>(k, joints);
                check.reals(&numbers, single);
                self.file.reals(&format!("frames/{name}"), &numbers)?;
            }
            let statuses = linkages::statuses(joints);
            check.wholes(&statuses);
            self.file.wholes(&format!("frames/{}", linkages::STATUS), &statuses)?;
        }
        for mesh_state::FrameList { name, .. } in &self.of_meshes {
            let numbers = meshes.numbers::<D>(name);
            check.reals(&numbers, single);
            self.file.reals(&format!("frames/{name}"), &numbers)?;
        }
        self.file.wholes("frames/check", &[check.value()])?;
        self.contacts += contacts.len() as u64;
        let place = clock(self.frames, step, time, self.contacts);
        self.file.wholes(&format!("frames/{CLOCK}"), &[place])?;
        self.file.wholes("frames/contact_end", &[self.contacts])?;
        self.file.wholes("frames/step", &[step])?;
        // From here on the frame is there.
        self.file.reals("frames/time", &[time])?;
        self.frames += 1;
        Ok(())
    }

    /// Adds a row to the series.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn add_row(&mut self, row: &[f64]) -> Result<(), ResultsError> {
        self.rows.extend_from_slice(row);
        if self.rows.len() >= ROWS * self.series.len() { self.flush() } else { Ok(()) }
    }

    /// Writes the rows that wait.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn flush(&mut self) -> Result<(), ResultsError> {
        self.flushed = Instant::now();
        let rows = std::mem::take(&mut self.rows);
        let each = rows.chunks_exact(self.series.len());
        let checks: Vec<u64> = each.map(|row| self.row_check(row)).collect();
        self.file.wholes("rows/check", &checks)?;
        // The first column last: a row is there when its step is.
        for (k, name) in self.series.iter().enumerate().rev() {
            let column: Vec<f64> = rows.chunks_exact(self.series.len()).map(|r| r[k]).collect();
            self.file.reals(name, &column)?;
        }
        Ok(())
    }

    /// The checksum of a row: that of its numbers by the names of their series.
    fn row_check(&self, row: &[f64]) -> u64 {
        let mut order: Vec<usize> = (0..row.len()).collect();
        order.sort_by_key(|k| &self.series[*k]);
        let mut check = Check::default();
        order.iter().for_each(|k| check.reals(&row[*k..=*k], false));
        check.value()
    }

    /// Ends the file.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn close(mut self) -> Result<(), ResultsError> {
        self.flush()?;
        self.file.close()?;
        // What was written is whole, with waste in it where there is no room for a copy.
        let _ = compact::<D>(&self.path);
        Ok(())
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// The remarks on the results, as attributes for readers of other programs. They are
/// written with the file: the root of one whose attributes change moves to its end, and a copy that
/// is cut off has none.
fn remarked(remarks: Option<&Remarks>) -> Vec<(&'static str, Fact)> {
    let Some(remarks) = remarks else {
        return vec![("remarks", Fact::Text(NOT_TOLD.into()))];
    };
    let unsolved = remarks.unsolved.map_or(0, |own| own.steps);
    let share = remarks.penetration.as_ref().map_or(0.0, |deep| deep.share);
    let words = match remarks.sentences() {
        none if none.is_empty() => "none".to_string(),
        some => some.join("; "),
    };
    vec![
        ("remarks", Fact::Text(format!("after step {}: {words}", remarks.steps))),
        ("unconverged_steps", Fact::Whole(unsolved)),
        ("deepest_overlap", Fact::Real(share)),
    ]
}

/// Every list of a file.
fn lists<const D: usize>(head: &Head<D>) -> Vec<List> {
    let (bodies, extras) = (head.bodies(), head.extras);
    let large = bodies >= LARGE;
    let counts = head.constants.meshes.counts(D);
    let contacts =
        ((bodies + counts.facets) / 2).next_power_of_two().clamp(CONTACTS[0], CONTACTS[1]);
    let list = |group: &str, name: &str, kind: Kind, components: usize, unit: &str| {
        let chunk = match group {
            // A frame fills its chunks, so that none is written twice.
            "frames" => shares(bodies * components).max(1),
            "contacts" => contacts * components.min(4),
            _ => ROWS,
        };
        let packed = large && group != "series";
        let (path, unit) = (format!("{group}/{name}"), unit.to_string());
        List { path, kind, components, chunk, packed, unit }
    };
    let mut lists = vec![
        list("frames", "q", Kind::Real, configuration_size(D), "m, rad"),
        list("frames", "v", Kind::Real, velocity_size(D), "m/s, rad/s"),
    ];
    let wholes = ["check", CLOCK, "contact_end", "step"].map(|name| (name, Kind::Whole, ""));
    for (name, kind, unit) in wholes.into_iter().chain([("time", Kind::Exact, "s")]) {
        lists.push(List { chunk: 1, packed: false, ..list("frames", name, kind, 1, unit) });
    }
    if extras.memory {
        for name in ["lost", "lost_bonds"] {
            let lost = list("frames", name, Kind::Exact, 2, "");
            lists.push(List { chunk: 2, packed: false, ..lost });
        }
    }
    let joints = head.constants.joints.len();
    if joints > 0 {
        let of_joints = |list: List| List { chunk: shares(joints * list.components), ..list };
        for (name, unit, size) in linkages::real_lists::<D>() {
            lists.push(of_joints(list("frames", name, Kind::Real, size, unit)));
        }
        lists.push(of_joints(list("frames", linkages::STATUS, Kind::Short, 1, "")));
    }
    for own in mesh_state::lists::<D>(&head.constants.meshes) {
        let (mesh_state::FrameList { name, unit, size }, count) = (own, own.count(&counts));
        let (chunk, packed) = (shares(count * size).max(1), count >= LARGE);
        lists.push(List { chunk, packed, ..list("frames", name, Kind::Real, size, unit) });
    }
    let reals = real_columns::<D>();
    let reals = reals.iter().filter(|c| extras.has(c.need));
    lists.extend(reals.map(|c| list("contacts", c.name, Kind::Real, c.components, c.unit)));
    let wholes = integer_columns::<D>();
    let wholes = wholes.iter().filter(|c| extras.has(c.need));
    let kind = |long: bool| if long { Kind::Whole } else { Kind::Short };
    lists.extend(wholes.map(|c| list("contacts", c.name, kind(c.long), 1, "")));
    lists.push(List { packed: false, ..list("rows", "check", Kind::Whole, 1, "") });
    lists.extend(head.series.iter().map(|(name, unit)| list("series", name, Kind::Exact, 1, unit)));
    lists
}

/// The largest equal share of so many numbers that is no larger than a chunk.
fn shares(numbers: usize) -> usize {
    let least = numbers.div_ceil(CHUNK).max(1);
    let whole = (least..least + 64).find(|n| numbers.is_multiple_of(*n));
    numbers / whole.unwrap_or(least)
}
