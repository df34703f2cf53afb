//! One time step of the Moreau–Jean scheme (000 §4, §7; 001 §4).
//!
//! ```text
//! q̃  = q ⊕ (1 - θ) h v                 test configuration: gaps g̃ and frames
//! v⁺ = v_free + w Hᵃ r                  with Coulomb's law between r and the shifted Hᵃᵀ v⁺
//! q⁺ = q̃ ⊕ θ h v⁺
//! ```

mod anchors;
mod candidates;
mod dormant;
mod events;
mod heat;
mod impact;
mod interactions;
mod late;
mod ledger;
mod linkages;
mod meetings;
mod overlap;
mod projection;
mod radii;
mod rebounds;
mod report;
mod retry;
mod rounds;
mod shocks;
mod softening;
mod straighten;

pub use interactions::Posed;
pub use ledger::Ledger;
pub use overlap::Overlap;
pub use report::{Stages, StepReport};

use crate::bodies::{Bodies, Rounds, StepSize};
use crate::contact::{Contact, ContactId};
use crate::detection::{Motion, Reduction};
use crate::linalg::BlockDiagonal;
use crate::solvers::{Report, Solver};
use crate::space::Pose;
use crate::world::{TestConfiguration, World};
use interactions::{Blocks, Interactions, Trial};
use late::Allowance;
use linkages::JointWork;
use overlap::Sizes;
use projection::Way;
use radii::Radii;
use rebounds::Rebounds;
use report::Clock;
use shocks::Shocks;
use softening::Softening;
use straighten::Straightening;

/// How often candidates to contact are looked for in a step, at most.
const LOOKS: usize = 5;

/// The buffers of the step; one for each world that is run.
pub struct Stepper<const D: usize> {
    interactions: Box<dyn Interactions<D>>,
    /// What laws have made of the last round, contact by contact.
    trials: Vec<Trial>,
    next_trials: Vec<Trial>,
    softening: Softening,
    shocks: Shocks<D>,
    rebounds: Rebounds,
    v_free: Vec<f64>,
    q_before: Vec<f64>,
    q_led: Vec<f64>,
    v_before: Vec<f64>,
    v_end: Vec<f64>,
    /// The contacts' generalized impulse on every body.
    on_bodies: Vec<f64>,
    factor: BlockDiagonal,
    poses: Vec<Pose<D>>,
    /// Of deformable bodies.
    rounds: Rounds<D>,
    /// The test configuration, and how far it is ahead of the beginning of the step (s).
    q_test: Vec<f64>,
    ahead: f64,
    /// Of colliders, until the next test configuration.
    motions: Vec<Motion<D>>,
    /// The candidates with their gaps, before looking again.
    candidates: Vec<(ContactId, f64)>,
    reduction: Reduction,
    /// Distance beyond the alert distance at which laws act.
    reach: f64,
    movable: Vec<bool>,
    previous: Vec<Contact<D>>,
    straightening: Straightening<D>,
    sizes: Sizes,
    radii: Radii,
    /// Contacts that neighbours shoot into each other within the step; empty where none.
    met: Vec<bool>,
    /// How far contacts may still go along their normals (m).
    ways: Vec<Way>,
    /// What brings bodies back (kg m), and the motion that it is.
    back: Vec<f64>,
    motion: Vec<f64>,
    /// What the next part of a step is to do.
    phase: Phase,
    /// How long a step may take.
    allowance: Allowance<D>,
}

/// What a part of a step does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
enum Phase {
    /// Time stepping: impacts are somewhere in it.
    #[default]
    Stepping,
    /// The smooth motion between two events.
    Smooth,
    /// An impact, which takes no time.
    Impact,
}

impl<const D: usize> Stepper<D> {
    /// Buffers for a world, whose driven bodies are given their initial velocity, and the solver
    /// that the world's settings name.
    pub fn new(world: &mut World<D>) -> Self {
        let interactions = interactions::of_world(world);
        Self::with(world, interactions)
    }

