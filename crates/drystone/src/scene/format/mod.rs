//! The scene file, key by key. Lengths in metres, masses in kilograms, times in seconds; in the
//! plane masses, forces and areas are per metre of depth.

mod body;
mod deformable;
mod function;
mod generator;
mod joint;
mod measures;
mod problems;
mod shape;
mod solver;

pub use body::{
    AbsorbingSide, Body, Components, Damping, Drive, ForceLoad, IncomingWave, Load, PressureLoad,
    Repeat, Rotation, TorqueLoad,
};
pub use deformable::{Deformable, RayleighDamping, Stress, StressAtRest, ViscousStress};
pub use function::{Function, FunctionShape, Points, Ramp, Sine, TableFile};
pub use generator::{Arch, Bricks, Generator, Lattice, Region, Stack};
pub use joint::{Joint, JointMotor};
pub use measures::{MeasuredPart, Plane, RecordedMeasure};
pub use problems::{Every, Problems, When};
pub use shape::{
    BoxShape, CapsuleShape, ChainShape, ClusterShape, CylinderShape, DrumShape, HalfSpaceShape,
    MeshCells, MeshShape, Part, PolygonShape, PolyhedronShape, RegularPolygonShape, RingShape,
    RoundShape, SegmentShape, Shape, SheetShape, Split, TerrainShape, TubeShape,
};
pub use solver::Solver;

use crate::laws::{Bond, Friction, RESTITUTIONS, UNILATERAL};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A scene: bodies, materials, contact laws, and how to run it. SI units.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Description {
    /// Title shown with the results. Default: none.
    #[serde(default)]
    pub title: String,
    /// Dimension of space: 2 (plane, per metre of depth) or 3.
    #[schemars(range(min = 2, max = 3))]
    pub dimension: u32,
    /// Gravity (m/s²). Default: 9.81 down the last axis.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gravity: Option<Vec<f64>>,
    /// Length of a time step (s).
    pub time_step: f64,
    /// Simulated time (s); the number of steps is duration / time_step, rounded up.
    pub duration: f64,
    /// Weight of the end of the step in the time scheme, 0.5 to 1. Default 0.5.
    #[serde(default = "half")]
    pub theta: f64,
    /// Where contacts are looked for within the step. Default "theta".
    #[serde(default)]
    pub test_configuration: TestConfiguration,
    /// Bodies nearer than this are candidates to contact (m), and so are those that their
    /// motion brings together within the step, however far apart. Default: 5 % of the smallest
    /// extent of the bodies that can move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alert_distance: Option<f64>,
    /// Drop contacts that lie inside the hull of others of the same two bodies and normal. With 0 the
    /// others can transmit the same forces, and no motion changes but with the law "velocity", which
    /// waits for gaps to close one by one; a larger share (of the hull's diameter) lets the hull
    /// shrink by so much. Default: drop none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contact_reduction: Option<f64>,
    /// Cut steps at the impacts of bodies whose law is "velocity" (as restitution needs): they are
    /// sent back where they meet, and do not pass through thin ones; the other laws need no cuts. Impacts that
    /// would not move a body by a thousandth of its thickness in a step are not looked for. Default: false.
    #[serde(default)]
    pub time_of_impact: bool,
    /// Go from event to event instead of over them: impacts are located, contacts last between them, and errors
    /// are of second order in the step. For moderate numbers of rigid bodies that rock, bounce and slide;
    /// `{}` takes the defaults. Default: time stepping.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event_driven: Option<EventDriven>,
    /// Penetration, as a share of the smaller body's size (its radius, or half of its smallest width), beyond
    /// which bodies are brought out of each other after a step, with velocities untouched; laws of impact
    /// alone leave it where it is. From 1 on: never. Default 1e-4.
    #[serde(default = "ten_thousandth", skip_serializing_if = "is_ten_thousandth")]
    pub penetration_tolerance: f64,
    /// How often a step is halved, at most, where the motion of deformable bodies is not found in a longer one;
    /// 0: never. Where it is not found in the shortest either, the run ends with the state before. Default 6.
    #[serde(default = "six", skip_serializing_if = "is_six")]
    #[schemars(range(max = 20))]
    pub halvings: u32,
    /// Minutes of wall time that a step may take, all of its solves and parts; the run then ends
    /// with the state before the step saved, and `drystone run --resume` goes on from there. Steps
    /// that are done in time do not depend on it. 0 for no limit. Default 1440, a day: no step that
    /// long is of use.
    #[serde(default = "a_day", skip_serializing_if = "is_a_day")]
    pub step_minutes: f64,
    /// Axes along which space repeats. A terrain must end before it meets its own image: bodies
    /// would catch where the two join. Default: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub periodic: Option<Cell>,
    /// Seed of everything random that bodies are made of. Default 0.
    #[serde(default)]
    pub seed: u64,
    /// Which contact solver is used, when it stops, and how it iterates.
    #[serde(default)]
    pub solver: Solver,
    /// What is written during the run.
    #[serde(default)]
    pub record: Record,
    /// Materials by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub materials: BTreeMap<String, Material>,
    /// Contact laws between materials.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub contacts: Vec<Contact>,
    /// Groups of bodies that pass through each other.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub no_contact: Vec<NoContact>,
    /// Bodies one by one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bodies: Vec<Body>,
    /// Many bodies at once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub generators: Vec<Generator>,
    /// Joints between bodies.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub joints: Vec<Joint>,
}

