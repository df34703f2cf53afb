//! A checkpoint: everything a run needs to go on bit for bit, in one file that is replaced as a whole.

use super::columns::{Check, Need, blank, integer_columns, may_be_missing, real_columns};
use super::facts::Facts;
use super::frame::lost;
use super::held;
use super::replace::replace;
use super::{Frame, MeshState, ResultsError};
use crate::contact::Contact;
use crate::fem::mesh::Spot;
use crate::problem::fclib::length;
use crate::space::{configuration_size, velocity_size};
use crate::world::World;
use hdf5_pure::{AttrValue, File, FileBuilder};
use std::path::{Path, PathBuf};

/// Name of the file in a folder of results.
pub const CHECKPOINT: &str = "checkpoint.h5";

const FORMAT: &str = "drystone checkpoint";
/// Those without deformable bodies are of the first version.
const VERSION: u64 = 2;

/// Names of what bonds and joints hold on to.
const ANCHORS: &str = "anchors";
const JOINTS: &str = "joints";
/// What joints did.
const REPORTS: &str = "joint_reports";

/// Of deformable bodies: nodes, their velocities, what materials remember, turns of matrices.
const MESHES: [&str; 4] = ["node_place", "node_velocity", "material_memory", "turned"];

fn of_meshes(state: &MeshState) -> [&Vec<f64>; 4] {
    [&state.places, &state.velocities, &state.memory, &state.turned]
}

/// What is kept besides the state.
pub struct Luggage<'a> {
    /// The scene as resolved, TOML.
    pub scene: &'a str,
    /// What the solver has learned.
    pub solver_memory: u8,
    /// What the run has added up so far, in a form of its own.
    pub books: &'a str,
}

/// Writes a checkpoint. The one before stays until the new one is complete and on the disk.
///
/// # Errors
///
/// The file cannot be written; the one before is as it was.
pub fn write<const D: usize>(
    path: &Path,
    frame: &Frame<D>,
    luggage: &Luggage,
) -> Result<(), ResultsError> {
    let mut file = FileBuilder::new();
    file.set_attr("format", AttrValue::String(FORMAT.into()));
    file.set_attr("drystone", AttrValue::String(crate::VERSION.into()));
    let numbers = [
        ("format_version", if frame.meshes.places.is_empty() { 1 } else { VERSION }),
        ("dimension", D as u64),
        ("step", frame.step),
        ("contacts", frame.contacts.len() as u64),
        ("dormant", frame.dormant.len() as u64),
        ("solver_memory", u64::from(luggage.solver_memory)),
    ];
    for (name, number) in numbers {
        file.set_attr(name, AttrValue::U64(number));
    }
    file.set_attr("time", AttrValue::F64(frame.time));
    file.create_dataset("scene").with_vlen_strings(&[luggage.scene]);
    file.create_dataset("books").with_vlen_strings(&[luggage.books]);
    file.create_dataset("q").with_f64_data(&frame.q);
    file.create_dataset("v").with_f64_data(&frame.v);
    // Those out of sight behind the others.
    let contacts = [&frame.contacts[..], &frame.dormant].concat();
    let nothing = blank::<D>(contacts.len());
    for column in real_columns::<D>() {
        let numbers = column.of(&contacts);
        if column.need == Need::All || numbers != column.of(&nothing) {
            file.create_dataset(column.name).with_f64_data(&numbers);
        }
    }
    for column in integer_columns::<D>() {
        let numbers = column.of(&contacts);
        if column.need == Need::All || numbers != column.of(&nothing) {
            file.create_dataset(column.name).with_u64_data(&numbers);
        }
    }
    if !frame.anchors.is_empty() {
        file.create_dataset(ANCHORS).with_f64_data(&held::of_anchors(&frame.anchors));
    }
    if !frame.joints.is_empty() {
        file.create_dataset(JOINTS).with_f64_data(&held::of_joints(&frame.joints));
        file.create_dataset(REPORTS).with_f64_data(&held::of_reports(&frame.joints));
    }
    if !frame.meshes.places.is_empty() {
        for (name, numbers) in MESHES.into_iter().zip(of_meshes(&frame.meshes)) {
            file.create_dataset(name).with_f64_data(numbers);
        }
    }
    let mut bytes = file.finish().map_err(|e| ResultsError::whole(path, e))?;
    // Behind what HDF5 looks at: a bit that changed would change the course of a run unnoticed.
    let check = checked(&bytes);
    bytes.extend(SEAL);
    bytes.extend(check.to_le_bytes());
    replace(path, &bytes).map_err(|e| ResultsError::whole(path, format!("cannot write: {e}")))
}

