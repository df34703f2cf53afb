//! Generators: many bodies from a few numbers.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Many bodies at once; exactly one key.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Generator {
    /// Disks or spheres of random sizes on a lattice, never overlapping.
    Lattice(Lattice),
    /// A wall of blocks in running bond, half blocks at the ends of every other course.
    Bricks(Bricks),
    /// A circular arch of voussoirs with radial joints, in the plane of the first and last axes.
    Arch(Arch),
    /// Boxes on top of each other along the last axis.
    Stack(Stack),
}

/// Disks (plane) or spheres (space) of random sizes, row by row from the bottom of a region.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Lattice {
    /// Names are this and a number. Default "grain".
    #[serde(default = "grain")]
    pub name: String,
    /// Name of the material. Needed unless the scene has exactly one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub material: Option<String>,
    /// Group for `no_contact`. Default "default".
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// The box to fill; every body is wholly inside.
    pub region: Region,
    /// Smallest and largest radius (m), drawn uniformly.
    pub radius: [f64; 2],
    /// Side of a lattice cell (m). Default 1.02 times the largest diameter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spacing: Option<f64>,
    /// How far bodies stray within their cell: 0 not at all, 1 as far as the cell allows.
    /// Default 0.5.
    #[serde(default = "half")]
    pub jitter: f64,
    /// Most bodies to make. Default: as many as fit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u64>,
    /// Initial velocity of all (m/s). Default 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub velocity: Option<Vec<f64>>,
    /// Seed of this generator. Default: from the scene's seed and the generator's number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

/// A box with faces along the axes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Region {
    /// Corner with the smallest coordinates (m).
    pub min: Vec<f64>,
    /// Corner with the largest coordinates (m).
    pub max: Vec<f64>,
}

/// A wall in running bond along the first axis.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Bricks {
    /// Names are this and a number. Default "brick".
    #[serde(default = "brick")]
    pub name: String,
    /// Name of the material. Needed unless the scene has exactly one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub material: Option<String>,
    /// Group for `no_contact`. Default "default".
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// Size of a block (m): length, height; in space length, depth, height.
    pub block: Vec<f64>,
    /// Number of courses.
    pub courses: u64,
    /// Length of the wall, in blocks.
    pub length: u64,
    /// Corner of the wall with the smallest coordinates (m). Default: the origin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<Vec<f64>>,
    /// Empty width of the upright joints (m). Default 0.
    #[serde(default)]
    pub joint: f64,
}

/// A circular arch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Arch {
    /// Names are this and a number. Default "voussoir".
    #[serde(default = "voussoir")]
    pub name: String,
    /// Name of the material. Needed unless the scene has exactly one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub material: Option<String>,
    /// Group for `no_contact`. Default "default".
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// Radius of the mean line (m).
    pub mean_radius: f64,
    /// Distance from intrados to extrados (m).
    pub thickness: f64,
    /// Number of voussoirs.
    pub voussoirs: u64,
    /// Angle from one springing to the other (degrees), at most 180. Default 180.
    #[serde(default = "half_turn")]
    pub opening_degrees: f64,
    /// Depth across the arch (m); space only, needed there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<f64>,
    /// Centre of the mean circle (m). Default: the origin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub centre: Option<Vec<f64>>,
    /// Whether a fixed block stands under each springing. Default true.
    #[serde(default = "yes")]
    pub abutments: bool,
}

/// A pile of boxes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Stack {
    /// Names are this and a number. Default "block".
    #[serde(default = "block")]
    pub name: String,
    /// Name of the material. Needed unless the scene has exactly one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub material: Option<String>,
    /// Group for `no_contact`. Default "default".
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// Full lengths of a box along the axes (m).
    pub size: Vec<f64>,
    /// Number of boxes.
    pub count: u64,
    /// Middle of the foot of the lowest box (m). Default: the origin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base: Option<Vec<f64>>,
    /// Empty height under each box but the lowest (m). Default 0.
    #[serde(default)]
    pub gap: f64,
    /// Shift of each box against the one below along the first axis (m). Default 0.
    #[serde(default)]
    pub shift: f64,
}

impl Generator {
    /// The key of the generator in scene files.
    pub fn key(&self) -> &'static str {
        match self {
            Self::Lattice(_) => "lattice",
            Self::Bricks(_) => "bricks",
            Self::Arch(_) => "arch",
            Self::Stack(_) => "stack",
        }
    }

    /// The name of its material, if given.
    pub fn material_mut(&mut self) -> &mut Option<String> {
        match self {
            Self::Lattice(g) => &mut g.material,
            Self::Bricks(g) => &mut g.material,
            Self::Arch(g) => &mut g.material,
            Self::Stack(g) => &mut g.material,
        }
    }
}

fn grain() -> String {
    "grain".to_string()
}

fn brick() -> String {
    "brick".to_string()
}

fn voussoir() -> String {
    "voussoir".to_string()
}

fn block() -> String {
    "block".to_string()
}

fn half() -> f64 {
    0.5
}

fn half_turn() -> f64 {
    180.0
}

fn yes() -> bool {
    true
}
