//! What the books of a step say of a deformable body.

use super::{Deformable, Parts};
use crate::bodies::StepSize;
use crate::space::Vector;

/// What the books of a step say of a deformable body (J).
#[derive(Clone, Copy, Debug, Default)]
pub struct Entries {
    /// Work of loads.
    pub load_work: f64,
    /// Work of what holds its degrees of freedom.
    pub drive_work: f64,
    /// Lost by damping.
    pub damping: f64,
    /// Taken by deformation.
    pub internal: f64,
    /// Squares of the momentum that is not explained, and of the momenta and impulses in it, divided by
    /// masses.
    pub defect: f64,
    /// See `defect`.
    pub scale: f64,
}

impl<const D: usize> Deformable<D> {
    /// What the step's books say of the body, from its state before and its velocity after.
    pub fn books(
        &self,
        step: StepSize,
        gravity: &Vector<D>,
        (q, v): (&[f64], &[f64]),
        end: &[f64],
        impulse: &[f64],
    ) -> Entries {
        let (h, mut parts) = (step.h, Parts::default());
        self.balance(step, gravity, (q, v), end, &mut vec![], &mut parts);
        let mut momentum = vec![0.0; v.len()];
        if !self.is_quasi_static {
            self.model.add_momentum(end, &mut momentum);
        }
        let (mut entries, mut unexplained) = (Entries::default(), vec![0.0; v.len()]);
        for k in 0..v.len() {
            let way = if self.is_quasi_static { parts.mean[k] } else { 0.5 * (v[k] + end[k]) };
            entries.load_work += h * parts.push[k] * way;
            entries.damping += h * parts.viscous[k] * way;
            entries.internal += h * parts.internal[k] * way;
            let given = parts.imbalance(h, k) - impulse[k];
            if self.is_held[k] {
                entries.drive_work += given * way;
                continue;
            }
            let mass = self.model.masses.row(k / D).1.iter().sum::<f64>();
            let inner = h * parts.internal[k].abs();
            let greatest = momentum[k].abs().max(impulse[k].abs()).max(inner);
            unexplained[k] = given;
            entries.defect += given * given / mass;
            entries.scale += greatest * greatest / mass;
        }
        if let Some(modes) = self.model.modes.as_ref().filter(|_| self.is_free()) {
            entries.defect = modes.square(&unexplained);
        }
        entries
    }
}
