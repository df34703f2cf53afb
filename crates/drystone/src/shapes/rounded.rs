//! Rounded convex shapes: everything within a radius of a core.
//!
//! The Minkowski sum of the core (polygon, polyhedron or segment) and a ball. Its pieces meet
//! without overlap: the core, a slab on each face, a sector along each edge, a sector of the
//! ball at each corner. The sectors at all corners together fill the ball exactly once, which
//! gives ∫ (x - corner)(x - corner)ᵀ over all of them without looking at any one (Steiner).

use super::moments::Moments;
use super::{Aabb, Convex, Edge, InvalidShape, MassProperties, limits};
use crate::space::{Matrix, Pose, Vector, moment};
use std::f64::consts::PI;

/// A convex core and a radius.
#[derive(Clone, Debug, PartialEq)]
pub struct Rounded<const D: usize> {
    core: Convex<D>,
    radius: f64,
}

impl<const D: usize> Rounded<D> {
    /// All points within a finite, positive radius of a polygon or polyhedron.
    pub fn new(core: Convex<D>, radius: f64) -> Result<Self, InvalidShape> {
        Ok(Self { core, radius: limits::length("a rounding", radius)? })
    }

    /// All points within a radius of a segment of the given length along the first axis,
    /// centred on the origin.
    pub fn capsule(length: f64, radius: f64) -> Result<Self, InvalidShape> {
        let mut end = Vector::zeros();
        end[0] = 0.5 * limits::length("the length of a capsule", length)?;
        Self::new(Convex::needle([-end, end]), radius)
    }

    /// The core.
    pub fn core(&self) -> &Convex<D> {
        &self.core
    }

    /// The radius, in metres.
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// The smallest width.
    pub fn breadth(&self) -> f64 {
        2.0 * self.radius + if self.core.is_flat() { 0.0 } else { self.core.breadth() }
    }

    /// The same shape moved by a vector.
    pub fn translated(&self, by: &Vector<D>) -> Self {
        Self { core: self.core.translated(by), radius: self.radius }
    }

    /// The smallest axis-aligned box around the shape at a pose.
    pub fn bounds(&self, pose: &Pose<D>) -> Aabb<D> {
        self.core.bounds(pose).grown(self.radius)
    }

    /// Exact mass properties.
    pub fn mass_properties(&self) -> MassProperties<D> {
        let vertices = self.core.vertices();
        let origin = vertices.iter().sum::<Vector<D>>() / vertices.len() as f64;
        let mut total = Moments::zero();
        if !self.core.is_flat() {
            total.add(&self.core.moments(&origin), 1.0);
        }
        self.core
            .faces()
            .iter()
            .for_each(|f| self.slab(&f.vertices, &f.normal, &origin, &mut total));
        self.core.edges().iter().for_each(|e| self.wedge(e, &origin, &mut total));
        let r = self.radius;
        // A cone of unit directions fills r^D / D times its measure of the ball, its centre of
        // mass is r^(D + 1) / (D + 1) times the sum of the directions.
        let (d, whole) = (D as f64, if D == 2 { 2.0 * PI } else { 4.0 * PI });
        for v in 0..vertices.len() {
            let (measure, sum) = self.normal_cone(v);
            let at = vertices[v] - origin;
            let own = sum * (r.powi(D as i32 + 1) / (d + 1.0));
            total.add(&shifted(measure * r.powi(D as i32) / d, own, Matrix::zeros(), &at), 1.0);
        }
        total.second += Matrix::identity() * (r.powi(D as i32 + 2) / (d + 2.0) * whole / d);
        total.properties(&origin)
    }

    /// The slab of thickness r on a face: its boundary as simplices with the origin.
    fn slab(&self, ring: &[usize], normal: &Vector<D>, origin: &Vector<D>, out: &mut Moments<D>) {
        let low = |k: usize| self.core.vertices()[ring[k % ring.len()]] - origin;
        let high = |k: usize| low(k) + normal * self.radius;
        let mut add = |corners: &[Vector<D>]| {
            out.add_simplex(&std::array::from_fn(|i| corners[i]));
        };
        if D == 2 {
            let loop_ = [low(0), high(0), high(1), low(1), low(0)];
            loop_.windows(2).for_each(add);
            return;
        }
        for k in 1..ring.len() - 1 {
            add(&[low(0), low(k + 1), low(k)]);
            add(&[high(0), high(k), high(k + 1)]);
        }
        for k in 0..ring.len() {
            add(&[low(k), low(k + 1), high(k + 1)]);
            add(&[low(k), high(k + 1), high(k)]);
        }
    }

