//! The books of a step: momentum and energy, from the states, independently of the solver.
//!
//! With v̄ = (v⁻ + v⁺)/2 and ū = (u⁻ + u⁺)/2, `M (v⁺ - v⁻) = h F + Hᵃ r` multiplied by v̄ gives
//!
//! ```text
//! ΔE_kinetic = h F·v̄ + Σ r·ū     (driven bodies' share of Σ r·ū is the drives' work)
//! ```
//!
//! so the dissipation by friction is -Σ r_T·ū_T, with couples against rolling and spinning -Σ r_R·ω̄
//! more, by impact -Σ r_N ū_N, and bonds take -Σ r_bond·ū: the share of a bond in the impulse, and
//! what a contact pulls with, r_N < 0. Joints do r ū row by row: motors give it, springs take it, friction
//! and dampers lose it; what is held loses what shocks take, and what putting positions right costs.
//! What one contact gives another may have taken in the same step, by friction or by impact; where all
//! of them together give, energy came from nowhere, and the books say so (`energy_gained`), as they do where damping
//! gives, or friction and dampers of joints (a damper acts on u_θ and its work is done on ū). The
//! energy error is what remains unexplained: zero to round-off for θ = 1/2 without free rotation in space, and
//! otherwise the scheme's own (θ > 1/2 dissipates; rotation in space keeps momentum, not energy).

use super::linkages::JointWork;
use crate::bodies::{Bodies, Deformable, StepSize};
use crate::contact::Contact;
use crate::problem::{contact_velocity, local_velocity};
use crate::space::{Pose, Vector};

/// Work and energy over one step (J) and the relative momentum error.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ledger {
    /// Kinetic energy of the movable bodies at the end of the step.
    pub kinetic: f64,
    /// Potential energy of their weight at the end of the step.
    pub potential: f64,
    /// Energy that the deformation of bodies stores at the end of the step.
    pub elastic: f64,
    /// Energy spent on plastic deformation.
    pub plastic_dissipation: f64,
    /// Work of forces, torques and pressures.
    pub load_work: f64,
    /// Work of imposed motions.
    pub drive_work: f64,
    /// Energy lost by sliding, rolling and spinning.
    pub friction_dissipation: f64,
    /// Energy lost by normal impacts.
    pub impact_dissipation: f64,
    /// Energy lost by viscous damping.
    pub damping_dissipation: f64,
    /// Energy taken by bonds, stored in springs or spent on breaking them; negative where springs give
    /// it back.
    pub bond_work: f64,
    /// Work of the motors of joints.
    pub joint_drive_work: f64,
    /// Energy taken by the springs of joints; negative where they give it back.
    pub joint_spring_work: f64,
    /// Energy lost by the friction and the dampers of joints.
    pub joint_dissipation: f64,
    /// Energy lost where joints hold: by shocks, at limits, by ropes that tighten, and by putting
    /// positions right; nothing but the scheme's error where velocities fitted before.
    pub joint_impact_dissipation: f64,
    /// Energy that went into bodies when they were brought out of each other: by being lifted, or pressed.
    pub projection_work: f64,
    /// Change of energy not explained by the entries above.
    pub energy_error: f64,
    /// Energy that friction and impacts together, damping, or friction and dampers of joints gave instead of taking it,
    /// beyond rounding.
    pub energy_gained: f64,
    /// ‖M⁺ v⁺ - M v - h F - Hᵃ r‖ over the degrees of freedom that are not driven, relative to
    /// the momentum and the impulses, in the norm of kinetic energy.
    pub momentum_error: f64,
}

impl Ledger {
    /// The books of two parts of a step.
    pub(super) fn followed_by(&self, next: &Self) -> Self {
        Self {
            kinetic: next.kinetic,
            potential: next.potential,
            elastic: next.elastic,
            plastic_dissipation: self.plastic_dissipation + next.plastic_dissipation,
            load_work: self.load_work + next.load_work,
            drive_work: self.drive_work + next.drive_work,
            friction_dissipation: self.friction_dissipation + next.friction_dissipation,
            impact_dissipation: self.impact_dissipation + next.impact_dissipation,
            damping_dissipation: self.damping_dissipation + next.damping_dissipation,
            bond_work: self.bond_work + next.bond_work,
            joint_drive_work: self.joint_drive_work + next.joint_drive_work,
            joint_spring_work: self.joint_spring_work + next.joint_spring_work,
            joint_dissipation: self.joint_dissipation + next.joint_dissipation,
            joint_impact_dissipation: self.joint_impact_dissipation + next.joint_impact_dissipation,
            projection_work: self.projection_work + next.projection_work,
            energy_error: self.energy_error + next.energy_error,
            energy_gained: self.energy_gained + next.energy_gained,
            momentum_error: self.momentum_error.max(next.momentum_error),
        }
    }
}

/// What the ledger is computed from.
pub(super) struct Books<'a, const D: usize> {
    pub bodies: &'a Bodies<D>,
    pub gravity: &'a Vector<D>,
    pub size: StepSize,
    pub poses: &'a [Pose<D>],
    pub q_before: &'a [f64],
    /// Where the velocities led, before positions were put right.
    pub q_led: &'a [f64],
    pub v_before: &'a [f64],
    pub impulses: &'a [f64],
    pub energy_before: [f64; 3],
    pub joints: JointWork,
    pub projection_work: f64,
}

