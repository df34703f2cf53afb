//! Shapes of bodies.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The shape of a body; exactly one key.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// A disk (plane).
    Disk(RoundShape),
    /// A sphere (space).
    Sphere(RoundShape),
    /// A rectangle in the plane, a cuboid in space.
    Box(BoxShape),
    /// A convex polygon (plane).
    Polygon(PolygonShape),
    /// A regular polygon (plane).
    RegularPolygon(RegularPolygonShape),
    /// A convex polyhedron (space).
    Polyhedron(PolyhedronShape),
    /// A wall without thickness (plane).
    Segment(SegmentShape),
    /// Everything behind a plane through the body's position; fixed unless it has a mass.
    HalfSpace(HalfSpaceShape),
}

/// A disk or a sphere.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RoundShape {
    /// Radius (m).
    pub radius: f64,
}

/// A rectangle or a cuboid centred on the body's position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BoxShape {
    /// Full lengths along the axes (m).
    pub size: Vec<f64>,
}

/// A convex polygon.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PolygonShape {
    /// Corners in any order (m), counted from the body's position.
    pub vertices: Vec<Vec<f64>>,
}

/// A regular polygon centred on the body's position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RegularPolygonShape {
    /// Number of sides, 3 or more.
    #[schemars(range(min = 3, max = 1000))]
    pub sides: u64,
    /// Radius of the circle through the corners (m); the first corner is on the first axis.
    pub radius: f64,
}

/// A convex polyhedron, from its corners or from a file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PolyhedronShape {
    /// Corners (m), counted from the body's position; needed unless a file is given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub vertices: Vec<Vec<f64>>,
    /// Faces as lists of vertex numbers from 0, turning anticlockwise seen from outside.
    /// Default: the convex hull.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub faces: Option<Vec<Vec<u64>>>,
    /// Instead of vertices: a surface in STL, OBJ, PLY or Gmsh (.msh) format, closed and convex;
    /// the path is relative to the scene.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Length in metres of one unit of the file. Default: 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<f64>,
    /// Take the convex hull of the surface in the file, which then may be open or hollow.
    /// Default: false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hull: Option<bool>,
}

/// A segment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SegmentShape {
    /// One end (m), counted from the body's position.
    pub from: Vec<f64>,
    /// The other end (m).
    pub to: Vec<f64>,
}

/// A half-space.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HalfSpaceShape {
    /// Direction out of the matter, towards the free side; of any length.
    pub normal: Vec<f64>,
}

impl Shape {
    /// The key of the shape in scene files.
    pub fn key(&self) -> &'static str {
        match self {
            Self::Disk(_) => "disk",
            Self::Sphere(_) => "sphere",
            Self::Box(_) => "box",
            Self::Polygon(_) => "polygon",
            Self::RegularPolygon(_) => "regular_polygon",
            Self::Polyhedron(_) => "polyhedron",
            Self::Segment(_) => "segment",
            Self::HalfSpace(_) => "half_space",
        }
    }

    /// Whether it encloses a finite volume, hence has a mass for a density.
    pub fn has_volume(&self) -> bool {
        !matches!(self, Self::Segment(_) | Self::HalfSpace(_))
    }
}
