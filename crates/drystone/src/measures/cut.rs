//! The force and the moment that contacts transmit across a plane through p with the normal n:
//!
//! ```text
//! F = Σ k_c f_c,      M = Σ sgn(k_c) Σ_j (x_c - p_j) × f_c
//! ```
//!
//! over the contacts, f_c acting on the candidate. k_c says how often the branch from the antagonist
//! (that image of it which is touched) to the candidate crosses the plane, positive along n:
//! 1, -1 or 0. Where space repeats along an axis e, directed so that n·e > 0, with the period L, a
//! contact has images that cross the plane where it does not itself. Its images across the plane
//! are as many as images of the plane, through p_j = p + j L e with whole numbers j, that it crosses:
//!
//! ```text
//! k_c = ⌈s(x_candidate)⌉ - ⌈s(x_antagonist)⌉,      s(x) = n·(x - p) / (L n·e)
//! ```
//!
//! and j runs over the planes that are crossed. So F does not depend on how often bodies have gone
//! round, and at equilibrium without loads every parallel plane has the same. Along axes of the plane
//! along which space repeats, F is that of one cell, and x_c is the image in the cell. A plane oblique to
//! two axes along which space repeats has no finite F.
//!
//! A grain is where its centre is, a body that is fixed or driven is where the contact is, so that a
//! wall beside a grain is on its side. At equilibrium F holds the weight of the side of n, but
//! for what walls on that side carry. With a region only contacts with x_c (moved from p_j to p) in
//! it count.

use super::resultant::Wrench;
use super::{Value, View};
use crate::contact::Contact;
use crate::space::Vector;

/// A plane whose normal has no more than this along an axis is parallel to it.
const PARALLEL: f64 = 1e-12;

pub(super) fn measure<const D: usize>(view: &View<D>) -> Vec<Value> {
    let mut wrench = Wrench::default();
    let Some([point, normal]) = view.scope.cut else { return wrench.values("cut") };
    let periodic = view.geometry.map(|geometry| geometry.periodic).unwrap_or_default();
    // The way from the plane to its next image, if it has any.
    let across: Vec<usize> =
        (0..D).filter(|k| periodic.repeats(*k) && normal[*k].abs() > PARALLEL).collect();
    let mut step = Vector::<D>::zeros();
    match across.as_slice() {
        [] => {}
        [axis] => step[*axis] = periodic.period(*axis) * normal[*axis].signum(),
        _ => {
            wrench.add(&Vector::repeat(f64::NAN), &[0.0; 3], &Vector::zeros());
            return wrench.values("cut");
        }
    }
    let spacing = normal.dot(&step);
    for contact in view.reacting().filter(|contact| view.names(contact)) {
        // The number of the first plane that is not behind a place.
        let planes = |place: Vector<D>| {
            let s = normal.dot(&(place - point));
            if spacing > 0.0 { (s / spacing).ceil() as i64 } else { i64::from(s > 0.0) }
        };
        let [candidate, antagonist] = ends(view, contact).map(planes);
        let sign = if candidate > antagonist { 1.0 } else { -1.0 };
        let force = view.force(contact) * sign;
        let couple = view.couple(contact).map(|couple| couple * sign);
        for plane in candidate.min(antagonist)..candidate.max(antagonist) {
            let touch = contact.point - step * plane as f64;
            if view.scope.region.is_none() {
                // Along the plane the image in the cell, across it the one at the plane.
                let shown = view.shown(&touch);
                let at =
                    Vector::from_fn(|k, _| if across.contains(&k) { touch[k] } else { shown[k] });
                wrench.add(&force, &couple, &(at - point));
                continue;
            }
            let at_plane = |place: &Vector<D>| {
                across.iter().all(|k| (place[*k] - touch[*k]).abs() < 0.5 * periodic.period(*k))
            };
            for place in view.places(&touch).filter(at_plane) {
                wrench.add(&force, &couple, &(place - point));
            }
        }
    }
    wrench.values("cut")
}

/// Where the candidate is, and that image of the antagonist which it touches.
fn ends<const D: usize>(view: &View<D>, contact: &Contact<D>) -> [Vector<D>; 2] {
    let ways = [Vector::zeros(), view.way_to_image(contact)];
    std::array::from_fn(|side| {
        let body = contact.bodies[side];
        if view.constants.free[body] { view.position(body) + ways[side] } else { contact.point }
    })
}

#[cfg(test)]
mod tests {
    use super::super::options::Options;
    use super::super::testing::{Setting, value};
    use crate::contact::Image;
    use nalgebra::{Vector2, Vector3};