/// What rounding leaves of an energy, relative to those that it is made of.
const ROUNDING: f64 = 1e-12;

/// Kinetic and potential energy of the movable bodies, and the energy that their deformation stores.
pub(super) fn energy<const D: usize>(bodies: &Bodies<D>, gravity: &Vector<D>) -> [f64; 3] {
    let mut sum = [0.0; 3];
    for (i, body) in bodies.list.iter().enumerate().filter(|(_, b)| b.movable()) {
        let q = &bodies.q[bodies.q_range(i)];
        if let Some(soft) = bodies.deformable(i) {
            let [kinetic, stored] = soft.energies(q, bodies.velocity(i));
            sum[0] += kinetic;
            sum[1] -= body.mass() * gravity.dot(&soft.pose(q).position);
            sum[2] += stored;
            continue;
        }
        let height: f64 = (0..D).map(|k| gravity[k] * q[k]).sum();
        sum[0] += body.kinetic_energy_at(q, bodies.velocity(i));
        sum[1] -= body.mass() * height;
    }
    sum
}

/// Closes the books of a step.
pub(super) fn settle<const D: usize>(books: &Books<D>, contacts: &mut [Contact<D>]) -> Ledger {
    let [kinetic, potential, elastic] = energy(books.bodies, books.gravity);
    let JointWork { driven, stored, lost, shocks } = books.joints;
    let mut ledger = Ledger {
        kinetic,
        potential,
        elastic,
        joint_drive_work: driven,
        joint_spring_work: stored,
        joint_dissipation: lost,
        joint_impact_dissipation: shocks,
        projection_work: books.projection_work,
        ..Ledger::default()
    };
    let ways = ways(books);
    contacts.iter_mut().for_each(|contact| contact_entries(books, &ways, contact, &mut ledger));
    let (mut error, mut scale) = (0.0, 0.0_f64);
    for i in 0..books.bodies.len() {
        if let Some(soft) = books.bodies.deformable(i) {
            let [e, s] = soft_entries(books, soft, i, &mut ledger);
            error += e;
            scale += s;
        } else if books.bodies.list[i].mobile() {
            body_entries(books, i, &mut ledger);
            let [e, s] = momentum_defect(books, i);
            error += e;
            scale += s;
        }
    }
    ledger.momentum_error = if scale > 0.0 { (error / scale).sqrt() } else { 0.0 };
    let change = kinetic + potential + elastic - books.energy_before.iter().sum::<f64>();
    ledger.plastic_dissipation -=
        if has_memory(books.bodies) { elastic - books.energy_before[2] } else { 0.0 };
    let explained = ledger.load_work + ledger.drive_work
        - ledger.friction_dissipation
        - ledger.impact_dissipation
        - ledger.damping_dissipation
        - ledger.plastic_dissipation
        - ledger.bond_work
        + driven
        - stored
        - lost
        - shocks
        + ledger.projection_work;
    ledger.energy_error = change - explained;
    ledger.energy_gained = gained(&ledger, kinetic + books.energy_before[0]);
    ledger
}

/// What entries gave that can only take, beyond what rounding leaves of them and of this energy.
fn gained(ledger: &Ledger, energy: f64) -> f64 {
    let Ledger { friction_dissipation: friction, impact_dissipation: impact, .. } = *ledger;
    let contacts = (friction + impact, friction.abs() + impact.abs());
    let alone = |taken: f64| (taken, taken.abs());
    [contacts, alone(ledger.damping_dissipation), alone(ledger.joint_dissipation)]
        .into_iter()
        .filter(|(taken, parts)| -taken > ROUNDING * (parts + energy))
        .map(|(taken, _)| -taken)
        .sum()
}

/// The velocities with which forces do their work: v̄; of bodies without inertia, which have no
/// kinetic energy to account for, v_θ, by which they move.
fn ways<const D: usize>(books: &Books<D>) -> Vec<f64> {
    let Books { bodies, v_before, size, .. } = books;
    let mut ways = vec![0.0; bodies.v.len()];
    for i in 0..bodies.len() {
        let is_quasi_static = bodies.deformable(i).is_some_and(|soft| soft.is_quasi_static);
        let end = if is_quasi_static { size.theta } else { 0.5 };
        for k in bodies.v_range(i) {
            ways[k] = end * bodies.v[k] + (1.0 - end) * v_before[k];
        }
    }
    ways
}

