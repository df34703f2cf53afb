//! The books of energy with joints: nothing remains unexplained, and the entries are what they should be.

use crate::build::*;
use crate::common::*;
use drystone::bodies::Function;
use drystone::joints::{
    Ball, Coordinate, Gear, Hinge, JointKind, JointStatus, Motor, Rod, Rope, Slider, Weld,
};
use drystone::space::{Pose, Vector};
use drystone::step::Ledger;
use drystone::world::World;

/// Runs, and gives the sums of the books; the error of each step is nothing beside this energy.
fn sums<const D: usize>(world: &mut World<D>, time: f64, scale: f64) -> Ledger {
    let mut sum = Ledger::default();
    run(world, time, |_, report| {
        let ledger = &report.ledger;
        assert!(ledger.energy_error.abs() < 1e-11 * scale, "{:e}", ledger.energy_error);
        assert!(ledger.momentum_error < 1e-11, "{:e}", ledger.momentum_error);
        sum.joint_drive_work += ledger.joint_drive_work;
        sum.joint_spring_work += ledger.joint_spring_work;
        sum.joint_dissipation += ledger.joint_dissipation;
        sum.joint_impact_dissipation += ledger.joint_impact_dissipation;
        (sum.kinetic, sum.potential) = (ledger.kinetic, ledger.potential);
    });
    sum
}

/// A block on a slider along the last axis, upwards, that moves at this speed.
fn lift<const D: usize>(coordinate: Coordinate, speed: f64) -> (World<D>, usize) {
    let mut world = grounded::<D>(1e-3);
    let mut velocity = vec![0.0; D * (D + 1) / 2];
    velocity[D - 1] = speed;
    let body = add(&mut world, cuboid(Vector::repeat(0.1)), Pose::identity(), &velocity);
    let axis = if D == 2 { [0.0, 1.0, 0.0] } else { [0.0, 0.0, 1.0] };
    join(&mut world, [body, 0], [[0.0; 3]; 2], axis, JointKind::Slider(Slider {}));
    world.joints[0].coordinate = coordinate;
    (world, body)
}

/// A motor that lifts a weight at an even speed does m g h, with the force m g.
fn lifts<const D: usize>() {
    let motor = Some(Motor::Velocity(Function::Constant(0.5)));
    let (mut world, body) = lift::<D>(Coordinate { motor, ..Coordinate::default() }, 0.5);
    let weight = world.bodies.list[body].mass() * G;
    let sum = sums(&mut world, 2.0, weight);
    assert!((sum.joint_drive_work / weight - 1.0).abs() < 1e-10, "{}", sum.joint_drive_work);
    assert!(sum.joint_impact_dissipation.abs() < 1e-10 * weight);
    let report = world.joints[0].state.report;
    // The guide is pressed down by what the motor carries.
    let force = report.impulse[D - 1] / world.scheme.time_step;
    assert!((force / weight + 1.0).abs() < 1e-9, "{force} beside {weight}");
    assert!((report.coordinate - 1.0).abs() < 1e-9 && (report.velocity - 0.5).abs() < 1e-9);
    assert_eq!(report.status, JointStatus::Driven);
}

#[test]
fn a_motor_lifts_a_weight() {
    lifts::<2>();
    lifts::<3>();
}

/// Friction of F newtons over s metres becomes F s, until the block has stopped.
#[test]
fn friction_loses_force_times_way() {
    let (mut world, body) = lift::<2>(Coordinate { friction: 5.0, ..Coordinate::default() }, 1.0);
    world.gravity = Vector::zeros();
    let mass = world.bodies.list[body].mass();
    let sum = sums(&mut world, 0.5 * mass / 5.0, mass);
    assert_eq!(world.joints[0].state.report.status, JointStatus::Slipping);
    let way = world.joints[0].state.coordinate;
    assert!((sum.joint_dissipation / (5.0 * way) - 1.0).abs() < 1e-10);
    let sum = sums(&mut world, 2.0 * mass / 5.0, mass);
    assert_eq!(world.joints[0].state.report.status, JointStatus::Sticking);
    assert!(sum.kinetic < 1e-20 && sum.joint_dissipation > 0.0);
}

