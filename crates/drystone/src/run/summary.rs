//! `summary.json`: the run in numbers.

use super::bent::{self, Bent};
use super::given::{Given, Givers};
use super::problems::LeftOut;
use crate::bodies::FactorSize;
use crate::joints::Joint;
use crate::results::remarks::{DEEP, bits};
use crate::results::{Penetration, Remarks, Unsolved};
use crate::solvers::Status;
use crate::step::{Ledger, Overlap, StepReport, Stepper};
use crate::world::World;
use serde::{Deserialize, Serialize};

/// Errors of joints that are told (m, rad): far above what is left where they can hold.
const APART: f64 = 1e-6;
/// The share of steps that may end without convergence in a run that counts as converged: a solver may
/// stop short of its last digit now and then, which the next step makes good.
pub const UNCONVERGED_SHARE: f64 = 0.01;
/// The residual of a step that is too large for any share, in tolerances.
pub const RESIDUAL_RATIO: f64 = 100.0;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ended {
    /// At its last step.
    Done,
    /// Earlier, because it was told to stop.
    Interrupted,
    /// Earlier, because a body's position or velocity was no longer a finite number.
    Diverged,
    /// Earlier, because the motion of a deformable body was not found: at the state before that step.
    Unbalanced,
    /// Earlier, because a step took too long: at the state before that step.
    OutOfTime,
    /// Earlier, because there were more contacts or images than fit into memory: at the state
    /// before that step.
    Crowded,
}

/// A step whose motion was not found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Unbalanced {
    /// Its number.
    pub step: u64,
    /// The deformable body.
    pub body: String,
    /// What its equation of motion leaves, relative to the impulses in it.
    pub imbalance: f64,
    /// Whether it has no inertia and nothing holds it: neither its sides, nor contacts, nor joints.
    #[serde(default)]
    pub loose: bool,
}

/// A step that took too long.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Late {
    /// Its number.
    pub step: u64,
    /// What it was allowed (minutes).
    pub minutes: f64,
    /// Contacts in it.
    pub contacts: usize,
    /// The solver that the scene names.
    pub solver: String,
    /// Iterations of the solve that was given up, and of those before it.
    pub iterations: usize,
    /// The residual it had come to, in the norm of the tolerance.
    pub residual: f64,
    /// What there was too much of, where that and not time was why.
    pub crowd: Option<String>,
}

/// A step that did not reach the tolerance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Unconverged {
    /// Its number.
    pub step: u64,
    /// How its solver ended.
    pub status: String,
}

/// Joints that did not hold.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Apart {
    /// Steps after which some joint did not hold.
    pub steps: u64,
    /// The first of them.
    pub first_step: u64,
    /// The joints that did not hold then, the farthest off first.
    pub joints: Vec<String>,
    /// How far that was (m, rad).
    pub error: f64,
}

/// Wall time by stage (s). The stages add up to the total: what no step spent is in `outside_steps`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Seconds {
    /// The whole run, files included.
    pub total: f64,
    /// Broad and narrow phase.
    pub detection: f64,
    /// Matrices of deformable bodies and their factors.
    #[serde(default)]
    pub factor: f64,
    /// What contacts must know of the inverses of large bodies.
    #[serde(default)]
    pub condensation: f64,
    /// The rest of the free motion, and building of the contact problem.
    pub assembly: f64,
    /// The contact solver.
    pub solve: f64,
    /// The rest of the steps.
    pub other: f64,
    /// What is spent between and after steps: writing frames, series and checkpoints, taking the measures that are
    /// recorded, drawing the last picture. Where it is much, record less often (`[record] frames_every`,
    /// `history_every`) or without a picture (`picture`).
    pub outside_steps: f64,
}

