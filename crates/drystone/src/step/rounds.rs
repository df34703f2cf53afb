//! The rounds of a phase of a step: free motion, problem, impulses, until nothing would change.

use super::report::Clock;
use super::{Phase, Stepper};
use crate::bodies::StepSize;
use crate::laws::bonds;
use crate::problem::AssemblyInput;
use crate::solvers::{Report, Status};
use crate::world::World;

/// Most rounds of linearisation in a step.
const ROUNDS: usize = 5;

/// Most rounds of Newton's method in a step, after laws agree with its end.
const NEWTON_ROUNDS: usize = 50;

/// The imbalance of deformable bodies that no tolerance asks to undercut.
pub(super) const BALANCED: f64 = 1e-10;

/// Most rounds in a step for laws that depend on its end.
const LAW_ROUNDS: usize = 200;

impl<const D: usize> Stepper<D> {
    /// Free motion, problem, impulses. Where bodies in space turn otherwise than the free motion
    /// had them, the inertia at the end of the step differs, and another round corrects it; so it
    /// does where a law depends on the end of the step. Deformable bodies take rounds until their equation
    /// of motion holds (000 §9.2); where it does not in the end, the report says so.
    pub(super) fn solve_phase(
        &mut self,
        world: &World<D>,
        size: StepSize,
        clock: &mut Clock,
    ) -> Report {
        let Self {
            interactions,
            trials,
            next_trials,
            softening,
            shocks,
            v_free,
            v_end,
            on_bodies,
            factor,
            poses,
            rounds,
            phase,
            rebounds,
            radii,
            met,
            allowance,
            ..
        } = self;
        let World { bodies, gravity, laws, scheme, .. } = world;
        on_bodies.clear();
        on_bodies.resize(bodies.v.len(), 0.0);
        trials.clear();
        let (mut report, remember) = (Report::default(), laws.remember() || laws.rebound());
        shocks.clear();
        softening.restart();
        rounds.imbalances.clear();
        let balanced = world.solver.tolerance.max(BALANCED);
        let (mut lost, mut unsettled) = (Status::IterationLimit, 0);
        for round in 0..LAW_ROUNDS {
            rounds.is_first = round == 0;
            bodies.free_motion(size, gravity, poses, on_bodies, rounds, (v_free, factor));
            let touched =
                world.contacts.iter().flat_map(|c| [0, 1].map(|s| (c.bodies[s], c.spots[s])));
            // Shocks go from contact to contact, which nodes are too dear for.
            let may_see_nodes = interactions.takes_meshes() && !laws.shocks();
            bodies.condense(touched, may_see_nodes, rounds);
            let unshocked = laws.shocks().then(|| v_free.clone());
            let mut input = AssemblyInput {
                bodies,
                contacts: &world.contacts,
                laws: &laws.laws,
                joints: &world.joints,
                poses,
                time: size.t + size.h,
                trials,
                rebounds: &rebounds.known,
                radii: &radii.of_contacts,
                v_free: &bodies.v,
                v_unshocked: unshocked.as_ref().unwrap_or(&bodies.v),
                factor,
                h: size.h,
                theta: size.theta,
                touch: if *phase == Phase::Impact { 0.0 } else { scheme.touch() },
                between_events: *phase == Phase::Smooth,
                looks_ahead: *phase == Phase::Stepping && scheme.looks_ahead(),
                met,
                parting: &[],
                round,
                is_start: world.steps == 0,
            };
            if round == 0 && laws.shocks() && *phase != Phase::Smooth {
                shocks.run(&input, rounds, world.solver.deadline);
            }
            shocks.add_velocities(factor, v_free);
            input.v_free = v_free;
            input.v_unshocked = unshocked.as_ref().unwrap_or(v_free);
            input.parting = &shocks.parting;
            interactions.assemble(&input, rounds);
            if world.solver.prefer_rest {
                interactions.prefer_rest(&input);
            }
            if round == 0 && rebounds.known.is_empty() {
                interactions.warm(&world.contacts, &world.joints);
            }
            clock.lap(|s| &mut s.assembly);
            clock.set_apart(rounds.take_seconds());

            let iterations = report.iterations;
            report = interactions.solve(&world.solver);
            report.iterations += iterations;
            clock.lap(|s| &mut s.solve);
            if allowance.look() {
                v_end.clone_from(v_free);
                return report;
            }

            v_end.clone_from(v_free);
            interactions.add_velocities(factor, v_end);
            interactions.sum_impulses(world, on_bodies);
            shocks.add_impulses(on_bodies);
            let left = bodies.settle(size, gravity, poses, on_bodies, rounds, v_end);
            rounds.imbalances.push(left.imbalance);
            let mut changed = 0.0;
            if remember {
                let tolerance = world.solver.tolerance;
                changed = interactions.remember(&input, v_end, tolerance, next_trials);
                if changed > tolerance {
                    let contacts = &world.contacts;
                    softening.extrapolate(contacts, &laws.laws, trials, next_trials, round);
                } else if round >= bonds::PATIENCE {
                    // Whether displacements ask for the damage that has only grown.
                    input.round = 0;
                    let mut asked = vec![];
                    interactions.remember(&input, v_end, tolerance, &mut asked);
                    softening.judge(&world.contacts, &laws.laws, next_trials, &asked);
                }
                std::mem::swap(trials, next_trials);
            }
            let settled = changed <= world.solver.tolerance;
            let turned = left.turned <= world.solver.tolerance || round + 1 >= ROUNDS;
            if settled && turned && left.imbalance <= balanced {
                if softening.is_forced && report.status == Status::Converged {
                    report.status = Status::IterationLimit;
                }
                return report;
            }
            if left.imbalance == f64::INFINITY {
                lost = Status::Diverged;
                break;
            }
            if !settled {
                unsettled = round + 1;
            }
            if round + 1 >= unsettled + NEWTON_ROUNDS {
                break;
            }
        }
        if unsettled == LAW_ROUNDS {
            softening.give_up();
        }
        if report.status == Status::Converged {
            report.status = lost;
        }
        report
    }
}
