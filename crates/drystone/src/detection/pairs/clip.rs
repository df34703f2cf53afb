//! Face contact: the part of one shape's surface that lies over a face of the other.
//!
//! Every face of the incident shape that faces the reference face and comes within the alert
//! distance is clipped by the side planes of the reference face (Sutherland and Hodgman). The
//! corners that remain are incident vertices, crossings of an incident with a reference edge,
//! and reference vertices under an incident face. The gap is linear in between, so these
//! corners say all there is to say about the contact.
//!
//! Of faces steeper than 45°, but for the one that faces the reference most, only the vertices
//! count and what is at the foot: higher up on such a flank there is nothing but repetitions of
//! its foot, with a gap that depends more on sliding than on approach.

use super::feature::Feature;
use super::placed::Placed;
use crate::shapes::{Convex, Face};
use crate::space::{Vector, moment};

/// Run over rise below which one corner stands on another.
const STEEP: f64 = 0.01;

/// Cosine between opposed normals below which a face is a flank.
const FLANK: f64 = 0.7;

/// A corner of the clipped incident surface.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corner<const D: usize> {
    pub point: Vector<D>,
    /// Signed height over the reference plane.
    pub height: f64,
    pub incident: Feature,
    pub reference: Feature,
    /// What the polygon's boundary follows from here to the next corner.
    line: Line,
}

#[derive(Clone, Copy, Debug)]
enum Line {
    Incident(usize),
    Side(usize),
}

/// Buffers, and the result of the last call.
#[derive(Clone, Debug)]
pub(super) struct Clip<const D: usize> {
    /// The corners within the alert distance, each once.
    pub corners: Vec<Corner<D>>,
    /// Least height of the corners; infinite when there are none.
    pub lowest: f64,
    /// Width of the overlap seen along the normal, that of its widest piece: zero when the
    /// shapes only meet at a rim.
    pub width: f64,
    polygon: Vec<Corner<D>>,
    spare: Vec<Corner<D>>,
    beyond: Vec<f64>,
    heights: Vec<f64>,
}

impl<const D: usize> Default for Clip<D> {
    fn default() -> Self {
        Self {
            corners: Vec::new(),
            lowest: f64::INFINITY,
            width: 0.0,
            polygon: Vec::new(),
            spare: Vec::new(),
            beyond: Vec::new(),
            heights: Vec::new(),
        }
    }
}

/// One of the two shapes of a pair.
#[derive(Clone, Copy)]
pub(super) struct Part<'a, const D: usize> {
    pub placed: &'a Placed<D>,
    pub shape: &'a Convex<D>,
}

impl<const D: usize> Clip<D> {
    /// Clips what of `incident` is over face `face` of `reference`. Points within `on` of a
    /// side plane count as on it, points within `close` of each other as one.
    pub fn run(
        &mut self,
        reference: Part<'_, D>,
        face: usize,
        incident: Part<'_, D>,
        alert: f64,
        [on, close]: [f64; 2],
    ) {
        let normal = reference.placed.normals[face];
        let offset = reference.placed.offsets[face];
        let rim = &reference.shape.faces()[face];
        self.corners.clear();
        self.lowest = f64::INFINITY;
        self.width = 0.0;
        self.heights.clear();
        let vertices = &incident.placed.vertices;
        self.heights.extend(vertices.iter().map(|v| normal.dot(v) - offset));
        if incident.shape.faces().is_empty() {
            self.needle(reference, rim, vertices, [on, close]);
            for corner in &mut self.polygon {
                corner.height = normal.dot(&corner.point) - offset;
            }
            self.drop_above(&normal, STEEP, |_| true);
            self.collect(alert, close);
            return;
        }
        // A wall segment end-on faces nothing, yet its end can touch.
        let facing = if incident.shape.is_flat() { 1e-10 } else { -1e-10 };
        let inclines = incident.placed.normals.iter().map(|n| n.dot(&normal));
        let near = |f: &Face<D>| f.vertices.iter().any(|&v| self.heights[v] <= alert);
        let candidates = incident.shape.faces().iter().zip(inclines.clone());
        let most = candidates.filter(|(f, _)| near(f)).map(|(_, i)| i).fold(0.0, f64::min);
        for (candidate, incline) in incident.shape.faces().iter().zip(inclines) {
            if incline > facing || candidate.vertices.iter().all(|&v| self.heights[v] > alert) {
                continue;
            }
            self.load(candidate, vertices);
            self.trim(reference, rim, on);
            if D == 3 {
                self.width = self.width.max(self.breadth(&normal));
            }
            for corner in &mut self.polygon {
                corner.height = normal.dot(&corner.point) - offset;
            }
            self.merge(close);
            if D == 3 {
                self.straighten(close);
            }
            if incline > -FLANK && incline > most {
                self.drop_above(&normal, 1.0, |c| c.reference != Feature::Face);
            }
            if incline > -STEEP {
                self.drop_above(&normal, STEEP, |_| true);
            }
            self.collect(alert, close);
        }
        if D == 2 {
            self.width = overlap(reference.placed, rim, vertices);
        }
    }