/// What a run amounts to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// Version of the program.
    pub version: String,
    /// Its build: a hash of its sources.
    pub build: String,
    /// How it ended.
    pub ended: Ended,
    /// Number of bodies.
    pub bodies: usize,
    /// Steps done.
    pub steps: u64,
    /// Steps asked for.
    pub steps_planned: u64,
    /// Simulated time (s).
    pub time: f64,
    /// Contacts of the last step.
    pub contacts: usize,
    /// Most contacts in a step.
    pub contacts_max: usize,
    /// Wall time.
    pub wall_seconds: Seconds,
    /// The factors of deformable bodies, where they were largest.
    pub factors: Option<FactorSize>,
    /// Steps whose contact problem was not solved to the tolerance.
    pub unconverged_steps: u64,
    /// The first of them.
    pub first_unconverged: Option<Unconverged>,
    /// Why the run as a whole does not count as converged: more than [`UNCONVERGED_SHARE`] of its steps, or a
    /// residual of more than [`RESIDUAL_RATIO`] tolerances in a step that did not.
    pub not_converged: Option<String>,
    /// The body whose state was no longer finite, where that ended the run.
    pub diverged_body: Option<String>,
    /// The step whose motion was not found, where that ended the run.
    pub unbalanced: Option<Unbalanced>,
    /// The step that took too long, where that ended the run.
    pub late: Option<Late>,
    /// Steps that were cut into parts: for impacts, or because the motion of deformable bodies was not found
    /// in the whole.
    pub divided_steps: u64,
    /// Impacts that the event-driven scheme found.
    pub impacts: u64,
    /// Steps of the event-driven scheme with more impacts than it follows: time stepping took their rest.
    pub handed_over_steps: u64,
    /// Steps with a contact whose friction is beyond the bound of Painlevé's paradox, where its
    /// one-contact problem may have several solutions or none.
    pub ill_posed_steps: u64,
    /// Steps after which joints did not hold, because joints or motors contradict each other.
    pub joints_apart: Option<Apart>,
    /// The body that is bent at the end by more than its kinematics allows for.
    pub bent: Option<Bent>,
    /// Contact problems that were to be kept and that no file could hold.
    pub problems_left_out: Option<LeftOut>,
    /// Why there is no picture of the end, where one was asked for; `drystone render` draws it.
    pub picture_left_out: Option<String>,
    /// Worst residual of a step, in the norm of the tolerance.
    pub worst_residual: f64,
    /// The step that did not converge with the worst residual.
    pub worst_unconverged_step: Option<u64>,
    /// Mean number of iterations over the steps in which contacts or joints had impulses to be found.
    pub mean_iterations: f64,
    /// Worst penetration at the contacts of any step (m).
    pub worst_penetration: f64,
    /// The worst one beside the size of the smaller body, where it is more than 1 % of that.
    pub penetration: Option<Penetration>,
    /// Steps that did not converge and bodies that went into each other, in sentences.
    pub remarks: Vec<String>,
    /// Kinetic energy at the end (J).
    pub kinetic_energy: f64,
    /// What the books of the energy do not explain, over the whole run (J).
    pub energy_error: f64,
    /// The most energy that came from nothing (J), where that is more than half of all that ever moved or was
    /// stored: the motion is then the scheme's and not that of the bodies.
    pub energy_gained: Option<f64>,
    /// What friction, impacts, damping, bonds, plastic deformation and joints gave instead of taking it, where that is
    /// much.
    pub dissipation_gave: Option<Given>,
    /// Hash of the final state, in hexadecimal: equal only for runs that ended bit for bit alike.
    pub state_hash: String,
}

impl Summary {
    /// The summary as indented JSON; a number that is not finite becomes null.
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).unwrap_or_else(|_| "{}".to_string());
        text.push('\n');
        text
    }
}

/// Adds up the reports of the steps.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Tally {
    seconds: Seconds,
    contacts: usize,
    #[serde(with = "bits")]
    kinetic_energy: f64,
    iterations: u64,
    steps_with_problems: u64,
    unconverged: u64,
    first_unconverged: Option<Unconverged>,
    ill_posed: u64,
    #[serde(default)]
    apart: Option<Apart>,
    #[serde(default)]
    left_out: Option<LeftOut>,
    #[serde(default)]
    divided: u64,
    #[serde(default)]
    impacts: u64,
    #[serde(default)]
    handed_over: u64,
    #[serde(default)]
    factors: Option<FactorSize>,
    /// Of no meaning for a run that is gone on with.
    #[serde(skip)]
    unbalanced: Option<Unbalanced>,
    #[serde(skip)]
    late: Option<Late>,
    contacts_max: usize,
    #[serde(with = "bits")]
    worst_residual: f64,
    #[serde(with = "bits")]
    worst_penetration: f64,
    #[serde(default)]
    remarks: Remarks,
    #[serde(default)]
    energy: Energy,
    /// What gave energy that can only take it.
    #[serde(default)]
    givers: Givers,
}

