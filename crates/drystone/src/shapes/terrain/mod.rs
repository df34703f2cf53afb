//! The terrain: a surface of facets, solid on one side (triangles in space, segments in the
//! plane).
//!
//! Built once: how facets join (`joints`), the directions in which corners and edges can be the
//! nearest point (`cones`), a tree over the facets (`tree`). Where the surface has a border the
//! matter ends: nothing is there beyond it.

mod cones;
mod heights;
mod joints;
mod nearest;
mod tree;

pub use heights::grid;
pub use nearest::{Nearest, Site};

use super::{Aabb, InvalidShape, limits};
use crate::space::{Pose, Vector, moment};
use cones::Corner;
use tree::Tree;

/// Sine of the bend below which two facets are one plane.
pub const FLAT: f64 = 1e-6;

/// How a facet goes on across one of its sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joint {
    /// In its own plane.
    Flat,
    /// Down: the surface has an edge there (in the plane a corner).
    Ridge,
    /// Up: the surface has a crease there.
    Valley,
    /// Not at all.
    Border,
}

/// A side of a facet: through one of its edges (in the plane: its ends), square to the facet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rim<const D: usize> {
    /// Unit normal in the facet's plane, away from the facet.
    pub outward: Vector<D>,
    /// What comes beyond.
    pub joint: Joint,
    /// The facet beyond; of no meaning at a border.
    pub neighbour: usize,
    /// In space the edge, in the plane the vertex, that this side passes through.
    pub feature: usize,
}

/// A triangle or a segment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Facet<const D: usize> {
    /// Corners: in space anticlockwise seen from the free side, in the plane with the free side
    /// to the left.
    pub vertices: [usize; D],
    /// Unit normal, from the solid to the free side.
    pub normal: Vector<D>,
    /// Sides. In space side k passes through corners k and k + 1, in the plane through corner k.
    pub rims: [Rim<D>; D],
}

/// An edge of the surface; none in the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crest<const D: usize> {
    /// Ends.
    pub vertices: [usize; 2],
    /// The facets that meet; twice the same at a border.
    pub facets: [usize; 2],
    /// The edge is nearest to points in the directions d from it with `cone · d <= 0`, both.
    pub cone: [Vector<D>; 2],
    /// Whether such directions fill a wedge: of ridges and borders.
    pub sharp: bool,
}

/// A surface of facets, solid behind.
#[derive(Clone, Debug, PartialEq)]
pub struct Terrain<const D: usize> {
    vertices: Vec<Vector<D>>,
    facets: Vec<Facet<D>>,
    crests: Vec<Crest<D>>,
    corners: Vec<Corner<D>>,
    /// Directions of the cones of all vertices, one range each.
    cones: Vec<Vector<D>>,
    /// Facets around all vertices, one range each.
    fans: Vec<usize>,
    tree: Tree<D>,
    bounds: Aabb<D>,
    radius: f64,
}

impl<const D: usize> Terrain<D> {
    /// A surface of facets given by their corners; see [`Facet::vertices`] for their order.
    pub fn new(vertices: Vec<Vector<D>>, facets: &[[usize; D]]) -> Result<Self, InvalidShape> {
        limits::points(&vertices)?;
        if facets.is_empty() {
            return Err(InvalidShape("a terrain needs at least one facet".into()));
        }
        let mut made = Vec::with_capacity(facets.len());
        for (f, corners) in facets.iter().enumerate() {
            if let Some(v) = corners.iter().find(|v| **v >= vertices.len()) {
                return Err(InvalidShape(format!(
                    "facet {f} names vertex {v}, which is not there"
                )));
            }
            made.push(facet(&vertices, corners).ok_or_else(|| {
                let at: Vec<_> = corners.iter().map(|v| vertices[*v].as_slice()).collect();
                InvalidShape(format!("facet {f} of a terrain has no area: {at:?}"))
            })?);
        }
        let crests = joints::join(&vertices, &mut made)?;
        let (corners, cones, fans) = cones::corners(&vertices, &made);
        let tree = Tree::new(&vertices, &made);
        let used = || made.iter().flat_map(|f| f.vertices).map(|v| &vertices[v]);
        let bounds = Aabb::around(used());
        let radius = used().map(|v| v.norm()).fold(0.0, f64::max);
        limits::length("the extent of a terrain", bounds.extent())?;
        Ok(Self { facets: made, crests, corners, cones, fans, tree, bounds, radius, vertices })
    }

