//! Perfectly rough: nothing slides.

use crate::common::*;
use crate::slider::friction;
use drystone::laws::Friction;
use drystone::laws::friction::Rough;
use drystone::space::{Pose, Vector};

fn rough() -> drystone::laws::ContactLaw {
    friction(Friction::Rough(Rough {}))
}

/// A flat block on a slope of 60 degrees stays where it is.
fn holds<const D: usize>() {
    let angle = 60_f64.to_radians();
    let (plane, normal, _) = slope::<D>(angle);
    let mut world = world::<D>(1e-2, rough());
    add_fixed(&mut world, plane, Pose::identity());
    let mut half = Vector::<D>::repeat(0.5);
    half[D - 1] = 0.1;
    let at = normal * 0.1;
    add(&mut world, cuboid(half), pose_at(at, angle), &[]);
    run(&mut world, 1.0, |_, _| ());
    assert!(velocity(&world, 1).norm() < 1e-9, "{}", velocity(&world, 1));
    assert!((position(&world, 1) - at).norm() < 1e-9);
}

#[test]
fn a_block_stays_on_a_slope_of_sixty_degrees() {
    holds::<2>();
    holds::<3>();
}

/// A ball on a slope rolls from the first instant: acceleration g sin α / (1 + k).
fn rolls<const D: usize>(shape: f64) {
    let angle = 60_f64.to_radians();
    let (plane, normal, downhill) = slope::<D>(angle);
    let mut world = world::<D>(1e-3, rough());
    add_fixed(&mut world, plane, Pose::identity());
    add(&mut world, ball(0.1), pose_at(normal * 0.1, 0.0), &[]);
    run(&mut world, 0.5, |world, report| {
        let expected = G * angle.sin() / (1.0 + shape) * report.time;
        let found = velocity(world, 1).dot(&downhill);
        assert!((found - expected).abs() < 1e-9, "{found} {expected}");
    });
}

#[test]
fn balls_roll_and_never_slide() {
    rolls::<2>(0.5);
    rolls::<3>(0.4);
}

/// A tall block pushed at its top tips about its edge, which does not move, and rocks back.
fn rocks<const D: usize>() {
    let mut world = world::<D>(1e-3, rough());
    add_fixed(&mut world, slope::<D>(0.0).0, Pose::identity());
    let (half_width, half_height) = (0.25_f64, 1.0_f64);
    let mut half = Vector::<D>::repeat(half_width);
    half[D - 1] = half_height;
    let (s, c) = 0.1_f64.sin_cos();
    let mut centre = Vector::<D>::zeros();
    centre[0] = -half_width * c + half_height * s;
    centre[D - 1] = half_width * s + half_height * c;
    add(&mut world, cuboid(half), pose_at(centre, 0.1), &[]);
    let mut slid = 0.0_f64;
    run(&mut world, 3.0, |world, report| {
        let pressed = world.contacts.iter().filter(|contact| contact.impulse[0] > 0.0);
        slid = pressed.map(|c| c.velocity.rows(1, D - 1).norm()).fold(slid, f64::max);
        assert_eq!(report.sliding, 0);
    });
    assert!(slid < 1e-7, "slid at {slid:e} m/s");
}

#[test]
fn a_rocking_block_does_not_walk() {
    rocks::<2>();
    rocks::<3>();
}
