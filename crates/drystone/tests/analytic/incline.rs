//! A block on a slope: friction sticks exactly or slides at g (sin a - μ cos a).

use crate::common::*;
use drystone::space::Vector;
use drystone::world::World;

/// A 1 m block resting on a slope of 20° with μ = factor × tan 20°.
fn block<const D: usize>(factor: f64, time_step: f64) -> (World<D>, Vector<D>, Vector<D>) {
    let angle = 20_f64.to_radians();
    let mut world = world::<D>(time_step, dry(factor * angle.tan()));
    let (plane, normal, downhill) = slope::<D>(angle);
    add_fixed(&mut world, plane, drystone::space::Pose::identity());
    let at = pose_at(normal * 0.5, angle);
    add(&mut world, cuboid(Vector::repeat(0.5)), at, &[]);
    (world, normal, downhill)
}

fn sticks<const D: usize>() {
    let (mut world, normal, downhill) = block::<D>(1.01, 1e-3);
    let start = position(&world, 1);
    let corners = 1 << (D - 1);
    run(&mut world, 10.0, |_, report| {
        assert_eq!((report.active, report.sliding), (corners, 0), "at {}", report.time);
    });
    let moved = position(&world, 1) - start;
    assert!(moved.dot(&downhill).abs() < 1e-9, "drift {:e}", moved.dot(&downhill));
    assert!(moved.dot(&normal).abs() < 1e-9, "sinking {:e}", moved.dot(&normal));
}

#[test]
fn a_block_on_a_rough_slope_does_not_creep() {
    sticks::<2>();
    sticks::<3>();
}

fn slides<const D: usize>() {
    let angle = 20_f64.to_radians();
    let acceleration = G * (angle.sin() - 0.99 * angle.tan() * angle.cos());
    let duration = (2.0 * 10.0 / acceleration).sqrt();
    let (mut world, normal, downhill) = block::<D>(0.99, 1e-3);
    let start = position(&world, 1);
    run(&mut world, duration, |world, report| {
        assert!(report.contacts > 0, "contact lost at {}", report.time);
        let height = (position(world, 1) - start).dot(&normal);
        assert!(height.abs() < 1e-5, "height {height:e} at {}", report.time);
    });
    let distance = (position(&world, 1) - start).dot(&downhill);
    let expected = 0.5 * acceleration * world.time * world.time;
    assert!((9.9..10.1).contains(&expected));
    assert!((distance / expected - 1.0).abs() < 1e-3, "{distance} instead of {expected}");
}

#[test]
fn a_block_slides_with_the_exact_acceleration() {
    slides::<2>();
    slides::<3>();
}
