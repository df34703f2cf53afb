//! Mass properties of polytopes, exact: the signed sum of the simplices that join an inner
//! point to the pieces of the boundary.

use super::Convex;
use super::moments::Moments;
use crate::space::{Inertia, Vector};

/// Volume, centroid and inertia of a shape of unit density.
///
/// In the plane the volume is the area (a body of one metre depth) and `inertia[(0, 0)]` the
/// polar moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MassProperties<const D: usize> {
    /// Volume, or area in the plane.
    pub volume: f64,
    /// Centre of mass in the shape's frame.
    pub centroid: Vector<D>,
    /// Inertia about the centroid, axes of the shape's frame.
    pub inertia: Inertia,
}

impl<const D: usize> Convex<D> {
    /// Exact mass properties; `None` for a segment, which has no area.
    pub fn mass_properties(&self) -> Option<MassProperties<D>> {
        if self.is_flat() {
            return None;
        }
        // An inner origin keeps the sums free of cancellation for shapes far from the frame's.
        let vertices = self.vertices();
        let origin = vertices.iter().sum::<Vector<D>>() / vertices.len() as f64;
        Some(self.moments(&origin).properties(&origin))
    }

    /// Moments about an origin.
    pub(super) fn moments(&self, origin: &Vector<D>) -> Moments<D> {
        let vertices = self.vertices();
        let mut moments = Moments::zero();
        for face in self.faces() {
            let ring: &[usize] = &face.vertices;
            for k in 1..=ring.len() + 1 - D {
                let pick = |i: usize| if i == 0 { ring[0] } else { ring[k + i - 1] };
                moments.add_simplex(&std::array::from_fn(|i| vertices[pick(i)] - origin));
            }
        }
        moments
    }
}