    /// A column of balls of weight 10 N: the contact below ball k carries all from k on. Cuts at any
    /// height between two contacts' balls find the weight above.
    #[test]
    fn the_weight_above_a_cut() {
        let n = 6;
        let at = |k: usize| Vector2::new(2.0, k as f64);
        let mut column = Setting::balls(&(0..n).map(at).collect::<Vec<_>>());
        column.constants.free[0] = false;
        for k in 1..n {
            column.press(k, k - 1, 10.0 * (n - k) as f64);
        }
        for (height, above) in [(0.7, 5.0), (1.1, 4.0), (3.9, 2.0), (4.5, 1.0), (5.5, 0.0)] {
            let cut = Some([vec![0.0, height], vec![0.0, 3.0]]);
            column = column.with(&Options { cut, ..Options::default() });
            let found = super::measure(&column.view());
            assert!((value(&found, "cut_force_y") - 10.0 * above).abs() < 1e-12, "{height}");
            assert!((value(&found, "cut_moment") - 20.0 * above).abs() < 1e-12, "{height}");
        }
        // A fixed body lies where it is touched: a cut just below the contact finds nothing.
        let cut = Some([vec![0.0, 0.4], vec![0.0, 1.0]]);
        column = column.with(&Options { cut, ..Options::default() });
        assert_eq!(value(&super::measure(&column.view()), "cut_contacts"), 0.0);
    }

    /// A ring of balls around a cell of 5 m pressed with 3 N, some of which have gone round: every plane
    /// across finds 3 N once, with the moment 3 N times the height, wherever it is, and whatever
    /// its inclination.
    #[test]
    fn a_ring_across_a_border() {
        let n = 5;
        let gone = [0.0, 1.0, -2.0, 0.0, 7.0];
        let at = |k: usize| Vector2::new(k as f64 + 0.5 + 5.0 * gone[k], 2.0);
        let home = |k: usize| Vector2::new(k as f64 + 0.5, 2.0);
        let mut ring = Setting::balls(&(0..n).map(at).collect::<Vec<_>>()).repeating(0, 0.0, 5.0);
        for k in 0..n {
            // The next ball, and the periods from where it is counted to where it is touched.
            let next = (k + 1) % n;
            let round = if next == 0 { 1.0 } else { 0.0 };
            let periods = gone[k] + round - gone[next];
            ring.press(k, next, 3.0);
            let contact = ring.frame.contacts.last_mut().expect("one");
            contact.id.image = Image::new([periods as i32, 0]);
            contact.arms = [Vector2::new(0.5, 0.0), Vector2::new(-0.5, 0.0)];
            contact.point = at(k) + contact.arms[0];
            contact.frame = crate::space::frame(&-Vector2::x(), None);
            assert_eq!(home(k)[0] + 1.0, home(next)[0] + 5.0 * round);
        }
        for x in [-3.1, 0.0, 0.2, 1.9, 4.9, 5.3] {
            for normal in [[1.0, 0.0], [1.0, 0.1], [-2.0, 1.0]] {
                let cut = Some([vec![x, 1.5], normal.to_vec()]);
                ring = ring.with(&Options { cut: cut.clone(), ..Options::default() });
                let found = super::measure(&ring.view());
                // The body ahead is pushed ahead.
                let force = 3.0 * f64::signum(normal[0]);
                assert!((value(&found, "cut_force_x") - force).abs() < 1e-12, "{x} {normal:?}");
                assert!((value(&found, "cut_moment") + 0.5 * force).abs() < 1e-12);
                assert_eq!(value(&found, "cut_contacts"), 1.0);
                // In a region that holds the plane, and in one that does not.
                for (region, count) in [([x - 1.5, x + 1.5], 1.0), ([x + 2.0, x + 3.0], 0.0)] {
                    let region = Some([vec![region[0], 0.0], vec![region[1], 4.0]]);
                    let cut = cut.clone();
                    ring = ring.with(&Options { cut, region, ..Options::default() });
                    assert_eq!(value(&super::measure(&ring.view()), "cut_contacts"), count);
                }
            }
        }
    }

    /// A ball larger than the cell touches its own image two periods away: both planes between count.
    #[test]
    fn a_branch_across_several_planes() {
        let mut setting = Setting::balls(&[Vector3::new(0.5, 0.0, 7.0)]).repeating(2, 0.0, 1.0);
        setting.frame.contacts = crate::results::blank(1);
        let contact = &mut setting.frame.contacts[0];
        contact.id.image = Image::new([0, 0, -2]);
        contact.point = Vector3::new(0.5, 0.0, 6.0);
        contact.frame = crate::space::frame(&Vector3::z(), None);
        contact.impulse[0] = 4.0 * setting.constants.time_step;
        let cut = Some([vec![0.0, 0.0, 0.25], vec![0.0, 0.0, 1.0]]);
        setting = setting.with(&Options { cut, ..Options::default() });
        let found = super::measure(&setting.view());
        assert!((value(&found, "cut_force_z") - 8.0).abs() < 1e-12);
        assert!((value(&found, "cut_moment_y") + 4.0).abs() < 1e-12);
        assert_eq!(value(&found, "cut_contacts"), 2.0);
    }
}
