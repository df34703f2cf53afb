//! From contacts, free velocities and laws to a problem.

use super::{Cone, Global};
use crate::bodies::Bodies;
use crate::contact::Contact;
use crate::laws::ContactLaw;
use crate::linalg::{BlockDiagonal, Side};
use crate::space::{Matrix, Vector, moment, spins, velocity_at};
use nalgebra::SVector;

/// What the assembly reads.
pub struct AssemblyInput<'a, const D: usize> {
    /// Bodies with the velocity at the beginning of the step.
    pub bodies: &'a Bodies<D>,
    /// Candidates to contact, test configuration.
    pub contacts: &'a [Contact<D>],
    /// Table of laws.
    pub laws: &'a [ContactLaw],
    /// Velocity without contacts.
    pub v_free: &'a [f64],
    /// S with w = S Sᵀ, one block per body.
    pub factor: &'a BlockDiagonal,
    /// Length of the step (s).
    pub h: f64,
}

/// Builds the problem and the list of the contacts that take part in it (a law may see no
/// contact this step). All buffers are reused.
pub fn assemble<const D: usize>(
    input: &AssemblyInput<D>,
    problem: &mut Global<D>,
    taking_part: &mut Vec<usize>,
) {
    problem.rows.clear();
    problem.b.clear();
    problem.cones.clear();
    problem.dofs = input.v_free.len();
    taking_part.clear();
    for (index, contact) in input.contacts.iter().enumerate() {
        let law = &input.laws[contact.law];
        let before = local_velocity(contact, input.bodies, &input.bodies.v);
        let Some(shift) = law.shift(contact.gap, &before, input.h) else { continue };
        taking_part.push(index);
        problem.b.push(local_velocity(contact, input.bodies, input.v_free) + shift);
        problem.cones.push(Cone::Coulomb { mu: law.friction });
        let sides = [0, 1].map(|k| push_side(input, contact, k, &mut problem.rows.data));
        problem.rows.sides.push(sides);
    }
    problem.complete();
}

/// Relative velocity of the candidate with respect to the antagonist in the contact frame
/// (000 eq. 8) for a given velocity of all bodies.
pub fn local_velocity<const D: usize>(
    contact: &Contact<D>,
    bodies: &Bodies<D>,
    v: &[f64],
) -> SVector<f64, D> {
    let at = |k: usize| -> Vector<D> {
        let body = contact.bodies[k];
        velocity_at(&v[bodies.v_range(body)], &contact.arms[k])
    };
    contact.frame.tr_mul(&(at(0) - at(1)))
}

/// Appends the mass-normalised block of one side: row k is Sᵀ times the generalized force of a
/// unit impulse along the frame's column k.
fn push_side<const D: usize>(
    input: &AssemblyInput<D>,
    contact: &Contact<D>,
    side: usize,
    data: &mut Vec<f64>,
) -> Side {
    let body = contact.bodies[side];
    let range = input.bodies.v_range(body);
    let start = data.len() as u32;
    if !input.bodies.list[body].movable() {
        return Side { dof: 0, size: 0, start };
    }
    let n = range.len();
    let sign = if side == 0 { 1.0 } else { -1.0 };
    let s = input.factor.block(body);
    for k in 0..D {
        let force = unit_force(&contact.frame, k, &contact.arms[side], sign);
        for j in 0..n {
            data.push((0..n).map(|i| s[i * n + j] * force[i]).sum());
        }
    }
    Side { dof: range.start as u32, size: n as u32, start }
}

fn unit_force<const D: usize>(frame: &Matrix<D>, k: usize, arm: &Vector<D>, sign: f64) -> [f64; 6] {
    let direction: Vector<D> = frame.column(k) * sign;
    let torque = moment(arm, &direction);
    let mut force = [0.0; 6];
    force[..D].copy_from_slice(direction.as_slice());
    force[D..D + spins(D)].copy_from_slice(&torque[..spins(D)]);
    force
}