/// What a contact takes: by friction, which becomes its heat, by impact, and by its bond.
fn contact_entries<const D: usize>(
    books: &Books<D>,
    ways: &[f64],
    contact: &mut Contact<D>,
    ledger: &mut Ledger,
) {
    if !contact.acts() {
        return;
    }
    let mean = local_velocity(contact, books.bodies, ways);
    let own = contact.impulse - contact.bond;
    let normal = own[0] * mean[0];
    let mut heat = normal - own.dot(&mean);
    if contact.couple != [0.0; 3] {
        let spin = contact_velocity(contact, books.bodies, ways);
        heat -= (0..3).map(|k| contact.couple[k] * spin[3 + k]).sum::<f64>();
    }
    ledger.friction_dissipation += heat;
    contact.heat.iter_mut().for_each(|sum| *sum += heat);
    // Only a bond pulls, in whichever block.
    let pulls = own[0] < 0.0;
    *(if pulls { &mut ledger.bond_work } else { &mut ledger.impact_dissipation }) -= normal;
    ledger.bond_work -= contact.bond.dot(&mean);
}

/// Whether some material remembers, so that deformation may spend energy for good.
fn has_memory<const D: usize>(bodies: &Bodies<D>) -> bool {
    bodies.deformables.iter().any(|body| !body.memory.is_empty())
}

/// Work on a deformable body; what its momentum leaves unexplained.
fn soft_entries<const D: usize>(
    books: &Books<D>,
    soft: &Deformable<D>,
    i: usize,
    ledger: &mut Ledger,
) -> [f64; 2] {
    let (q, v) = (books.bodies.q_range(i), books.bodies.v_range(i));
    let before = (&books.q_before[q], &books.v_before[v.clone()]);
    let (end, impulse) = (&books.bodies.v[v.clone()], &books.impulses[v]);
    let entries = soft.books(books.size, books.gravity, before, end, impulse);
    ledger.load_work += entries.load_work;
    ledger.drive_work += entries.drive_work;
    ledger.damping_dissipation += entries.damping;
    if has_memory(books.bodies) {
        ledger.plastic_dissipation += entries.internal;
    }
    [entries.defect, entries.scale]
}

/// Work of loads, damping and drives on one body.
fn body_entries<const D: usize>(books: &Books<D>, i: usize, ledger: &mut Ledger) {
    let body = &books.bodies.list[i];
    let range = books.bodies.v_range(i);
    let impulse = &books.impulses[range.clone()];
    let (before, after) = (&books.v_before[range.clone()], &books.bodies.v[range]);
    let mean = |k: usize| 0.5 * (before[k] + after[k]);
    if !body.movable() {
        ledger.drive_work -= (0..before.len()).map(|k| impulse[k] * mean(k)).sum::<f64>();
        return;
    }
    if body.loads.is_empty() && body.drives.is_empty() && body.damping == Default::default() {
        return;
    }
    let StepSize { h, theta, .. } = books.size;
    let mut force = [0.0; 6];
    body.applied_force(books.size, &books.poses[i], &mut force);
    let change: Vec<f64> = (0..before.len()).map(|k| after[k] - before[k]).collect();
    let weighted: Vec<f64> =
        (0..before.len()).map(|k| theta * after[k] + (1.0 - theta) * before[k]).collect();
    let inertial = body.momentum_of(&books.poses[i], &change);
    let viscous = body.momentum_of(&books.poses[i], &weighted);
    for k in 0..before.len() {
        let rate = if k < D { body.damping.linear } else { body.damping.angular };
        let weight = if k < D { body.mass() * books.gravity[k] } else { 0.0 };
        ledger.load_work += h * force[k] * mean(k);
        ledger.damping_dissipation += h * rate * viscous[k] * mean(k);
        if body.drives.iter().any(|d| d.dof == k) {
            // What the drive must have given for this degree of freedom to move as prescribed.
            let given = inertial[k] - h * (force[k] + weight - rate * viscous[k]) - impulse[k];
            ledger.drive_work += given * mean(k);
        }
    }
}

/// Squares of the unexplained momentum of a body and of the momenta and impulses involved, each
/// divided by mass or inertia.
fn momentum_defect<const D: usize>(books: &Books<D>, i: usize) -> [f64; 2] {
    let body = &books.bodies.list[i];
    let range = books.bodies.v_range(i);
    let StepSize { h, theta, .. } = books.size;
    let mut force = [0.0; 6];
    body.applied_force(books.size, &books.poses[i], &mut force);
    let q = &books.q_led[books.bodies.q_range(i)];
    let before =
        body.momentum_at(&books.q_before[books.bodies.q_range(i)], &books.v_before[range.clone()]);
    let after = body.momentum_at(q, &books.bodies.v[range.clone()]);
    let turning_driven = body.drives.iter().any(|d| d.dof >= D);
    let mut sums = [0.0; 2];
    for (row, k) in range.enumerate() {
        if body.drives.iter().any(|d| d.dof == row) || (row >= D && turning_driven) {
            continue;
        }
        let (inertia, rate, weight) = if row < D {
            (body.mass(), body.damping.linear, body.mass() * books.gravity[row])
        } else {
            (body.inertia()[(0, 0)], body.damping.angular, 0.0)
        };
        let damping = rate * (theta * after[row] + (1.0 - theta) * before[row]);
        let given = h * (force[row] + weight - damping) + books.impulses[k];
        let defect = after[row] - before[row] - given;
        let greatest = after[row].abs().max(before[row].abs()).max(books.impulses[k].abs());
        sums[0] += defect * defect / inertia;
        sums[1] += greatest * greatest / inertia;
    }
    sums
}
