//! From contacts, free velocities and laws to a problem.

use super::{Cone, Form, Global, Meshed};
use crate::bodies::{Bodies, Rounds};
use crate::contact::{Contact, Memory};
use crate::joints::{Joint, Row};
use crate::laws::{Block, Components, Law, Outcome, Seen, sliding};
use crate::linalg::{BlockDiagonal, Side};
use crate::space::{Pose, Vector, spins};
use crate::wrench::{Wrench, contact_wrench, push_row};
use nalgebra::SVector;
use std::array::from_fn;
use std::sync::Arc;

/// What the assembly reads.
pub struct AssemblyInput<'a, const D: usize> {
    /// Bodies with the velocity at the beginning of the step.
    pub bodies: &'a Bodies<D>,
    /// Candidates to contact, test configuration.
    pub contacts: &'a [Contact<D>],
    /// Table of laws.
    pub laws: &'a [Arc<dyn Law>],
    /// Joints.
    pub joints: &'a [Joint],
    /// Where bodies stand in the test configuration.
    pub poses: &'a [Pose<D>],
    /// Time at the end of the step (s).
    pub time: f64,
    /// What laws have made of the round before, contact by contact; empty in the first round.
    pub trials: &'a [(Memory, Outcome)],
    /// What a step without rebounds came to, and the share of restitution that is taken, contact by contact;
    /// empty while that step is looked for.
    pub rebounds: &'a [(Outcome, f64)],
    /// The radius that bodies roll with, contact by contact (m); empty where no law asks.
    pub radii: &'a [f64],
    /// Velocity without contacts.
    pub v_free: &'a [f64],
    /// The same before any sequence of shocks: by it bodies are about to meet.
    pub v_unshocked: &'a [f64],
    /// S with w = S Sᵀ, one block per rigid body.
    pub factor: &'a BlockDiagonal,
    /// Length of the step (s).
    pub h: f64,
    /// Weight of the end of the step.
    pub theta: f64,
    /// Gaps up to this one count as touching (m).
    pub touch: f64,
    /// Whether this is the smooth motion between two events.
    pub between_events: bool,
    /// Whether shocks are forecast a step ahead.
    pub looks_ahead: bool,
    /// Contacts that what the step came to before would shoot into each other; empty where none.
    pub met: &'a [bool],
    /// The normal velocity with which a sequence of shocks parted contacts, contact by contact (m/s);
    /// empty where there was none.
    pub parting: &'a [f64],
    /// Rounds of this step before this one.
    pub round: usize,
    /// Whether this is the first step.
    pub is_start: bool,
}

impl<const D: usize> AssemblyInput<'_, D> {
    /// What a law sees of a contact.
    pub fn seen(&self, index: usize) -> Seen {
        let contact = &self.contacts[index];
        let trial = self.trials.get(index);
        let before = contact_velocity(contact, self.bodies, &self.bodies.v);
        let mut turn = Components::zeros();
        let linear = before.fixed_rows::<D>(0).into_owned();
        turn.fixed_rows_mut::<D>(0).copy_from(&contact.turn(&linear));
        Seen {
            gap: contact.gap,
            touch: self.touch,
            area: contact.area,
            radius: self.radii.get(index).copied().filter(|r| r.is_finite()).unwrap_or(0.0),
            before,
            turn,
            closed: contact.past.is_some(),
            meets: self.looks_ahead && (self.is_met(index) || self.is_about_to_meet(contact)),
            had: Owner::Contact(index).had(contact),
            memory: contact.memory,
            trial: trial.map_or(contact.memory, |(memory, _)| *memory),
            outcome: trial.map(|(_, outcome)| *outcome),
            between_events: self.between_events,
            compression: self.rebounds.get(index).map(|(outcome, _)| *outcome),
            free: match self.rebounds.get(index) {
                Some(_) => contact_velocity(contact, self.bodies, self.v_free),
                None => Components::zeros(),
            },
            rebound: self.rebounds.get(index).map_or(0.0, |(_, share)| *share),
            parting: self.parting.get(index).copied().unwrap_or(0.0),
            round: self.round,
            is_start: self.is_start,
            h: self.h,
            theta: self.theta,
            reach: self.reach(contact.bodies),
        }
    }

    /// Whether bodies that are apart, and were so before, are in each other in the next test
    /// configuration where no contact does anything.
    fn is_about_to_meet(&self, contact: &Contact<D>) -> bool {
        contact.gap > 0.0
            && contact.past.is_none()
            && next_gap(contact, self.bodies, self.v_unshocked, self.h) < -self.touch
    }

    fn is_met(&self, index: usize) -> bool {
        self.met.get(index).is_some_and(|met| *met)
    }

    /// Where in the step forces of bonds are taken (`Seen::reach`): at its end between bodies
    /// without inertia.
    fn reach(&self, bodies: [usize; 2]) -> f64 {
        let is_quasi_static =
            |body| self.bodies.deformable(body).is_some_and(|soft| soft.is_quasi_static);
        if bodies.into_iter().any(is_quasi_static) { 1.0 } else { self.theta }
    }
}

