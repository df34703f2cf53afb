//! A spring between two points: its period, its energy, its length.

use crate::build::*;
use crate::common::*;
use drystone::joints::{JointKind, Spring};
use drystone::space::Vector;
use drystone::world::World;

const STIFFNESS: f64 = 2e3;
const LENGTH: f64 = 0.5;

/// A ball on a spring that is fixed at the origin, along a direction of no axis, moving along it.
fn mass<const D: usize>(damping: Option<f64>, speed: f64) -> (World<D>, usize, Vector<D>) {
    let mut world = grounded::<D>(1e-3);
    world.gravity.fill(0.0);
    world.solver.tolerance = 1e-13;
    let way = Vector::<D>::from_fn(|k, _| [0.6, 0.8, 0.0][k]);
    let velocity: Vec<f64> = way.iter().map(|x| x * speed).collect();
    let body = add(&mut world, ball(0.1), pose_at(way * LENGTH, 0.0), &velocity);
    let mut at = [0.0; 3];
    at[..D].copy_from_slice((way * LENGTH).as_slice());
    let spring = Spring { stiffness: STIFFNESS, damping, length: Some(LENGTH) };
    join(&mut world, [body, 0], [at, [0.0; 3]], OUT, JointKind::Spring(spring));
    (world, body, way)
}

/// With θ = ½ the motion is that of the formula whose phase goes on by 2 atan(ω h/2) a step, without
/// loss; the books have what the spring holds.
fn oscillates<const D: usize>() {
    let (mut world, body, way) = mass::<D>(None, 0.1);
    let m = world.bodies.list[body].mass();
    let omega = (STIFFNESS / m).sqrt();
    let turn = 2.0 * (0.5 * omega * 1e-3).atan();
    let (mut stored, mut most) = (0.0, 0.0_f64);
    run(&mut world, 40.0 / omega, |world, report| {
        let phase = report.step as f64 * turn;
        let speed = velocity(world, body).dot(&way);
        assert!((speed - 0.1 * phase.cos()).abs() < 1e-9, "{}: {speed}", report.time);
        let stretch = position(world, body).norm() - LENGTH;
        assert!((stretch - 0.1 / omega * phase.sin()).abs() < 1e-9 / omega);
        assert!((world.joints[0].state.report.coordinate - stretch).abs() < 1e-12);
        stored += report.ledger.joint_spring_work;
        let energy = 0.5 * STIFFNESS * stretch * stretch;
        assert!((stored - energy).abs() < 1e-9 * m * 0.01, "{stored} {energy}");
        assert!(report.ledger.energy_error.abs() < 1e-12 * m);
        most = most.max(stretch);
    });
    assert!((most * omega / 0.1 - 1.0).abs() < 1e-3, "{most}");
}

#[test]
fn a_mass_on_a_spring_has_the_period_of_the_formula() {
    oscillates::<2>();
    oscillates::<3>();
}

/// x′′ + 2 δ x′ + ω² x = 0: the error is a quarter with half of the step, and what is missing is in the books.
#[test]
fn a_damped_mass_follows_the_formula_to_second_order() {
    let error = |h: f64| {
        let (mut world, body, way) = mass::<2>(Some(40.0), 0.1);
        world.scheme.time_step = h;
        let m = world.bodies.list[body].mass();
        let (delta, mut lost) = (20.0 / m, 0.0);
        let omega = (STIFFNESS / m - delta * delta).sqrt();
        run(&mut world, 0.5, |_, report| lost += report.ledger.joint_dissipation);
        let stretch = position(&world, body).norm() - LENGTH;
        let exact = 0.1 / omega * (-delta * 0.5).exp() * (omega * 0.5).sin();
        let speed = velocity(&world, body).dot(&way);
        let left = 0.5 * m * speed * speed + 0.5 * STIFFNESS * stretch * stretch;
        assert!((lost + left - 0.5 * m * 0.01).abs() < 1e-9 * m, "{lost} {left}");
        stretch - exact
    };
    let [coarse, fine] = [2e-3, 1e-3].map(error);
    assert!(((coarse / fine).log2() - 2.0).abs() < 0.1, "{coarse:e} {fine:e}");
}

/// A spring that is stretched at the beginning pulls from the first step.
#[test]
fn a_spring_shorter_than_its_points_pulls() {
    let (mut world, body, way) = mass::<2>(None, 0.0);
    let JointKind::Spring(spring) = &mut world.joints[0].kind else { panic!("a spring") };
    spring.length = Some(0.4);
    let m = world.bodies.list[body].mass();
    run(&mut world, 1e-3, |_, _| ());
    let pull = -velocity(&world, body).dot(&way) * m / 1e-3;
    assert!((pull / (STIFFNESS * 0.1) - 1.0).abs() < 1e-3, "{pull}");
}
