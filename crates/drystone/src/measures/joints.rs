//! How far joints have opened. A joint is a pair of bodies that touched in an earlier frame (the first
//! one with contacts, unless another is asked for). Its contact points of then are marked on both
//! bodies and followed: with the arms a = Rᵀ ρ and the normal ν = Rᵀ n in the bodies' frames of then
//!
//! ```text
//! d = (x_c + R_c a_c) - (x_a + R_a a_a),     opening = d · R_a ν,     sliding = ‖d - opening n‖
//! ```
//!
//! The greatest over the points of the joint count; they are known also after the contact is lost. A
//! negative opening is a penetration.

use super::value::{Item, extend};
use super::view::pose_in;
use super::{Refused, Table, View};
use crate::contact::Contact;
use crate::results::Frame;
use crate::space::Vector;
use std::collections::BTreeMap;

pub(super) fn measure<const D: usize>(view: &View<D>) -> Result<Table, Refused> {
    let mut table = Table::new(&[("candidate", ""), ("antagonist", ""), ("points", "")])
        .vector::<D>("", "m")
        .column("opening", "m")
        .column("sliding", "m")
        .column("active", "");
    let Some(then) = view.reference else {
        return Err(Refused::new("from", "an earlier frame with contacts is needed"));
    };
    let mut joints: BTreeMap<[usize; 2], Vec<Mark<D>>> = BTreeMap::new();
    let named = |contact: &&Contact<D>| contact.bodies.iter().any(|b| view.scope.names(*b));
    for contact in then.contacts.iter().filter(named) {
        joints.entry(contact.bodies).or_default().push(Mark::new(contact, then, view));
    }
    let mut active = BTreeMap::new();
    view.touching().for_each(|contact| *active.entry(contact.bodies).or_insert(0) += 1);
    for (bodies, marks) in &joints {
        let middle = marks.iter().map(|mark| mark.place).sum::<Vector<D>>() / marks.len() as f64;
        let Some(middle) = view.place(&middle) else { continue };
        let greatest =
            |of: fn(&Mark<D>) -> f64| marks.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
        let name = |body: usize| Item::Name(view.constants.names[body].clone());
        let mut row = vec![name(bodies[0]), name(bodies[1]), Item::Whole(marks.len())];
        extend(&mut row, middle.iter());
        extend(&mut row, &[greatest(|mark| mark.opening), greatest(|mark| mark.sliding)]);
        row.push(Item::Whole(active.get(bodies).copied().unwrap_or(0)));
        table.rows.push(row);
    }
    Ok(table)
}

/// A contact point that is followed.
struct Mark<const D: usize> {
    /// Where it is now on the antagonist.
    place: Vector<D>,
    opening: f64,
    sliding: f64,
}

impl<const D: usize> Mark<D> {
    fn new(contact: &Contact<D>, then: &Frame<D>, view: &View<D>) -> Self {
        let normal = contact.frame.column(0).into_owned();
        let old = contact.bodies.map(|body| pose_in::<D>(&then.q, body));
        let now = contact.bodies.map(|body| view.pose(body));
        let point = |side: usize| now[side].point(&old[side].local_direction(&contact.arms[side]));
        // What lies between the two points of then beside the gap: periods where space repeats, and
        // the part of a step that detection is ahead of the frame.
        let between = old[0].position + contact.arms[0] - old[1].position - contact.arms[1];
        let offset = between - normal * contact.gap;
        let way = point(0) - point(1) - offset;
        let normal = now[1].direction(&old[1].local_direction(&normal));
        let opening = way.dot(&normal);
        Self { place: point(1), opening, sliding: (way - normal * opening).norm() }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::Setting;
    use crate::results::blank;
    use crate::space::frame;
    use nalgebra::Vector2;

    /// A block of 2 m by 1 m on another: two points at its lower corners.
    fn two_blocks() -> Setting<2> {
        let mut setting = Setting::balls(&[Vector2::new(0.0, 1.0), Vector2::new(0.0, 0.0)]);
        setting.frame.contacts = blank(2);
        for (contact, x) in setting.frame.contacts.iter_mut().zip([-1.0, 1.0]) {
            contact.bodies = [0, 1];
            contact.arms = [Vector2::new(x, -0.5), Vector2::new(x, 0.5)];
            contact.point = Vector2::new(x, 0.5);
            contact.frame = frame(&Vector2::y(), None);
        }
        setting
    }

    /// The upper block tilts about its right lower corner by an angle: the left one opens by 2 sin, and
    /// has slid by 2 - 2 cos. Both blocks then turn together: nothing changes.
    #[test]
    fn a_joint_that_gapes() {
        let mut setting = two_blocks();
        let then = setting.frame.clone();
        setting.frame.contacts.clear();
        let angle = -0.1_f64;
        for whole in [0.0_f64, 0.7] {
            let turn = |angle: f64, x: Vector2<f64>| {
                let (s, c) = angle.sin_cos();
                Vector2::new(c * x[0] - s * x[1], s * x[0] + c * x[1])
            };
            let corner = Vector2::new(1.0, 0.5);
            let upper = corner + turn(angle, Vector2::new(-1.0, 0.5));
            setting.put(0, &turn(whole, upper));
            setting.frame.q[2] = angle + whole;
            setting.frame.q[5] = whole;
            let table = super::measure(&setting.since(&then)).expect("a table");
            assert_eq!(table.rows.len(), 1);
            let expected = [
                ("points", 2.0),
                ("opening", 2.0 * 0.1_f64.sin()),
                ("sliding", 2.0 - 2.0 * angle.cos()),
                ("active", 0.0),
            ];
            for (name, x) in expected {
                assert!((table.numbers(name)[0] - x).abs() < 1e-14, "{name}");
            }
        }
    }

    /// A joint across a border of periodic space opens no more than one inside.
    #[test]
    fn periods_do_not_count() {
        let mut setting = two_blocks();
        setting.put(1, &Vector2::new(100.0, 0.0));
        let then = setting.frame.clone();
        setting.put(0, &Vector2::new(0.25, 1.125));
        let table = super::measure(&setting.since(&then)).expect("a table");
        assert!((table.numbers("opening")[0] - 0.125).abs() < 1e-12);
        assert!((table.numbers("sliding")[0] - 0.25).abs() < 1e-12);
    }
}
