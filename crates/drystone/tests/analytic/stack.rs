//! A stack of blocks: each interface carries the weight above it, and nothing moves.

use crate::common::*;
use drystone::bodies::Rigid;
use drystone::space::{Pose, Vector};

/// `count` blocks of which the last is `heavier` times as heavy as the others.
fn stands<const D: usize>(count: usize, heavier: f64, duration: f64) {
    let mut world = world::<D>(1e-3, dry(0.5));
    add_fixed(&mut world, slope::<D>(0.0).0, Pose::identity());
    let mut start = vec![];
    for i in 0..count {
        let at = axis::<D>(D - 1, 0.5 + i as f64);
        start.push(at);
        let body = add(&mut world, cuboid(Vector::repeat(0.5)), pose_at(at, 0.0), &[]);
        if i + 1 == count {
            let block = &world.bodies.list[body];
            let (mass, inertia) = (block.mass() * heavier, block.inertia() * heavier);
            world.bodies.list[body] = Rigid::new("top", mass, inertia).unwrap();
        }
    }
    let mass = world.bodies.list[1].mass();
    let h = world.scheme.time_step;
    run(&mut world, duration, |_, report| {
        assert_eq!(report.solver.status.name(), "converged", "at {}", report.time);
    });
    for (i, start) in start.iter().enumerate() {
        let drift = (position(&world, i + 1) - start).norm();
        assert!(drift < 1e-4, "block {i} of {count} drifted {drift:e}");
        // Below block i: the weight of blocks i, i + 1, …
        let carried: f64 = world
            .contacts
            .iter()
            .filter(|c| c.bodies.contains(&i) && c.bodies.contains(&(i + 1)))
            .map(|c| c.impulse[0] / h)
            .sum();
        let weight = ((count - i - 1) as f64 + heavier) * mass * G;
        assert!((carried / weight - 1.0).abs() < 1e-6, "interface {i}: {carried} for {weight}");
    }
}

#[test]
fn ten_blocks_stand() {
    stands::<2>(10, 1.0, 10.0);
    stands::<3>(10, 1.0, 10.0);
}

#[test]
fn thirty_blocks_stand() {
    stands::<2>(30, 1.0, 10.0);
    stands::<3>(30, 1.0, 10.0);
}

#[test]
fn thirty_blocks_carry_one_a_hundred_times_as_heavy() {
    stands::<2>(30, 100.0, 10.0);
    stands::<3>(30, 100.0, 10.0);
}

#[test]
fn thirty_blocks_carry_one_a_thousand_times_as_heavy() {
    stands::<2>(30, 1000.0, 10.0);
    stands::<3>(30, 1000.0, 10.0);
}

#[test]
fn a_hundred_blocks_stand() {
    stands::<2>(100, 1.0, 1.0);
}
