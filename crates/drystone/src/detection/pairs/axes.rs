//! Separating axes of two convex shapes.
//!
//! The separation along a unit axis is a lower bound of the distance, and the greatest
//! separation over the face normals of both shapes (and, in space, the products of edges whose
//! arcs cross on the sphere of normals) is minus the depth of overlap when shapes overlap.

use super::placed::Placed;
use crate::shapes::{Convex, Edge};
use crate::space::{Vector, moment};

/// A face normal as an axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis {
    pub separation: f64,
    /// Whether the face is the candidate's.
    pub of_candidate: bool,
    pub face: usize,
}

/// Appends the face normals of `reference` whose separation from `other` may come within
/// `slack` of the greatest; answers false as soon as one exceeds the alert distance.
pub(super) fn face_axes<const D: usize>(
    reference: &Placed<D>,
    other: &Placed<D>,
    of_candidate: bool,
    alert: f64,
    slack: f64,
    axes: &mut Vec<Axis>,
    best: &mut f64,
) -> bool {
    for face in 0..reference.normals.len() {
        let (normal, offset) = (&reference.normals[face], reference.offsets[face]);
        let mut separation = f64::INFINITY;
        for vertex in &other.vertices {
            separation = separation.min(normal.dot(vertex) - offset);
            if separation < *best - slack {
                break;
            }
        }
        if separation > alert {
            return false;
        }
        if separation >= *best - slack {
            *best = best.max(separation);
            axes.push(Axis { separation, of_candidate, face });
        }
    }
    true
}

/// An axis square to one edge of each shape.
#[derive(Clone, Copy, Debug)]
pub(super) struct EdgeAxis<const D: usize> {
    pub separation: f64,
    /// From the candidate to the antagonist.
    pub normal: Vector<D>,
    pub edges: [usize; 2],
}

/// An edge with the normals of the two faces that meet at it; none of a segment.
#[derive(Clone, Copy, Debug)]
pub(super) struct NearEdge<const D: usize> {
    edge: usize,
    start: Vector<D>,
    along: Vector<D>,
    arc: Option<[Vector<D>; 2]>,
}

impl<const D: usize> NearEdge<D> {
    fn of(placed: &Placed<D>, shape: &Convex<D>, edge: usize) -> Self {
        let Edge { vertices, faces } = &shape.edges()[edge];
        let [start, end] = vertices.map(|v| placed.vertices[v]);
        let [first, second] = faces.map(|f| placed.normals.get(f));
        let arc = first.zip(second).map(|(first, second)| [*first, *second]);
        Self { edge, start, along: end - start, arc }
    }
}

/// The edge axis of greatest separation among the given edges. Nearly parallel edges define no
/// axis: their contact is that of faces or of parallel edges.
pub(super) fn edge_axis<const D: usize>(
    [a, b]: [&Placed<D>; 2],
    [shape_a, shape_b]: [&Convex<D>; 2],
    [edges_a, edges_b]: [&[usize]; 2],
    others: &mut Vec<NearEdge<D>>,
) -> Option<EdgeAxis<D>> {
    let mut best: Option<EdgeAxis<D>> = None;
    others.clear();
    others.extend(edges_b.iter().map(|&j| NearEdge::of(b, shape_b, j)));
    for &i in edges_a {
        let one = NearEdge::of(a, shape_a, i);
        for other in others.iter() {
            // The arcs a0 a1 and -b0 -b1 must cross on the sphere of normals, for only then is
            // the product of the edges a face normal of the Minkowski difference. The arc of a
            // segment is the whole great circle square to it.
            let x = other.arc.map(|arc| arc.map(|n| one.along.dot(&n)));
            if x.is_some_and(|[x0, x1]| x0 * x1 >= 0.0) {
                continue;
            }
            let y = one.arc.map(|arc| arc.map(|n| other.along.dot(&n)));
            if y.is_some_and(|[y0, y1]| y0 * y1 >= 0.0)
                || x.zip(y).is_some_and(|(x, y)| x[0] * y[1] >= 0.0)
            {
                continue;
            }
            let m = moment(&one.along, &other.along);
            let mut normal = Vector::<D>::from_fn(|k, _| m[k]);
            let squared = normal.norm_squared();
            if squared <= 1e-12 * one.along.norm_squared() * other.along.norm_squared() {
                continue;
            }
            normal /= squared.sqrt();
            let outward = match (one.arc, other.arc) {
                (Some([a0, a1]), _) => normal.dot(&(a0 + a1)),
                (None, Some([b0, b1])) => -normal.dot(&(b0 + b1)),
                (None, None) => 0.0,
            };
            if outward < 0.0 {
                normal = -normal;
            }
            let separation = normal.dot(&(other.start - one.start));
            if best.is_none_or(|found| separation > found.separation) {
                best = Some(EdgeAxis { separation, normal, edges: [one.edge, other.edge] });
            }
        }
    }
    best
}