/// What the books of the energy leave open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Energy {
    /// What is not explained until now, and at most (J).
    #[serde(with = "bits")]
    error: f64,
    #[serde(with = "bits")]
    gained: f64,
    /// The most that moved or was stored (J).
    #[serde(with = "bits")]
    held: f64,
    /// The most that heights stood for (J).
    #[serde(with = "bits")]
    raised: f64,
}

/// The share of what heights stand for that is no gain worth telling.
const ROUNDING: f64 = 1e-6;
/// The share of all that ever moved or was stored from which it is told that what can only take gave.
const WORTH_TELLING: f64 = 1e-3;

impl Energy {
    fn add(&mut self, ledger: &Ledger) {
        self.error += ledger.energy_error;
        self.gained = self.gained.max(self.error);
        self.held = self.held.max(ledger.kinetic + ledger.elastic);
        self.raised = self.raised.max(ledger.potential.abs());
    }

    /// What came from nothing, where that is much.
    fn gained(&self) -> Option<f64> {
        (self.gained > 0.5 * self.held + ROUNDING * self.raised).then_some(self.gained)
    }

    /// What was given, where that is much.
    fn given(&self, given: Given) -> Option<Given> {
        let least = WORTH_TELLING * self.held + ROUNDING * self.raised;
        (given.energy > least).then_some(given)
    }
}

impl Tally {
    pub fn add(&mut self, report: &StepReport, residual: f64) {
        let stages = &report.seconds;
        self.seconds.detection += stages.detection;
        self.seconds.factor += stages.factor;
        self.seconds.condensation += stages.condensation;
        self.seconds.assembly += stages.assembly;
        if report.factors.bytes > self.factors.map_or(0, |most| most.bytes) {
            self.factors = Some(report.factors);
        }
        self.seconds.solve += stages.solve;
        self.seconds.other += stages.other;
        if report.solver.status != Status::Converged {
            self.unconverged += 1;
            let status = report.solver.status.name().to_string();
            self.first_unconverged.get_or_insert(Unconverged { step: report.step, status });
            let worst = self.remarks.unsolved.get_or_insert_default();
            worst.steps += 1;
            // A residual that is not a number is worse than any, and the first of them the worst.
            let is_worse = residual > worst.residual || residual.is_nan();
            if worst.steps == 1 || (is_worse && !worst.residual.is_nan()) {
                *worst = Unsolved { residual, worst_step: report.step, ..*worst };
            }
        }
        self.remarks.steps = report.step;
        self.divided += u64::from(report.parts > 1);
        self.impacts += report.impacts as u64;
        self.handed_over += u64::from(report.handed_over);
        self.ill_posed += u64::from(report.solver.ill_posed > 0);
        self.steps_with_problems += u64::from(report.blocks > 0);
        self.iterations += report.solver.iterations as u64;
        self.contacts_max = self.contacts_max.max(report.contacts);
        // A residual that is not a number must not pass unseen.
        if residual > self.worst_residual || residual.is_nan() {
            self.worst_residual = residual;
        }
        self.worst_penetration = self.worst_penetration.max(report.penetration_max);
        self.contacts = report.contacts;
        self.kinetic_energy = report.ledger.kinetic;
        self.energy.add(&report.ledger);
        self.givers.add(report);
    }

    /// Takes note of bodies that are deep in each other.
    pub fn add_overlap<const D: usize>(&mut self, report: &StepReport, world: &World<D>) {
        let Overlap { share, depth, bodies } = report.overlap;
        if share <= DEEP {
            return;
        }
        let before = self.remarks.penetration.take();
        let steps = before.as_ref().map_or(0, |known| known.steps) + 1;
        let known = before.filter(|known| known.share >= share);
        let worse = || Penetration {
            steps,
            worst_step: report.step,
            time: report.time,
            bodies: bodies.map(|body| world.bodies.list[body].name.clone()),
            numbers: bodies,
            depth,
            share,
        };
        self.remarks.penetration = Some(Penetration { steps, ..known.unwrap_or_else(worse) });
    }

