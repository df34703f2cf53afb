//! Joins convex parts whose union is convex.

use crate::shapes::{Aabb, Convex};
use crate::space::Vector;

/// Joins until no two parts have a convex union. `rounding` is the volume between two parts and
/// their hull, relative to the smaller, that is none, but at least 10⁻⁹.
pub(super) fn join<const D: usize>(parts: Vec<Convex<D>>, rounding: f64) -> Vec<Convex<D>> {
    let rounding = rounding.max(1e-9);
    let volume = |c: &Convex<D>| c.mass_properties().map_or(0.0, |m| m.volume);
    let sized = |c: Convex<D>| (volume(&c), Aabb::around(c.vertices()), c);
    let mut known: Vec<_> = parts.into_iter().map(sized).collect();
    // Small parts first: they are what the cuts have left over.
    known.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut i = 0;
    while i < known.len() {
        let joined = (0..known.len()).filter(|j| *j != i).find_map(|j| {
            let ((v, box_, part), (w, other_box, other)) = (&known[i], &known[j]);
            if !box_.grown(1e-9 * box_.extent()).overlaps(other_box) {
                return None;
            }
            let both: Vec<Vector<D>> =
                part.vertices().iter().chain(other.vertices()).copied().collect();
            let hull = Convex::from_vertices(&both).ok()?;
            ((volume(&hull) - v - w).abs() <= rounding * v.min(*w)).then_some((j, hull))
        });
        match joined {
            Some((j, hull)) => {
                known.swap_remove(i.max(j));
                known.swap_remove(i.min(j));
                known.push(sized(hull));
                i = 0;
            }
            None => i += 1,
        }
    }
    known.into_iter().map(|k| k.2).collect()
}