/// How the event-driven scheme finds its events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EventDriven {
    /// Gap up to which an impact is located (m). Default: a millionth of the alert distance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tolerance: Option<f64>,
    /// Impacts in one step, from which on time stepping takes the rest of it. Default 100.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub most: Option<u32>,
}

/// Where contacts are looked for within the step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TestConfiguration {
    /// At q + (1 - theta) h v, consistent with the time scheme.
    #[default]
    Theta,
    /// At q + h v / 2.
    Midpoint,
}

/// The cell that repeats: first and last coordinate along each axis (m). A body that leaves
/// through one border comes in through the other.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Cell {
    /// Along the first axis. Default: no repetition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub x: Option<[f64; 2]>,
    /// Along the second axis. Default: no repetition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub y: Option<[f64; 2]>,
    /// Along the third axis. Default: no repetition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub z: Option<[f64; 2]>,
}

/// What is written during the run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Record {
    /// Steps between two rows of history.csv. Default 1.
    pub history_every: u64,
    /// Steps between two frames. Default: from frame_count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frames_every: Option<u64>,
    /// Number of frames over the run, the initial state not counted; 0 for none. Default 50.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frame_count: Option<u64>,
    /// Bits that real numbers keep in the frames of results.h5: "double" or "single". Default
    /// "double". Checkpoints keep all.
    pub precision: Precision,
    /// Whether frames in results.h5 keep the heat that friction makes at each contact, for `drystone
    /// measure` (heat, wear). Default false.
    pub heat: bool,
    /// How hard the frames of large scenes (1000 bodies and more) are compressed in results.h5, 0 (not
    /// at all) to 9: level 1 makes them 40 % smaller, and writing five times as long. Default 0.
    #[schemars(range(min = 0, max = 9))]
    pub compression: u8,
    /// Minutes between two checkpoints, from which `drystone run --resume` goes on; one is written
    /// at the end and at an interruption too. 0 for none. Default 5.
    pub checkpoint_minutes: f64,
    /// Steps between two checkpoints. Default: by the minutes alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checkpoint_every: Option<u64>,
    /// Whether a picture of the final state is drawn. Default true.
    pub picture: bool,
    /// Which contact problems are written to problems/step-NNNNNN.hdf5 (FCLIB files, for `drystone
    /// solve`): "never", "unconverged" (the first 10 steps that do not converge), "all",
    /// { every = N } or a list of steps, counted from 1. Default "unconverged". Steps without
    /// contacts have none; of a step cut into parts the last part counts.
    pub problems: Problems,
    /// Measures taken with every row of history.csv and added to it as columns, and to results.h5 as
    /// series: names such as "stress" (`drystone measure --list` lists them), or tables such as
    /// { measure = "resultant", label = "floor", bodies = ["floor"] }. Default: none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub measures: Vec<RecordedMeasure>,
}

