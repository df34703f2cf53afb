//! The contact problem of a step, from the laws to the impulses, for blocks of B components.

use super::projection::{Projection, Way, is_glued};
use super::report;
use crate::bodies::Rounds;
use crate::contact::{Contact, Memory, Status};
use crate::joints::{Joint, Row};
use crate::laws::{Extent, Outcome};
use crate::linalg::BlockDiagonal;
use crate::problem::fclib::{Info, ProblemFile};
use crate::problem::{
    Assembly, AssemblyInput, Form, Global, Owner, Problem, contact_velocity, local_velocity,
};
use crate::solvers::{Auto, Report, Settings, Solver, Standstill, Watch, doubted, find};
use crate::world::World;
use crate::wrench::{Wrench, contact_wrench};
use nalgebra::{SMatrix, SVector};
use std::any::Any;

/// What a law has made of a round.
pub(super) type Trial = (Memory, Outcome);

/// The problem of a step, whatever the size of its blocks.
pub(super) trait Interactions<const D: usize>: Send {
    /// Whether the solver takes meshes with an inertia of their own.
    fn takes_meshes(&self) -> bool;
    /// Builds the problem.
    fn assemble(&mut self, input: &AssemblyInput<D>, rounds: &Rounds<D>);
    /// Has rest tried before the solver: notes which blocks of the problem are at rest.
    fn prefer_rest(&mut self, input: &AssemblyInput<D>);
    /// Begins with the impulses that contacts and joints had.
    fn warm(&mut self, contacts: &[Contact<D>], joints: &[Joint]);
    /// Solves.
    fn solve(&mut self, settings: &Settings) -> Report;
    /// Adds w H r to velocities.
    fn add_velocities(&self, factor: &BlockDiagonal, v: &mut [f64]);
    /// The generalized impulse on every body.
    fn sum_impulses(&self, world: &World<D>, on_bodies: &mut [f64]);
    /// The generalized impulse on every body (kg m) that brings bodies back along their contacts, by
    /// how far each may still go (m); see `projection.rs`. False where none was found.
    fn project(&mut self, world: &World<D>, ways: &[Way], on_bodies: &mut Vec<f64>) -> bool;
    /// What the laws make of it, contact by contact; the greatest change they ask for.
    fn remember(
        &self,
        input: &AssemblyInput<D>,
        v_end: &[f64],
        tolerance: f64,
        trials: &mut Vec<Trial>,
    ) -> f64;
    /// Writes impulses, velocities and statuses into the contacts; how many lost their reaction.
    fn store(&self, world: &mut World<D>) -> usize;
    /// How many blocks the problem has.
    fn blocks(&self) -> usize;
    /// The rows of joints: of which joint, its number there, and itself.
    fn joint_rows(&self) -> &[(usize, usize, Row)];
    /// The problem that was solved last.
    fn posed(&self) -> Posed<'_>;
    /// What the solver has learned.
    fn memory(&self) -> u8;
    /// Restores it.
    fn restore(&mut self, memory: u8);
}

/// A contact problem of a step, as it was posed and solved.
pub struct Posed<'a> {
    blocks: &'a dyn Capture,
    /// The solver's report.
    pub report: Report,
}

impl Posed<'_> {
    /// Whether there is no contact.
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// The problem, if its blocks have B components.
    pub fn problem<const B: usize>(&self) -> Option<&Global<B>> {
        self.blocks.problem().downcast_ref()
    }

    /// The problem with its guess, the impulses of the step before, and the impulses found.
    ///
    /// # Errors
    ///
    /// Why files have no form for it.
    pub fn file(&self, info: Info) -> Result<ProblemFile, &'static str> {
        self.blocks.file(info)
    }
}

/// Makes a file of a problem.
trait Capture {
    fn is_empty(&self) -> bool;
    fn problem(&self) -> &dyn Any;
    fn file(&self, info: Info) -> Result<ProblemFile, &'static str>;
}