    /// What must be known beside the results.
    pub fn remarks(&self) -> &Remarks {
        &self.remarks
    }

    /// Takes note of a step whose motion was not found.
    pub fn stop(&mut self, report: &StepReport, body: &str, loose: bool) {
        let StepReport { step, imbalance, .. } = *report;
        self.unbalanced = Some(Unbalanced { step, body: body.to_string(), imbalance, loose });
    }

    /// Takes note of a step that took too long.
    pub fn stop_late(&mut self, report: &StepReport, minutes: f64, solver: &str) {
        let StepReport { step, contacts, .. } = *report;
        let (iterations, norms) = (report.solver.iterations, report.solver.residual);
        let (solver, residual) = (solver.to_string(), norms.quadratic_mean);
        let crowd = report.crowd.map(|crowd| crowd.to_string());
        self.late = Some(Late { step, minutes, contacts, solver, iterations, residual, crowd });
    }

    /// Takes note of a joint that does not hold.
    pub fn add_joints<const D: usize>(
        &mut self,
        step: u64,
        stepper: &Stepper<D>,
        joints: &[Joint],
    ) {
        let apart = stepper.joints_apart(APART);
        if let Some((_, error)) = apart.first() {
            let names = || apart.iter().map(|(joint, _)| joints[*joint].name.clone()).collect();
            let first = || Apart { steps: 0, first_step: step, joints: names(), error: *error };
            self.apart.get_or_insert_with(first).steps += 1;
        }
    }

    /// Adds problems that no file could hold, of a run or of a part of it.
    pub fn add_left_out(&mut self, left_out: Option<LeftOut>) {
        match (&mut self.left_out, left_out) {
            (Some(known), Some(more)) => known.steps += more.steps,
            (known, more) => *known = known.take().or(more),
        }
    }

    /// Why so many steps do not amount to a run that converged.
    fn not_converged(&self, steps: u64, tolerance: f64) -> Option<String> {
        let (n, worst) = (self.unconverged, self.worst_residual);
        let many = n as f64 > UNCONVERGED_SHARE * steps as f64;
        // A residual that is not a number is no small one.
        let far = n > 0 && (worst.is_nan() || worst > RESIDUAL_RATIO * tolerance);
        (many || far).then(|| {
            format!(
                "{n} of {steps} steps did not converge (worst residual {worst:.1e}, tolerance {tolerance:.1e})"
            )
        })
    }

    /// Over the steps with a problem.
    fn mean_iterations(&self) -> f64 {
        self.iterations as f64 / self.steps_with_problems.max(1) as f64
    }

    /// Seconds of the parts before.
    pub fn seconds(&self) -> f64 {
        self.seconds.total
    }

    /// Adds the time of a run, or of a part of it that is gone on with.
    pub fn add_seconds(&mut self, seconds: f64) {
        self.seconds.total += seconds;
    }

