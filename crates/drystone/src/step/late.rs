//! Steps that take too long, or have more contacts than fit into memory, are ended, and taken back.
//!
//! A step has a moment at which it must be over. Solvers look at it between their sweeps and
//! iterations, and the step between its solves, rounds and parts; what is not finished then is
//! given up, and the world is as it was before the step. A step that is done in time is the same to
//! the last bit as without a limit. A single factorisation or search for contacts is not
//! interrupted.

use super::Stepper;
use super::retry::Kept;
use crate::detection::Crowd;
use crate::world::World;
use std::time::{Duration, Instant};

/// How long steps may take.
pub(super) struct Allowance<const D: usize> {
    limit: Option<Duration>,
    deadline: Option<Instant>,
    /// Whether something was given up in this step.
    pub is_over: bool,
    /// What there was too much of, where that is why.
    pub crowd: Option<Crowd>,
    /// The world before the step.
    before: Kept<D>,
}

impl<const D: usize> Default for Allowance<D> {
    fn default() -> Self {
        Self { limit: None, deadline: None, is_over: false, crowd: None, before: Kept::default() }
    }
}

impl<const D: usize> Allowance<D> {
    /// Whether time is over; once it was found to be, it is until the end of the step.
    pub fn look(&mut self) -> bool {
        self.is_over |= self.crowd.is_some();
        self.is_over |= self.deadline.is_some_and(|deadline| Instant::now() > deadline);
        self.is_over
    }
}

impl<const D: usize> Stepper<D> {
    /// Has steps end that take longer than this; they are taken back
    /// ([`super::StepReport::is_late`]).
    pub fn limit(&mut self, limit: Option<Duration>) {
        self.allowance.limit = limit;
    }

    pub(super) fn begin_allowance(&mut self, world: &mut World<D>) {
        let solver = self.solver_memory();
        let allowance = &mut self.allowance;
        (allowance.is_over, allowance.crowd) = (false, None);
        allowance.deadline = allowance.limit.and_then(|limit| Instant::now().checked_add(limit));
        world.solver.deadline = allowance.deadline;
        allowance.before.renew(world, solver);
    }

    /// Whether the step was given up; then the world is as it was before it.
    pub(super) fn end_allowance(&mut self, world: &mut World<D>) -> bool {
        world.solver.deadline = None;
        if !self.allowance.is_over {
            return false;
        }
        let before = std::mem::take(&mut self.allowance.before);
        self.go_back(world, &before);
        true
    }

    /// Whether time is over.
    pub(super) fn is_late(&mut self) -> bool {
        self.allowance.look()
    }
}
