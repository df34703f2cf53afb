//! Where a corner of the surface is the nearest point.
//!
//! A point at x + d has the vertex x as a nearest point of what is around it when no edge leads
//! towards it: e · d <= 0 for the directions e of all edges at x. Only vertices whose cone has an
//! inside can be touched on their own: the others lie in a plane or along an edge.

use super::{FLAT, Facet, Joint};
use crate::space::{Vector, moment};
use std::ops::Range;

/// What is around a vertex.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Corner<const D: usize> {
    /// Range of the directions that bound the cone.
    pub cone: Range<usize>,
    /// Range of the facets around.
    pub fan: Range<usize>,
    /// Sum of the facets' normals weighted by their angles: it tells free from solid
    /// (Baerentzen and Aanaes, 2005).
    pub normal: Vector<D>,
    /// Whether the cone has an inside.
    pub sharp: bool,
    /// Whether the surface ends here.
    pub border: bool,
}

type Corners<const D: usize> = (Vec<Corner<D>>, Vec<Vector<D>>, Vec<usize>);

/// The corners with their cones and fans.
pub(super) fn corners<const D: usize>(vertices: &[Vector<D>], facets: &[Facet<D>]) -> Corners<D> {
    let mut around: Vec<Vec<usize>> = vec![vec![]; vertices.len()];
    for (f, facet) in facets.iter().enumerate() {
        facet.vertices.iter().for_each(|v| around[*v].push(f));
    }
    let (mut corners, mut cones, mut fans) = (vec![], vec![], vec![]);
    let mut neighbours = vec![];
    for (v, fan) in around.iter().enumerate() {
        neighbours.clear();
        let mut normal = Vector::zeros();
        let mut border = false;
        for f in fan {
            let facet = &facets[*f];
            let others = facet.vertices.iter().filter(|w| **w != v);
            neighbours.extend(others.clone().copied());
            normal += facet.normal * angle(vertices, v, others);
            let k = facet.vertices.iter().position(|w| *w == v).unwrap_or(0);
            let sides = [k, if D == 2 { k } else { (k + D - 1) % D }];
            border |= sides.iter().any(|s| facet.rims[*s].joint == Joint::Border);
        }
        neighbours.sort_unstable();
        neighbours.dedup();
        let (first, first_facet) = (cones.len(), fans.len());
        cones.extend(neighbours.iter().map(|w| (vertices[*w] - vertices[v]).normalize()));
        if border {
            // At a border only what is over the surface meets it.
            cones.extend(fan.iter().map(|f| -facets[*f].normal));
        }
        fans.extend(fan);
        let sharp = has_inside(&cones[first..], &normal);
        let (cone, fan) = (first..cones.len(), first_facet..fans.len());
        corners.push(Corner { cone, fan, normal, sharp, border });
    }
    (corners, cones, fans)
}

/// The angle of a facet at a vertex; 1 in the plane.
fn angle<'a, const D: usize>(
    vertices: &[Vector<D>],
    v: usize,
    mut others: impl Iterator<Item = &'a usize>,
) -> f64 {
    let mut way = || others.next().map(|w| (vertices[*w] - vertices[v]).normalize());
    match (way(), way()) {
        (Some(a), Some(b)) => a.dot(&b).clamp(-1.0, 1.0).acos(),
        _ => 1.0,
    }
}

/// Whether some d on the free side has e · d < 0 for all directions e; the cone of the bottom of a
/// pit is in the solid. Directions that are in the cone, its extreme rays among them, are summed:
/// the sum is inside if anything is.
fn has_inside<const D: usize>(cone: &[Vector<D>], normal: &Vector<D>) -> bool {
    if cone.is_empty() {
        return false;
    }
    let mut sum = Vector::<D>::zeros();
    let mut take = |ray: Vector<D>| {
        let length = ray.norm();
        if length > 1e-9 && cone.iter().all(|e| e.dot(&ray) <= 1e-12 * length) {
            sum += ray / length;
        }
    };
    take(*normal);
    for (i, e) in cone.iter().enumerate() {
        take(-e);
        if D == 2 {
            let across = Vector::from_fn(|k, _| if k == 0 { -e[1] } else { e[0] });
            take(across);
            take(-across);
            continue;
        }
        for other in &cone[..i] {
            let m = moment(e, other);
            let ray = Vector::from_fn(|k, _| m[k]);
            take(ray);
            take(-ray);
        }
    }
    let length = sum.norm();
    normal.dot(&sum) > 0.0 && cone.iter().all(|e| e.dot(&sum) < -0.25 * FLAT * length)
}
