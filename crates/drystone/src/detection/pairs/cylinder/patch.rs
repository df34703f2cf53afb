//! What of a shape faces another: the patch, its points, and what of it lies on a line.

use super::TILT;
use super::rod::{MARKS, Rod};
use crate::detection::pairs::clip::Part;
use crate::detection::pairs::feature::Feature;
use crate::space::Vector;

/// The part of a shape that is farthest along a direction, or nearly so.
#[derive(Clone, Copy)]
pub(in super::super) enum Patch<'a, const D: usize> {
    /// A flat end, 0 or 1.
    Cap(&'a Rod<D>, usize),
    /// The generator that faces the direction, from rim to rim.
    Mantle(&'a Rod<D>),
    /// A face of a polyhedron.
    Face(Part<'a, D>, usize),
    /// An edge.
    Edge(Part<'a, D>, usize),
    /// A corner.
    Corner(Part<'a, D>, usize),
    /// A plane through a point with a normal.
    Plane(Vector<D>, Vector<D>),
}

impl<'a, const D: usize> Patch<'a, D> {
    /// The patch of a cylinder that faces `d`.
    pub fn of_rod(rod: &'a Rod<D>, d: &Vector<D>) -> Self {
        if rod.radial(d).norm() <= TILT {
            Patch::Cap(rod, rod.facing(d))
        } else {
            Patch::Mantle(rod)
        }
    }

    /// The patch of a polyhedron or a segment that faces `d`.
    pub fn of_core(part: Part<'a, D>, d: &Vector<D>) -> Self {
        let normals = part.placed.normals.iter().map(|n| n.dot(d));
        let best = normals.enumerate().max_by(|a, b| a.1.total_cmp(&b.1));
        if let Some((face, cosine)) = best
            && cosine * cosine >= 1.0 - TILT * TILT
            && cosine > 0.0
        {
            return Patch::Face(part, face);
        }
        let vertices = &part.placed.vertices;
        let heights = vertices.iter().map(|v| v.dot(d)).enumerate();
        let corner = heights.max_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |(v, _)| v);
        let mut flattest = (TILT, None);
        for (e, edge) in part.shape.edges().iter().enumerate() {
            if edge.vertices.contains(&corner) {
                let along = vertices[edge.vertices[1]] - vertices[edge.vertices[0]];
                let sine = along.dot(d).abs() / along.norm();
                if sine <= flattest.0 {
                    flattest = (sine, Some(e));
                }
            }
        }
        flattest.1.map_or(Patch::Corner(part, corner), |e| Patch::Edge(part, e))
    }

    /// Calls `f` with the patch's own corners. `level` is the height of a rim over which it
    /// counts as level: then no point of it is the lowest.
    pub fn corners(&self, d: &Vector<D>, level: f64, mut f: impl FnMut(Vector<D>, Feature)) {
        match *self {
            Patch::Cap(rod, end) => {
                for k in 0..MARKS {
                    f(rod.mark(end, k), Feature::Vertex(end * MARKS + k));
                }
                if rod.radius * rod.radial(d).norm() > level {
                    f(rod.extreme(end, d), Feature::Edge(end));
                }
            }
            Patch::Mantle(rod) => {
                for end in 0..2 {
                    f(rod.extreme(end, d), Feature::Edge(end));
                }
            }
            Patch::Face(part, face) => {
                for &v in &part.shape.faces()[face].vertices {
                    f(part.placed.vertices[v], Feature::Vertex(v));
                }
            }
            Patch::Edge(part, edge) => {
                for v in part.shape.edges()[edge].vertices {
                    f(part.placed.vertices[v], Feature::Vertex(v));
                }
            }
            Patch::Corner(part, v) => f(part.placed.vertices[v], Feature::Vertex(v)),
            Patch::Plane(..) => {}
        }
    }

    /// The point of the patch on the line through `x` along `d` (which the patch faces), if it
    /// is not farther than `on` beyond the patch's boundary: then the point of the boundary.
    pub fn on_line(&self, x: &Vector<D>, d: &Vector<D>, on: f64) -> Option<Vector<D>> {
        match *self {
            Patch::Cap(rod, end) => {
                let centre = rod.end(end);
                let point = onto_plane(x, d, &rod.outward(end), &centre);
                let distance = (point - centre).norm();
                let share = if distance > rod.radius { rod.radius / distance } else { 1.0 };
                (distance <= rod.radius + on).then(|| centre + (point - centre) * share)
            }
            Patch::Mantle(rod) => {
                let (along, off) = rod.split(x);
                let (slope, across) = (rod.axis.dot(d), rod.radial(d));
                let (a, b) = (across.norm_squared(), across.dot(&off));
                let root = b * b - a * (off.norm_squared() - rod.radius * rod.radius);
                if root < 0.0 {
                    return None;
                }
                let way = (root.sqrt() - b) / a;
                let place = along + way * slope;
                let back = place.clamp(-rod.half, rod.half) - place;
                (back.abs() <= on)
                    .then(|| x + d * way + rod.axis * if on.is_finite() { back } else { 0.0 })
            }
            Patch::Face(part, face) => {
                let rim = &part.shape.faces()[face];
                let corner = &part.placed.vertices[rim.vertices[0]];
                let point = onto_plane(x, d, &part.placed.normals[face], corner);
                (inside(part, face, &point) >= -on).then(|| within(part, face, point))
            }
            Patch::Plane(normal, foot) => Some(onto_plane(x, d, &normal, &foot)),
            Patch::Edge(..) | Patch::Corner(..) => None,
        }
    }

    /// How far a point of a flat patch is from the patch's boundary; zero for other patches.
    pub fn margin(&self, x: &Vector<D>) -> f64 {
        match *self {
            Patch::Cap(rod, _) => rod.radius - rod.split(x).1.norm(),
            Patch::Face(part, face) => inside(part, face, x),
            _ => 0.0,
        }
    }
}

/// How far inside the side planes of a face a point is.
fn inside<const D: usize>(part: Part<'_, D>, face: usize, x: &Vector<D>) -> f64 {
    let rim = &part.shape.faces()[face];
    let sides = rim.sides.iter().enumerate().map(|(k, side)| {
        let outward = part.placed.rotation * side.normal;
        outward.dot(&(part.placed.vertices[rim.vertices[k]] - x))
    });
    sides.fold(f64::INFINITY, f64::min)
}

/// A point on or next to a face, brought back behind the side planes it is beyond.
fn within<const D: usize>(part: Part<'_, D>, face: usize, mut x: Vector<D>) -> Vector<D> {
    let rim = &part.shape.faces()[face];
    for (k, side) in rim.sides.iter().enumerate() {
        let outward = part.placed.rotation * side.normal;
        let beyond = outward.dot(&(x - part.placed.vertices[rim.vertices[k]]));
        if beyond > 0.0 {
            x -= outward * beyond;
        }
    }
    x
}

/// Where the line through `x` along `d` meets a plane.
pub(in super::super) fn onto_plane<const D: usize>(
    x: &Vector<D>,
    d: &Vector<D>,
    normal: &Vector<D>,
    foot: &Vector<D>,
) -> Vector<D> {
    x + d * (normal.dot(&(foot - x)) / normal.dot(d))
}
