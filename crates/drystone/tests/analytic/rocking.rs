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
    // Angular speed at each change of the supporting corner, from the energy just around it.
    let (mut before, mut ratios) = (0.0_f64, vec![]);
    let (mut last, mut falling) = (0.0_f64, false);
    run(&mut world, 12.0, |world, _| {
        let speed = spin(world).abs();
        if speed > last {
            falling = true;
        } else if falling && speed < last * 0.999 {
            // A drop of the speed while falling: the impact. It is over when the speed settles.
            before = last;
            falling = false;
            ratios.push((before, speed));
        } else if let Some((_, after)) = ratios.last_mut() {
            if *after - speed > 1e-3 * *after && ratios_open(*after, before, ratio) {
                *after = speed;
            }
        }
        last = speed;
    });
    assert!(ratios.len() >= 5, "only {} impacts", ratios.len());
    for (i, (before, after)) in ratios.iter().take(5).enumerate() {
        let found = after / before;
        assert!((found / ratio - 1.0).abs() < 5e-3, "impact {i}: {found} instead of {ratio}");
    }
}

/// Whether the impact is still going on: the speed is above what Housner's ratio leaves.
fn ratios_open(after: f64, before: f64, ratio: f64) -> bool {
    after > before * ratio * 1.004
}

#[test]
fn a_rocking_block_keeps_housners_ratio() {
    rocks::<2>();
    rocks::<3>();
}
