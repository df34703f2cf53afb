//! Surfaces of rounded shapes as polygons.

use super::Surface;
use crate::shapes::{Edge, Rounded};
use crate::space::{Matrix, Pose, Vector, frame};

impl<const D: usize> Surface<D> {
    /// Shifted faces, strips around the edges, fans at the corners.
    pub(super) fn add_rounded(&mut self, rounded: &Rounded<D>, pose: &Pose<D>, fineness: usize) {
        if D == 2 {
            self.add_outline(rounded, pose, fineness);
        } else if rounded.core().is_flat() {
            self.add_capsule(rounded, pose, fineness);
        } else {
            self.add_faces(rounded, pose, fineness);
        }
    }

    /// In the plane: along each face, then around the corner to the next.
    fn add_outline(&mut self, rounded: &Rounded<D>, pose: &Pose<D>, fineness: usize) {
        let (core, radius) = (rounded.core(), rounded.radius());
        let first = self.points.len();
        let faces = core.faces();
        for (k, face) in faces.iter().enumerate() {
            let next = faces[(k + 1) % faces.len()].normal;
            let [i, j] = [0, 1].map(|end| core.vertices()[face.vertices[end]]);
            self.points.push(pose.point(&(i + face.normal * radius)));
            for n in turn(&face.normal, &next, fineness) {
                self.points.push(pose.point(&(j + n * radius)));
            }
        }
        self.polygons.push((first..self.points.len()).collect());
    }

    fn add_capsule(&mut self, rounded: &Rounded<D>, pose: &Pose<D>, fineness: usize) {
        let [p, q] = [0, 1].map(|v| rounded.core().vertices()[v]);
        let own = frame(&(q - p).normalize(), None);
        // The poles of the sphere are on its third axis.
        let turned = Matrix::from_fn(|i, j| own[(i, (j + 1) % D)]);
        let at = Pose { position: pose.point(&((p + q) * 0.5)), rotation: pose.rotation * turned };
        let half = 0.5 * (q - p).norm();
        // An odd number of parallels leaves the equator to the straight part.
        self.add_poles(&at, rounded.radius(), half, fineness, (fineness / 2) | 1);
    }

    fn add_faces(&mut self, rounded: &Rounded<D>, pose: &Pose<D>, fineness: usize) {
        let (core, radius) = (rounded.core(), rounded.radius());
        let mut put = |v: usize, n: &Vector<D>| {
            self.points.push(pose.point(&(core.vertices()[v] + n * radius)));
            self.points.len() - 1
        };
        let mut polygons = vec![];
        for face in core.faces() {
            polygons.push(face.vertices.iter().map(|&v| put(v, &face.normal)).collect::<Vec<_>>());
        }
        let inner: Vec<Vector<D>> = (0..core.vertices().len())
            .map(|v| {
                let mine = core.faces().iter().filter(|f| f.vertices.contains(&v));
                mine.map(|f| f.normal).sum::<Vector<D>>().normalize()
            })
            .collect();
        for Edge { vertices: [i, j], faces } in core.edges() {
            let [m, n] = faces.map(|f| core.faces()[f].normal);
            let steps: Vec<_> = turn(&m, &n, fineness).collect();
            for pair in steps.windows(2) {
                // The first face runs from i to j and lies behind the strip.
                let strip = [(*j, 0), (*i, 0), (*i, 1), (*j, 1)];
                polygons.push(strip.iter().map(|&(v, k)| put(v, &pair[k])).collect());
                for (v, [a, b]) in [(*i, [1, 0]), (*j, [0, 1])] {
                    let fan = [put(v, &inner[v]), put(v, &pair[a]), put(v, &pair[b])];
                    polygons.push(fan.to_vec());
                }
            }
        }
        self.polygons.extend(polygons);
    }
}

/// Directions from one unit vector to another, both included; half a turn goes to the left.
fn turn<const D: usize>(
    m: &Vector<D>,
    n: &Vector<D>,
    fineness: usize,
) -> impl Iterator<Item = Vector<D>> {
    let (m, n) = (*m, *n);
    let angle = 2.0 * (m - n).norm().atan2((m + n).norm());
    let across = n - m * m.dot(&n);
    let side = across.try_normalize(1e-9).unwrap_or_else(|| frame(&m, None).column(1).into_owned());
    let steps = ((angle / std::f64::consts::TAU * fineness as f64).ceil() as usize).max(1);
    (0..=steps).map(move |k| {
        let (s, c) = (angle * k as f64 / steps as f64).sin_cos();
        m * c + side * s
    })
}