/// A torsion spring takes ½ k φ² and gives it back; a damper beside it loses the rest.
fn swings<const D: usize>(damping: f64) {
    let mut world = grounded::<D>(1e-4);
    world.gravity = Vector::zeros();
    let mut velocity = vec![0.0; D * (D + 1) / 2];
    *velocity.last_mut().unwrap() = 2.0;
    let body = add(&mut world, cuboid(Vector::repeat(0.1)), Pose::identity(), &velocity);
    join(&mut world, [body, 0], [[0.0; 3]; 2], OUT, JointKind::Hinge(Hinge {}));
    world.joints[0].coordinate = Coordinate { spring: [400.0, damping], ..Coordinate::default() };
    let inertia = world.bodies.list[body].inertia();
    let inertia = if D == 2 { inertia[(0, 0)] } else { inertia[(2, 2)] };
    let energy = 0.5 * inertia * 4.0;
    let (mut stored, mut lost) = (0.0, 0.0);
    run(&mut world, 1.0, |world, report| {
        let ledger = &report.ledger;
        assert!(ledger.energy_error.abs() < 1e-11 * energy, "{:e}", ledger.energy_error);
        stored += ledger.joint_spring_work;
        lost += ledger.joint_dissipation;
        let angle = world.joints[0].state.coordinate;
        assert!((stored - 200.0 * angle * angle).abs() < 1e-9 * energy, "{stored} at {angle}");
        assert!((energy - ledger.kinetic - stored - lost).abs() < 1e-9 * energy);
    });
    assert!(if damping > 0.0 { lost > 0.1 * energy } else { lost == 0.0 }, "{lost}");
}

#[test]
fn torsion_springs_store_and_dampers_lose() {
    for damping in [0.0, 0.05] {
        swings::<2>(damping);
        swings::<3>(damping);
    }
}

/// A rope that tightens takes all of the energy along it, and holds the weight then.
#[test]
fn a_rope_takes_the_shock() {
    let mut world = grounded::<2>(1e-3);
    world.gravity = Vector::zeros();
    let body = add(&mut world, cuboid(Vector::repeat(0.1)), Pose::identity(), &[3.0, 0.0, 0.0]);
    let rope = JointKind::Rope(Rope { length: Some(1.5) });
    join(&mut world, [body, 0], [[0.0; 3], [-1.0, 0.0, 0.0]], OUT, rope);
    let energy = 4.5 * world.bodies.list[body].mass();
    let sum = sums(&mut world, 0.1, energy);
    assert_eq!(world.joints[0].state.report.status, JointStatus::Free);
    assert_eq!(sum.joint_impact_dissipation, 0.0);
    let sum = sums(&mut world, 0.4, energy);
    assert!((sum.joint_impact_dissipation / energy - 1.0).abs() < 1e-9 && sum.kinetic < 1e-9);
}

/// Every kind of joint in a swinging linkage: the books close.
#[test]
fn the_books_close_with_every_kind() {
    let kinds = [
        JointKind::Weld(Weld {}),
        JointKind::Hinge(Hinge {}),
        JointKind::Ball(Ball {}),
        JointKind::Slider(Slider {}),
        JointKind::Rod(Rod { length: Some(0.5), ..Rod::default() }),
        JointKind::Rod(Rod { length: Some(0.4), stiffness: Some(500.0), damping: Some(2.0) }),
        JointKind::Rope(Rope { length: Some(0.6) }),
        JointKind::Gear(Gear { ratio: -2.0 }),
    ];
    for kind in kinds {
        let mut world = grounded::<2>(1e-3);
        let at = |x: f64| Pose { position: Vector::<2>::new(x, 0.0), ..Pose::identity() };
        let first = add(&mut world, cuboid(Vector::repeat(0.1)), at(0.5), &[0.0, 1.0, 2.0]);
        let second = add(&mut world, cuboid(Vector::repeat(0.1)), at(1.0), &[0.0, -1.0, 1.0]);
        join(&mut world, [first, 0], [[0.0; 3]; 2], OUT, JointKind::Hinge(Hinge {}));
        let two = matches!(kind, JointKind::Rod(_) | JointKind::Rope(_));
        let points = if two { [[1.0, 0.0, 0.0], [0.5, 0.0, 0.0]] } else { [[0.75, 0.0, 0.0]; 2] };
        let axis = if matches!(kind, JointKind::Slider(_)) { [1.0, 1.0, 0.0] } else { OUT };
        join(&mut world, [second, first], points, axis, kind.clone());
        let scale = world.bodies.list[first].mass();
        let sum = sums(&mut world, 1.0, scale);
        let spent = sum.joint_spring_work + sum.joint_dissipation + sum.joint_impact_dissipation;
        assert!(spent.is_finite() && sum.joint_drive_work == 0.0, "{kind:?}");
    }
}
