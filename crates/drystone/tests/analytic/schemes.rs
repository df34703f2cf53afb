//! The scheme's parameters and the unilateral laws, each against what it promises.

use crate::common::*;
use drystone::laws::{ContactLaw, Unilateral};
use drystone::space::{Pose, Vector};
use drystone::world::TestConfiguration;

/// Free fall by the θ scheme: y = -g t²/2 - g h t (θ - 1/2), exactly.
fn falls<const D: usize>(theta: f64) {
    let mut world = world::<D>(1e-2, dry(0.0));
    world.scheme.theta = theta;
    add(&mut world, cuboid(Vector::repeat(0.1)), Pose::identity(), &[]);
    run(&mut world, 1.0, |_, report| {
        // What θ > 1/2 dissipates is the only thing the books do not explain.
        let mass = 1000.0 * 0.2_f64.powi(D as i32);
        let scheme = -(theta - 0.5) * mass * (G * 1e-2) * (G * 1e-2);
        assert!((report.ledger.energy_error - scheme).abs() < 1e-9);
    });
    let expected = -0.5 * G - G * 1e-2 * (theta - 0.5);
    assert!((position(&world, 0)[D - 1] - expected).abs() < 1e-12);
}

#[test]
fn free_fall_is_that_of_the_theta_scheme() {
    for theta in [0.5, 0.7, 1.0] {
        falls::<2>(theta);
        falls::<3>(theta);
    }
}

/// A block on a rough slope stays where it is under every θ, test configuration and law.
fn rests<const D: usize>(theta: f64, test: TestConfiguration, unilateral: Unilateral) {
    let angle = 20_f64.to_radians();
    let law =
        ContactLaw { unilateral, friction: (1.05 * angle.tan()).into(), ..ContactLaw::default() };
    let mut world = world::<D>(1e-3, law);
    world.scheme.theta = theta;
    world.scheme.test_configuration = test;
    let (plane, normal, _) = slope::<D>(angle);
    add_fixed(&mut world, plane, Pose::identity());
    // Sunk by a nanometre: touching, whatever the round-off, for the law that forecasts.
    let start = normal * (0.5 - 1e-9);
    add(&mut world, cuboid(Vector::repeat(0.5)), pose_at(start, angle), &[]);
    run(&mut world, 1.0, |_, _| ());
    let moved = (position(&world, 1) - start).norm();
    assert!(moved < 2e-9, "{theta} {test:?} {unilateral:?}: moved {moved:e}");
}

#[test]
fn a_block_rests_under_every_scheme_and_law() {
    for theta in [0.5, 0.75, 1.0] {
        for test in [TestConfiguration::Theta, TestConfiguration::MidPoint] {
            for law in [Unilateral::Velocity, Unilateral::QuasiInelastic, Unilateral::Position] {
                rests::<2>(theta, test, law);
                rests::<3>(theta, test, law);
            }
        }
    }
}

/// A ball sunk by 1 mm: the gap law pushes it out within a step, laws of velocities leave it, and
/// what brings positions back leaves half of what is allowed.
#[test]
fn penetration_is_corrected_by_the_position_law_or_by_projection() {
    let after = |unilateral: Unilateral, tolerance: f64| {
        let law = ContactLaw { unilateral, ..ContactLaw::default() };
        let mut world = world::<2>(1e-3, law);
        world.gravity.fill(0.0);
        world.scheme.theta = 1.0;
        world.scheme.penetration_tolerance = tolerance;
        add_fixed(&mut world, slope::<2>(0.0).0, Pose::identity());
        add(&mut world, ball(0.1), pose_at(axis(1, 0.099), 0.0), &[]);
        run(&mut world, 1e-3, |_, _| ());
        position(&world, 1)[1] - 0.1
    };
    for tolerance in [1.0, 1e-4] {
        assert!(after(Unilateral::Position, tolerance).abs() < 1e-15);
    }
    for law in [Unilateral::QuasiInelastic, Unilateral::Velocity] {
        assert!((after(law, 1.0) + 1e-3).abs() < 1e-15);
        let left = -after(law, 1e-4);
        assert!((0.45e-5..1e-5).contains(&left), "{left:e}");
    }
}

/// A falling ball is caught at the surface: quasi-inelastic closes the gap exactly, the
/// velocity law stops it up to a step's travel away.
#[test]
fn shocks_end_where_the_laws_say() {
    let caught = |unilateral: Unilateral| {
        let law = ContactLaw { unilateral, ..ContactLaw::default() };
        let mut world = world::<3>(1e-3, law);
        add_fixed(&mut world, slope::<3>(0.0).0, Pose::identity());
        add(&mut world, ball(0.1), pose_at(axis(2, 0.3), 0.0), &[]);
        run(&mut world, 1.0, |_, _| ());
        assert!(velocity(&world, 1).norm() < 1e-12);
        position(&world, 1)[2] - 0.1
    };
    let speed = (2.0 * G * 0.2).sqrt();
    assert!(caught(Unilateral::QuasiInelastic).abs() < 1e-9);
    let sunk = -caught(Unilateral::Velocity);
    assert!((0.0..speed * 1e-3).contains(&sunk), "sunk by {sunk}");
}
