//! A floor cut into slabs is a floor: a block sliding over the cuts feels none of them.

use crate::common::*;
use drystone::space::{Pose, Vector};

/// Configuration after sliding to rest over 9.4 m, and the most contacts on the way.
fn slide<const D: usize>(slabs: bool) -> (Vec<f64>, usize) {
    let mut world = world::<D>(1e-3, dry(0.1));
    if slabs {
        for i in 0..100 {
            let mut half = Vector::<D>::repeat(2.0);
            half[0] = 0.06;
            half[D - 1] = 0.25;
            let mut at = axis::<D>(0, -1.0 + 0.12 * i as f64);
            at[D - 1] = -0.25;
            add_fixed(&mut world, cuboid(half), pose_at(at, 0.0));
        }
    } else {
        add_fixed(&mut world, slope::<D>(0.0).0, Pose::identity());
    }
    let mut half = Vector::<D>::repeat(0.25);
    half[0] = 0.5;
    let at = pose_at(axis(D - 1, 0.25), 0.0);
    let block = add(&mut world, cuboid(half), at, &[5.0]);
    let mut most = 0;
    run(&mut world, 2.5, |_, report| {
        assert!(report.active > 0, "contact lost at {}", report.time);
        most = most.max(report.contacts);
    });
    (world.bodies.q[world.bodies.q_range(block)].to_vec(), most)
}

fn same_motion<const D: usize>() {
    let ((plain, few), (cut, many)) = (slide::<D>(false), slide::<D>(true));
    assert!(many > 4 * few, "the block must rest on many slabs at once: {many}");
    assert!(plain[0] > 9.0);
    for (a, b) in plain.iter().zip(&cut) {
        assert!((a - b).abs() < 1e-9, "{plain:?} became {cut:?}");
    }
}

#[test]
fn a_block_slides_over_coplanar_slabs_as_over_one_plane() {
    same_motion::<2>();
    same_motion::<3>();
}
