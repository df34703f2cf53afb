//! Motors, limits, friction and springs of hinges and sliders.

use crate::build::*;
use crate::common::*;
use drystone::bodies::Function;
use drystone::joints::{Coordinate, Hinge, JointKind, Motor, Slider};
use drystone::space::{Pose, Vector};
use drystone::world::World;
use std::f64::consts::TAU;

/// A block on a slider along the first axis, without weight.
fn slider<const D: usize>(coordinate: Coordinate, speed: f64) -> (World<D>, usize) {
    let mut world = grounded::<D>(1e-3);
    world.gravity = Vector::zeros();
    let mut velocity = vec![0.0; D * (D + 1) / 2];
    velocity[0] = speed;
    let body = add(&mut world, cuboid(Vector::repeat(0.1)), Pose::identity(), &velocity);
    join(&mut world, [body, 0], [[0.0; 3]; 2], [1.0, 0.0, 0.0], JointKind::Slider(Slider {}));
    world.joints[0].coordinate = coordinate;
    (world, body)
}

fn motors<const D: usize>() {
    let sine = Function::Sine { amplitude: 0.2, frequency: 1.0, phase: 0.0, offset: 0.0 };
    let motor = Some(Motor::Displacement(sine));
    let (mut world, body) = slider::<D>(Coordinate { motor, ..Coordinate::default() }, 0.0);
    run(&mut world, 1.3, |world, report| {
        let exact = 0.2 * (TAU * report.time).sin();
        let found = position(world, body)[0];
        assert!((found - exact).abs() < 1e-9, "{}: {found} {exact}", report.time);
    });
    let motor = Some(Motor::Velocity(Function::Constant(0.3)));
    let (mut world, body) = slider::<D>(Coordinate { motor, ..Coordinate::default() }, 0.0);
    run(&mut world, 1.0, |_, _| ());
    assert!((position(&world, body)[0] - 0.3).abs() < 1e-9);
}

#[test]
fn motors_prescribe_the_motion() {
    motors::<2>();
    motors::<3>();
}

fn limits<const D: usize>() {
    let limits = Some([-0.2, 0.1]);
    for (speed, end) in [(1.0, 0.1), (-1.0, -0.2)] {
        let (mut world, body) = slider::<D>(Coordinate { limits, ..Coordinate::default() }, speed);
        run(&mut world, 1.0, |world, _| {
            let x = position(world, body)[0];
            assert!((-0.2 - 1e-9..=0.1 + 1e-9).contains(&x), "{x}");
        });
        assert!((position(&world, body)[0] - end).abs() < 1e-9);
    }
}

#[test]
fn limits_stop_the_motion() {
    limits::<2>();
    limits::<3>();
}

fn friction<const D: usize>() {
    let (mut world, body) = slider::<D>(Coordinate { friction: 5.0, ..Coordinate::default() }, 1.0);
    let mass = world.bodies.list[body].mass();
    // Stops after v m / F and stays.
    let time = mass / 5.0;
    run(&mut world, 0.5 * time, |_, _| ());
    assert!((velocity(&world, body)[0] - 0.5).abs() < 1e-4);
    run(&mut world, 1.1 * time, |_, _| ());
    assert!(velocity(&world, body)[0].abs() < 1e-9);
    assert!((position(&world, body)[0] - 0.5 * time).abs() < 1e-3 * time);
}

#[test]
fn friction_slows_down_and_holds() {
    friction::<2>();
    friction::<3>();
}

fn springs<const D: usize>() {
    let (mut world, body) =
        slider::<D>(Coordinate { spring: [1e4, 0.0], ..Coordinate::default() }, 0.1);
    let omega = (1e4 / world.bodies.list[body].mass()).sqrt();
    let turn = 2.0 * (0.5 * omega * 1e-3).atan();
    run(&mut world, 2.0, |world, report| {
        let exact = 0.1 * (report.step as f64 * turn).cos();
        let found = velocity(world, body)[0];
        assert!((found - exact).abs() < 1e-7, "{}: {found} {exact}", report.time);
    });
}

#[test]
fn springs_oscillate() {
    springs::<2>();
    springs::<3>();
}

/// A hinge that turns several times round follows its motor, and stops at a limit beyond a turn.
#[test]
fn angles_go_round() {
    let mut world = grounded::<2>(1e-3);
    world.gravity = Vector::zeros();
    let body = add(&mut world, cuboid(Vector::repeat(0.1)), Pose::identity(), &[]);
    join(&mut world, [body, 0], [[0.0; 3]; 2], OUT, JointKind::Hinge(Hinge {}));
    let motor = Some(Motor::Velocity(Function::Constant(10.0)));
    world.joints[0].coordinate = Coordinate { motor, ..Coordinate::default() };
    run(&mut world, 2.0, |_, _| ());
    assert!((world.joints[0].state.coordinate - 20.0).abs() < 1e-9);
    world.joints[0].coordinate = Coordinate { limits: Some([0.0, 25.0]), ..Coordinate::default() };
    run(&mut world, 4.0, |_, _| ());
    let end = world.joints[0].state.coordinate;
    assert!((end - 25.0).abs() < 1e-9, "{end}");
}
