//! What does not change during a run.

use super::ResultsError;
use super::linkages::JointAbout;
use super::meshes::Meshes;
use super::reader::Results;
use crate::bodies::Rigid;
use crate::space::spins;
use crate::world::World;

/// What does not change during a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Constants {
    /// The time step (s).
    pub time_step: f64,
    /// Of each body.
    pub names: Vec<String>,
    /// Of each body (kg).
    pub mass: Vec<f64>,
    /// Of each body (m³; m² in the plane), zero where its shape has none.
    pub volume: Vec<f64>,
    /// Of each body, in its own frame (kg m²): one number in the plane, nine in space.
    pub inertia: Vec<f64>,
    /// Of each body: whether contacts can move it.
    pub movable: Vec<bool>,
    /// Of each body: whether it is neither fixed nor driven in any way.
    pub free: Vec<bool>,
    /// Gravity (m/s²).
    pub gravity: Vec<f64>,
    /// Of each joint.
    pub joints: Vec<JointAbout>,
    /// Of each deformable body.
    pub meshes: Meshes,
}

impl Constants {
    /// Of a world.
    pub fn of<const D: usize>(world: &World<D>) -> Self {
        let bodies = &world.bodies.list;
        let meshes = Meshes::of(world);
        let volume = |(i, body): (usize, &Rigid<D>)| {
            meshes.of_body(i).map_or(body.volume, |mesh| mesh.volumes.iter().sum())
        };
        let is_free = |(i, body): (usize, &Rigid<D>)| {
            let held = world.bodies.deformable(i).is_some_and(|soft| !soft.held.is_empty());
            !body.fixed && body.drives.is_empty() && !held
        };
        Self {
            time_step: world.scheme.time_step,
            names: bodies.iter().map(|body| body.name.clone()).collect(),
            mass: bodies.iter().map(|body| body.mass()).collect(),
            volume: bodies.iter().enumerate().map(volume).collect(),
            inertia: bodies.iter().flat_map(inertia).collect(),
            movable: (0..bodies.len()).map(|i| world.bodies.movable(i)).collect(),
            free: bodies.iter().enumerate().map(is_free).collect(),
            gravity: world.gravity.as_slice().to_vec(),
            joints: world.joints.iter().map(JointAbout::of).collect(),
            meshes,
        }
    }

    /// What another run has otherwise, in words, but for who is driven.
    pub(super) fn differs(&self, other: &Self) -> Option<&'static str> {
        let differences = [
            (self.time_step != other.time_step, "time step"),
            (self.names != other.names, "name of a body"),
            (self.mass != other.mass, "mass of a body"),
            (self.volume != other.volume, "volume of a body"),
            (self.inertia != other.inertia, "inertia of a body"),
            (self.gravity != other.gravity, "gravity"),
            (self.joints != other.joints, "joint"),
            (self.meshes != other.meshes, "mesh"),
        ];
        differences.into_iter().find(|(differs, _)| *differs).map(|(_, what)| what)
    }
}

/// The numbers of a body's inertia that count.
fn inertia<const D: usize>(body: &Rigid<D>) -> impl Iterator<Item = f64> {
    let n = spins(D);
    (0..n * n).map(move |k| body.inertia()[(k / n, k % n)])
}

impl Results {
    /// What does not change about the bodies.
    ///
    /// # Errors
    ///
    /// The file is damaged.
    pub fn constants(&self) -> Result<Constants, ResultsError> {
        let source = self.source();
        let n = self.bodies();
        let flags = |name: &str| -> Result<Vec<bool>, ResultsError> {
            Ok(source.constants(name, n)?.into_iter().map(|x| x != 0.0).collect())
        };
        let names = self.body_names()?;
        if names.len() != n {
            return Err(ResultsError::at(self.path(), "body_names", "has not a name a body"));
        }
        Ok(Constants {
            time_step: self.time_step(),
            names,
            mass: source.constants("body_mass", n)?,
            volume: source.constants("body_volume", n)?,
            inertia: source.constants("body_inertia", n * spins(self.dimension()).pow(2))?,
            movable: flags("body_movable")?,
            free: flags("body_free")?,
            gravity: source.constants("gravity", self.dimension())?,
            joints: self.joints()?,
            meshes: self.meshes().clone(),
        })
    }
}