/// What the checksum of a checkpoint stands behind, at its end.
const SEAL: &[u8; 8] = b"checksum";

/// The checksum of bytes.
pub(super) fn checked(bytes: &[u8]) -> u64 {
    let mut check = Check::default();
    check.wholes(&[bytes.len() as u64]);
    for word in bytes.chunks(8) {
        let mut padded = [0; 8];
        padded[..word.len()].copy_from_slice(word);
        check.wholes(&[u64::from_le_bytes(padded)]);
    }
    check.value()
}

/// Takes the checksum from the end of bytes; whether it is theirs.
fn unsealed(bytes: &mut Vec<u8>) -> bool {
    let Some(end) = bytes.len().checked_sub(16) else { return false };
    let said = u64::from_le_bytes(bytes[end + 8..].try_into().unwrap_or_default());
    if !bytes[end..].starts_with(SEAL) {
        return false;
    }
    bytes.truncate(end);
    checked(bytes) == said
}

/// A checkpoint, read.
pub struct Checkpoint {
    path: PathBuf,
    file: File,
    /// 2 or 3.
    pub dimension: usize,
    /// Steps done.
    pub step: u64,
    /// Time (s).
    pub time: f64,
    /// What the solver had learned.
    pub solver_memory: u8,
    /// The scene as resolved, TOML.
    pub scene: String,
    /// What the run had added up.
    pub books: String,
    contacts: usize,
    /// How many of the contacts are out of sight: the last ones.
    dormant: usize,
}

impl Checkpoint {
    /// Reads a checkpoint.
    ///
    /// # Errors
    ///
    /// The file is missing, damaged, no checkpoint, or of a later version.
    pub fn read(path: &Path) -> Result<Self, ResultsError> {
        let whole = |message: String| ResultsError::whole(path, message);
        let mut bytes = crate::intake::read(path).map_err(|e| whole(e.to_string()))?;
        let sound = unsealed(&mut bytes);
        let size = bytes.len() as u64;
        let file =
            File::from_bytes(bytes).map_err(|e| whole(format!("not a sound HDF5 file: {e}")))?;
        let facts = Facts::of(path, &file, (FORMAT, "a checkpoint"), VERSION)?;
        if !sound {
            return Err(whole("is damaged: its bytes are not those written".into()));
        }
        let text = |name: &str| {
            let lines = file.dataset(name).and_then(|dataset| dataset.read_string());
            lines.map(|lines| lines.concat()).map_err(|e| ResultsError::at(path, name, e))
        };
        let sizes = ["scene", "books", "q", "v"].into_iter();
        let sizes = sizes.chain(real_columns::<2>().map(|column| column.name));
        for name in sizes.chain(integer_columns::<2>().map(|column| column.name)) {
            if may_be_missing(name) && file.dataset(name).is_err() {
                continue;
            }
            let dataset = file.dataset(name).map_err(|e| ResultsError::at(path, name, e))?;
            length(&dataset, size).map_err(|e| ResultsError::at(path, name, e))?;
        }
        let (scene, books) = (text("scene")?, text("books")?);
        // Older checkpoints have none.
        let dormant = facts.number("dormant").unwrap_or(0) as usize;
        Ok(Self {
            path: path.to_path_buf(),
            dimension: facts.number("dimension")? as usize,
            step: facts.number("step")?,
            time: facts.real("time")?,
            solver_memory: u8::try_from(facts.number("solver_memory")?).unwrap_or(0),
            scene,
            books,
            contacts: (facts.number("contacts")? as usize).saturating_add(dormant),
            dormant,
            file,
        })
    }

