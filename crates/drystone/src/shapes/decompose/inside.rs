//! Whether a point is inside a closed surface: how often the surface winds around it.

use crate::space::{Vector, moment};
use std::f64::consts::TAU;

pub(super) fn is_inside<const D: usize>(surface: &[[Vector<D>; D]], x: &Vector<D>) -> bool {
    let angles = surface.iter().map(|facet| angle(&facet.map(|v| v - x)));
    let full = if D == 2 { TAU } else { 2.0 * TAU };
    angles.sum::<f64>() > 0.5 * full
}

/// The signed angle, in space the solid angle (van Oosterom and Strackee, 1983), of a facet seen
/// from the origin.
fn angle<const D: usize>(p: &[Vector<D>; D]) -> f64 {
    let m = moment(&p[0], &p[1]);
    if D == 2 {
        return m[0].atan2(p[0].dot(&p[1]));
    }
    let (a, b, c) = (p[0], p[1], p[D - 1]);
    let [la, lb, lc] = [a.norm(), b.norm(), c.norm()];
    let volume: f64 = (0..D).map(|k| m[k] * c[k]).sum();
    let share = la * lb * lc + a.dot(&b) * lc + b.dot(&c) * la + c.dot(&a) * lb;
    2.0 * volume.atan2(share)
}
