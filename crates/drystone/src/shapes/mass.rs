//! Mass properties of polytopes, exact.
//!
//! The polytope is the signed sum of the simplices that join an inner point to the pieces of
//! its boundary. With D vertices p_k, S = Σ p_k and δ = det(p_1 … p_D), a simplex at the
//! origin has
//!
//! ```text
//! ∫ 1 = δ / D!,   ∫ x = δ S / (D + 1)!,   ∫ x xᵀ = δ (Σ p_k p_kᵀ + S Sᵀ) / (D + 2)!
//! ```

use super::Convex;
use crate::space::{Inertia, Matrix, Vector, moment};

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
        let vertices = self.vertices();
        // An inner origin keeps the sums free of cancellation for shapes far from the frame's.
        let origin = vertices.iter().sum::<Vector<D>>() / vertices.len() as f64;
        let (mut volume, mut first, mut second) = (0.0, Vector::<D>::zeros(), Matrix::<D>::zeros());
        let mut add = |corners: [Vector<D>; D]| {
            let delta = determinant(&corners);
            let sum = corners.iter().sum::<Vector<D>>();
            volume += delta;
            first += sum * delta;
            second += sum * sum.transpose() * delta;
            for p in &corners {
                second += p * p.transpose() * delta;
            }
        };
        for face in self.faces() {
            let ring: &[usize] = &face.vertices;
            for k in 1..=ring.len() + 1 - D {
                let pick = |i: usize| if i == 0 { ring[0] } else { ring[k + i - 1] };
                add(std::array::from_fn(|i| vertices[pick(i)] - origin));
            }
        }
        let (one, two, three) = if D == 2 { (2.0, 6.0, 24.0) } else { (6.0, 24.0, 120.0) };
        volume /= one;
        let centroid = first / (two * volume);
        let second = second / three - centroid * centroid.transpose() * volume;
        let mut inertia = Inertia::identity();
        if D == 2 {
            inertia[(0, 0)] = second.trace();
        } else {
            inertia = Inertia::from_fn(|i, j| {
                let diagonal = if i == j { second.trace() } else { 0.0 };
                diagonal - second[(i, j)]
            });
        }
        Some(MassProperties { volume, centroid: origin + centroid, inertia })
    }
}

fn determinant<const D: usize>(p: &[Vector<D>; D]) -> f64 {
    let area = moment(&p[0], &p[1]);
    if D == 2 { area[0] } else { (0..D).map(|i| area[i] * p[2][i]).sum() }
}