impl<const B: usize> Capture for Blocks<B> {
    fn is_empty(&self) -> bool {
        self.assembly.owners.is_empty()
    }

    fn problem(&self) -> &dyn Any {
        &self.assembly.problem
    }

    fn file(&self, info: Info) -> Result<ProblemFile, &'static str> {
        ProblemFile::of_global(&self.assembly.problem, &self.guess, &self.impulses, info)
    }
}

/// The interactions of a world, solved by the solver that its settings name.
pub(super) fn of_world<const D: usize>(world: &World<D>) -> Box<dyn Interactions<D>> {
    match (D, world.laws.extent()) {
        (2, Extent::Sliding) => Box::new(Blocks::<2>::of(world)),
        (2, _) | (_, Extent::Sliding) => Box::new(Blocks::<3>::of(world)),
        (_, Extent::Rolling) => Box::new(Blocks::<5>::of(world)),
        (_, Extent::Spinning) => Box::new(Blocks::<6>::of(world)),
    }
}

/// The interactions with blocks of B components.
pub(super) struct Blocks<const B: usize> {
    assembly: Assembly<B>,
    solver: Box<dyn Solver<B>>,
    takes_meshes: bool,
    watch: Watch<B>,
    impulses: Vec<SVector<f64, B>>,
    /// The impulses that the last problem was begun with.
    guess: Vec<SVector<f64, B>>,
    /// What acts on the bodies: without offsets.
    actual: Vec<SVector<f64, B>>,
    /// H r of it.
    momentum: Vec<f64>,
    /// H r of the impulses that the problem speaks of, offsets included.
    carried: Vec<f64>,
    /// Of the last problem.
    solved: Report,
    projection: Projection<B>,
    /// Where rest is preferred: who looks for it, and which blocks are at rest.
    rest: Standstill<B>,
    at_rest: Vec<bool>,
}

impl<const B: usize> Blocks<B> {
    fn of<const D: usize>(world: &World<D>) -> Self {
        let family = find(&world.solver.name);
        let solver = family.and_then(|family| family.make());
        Self {
            takes_meshes: family.is_none_or(|family| family.about.meshes),
            ..Self::with_solver(solver.unwrap_or_else(|| Box::new(Auto::default())))
        }
    }

    /// What a contact does whose block is this one.
    fn status<const D: usize>(&self, block: usize, tolerance: f64) -> Status {
        let (problem, r) = (&self.assembly.problem, &self.impulses[block]);
        if problem.cones[block].is_free() {
            return Status::Bonded;
        }
        let (w, last) = (&problem.diagonal[block], D.min(B));
        let along = (1..last).map(|k| w[(k, k)]).sum::<f64>() / (last - 1).max(1) as f64;
        let u = problem.velocity(block, &self.impulses, &self.carried);
        report::status(&report::Told {
            r: &r.as_slice()[..last],
            u: &u.as_slice()[..last],
            response: [w[(0, 0)], along],
            friction: problem.cones[block].mu(),
            creep: creep((w * r).norm(), tolerance),
        })
    }

    /// Which blocks are at rest: joints, and contacts that are closed and whose velocity before the
    /// step is little beside what the step would give without reactions.
    fn blocks_at_rest<const D: usize>(&mut self, input: &AssemblyInput<D>) {
        let contact = |owner: &Owner| match owner {
            Owner::Contact(c) | Owner::Bond(c) => Some(&input.contacts[*c]),
            Owner::Joint { .. } => None,
        };
        let closed = |owner: &Owner| contact(owner).is_none_or(|c| c.gap <= input.touch);
        let of_blocks = self.assembly.owners.iter().zip(&self.assembly.problem.b);
        let given = of_blocks.filter(|(owner, _)| closed(owner)).map(|(_, b)| b.norm());
        let slow = SLOW * given.fold(0.0, f64::max);
        let is_slow = |owner: &Owner| {
            contact(owner).is_none_or(|contact| {
                local_velocity(contact, input.bodies, &input.bodies.v).norm() <= slow
            })
        };
        self.at_rest.extend(self.assembly.owners.iter().map(|o| closed(o) && is_slow(o)));
    }

