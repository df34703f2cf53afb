//! One time step of the Moreau–Jean scheme (000 §4, §7; 001 §4).
//!
//! ```text
//! q̃  = q ⊕ (1 - θ) h v                 test configuration: gaps g̃ and frames
//! v⁺ = v_free + w Hᵃ r                  with Coulomb's law between r and the shifted Hᵃᵀ v⁺
//! q⁺ = q̃ ⊕ θ h v⁺
//! ```

mod candidates;
mod impact;
mod ledger;
mod report;

pub use ledger::Ledger;
pub use report::{Stages, StepReport};

use crate::bodies::{Bodies, StepSize};
use crate::contact::{Contact, ContactId};
use crate::detection::{Motion, Reduction};
use crate::linalg::BlockDiagonal;
use crate::problem::{AssemblyInput, Global, Problem, assemble, local_velocity};
use crate::solvers::{Auto, Report, Solver, Watch, doubted, find};
use crate::space::{Pose, advance, moment, pose, spins};
use crate::world::{TestConfiguration, World};
use nalgebra::SVector;
use report::Clock;

/// How often candidates to contact are looked for in a step, at most.
const LOOKS: usize = 5;

/// Most rounds of linearisation in a step.
const ROUNDS: usize = 5;

/// The buffers of the step; one for each world that is run.
pub struct Stepper<const D: usize> {
    problem: Global<D>,
    solver: Box<dyn Solver<D>>,
    watch: Watch<D>,
    /// H r of the last solve.
    momentum: Vec<f64>,
    impulses: Vec<SVector<f64, D>>,
    /// The impulses that the last problem was begun with.
    guess: Vec<SVector<f64, D>>,
    /// Of the last problem.
    solved: Report,
    taking_part: Vec<usize>,
    v_free: Vec<f64>,
    q_before: Vec<f64>,
    v_before: Vec<f64>,
    v_end: Vec<f64>,
    /// The contacts' generalized impulse on every body.
    on_bodies: Vec<f64>,
    factor: BlockDiagonal,
    poses: Vec<Pose<D>>,
    /// Of colliders, until the next test configuration.
    motions: Vec<Motion<D>>,
    /// The candidates with their gaps, before looking again.
    candidates: Vec<(ContactId, f64)>,
    reduction: Reduction,
    movable: Vec<bool>,
    previous: Vec<Contact<D>>,
}

/// A contact problem of a step, as it was posed and solved.
#[derive(Clone, Copy, Debug)]
pub struct Posed<'a, const D: usize> {
    /// The problem.
    pub problem: &'a Global<D>,
    /// The impulses of the step before, with which its solution began.
    pub guess: &'a [SVector<f64, D>],
    /// The impulses found.
    pub impulses: &'a [SVector<f64, D>],
    /// The solver's report.
    pub report: Report,
}

impl<const D: usize> Stepper<D> {
    /// Buffers for a world, whose driven bodies are given their initial velocity, and the solver
    /// that the world's settings name.
    pub fn new(world: &mut World<D>) -> Self {
        let solver = find(&world.solver.name).and_then(|family| family.make());
        Self::with_solver(world, solver.unwrap_or_else(|| Box::new(Auto::default())))
    }

    /// As [`Self::new`], with a solver that need not be in the table.
    pub fn with_solver(world: &mut World<D>, solver: Box<dyn Solver<D>>) -> Self {
        if world.steps == 0 {
            world.bodies.start_drives(world.scheme.time_step, world.scheme.theta);
        }
        let bodies = &world.bodies;
        Self {
            problem: Global::default(),
            solver,
            watch: Watch::default(),
            momentum: vec![],
            impulses: vec![],
            guess: vec![],
            solved: Report::default(),
            taking_part: vec![],
            v_free: vec![0.0; bodies.v.len()],
            q_before: vec![],
            v_before: vec![],
            v_end: vec![],
            on_bodies: vec![],
            factor: bodies.factor_space(),
            poses: vec![],
            motions: vec![],
            candidates: vec![],
            reduction: Reduction::default(),
            movable: bodies.list.iter().map(|b| b.movable()).collect(),
            previous: vec![],
        }
    }

    /// What the solver has learned, for a run that is to go on bit for bit.
    pub fn solver_memory(&self) -> u8 {
        self.solver.memory()
    }

