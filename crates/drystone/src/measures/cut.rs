//! The force and the moment that contacts transmit across a plane through p with the normal n:
//!
//! ```text
//! F = Σ f_c,      M = Σ (x_c - p) × f_c
//! ```
//!
//! over the contacts between a body on the side of n and one on the other; f_c acts on the former. A
//! grain is where its centre is, a body that is fixed or driven is where the contact is, so that a
//! wall beside a grain is on its side. At equilibrium F holds the weight of the side of n, but
//! for what walls on that side carry. With a region only contacts in it count.

use super::resultant::Wrench;
use super::{Value, View};
use crate::space::Vector;

pub(super) fn measure<const D: usize>(view: &View<D>) -> Vec<Value> {
    let mut wrench = Wrench::default();
    if let Some([point, normal]) = &view.scope.cut {
        for contact in view.reacting().filter(|contact| view.has(contact)) {
            let ahead = |body: usize| {
                let moves = view.constants.free[body];
                let place = if moves { view.position(body) } else { contact.point };
                normal.dot(&(place - point)) > 0.0
            };
            let [candidate, antagonist] = contact.bodies.map(ahead);
            if candidate != antagonist {
                let force: Vector<D> = view.force(contact);
                let sign = if candidate { 1.0 } else { -1.0 };
                wrench.add(&(force * sign), &(contact.point - point));
            }
        }
    }
    wrench.values("cut")
}

#[cfg(test)]
mod tests {
    use super::super::options::Options;
    use super::super::testing::{Setting, value};
    use nalgebra::Vector2;

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
}
