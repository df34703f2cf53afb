//! Steps from event to event (event-driven scheme; 004 "event-detecting time-stepping schemes").
//!
//! ```text
//! until the step is over:
//!     which contacts are closed, and do they approach each other?        look.rs
//!     if they do: an impact, by the laws at hand, in no time             impact.rs
//!     smooth motion with the closed contacts, cut where another one closes   smooth.rs
//! ```
//!
//! Between events contacts last (`laws/lasting.rs`), the motion is the θ scheme's with θ = 1/2, and errors are
//! of second order in the length of a part, for no impact is met late or early. Time stepping meets them
//! somewhere in a step, which is of first order.
//!
//! A contact that closes slower than what a thousandth of a step of its free fall makes up does not rebound: a ball
//! that bounces lower and lower comes to rest. Where impacts are more than [`Events::most`] in a step all
//! the same, as in collapsing piles, time stepping takes the rest of it.
//!
//! The tolerance is a gap: up to it contacts count as closed, and as far bodies may go into each other
//! before an impact.

mod impact;
mod look;
mod smooth;

use super::impact::scale_impulses;
use super::{Phase, StepReport, Stepper};
use crate::bodies::StepSize;
use crate::world::{Events, World};

/// What is left of a step that is no part any more, as a share of it.
const NOTHING: f64 = 1e-9;
/// Most parts for each impact that may be.
const PARTS: usize = 20;

impl<const D: usize> Stepper<D> {
    /// A step in as many parts as there are events in it.
    pub(super) fn step_by_events(&mut self, world: &mut World<D>, events: Events) -> StepReport {
        let whole = StepSize { theta: 0.5, ..world.step_size() };
        let mut report: Option<StepReport> = None;
        let mut add = |next: StepReport| {
            report = Some(report.map_or(next, |sum| sum.followed_by(&next)));
        };
        let mut left = whole.h;
        let (mut parts, mut impacts) = (0, 0);
        let mut has_collided = false;
        while left > NOTHING * whole.h && !self.is_late() {
            let size = StepSize { t: whole.t + (whole.h - left), h: left, ..whole };
            if impacts >= events.most || parts >= PARTS * events.most {
                add(self.hand_over(world, size, whole.h));
                break;
            }
            parts += 1;
            if self.look(world, (whole, size.t), events.tolerance, has_collided) && !has_collided {
                add(self.collide(world, size));
                impacts += 1;
                has_collided = true;
                continue;
            }
            has_collided = false;
            let (h, next) = self.smooth(world, size, whole.h, events.tolerance);
            add(next);
            left -= h;
        }
        report.unwrap_or_default()
    }

    /// The rest of a step with more events than are followed, by time stepping.
    fn hand_over(&mut self, world: &mut World<D>, size: StepSize, whole: f64) -> StepReport {
        self.phase = Phase::Stepping;
        scale_impulses(world, size.h / whole);
        let size = StepSize { theta: world.scheme.theta, ..size };
        let report = self.advance(world, size);
        scale_impulses(world, whole / size.h);
        StepReport { handed_over: true, ..report }
    }
}
