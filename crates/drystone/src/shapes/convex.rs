//! The convex polygon (plane) and polyhedron (space), with the topology that detection needs.

use super::{Aabb, InvalidShape, hull, limits, polygon};
use crate::space::{Pose, Vector, moment};
use std::collections::HashMap;

/// A side plane of a face: through one of the face's edges (in the plane: through one of its
/// ends), square to the face, normal pointing away from it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Side<const D: usize> {
    /// Outward unit normal.
    pub normal: Vector<D>,
    /// A point x is beyond the side where `normal · x > offset`.
    pub offset: f64,
    /// In space the edge, in the plane the vertex, that this side passes through.
    pub feature: usize,
}

/// A flat piece of the boundary.
#[derive(Clone, Debug, PartialEq)]
pub struct Face<const D: usize> {
    /// Outward unit normal.
    pub normal: Vector<D>,
    /// A point x is outside the face's plane where `normal · x > offset`.
    pub offset: f64,
    /// Corners: two in the plane, in space counter-clockwise seen from outside.
    pub vertices: Vec<usize>,
    /// Side planes. In space side k passes through corners k and k + 1, in the plane through
    /// corner k.
    pub sides: Vec<Side<D>>,
}

/// An edge of a polyhedron.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Ends; the first face runs from the first to the second.
    pub vertices: [usize; 2],
    /// The two faces that meet.
    pub faces: [usize; 2],
}

/// A convex polygon or polyhedron in the body's frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Convex<const D: usize> {
    pub(super) vertices: Vec<Vector<D>>,
    pub(super) faces: Vec<Face<D>>,
    pub(super) edges: Vec<Edge>,
    pub(super) radius: f64,
    pub(super) breadth: f64,
    pub(super) flat: bool,
}

impl<const D: usize> Convex<D> {
    /// The convex hull of some points. Corners keep their order; coplanar faces are one face.
    pub fn from_vertices(points: &[Vector<D>]) -> Result<Self, InvalidShape> {
        if points.len() <= D {
            return Err(InvalidShape(format!(
                "a convex shape needs at least {} points, not {}",
                D + 1,
                points.len()
            )));
        }
        limits::points(points)?;
        if D == 3 {
            return hull::convex(points);
        }
        let bounds = Aabb::around(points);
        let (size, origin) = (bounds.extent(), bounds.min);
        // Coordinates far from the origin carry their rounding with them.
        let tolerance = 1e-12 * size + 64.0 * f64::EPSILON * far(points);
        let plane: Vec<[f64; 2]> =
            points.iter().map(|p| [p[0] - origin[0], p[1] - origin[1]]).collect();
        let ring = polygon::hull(&plane, tolerance);
        if ring.len() < 3 {
            return Err(InvalidShape("all points lie on one line: the area is zero".into()));
        }
        // The ring in the order of the input, so that indices mean something to the caller.
        let first = (0..ring.len()).min_by_key(|&k| ring[k]).unwrap_or(0);
        let corners: Vec<_> =
            (0..ring.len()).map(|k| points[ring[(first + k) % ring.len()]]).collect();
        let n = corners.len();
        let found = Self::assemble(corners, (0..n).map(|k| vec![k, (k + 1) % n]).collect())?;
        if found.flat { Err(open()) } else { Ok(found) }
    }

    /// A rectangle or box centred on the origin.
    pub fn cuboid(half_extents: Vector<D>) -> Result<Self, InvalidShape> {
        for half in half_extents.iter() {
            limits::length("a half extent of a box", *half)?;
        }
        let corner = |k: usize| {
            Vector::from_fn(|i, _| if k >> i & 1 == 1 { half_extents[i] } else { -half_extents[i] })
        };
        Self::from_vertices(&(0..1 << D).map(corner).collect::<Vec<_>>())
    }

