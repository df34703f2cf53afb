//! Imposed motions, loads, damping and visibility against closed forms.

use crate::common::*;
use drystone::bodies::{Damping, Drive, DriveKind, Function, Load, LoadKind, Rigid};
use drystone::detection::Collider;
use drystone::space::{Pose, Vector};
use drystone::world::World;
use std::f64::consts::TAU;

fn drive(dof: usize, kind: DriveKind, function: Function) -> Drive {
    Drive { dof, kind, function }
}

/// Holds every degree of freedom but those given.
fn hold_others<const D: usize>(body: &mut Rigid<D>) {
    for dof in 0..D * (D + 1) / 2 {
        if body.drives.iter().all(|d| d.dof != dof) {
            body.drives.push(drive(dof, DriveKind::Velocity, Function::Constant(0.0)));
        }
    }
}

/// A plate shaken by ±5 cm at 1 Hz follows its prescribed path, whatever is prescribed.
fn follows<const D: usize>(kind: DriveKind) {
    let (amplitude, frequency, phase) = (0.05_f64, 1.0_f64, 0.7_f64);
    let omega = TAU * frequency;
    let (scale, shift) = match kind {
        DriveKind::Displacement => (1.0, 0.0),
        DriveKind::Velocity => (omega, TAU / 4.0),
        DriveKind::Acceleration => (-omega * omega, 0.0),
    };
    let function = Function::Sine {
        amplitude: amplitude * scale,
        frequency,
        phase: phase + shift,
        offset: 0.0,
    };
    let mut world = world::<D>(1e-3, dry(0.5));
    let plate = add(&mut world, cuboid(Vector::repeat(0.5)), Pose::identity(), &[]);
    world.bodies.list[plate].drives.push(drive(0, kind, function));
    hold_others(&mut world.bodies.list[plate]);
    // An acceleration is integrated from rest; the others start from where the sine starts.
    let start_speed = if kind == DriveKind::Acceleration { omega * phase.cos() } else { 0.0 };
    run(&mut world, 2.3, |world, report| {
        let sine = |t: f64| amplitude * (omega * t + phase).sin();
        let expected = sine(report.time) - sine(0.0) - amplitude * start_speed * report.time;
        let found = position(world, plate)[0];
        // The test configurations lie on the path; positions are half a step beside it.
        assert!((found - expected).abs() < 1e-6, "{kind:?} {}: {found} {expected}", report.time);
    });
}

#[test]
fn driven_bodies_follow_their_path() {
    for kind in [DriveKind::Displacement, DriveKind::Velocity, DriveKind::Acceleration] {
        follows::<2>(kind);
        follows::<3>(kind);
    }
}

/// A block on a shaken plate: it sticks while μ g exceeds the acceleration, else it slides, and
/// the drive's work is the energy given.
fn on_shaken_plate<const D: usize>(friction: f64) -> (f64, f64) {
    let mut world = world::<D>(1e-3, dry(friction));
    let plate = add(&mut world, cuboid(Vector::repeat(0.5)), Pose::identity(), &[]);
    let sine = Function::Sine { amplitude: 0.05, frequency: 1.0, phase: 0.0, offset: 0.0 };
    world.bodies.list[plate].drives.push(drive(0, DriveKind::Displacement, sine));
    hold_others(&mut world.bodies.list[plate]);
    let at = pose_at(axis(D - 1, 0.6), 0.0);
    let block = add(&mut world, cuboid(Vector::repeat(0.1)), at, &[TAU * 0.05]);
    let (mut slip, mut books) = (0.0_f64, 0.0_f64);
    run(&mut world, 2.0, |world, report| {
        slip = slip.max((position(world, block)[0] - position(world, plate)[0]).abs());
        books = books.max(report.ledger.energy_error.abs() / report.ledger.kinetic.max(1e-3));
    });
    (slip, books)
}

#[test]
fn a_block_sticks_to_a_plate_shaken_gently() {
    // Peak acceleration 0.05 (2π)² = 1.97 m/s² = 0.201 g.
    for (friction, sticks) in [(0.21, true), (0.15, false)] {
        for (slip, books) in [on_shaken_plate::<2>(friction), on_shaken_plate::<3>(friction)] {
            assert_eq!(slip < 1e-4, sticks, "friction {friction}: slip {slip}");
            assert!(books < 1e-9, "energy off by {books:e}");
        }
    }
}

/// A turntable: the pose turns by the integral of the prescribed angular velocity.
#[test]
fn a_driven_rotation_turns_by_its_integral() {
    let ramp = Function::Ramp { times: [0.0, 1.0], values: [0.0, 2.0] };
    let mut world = world::<3>(1e-2, dry(0.5));
    let table = add(&mut world, cuboid(Vector::<3>::new(0.3, 0.2, 0.1)), Pose::identity(), &[]);
    world.bodies.list[table].drives.push(drive(5, DriveKind::Velocity, ramp));
    hold_others(&mut world.bodies.list[table]);
    run(&mut world, 2.0, |_, _| ());
    // ∫ = 1 rad during the ramp, 2 rad after it; a quarter of a step's curvature remains.
    let turned = world.bodies.pose(table).direction(&Vector::<3>::x());
    assert!((turned - Vector::<3>::new(3_f64.cos(), 3_f64.sin(), 0.0)).norm() < 1e-9);
}

