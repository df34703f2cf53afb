//! The smooth motion up to the end of a step or the next impact.
//!
//! A contact that was open and is deeper than the tolerance at the end has closed on the way. Its gap at the
//! beginning with its rate, and that at the end, make a parabola whose zero is the next end to try;
//! one that is too early is a part of its own. So nothing is lost but a few parts that are solved twice.

use super::super::impact::scale_impulses;
use super::super::projection::Way;
use super::super::retry::Kept;
use super::super::{Phase, StepReport, Stepper, ledger};
use crate::bodies::StepSize;
use crate::contact::{Contact, Past, Status};
use crate::space::Vector;
use crate::world::World;

/// Most ends that are tried.
const TRIALS: usize = 60;
/// A trial that does not say when is followed by one of this share of it.
const SHORTER: f64 = 0.5;

impl<const D: usize> Stepper<D> {
    /// Moves the world until something closes, at most by `size`; gives the time that it took.
    pub(super) fn smooth(
        &mut self,
        world: &mut World<D>,
        size: StepSize,
        whole: f64,
        tolerance: f64,
    ) -> (f64, StepReport) {
        let mut before = Kept::of(world, self.solver_memory());
        let mut h = self.until_impact(world, size.h);
        let mut trials = 0;
        loop {
            let report = self.smoothly(world, StepSize { h, ..size }, whole);
            if self.is_late() {
                return (h, report);
            }
            let told = world.contacts.clone();
            if self.stopped(world, before.contacts_mut()) {
                self.go_back(world, &before);
                continue;
            }
            self.find_here(world, size.t + h);
            let closing = earliest(before.contacts_mut(), &told, &world.contacts, h, tolerance);
            trials += 1;
            match closing.filter(|_| trials < TRIALS) {
                Some(earlier) => {
                    self.go_back(world, &before);
                    h = earlier;
                }
                None => {
                    let gaps = std::mem::replace(&mut world.contacts, told);
                    let report = self.hold(world, &gaps, report);
                    return (h, report);
                }
            }
        }
    }

    /// One trial.
    fn smoothly(&mut self, world: &mut World<D>, size: StepSize, whole: f64) -> StepReport {
        scale_impulses(world, size.h / whole);
        self.phase = Phase::Smooth;
        let report = self.advance(world, size);
        self.phase = Phase::Stepping;
        scale_impulses(world, whole / size.h);
        report
    }

    /// Whether contacts came to a stop that were taken to slide throughout: these are marked.
    fn stopped(&self, world: &World<D>, begun: &mut [Contact<D>]) -> bool {
        let mut any = false;
        for contact in begun.iter_mut().filter(|contact| contact.status == Status::Sliding) {
            let now = world.contacts.binary_search_by_key(&contact.id, |c| c.id);
            if now.is_ok_and(|k| world.contacts[k].status == Status::Sticking) {
                contact.status = Status::Sticking;
                let bodies = &world.bodies;
                contact.velocity = crate::problem::local_velocity(contact, bodies, &self.v_before);
                any = true;
            }
        }
        any
    }

    /// Contacts that last, of features that others have followed, take over from these.
    pub(in super::super) fn adopt(&self, contacts: &mut [Contact<D>]) {
        for contact in contacts {
            if contact.impulse[0] > 0.0 && contact.past.is_none() {
                contact.past = Some(Past { velocity: Vector::zeros() });
            }
        }
    }

    /// Puts the contacts that lasted back to a gap of zero, from which a part leaves them by its third order.
    fn hold(
        &mut self,
        world: &mut World<D>,
        gaps: &[Contact<D>],
        mut report: StepReport,
    ) -> StepReport {
        let gap = |contact: &Contact<D>| {
            gaps.binary_search_by_key(&contact.id, |c| c.id).ok().map(|k| gaps[k].gap)
        };
        self.ways.clear();
        for contact in &world.contacts {
            let lasts = contact.past.is_some() && contact.impulse[0] > 0.0;
            self.ways.push(match gap(contact) {
                Some(gap) if lasts => Way::Exactly(gap),
                Some(gap) => Way::AtLeast(gap.max(0.0)),
                None if lasts => Way::Exactly(0.0),
                None => Way::AtLeast(world.scheme.alert_distance),
            });
        }
        if self.ways.iter().all(|way| way.is_there()) {
            return report;
        }
        let work = self.bring_back(world);
        let [kinetic, potential, elastic] = ledger::energy(&world.bodies, &world.gravity);
        report.ledger = ledger::Ledger { kinetic, potential, elastic, ..report.ledger };
        report.ledger.projection_work += work;
        report
    }
}

/// When the first contact closed within a part of length h, if one did.
fn earliest<const D: usize>(
    begun: &[Contact<D>],
    told: &[Contact<D>],
    ended: &[Contact<D>],
    h: f64,
    tolerance: f64,
) -> Option<f64> {
    let of = |list: &[Contact<D>], contact: &Contact<D>| {
        list.binary_search_by_key(&contact.id, |c| c.id).ok()
    };
    let lasted = |contact: &Contact<D>| {
        contact.impulse[0] > 0.0 || of(told, contact).is_some_and(|k| told[k].past.is_some())
    };
    let closed = ended.iter().filter(|contact| contact.gap < -tolerance && !lasted(contact));
    let when = closed.map(|contact| {
        let start = of(begun, contact).map(|k| (begun[k].gap, begun[k].velocity[0]));
        start.and_then(|start| zero(start, contact.gap, h)).unwrap_or(SHORTER * h)
    });
    when.min_by(f64::total_cmp)
}

/// The last zero before h of the parabola with this value and rate at 0 and this value, which is negative, at h.
fn zero((gap, rate): (f64, f64), end: f64, h: f64) -> Option<f64> {
    let bend = (end - gap - rate * h) / (h * h);
    let root = (rate * rate - 4.0 * bend * gap).max(0.0).sqrt();
    // Where it bends down the later zero, else the earlier one: both without cancellation.
    let time = if rate >= 0.0 { -(rate + root) / (2.0 * bend) } else { 2.0 * gap / (root - rate) };
    (time > 0.0 && time < h).then_some(time)
}
