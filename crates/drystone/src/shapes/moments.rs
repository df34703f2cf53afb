//! Moments of solids, additive: ∫ 1, ∫ x and ∫ x xᵀ about one origin.

use super::MassProperties;
use crate::space::{Inertia, Matrix, Pose, Vector, moment};

/// Moments of a solid of unit density about the origin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moments<const D: usize> {
    /// ∫ 1.
    pub volume: f64,
    /// ∫ x.
    pub first: Vector<D>,
    /// ∫ x xᵀ; in the plane only the trace counts.
    pub second: Matrix<D>,
}

impl<const D: usize> Moments<D> {
    /// Those of nothing.
    pub fn zero() -> Self {
        Self { volume: 0.0, first: Vector::zeros(), second: Matrix::zeros() }
    }

    /// Those of a solid put at a pose.
    pub fn of(properties: &MassProperties<D>, pose: &Pose<D>) -> Self {
        let MassProperties { volume, centroid, inertia } = properties;
        let own = if D == 2 {
            Matrix::identity() * (inertia[(0, 0)] / 2.0)
        } else {
            let half = inertia.trace() / 2.0;
            Matrix::from_fn(|i, j| if i == j { half } else { 0.0 } - inertia[(i, j)])
        };
        let centre = pose.point(centroid);
        Self {
            volume: *volume,
            first: centre * *volume,
            second: pose.rotation * own * pose.rotation.transpose()
                + centre * centre.transpose() * *volume,
        }
    }

    /// Adds `weight` times other moments about the same origin.
    pub fn add(&mut self, other: &Self, weight: f64) {
        self.volume += weight * other.volume;
        self.first += other.first * weight;
        self.second += other.second * weight;
    }

    /// Adds the simplex of the origin and D corners, signed. With S = Σ p_k and δ = det(p):
    /// ∫ 1 = δ / D!, ∫ x = δ S / (D + 1)!, ∫ x xᵀ = δ (Σ p_k p_kᵀ + S Sᵀ) / (D + 2)!
    pub fn add_simplex(&mut self, corners: &[Vector<D>; D]) {
        let (one, two, three) = if D == 2 { (2.0, 6.0, 24.0) } else { (6.0, 24.0, 120.0) };
        let delta = determinant(corners);
        let sum = corners.iter().sum::<Vector<D>>();
        self.volume += delta / one;
        self.first += sum * (delta / two);
        self.second += sum * sum.transpose() * (delta / three);
        for p in corners {
            self.second += p * p.transpose() * (delta / three);
        }
    }

    /// The mass properties, of a solid whose moments were taken about `origin`.
    pub fn properties(&self, origin: &Vector<D>) -> MassProperties<D> {
        let centroid = self.first / self.volume;
        let second = self.second - centroid * centroid.transpose() * self.volume;
        let mut inertia = Inertia::identity();
        if D == 2 {
            inertia[(0, 0)] = second.trace();
        } else {
            inertia = Inertia::from_fn(|i, j| {
                let diagonal = if i == j { second.trace() } else { 0.0 };
                diagonal - 0.5 * (second[(i, j)] + second[(j, i)])
            });
        }
        MassProperties { volume: self.volume, centroid: origin + centroid, inertia }
    }
}

fn determinant<const D: usize>(p: &[Vector<D>; D]) -> f64 {
    let area = moment(&p[0], &p[1]);
    if D == 2 { area[0] } else { (0..D).map(|i| area[i] * p[2][i]).sum() }
}
