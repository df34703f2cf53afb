//! The surface of a solid cylinder as polygons.

use super::Surface;
use crate::shapes::Cylinder;
use crate::space::Pose;
use std::f64::consts::TAU;

impl<const D: usize> Surface<D> {
    /// Strips along the mantle, turning with the body, and two caps.
    pub(super) fn add_cylinder(&mut self, cylinder: &Cylinder<D>, pose: &Pose<D>, sides: usize) {
        let first = self.points.len();
        let [u, v] = cylinder.across();
        let end = cylinder.axis() * cylinder.half_length();
        for k in 0..sides {
            let (s, c) = (TAU * k as f64 / sides as f64).sin_cos();
            let rim = (u * c + v * s) * cylinder.radius();
            self.points.extend([rim - end, rim + end].map(|p| pose.point(&p)));
        }
        let at = |k: usize, end: usize| first + 2 * (k % sides) + end;
        for k in 0..sides {
            self.polygons.push(vec![at(k, 0), at(k + 1, 0), at(k + 1, 1), at(k, 1)]);
        }
        self.polygons.push((0..sides).rev().map(|k| at(k, 0)).collect());
        self.polygons.push((0..sides).map(|k| at(k, 1)).collect());
    }
}
