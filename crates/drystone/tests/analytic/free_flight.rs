//! Free flight: momentum exact, second order for θ = 1/2.

use crate::common::*;
use drystone::space::{Inertia, Pose, Vector};
use drystone::world::World;
use nalgebra::Vector3;

fn momentum(world: &World<3>, body: usize) -> Vector3<f64> {
    let v = world.bodies.velocity(body);
    world.bodies.list[body]
        .angular_momentum(&world.bodies.pose(body), &Vector3::new(v[3], v[4], v[5]))
}

/// A body with three different principal inertias, spinning freely near its unstable axis.
fn tumbling(time_step: f64, until: f64) -> (World<3>, Vector3<f64>) {
    let mut world = world::<3>(time_step, dry(0.0));
    world.gravity = Vector::zeros();
    let shape = cuboid(Vector::<3>::new(0.1, 0.25, 0.5));
    add(&mut world, shape, Pose::identity(), &[0.3, -0.2, 0.1, 0.05, 3.0, 0.02]);
    let before = momentum(&world, 0);
    run(&mut world, until, |_, _| ());
    (world, before)
}

#[test]
fn a_tumbling_body_keeps_its_angular_momentum() {
    let (world, before) = tumbling(1e-2, 10.0);
    let error = (momentum(&world, 0) - before).norm() / before.norm();
    assert!(error < 1e-12, "angular momentum off by {error:e}");
    // Dzhanibekov: it must really have flipped about, not merely spun.
    let inertia: &Inertia = world.bodies.list[0].inertia();
    assert!(inertia[(0, 0)] > 1.2 * inertia[(1, 1)] && inertia[(1, 1)] > 1.2 * inertia[(2, 2)]);
    let expected = Vector::<3>::new(0.3, -0.2, 0.1) * 10.0;
    assert!((position(&world, 0) - expected).norm() < 1e-12);
}

#[test]
fn the_midpoint_scheme_is_of_second_order() {
    let reference = tumbling(1.25e-4, 1.0).0;
    let error = |h: f64| {
        let world = tumbling(h, 1.0).0;
        (world.bodies.pose(0).rotation - reference.bodies.pose(0).rotation).norm()
    };
    let (coarse, fine) = (error(8e-3), error(4e-3));
    let order = (coarse / fine).log2();
    assert!((order - 2.0).abs() < 0.1, "order {order}, errors {coarse:e} {fine:e}");
}

#[test]
fn kinetic_energy_drifts_only_with_the_scheme() {
    let drift = |h: f64| {
        let (world, _) = tumbling(h, 2.0);
        let start = tumbling(h, 0.0).0;
        let energy =
            |w: &World<3>| w.bodies.list[0].kinetic_energy(&w.bodies.pose(0), w.bodies.velocity(0));
        (energy(&world) - energy(&start)).abs() / energy(&start)
    };
    let (coarse, fine) = (drift(8e-3), drift(4e-3));
    assert!(coarse < 1e-3, "{coarse:e}");
    assert!(coarse / fine > 3.0, "energy drift {coarse:e} to {fine:e} is not of second order");
}

/// A thrown disk and sphere: the parabola is exact for θ = 1/2.
fn parabola<const D: usize>() {
    let mut world = world::<D>(1e-2, dry(0.0));
    let mut v = vec![2.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    v[D - 1] = 5.0;
    v[D] = 1.5;
    add(&mut world, ball(0.1), Pose::identity(), &v);
    run(&mut world, 1.0, |_, report| assert_eq!(report.contacts, 0));
    let mut expected = axis::<D>(0, 2.0);
    expected[D - 1] = 5.0 - 0.5 * G;
    assert!((position(&world, 0) - expected).norm() < 1e-12);
    assert!((world.bodies.velocity(0)[D] - 1.5).abs() < 1e-14);
}

#[test]
fn a_thrown_ball_follows_the_parabola() {
    parabola::<2>();
    parabola::<3>();
}