    /// As [`Self::new`], with a solver that need not be in the table; for laws without resistance to
    /// rolling.
    pub fn with_solver(world: &mut World<D>, solver: Box<dyn Solver<D>>) -> Self {
        Self::with(world, Box::new(Blocks::with_solver(solver)))
    }

    fn with(world: &mut World<D>, interactions: Box<dyn Interactions<D>>) -> Self {
        if world.steps == 0 {
            world.bodies.start_drives(world.scheme.time_step, world.scheme.theta);
        }
        let bodies = &world.bodies;
        Self {
            interactions,
            trials: vec![],
            next_trials: vec![],
            softening: Softening::default(),
            shocks: Shocks::default(),
            rebounds: Rebounds::default(),
            v_free: vec![0.0; bodies.v.len()],
            q_before: vec![],
            q_led: vec![],
            v_before: vec![],
            v_end: vec![],
            on_bodies: vec![],
            factor: bodies.factor_space(),
            poses: vec![],
            rounds: Rounds::default(),
            q_test: vec![],
            ahead: 0.0,
            motions: vec![],
            candidates: vec![],
            reduction: Reduction::default(),
            reach: world.laws.reach(),
            movable: (0..bodies.len()).map(|i| bodies.movable(i)).collect(),
            previous: vec![],
            straightening: Straightening::default(),
            sizes: Sizes::of(world),
            radii: Radii::of(world),
            met: vec![],
            ways: vec![],
            back: vec![],
            motion: vec![],
            phase: Phase::Stepping,
            allowance: Allowance::default(),
        }
    }

    /// What the solver has learned, for a run that is to go on bit for bit.
    pub fn solver_memory(&self) -> u8 {
        self.interactions.memory()
    }

    /// Restores what [`Self::solver_memory`] gave.
    pub fn restore_solver(&mut self, memory: u8) {
        self.interactions.restore(memory);
    }

