//! Positions onto the admissible set after the velocities (the projected scheme of V. Acary,
//! "Projected event-capturing time-stepping schemes for nonsmooth mechanical systems with unilateral
//! contact and Coulomb's friction", 2013).
//!
//! A law of impact speaks of velocities, u_N⁺ ≥ 0, and gives back no penetration that is there: what
//! curved ways, rounding and solvers leave adds up. So after the velocities the least motion is
//! looked for, in the norm of the masses (of deformable bodies with their stiffness), that brings
//! the gaps to come back:
//!
//! ```text
//! δ = w Hᵃ λ,    K* ∋ Hᵃᵀ δ + (g + n h ũ_N, 0) + C λ  ⊥  λ ∈ K
//! ```
//!
//! It is the step's contact problem with gaps in place of velocities, in the same cones: what sticks
//! does not slide meanwhile, what is bonded or joined stays so. Velocities, impulses and statuses
//! are not touched. ũ_N is the velocity at the end of the step without what follows the turning of
//! the frame (`laws/turning.rs`): what leaves by itself within n steps is left to it, so that a
//! rebound is not lifted. A small C lets contradicting walls share what cannot be helped.
//!
//! A penetration of several times the tolerance is put right at once: the state at the beginning moves, and
//! the step is solved again.
//!
//! Nothing is done before a penetration is more than a share of the smaller body's size
//! (`Scheme::penetration_tolerance`), and half of that is left, so that contacts stay closed: bodies
//! at rest are not disturbed. Energy: bodies are lifted, or springs pressed, by the way that was
//! lost before; the books have it as `projection_work`.

use super::{Stepper, ledger};
use crate::cone::Cone;
use crate::contact::Contact;
use crate::laws::{Law, asked_by_turning};
use crate::problem::{Global, Owner, Problem, local_velocity};
use crate::solvers::{Auto, Settings, Solver, Watch};
use crate::space::advance;
use crate::world::World;
use nalgebra::SVector;
use std::sync::Arc;
use std::time::Instant;

/// Steps within which a penetration that is leaving is left alone.
const LEAVING: f64 = 10.0;
/// Penetrations of so many tolerances are put right within the step.
const AT_ONCE: f64 = 5.0;
/// What is left of the tolerance where positions are put right.
const LEFT: f64 = 0.5;
/// The most of the smaller body's size that is put right in a step.
const MOST: f64 = 0.2;
/// What contacts give way, a share of what bodies do.
const GIVING: f64 = 1e-5;
/// What contacts that may slide give way along their tangents, a multiple of what bodies do.
const SLIDING: f64 = 1e6;
/// The most iterations, counted in sweeps: what they leave, the next step goes on with.
const ITERATIONS: usize = 200;
/// The residual that is enough.
const ENOUGH: f64 = 1e-4;

/// How far a contact may still go along its normal (m).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Way {
    /// This far towards each other; where it is negative they must come back.
    AtLeast(f64),
    /// They are to come together, or back, by just as much, and may slide meanwhile.
    Exactly(f64),
}

impl Way {
    /// Whether nothing has to be done.
    pub fn is_there(self) -> bool {
        match self {
            Self::AtLeast(way) => way >= 0.0,
            Self::Exactly(way) => way == 0.0,
        }
    }

    /// What has to be done (m).
    fn missing(self) -> f64 {
        match self {
            Self::AtLeast(way) => (-way).max(0.0),
            Self::Exactly(way) => way.abs(),
        }
    }
}

/// The buffers of the problem, for blocks of B components.
#[derive(Default)]
pub(super) struct Projection<const B: usize> {
    solver: Auto<B>,
    watch: Watch<B>,
    /// What brings the gaps back (kg m).
    pub impulses: Vec<SVector<f64, B>>,
}

impl<const B: usize> Projection<B> {
    /// Solves a step's problem with these ways in place of velocities, contact by contact. Contacts that
    /// are glued are held; `error` gives the errors of joints' rows. Whether there is an answer to go by.
    pub fn solve(
        &mut self,
        (posed, owners): (&Global<B>, &[Owner]),
        ways: &[Way],
        is_glued: impl Fn(usize) -> bool,
        error: impl Fn(usize) -> f64,
        deadline: Option<Instant>,
    ) -> bool {
        let mut problem = posed.clone();
        let worst = ways.iter().fold(0.0, |worst: f64, way| worst.max(way.missing()));
        problem.compliance.resize(owners.len(), SVector::zeros());
        for (k, owner) in owners.iter().enumerate() {
            problem.b[k] = SVector::zeros();
            match *owner {
                Owner::Contact(c) => {
                    // Relative to the worst, for tolerances are.
                    let own = posed.diagonal[k][(0, 0)];
                    match ways[c] {
                        _ if is_glued(c) => problem.cones[k] = Cone::Free,
                        Way::AtLeast(way) => problem.b[k][0] = way / worst,
                        Way::Exactly(way) => {
                            problem.cones[k] = Cone::Free;
                            problem.b[k][0] = way / worst;
                            (1..B).for_each(|i| problem.compliance[k][i] += SLIDING * own);
                        }
                    }
                    problem.compliance[k][0] += GIVING * own;
                }
                Owner::Bond(_) => {}
                Owner::Joint { first, component, .. } => {
                    if !problem.cones[k].is_free() && component == 0 {
                        problem.b[k][0] = error(first).max(0.0) / worst;
                    }
                }
            }
        }
        problem.complete();
        self.impulses.clear();
        self.impulses.resize(owners.len(), SVector::zeros());
        self.watch.restart();
        self.solver.restore(0);
        let settings = Settings {
            tolerance: ENOUGH,
            max_iterations: ITERATIONS,
            deadline,
            ..Settings::default()
        };
        let problem = Problem::Global(&problem);
        self.solver.solve(problem, &settings, &mut self.watch, &mut self.impulses);
        self.impulses.iter_mut().for_each(|impulse| *impulse *= worst);
        self.impulses.iter().all(|impulse| impulse.iter().all(|x| x.is_finite()))
    }
}