/// A wall pushed along x at constant speed and free along y under a force.
#[test]
fn a_body_may_be_driven_in_one_direction_and_loaded_in_another() {
    let mut world = world::<2>(1e-3, dry(0.5));
    world.gravity.fill(0.0);
    let wall = add(&mut world, cuboid(Vector::<2>::new(0.1, 0.5)), Pose::identity(), &[]);
    let mass = world.bodies.list[wall].mass();
    world.bodies.list[wall].drives = vec![
        drive(0, DriveKind::Velocity, Function::Constant(0.3)),
        drive(2, DriveKind::Velocity, Function::Constant(0.0)),
    ];
    world.bodies.list[wall].loads.push(Load {
        kind: LoadKind::Force { direction: Vector::<2>::y(), point: Vector::zeros() },
        function: Function::Constant(2.0 * mass),
    });
    run(&mut world, 1.0, |_, _| ());
    let found = position(&world, wall);
    assert!((found - Vector::<2>::new(0.3, 1.0)).norm() < 1e-12, "{found}");
}

/// A force that grows linearly: the trapezoidal rule is exact, v = F' t²/(2 m).
fn ramped_force<const D: usize>() {
    let mut world = world::<D>(1e-2, dry(0.5));
    world.gravity.fill(0.0);
    let body = add(&mut world, ball(0.2), Pose::identity(), &[]);
    let mass = world.bodies.list[body].mass();
    world.bodies.list[body].loads.push(Load {
        kind: LoadKind::Force { direction: axis(0, mass), point: Vector::zeros() },
        function: Function::Ramp { times: [0.0, 1.0], values: [0.0, 3.0] },
    });
    let mut work = 0.0;
    run(&mut world, 1.0, |_, report| work += report.ledger.load_work);
    let speed = velocity(&world, body)[0];
    assert!((speed - 1.5).abs() < 1e-12);
    assert!((work - 0.5 * mass * speed * speed).abs() < 1e-9 * work);
}

#[test]
fn a_growing_force_gives_its_impulse_and_its_work() {
    ramped_force::<2>();
    ramped_force::<3>();
}

/// Pressure on one face of a free box pushes it with p A and follows the face.
#[test]
fn pressure_pushes_against_the_face_and_turns_with_it() {
    let mut world = world::<2>(1e-3, dry(0.5));
    world.gravity.fill(0.0);
    let at = pose_at(Vector::zeros(), 0.5);
    let body = add(&mut world, cuboid(Vector::<2>::new(0.5, 0.25)), at, &[]);
    let mass = world.bodies.list[body].mass();
    let normal = Vector::<2>::x();
    world.bodies.list[body].loads.push(Load {
        kind: LoadKind::Pressure { normal, centre: normal * 0.5, area: 0.5 },
        function: Function::Constant(100.0),
    });
    run(&mut world, 1.0, |_, _| ());
    let expected = at.direction(&normal) * (-0.5 * 100.0 * 0.5 / mass);
    assert!((position(&world, body) - expected).norm() < 1e-12);
    assert!(world.bodies.velocity(body)[2].abs() < 1e-12, "pressure at the centre turns nothing");
}

/// Viscous damping: v(t) = v0 exp(-c t), to second order in the step.
#[test]
fn damping_decays_exponentially() {
    let error = |h: f64| {
        let mut world = world::<3>(h, dry(0.5));
        world.gravity.fill(0.0);
        let spin = [1.0, 0.0, 0.0, 0.0, 2.0, 0.0];
        let body = add(&mut world, ball(0.2), Pose::identity(), &spin);
        world.bodies.list[body].damping = Damping { linear: 0.8, angular: 0.5 };
        let mut lost = 0.0;
        let before = world.bodies.list[body].kinetic_energy(&Pose::identity(), &spin);
        run(&mut world, 1.0, |_, report| {
            lost += report.ledger.damping_dissipation;
            assert!((before - lost - report.ledger.kinetic).abs() < 1e-12 * before);
        });
        let v = world.bodies.velocity(body);
        ((v[0] - (-0.8_f64).exp()).abs()).max((v[4] - 2.0 * (-0.5_f64).exp()).abs())
    };
    let (coarse, fine) = (error(2e-2), error(1e-2));
    assert!(coarse < 1e-4);
    assert!(((coarse / fine).log2() - 2.0).abs() < 0.05, "{coarse:e} {fine:e}");
}

/// Bodies of groups that do not see each other pass through.
#[test]
fn invisible_groups_do_not_touch() {
    let fall = |visible: bool| -> World<2> {
        let mut world = world::<2>(1e-3, dry(0.5));
        add_fixed(&mut world, slope::<2>(0.0).0, Pose::identity());
        add(&mut world, ball(0.1), pose_at(axis(1, 0.15), 0.0), &[]);
        world.colliders[1] = Collider { group: 3, ..world.colliders[1].clone() };
        world.visibility.set(0, 3, visible);
        run(&mut world, 0.5, |_, _| ());
        world
    };
    assert!((position(&fall(true), 1)[1] - 0.1).abs() < 1e-3);
    assert!((position(&fall(false), 1)[1] - (0.15 - 0.5 * G * 0.25)).abs() < 1e-12);
}
