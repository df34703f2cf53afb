//! Convex shapes moved, cut by planes, and met with each other.

use super::{Aabb, Convex};
use crate::space::{Pose, Vector};

impl<const D: usize> Convex<D> {
    /// The same shape in another frame; `None` if rounding destroys it.
    pub(super) fn moved(&self, pose: &Pose<D>) -> Option<Self> {
        let vertices = self.vertices().iter().map(|v| pose.point(v)).collect();
        Self::assemble(vertices, self.faces().iter().map(|f| f.vertices.clone()).collect()).ok()
    }

    /// What two shapes have in common; `None` where that is thinner than rounding.
    pub(super) fn intersection(&self, other: &Self) -> Option<Self> {
        let mut left = self.clone();
        for face in other.faces() {
            left = left.below(&face.normal, face.offset)?;
        }
        Some(left)
    }

    /// The part where `normal · x <= offset`.
    pub(super) fn below(self, normal: &Vector<D>, offset: f64) -> Option<Self> {
        let on = 1e-12 * Aabb::around(self.vertices()).extent();
        let heights: Vec<f64> = self.vertices().iter().map(|v| normal.dot(v) - offset).collect();
        if heights.iter().all(|h| *h <= on) {
            return Some(self);
        }
        if heights.iter().all(|h| *h >= -on) {
            return None;
        }
        let inside = (0..heights.len()).filter(|&i| heights[i] <= on);
        let mut points: Vec<Vector<D>> = inside.map(|i| self.vertices()[i]).collect();
        let mut cross = |i: usize, j: usize| {
            let (h, k) = (heights[i], heights[j]);
            if h.min(k) < -on && h.max(k) > on {
                let (p, q) = (self.vertices()[i], self.vertices()[j]);
                points.push(p + (q - p) * (h / (h - k)));
            }
        };
        if D == 2 {
            self.faces().iter().for_each(|f| cross(f.vertices[0], f.vertices[1]));
        } else {
            self.edges().iter().for_each(|e| cross(e.vertices[0], e.vertices[1]));
        }
        Self::from_vertices(&points).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boxes_meet_in_a_box<const D: usize>() {
        let a = Convex::cuboid(Vector::<D>::repeat(1.0)).unwrap();
        let b = a.translated(&Vector::repeat(0.5));
        let volume = a.intersection(&b).unwrap().mass_properties().unwrap().volume;
        assert!((volume - 1.5f64.powi(D as i32)).abs() < 1e-14);
        assert!(a.intersection(&a.translated(&Vector::repeat(2.0))).is_none());
        assert_eq!(a.intersection(&a).unwrap(), a);
    }

    #[test]
    fn boxes_meet_in_boxes() {
        boxes_meet_in_a_box::<2>();
        boxes_meet_in_a_box::<3>();
    }
}