    /// Builds the topology from corners and outward oriented face loops.
    pub(super) fn assemble(
        vertices: Vec<Vector<D>>,
        loops: Vec<Vec<usize>>,
    ) -> Result<Self, InvalidShape> {
        let mut faces = Vec::with_capacity(loops.len());
        let mut edges: Vec<Edge> = Vec::new();
        let mut known: HashMap<(usize, usize), usize> = HashMap::new();
        for (f, ring) in loops.into_iter().enumerate() {
            let normal = loop_normal(&vertices, &ring);
            let count = ring.len();
            let offset = ring.iter().map(|&v| normal.dot(&vertices[v])).sum::<f64>() / count as f64;
            let mut sides = Vec::with_capacity(count);
            for k in 0..count {
                let (i, j) = (ring[k], ring[(k + 1) % count]);
                let along = (vertices[j] - vertices[i]).normalize();
                let (outward, feature) = if D == 2 {
                    (-along, i)
                } else {
                    let edge = match known.remove(&(j, i)) {
                        Some(edge) => {
                            edges[edge].faces[1] = f;
                            edge
                        }
                        None => {
                            let new = edges.len();
                            edges.push(Edge { vertices: [i, j], faces: [f, usize::MAX] });
                            if known.insert((i, j), new).is_some() {
                                return Err(open());
                            }
                            new
                        }
                    };
                    let m = moment(&along, &normal);
                    (Vector::from_fn(|i, _| m[i]), edge)
                };
                sides.push(Side { normal: outward, offset: outward.dot(&vertices[i]), feature });
            }
            faces.push(Face { normal, offset, vertices: ring, sides });
        }
        if D == 3 && (!known.is_empty() || vertices.len() + faces.len() != edges.len() + 2) {
            return Err(open());
        }
        let radius = vertices.iter().map(|v| v.norm()).fold(0.0, f64::max);
        let extent = limits::length("the extent of a shape", Aabb::around(&vertices).extent())?;
        let width =
            |f: &Face<D>| vertices.iter().map(|v| f.offset - f.normal.dot(v)).fold(0.0, f64::max);
        let breadth = faces.iter().map(width).fold(f64::INFINITY, f64::min);
        let flat = breadth <= 1e-13 * extent;
        let breadth = if flat { extent } else { breadth };
        Ok(Self { vertices, faces, edges, radius, breadth, flat })
    }

    /// The same shape moved by a vector: recentres a shape on its centroid.
    pub fn translated(&self, by: &Vector<D>) -> Self {
        let mut out = self.clone();
        for v in &mut out.vertices {
            *v += by;
        }
        for face in &mut out.faces {
            face.offset += face.normal.dot(by);
            for side in &mut face.sides {
                side.offset += side.normal.dot(by);
            }
        }
        out.radius = out.vertices.iter().map(|v| v.norm()).fold(0.0, f64::max);
        out
    }

    /// Corners.
    pub fn vertices(&self) -> &[Vector<D>] {
        &self.vertices
    }

    /// Faces.
    pub fn faces(&self) -> &[Face<D>] {
        &self.faces
    }

    /// Edges; none in the plane.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// Radius of the ball about the origin that holds the shape.
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// The smallest width of the shape, square to one of its faces; the length of a segment.
    pub fn breadth(&self) -> f64 {
        self.breadth
    }

    /// Whether this is a segment: two opposite faces with nothing between them.
    pub fn is_flat(&self) -> bool {
        self.flat
    }

    /// The smallest axis-aligned box around the shape at a pose.
    pub fn bounds(&self, pose: &Pose<D>) -> Aabb<D> {
        let mut out = Aabb::<D>::around([]);
        for v in &self.vertices {
            let p = pose.point(v);
            out.min = out.min.inf(&p);
            out.max = out.max.sup(&p);
        }
        out
    }
}

impl Convex<2> {
    /// A straight wall without thickness, solid for what comes from either side.
    pub fn segment(a: Vector<2>, b: Vector<2>) -> Result<Self, InvalidShape> {
        limits::points(&[a, b])?;
        if (b - a).norm() <= 64.0 * f64::EPSILON * a.amax().max(b.amax()) {
            return Err(InvalidShape("the two ends of a segment coincide".into()));
        }
        Self::assemble(vec![a, b], vec![vec![0, 1], vec![1, 0]])
    }
}

fn open() -> InvalidShape {
    InvalidShape("the points are too nearly degenerate for a closed convex surface".into())
}

/// Greatest coordinate, in absolute value.
pub(super) fn far<const D: usize>(points: &[Vector<D>]) -> f64 {
    points.iter().map(|p| p.amax()).fold(0.0, f64::max)
}

/// Unit normal of a loop: to the right of an edge in the plane, Newell's sum in space.
fn loop_normal<const D: usize>(vertices: &[Vector<D>], ring: &[usize]) -> Vector<D> {
    let origin = vertices[ring[0]];
    let mut normal = Vector::<D>::zeros();
    if D == 2 {
        let along = vertices[ring[1]] - origin;
        normal[0] = along[1];
        normal[1] = -along[0];
    } else {
        for k in 1..ring.len() - 1 {
            let m = moment(&(vertices[ring[k]] - origin), &(vertices[ring[k + 1]] - origin));
            normal += Vector::<D>::from_fn(|i, _| m[i]);
        }
    }
    normal.normalize()
}
