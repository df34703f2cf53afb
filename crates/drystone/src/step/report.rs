//! What a step reports.

use super::{Ledger, Overlap};
use crate::bodies::FactorSize;
use crate::contact::{Contact, Status};
use crate::detection::Crowd;
use crate::solvers::{self, Report};
use std::time::Instant;

/// Wall time of the stages of a step, in seconds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stages {
    /// Broad and narrow phase.
    pub detection: f64,
    /// Matrices of deformable bodies and their factors.
    pub factor: f64,
    /// What contacts must know of the inverses of large bodies.
    pub condensation: f64,
    /// The rest of the free motion, and building of the problem.
    pub assembly: f64,
    /// The contact solver.
    pub solve: f64,
    /// Everything else.
    pub other: f64,
}

impl Stages {
    pub(super) fn plus(&self, other: &Self) -> Self {
        Self {
            detection: self.detection + other.detection,
            factor: self.factor + other.factor,
            condensation: self.condensation + other.condensation,
            assembly: self.assembly + other.assembly,
            solve: self.solve + other.solve,
            other: self.other + other.other,
        }
    }
}

/// Facts about one step.
#[derive(Clone, Copy, Debug, Default)]
pub struct StepReport {
    /// Time at the end of the step (s).
    pub time: f64,
    /// Number of the step, from 1.
    pub step: u64,
    /// Candidates to contact within the alert distance.
    pub contacts: usize,
    /// Blocks of the problem: contacts that their laws see, bonds, joints.
    pub blocks: usize,
    /// Contacts with a reaction.
    pub active: usize,
    /// Active contacts inside their cone.
    pub sticking: usize,
    /// Active contacts on the boundary of their cone.
    pub sliding: usize,
    /// Contacts that had a reaction in the last step and have none now.
    pub opening: usize,
    /// How often candidates to contact were looked for: more than once where a body went
    /// farther than expected.
    pub looks: usize,
    /// Number of parts the step was cut into, for impacts or because the motion of deformable bodies was not
    /// found in longer ones.
    pub parts: usize,
    /// Impacts that the event-driven scheme found in it.
    pub impacts: usize,
    /// Whether there were more events than are followed, so that time stepping took the rest.
    pub handed_over: bool,
    /// Rounds of linearisation, of the last part.
    pub rounds: usize,
    /// What the equation of motion of deformable bodies leaves, relative to the impulses in it.
    pub imbalance: f64,
    /// The body whose motion was not found, in the shortest part that was allowed either: the world is as it
    /// was before the step.
    pub unbalanced: Option<usize>,
    /// Whether it was not over in time: the world is as it was before the step.
    pub is_late: bool,
    /// What there was too much of to go on, where that is why it was not over.
    pub crowd: Option<Crowd>,
    /// The solver's report.
    pub solver: Report,
    /// Mean penetration over the active contacts, test configuration (m).
    pub penetration_mean: f64,
    /// Worst penetration, test configuration (m).
    pub penetration_max: f64,
    /// The worst penetration beside the size of the smaller body.
    pub overlap: Overlap,
    /// How far the joint is from holding that is farthest from it at the end of the step (m, rad).
    pub joint_error: f64,
    /// Balances of momentum and energy.
    pub ledger: Ledger,
    /// How large the factors of deformable bodies are.
    pub factors: FactorSize,
    /// Wall time by stage.
    pub seconds: Stages,
}

impl StepReport {
    /// The report of two parts of a step: the state of the second, the worst of both, the sums.
    pub(super) fn followed_by(&self, next: &Self) -> Self {
        let mut solver = next.solver;
        if solver.status == solvers::Status::Converged {
            solver.status = self.solver.status;
        }
        let (mine, theirs) = (&self.solver.residual, &mut solver.residual);
        theirs.natural_map = theirs.natural_map.max(mine.natural_map);
        theirs.contact_max = theirs.contact_max.max(mine.contact_max);
        theirs.quadratic_mean = theirs.quadratic_mean.max(mine.quadratic_mean);
        solver.ill_posed = solver.ill_posed.max(self.solver.ill_posed);
        solver.iterations = self.solver.iterations + next.solver.iterations;
        Self {
            opening: self.opening + next.opening,
            blocks: self.blocks.max(next.blocks),
            looks: self.looks.max(next.looks),
            parts: self.parts + next.parts,
            impacts: self.impacts + next.impacts,
            handed_over: self.handed_over || next.handed_over,
            imbalance: self.imbalance.max(next.imbalance),
            solver,
            penetration_max: self.penetration_max.max(next.penetration_max),
            overlap: if self.overlap.share > next.overlap.share {
                self.overlap
            } else {
                next.overlap
            },
            ledger: self.ledger.followed_by(&next.ledger),
            seconds: self.seconds.plus(&next.seconds),
            ..*next
        }
    }

    /// Counts contacts by status and measures penetration.
    pub(super) fn count<const D: usize>(&mut self, contacts: &[Contact<D>]) {
        let mut sum = 0.0;
        for contact in contacts {
            let depth = (-contact.gap).max(0.0);
            self.penetration_max = self.penetration_max.max(depth);
            match contact.status {
                Status::Open => continue,
                Status::Sticking | Status::Bonded => self.sticking += 1,
                Status::Sliding => self.sliding += 1,
            }
            self.active += 1;
            sum += depth;
        }
        self.penetration_mean = sum / self.active.max(1) as f64;
    }
}

/// A contact as its block of the problem has it, to be told what it does.
pub(super) struct Told<'a> {
    /// Impulse, normal first.
    pub r: &'a [f64],
    /// Velocity that the cone's law is about.
    pub u: &'a [f64],
    /// Velocities of unit impulses along the normal and the tangents.
    pub response: [f64; 2],
    /// Coefficient of friction.
    pub friction: f64,
    /// Sliding velocity that the solver's tolerance leaves to a sticking contact.
    pub creep: f64,
}

/// Status of a contact. Of the two sides of a complementarity an exact solution has one at zero, and a
/// solver leaves both a little: the greater one decides, in units of velocity. So a contact is open
/// when it parts faster than its impulse would make it, and slides when it does so faster than what
/// its friction has in reserve would. Where both are within the tolerance it sticks.
pub(super) fn status(told: &Told) -> Status {
    let Told { r, u, response, friction, creep } = *told;
    if r[0] <= 0.0 || u[0] > response[0] * r[0] {
        return Status::Open;
    }
    let length = |x: &[f64]| x[1..].iter().map(|x| x * x).sum::<f64>().sqrt();
    let reserve = response[1] * (friction * r[0] - length(r));
    if length(u) > reserve.max(creep) { Status::Sliding } else { Status::Sticking }
}

/// Measures the stages of a step.
pub(super) struct Clock {
    last: Instant,
    stages: Stages,
}

impl Clock {
    pub fn start() -> Self {
        Self { last: Instant::now(), stages: Stages::default() }
    }

    /// Adds the time since the last lap to one stage.
    pub fn lap(&mut self, stage: impl Fn(&mut Stages) -> &mut f64) {
        let now = Instant::now();
        *stage(&mut self.stages) += (now - self.last).as_secs_f64();
        self.last = now;
    }

    /// Has what of the assembly was factoring and condensing count as that.
    pub fn set_apart(&mut self, [factor, condensation]: [f64; 2]) {
        self.stages.assembly -= factor + condensation;
        self.stages.factor += factor;
        self.stages.condensation += condensation;
    }

    pub fn stages(&self) -> Stages {
        self.stages
    }
}
