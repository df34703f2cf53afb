//! The direction of least overlap of a cylinder and a polyhedron.

use super::super::TILT;
use super::super::meeting::cross;
use super::super::patch::Patch;
use super::super::root::falls;
use super::Search;
use crate::space::{Vector, frame};
use std::f64::consts::TAU;

impl<const D: usize> Search<'_, '_, D> {
    /// The greatest separation below a limit of shapes that overlap, and its direction.
    pub(super) fn deepest(&self, limit: f64) -> (f64, Vector<D>) {
        let mut best = (f64::NEG_INFINITY, self.rod.axis);
        let mut test = |d: Vector<D>| {
            let separation = self.separation(&d);
            if separation > best.0 && separation < limit {
                best = (separation, d);
            }
        };
        let placed = self.part.placed;
        for end in 0..2 {
            test(self.rod.outward(end));
        }
        placed.normals.iter().for_each(|n| test(-n));
        for v in &placed.vertices {
            if let Some(radial) = self.rod.split(v).1.try_normalize(0.0) {
                test(radial);
                test(-radial);
            }
        }
        for edge in self.part.shape.edges() {
            let [p, q] = edge.vertices.map(|v| placed.vertices[v]);
            if let Some(n) = cross(&self.rod.axis, &(q - p)).try_normalize(1e-9 * (q - p).norm()) {
                test(n);
                test(-n);
            }
            let [first, second] = edge.faces.map(|f| placed.normals.get(f));
            let (m, n, turn) = match first.zip(second) {
                Some((m, n)) => {
                    let turn = 2.0 * (m - n).norm().atan2((m + n).norm());
                    (*m, (n - m * m.dot(n)).normalize(), turn)
                }
                None => {
                    let own = frame(&(q - p).normalize(), None);
                    (own.column(1).into_owned(), own.column(D - 1).into_owned(), TAU)
                }
            };
            let at = |angle: f64| {
                let (s, c) = angle.sin_cos();
                // Of faces nearly in one plane, m and n are square to each other only nearly.
                ((m * c + n * s).normalize(), n * c - m * s)
            };
            let slope = |angle: f64| {
                let (normal, change) = at(angle);
                change.dot(&(self.rod.farthest(&-normal) - p))
            };
            falls(0.0, turn, slope, |angle| test(-at(angle).0));
        }
        best
    }

    /// Looks for the touch that realises a separation where the patches that face each other
    /// most do not: on an edge or a corner of a nearly level face.
    pub(super) fn along_one(&mut self, d: Vector<D>, separation: f64) -> bool {
        let vertices = &self.part.placed.vertices;
        let level = separation + self.rod.height(&d) + self.meeting.on;
        let low = |v: usize| d.dot(&vertices[v]) <= level;
        let cap =
            (self.rod.axis.dot(&d).abs() > TILT).then(|| Patch::Cap(self.rod, self.rod.facing(&d)));
        let mantle = (self.rod.radial(&d).norm() > TILT).then_some(Patch::Mantle(self.rod));
        for mine in cap.into_iter().chain(mantle) {
            let edges = self.part.shape.edges().iter().enumerate();
            let edges = edges.filter(|(_, e)| e.vertices.iter().any(|v| low(*v)));
            let corners = (0..vertices.len()).filter(|v| low(*v));
            let patches = edges.map(|(e, _)| Patch::Edge(self.part, e));
            for theirs in patches.chain(corners.map(|v| Patch::Corner(self.part, v))) {
                self.meeting.patches([mine, theirs]);
                if self.meeting.lowest() <= separation + self.meeting.on {
                    return true;
                }
            }
        }
        false
    }
}