    /// The contact problem that was solved last: of a step cut into parts, that of its last part.
    pub fn last_problem(&self) -> Posed<'_> {
        self.interactions.posed()
    }

    /// The velocities of the last step without impulses, and S.
    pub(crate) fn free_motion(&self) -> (&[f64], &BlockDiagonal) {
        (&self.v_free, &self.factor)
    }

    /// What the equation of motion of deformable bodies left after each round of the last step (or its last
    /// part), relative to the impulses in it.
    pub fn imbalances(&self) -> &[f64] {
        &self.rounds.imbalances
    }

    /// Advances the world by one step; where the motion of a deformable body is not found
    /// ([`StepReport::unbalanced`]), or time is over ([`StepReport::is_late`]), the world stays as
    /// it is.
    pub fn step(&mut self, world: &mut World<D>) -> StepReport {
        self.begin_allowance(world);
        world.contacts.iter_mut().for_each(|contact| contact.heat[0] = 0.0);
        let mut report = if let Some(events) = world.scheme.events {
            self.step_by_events(world, events)
        } else if world.scheme.time_of_impact {
            self.step_in_parts(world)
        } else {
            self.advance_or_halve(world, world.step_size())
        };
        report.step = world.steps + 1;
        report.time = report.step as f64 * world.scheme.time_step;
        report.is_late = self.end_allowance(world);
        report.crowd = self.allowance.crowd;
        if report.unbalanced.is_none() && !report.is_late {
            (world.time, world.steps) = (report.time, report.step);
        }
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
        self.contacts(world, size);
        clock.lap(|s| &mut s.detection);

        // Impulses, from those of the last step, and the velocities they lead to.
        let mut solver = self.solve(world, size, &mut clock);
        let mut looks = 1;
        let is_stepping = self.phase == Phase::Stepping;
        while is_stepping && looks < LOOKS && !self.is_late() && self.look_again(world, size) {
            clock.lap(|s| &mut s.detection);
            solver = self.solve(world, size, &mut clock);
            looks += 1;
        }
        // From where nothing is deep in anything.
        let mut projected = 0.0;
        if is_stepping
            && !self.is_late()
            && let Some(energy) = self.project_at_once(world, size.h)
        {
            projected += energy;
            self.q_before.clone_from(&world.bodies.q);
            self.test_configuration(world, size);
            self.find(world);
            solver = self.solve(world, size, &mut clock);
        }
        if world.laws.remember() {
            dormant::lay_down(world, &self.previous);
        }
        world.bodies.v.copy_from_slice(&self.v_end);

        // Positions at the end of the step.
        move_bodies(&mut world.bodies, size.h, size.theta, &self.v_before);
        let is_late = self.is_late();
        let straightened = if is_late { 0.0 } else { self.straighten(world, size.t + size.h) };

        let opening = self.store(world);
        self.q_led.clone_from(&world.bodies.q);
        if is_stepping && !is_late {
            projected += self.project(world, size.h);
        }
        self.anchor_bonds(world);
        let mut joints = self.joint_work(world, size);
        joints.shocks -= straightened;
        self.report_joints(world, size.h);
        let ledger = self.ledger(world, size, energy_before, (joints, projected));
        world.bodies.remember(&self.rounds);
        clock.lap(|s| &mut s.other);
        self.report(world, solver, ledger, [opening, looks], clock.stages())
    }

    /// Poses of the configuration in which contacts are looked for.
    fn test_configuration(&mut self, world: &mut World<D>, size: StepSize) {
        let ahead = match world.scheme.test_configuration {
            TestConfiguration::Theta => (1.0 - size.theta) * size.h,
            TestConfiguration::MidPoint => 0.5 * size.h,
        };
        self.ahead = ahead;
        self.poses.clear();
        self.q_test.clone_from(&world.bodies.q);
        for i in 0..world.bodies.len() {
            world.bodies.advance(i, &mut self.q_test, &world.bodies.v, ahead);
            self.poses.push(world.bodies.pose_at(i, &self.q_test));
        }
        world.shape_skins(&self.q_test, &self.poses);
    }

    /// Writes impulses, velocities and what laws remember into the contacts; counts those that lost
    /// their reaction.
    fn store(&self, world: &mut World<D>) -> usize {
        for (contact, (memory, _)) in world.contacts.iter_mut().zip(&self.trials) {
            contact.memory = *memory;
        }
        let opening = self.interactions.store(world);
        self.shocks.store(&mut world.contacts);
        opening
    }

    fn ledger(
        &self,
        world: &mut World<D>,
        size: StepSize,
        energy_before: [f64; 3],
        (joints, projection_work): (JointWork, f64),
    ) -> Ledger {
        let World { bodies, contacts, gravity, .. } = world;
        let books = ledger::Books {
            bodies,
            gravity,
            size,
            poses: &self.poses,
            q_before: &self.q_before,
            q_led: &self.q_led,
            v_before: &self.v_before,
            impulses: &self.on_bodies,
            energy_before,
            joints,
            projection_work,
        };
        ledger::settle(&books, contacts)
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
            blocks: self.interactions.blocks(),
            opening,
            looks,
            parts: 1,
            joint_error: self.joints_apart(0.0).first().map_or(0.0, |apart| apart.1),
            rounds: self.rounds.imbalances.len(),
            factors: self.rounds.factor_size(),
            imbalance: self.imbalances().last().copied().unwrap_or(0.0),
            solver,
            ledger,
            seconds,
            ..StepReport::default()
        };
        report.count(&world.contacts);
        report.overlap = self.sizes.worst(world);
        report
    }
}

/// q⁺ = q ⊕ (1 - θ) h v⁻ ⊕ θ h v⁺.
fn move_bodies<const D: usize>(bodies: &mut Bodies<D>, h: f64, theta: f64, v_before: &[f64]) {
    let mut q = std::mem::take(&mut bodies.q);
    for i in 0..bodies.len() {
        if !bodies.list[i].mobile() {
            continue;
        }
        bodies.advance(i, &mut q, v_before, (1.0 - theta) * h);
        bodies.advance(i, &mut q, &bodies.v, theta * h);
    }
    bodies.q = q;
}