    /// Rest, where it is preferred and a solution, or what the solver finds.
    fn rest_or_solve(&mut self, settings: &Settings) -> Report {
        let problem = Problem::Global(&self.assembly.problem);
        let (watch, r) = (&mut self.watch, &mut self.impulses);
        if self.at_rest.contains(&true) {
            if let Some(report) = self.rest.rest(problem, &self.at_rest, settings, watch, r) {
                return report;
            }
            watch.restart();
        }
        self.solver.solve(problem, settings, watch, r)
    }

    /// With a solver that need not be in the table.
    pub fn with_solver(solver: Box<dyn Solver<B>>) -> Self {
        Self {
            assembly: Assembly::default(),
            solver,
            takes_meshes: false,
            watch: Watch::default(),
            impulses: vec![],
            guess: vec![],
            actual: vec![],
            momentum: vec![],
            carried: vec![],
            solved: Report::default(),
            projection: Projection::default(),
            rest: Standstill::default(),
            at_rest: vec![],
        }
    }

    /// The generalized impulse on every body of these impulses.
    fn spread<const D: usize>(
        &self,
        impulses: &[SVector<f64, B>],
        world: &World<D>,
        on_bodies: &mut [f64],
    ) {
        let World { bodies, contacts, joints, .. } = world;
        on_bodies.fill(0.0);
        let mut add = |body: usize, wrench: Wrench, impulse: f64| {
            let target = &mut on_bodies[bodies.v_range(body)];
            for (target, unit) in target.iter_mut().zip(wrench) {
                *target += unit * impulse;
            }
        };
        for (k, owner) in self.assembly.owners.iter().enumerate() {
            match *owner {
                Owner::Contact(c) | Owner::Bond(c) => {
                    let impulse = self.assembly.components::<D>(k, &impulses[k]);
                    let acting = impulse.iter().enumerate().filter(|(_, r)| **r != 0.0);
                    for (component, impulse) in acting {
                        for side in 0..2 {
                            if bodies.deformable(contacts[c].bodies[side]).is_none() {
                                let wrench = contact_wrench(&contacts[c], side, component);
                                add(contacts[c].bodies[side], wrench, *impulse);
                            }
                        }
                    }
                }
                Owner::Joint { first, count, component } => {
                    let rows = &self.assembly.rows[first..first + count];
                    for (i, (joint, _, row)) in rows.iter().enumerate() {
                        let impulse = impulses[k][component + i];
                        for side in 0..2 {
                            add(joints[*joint].bodies[side], row.wrench::<D>(side), impulse);
                        }
                    }
                }
            }
        }
        if bodies.deformables.is_empty() {
            return;
        }
        for (k, owner) in self.assembly.owners.iter().enumerate() {
            let (Owner::Contact(c) | Owner::Bond(c)) = *owner else { continue };
            let impulse = self.assembly.components::<D>(k, &impulses[k]);
            let force = contacts[c].frame * impulse.fixed_rows::<D>(0);
            for (side, sign) in [1.0, -1.0].into_iter().enumerate() {
                let body = contacts[c].bodies[side];
                if let Some(soft) = bodies.deformable(body) {
                    let target = &mut on_bodies[bodies.v_range(body)];
                    soft.push(&contacts[c].spots[side], &(force * sign), target);
                }
            }
        }
    }
}

/// Velocities before a step that are rest, relative to what the step would give without reactions.
const SLOW: f64 = 1e-2;

/// The velocity that a tolerance leaves where impulses produce this one.
fn creep(produced: f64, tolerance: f64) -> f64 {
    produced * (10.0 * tolerance).max(1e-12)
}

impl<const B: usize, const D: usize> Interactions<D> for Blocks<B> {
    fn takes_meshes(&self) -> bool {
        self.takes_meshes
    }

    fn assemble(&mut self, input: &AssemblyInput<D>, rounds: &Rounds<D>) {
        self.assembly.build(input, rounds);
        self.at_rest.clear();
    }

