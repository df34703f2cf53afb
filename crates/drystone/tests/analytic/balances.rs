//! Every step: momentum to round-off, energy accounted for, the law to the tolerance asked for.

use crate::common::*;
use drystone::bodies::{Drive, DriveKind, Function};
use drystone::laws::{ContactLaw, Rolling};
use drystone::space::{Pose, Vector};
use drystone::world::World;
use nalgebra::Vector3;

/// Balls poured into a box of half-spaces with friction.
fn poured<const D: usize>() {
    let mut world = world::<D>(1e-3, dry(0.4));
    world.solver.tolerance = 1e-8;
    let mut random = Random(7);
    add_fixed(&mut world, slope::<D>(0.0).0, Pose::identity());
    for i in 0..D - 1 {
        for sign in [1.0, -1.0] {
            let normal = axis::<D>(i, -sign);
            add_fixed(&mut world, half_space(normal), pose_at(axis(i, 0.35 * sign), 0.0));
        }
    }
    for k in 0..40 {
        let mut at = axis::<D>(D - 1, 0.2 + 0.11 * k as f64);
        for i in 0..D - 1 {
            at[i] = random.range(-0.2, 0.2);
        }
        add(&mut world, ball(random.range(0.04, 0.055)), pose_at(at, 0.0), &[]);
    }
    let mut dissipated = 0.0;
    run(&mut world, 1.5, |world, report| {
        let ledger = &report.ledger;
        assert!(ledger.momentum_error < 1e-12, "momentum {:e}", ledger.momentum_error);
        let scale = ledger.kinetic + ledger.potential.abs();
        assert!(ledger.energy_error.abs() < 1e-11 * scale, "energy {:e}", ledger.energy_error);
        let heat: f64 = world.contacts.iter().map(|contact| contact.heat[0]).sum();
        assert!((heat - ledger.friction_dissipation).abs() < 1e-14 * scale, "heat {heat}");
        assert_eq!(ledger.bond_work, 0.0);
        dissipated += ledger.friction_dissipation + ledger.impact_dissipation;
        for contact in &world.contacts {
            let r = &contact.impulse;
            let tangent = (1..D).map(|i| r[i] * r[i]).sum::<f64>().sqrt();
            assert!(r[0] >= 0.0 && tangent <= 0.4 * r[0] * (1.0 + 1e-12));
        }
    });
    assert!(dissipated > 0.0);
}

/// A ball that rolls without sliding against a resistance: the couple μ_r m g takes all of its energy
/// over the way to its rest, and the contact knows how much.
fn rolled<const D: usize>() {
    let (speed, radius, resistance) = (1.0, 0.1, 0.01);
    let law =
        ContactLaw { rolling: Rolling { rolling: resistance, ..Rolling::default() }, ..dry(0.5) };
    let mut world = world::<D>(1e-3, law);
    world.solver.tolerance = 1e-12;
    add_fixed(&mut world, slope::<D>(0.0).0, Pose::identity());
    let mut v = vec![0.0; D * (D + 1) / 2];
    (v[0], v[if D == 2 { 2 } else { 4 }]) =
        (speed, speed / radius * if D == 2 { -1.0 } else { 1.0 });
    let ball = add(&mut world, ball(radius), pose_at(axis(D - 1, radius), 0.0), &v);
    let mass = world.bodies.list[ball].mass();
    // Sphere and disk: ½ m v² (1 + J/(m R²)).
    let energy = 0.5 * mass * speed * speed * if D == 2 { 1.5 } else { 1.4 };
    let (mut taken, mut last) = (0.0, 0.0);
    run(&mut world, 2.0, |world, report| {
        let ledger = &report.ledger;
        assert!(ledger.momentum_error < 1e-12, "momentum {:e}", ledger.momentum_error);
        assert!(ledger.energy_error.abs() < 1e-11 * energy, "energy {:e}", ledger.energy_error);
        assert!(ledger.impact_dissipation.abs() < 1e-11 * energy);
        taken += ledger.friction_dissipation;
        last = world.contacts[0].heat[1];
    });
    let way = position(&world, ball)[0];
    assert!(velocity(&world, ball).norm() < 1e-9, "at rest");
    assert!((taken / energy - 1.0).abs() < 1e-9, "{taken} of {energy}");
    assert!((last / taken - 1.0).abs() < 1e-12, "{last} of {taken}");
    assert!((resistance * mass * G * way / radius / energy - 1.0).abs() < 2e-3, "{way}");
}

#[test]
fn rolling_resistance_takes_what_the_ball_has() {
    rolled::<2>();
    rolled::<3>();
}

#[test]
fn the_books_close_in_every_step() {
    poured::<2>();
    poured::<3>();
}