    /// What of a segment is over the face: any of it is an overlap.
    fn needle(
        &mut self,
        reference: Part<'_, D>,
        rim: &Face<D>,
        ends: &[Vector<D>],
        [on, close]: [f64; 2],
    ) {
        self.polygon.clear();
        self.polygon.extend((0..2).map(|v| Corner {
            point: ends[v],
            height: 0.0,
            incident: Feature::Vertex(v),
            reference: Feature::Face,
            line: Line::Incident(0),
        }));
        self.trim(reference, rim, on);
        self.merge(close);
        self.width = if self.polygon.is_empty() { 0.0 } else { f64::INFINITY };
    }

    /// Cuts the polygon by all sides of the reference face.
    fn trim(&mut self, reference: Part<'_, D>, rim: &Face<D>, on: f64) {
        for (k, side) in rim.sides.iter().enumerate() {
            let outward = reference.placed.rotation * side.normal;
            let limit = outward.dot(&reference.placed.vertices[rim.vertices[k]]);
            self.cut(&outward, limit, k, rim, on);
        }
    }

    fn load(&mut self, face: &Face<D>, vertices: &[Vector<D>]) {
        self.polygon.clear();
        for (k, &v) in face.vertices.iter().enumerate() {
            self.polygon.push(Corner {
                point: vertices[v],
                height: 0.0,
                incident: Feature::Vertex(v),
                reference: Feature::Face,
                line: Line::Incident(face.sides[k].feature),
            });
        }
    }

    /// Keeps what is not beyond side `k`: a polygon in space, a chain of two points in the plane.
    fn cut(&mut self, outward: &Vector<D>, limit: f64, k: usize, rim: &Face<D>, on: f64) {
        self.beyond.clear();
        self.beyond.extend(self.polygon.iter().map(|c| outward.dot(&c.point) - limit));
        if self.beyond.iter().all(|&d| d <= on) {
            return;
        }
        self.spare.clear();
        let count = self.polygon.len();
        for i in 0..count {
            let (mut here, d) = (self.polygon[i], self.beyond[i]);
            let last = D == 2 && i + 1 == count;
            let next = if last { i } else { (i + 1) % count };
            let e = self.beyond[next];
            let crossing = |line: Line| {
                let (incident, reference) = meeting::<D>(here.line, k, rim);
                let point = here.point + (self.polygon[next].point - here.point) * (d / (d - e));
                Corner { point, height: 0.0, incident, reference, line }
            };
            if d > on {
                if e < -on {
                    let corner = crossing(here.line);
                    self.spare.push(corner);
                }
            } else if e > on && d < -on {
                let corner = crossing(Line::Side(k));
                self.spare.push(here);
                self.spare.push(corner);
            } else {
                if e > on {
                    here.line = Line::Side(k);
                }
                self.spare.push(here);
            }
        }
        std::mem::swap(&mut self.polygon, &mut self.spare);
    }

    /// Area over half the perimeter of the polygon, the area as seen along the normal.
    fn breadth(&self, normal: &Vector<D>) -> f64 {
        let (mut area, mut length) = (0.0, 0.0);
        let count = self.polygon.len();
        for i in 0..count {
            let p = self.polygon[i].point - self.polygon[0].point;
            let q = self.polygon[(i + 1) % count].point - self.polygon[0].point;
            let m = moment(&p, &q);
            area += (0..D).map(|k| m[k] * normal[k]).sum::<f64>() / 2.0;
            length += (q - p).norm() / 2.0;
        }
        if length > 0.0 { area.abs() / length } else { 0.0 }
    }

