//! Bodies that neighbours shoot into others within a step.
//!
//! A contact that is open where the step looks for contacts has no part in its problem. Where a
//! shock beside it sends one of its bodies off, the bodies may be in each other in the next test
//! configuration by as much as they go in a step. So such contacts take part, and the step is
//! solved again. It is done for laws that rebound; those of quasi-inelastic shocks have every
//! contact in their problem from the start.

use super::report::Clock;
use super::{Phase, Stepper};
use crate::bodies::StepSize;
use crate::problem::next_gap;
use crate::solvers::Report;
use crate::world::World;

/// How often a step is solved again at most: a shock goes on through so many bodies.
const MEETINGS: usize = 32;

/// Depth from which on it is, in tolerances of penetration.
const DEEP: f64 = 5.0;

impl<const D: usize> Stepper<D> {
    /// Impulses and velocities without rebounds that come later, with every contact that closes
    /// meanwhile.
    pub(super) fn solve_with_meetings(
        &mut self,
        world: &World<D>,
        size: StepSize,
        clock: &mut Clock,
    ) -> Report {
        self.met.clear();
        let mut report = self.solve_phase(world, size, clock);
        let looks = self.phase == Phase::Stepping && world.scheme.looks_ahead();
        for _ in 0..MEETINGS {
            if !looks || !self.find_meetings(world, size.h) {
                break;
            }
            let iterations = report.iterations;
            report = self.solve_phase(world, size, clock);
            report.iterations += iterations;
        }
        report
    }

    /// Whether there are more contacts that close than known.
    fn find_meetings(&mut self, world: &World<D>, h: f64) -> bool {
        let Self { met, sizes, v_end, .. } = self;
        let World { contacts, bodies, laws, scheme, .. } = world;
        let mut is_more = false;
        for (k, contact) in contacts.iter().enumerate() {
            if contact.gap <= 0.0 || !laws.laws[contact.law].looks_ahead() {
                continue;
            }
            let deep = -DEEP * scheme.penetration_tolerance * sizes.smaller(contact);
            if deep.is_finite() && next_gap(contact, bodies, v_end, h) < deep {
                met.resize(contacts.len(), false);
                is_more |= !met[k];
                met[k] = true;
            }
        }
        is_more
    }
}
