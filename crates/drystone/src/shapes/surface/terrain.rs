//! A terrain as polygons: its facets in space, a strip below its line in the plane.

use super::Surface;
use crate::shapes::Terrain;
use crate::space::{Pose, Vector};

/// Thickness of the strip drawn in the plane, as a share of the reach.
const STRIP: f64 = 0.02;

impl<const D: usize> Surface<D> {
    pub(super) fn add_terrain(&mut self, terrain: &Terrain<D>, pose: &Pose<D>, reach: f64) {
        let first = self.points.len();
        self.points.extend(terrain.vertices().iter().map(|v| pose.point(v)));
        if D == 3 {
            let moved = |corners: &[usize; D]| corners.iter().map(|i| first + i).collect();
            self.polygons.extend(terrain.facets().iter().map(|f| moved(&f.vertices)));
            return;
        }
        // Each vertex has a fellow below, so that the strips of neighbours join.
        for (v, vertex) in terrain.vertices().iter().enumerate() {
            let normals = terrain.fan(v).iter().map(|f| terrain.facets()[*f].normal);
            let sum: Vector<D> = normals.sum();
            let up = if sum.norm() > 0.0 { sum.normalize() } else { sum };
            self.points.push(pose.point(&(vertex - up * (STRIP * reach))));
        }
        let below = terrain.vertices().len();
        for facet in terrain.facets() {
            let [a, b] = [0, 1].map(|k| first + facet.vertices[k]);
            self.polygons.push(vec![a, a + below, b + below, b]);
        }
    }
}