/// The gap of a contact in the next test configuration, with velocities `v` of the bodies until
/// then. Their sides are taken for as round as the arms tell, so that what passes by is not met.
pub fn next_gap<const D: usize>(
    contact: &Contact<D>,
    bodies: &Bodies<D>,
    v: &[f64],
    h: f64,
) -> f64 {
    let velocity = contact_velocity(contact, bodies, v);
    let way = h * sliding(&velocity);
    let round = contact.arms[0].norm() + contact.arms[1].norm();
    let parts = if way > 0.0 { 0.5 * way * way / round } else { 0.0 };
    contact.gap + h * velocity[0] + parts
}

/// What a block of the problem belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// A contact itself.
    Contact(usize),
    /// The bond of a contact.
    Bond(usize),
    /// Rows of joints, from this one on: components from `component` on.
    Joint {
        /// The first, in [`Assembly::rows`].
        first: usize,
        /// How many.
        count: usize,
        /// The component of the first.
        component: usize,
    },
}

impl Owner {
    /// The impulse that a contact, or its bond, had in the last step.
    pub fn had<const D: usize>(self, contact: &Contact<D>) -> Components {
        let mut components = Components::zeros();
        let own: Vector<D> = match self {
            Self::Bond(_) => contact.bond,
            _ => contact.impulse - contact.bond,
        };
        components.fixed_rows_mut::<D>(0).copy_from(&own);
        if !matches!(self, Self::Bond(_)) {
            components.fixed_rows_mut::<3>(3).copy_from_slice(&contact.couple);
        }
        components
    }
}

/// A problem with what its blocks mean.
#[derive(Clone, Debug, Default)]
pub struct Assembly<const B: usize> {
    /// The problem.
    pub problem: Global<B>,
    /// Whose each block is.
    pub owners: Vec<Owner>,
    /// The offset of each impulse, r = scale (r′ - offset).
    pub offsets: Vec<SVector<f64, B>>,
    /// The scale of each impulse.
    pub scales: Vec<SVector<f64, B>>,
    /// Whether any offset is not zero.
    pub has_offsets: bool,
    /// Rows of joints: of which joint, its number there, and itself.
    pub rows: Vec<(usize, usize, Row)>,
    z: Vec<f64>,
}

impl<const B: usize> Assembly<B> {
    /// Builds the problem of the contacts that take part in it (a law may see no contact this
    /// step). All buffers are reused.
    pub fn build<const D: usize>(&mut self, input: &AssemblyInput<D>, rounds: &Rounds<D>) {
        self.clear(input.v_free.len());
        self.push_meshes(input.bodies, rounds);
        for (index, contact) in input.contacts.iter().enumerate() {
            let blocks = input.laws[contact.law].pose(&input.seen(index));
            if let Some(block) = &blocks.contact {
                self.push((input, rounds), contact, block, Owner::Contact(index));
            }
            if let Some(block) = &blocks.bond {
                self.push((input, rounds), contact, block, Owner::Bond(index));
            }
        }
        self.push_joints(input);
        self.complete();
    }