    pub fn finish<const D: usize>(self, world: &World<D>, planned: u64) -> Summary {
        let diverged_body = world.bodies.first_not_finite();
        let mean_iterations = self.mean_iterations();
        let Seconds { total, detection, factor, condensation, assembly, solve, other, .. } =
            self.seconds;
        let inside = detection + factor + condensation + assembly + solve + other;
        Summary {
            version: crate::VERSION.to_string(),
            build: crate::BUILD.to_string(),
            ended: match (&diverged_body, world.steps < planned) {
                _ if self.unbalanced.is_some() => Ended::Unbalanced,
                _ if self.late.as_ref().is_some_and(|late| late.crowd.is_some()) => Ended::Crowded,
                _ if self.late.is_some() => Ended::OutOfTime,
                (Some(_), _) => Ended::Diverged,
                (None, true) => Ended::Interrupted,
                (None, false) => Ended::Done,
            },
            bodies: world.bodies.len(),
            steps: world.steps,
            steps_planned: planned,
            time: world.time,
            contacts: self.contacts,
            contacts_max: self.contacts_max,
            wall_seconds: Seconds { outside_steps: (total - inside).max(0.0), ..self.seconds },
            factors: self.factors,
            unconverged_steps: self.unconverged,
            not_converged: self.not_converged(world.steps, world.solver.tolerance),
            first_unconverged: self.first_unconverged,
            diverged_body,
            unbalanced: self.unbalanced,
            late: self.late,
            divided_steps: self.divided,
            impacts: self.impacts,
            handed_over_steps: self.handed_over,
            ill_posed_steps: self.ill_posed,
            joints_apart: self.apart,
            bent: bent::worst(world),
            problems_left_out: self.left_out,
            picture_left_out: None,
            worst_residual: self.worst_residual,
            mean_iterations,
            worst_penetration: self.worst_penetration,
            worst_unconverged_step: self.remarks.unsolved.map(|worst| worst.worst_step),
            penetration: self.remarks.penetration.clone(),
            remarks: self.remarks.sentences(),
            kinetic_energy: self.kinetic_energy,
            energy_error: self.energy.error,
            energy_gained: self.energy.gained(),
            dissipation_gave: self.energy.given(self.givers.given),
            state_hash: format!("{:016x}", world.state_hash()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gained(steps: &[[f64; 3]]) -> Option<f64> {
        let mut energy = Energy::default();
        for [kinetic, potential, energy_error] in steps {
            let ledger = Ledger {
                kinetic: *kinetic,
                potential: *potential,
                energy_error: *energy_error,
                ..Ledger::default()
            };
            energy.add(&ledger);
        }
        energy.gained()
    }

    /// One step in a hundred may stop short of its last digits; more, or farther, is told.
    #[test]
    fn steps_that_did_not_converge_are_weighed() {
        let tally =
            |unconverged, worst_residual| Tally { unconverged, worst_residual, ..Tally::default() };
        assert_eq!(tally(0, 1e-9).not_converged(10, 1e-8), None);
        assert_eq!(tally(2, 1e-7).not_converged(200, 1e-8), None);
        assert!(tally(3, 1e-7).not_converged(200, 1e-8).is_some());
        assert!(tally(1, 2e-6).not_converged(200, 1e-8).is_some());
        let words = tally(1, f64::NAN).not_converged(200, 1e-8);
        assert!(words.is_some_and(|words| words.starts_with("1 of 200 steps did not converge")));
    }

    /// The mean of steps without contacts, with joints alone, was their sum.
    #[test]
    fn iterations_for_joints_alone_have_a_mean() {
        let mut tally = Tally::default();
        for (blocks, iterations) in [(3, 10), (3, 20), (0, 0)] {
            let mut report = StepReport { blocks, ..StepReport::default() };
            report.solver.iterations = iterations;
            tally.add(&report, 0.0);
        }
        assert_eq!(tally.mean_iterations(), 15.0);
    }

    /// A thousandth of what moved is worth telling.
    #[test]
    fn little_that_is_given_is_not_told() {
        let mut energy = Energy::default();
        energy.add(&Ledger { kinetic: 1.0, ..Ledger::default() });
        assert_eq!(energy.given(Given { energy: 1e-4, ..Given::default() }), None);
        assert!(energy.given(Given { energy: 2e-3, ..Given::default() }).is_some());
    }

    /// What swings about nothing, is lost, or is rounding, is no gain; what makes most of the motion is.
    #[test]
    fn energy_from_nothing_is_told() {
        assert_eq!(gained(&[[1.0, 5.0, 0.4], [1.0, 5.0, -0.4], [1.0, 5.0, 0.4]]), None);
        assert_eq!(gained(&[[1.0, 5.0, -3.0]; 4]), None);
        assert_eq!(gained(&[[0.0, 1e3, 1e-6]; 100]), None);
        assert_eq!(gained(&[[1.0, 5.0, 0.0], [40.0, 5.0, 39.0], [2.0, 5.0, -39.0]]), Some(39.0));
    }
}