impl Default for Record {
    fn default() -> Self {
        Self {
            history_every: 1,
            frames_every: None,
            frame_count: None,
            precision: Precision::Double,
            heat: false,
            compression: 0,
            checkpoint_minutes: 5.0,
            checkpoint_every: None,
            picture: true,
            problems: Problems::When(When::Unconverged),
            measures: vec![],
        }
    }
}

/// Bits of real numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Precision {
    /// 64.
    Double,
    /// 32.
    Single,
}

/// A material.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Material {
    /// Mass per volume (kg/m³). Needed by bodies that move and give no mass of their own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub density: Option<f64>,
    /// How bodies of it deform, but for those that are fixed. Default: they are rigid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deformable: Option<Deformable>,
}

/// The contact law of a pair of materials.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Contact {
    /// The two materials, in any order. Needed unless `default = true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub between: Option<[String; 2]>,
    /// Whether this law holds for every pair that has none of its own. Default false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub default: bool,
    /// Coulomb's friction coefficient. Needed unless `friction_law` is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub friction: Option<f64>,
    /// A law of friction other than Coulomb's, a table by its name: `friction_law.stribeck = { … }`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub friction_law: Option<Friction>,
    /// Resistance to rolling: the couple is at most this length times the normal force (m). Default 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub rolling: f64,
    /// Resistance to spinning about the normal, in space: the couple is at most this length times the
    /// normal force (m). Default 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub spinning: f64,
    /// Resistance to rolling as a number: in place of `rolling`, this share of the radius R with which the bodies
    /// roll on each other, 1/R = 1/R1 + 1/R2 with the radii of spheres, disks, cylinders and capsules and 0 for what is
    /// not round; where neither is round, half of the smallest width of the smaller body. Default 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub rolling_coefficient: f64,
    /// Resistance to spinning about the normal as a number, in place of `spinning`: this share of the same
    /// radius. Default 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub spinning_coefficient: f64,
    /// What holds the bodies together, a table by its name: `bond.brittle = { … }`. Default: nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bond: Option<Bond>,
    /// How impenetrability is written. Default "quasi_inelastic", or "velocity" when a
    /// restitution is given. "schatzman_paoli" takes a normal restitution too, with `theta = 1`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = names(UNILATERAL.iter().map(|entry| entry.1))))]
    pub unilateral: Option<String>,
    /// Law of restitution. Default "moreau".
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = names(RESTITUTIONS.iter().map(|entry| entry.1))))]
    pub restitution_law: Option<String>,
    /// Normal restitution of shocks, 0 (no rebound) to 1. Default 0.
    #[serde(default)]
    pub normal_restitution: f64,
    /// Tangential restitution of shocks, 0 to 1. Default 0.
    #[serde(default)]
    pub tangential_restitution: f64,
}

/// Two groups of bodies that pass through each other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NoContact {
    /// The two groups; the same name twice for bodies within one group.
    pub between: [String; 2],
}

fn is_zero(number: &f64) -> bool {
    *number == 0.0
}

fn half() -> f64 {
    0.5
}

fn ten_thousandth() -> f64 {
    1e-4
}

fn is_ten_thousandth(share: &f64) -> bool {
    *share == ten_thousandth()
}

fn a_day() -> f64 {
    1440.0
}

fn is_a_day(minutes: &f64) -> bool {
    *minutes == a_day()
}

fn six() -> u32 {
    6
}

fn is_six(halvings: &u32) -> bool {
    *halvings == six()
}

/// Names of a table for the list of allowed values in the schema.
fn names<'a>(table: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    table.collect()
}

/// The JSON schema of scene files.
pub fn schema() -> serde_json::Value {
    schemars::schema_for!(Description).to_value()
}
