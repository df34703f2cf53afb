//! Shapes of bodies.

use super::{Components, Rotation};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

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
    /// A polygon, convex or cut into convex parts (plane).
    Polygon(PolygonShape),
    /// A regular polygon (plane).
    RegularPolygon(RegularPolygonShape),
    /// A polyhedron, convex or cut into convex parts (space).
    Polyhedron(PolyhedronShape),
    /// A segment with a radius: a stadium in the plane, a rod with round ends in space.
    Capsule(CapsuleShape),
    /// A solid cylinder with flat ends (space).
    Cylinder(CylinderShape),
    /// A wall without thickness (plane).
    Segment(SegmentShape),
    /// Everything behind a plane through the body's position; fixed unless it has a mass.
    HalfSpace(HalfSpaceShape),
    /// The inside of a circle (plane) or of a cylinder (space); fixed unless it has a mass.
    Drum(DrumShape),
    /// Ground made of facets, solid behind, from a mesh, heights or a profile; fixed or driven.
    Terrain(TerrainShape),
    /// Several shapes as one rigid body; where they overlap the matter counts once.
    Cluster(ClusterShape),
    /// A ring, or a sector of one, of a material that deforms.
    Ring(RingShape),
    /// A mesh of elements, of a material that deforms; or several bodies out of one mesh.
    Mesh(MeshShape),
    /// A chain of bars: a membrane in the plane, a cable in space. Its material has a `thickness` or a `section`.
    Chain(ChainShape),
    /// A rectangle of membrane (space). Its material has a `thickness`.
    Sheet(SheetShape),
    /// An upright tube of membrane, open at both ends (space). Its material has a `thickness`.
    Tube(TubeShape),
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
    /// Radius of the rounded edges (m), inside the given size: less than half the smallest length. Default 0: sharp.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounding: Option<f64>,
}

/// A convex polygon.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PolygonShape {
    /// Corners in any order (m), counted from the body's position; in order around the polygon
    /// if it is to be cut.
    pub vertices: Vec<Vec<f64>>,
    /// Cut a polygon that is not convex into convex parts. Default: false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decompose: Option<bool>,
    /// Radius of the rounded edges (m), added outside the given corners. Default 0: sharp.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounding: Option<f64>,
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
    /// Instead of vertices: a surface in STL, OBJ, PLY or Gmsh (.msh) format, closed and convex
    /// (or to be cut); the path is relative to the scene.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Length in metres of one unit of the file. Default: 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<f64>,
    /// Take the convex hull of the surface in the file, which then may be open or hollow.
    /// Default: false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hull: Option<bool>,
    /// Cut a solid that is not convex, given by its faces or a file, into convex parts. Default:
    /// false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decompose: Option<bool>,
    /// Radius of the rounded edges (m), added outside the given corners. Default 0: sharp.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounding: Option<f64>,
}

/// A capsule along the first axis, centred on the body's position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CapsuleShape {
    /// Length of the segment (m); from tip to tip the capsule is longer by two radii.
    pub length: f64,
    /// Radius (m).
    pub radius: f64,
}

/// A cylinder centred on the body's position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CylinderShape {
    /// Radius (m).
    pub radius: f64,
    /// Length from end to end (m).
    pub length: f64,
    /// Axis, of any length. Default: the third axis, so that the cylinder stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub axis: Option<Vec<f64>>,
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

/// A drum: all around a round hole about the body's position there is matter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DrumShape {
    /// Inner radius (m).
    pub radius: f64,
    /// Axis of the cylinder, of any length; space only. Default: the second axis.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub axis: Option<Vec<f64>>,
    /// Inner length between two flat walls (m); space only. Default: endless, without them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<f64>,
}

/// Ground made of triangles (space) or segments (plane), solid behind; exactly one of `mesh`,
/// `heights`, `grid`, `vertices` (space), `points`, `profile` (plane). Along a periodic axis it must
/// be narrower than the period.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TerrainShape {
    /// A surface in STL, OBJ, PLY or Gmsh (.msh) format, open or closed, faces turning
    /// anticlockwise seen from the free side, which may be the inside: a room. Faces that disagree
    /// with most of their neighbours are turned. The path is relative to the scene.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mesh: Option<String>,
    /// Length in metres of one unit of the mesh. Default: 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<f64>,
    /// Heights (m) in rows along the first axis, the row of the least second coordinate first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heights: Option<Vec<Vec<f64>>>,
    /// A text file of heights: an ESRI ASCII grid (.asc), or rows as in `heights`; `nan` leaves a
    /// hole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grid: Option<String>,
    /// Distance of the points of `heights` or `grid` (m): one number, or one for each axis. An
    /// ESRI grid has its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spacing: Option<Components>,
    /// Where the first of the heights is (m). Default: 0, 0, or what an ESRI grid says: the
    /// centre of its south-western cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<Vec<f64>>,
    /// Corners of the triangles (m).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub vertices: Vec<Vec<f64>>,
    /// Triangles as lists of vertex numbers from 0, turning anticlockwise seen from the free
    /// side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facets: Option<Vec<Vec<u64>>>,
    /// Points of a profile (m), free to the left of it: above, if it runs to the right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<Vec<Vec<f64>>>,
    /// A text file with the two coordinates of a point of the profile on each line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<String>,
}