    fn prefer_rest(&mut self, input: &AssemblyInput<D>) {
        self.blocks_at_rest(input);
    }

    fn warm(&mut self, contacts: &[Contact<D>], joints: &[Joint]) {
        self.impulses.clear();
        for (k, owner) in self.assembly.owners.iter().enumerate() {
            let guess = match *owner {
                Owner::Contact(c) | Owner::Bond(c) => {
                    self.assembly.guess::<D>(k, &owner.had(&contacts[c]))
                }
                Owner::Joint { first, count, component } => {
                    let mut guess = self.assembly.offsets[k];
                    for (i, (joint, row, _)) in
                        self.assembly.rows[first..first + count].iter().enumerate()
                    {
                        let had = joints[*joint].state.impulses.get(*row);
                        guess[component + i] += had.copied().unwrap_or(0.0);
                    }
                    guess
                }
            };
            self.impulses.push(guess);
        }
        self.guess.clone_from(&self.impulses);
    }

    fn solve(&mut self, settings: &Settings) -> Report {
        // Blocks may come and go from round to round.
        self.impulses.resize(self.assembly.owners.len(), SVector::zeros());
        self.watch.restart();
        let report = self.rest_or_solve(settings);
        let problem = Problem::Global(&self.assembly.problem);
        let left = self.watch.left(settings);
        self.solved = doubted(report, problem, settings, left, &mut self.impulses);
        self.assembly.actual(&self.impulses, &mut self.actual);
        self.assembly.problem.momentum(&self.actual, &mut self.momentum);
        self.assembly.problem.carry(&self.impulses, &mut self.carried);
        self.solved
    }

    fn add_velocities(&self, factor: &BlockDiagonal, v: &mut [f64]) {
        factor.multiply_add(&self.momentum, v);
    }

    fn sum_impulses(&self, world: &World<D>, on_bodies: &mut [f64]) {
        self.spread(&self.actual, world, on_bodies);
    }

    fn project(&mut self, world: &World<D>, ways: &[Way], on_bodies: &mut Vec<f64>) -> bool {
        let Self { projection, assembly, .. } = self;
        let error = |row: usize| assembly.rows[row].2.error;
        let is_glued = |c: usize| is_glued(&world.laws.laws, &world.contacts[c]);
        let deadline = world.solver.deadline;
        let posed = (&assembly.problem, &assembly.owners[..]);
        if !projection.solve(posed, ways, is_glued, error, deadline) {
            return false;
        }
        on_bodies.clear();
        on_bodies.resize(world.bodies.v.len(), 0.0);
        self.spread(&self.projection.impulses, world, on_bodies);
        true
    }

    fn remember(
        &self,
        input: &AssemblyInput<D>,
        v_end: &[f64],
        tolerance: f64,
        trials: &mut Vec<Trial>,
    ) -> f64 {
        let produced = |(w, r): (&SMatrix<f64, B, B>, &SVector<f64, B>)| (w * r).norm_squared();
        let blocks = self.assembly.problem.diagonal.iter().zip(&self.impulses);
        let mean = blocks.map(produced).sum::<f64>() / self.impulses.len().max(1) as f64;
        // What the solver really left, which may be less than it was allowed.
        let left = self.solved.residual.quadratic_mean.min(tolerance);
        let creep = creep(mean.sqrt(), left);
        trials.clear();
        trials.extend(input.contacts.iter().map(|contact| {
            let velocity = contact_velocity(contact, input.bodies, v_end);
            (contact.memory, Outcome { velocity, creep, ..Outcome::default() })
        }));
        for (k, owner) in self.assembly.owners.iter().enumerate() {
            let impulse = |r| self.assembly.components::<D>(k, r);
            match *owner {
                Owner::Contact(c) => {
                    let outcome = &mut trials[c].1;
                    outcome.status = self.status::<D>(k, tolerance);
                    // What a solver leaves to an open contact is no impulse: laws divide by it.
                    let open = outcome.status == Status::Open;
                    let nothing = -self.assembly.offsets[k];
                    outcome.impulse = impulse(if open { &nothing } else { &self.actual[k] });
                }
                Owner::Bond(c) => trials[c].1.bond = impulse(&self.actual[k]),
                Owner::Joint { .. } => {}
            }
        }
        let mut change = 0.0_f64;
        for (c, (memory, outcome)) in trials.iter_mut().enumerate() {
            let law = &input.laws[input.contacts[c].law];
            if law.remembers() {
                change = change.max(law.remember(&input.seen(c), outcome, memory));
            }
        }
        change
    }

