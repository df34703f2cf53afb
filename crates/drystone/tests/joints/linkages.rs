//! Welds, ropes and gears.

use crate::build::*;
use crate::common::*;
use drystone::joints::{Gear, Hinge, JointKind, Rope, Weld, redundancy};
use drystone::space::{Pose, Vector};

/// Two welded blocks that fly and turn are one: momentum, spin and shape stay.
fn welded<const D: usize>() {
    let mut world = grounded::<D>(1e-3);
    world.gravity = Vector::zeros();
    let half = Vector::repeat(0.1);
    let spin = if D == 2 { vec![0.0, 0.0, 3.0] } else { vec![0.0, 0.0, 0.0, 0.5, 3.0, 0.2] };
    let a = add(&mut world, cuboid(half), pose_at(axis(0, -0.1), 0.0), &spin);
    let b = add(&mut world, cuboid(half), pose_at(axis(0, 0.1), 0.0), &[]);
    join(&mut world, [a, b], [[0.0; 3]; 2], OUT, JointKind::Weld(Weld {}));
    let momentum = |world: &drystone::world::World<D>| velocity(world, a) + velocity(world, b);
    run(&mut world, 0.05, |_, _| ());
    let (start, sum) = (energy(&world), momentum(&world));
    run(&mut world, 2.0, |world, report| {
        let (p, q) = (world.bodies.pose(a), world.bodies.pose(b));
        let turned = (p.rotation - q.rotation).norm();
        assert!(turned < 1e-11, "{}: {turned:e}", report.time);
        assert!((p.local_point(&q.position) - axis::<D>(0, 0.2)).norm() < 1e-11);
        assert!((momentum(world) - sum).norm() < 1e-9);
        assert!((energy(world) / start - 1.0).abs() < 2e-3, "{}", energy(world) / start);
    });
}

#[test]
fn welded_bodies_are_one() {
    welded::<2>();
    welded::<3>();
}

/// Two equal welds hold everything twice, and nothing changes.
#[test]
fn joints_may_be_redundant() {
    let mut world = grounded::<3>(1e-3);
    let body = add(&mut world, cuboid(Vector::repeat(0.1)), Pose::identity(), &[]);
    join(&mut world, [body, 0], [[0.1, 0.0, 0.0]; 2], OUT, JointKind::Weld(Weld {}));
    assert_eq!(redundancy(&world.joints, &world.bodies), Some(0));
    join(&mut world, [body, 0], [[-0.1, 0.0, 0.0]; 2], OUT, JointKind::Weld(Weld {}));
    assert_eq!(redundancy(&world.joints, &world.bodies), Some(6));
    run(&mut world, 1.0, |world, report| {
        assert!(report.solver.residual.quadratic_mean < 1e-8);
        assert!(position(world, body).norm() < 1e-11);
    });
    // Together they carry the weight.
    let pull: f64 = world.joints.iter().map(|joint| joint.state.impulses[2] / 1e-3).sum();
    assert!((pull - world.bodies.list[body].mass() * G).abs() < 1e-6, "{pull}");
}

/// A ball falls freely until its rope is taut, then hangs.
fn hangs<const D: usize>() {
    let mut world = grounded::<D>(1e-3);
    let body = add(&mut world, ball(0.05), Pose::identity(), &[]);
    let rope = JointKind::Rope(Rope { length: Some(0.5) });
    join(&mut world, [body, 0], [[0.0; 3]; 2], OUT, rope);
    let taut = (2.0 * 0.5 / G).sqrt();
    run(&mut world, 1.0, |world, report| {
        let depth = -position(world, body)[D - 1];
        assert!(depth <= 0.5 + 1e-9, "{depth}");
        if report.time < taut - 2e-3 {
            let exact = 0.5 * G * report.time * report.time;
            assert!((depth - exact).abs() < 1e-9, "{depth} {exact}");
        }
    });
    assert!((position(&world, body)[D - 1] + 0.5).abs() < 1e-9);
}

#[test]
fn a_rope_holds_from_one_side() {
    hangs::<2>();
    hangs::<3>();
}

/// A torque on one wheel turns both: α = T / (I₁ + i² I₂) for the first.
#[test]
fn gears_share_a_torque() {
    use drystone::bodies::{Function, Load, LoadKind};
    let mut world = grounded::<2>(1e-3);
    world.gravity = Vector::zeros();
    let first = add(&mut world, ball(0.2), pose_at(Vector::<2>::new(-0.2, 0.0), 0.0), &[]);
    let second = add(&mut world, ball(0.1), pose_at(Vector::<2>::new(0.1, 0.0), 0.0), &[]);
    for (body, x) in [(first, -0.2), (second, 0.1)] {
        join(&mut world, [body, 0], [[x, 0.0, 0.0]; 2], OUT, JointKind::Hinge(Hinge {}));
    }
    // The second turns twice as fast, the other way round.
    join(&mut world, [second, first], [[0.0; 3]; 2], OUT, JointKind::Gear(Gear { ratio: -2.0 }));
    let kind = LoadKind::Torque { axis: [1.0, 0.0, 0.0] };
    world.bodies.list[first].loads.push(Load { kind, function: Function::Constant(2.0) });
    let inertia = |body: usize| world.bodies.list[body].inertia()[(0, 0)];
    let alpha = 2.0 / (inertia(first) + 4.0 * inertia(second));
    run(&mut world, 0.5, |_, _| ());
    let spin = |body: usize| world.bodies.velocity(body)[2];
    assert!((spin(first) - 0.5 * alpha).abs() < 1e-9, "{} {}", spin(first), 0.5 * alpha);
    assert!((spin(second) + 2.0 * spin(first)).abs() < 1e-9);
}
