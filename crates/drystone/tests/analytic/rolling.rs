//! A ball thrown without spin on a rough plane slides, then rolls.

use crate::common::*;
use drystone::space::Pose;

/// `share`: rolling speed over initial speed; `delay`: time to roll times μ g / v0.
fn rolls<const D: usize>(share: f64, delay: f64) {
    let (speed, friction, radius) = (2.0, 0.3, 0.1);
    let mut world = world::<D>(1e-3, dry(friction));
    add_fixed(&mut world, slope::<D>(0.0).0, Pose::identity());
    add(&mut world, ball(radius), pose_at(axis(D - 1, radius), 0.0), &[speed]);
    let expected = delay * speed / (friction * G);
    let mut rolling_since = f64::NAN;
    run(&mut world, 2.0 * expected, |_, report| {
        if report.sticking == 1 && rolling_since.is_nan() {
            rolling_since = report.time;
        }
        if report.time > 1.02 * expected {
            assert_eq!((report.sticking, report.sliding), (1, 0));
        }
    });
    assert!((rolling_since - expected).abs() < 2e-3, "{rolling_since} instead of {expected}");
    let end = velocity(&world, 1)[0];
    assert!((end / speed - share).abs() < 1e-3, "rolls at {end}");
    let spin = if D == 2 { -world.bodies.velocity(1)[2] } else { world.bodies.velocity(1)[4] };
    assert!((spin * radius - end).abs() < 1e-9, "not rolling: {spin} {end}");
}

#[test]
fn a_disk_rolls_at_two_thirds() {
    rolls::<2>(2.0 / 3.0, 1.0 / 3.0);
}

#[test]
fn a_sphere_rolls_at_five_sevenths() {
    rolls::<3>(5.0 / 7.0, 2.0 / 7.0);
}