    fn store(&self, world: &mut World<D>) -> usize {
        let World { contacts, bodies, joints, laws, solver, .. } = world;
        let mut blocks = self.assembly.owners.iter().enumerate().peekable();
        let mut opening = 0;
        for (index, contact) in contacts.iter_mut().enumerate() {
            let had = contact.impulse[0] > 0.0;
            contact.impulse = SVector::zeros();
            contact.bond = SVector::zeros();
            contact.couple = [0.0; 3];
            contact.status = Status::Open;
            contact.velocity = local_velocity(contact, bodies, &bodies.v);
            if let Some((k, _)) = blocks.next_if(|(_, owner)| **owner == Owner::Contact(index)) {
                let own = self.assembly.components::<D>(k, &self.actual[k]);
                contact.impulse.copy_from(&own.fixed_rows::<D>(0));
                contact.couple.copy_from_slice(own.fixed_rows::<3>(3).as_slice());
                contact.status = self.status::<D>(k, solver.tolerance);
                // A contact that expansion sends off was closed in this step: the turning of its frame
                // must be known in the next one.
                if contact.status == Status::Open && self.assembly.offsets[k][0] < 0.0 {
                    let produced = (self.assembly.problem.diagonal[k] * self.actual[k]).norm();
                    let slides = contact.velocity.rows(1, D - 1).norm();
                    let slides = slides > creep(produced, solver.tolerance);
                    contact.status = if slides { Status::Sliding } else { Status::Sticking };
                }
            }
            if let Some((k, _)) = blocks.next_if(|(_, owner)| **owner == Owner::Bond(index)) {
                let own = self.assembly.components::<D>(k, &self.actual[k]);
                contact.impulse += own.fixed_rows::<D>(0);
                if laws.laws[contact.law].has_bond() {
                    contact.bond.copy_from(&own.fixed_rows::<D>(0));
                    contact.status = Status::Bonded;
                } else {
                    contact.status = self.status::<D>(k, solver.tolerance);
                }
            }
            let damage = laws.laws[contact.law].damage(&contact.memory);
            contact.damage = damage.unwrap_or(Contact::<D>::NO_BOND);
            // A bond may be in the contact's own block, as one that pulls.
            if contact.has_bond() && contact.damage < 1.0 && contact.acts() {
                contact.status = Status::Bonded;
            }
            opening += usize::from(had && contact.impulse[0] == 0.0);
        }
        for joint in joints.iter_mut() {
            joint.state.impulses.fill(0.0);
        }
        for (k, owner) in blocks {
            let Owner::Joint { first, count, component } = *owner else { continue };
            for (i, (joint, row, _)) in self.assembly.rows[first..first + count].iter().enumerate()
            {
                let impulses = &mut joints[*joint].state.impulses;
                impulses.resize(impulses.len().max(row + 1), 0.0);
                impulses[*row] = self.actual[k][component + i];
            }
        }
        opening
    }

    fn blocks(&self) -> usize {
        self.assembly.owners.len()
    }

    fn joint_rows(&self) -> &[(usize, usize, Row)] {
        &self.assembly.rows
    }

    fn posed(&self) -> Posed<'_> {
        Posed { blocks: self, report: self.solved }
    }

    fn memory(&self) -> u8 {
        self.solver.memory()
    }

    fn restore(&mut self, memory: u8) {
        self.solver.restore(memory);
    }
}