    /// Empties everything and keeps the memory.
    pub(super) fn clear(&mut self, dofs: usize) {
        self.problem.rows.clear();
        self.problem.b.clear();
        self.problem.cones.clear();
        self.problem.compliance.clear();
        self.problem.meshes.clear();
        self.problem.dofs = dofs;
        self.owners.clear();
        self.offsets.clear();
        self.scales.clear();
        self.rows.clear();
        self.has_offsets = false;
    }

    /// Meshes that contacts see node by node.
    fn push_meshes<const D: usize>(&mut self, bodies: &Bodies<D>, rounds: &Rounds<D>) {
        for body in (0..bodies.len()).filter(|i| bodies.deformable(*i).is_some()) {
            if let Some(inertia) = rounds.list[bodies.soft_index(body)].inertia() {
                let first = bodies.v_range(body).start;
                self.problem.meshes.push(Meshed { first, directions: D, inertia: inertia.clone() });
            }
        }
    }

    fn push<const D: usize>(
        &mut self,
        (input, rounds): (&AssemblyInput<D>, &Rounds<D>),
        contact: &Contact<D>,
        block: &Block,
        owner: Owner,
    ) {
        let scale = to_block::<D, B>(&block.scale);
        let compliance = to_block::<D, B>(&block.compliance);
        let free = contact_velocity(contact, input.bodies, input.v_free) + block.shift;
        self.problem.b.push(to_block::<D, B>(&free).component_mul(&scale));
        self.problem.cones.push(block.cone.of_components::<D, B>());
        self.soften(&compliance.component_mul(&scale).component_mul(&scale));
        let offset = to_block::<D, B>(&block.offset);
        self.has_offsets |= offset.iter().any(|x| *x != 0.0);
        let rows = &mut self.problem.rows;
        let sides = [0, 1].map(|side| {
            let body = contact.bodies[side];
            let range = input.bodies.v_range(body);
            let start = rows.data.len() as u32;
            if !input.bodies.movable(body) {
                return Side { dof: 0, size: 0, start };
            }
            if let Some(soft) = input.bodies.deformable(body) {
                let sign = if side == 0 { 1.0 } else { -1.0 };
                // A surface that gives way does not resist turning.
                let directions: [Vector<D>; B] = from_fn(|k| match slot::<D, B>(k) {
                    along @ 0..3 => contact.frame.column(along) * (sign * scale[k]),
                    _ => Vector::zeros(),
                });
                let round = &rounds.list[input.bodies.soft_index(body)];
                let (spot, dof) = (&contact.spots[side], range.start as u32);
                if round.inertia().is_some() {
                    soft.push_nodes(round, spot, &directions, dof, rows);
                    return Side { dof: 0, size: 0, start };
                }
                for direction in &directions {
                    soft.push_row(round, spot, direction, &mut rows.data);
                }
                return Side { dof, size: soft.row_len(round) as u32, start };
            }
            for (k, scale) in scale.iter().enumerate() {
                let mut wrench: Wrench = contact_wrench(contact, side, slot::<D, B>(k));
                if *scale != 1.0 {
                    wrench.iter_mut().for_each(|x| *x *= scale);
                }
                push_row(input.factor.block(body), &wrench[..range.len()], &mut rows.data);
            }
            Side { dof: range.start as u32, size: range.len() as u32, start }
        });
        let itself = contact.bodies[0] == contact.bodies[1] && sides[0].size > 0;
        let sides = if itself { merged::<B>(sides, &mut rows.data) } else { sides };
        rows.sides.push(sides);
        self.offsets.push(offset);
        self.scales.push(scale);
        self.owners.push(owner);
    }

    /// Appends a block with these free velocities and nothing in its rows yet.
    pub(super) fn open_block(&mut self, b: SVector<f64, B>, cone: Cone, owner: Owner) {
        self.problem.b.push(b);
        self.problem.cones.push(cone);
        self.offsets.push(SVector::zeros());
        self.owners.push(owner);
    }

    /// Notes a compliance; none is kept as long as there is none.
    pub(super) fn soften(&mut self, compliance: &SVector<f64, B>) {
        let list = &mut self.problem.compliance;
        if compliance.iter().any(|x| *x != 0.0) || !list.is_empty() {
            list.resize(self.problem.b.len() - 1, SVector::zeros());
            list.push(*compliance);
        }
    }

