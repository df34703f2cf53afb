//! Balls that collide with ρ = τ = 1 and no friction keep their energy, all together too.

use crate::common::*;
use drystone::space::Pose;

fn chain<const D: usize>(count: usize) {
    let mut world = world::<D>(1e-3, bouncing(0.0, 1.0, 1.0));
    world.gravity.fill(0.0);
    world.solver.tolerance = 1e-13;
    for i in 0..count {
        // The others touch each other exactly; the first arrives with a gap.
        let x = if i == 0 { -0.05 } else { 0.2 * i as f64 };
        let velocity = if i == 0 { 1.0 } else { 0.0 };
        add(&mut world, ball(0.1), pose_at(axis(0, x), 0.0), &[velocity]);
    }
    let before = 0.5 * world.bodies.list[0].mass();
    let mut collided = 0;
    run(&mut world, 0.3, |_, report| {
        collided = collided.max(report.active);
        let energy = report.ledger.kinetic;
        assert!((energy / before - 1.0).abs() < 1e-10, "energy {energy} at {}", report.time);
        assert!(report.ledger.momentum_error < 1e-12);
    });
    assert!(collided >= 1);
    let momentum: f64 = (0..count).map(|i| velocity(&world, i)[0]).sum();
    assert!((momentum - 1.0).abs() < 1e-12);
    if count == 2 {
        assert!(velocity(&world, 0)[0].abs() < 1e-12, "equal masses exchange velocities");
    }
}

#[test]
fn two_balls_exchange_their_velocities() {
    chain::<2>(2);
    chain::<3>(2);
}

#[test]
fn a_chain_keeps_its_energy() {
    chain::<2>(6);
    chain::<3>(6);
}

/// A rack hit off-centre: many simultaneous contacts in two directions.
#[test]
fn a_rack_keeps_its_energy() {
    let mut world = world::<2>(1e-3, bouncing(0.0, 1.0, 1.0));
    world.gravity.fill(0.0);
    world.solver.tolerance = 1e-13;
    world.solver.max_iterations = 100_000;
    let mut rows = vec![];
    for row in 0..4 {
        for k in 0..=row {
            let y = 0.2 * (k as f64 - 0.5 * row as f64);
            rows.push((0.2 * 0.75_f64.sqrt() * row as f64, y));
        }
    }
    for (x, y) in rows {
        let mut pose = Pose::identity();
        pose.position = nalgebra::Vector2::new(x, y);
        add(&mut world, ball(0.1), pose, &[]);
    }
    let mut cue = Pose::identity();
    cue.position = nalgebra::Vector2::new(-0.4, 0.03);
    add(&mut world, ball(0.1), cue, &[2.0]);
    let before = 2.0 * world.bodies.list[0].mass();
    let mut worst = 0.0_f64;
    run(&mut world, 0.5, |_, report| {
        worst = worst.max((report.ledger.kinetic / before - 1.0).abs());
    });
    assert!(worst < 1e-9, "energy off by {worst:e}");
}
