//! Generalized forces of unit impulses: the rows of Hᵃᵀ.

use crate::contact::Contact;
use crate::space::{Vector, moment, spins};

/// Force and torque on a body, as many as it has degrees of freedom.
pub type Wrench = [f64; 6];

/// What a unit of a component (normal, two tangents, rolling about them, spinning) does to one side of a
/// contact.
pub fn contact_wrench<const D: usize>(
    contact: &Contact<D>,
    side: usize,
    component: usize,
) -> Wrench {
    let sign = if side == 0 { 1.0 } else { -1.0 };
    match component {
        0..3 => {
            let direction: Vector<D> = contact.frame.column(component) * sign;
            force_wrench(&contact.arms[side], &direction)
        }
        _ if D == 2 => couple_wrench::<D>(&[sign, 0.0, 0.0]),
        _ => {
            let axis = contact.frame.column([1, 2, 0][component - 3]) * sign;
            couple_wrench::<D>(&[axis[0], axis[1], axis[2]])
        }
    }
}

/// Of a force at the end of an arm.
pub fn force_wrench<const D: usize>(arm: &Vector<D>, force: &Vector<D>) -> Wrench {
    let torque = moment(arm, force);
    let mut wrench = [0.0; 6];
    wrench[..D].copy_from_slice(force.as_slice());
    wrench[D..D + spins(D)].copy_from_slice(&torque[..spins(D)]);
    wrench
}

/// Of a couple.
pub fn couple_wrench<const D: usize>(couple: &[f64; 3]) -> Wrench {
    let mut wrench = [0.0; 6];
    wrench[D..D + spins(D)].copy_from_slice(&couple[..spins(D)]);
    wrench
}

/// Appends Sᵀ times a wrench.
pub fn push_row(s: &[f64], wrench: &[f64], data: &mut Vec<f64>) {
    let n = wrench.len();
    data.extend((0..n).map(|j| (0..n).map(|i| s[i * n + j] * wrench[i]).sum::<f64>()));
}
