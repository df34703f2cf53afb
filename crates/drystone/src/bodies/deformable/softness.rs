//! The frequency of the slowest deformation of a body, estimated by Rayleigh's quotient.
//!
//! With the displacements u of a uniform stretch and of an even bending along the longest axis,
//!
//! ```text
//! ω² ≈ min (u · K u) / (u · M u)
//! ```
//!
//! which is a little above, or below where u has a share of rigid motion. An inertia that is small
//! beside ω² M is small beside the stiffness.

use super::model::Model;

impl<const D: usize> Model<D> {
    /// ω² (1/s²).
    pub(super) fn slowest(&self) -> f64 {
        let rest = &self.solid.rest;
        let extent = |k: usize| {
            let places = rest.iter().map(|x| x[k]);
            places.clone().fold(f64::NEG_INFINITY, f64::max) - places.fold(f64::INFINITY, f64::min)
        };
        let along = (0..D).max_by(|&i, &j| extent(i).total_cmp(&extent(j))).unwrap_or(0);
        let quotient = |displacement: &dyn Fn(&[f64; D]) -> [f64; D]| {
            let u: Vec<f64> = rest.iter().flat_map(displacement).collect();
            let (mut forces, mut momentum) = (vec![0.0; u.len()], vec![0.0; u.len()]);
            self.stiffness.multiply(&u, &mut forces);
            self.add_momentum(&u, &mut momentum);
            let dot = |a: &[f64]| a.iter().zip(&u).map(|(a, u)| a * u).sum::<f64>();
            dot(&forces) / dot(&momentum)
        };
        let stretched = quotient(&|x| std::array::from_fn(|k| if k == along { x[k] } else { 0.0 }));
        let bent = (0..D).filter(|across| *across != along).map(|across| {
            quotient(&|x| {
                let mut u = [0.0; D];
                u[across] = x[along] * x[along];
                u[along] = -2.0 * x[along] * x[across];
                u
            })
        });
        bent.fold(stretched, f64::min)
    }
}