    /// Corners.
    pub fn vertices(&self) -> &[Vector<D>] {
        &self.vertices
    }

    /// Facets.
    pub fn facets(&self) -> &[Facet<D>] {
        &self.facets
    }

    /// Edges; none in the plane.
    pub fn crests(&self) -> &[Crest<D>] {
        &self.crests
    }

    /// Whether a vertex is nearest to points in a whole cone of directions.
    pub fn is_peak(&self, vertex: usize) -> bool {
        self.corners[vertex].sharp
    }

    /// The first facet at a vertex.
    pub fn owner(&self, vertex: usize) -> Option<usize> {
        self.fan(vertex).first().copied()
    }

    /// The facets at a vertex.
    pub fn fan(&self, vertex: usize) -> &[usize] {
        &self.fans[self.corners[vertex].fan.clone()]
    }

    /// Whether a vertex is the nearest point, up to a slope of `tilt`, of what is around it to
    /// points in a unit direction from it.
    pub fn faces(&self, vertex: usize, direction: &Vector<D>, tilt: f64) -> bool {
        self.cones[self.corners[vertex].cone.clone()].iter().all(|e| e.dot(direction) <= tilt)
    }

    /// Signed height of a point over the plane of a facet.
    pub fn height(&self, facet: usize, x: &Vector<D>) -> f64 {
        let f = &self.facets[facet];
        f.normal.dot(&(x - self.vertices[f.vertices[0]]))
    }

    /// How far a point is beyond side `k` of a facet.
    pub fn beyond(&self, facet: usize, k: usize, x: &Vector<D>) -> f64 {
        let f = &self.facets[facet];
        f.rims[k].outward.dot(&(x - self.vertices[f.vertices[k]]))
    }

    /// Appends the facets whose boxes overlap a box.
    pub fn near(&self, bounds: &Aabb<D>, out: &mut Vec<usize>) {
        self.tree.near(bounds, out);
    }

    /// Radius of the ball about the origin that holds the surface.
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// A box around the surface at a pose: the box around its own box.
    pub fn bounds(&self, pose: &Pose<D>) -> Aabb<D> {
        let half = (self.bounds.max - self.bounds.min) * 0.5;
        let centre = pose.point(&self.bounds.centre());
        let reach = pose.rotation.abs() * half;
        Aabb { min: centre - reach, max: centre + reach }
    }
}

impl Terrain<2> {
    /// A profile through some points, free to the left of it: above, if it runs to the right.
    pub fn profile(points: Vec<Vector<2>>) -> Result<Self, InvalidShape> {
        let facets: Vec<_> = (1..points.len()).map(|k| [k - 1, k]).collect();
        Self::new(points, &facets)
    }
}

/// A facet that does not know its neighbours; `None` if it has no area.
fn facet<const D: usize>(vertices: &[Vector<D>], corners: &[usize; D]) -> Option<Facet<D>> {
    let point = |k: usize| vertices[corners[k % D]];
    let sides: [Vector<D>; D] = std::array::from_fn(|k| point(k + 1) - point(k));
    let longest = sides.iter().map(|s| s.norm()).fold(0.0, f64::max);
    let rounding = 64.0 * f64::EPSILON * (0..D).map(|k| point(k).amax()).fold(0.0, f64::max);
    let area: Vector<D> = if D == 2 {
        Vector::from_fn(|i, _| if i == 0 { -sides[0][1] } else { sides[0][0] })
    } else {
        let m = moment(&sides[0], &sides[1]);
        Vector::from_fn(|i, _| m[i]) / longest.max(f64::MIN_POSITIVE)
    };
    if area.norm() <= rounding {
        return None;
    }
    let normal = area.normalize();
    let rims = std::array::from_fn(|k| {
        let along = sides[k].normalize();
        // In the plane sides[0] runs from the first end, sides[1] from the second, each inward.
        let outward = if D == 2 {
            -along
        } else {
            let m = moment(&along, &normal);
            Vector::from_fn(|i, _| m[i])
        };
        Rim { outward, joint: Joint::Border, neighbour: 0, feature: corners[k] }
    });
    Some(Facet { vertices: *corners, normal, rims })
}
