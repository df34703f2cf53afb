//! What two convex shapes or cores found, as touches.

use super::axes::{Axis, EdgeAxis};
use super::clip::{Clip, Part};
use super::closest::{Closest, of_segments};
use super::feature::{Feature, code};
use crate::contact::Touch;
use crate::fem::mesh::Spot;
use crate::space::{Pose, Vector};

/// Writes touches, from the candidate's frame to the global one.
pub(super) struct Emit<'a, const D: usize> {
    pub pose: &'a Pose<D>,
    /// By which the two shapes are rounded.
    pub radii: [f64; 2],
    pub out: &'a mut Vec<Touch<D>>,
}

impl<const D: usize> Emit<'_, D> {
    /// A touch of points of the cores, with a global normal.
    pub fn push(&mut self, points: [Vector<D>; 2], normal: Vector<D>, gap: f64, feature: u64) {
        self.out.push(Touch {
            on_candidate: self.pose.point(&points[0]) - normal * self.radii[0],
            on_antagonist: self.pose.point(&points[1]) + normal * self.radii[1],
            normal,
            gap: gap - self.radii[0] - self.radii[1],
            feature,
            spots: [Spot::NONE; 2],
            area: 0.0,
        });
    }

    pub fn face(&mut self, [a, b]: [Part<'_, D>; 2], axis: Axis, clip: &Clip<D>) {
        let reference = if axis.of_candidate { a } else { b };
        let outward = reference.placed.normals[axis.face];
        let upward = self.pose.direction(&outward);
        for corner in &clip.corners {
            let foot = corner.point - outward * corner.height;
            if axis.of_candidate {
                let feature = code(corner.reference, corner.incident);
                self.push([foot, corner.point], -upward, corner.height, feature);
            } else {
                let feature = code(corner.incident, corner.reference);
                self.push([corner.point, foot], upward, corner.height, feature);
            }
        }
    }

    pub fn edges(&mut self, parts: [Part<'_, D>; 2], axis: &EdgeAxis<D>) {
        let [i, j] = axis.edges;
        let normal = -self.pose.direction(&axis.normal);
        let feature = code(Feature::Edge(i), Feature::Edge(j));
        self.push(edge_points(parts, axis), normal, axis.separation, feature);
    }

    pub fn points(&mut self, closest: &Closest<D>) {
        let [on_a, on_b] = closest.points;
        let normal = self.pose.direction(&((on_a - on_b) / closest.distance));
        let feature = code(closest.features[0], closest.features[1]);
        self.push(closest.points, normal, closest.distance, feature);
    }
}

/// The closest points of the two edges of an axis.
pub(super) fn edge_points<const D: usize>(
    [a, b]: [Part<'_, D>; 2],
    axis: &EdgeAxis<D>,
) -> [Vector<D>; 2] {
    let [p, q] = a.shape.edges()[axis.edges[0]].vertices.map(|v| &a.placed.vertices[v]);
    let [r, s] = b.shape.edges()[axis.edges[1]].vertices.map(|v| &b.placed.vertices[v]);
    let [t, u] = of_segments([p, q], [r, s]);
    [p + (q - p) * t, r + (s - r) * u]
}