    /// The state, of so many bodies.
    ///
    /// # Errors
    ///
    /// It is that of another number of bodies or dimension, or the file is damaged.
    pub fn frame<const D: usize>(&self, bodies: usize) -> Result<Frame<D>, ResultsError> {
        if self.dimension != D {
            let message = format!("has {} dimensions, not {D}", self.dimension);
            return Err(ResultsError::whole(&self.path, message));
        }
        let mut contacts: Vec<Contact<D>> = vec![];
        let q = self.reals("q", bodies * configuration_size(D))?;
        let v = self.reals("v", bodies * velocity_size(D))?;
        let is_there = |name: &str| !may_be_missing(name) || self.file.dataset(name).is_ok();
        for column in real_columns::<D>().iter().filter(|column| is_there(column.name)) {
            let values = self.reals(column.name, self.contacts * column.components)?;
            // Their number is believed once a column of that length was read.
            if contacts.is_empty() {
                contacts = blank(self.contacts);
            }
            column.fill(&mut contacts, &values);
        }
        for column in integer_columns::<D>().iter().filter(|column| is_there(column.name)) {
            let values = self.file.dataset(column.name).and_then(|dataset| dataset.read_u64());
            let values = values.map_err(|e| ResultsError::at(&self.path, column.name, e))?;
            self.expect(column.name, values.len(), self.contacts)?;
            column.fill(&mut contacts, &values);
        }
        if contacts.iter().flat_map(|contact| contact.bodies).any(|body| body >= bodies) {
            return Err(ResultsError::at(&self.path, "body_candidate", "names no body"));
        }
        let dormant = contacts.split_off(contacts.len().saturating_sub(self.dormant));
        let lost = lost(&dormant);
        let damaged = |name: &str| ResultsError::at(&self.path, name, "is damaged");
        let anchors = self.any_reals(ANCHORS)?;
        let anchors = held::anchors::<D>(&anchors).ok_or_else(|| damaged(ANCHORS))?;
        if anchors.iter().flat_map(|anchor| anchor.bodies).any(|body| body >= bodies) {
            return Err(damaged(ANCHORS));
        }
        let joints = self.any_reals(JOINTS)?;
        let mut joints = held::joints(&joints).ok_or_else(|| damaged(JOINTS))?;
        // Older checkpoints have none.
        held::fill_reports(&self.any_reals(REPORTS)?, &mut joints);
        let (step, time) = (self.step, self.time);
        let [places, velocities, memory, turned] = MESHES.map(|name| self.any_reals(name));
        let meshes = MeshState {
            places: places?,
            velocities: velocities?,
            memory: memory?,
            turned: turned?,
            ..MeshState::default()
        };
        Ok(Frame { step, time, q, v, contacts, dormant, anchors, joints, lost, meshes })
    }

    /// Gives a world the state.
    ///
    /// # Errors
    ///
    /// It is that of another world, or the file is damaged.
    pub fn restore<const D: usize>(&self, world: &mut World<D>) -> Result<(), ResultsError> {
        let frame = self.frame::<D>(world.bodies.len())?;
        if !frame.meshes.fits(world) {
            let message = "has the state of other meshes or materials";
            return Err(ResultsError::at(&self.path, MESHES[0], message));
        }
        let has_spots = |bodies: [usize; 2], spots: [Spot; 2]| {
            bodies.iter().zip(spots).all(|(body, spot)| {
                let soft = world.bodies.deformable(*body);
                let facets = soft.map_or(0, |soft| soft.model.surface.facets.len());
                !spot.is_some() || (spot.facet as usize) < facets
            })
        };
        let contacts = frame.contacts.iter().chain(&frame.dormant).map(|c| (c.bodies, c.spots));
        let mut held = contacts.chain(frame.anchors.iter().map(|a| (a.bodies, a.spots)));
        if !held.all(|(bodies, spots)| has_spots(bodies, spots)) {
            return Err(ResultsError::at(&self.path, "facet_candidate", "names no facet"));
        }
        frame.restore(world);
        Ok(())
    }

    /// The numbers of a list that need not be there.
    fn any_reals(&self, name: &str) -> Result<Vec<f64>, ResultsError> {
        let Ok(dataset) = self.file.dataset(name) else { return Ok(vec![]) };
        dataset.read_f64().map_err(|e| ResultsError::at(&self.path, name, e))
    }

    fn reals(&self, name: &str, count: usize) -> Result<Vec<f64>, ResultsError> {
        let values = self.file.dataset(name).and_then(|dataset| dataset.read_f64());
        let values = values.map_err(|e| ResultsError::at(&self.path, name, e))?;
        self.expect(name, values.len(), count)?;
        Ok(values)
    }

    fn expect(&self, name: &str, found: usize, expected: usize) -> Result<(), ResultsError> {
        if found == expected {
            return Ok(());
        }
        let message = format!("has {found} numbers where {expected} are expected");
        Err(ResultsError::at(&self.path, name, message))
    }
}
