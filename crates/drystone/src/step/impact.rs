//! Steps cut at impacts (`time_of_impact`).
//!
//! A law that acts on contact alone (restitution) must see the two bodies in contact in some test
//! configuration. A body that crosses another between two of them is not seen, and one that does not is
//! sent back half a step early or late. So the step is cut: a part up to the earliest impact, found by
//! conservative advancement, a short one with the shock, and the rest. Impacts that are too slow to move a body
//! by more than a thousandth of its thickness in a step are left to the scheme, so that a ball
//! comes to rest that bounces lower and lower.

use super::retry::Kept;
use super::{StepReport, Stepper};
use crate::bodies::StepSize;
use crate::contact::Contact;
use crate::detection::{Collider, Configuration, Detector, Motion, collide};
use crate::problem::local_velocity;
use crate::space::{Pose, Vector, advance, pose};
use crate::world::World;

/// Most parts of a step; the last one takes what is left.
const PARTS: usize = 256;

/// Most steps of the advancement.
const ADVANCES: usize = 100;

/// What is left of a step that is no part any more, as a share of it.
const SLIVER: f64 = 1e-6;

/// Share of the thickness at which two shapes touch.
const TOUCH: f64 = 1e-6;

/// Share of the thickness that an impact must be able to cover in a step.
const SLOW: f64 = 1e-3;

/// The part with the shock, as a share of the step.
const SHOCK: f64 = 1e-3;

impl<const D: usize> Stepper<D> {
    /// A step in as many parts as impacts ask for.
    pub(super) fn step_in_parts(&mut self, world: &mut World<D>) -> StepReport {
        let whole = world.step_size();
        let mut report: Option<StepReport> = None;
        let (mut done, mut last) = (0.0, whole.h);
        let may_fail = !world.bodies.take_one_round();
        let before = may_fail.then(|| Kept::of(world, self.solver_memory()));
        for part in 1..=PARTS {
            let left = whole.h - done;
            let allowed = if part == PARTS { left } else { self.until_impact(world, left) };
            // No sliver remains for a last part.
            let h = if allowed > (1.0 - SLIVER) * left { left } else { allowed };
            scale_impulses(world, h / last);
            let size = StepSize { t: whole.t + done, h, theta: whole.theta };
            let next = self.advance_or_halve(world, size);
            let sum = report.map_or(next, |sum| sum.followed_by(&next));
            if sum.unbalanced.is_some() {
                before.iter().for_each(|before| self.go_back(world, before));
                return sum;
            }
            report = Some(sum);
            (done, last) = (done + h, h);
            if h == left || self.is_late() {
                break;
            }
        }
        // As if the last part's forces had acted throughout.
        scale_impulses(world, whole.h / last);
        report.unwrap_or_default()
    }

    /// How long the next part may be, at most `left`.
    pub(super) fn until_impact(&self, world: &World<D>, left: f64) -> f64 {
        let poses: Vec<Pose<D>> = (0..world.bodies.len()).map(|i| world.bodies.pose(i)).collect();
        let expected = |c| Motion::expected(c, &poses[c.body], world.bodies.velocity(c.body), left);
        let motions: Vec<Motion<D>> = world.colliders.iter().map(expected).collect();
        let now = Configuration {
            colliders: &world.colliders,
            poses: &poses,
            movable: &self.movable,
            visibility: &world.visibility,
            periodic: &world.periodic,
            alert: 0.0,
            motions: &motions,
        };
        let mut candidates = vec![];
        Detector::new().detect(&now, &[], &mut candidates);
        let pair = |c: &Contact<D>| (c.id.candidate, c.id.antagonist, c.id.image);
        let pairs = candidates.chunk_by(|a, b| pair(a) == pair(b));
        let allowed = pairs.filter_map(|contacts| Approach::new(world, contacts)?.allows(left));
        allowed.fold(left, f64::min)
    }
}

/// Two colliders that may meet.
struct Approach<'a, const D: usize> {
    world: &'a World<D>,
    contacts: &'a [Contact<D>],
    /// How far they overlap when the way out changes sides.
    thickness: f64,
}

