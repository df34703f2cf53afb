//! Motions inside a drum.

use crate::common::{G, add, add_fixed, axis, ball, cuboid, dry, position, run, velocity, world};
use drystone::shapes::{Drum, Shape};
use drystone::space::{Pose, Vector};
use drystone::world::World;
use std::f64::consts::TAU;

fn add_drum<const D: usize>(world: &mut World<D>, radius: f64) {
    let along = if D == 3 { axis(1, 1.0) } else { Vector::zeros() };
    let drum = Shape::Drum(Drum::new(radius, along, None).expect("a drum"));
    add_fixed(world, drum, Pose::identity());
}

/// Without friction a ball slides like the bob of a pendulum of length R - r; with friction it
/// rolls, as if its mass were greater by I / r².
fn swings<const D: usize>(friction: f64) {
    let (radius, r, angle) = (1.0, 0.2, 0.05_f64);
    let length = radius - r;
    let mut world = world::<D>(1e-3, dry(friction));
    let mut at = Vector::zeros();
    at[0] = length * angle.sin();
    at[D - 1] = -length * angle.cos();
    let body = add(&mut world, ball(r), Pose { position: at, ..Pose::identity() }, &[]);
    add_drum(&mut world, radius);
    let slow = match (friction > 0.0, D) {
        (false, _) => 1.0,
        (true, 2) => 1.5_f64.sqrt(),
        (true, _) => 1.4_f64.sqrt(),
    };
    let period = TAU * (length / G).sqrt() * slow;
    let mut farthest = 0.0_f64;
    run(&mut world, period / 4.0, |world, _| {
        farthest = farthest.max(position(world, body).norm());
    });
    // At the bottom after a quarter, with the speed of the pendulum, on the wall all along.
    assert!(position(&world, body)[0].abs() < 0.02 * length * angle);
    let speed = velocity(&world, body)[0].abs();
    assert!((speed * slow / (angle * (G * length).sqrt()) - 1.0).abs() < 0.01, "{speed}");
    assert!(farthest < length * (1.0 + 1e-5), "{farthest}");
}

#[test]
fn a_ball_swings_like_a_pendulum() {
    swings::<2>(0.0);
    swings::<3>(0.0);
}

#[test]
fn a_ball_rolls_like_a_slower_pendulum() {
    swings::<2>(0.5);
    swings::<3>(0.5);
}

/// A square with two corners on the wall is a compound pendulum about the axis.
#[test]
fn a_polygon_slides_without_losing_energy() {
    let (radius, half, angle) = (1.0_f64, 0.3_f64, 0.4_f64);
    let height = (radius * radius - half * half).sqrt() - half;
    let mut world = world::<2>(5e-4, dry(0.0));
    let mut pose = crate::common::pose_at(
        Vector::<2>::new(height * angle.sin(), -height * angle.cos()),
        -angle,
    );
    pose.position *= 1.0 - 1e-9;
    let body = add(&mut world, cuboid(Vector::<2>::repeat(half)), pose, &[]);
    add_drum(&mut world, radius);
    let (mass, inertia) = {
        let rigid = &world.bodies.list[body];
        (rigid.mass(), rigid.inertia()[(0, 0)])
    };
    let energy = |world: &World<2>| {
        let v = world.bodies.velocity(body);
        let kinetic = 0.5 * mass * (v[0] * v[0] + v[1] * v[1]) + 0.5 * inertia * v[2] * v[2];
        kinetic + mass * G * position(world, body)[1]
    };
    let start = energy(&world);
    let swing = mass * G * height * (1.0 - angle.cos());
    let (mut worst, mut touching) = (0.0_f64, usize::MAX);
    run(&mut world, 1.5, |world, _| {
        worst = worst.max((energy(world) - start).abs());
        touching = touching.min(world.contacts.iter().filter(|c| c.gap < 1e-3).count());
    });
    assert!(worst < 0.01 * swing, "{worst} of {swing}");
    assert_eq!(touching, 2);
}