/// Several shapes as one rigid body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClusterShape {
    /// The shapes. They may overlap; they never touch each other.
    pub parts: Vec<Part>,
}

/// A shape of a cluster.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// The shape: any but a segment, a half-space, a drum, a terrain, a cluster or what always deforms.
    pub shape: Shape,
    /// Origin of the part's coordinates in those of the body (m). Default: the origin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<Vec<f64>>,
    /// Rotation in the plane, anticlockwise (degrees). Default 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub angle_degrees: Option<f64>,
    /// Rotation in space. Default: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rotation: Option<Rotation>,
}

/// A ring about the body's position, or a sector of one; in space it has a length along the second axis,
/// about which it goes round from the first axis to the third.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RingShape {
    /// Inner radius (m).
    pub inner_radius: f64,
    /// Outer radius (m).
    pub outer_radius: f64,
    /// Where a sector begins, anticlockwise from the first axis (degrees). Default 0.
    #[serde(default)]
    pub from_degrees: f64,
    /// Where it ends (degrees). Default: a full turn on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_degrees: Option<f64>,
    /// Length along the axis (m); space only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<f64>,
}

/// A mesh, from a file or written out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MeshShape {
    /// A mesh of triangles and quadrangles (plane), or of tetrahedra and hexahedra (space), in Gmsh
    /// (.msh 2.2 and 4.1, text) or VTK (.vtu) format; the path is relative to the scene. Of a material that has a
    /// `thickness` or `section`, a mesh of lines, or of triangles and quadrangles in space: their order of nodes
    /// says which side is the outer one (see `chain` and `sheet`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Length in metres of one unit of the mesh. Default: 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<f64>,
    /// What becomes a body of its own: "elements", "groups" (of the elements), or "components" (that hang
    /// together). Drives, loads and absorbing sides on a group are for the parts that have it. Default: one body.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub split: Option<Split>,
    /// Materials of groups of elements, by their names. Default: the body's.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub materials: BTreeMap<String, String>,
    /// Instead of a file: places of the nodes (m).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nodes: Vec<Vec<f64>>,
    /// Instead of a file: elements, and edges or faces that are to have a name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<MeshCells>,
}

/// Elements of one kind and group.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MeshCells {
    /// The kind: "T3", "T6", "Q4", "Q8", "TE4", "TE10", "H8", "H20"; of edges "L2", "L3"; of points "P1".
    pub element: String,
    /// Name of the group. Default "body".
    #[serde(default = "body")]
    pub group: String,
    /// Their nodes, as lists of numbers from 0: corners first, then the middles of edges.
    pub nodes: Vec<Vec<u64>>,
}

fn body() -> String {
    "body".into()
}

/// A chain along straight lines, with the sides `start` and `end` where it is open. In the plane its outer side is to
/// the right of its way, so that of a closed chain that turns anticlockwise it is outside.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChainShape {
    /// Points along it (m), counted from the body's position; two or more.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<Vec<f64>>,
    /// Whether it goes on from the last point to the first. Default false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub closed: bool,
    /// Instead of points: the radius of a circle about the body's position (m), anticlockwise in the plane of the first
    /// two axes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub radius: Option<f64>,
}

/// A rectangle along the first two axes, centred on the body's position, or a membrane between four corners. Its sides
/// are `left`, `right`, `bottom` (of the least second coordinate) and `top`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SheetShape {
    /// Lengths along the first two axes (m); the outer side looks along the third.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub size: Vec<f64>,
    /// Instead of a size: four corners (m), those of the bottom from left to right, then those of the top from right
    /// to left; the outer side is where they turn anticlockwise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub corners: Vec<Vec<f64>>,
}

/// A tube about the third axis, centred on the body's position, with the rims `bottom` and `top`. Its outer side looks
/// away from the axis.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TubeShape {
    /// Radius (m).
    pub radius: f64,
    /// Length from rim to rim (m).
    pub length: f64,
}

/// What of a mesh becomes a body of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Split {
    /// Every element.
    Elements,
    /// The elements of every group.
    Groups,
    /// Elements that hang together.
    Components,
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
            Self::Capsule(_) => "capsule",
            Self::Cylinder(_) => "cylinder",
            Self::Segment(_) => "segment",
            Self::HalfSpace(_) => "half_space",
            Self::Drum(_) => "drum",
            Self::Terrain(_) => "terrain",
            Self::Cluster(_) => "cluster",
            Self::Ring(_) => "ring",
            Self::Mesh(_) => "mesh",
            Self::Chain(_) => "chain",
            Self::Sheet(_) => "sheet",
            Self::Tube(_) => "tube",
        }
    }

    /// Whether it cannot be rigid.
    pub fn always_deforms(&self) -> bool {
        matches!(
            self,
            Self::Ring(_) | Self::Mesh(_) | Self::Chain(_) | Self::Sheet(_) | Self::Tube(_)
        )
    }

    /// Whether it encloses a finite volume, hence has a mass for a density.
    pub fn has_volume(&self) -> bool {
        !matches!(self, Self::Segment(_) | Self::HalfSpace(_) | Self::Drum(_) | Self::Terrain(_))
    }
}
