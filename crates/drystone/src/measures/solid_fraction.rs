//! The solid fraction φ of a box and its void ratio e = (1 - φ)/φ: with V_b the volume of a body and
//! s_b the share of it that is in the box (`overlap.rs`)
//!
//! ```text
//! φ = Σ V_b s_b / V
//! ```
//!
//! over all bodies with a volume, walls without one not counting. The share is exact for disks,
//! polygons and polyhedra, and to 1e-9 for spheres; of capsules, cylinders and rounded bodies it is that
//! of their polygons, of a cluster that of its parts together. Where no region is given the box is
//! the one around the grains' centres, which leaves out the loose layers along walls; along
//! an axis where space repeats it is the whole cell.

use super::overlap::volumes;
use super::{Value, View};

pub(super) fn measure<const D: usize>(view: &View<D>) -> Vec<Value> {
    let fraction = fraction(view).unwrap_or(f64::NAN);
    vec![
        Value::new("solid_fraction", "", fraction),
        Value::new("void_ratio", "", (1.0 - fraction) / fraction),
    ]
}

fn fraction<const D: usize>(view: &View<D>) -> Option<f64> {
    let geometry = view.geometry?;
    let region = view.region_or_box()?;
    if (region.max - region.min).min() <= 0.0 {
        return None;
    }
    // Of each body: the volume of its pieces in the box, and all of it.
    let mut shares = vec![[0.0; 2]; view.bodies()];
    for piece in &geometry.pieces {
        let volume = view.constants.volume[piece.body];
        if volume > 0.0 && view.scope.names(piece.body) {
            let home = geometry.shown_pose(piece, &view.pose(piece.body));
            let outline = geometry.outline(piece);
            let Some(bounds) = outline.bounds(&home) else { continue };
            for (k, way) in view.images(&bounds, &region).iter().enumerate() {
                let mut pose = home;
                pose.position += way;
                let [inside, whole] = volumes(outline, &pose, &region);
                shares[piece.body][0] += inside;
                shares[piece.body][1] += if k == 0 { whole } else { 0.0 };
            }
        }
    }
    let solid = shares.iter().zip(&view.constants.volume).filter(|(share, _)| share[1] > 0.0);
    let solid: f64 = solid.map(|([inside, whole], volume)| volume * inside / whole).sum();
    Some(solid / (region.max - region.min).product())
}

#[cfg(test)]
mod tests {
    use super::super::options::Options;
    use super::super::testing::{Setting, value};
    use super::super::{Value, View};
    use crate::detection::Periodic;
    use crate::results::{Geometry, Outline, Piece};
    use crate::space::{Pose, Vector};
    use nalgebra::{Vector2, Vector3};
    use std::f64::consts::PI;

    fn measured<const D: usize>(setting: &Setting<D>, periodic: Periodic<D>) -> Vec<Value> {
        let piece = |body| Piece { body, outline: 0, pose: Pose::identity(), of_wall: false };
        let pieces = (0..setting.constants.mass.len()).map(piece).collect();
        let outlines = vec![Outline::Ball { radius: 0.5 }];
        let geometry = Geometry { pieces, outlines, periodic };
        super::measure(&View { geometry: Some(&geometry), ..setting.view() })
    }

    fn lattice<const D: usize>(n: usize) -> Vec<Vector<D>> {
        let at = |k: usize| Vector::from_fn(|i, _| (k / n.pow(i as u32) % n) as f64);
        (0..n.pow(D as u32)).map(at).collect()
    }

    /// Balls of diameter 1 at distance 1: π/4 in the plane, π/6 in space, also where the box cuts
    /// them as it likes.
    #[test]
    fn square_and_cubic_lattices() {
        let plane = Setting::balls(&lattice::<2>(5));
        let found = measured(&plane, Periodic::default());
        assert!((value(&found, "solid_fraction") - PI / 4.0).abs() < 1e-12);
        assert!((value(&found, "void_ratio") - (4.0 / PI - 1.0)).abs() < 1e-12);
        let region = Some([vec![0.3, 0.7], vec![3.3, 2.7]]);
        let plane = plane.with(&Options { region, ..Options::default() });
        let found = measured(&plane, Periodic::default());
        assert!((value(&found, "solid_fraction") - PI / 4.0).abs() < 1e-12);
        let region = Some([vec![0.3, 0.7, 0.1], vec![2.3, 2.7, 1.1]]);
        let options = Options { region, ..Options::default() };
        let space = Setting::balls(&lattice::<3>(4)).with(&options);
        let found = measured(&space, Periodic::default());
        assert!((value(&found, "solid_fraction") - PI / 6.0).abs() < 1e-9);
    }

    /// In a cell that repeats all that sticks out on one side comes in on the other, wherever the
    /// bodies have wandered.
    #[test]
    fn a_periodic_cell() {
        let mut setting = Setting::balls(&lattice::<2>(3));
        setting.put(4, &Vector2::new(1.0 + 6.0, 1.0));
        let mut periodic = Periodic::default();
        periodic.repeat(0, 0.2, 3.2);
        let found = measured(&setting, periodic);
        assert!((value(&found, "solid_fraction") - PI / 4.0).abs() < 1e-12);
    }

    #[test]
    fn nothing_has_no_fraction() {
        let one = Setting::balls(&[Vector3::zeros()]);
        assert!(value(&measured(&one, Periodic::default()), "solid_fraction").is_nan());
    }
}