/// Angular momentum about the origin of all bodies.
fn total_angular_momentum(world: &World<3>) -> Vector3<f64> {
    let mut total = Vector3::zeros();
    for (i, body) in world.bodies.list.iter().enumerate() {
        let (pose, v) = (world.bodies.pose(i), world.bodies.velocity(i));
        total += pose.position.cross(&(Vector3::new(v[0], v[1], v[2]) * body.mass()));
        total += body.angular_momentum(&pose, &Vector3::new(v[3], v[4], v[5]));
    }
    total
}

/// Two long boxes collide while tumbling: each keeps M v = h F + H r to round-off in every step,
/// and so both together keep their momenta, up to the gap at which friction acts.
#[test]
fn tumbling_boxes_keep_their_momentum_through_a_collision() {
    for (friction, bound) in [(0.0, 1e-12), (0.3, 2e-3)] {
        let mut world = world::<3>(1e-3, dry(friction));
        world.gravity.fill(0.0);
        let shape = || cuboid(Vector3::new(0.5, 0.2, 0.1));
        let first = pose_at(Vector3::new(-0.8, 0.05, 0.02), 0.3);
        add(&mut world, shape(), first, &[2.0, 0.0, 0.0, 1.0, 3.0, -2.0]);
        let second = pose_at(Vector3::new(0.8, -0.05, 0.0), -0.5);
        add(&mut world, shape(), second, &[-1.0, 0.2, 0.0, -2.0, 1.0, 4.0]);
        let before = total_angular_momentum(&world);
        let mut touched = 0;
        run(&mut world, 1.0, |_, report| {
            touched += report.active;
            let error = report.ledger.momentum_error;
            assert!(error < 1e-12, "momentum off by {error:e} at {}", report.time);
        });
        assert!(touched > 0, "they must collide");
        let error = (total_angular_momentum(&world) - before).norm() / before.norm();
        assert!(error < bound, "friction {friction}: total off by {error:e}");
    }
}

/// A plate that turns by a radian within a step: the scheme is coarse there, but it neither
/// loses the momentum nor gains energy without bound.
#[test]
fn a_plate_spinning_too_fast_for_the_step_stays_bounded() {
    let mut world = world::<3>(1e-2, dry(0.0));
    world.gravity.fill(0.0);
    let shape = cuboid(Vector3::new(0.5, 0.05, 0.01));
    add(&mut world, shape, Pose::identity(), &[0.0, 0.0, 0.0, 100.0, 30.0, 5.0]);
    let before = total_angular_momentum(&world);
    run(&mut world, 2.0, |_, report| assert!(report.ledger.kinetic < 1e4));
    assert!((total_angular_momentum(&world) - before).norm() < 1e-9 * before.norm());
}

/// A block pushed at a given speed along a floor, its rotation held: friction is μ N, and the
/// drive's work is what friction dissipates.
fn pushed<const D: usize>() {
    let mut world = world::<D>(1e-3, dry(0.3));
    add_fixed(&mut world, slope::<D>(0.0).0, Pose::identity());
    let block = add(&mut world, cuboid(Vector::repeat(0.5)), pose_at(axis(D - 1, 0.5), 0.0), &[]);
    let mass = world.bodies.list[block].mass();
    for dof in (0..D * (D + 1) / 2).filter(|&dof| dof != D - 1) {
        let speed = Function::Constant(if dof == 0 { 0.2 } else { 0.0 });
        world.bodies.list[block].drives.push(Drive {
            dof,
            kind: DriveKind::Velocity,
            function: speed,
        });
    }
    run(&mut world, 1.0, |_, report| {
        assert_eq!(report.solver.status.name(), "converged");
        let work = 0.3 * mass * G * 0.2 * 1e-3;
        assert!((report.ledger.friction_dissipation / work - 1.0).abs() < 1e-9);
        assert!((report.ledger.drive_work / work - 1.0).abs() < 1e-9);
    });
    assert!((position(&world, block)[0] - 0.2).abs() < 1e-12);
}

#[test]
fn a_driven_block_slides_with_the_friction_of_its_weight() {
    pushed::<2>();
    pushed::<3>();
}

/// A disk driven into the floor cannot be stopped by any reaction: reported, not a number never.
#[test]
fn a_body_driven_into_the_floor_is_called_infeasible() {
    let mut world = world::<2>(1e-3, dry(0.3));
    add_fixed(&mut world, slope::<2>(0.0).0, Pose::identity());
    let disk = add(&mut world, ball(0.1), pose_at(axis(1, 0.1), 0.0), &[]);
    let function = Function::Constant(-0.01);
    world.bodies.list[disk].drives.push(Drive { dof: 1, kind: DriveKind::Velocity, function });
    run(&mut world, 0.1, |_, report| {
        assert_eq!(report.solver.status.name(), "infeasible");
        assert!(report.ledger.kinetic.is_finite());
    });
}