    /// Restores what [`Self::solver_memory`] gave.
    pub fn restore_solver(&mut self, memory: u8) {
        self.solver.restore(memory);
    }

    /// The contact problem that was solved last: of a step cut into parts, that of its last part.
    pub fn last_problem(&self) -> Posed<'_, D> {
        let Self { problem, guess, impulses, solved, .. } = self;
        Posed { problem, guess, impulses, report: *solved }
    }

    /// Advances the world by one step.
    pub fn step(&mut self, world: &mut World<D>) -> StepReport {
        let mut report = if world.scheme.time_of_impact {
            self.step_in_parts(world)
        } else {
            self.advance(world, world.step_size())
        };
        world.steps += 1;
        world.time = world.steps as f64 * world.scheme.time_step;
        (report.time, report.step) = (world.time, world.steps);
        report
    }

    /// Advances the state by a step, or by a part of one.
    fn advance(&mut self, world: &mut World<D>, size: StepSize) -> StepReport {
        let mut clock = Clock::start();
        let energy_before = ledger::energy(&world.bodies, &world.gravity);
        self.q_before.clone_from(&world.bodies.q);
        self.v_before.clone_from(&world.bodies.v);
        self.test_configuration(world, size);
        clock.lap(|s| &mut s.other);

        // Contacts of the test configuration, each with the law of its materials.
        self.detect(world, size);
        clock.lap(|s| &mut s.detection);

        // Impulses, from those of the last step, and the velocities they lead to.
        let mut solver = self.solve(world, size, &mut clock);
        let mut looks = 1;
        while looks < LOOKS && self.look_again(world, size) {
            clock.lap(|s| &mut s.detection);
            solver = self.solve(world, size, &mut clock);
            looks += 1;
        }
        world.bodies.v.copy_from_slice(&self.v_end);

        // Positions at the end of the step.
        move_bodies(&mut world.bodies, size.h, size.theta, &self.v_before);

        let opening = self.store_impulses(world);
        let ledger = self.ledger(world, size, energy_before);
        clock.lap(|s| &mut s.other);
        self.report(world, solver, ledger, [opening, looks], clock.stages())
    }

    /// Poses of the configuration in which contacts are looked for.
    fn test_configuration(&mut self, world: &World<D>, size: StepSize) {
        let ahead = match world.scheme.test_configuration {
            TestConfiguration::Theta => (1.0 - size.theta) * size.h,
            TestConfiguration::MidPoint => 0.5 * size.h,
        };
        self.poses.clear();
        for i in 0..world.bodies.len() {
            let mut q = [0.0; 7];
            let range = world.bodies.q_range(i);
            let q = &mut q[..range.len()];
            q.copy_from_slice(&world.bodies.q[range]);
            advance::<D>(q, world.bodies.velocity(i), ahead);
            self.poses.push(pose(q));
        }
    }

    /// Free motion, problem, impulses. Where bodies in space turn otherwise than the free motion
    /// had them, the inertia at the end of the step differs, and another round corrects it.
    fn solve(&mut self, world: &World<D>, size: StepSize, clock: &mut Clock) -> Report {
        let World { bodies, gravity, .. } = world;
        self.on_bodies.clear();
        self.on_bodies.resize(bodies.v.len(), 0.0);
        let mut report = Report::default();
        for round in 0..ROUNDS {
            let (impulse, v_free) = (&self.on_bodies, &mut self.v_free);
            bodies.free_motion(size, gravity, &self.poses, impulse, v_free, &mut self.factor);
            self.assemble(world, size.h);
            if round == 0 {
                let warm = self.taking_part.iter().map(|&c| world.contacts[c].impulse);
                self.impulses.clear();
                self.impulses.extend(warm);
                self.guess.clone_from(&self.impulses);
            }
            clock.lap(|s| &mut s.assembly);

            let iterations = report.iterations;
            self.watch.restart();
            let problem = Problem::Global(&self.problem);
            report = self.solver.solve(problem, &world.solver, &mut self.watch, &mut self.impulses);
            let left = self.watch.left(&world.solver);
            report = doubted(report, problem, &world.solver, left, &mut self.impulses);
            self.problem.momentum(&self.impulses, &mut self.momentum);
            report.iterations += iterations;
            clock.lap(|s| &mut s.solve);

            self.v_end.clone_from(&self.v_free);
            self.factor.multiply_add(&self.momentum, &mut self.v_end);
            self.sum_impulses(world);
            let change = bodies.settle(size, &self.poses, &self.on_bodies, &mut self.v_end);
            if change <= world.solver.tolerance {
                break;
            }
        }
        self.solved = report;
        report
    }

    fn assemble(&mut self, world: &World<D>, h: f64) {
        let input = AssemblyInput {
            bodies: &world.bodies,
            contacts: &world.contacts,
            laws: &world.laws.laws,
            v_free: &self.v_free,
            factor: &self.factor,
            h,
        };
        assemble(&input, &mut self.problem, &mut self.taking_part);
    }

    /// The contacts' generalized impulse on every body.
    fn sum_impulses(&mut self, world: &World<D>) {
        self.on_bodies.fill(0.0);
        for (&c, r) in self.taking_part.iter().zip(&self.impulses) {
            let contact = &world.contacts[c];
            let impulse = contact.frame * r;
            for (side, sign) in [(0, 1.0), (1, -1.0)] {
                let torque = moment(&contact.arms[side], &impulse);
                let target = &mut self.on_bodies[world.bodies.v_range(contact.bodies[side])];
                for k in 0..D {
                    target[k] += sign * impulse[k];
                }
                for k in 0..spins(D) {
                    target[D + k] += sign * torque[k];
                }
            }
        }
    }

    /// Writes impulses and velocities into the contacts; counts those that lost their reaction.
    fn store_impulses(&self, world: &mut World<D>) -> usize {
        let World { contacts, bodies, laws, solver, .. } = world;
        let mut taking_part = self.taking_part.iter().enumerate().peekable();
        let mut opening = 0;
        for (index, contact) in contacts.iter_mut().enumerate() {
            let had = contact.impulse[0] > 0.0;
            contact.impulse = SVector::zeros();
            contact.velocity = local_velocity(contact, bodies, &bodies.v);
            let (mut creep, mut parting) = (0.0, false);
            if let Some((k, _)) = taking_part.next_if(|(_, c)| **c == index) {
                contact.impulse = self.impulses[k];
                let produced = self.problem.diagonal[k] * contact.impulse;
                creep = produced.norm() * (10.0 * solver.tolerance).max(1e-12);
                parting = self.problem.relative_velocity(k, &self.impulses[k], &self.momentum)[0]
                    > produced[0];
            }
            let friction = laws.laws[contact.law].friction;
            contact.status = report::status(contact, friction, parting, creep);
            opening += usize::from(had && contact.impulse[0] == 0.0);
        }
        opening
    }

    fn ledger(&self, world: &World<D>, size: StepSize, energy_before: [f64; 2]) -> Ledger {
        ledger::settle(&ledger::Books {
            bodies: &world.bodies,
            contacts: &world.contacts,
            gravity: &world.gravity,
            size,
            poses: &self.poses,
            q_before: &self.q_before,
            v_before: &self.v_before,
            impulses: &self.on_bodies,
            energy_before,
        })
    }

    fn report(
        &self,
        world: &World<D>,
        solver: Report,
        ledger: Ledger,
        [opening, looks]: [usize; 2],
        seconds: Stages,
    ) -> StepReport {
        let mut report = StepReport {
            contacts: world.contacts.len(),
            opening,
            looks,
            parts: 1,
            solver,
            ledger,
            seconds,
            ..StepReport::default()
        };
        report.count(&world.contacts);
        report
    }
}

/// q⁺ = q ⊕ (1 - θ) h v⁻ ⊕ θ h v⁺.
fn move_bodies<const D: usize>(bodies: &mut Bodies<D>, h: f64, theta: f64, v_before: &[f64]) {
    for i in 0..bodies.len() {
        if !bodies.list[i].mobile() {
            continue;
        }
        let (q, v) = (bodies.q_range(i), bodies.v_range(i));
        advance::<D>(&mut bodies.q[q.clone()], &v_before[v.clone()], (1.0 - theta) * h);
        advance::<D>(&mut bodies.q[q], &bodies.v[v], theta * h);
    }
}