    /// The sector of a cylinder along an edge, all of it along a segment.
    fn wedge(&self, edge: &Edge, origin: &Vector<D>, out: &mut Moments<D>) {
        let r = self.radius;
        let [p, q] = edge.vertices.map(|v| self.core.vertices()[v] - origin);
        let (length, along) = ((q - p).norm(), (q - p).normalize());
        let quarter = r.powi(4) / 4.0 * length;
        let (angle, first, across) = if self.core.is_flat() {
            let square = Matrix::identity() - along * along.transpose();
            (2.0 * PI, Vector::zeros(), square * (PI * quarter))
        } else {
            let [m, n] = edge.faces.map(|f| self.core.faces()[f].normal);
            let angle = angle(&m, &n);
            let bisector = (m + n).normalize();
            let t = moment(&along, &bisector);
            let t = Vector::<D>::from_fn(|i, _| t[i]);
            let (even, odd) = (0.5 * angle, 0.5 * angle.sin());
            let first = bisector * (length * r.powi(3) / 3.0 * 2.0 * (0.5 * angle).sin());
            let across =
                bisector * bisector.transpose() * (even + odd) + t * t.transpose() * (even - odd);
            (angle, first, across * quarter)
        };
        let volume = 0.5 * angle * r * r * length;
        let second = across + along * along.transpose() * (volume * length * length / 12.0);
        out.add(&shifted(volume, first, second, &((p + q) * 0.5)), 1.0);
    }

    /// Measure (angle or solid angle) and sum of the outward directions of a corner.
    fn normal_cone(&self, v: usize) -> (f64, Vector<D>) {
        let (vertices, faces) = (self.core.vertices(), self.core.faces());
        if D == 2 {
            let normal = |end: usize| {
                let face = faces.iter().find(|f| f.vertices[end] == v);
                face.map_or(Vector::zeros(), |f| f.normal)
            };
            let (m, n) = (normal(1), normal(0));
            let turn = n - m;
            return (
                angle(&m, &n),
                Vector::from_fn(|i, _| if i == 0 { turn[1] } else { -turn[0] }),
            );
        }
        if self.core.is_flat() {
            return (2.0 * PI, (vertices[v] - vertices[1 - v]).normalize() * PI);
        }
        let mine = faces.iter().filter(|f| f.vertices.contains(&v)).map(|f| f.normal);
        let inner = mine.sum::<Vector<D>>().normalize();
        let (mut measure, mut sum) = (0.0, Vector::zeros());
        for edge in self.core.edges().iter().filter(|e| e.vertices.contains(&v)) {
            let [m, n] = edge.faces.map(|f| faces[f].normal);
            let c = moment(&m, &n);
            let cross = Vector::<D>::from_fn(|i, _| c[i]);
            let height = cross.dot(&inner);
            // Half the solid angle of the triangle of three directions (Van Oosterom, Strackee).
            let below = 1.0 + inner.dot(&m) + m.dot(&n) + n.dot(&inner);
            measure += 2.0 * height.abs().atan2(below);
            sum += cross.normalize() * (0.5 * angle(&m, &n) * height.signum());
        }
        (measure, sum)
    }
}

/// Angle between two directions, 0 to π.
fn angle<const D: usize>(m: &Vector<D>, n: &Vector<D>) -> f64 {
    (m - n).norm().atan2((m + n).norm()) * 2.0
}

/// Moments about the origin of a solid whose own are about a point `at`.
fn shifted<const D: usize>(
    volume: f64,
    first: Vector<D>,
    second: Matrix<D>,
    at: &Vector<D>,
) -> Moments<D> {
    let mixed = at * first.transpose();
    Moments {
        volume,
        first: at * volume + first,
        second: second + at * at.transpose() * volume + mixed + mixed.transpose(),
    }
}

impl<const D: usize> Convex<D> {
    /// A segment as a core: in the plane a wall with two faces, in space an edge without faces.
    fn needle(ends: [Vector<D>; 2]) -> Self {
        let normal = |sign: f64| {
            let along = (ends[1] - ends[0]).normalize() * sign;
            Vector::<D>::from_fn(|i, _| if i == 0 { along[1] } else { -along[0] })
        };
        let side = |end: usize, other: usize| super::Side {
            normal: (ends[end] - ends[other]).normalize(),
            offset: (ends[end] - ends[other]).normalize().dot(&ends[end]),
            feature: end,
        };
        let face = |sign: f64, [i, j]: [usize; 2]| super::Face {
            normal: normal(sign),
            offset: normal(sign).dot(&ends[0]),
            vertices: vec![i, j],
            sides: vec![side(i, j), side(j, i)],
        };
        let length = (ends[1] - ends[0]).norm();
        Self {
            vertices: ends.to_vec(),
            faces: if D == 2 { vec![face(1.0, [0, 1]), face(-1.0, [1, 0])] } else { vec![] },
            edges: if D == 2 {
                vec![]
            } else {
                vec![Edge { vertices: [0, 1], faces: [usize::MAX; 2] }]
            },
            radius: ends[0].norm().max(ends[1].norm()),
            breadth: length,
            flat: true,
        }
    }
}
