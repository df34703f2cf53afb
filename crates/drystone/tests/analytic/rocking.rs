//! Rocking of a slender block on its two corners (Housner): each impact keeps the fraction
//! 1 - (3/2) sin² a of the angular velocity, a being the half-diagonal's angle to the vertical.

use crate::common::*;
use drystone::space::{Pose, Vector};

fn rocks<const D: usize>() {
    let (half_width, half_height) = (0.25_f64, 1.0_f64);
    let slenderness = (half_width / half_height).atan();
    let ratio = 1.0 - 1.5 * slenderness.sin().powi(2);
    let mut world = world::<D>(1e-4, dry(2.0));
    add_fixed(&mut world, slope::<D>(0.0).0, Pose::identity());
    // Tilted about the right corner, released from rest.
    let tilt = 0.4 * slenderness;
    let mut half = Vector::<D>::repeat(half_width);
    half[D - 1] = half_height;
    let (s, c) = tilt.sin_cos();
    let mut centre = Vector::<D>::zeros();
    centre[0] = -half_width * c + half_height * s;
    centre[D - 1] = half_width * s + half_height * c;
    let body = add(&mut world, cuboid(half), pose_at(centre, tilt), &[]);
    let spin = |world: &drystone::world::World<D>| {
        if D == 2 { -world.bodies.velocity(body)[2] } else { world.bodies.velocity(body)[4] }
    };
    // An impact is a fall of the angular speed while the block swings down; it may take two
    // steps, so the speed after it is read three steps after the last one before it.
    let (mut last, mut swinging_down, mut wait) = (0.0_f64, false, 0);
    let (mut before, mut ratios) = (0.0, vec![]);
    run(&mut world, 12.0, |world, _| {
        let speed = spin(world).abs();
        if wait > 0 {
            wait -= 1;
            if wait == 0 {
                ratios.push(speed / before);
            }
        } else if swinging_down && speed < 0.999 * last {
            (before, swinging_down, wait) = (last, false, 2);
        } else {
            swinging_down = speed > last;
        }
        last = speed;
    });
    assert!(ratios.len() >= 5, "only {} impacts", ratios.len());
    for (i, found) in ratios.iter().take(5).enumerate() {
        assert!((found / ratio - 1.0).abs() < 5e-3, "impact {i}: {found} instead of {ratio}");
    }
}

#[test]
fn a_rocking_block_keeps_housners_ratio() {
    rocks::<2>();
    rocks::<3>();
}