    /// What follows from the blocks. Offsets act like impulses: u′ = W (r′ - offset) + b.
    pub(super) fn complete(&mut self) {
        self.problem.complete();
        self.fill_idle_rows();
        if self.has_offsets {
            let Self { problem, offsets, z, .. } = self;
            problem.carry(offsets, z);
            for (c, offset) in offsets.iter().enumerate() {
                problem.b[c] = problem.b[c] * 2.0 - problem.relative_velocity(c, offset, z);
            }
        }
    }

    /// Components that nothing belongs to give way as much as the others on average: the block is
    /// regular, and they take no impulse but their offset.
    fn fill_idle_rows(&mut self) {
        let Global { cones, compliance, diagonal, .. } = &mut self.problem;
        for (c, scale) in self.scales.iter().enumerate() {
            let idle = scale.iter().filter(|scale| **scale == 0.0).count();
            if idle == 0 || idle == B {
                continue;
            }
            let mean = diagonal[c].trace() / (B - idle) as f64;
            compliance.resize(cones.len(), SVector::zeros());
            for k in (0..B).filter(|k| scale[*k] == 0.0) {
                compliance[c][k] = mean;
                diagonal[c][(k, k)] = mean;
            }
        }
    }

    /// The impulses for the bodies, of those that the problem speaks of.
    pub fn actual(&self, impulses: &[SVector<f64, B>], actual: &mut Vec<SVector<f64, B>>) {
        actual.clear();
        actual.extend(impulses.iter().zip(&self.offsets).map(|(r, offset)| r - offset));
    }

    /// The impulse of a block in the contact's frame.
    pub fn components<const D: usize>(&self, block: usize, actual: &SVector<f64, B>) -> Components {
        let scaled = actual.component_mul(&self.scales[block]);
        let mut components = Components::zeros();
        for k in 0..B {
            components[slot::<D, B>(k)] = scaled[k];
        }
        components
    }

    /// The guess for a block from the impulse that the contact had.
    pub fn guess<const D: usize>(&self, block: usize, had: &Components) -> SVector<f64, B> {
        let divide = |x: f64, scale: f64| if scale == 0.0 { 0.0 } else { x / scale };
        to_block::<D, B>(had).zip_map(&self.scales[block], divide) + self.offsets[block]
    }
}

/// The sides of a body that meets itself as one: its rows are the sum of both.
fn merged<const B: usize>([one, other]: [Side; 2], data: &mut Vec<f64>) -> [Side; 2] {
    let (first, second) = (one.start as usize, other.start as usize);
    for k in 0..B * one.size as usize {
        data[first + k] += data[second + k];
    }
    data.truncate(second);
    [one, Side { dof: 0, size: 0, start: other.start }]
}

/// Which of the six components the k-th of B is.
fn slot<const D: usize, const B: usize>(k: usize) -> usize {
    // In the plane there is one tangent, and rolling comes after it.
    if D == 2 && k == 2 { 3 } else { k }
}

fn to_block<const D: usize, const B: usize>(components: &Components) -> SVector<f64, B> {
    SVector::from_fn(|k, _| components[slot::<D, B>(k)])
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
        bodies.velocity_at(body, &contact.arms[k], &contact.spots[k], v)
    };
    contact.frame.tr_mul(&(at(0) - at(1)))
}

/// The same with the relative spin.
pub fn contact_velocity<const D: usize>(
    contact: &Contact<D>,
    bodies: &Bodies<D>,
    v: &[f64],
) -> Components {
    let mut components = Components::zeros();
    components.fixed_rows_mut::<D>(0).copy_from(&local_velocity(contact, bodies, v));
    let spin = |side: usize, k: usize| {
        let body = contact.bodies[side];
        if bodies.deformable(body).is_some() { 0.0 } else { v[bodies.v_range(body)][D + k] }
    };
    if spins(D) == 1 {
        components[3] = spin(0, 0) - spin(1, 0);
    } else {
        let spin = Vector::<D>::from_fn(|k, _| spin(0, k) - spin(1, k));
        let local = contact.frame.tr_mul(&spin);
        (components[3], components[4], components[5]) = (local[1], local[2], local[0]);
    }
    components
}