    /// Makes one corner of neighbours closer than `close`: the place of the lower, the name of
    /// the one that lasts, a vertex rather than a crossing.
    fn merge(&mut self, close: f64) {
        let mut i = 0;
        while i < self.polygon.len() && self.polygon.len() > 1 {
            let j = (i + 1) % self.polygon.len();
            let (here, next) = (self.polygon[i], self.polygon[j]);
            if (here.point - next.point).norm_squared() > close * close {
                i += 1;
                continue;
            }
            let name = if here.rank() <= next.rank() { here } else { next };
            let place = if here.height <= next.height { here } else { next };
            let Corner { incident, reference, .. } = name;
            self.polygon[i] = Corner { incident, reference, line: next.line, ..place };
            self.polygon.remove(j);
        }
    }

    /// Drops corners within `close` of the line between their neighbours: where two edges run
    /// side by side and happen to cross, the crossing supports nothing that its neighbours do not.
    fn straighten(&mut self, close: f64) {
        let mut i = 0;
        while i < self.polygon.len() && self.polygon.len() > 2 {
            let count = self.polygon.len();
            let point = |k: usize| self.polygon[k % count].point;
            let along = point(i + 1) - point(i + count - 1);
            let from = point(i) - point(i + count - 1);
            let share = from.dot(&along) / along.norm_squared().max(f64::MIN_POSITIVE);
            let off = from - along * share.clamp(0.0, 1.0);
            if off.norm_squared() < close * close {
                self.polygon.remove(i);
            } else {
                i += 1;
            }
        }
    }

    /// Drops corners, of those that may go, that stand on another one with less than `slope` of
    /// run for their rise: on the flank of a block they would say again, from higher up, what
    /// the foot of the flank says.
    fn drop_above(&mut self, normal: &Vector<D>, slope: f64, may_go: fn(&Corner<D>) -> bool) {
        let polygon = &mut self.polygon;
        let mut i = 0;
        while i < polygon.len() {
            let here = polygon[i];
            let stands_on = |c: &Corner<D>| {
                let rise = here.height - c.height;
                let run = here.point - c.point - normal * rise;
                rise > 0.0 && run.norm_squared() < (slope * rise) * (slope * rise)
            };
            if may_go(&here) && polygon.iter().any(stands_on) {
                polygon.remove(i);
            } else {
                i += 1;
            }
        }
    }

    /// Takes the polygon's corners within the alert distance, but those that an earlier face
    /// had already.
    fn collect(&mut self, alert: f64, close: f64) {
        let earlier = self.corners.len();
        for corner in &self.polygon {
            let same = |c: &Corner<D>| {
                (c.incident, c.reference) == (corner.incident, corner.reference)
                    || (c.point - corner.point).norm_squared() <= close * close
            };
            if corner.height <= alert && !self.corners[..earlier].iter().any(same) {
                self.lowest = self.lowest.min(corner.height);
                self.corners.push(*corner);
            }
        }
    }
}

impl<const D: usize> Corner<D> {
    fn rank(&self) -> usize {
        match (self.incident, self.reference) {
            (Feature::Vertex(_), _) => 0,
            (_, Feature::Vertex(_)) => 1,
            _ => 2,
        }
    }
}

/// The features that meet where the polygon's boundary crosses side `k` of the reference face.
fn meeting<const D: usize>(line: Line, k: usize, rim: &Face<D>) -> (Feature, Feature) {
    let count = rim.vertices.len();
    match line {
        _ if D == 2 => (Feature::Face, Feature::Vertex(rim.sides[k].feature)),
        Line::Incident(edge) => (Feature::Edge(edge), Feature::Edge(rim.sides[k].feature)),
        Line::Side(other) => {
            let corner = if k == (other + 1) % count { k } else { other };
            (Feature::Face, Feature::Vertex(rim.vertices[corner]))
        }
    }
}

/// In the plane: how far the reference face and the shadow of the incident shape on it overlap,
/// as the shift along the face that would part them.
fn overlap<const D: usize>(reference: &Placed<D>, rim: &Face<D>, incident: &[Vector<D>]) -> f64 {
    let start = reference.vertices[rim.vertices[0]];
    let along = reference.vertices[rim.vertices[1]] - start;
    let length = along.norm();
    let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
    for v in incident {
        let s = along.dot(&(v - start)) / length;
        least = least.min(s);
        most = most.max(s);
    }
    (length - least).min(most)
}