impl<const D: usize> Stepper<D> {
    /// Whether the step's contacts are so deep that it has to begin from elsewhere: then bodies are
    /// there. Gives the energy that this took (J).
    pub(super) fn project_at_once(&mut self, world: &mut World<D>, h: f64) -> Option<f64> {
        self.find_ways(world, h, AT_ONCE).then(|| self.bring_back(world))
    }

    /// Brings bodies back after a step that are deeper in each other than allowed; gives the energy
    /// that this gave them (J).
    pub(super) fn project(&mut self, world: &mut World<D>, h: f64) -> f64 {
        if self.find_ways(world, h, 1.0) { self.bring_back(world) } else { 0.0 }
    }

    pub(super) fn bring_back(&mut self, world: &mut World<D>) -> f64 {
        let Self { interactions, ways, back, motion, rounds, factor, .. } = self;
        if !interactions.project(world, ways, back) {
            return 0.0;
        }
        let total =
            |world: &World<D>| ledger::energy(&world.bodies, &world.gravity).iter().sum::<f64>();
        let energy_before = total(world);
        let bodies = &mut world.bodies;
        bodies.respond(back, rounds, factor, motion);
        let mut q = std::mem::take(&mut bodies.q);
        for i in 0..bodies.len() {
            let range = bodies.v_range(i);
            if motion[range.clone()].iter().all(|x| *x == 0.0) {
                continue;
            }
            if bodies.deformable(i).is_some() {
                let own = bodies.q_range(i);
                q[own].iter_mut().zip(&motion[range]).for_each(|(q, way)| *q += way);
            } else {
                advance::<D>(&mut q[bodies.q_range(i)], &motion[range], 1.0);
            }
        }
        bodies.q = q;
        total(world) - energy_before
    }

    /// Writes how far every contact may still go along its normal; whether some must come back, for
    /// being deeper than so many tolerances.
    fn find_ways(&mut self, world: &World<D>, h: f64, beyond: f64) -> bool {
        let Self { ways, sizes, v_before, v_end, .. } = self;
        let World { contacts, bodies, laws, scheme, .. } = world;
        let mut is_needed = false;
        ways.clear();
        for contact in contacts {
            // Where nothing has another side there is no size, and nothing is too deep.
            let Some(size) = Some(sizes.smaller(contact)).filter(|size| size.is_finite()) else {
                ways.push(Way::AtLeast(contact.gap.max(0.0)));
                continue;
            };
            let allowed = scheme.penetration_tolerance * size;
            let before = || local_velocity(contact, bodies, v_before)[0];
            let after = local_velocity(contact, bodies, v_end)[0];
            let gap = if contact.gap < 0.0 && leaves_penetration(&laws.laws, contact) {
                let turning = asked_by_turning(contact, before, scheme.theta);
                contact.gap + LEAVING * h * (after - turning).max(0.0)
            } else {
                (contact.gap + h * after).max(0.0)
            };
            let is_deep = gap < -allowed;
            is_needed |= gap < -allowed * beyond;
            let way = if is_deep { gap + LEFT * allowed } else { (gap + allowed).max(0.0) };
            ways.push(Way::AtLeast(way.max(-MOST * size)));
        }
        is_needed
    }
}

/// Whether a contact's law speaks of velocities alone; glue holds what it was made with.
fn leaves_penetration<const D: usize>(laws: &[Arc<dyn Law>], contact: &Contact<D>) -> bool {
    let law = &laws[contact.law];
    !law.corrects_penetration() && !law.gives_way() && !is_glued(laws, contact)
}

/// Whether a bond holds.
pub(super) fn is_glued<const D: usize>(laws: &[Arc<dyn Law>], contact: &Contact<D>) -> bool {
    laws[contact.law].damage(&contact.memory).is_some_and(|damage| damage < 1.0)
}
