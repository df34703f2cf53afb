//! A ball bouncing to rest: impacts accumulate at t* = sqrt(2H/g) (1 + e)/(1 - e).

use crate::common::*;
use drystone::shapes::{Convex, Shape};
use drystone::space::{Pose, Vector};
use drystone::world::World;

fn accumulates<const D: usize>() {
    let (height, restitution, radius) = (1.0_f64, 0.8, 0.1);
    let mut world = world::<D>(1e-4, bouncing(0.3, restitution, 0.0));
    add_fixed(&mut world, slope::<D>(0.0).0, Pose::identity());
    add(&mut world, ball(radius), pose_at(axis(D - 1, radius + height), 0.0), &[]);
    let end = (2.0 * height / G).sqrt() * (1.0 + restitution) / (1.0 - restitution);
    let (mut last_motion, mut peak) = (0.0, 0.0_f64);
    run(&mut world, 1.5 * end, |world, report| {
        let speed = velocity(world, 1).norm();
        if speed > 1e-9 {
            last_motion = report.time;
        }
        if report.time > 1.05 * end {
            peak = peak.max(speed);
        }
    });
    assert!((last_motion / end - 1.0).abs() < 0.01, "rest at {last_motion} instead of {end}");
    assert!(peak < 1e-9, "chatters at {peak:e} m/s after rest");
    let sunk = radius - position(&world, 1)[D - 1];
    assert!(sunk.abs() < 1e-4, "sank by {sunk:e}");
}

#[test]
fn impacts_accumulate_in_finite_time() {
    accumulates::<2>();
    accumulates::<3>();
}

/// One fast impact: Newton's coefficient, to the size of a step's gravity.
#[test]
fn restitution_is_newtons_for_one_contact() {
    let mut world = world::<3>(1e-4, bouncing(0.0, 0.6, 0.0));
    world.gravity.fill(0.0);
    add_fixed(&mut world, slope::<3>(0.0).0, Pose::identity());
    add(&mut world, ball(0.1), pose_at(axis(2, 0.2), 0.0), &[0.0, 0.0, -3.0]);
    run(&mut world, 0.1, |_, _| ());
    assert!((velocity(&world, 1)[2] - 1.8).abs() < 1e-12);
}

/// Quasi-inelastic shock: with a spherical local mass, the impulses of its two steps add up to
/// the one-step inelastic impulse, friction included, whether it slides or sticks.
fn two_steps_make_one_shock(friction: f64) {
    let mut world = world::<3>(1e-3, dry(friction));
    world.gravity.fill(0.0);
    add_fixed(&mut world, slope::<3>(0.0).0, Pose::identity());
    let start = [1.0, 0.5, -2.0];
    add(&mut world, ball(0.1), pose_at(axis(2, 0.1201), 0.0), &start);
    let mass = world.bodies.list[1].mass();
    let mut steps_with_impulse = 0;
    let mut total = nalgebra::Vector3::zeros();
    run(&mut world, 0.015, |world, _| {
        for contact in world.contacts.iter().filter(|c| c.impulse[0] > 0.0) {
            steps_with_impulse += 1;
            let sign = if contact.bodies[0] == 1 { 1.0 } else { -1.0 };
            total += contact.frame * contact.impulse * sign;
        }
    });
    assert_eq!(steps_with_impulse, 2);
    // One step: normal m v_N; friction stops sliding at 2/7 of the tangential momentum (the
    // rest becomes spin) or is μ times the normal impulse, whichever is less.
    let normal = mass * 2.0;
    let sliding = nalgebra::Vector3::new(1.0, 0.5, 0.0);
    let stop: f64 = mass * sliding.norm() * 2.0 / 7.0;
    let tangent = sliding.normalize() * stop.min(friction * normal);
    let expected = nalgebra::Vector3::new(0.0, 0.0, normal) - tangent;
    assert!((total - expected).norm() < 1e-12 * normal, "{total} instead of {expected}");
}

#[test]
fn the_quasi_inelastic_shock_takes_the_inelastic_impulse() {
    two_steps_make_one_shock(0.1);
    two_steps_make_one_shock(0.3);
}

/// A needle that falls inclined and moves sideways on a rough floor: Newton's restitution with friction
/// gives energy where the impact turns the sliding round, and the books say how much, in the very step.
#[test]
fn what_a_rough_impact_gives_is_in_the_books() {
    let mut most = 0.0_f64;
    for (degrees, tenths) in (10..=80).step_by(10).flat_map(|d| [0, 3, 5, 7].map(|v| (d, v))) {
        let mut world = world::<2>(1e-3, bouncing(0.3, 1.0, 0.0));
        world.gravity.fill(0.0);
        world.scheme.alert_distance = 0.01;
        let floor = half_space(axis::<2>(1, 1.0));
        add_fixed(&mut world, floor, pose_at(Vector::zeros(), 0.0));
        let (s, c) = f64::from(degrees).to_radians().sin_cos();
        let corner = |along: f64, across: f64| {
            Vector::from([along * c - across * s, along * s + across * c])
        };
        let corners = [corner(-0.5, 0.0), corner(0.0, -1e-3), corner(0.5, 0.0), corner(0.0, 1e-3)];
        let needle = Shape::Convex(Convex::from_vertices(&corners).expect("a needle"));
        let centre = pose_at(axis::<2>(1, 0.5 * s + 2.5e-3), 0.0);
        let body = add(&mut world, needle, centre, &[0.1 * f64::from(tenths), -1.0, 0.0]);
        let energy = |world: &World<2>| {
            let of = &world.bodies.list[body];
            of.kinetic_energy_at(
                &world.bodies.q[world.bodies.q_range(body)],
                world.bodies.velocity(body),
            )
        };
        let before = energy(&world);
        let mut gained = 0.0;
        run(&mut world, 5e-3, |_, report| gained += report.ledger.energy_gained);
        let change = energy(&world) - before;
        assert!((gained - change.max(0.0)).abs() < 1e-12 * before, "{degrees}: {gained} {change}");
        most = most.max(change / before);
    }
    assert!(most > 0.1, "{most}");
}