impl<'a, const D: usize> Approach<'a, D> {
    /// `None` when neither can pass through the other, or their law sees a gap as soon as it is a
    /// candidate.
    fn new(world: &'a World<D>, contacts: &'a [Contact<D>]) -> Option<Self> {
        let id = contacts.first()?.id;
        let material = |k: u32| world.colliders[k as usize].material;
        let law = world.laws.row(material(id.candidate), material(id.antagonist));
        let goes_by_events = world.scheme.events.is_some();
        if !goes_by_events && !world.laws.laws[law].waits_for_contact() {
            return None;
        }
        let of = |k: u32| world.colliders[k as usize].shape.thickness();
        let thickness = match [of(id.candidate), of(id.antagonist)] {
            [Some(a), Some(b)] => 0.5 * (a + b),
            // What has no other side cannot be passed, but is met.
            [one, other] => one.or(other)?,
        };
        Some(Self { world, contacts, thickness })
    }

    /// How long a part this pair allows; `None` for any.
    fn allows(&self, left: f64) -> Option<f64> {
        let short = |speed: f64| (0.5 * self.thickness / speed).min(SHOCK * self.step());
        let gap = self.contacts.iter().map(|c| c.gap).fold(f64::INFINITY, f64::min);
        if gap <= TOUCH * self.thickness {
            let speed = |c| -local_velocity(c, &self.world.bodies, &self.world.bodies.v)[0];
            let fastest = self.contacts.iter().map(speed).fold(0.0, f64::max);
            return Some(short(fastest)).filter(|_| self.is_fast(fastest)).filter(|t| *t < left);
        }
        let (time, speed) = self.impact(left)?;
        self.is_fast(speed).then_some(time)
    }

    fn step(&self) -> f64 {
        self.world.scheme.time_step
    }

    fn is_fast(&self, speed: f64) -> bool {
        speed * self.step() > SLOW * self.thickness
    }

    /// When the shapes meet, within `left`, and how fast: they cannot before the gap has been
    /// covered by the approach along its normal, the turning, and the fall.
    fn impact(&self, left: f64) -> Option<(f64, f64)> {
        let World { bodies, colliders, periodic, gravity, .. } = self.world;
        let id = self.contacts[0].id;
        let [a, b] = [id.candidate, id.antagonist].map(|k| &colliders[k as usize]);
        let falls =
            |c: &Collider<D>| bodies.movable(c.body) && bodies.list[c.body].drives.is_empty();
        let rate =
            [a, b].map(|c| Motion::expected(c, &bodies.pose(c.body), bodies.velocity(c.body), 1.0));
        let approach: Vector<D> = rate[1].shift - rate[0].shift;
        let fall = if falls(a) == falls(b) { 0.0 } else { gravity.norm() * left };
        let turning = rate[0].stray + rate[1].stray + fall;
        let reach = (approach.norm() + turning) * left;
        let mut touches = vec![];
        let mut time = 0.0;
        for _ in 0..ADVANCES {
            let [p, mut q] = [a, b].map(|c| {
                let mut q = [0.0; 7];
                let range = bodies.q_range(c.body);
                let q = &mut q[..range.len()];
                q.copy_from_slice(&bodies.q[range]);
                advance::<D>(q, bodies.velocity(c.body), time);
                if falls(c) {
                    (0..D).for_each(|k| q[k] += 0.5 * time * time * gravity[k]);
                }
                c.pose(&pose(q))
            });
            q.position += periodic.shift(id.image);
            touches.clear();
            collide(&a.shape, &p, &b.shape, &q, reach, &mut touches);
            let nearest = touches.iter().min_by(|x, y| x.gap.total_cmp(&y.gap))?;
            let convex = a.shape.is_convex() && b.shape.is_convex();
            let straight = if convex { nearest.normal.dot(&approach) } else { approach.norm() };
            let speed = straight.max(0.0) + turning;
            if nearest.gap <= TOUCH * self.thickness {
                return Some((time, speed));
            }
            time += nearest.gap / speed;
            if time >= left || !time.is_finite() {
                return None;
            }
        }
        Some((time, approach.norm() + turning))
    }
}

/// Contacts and joints begin a part with the impulses that the forces of the part before would give.
pub(super) fn scale_impulses<const D: usize>(world: &mut World<D>, factor: f64) {
    if factor == 1.0 {
        return;
    }
    for contact in &mut world.contacts {
        contact.impulse *= factor;
        contact.bond *= factor;
        contact.couple.iter_mut().for_each(|couple| *couple *= factor);
    }
    for state in world.joints.iter_mut().map(|joint| &mut joint.state) {
        state.impulses.iter_mut().for_each(|impulse| *impulse *= factor);
        state.report.impulse.iter_mut().for_each(|impulse| *impulse *= factor);
    }
}
