//! Chains and loops over many steps.

use crate::build::*;
use crate::common::*;
use drystone::joints::{Hinge, JointKind, redundancy};
use drystone::space::Vector;
use drystone::step::Stepper;
use drystone::world::World;

/// How many steps the long runs take: shortened unless asked for.
fn steps() -> usize {
    if std::env::var_os("DRYSTONE_LONG").is_some() { 100_000 } else { 1_500 }
}

/// Rods in a row, the first hung from the origin, let go horizontally.
fn chain(count: usize) -> World<2> {
    let mut world = grounded::<2>(1e-3);
    for k in 0..count {
        let x = 0.1 * k as f64;
        let half = Vector::<2>::new(0.05, 0.01);
        let body =
            add(&mut world, cuboid(half), pose_at(Vector::<2>::new(x + 0.05, 0.0), 0.0), &[]);
        let before = if k == 0 { 0 } else { body - 1 };
        join(&mut world, [body, before], [[x, 0.0, 0.0]; 2], OUT, JointKind::Hinge(Hinge {}));
    }
    world.visibility = Default::default();
    world
}

#[test]
fn a_chain_of_a_hundred_hinges_keeps_together_and_keeps_its_energy() {
    let mut world = chain(100);
    // Links pass through each other: only joints are tested here.
    world.colliders.clear();
    let (start, mut stepper) = (energy(&world), Stepper::new(&mut world));
    let scale = 100.0 * world.bodies.list[1].mass() * G * 5.0;
    for _ in 0..steps() {
        let report = stepper.step(&mut world);
        assert!(report.solver.residual.quadratic_mean <= 1e-8, "{:?}", report.solver);
        let worst = (0..100).map(|j| apart(&world, j)).fold(0.0, f64::max);
        assert!(worst < 1e-11, "{}: {worst}", report.step);
        let lost = (start - energy(&world)) / scale;
        assert!(lost > -1e-4, "{}: {lost}", report.step);
        // Until it cracks like a whip all of the energy is kept.
        assert!(report.step > 1000 || lost.abs() < 1e-5, "{}: {lost}", report.step);
    }
}

/// A four-bar linkage in space is redundant: every hinge holds the plane once more.
fn four_bar<const D: usize>() {
    let mut world = grounded::<D>(1e-3);
    let corners = [[0.0, 0.0], [0.3, 0.8], [1.5, 1.0], [1.6, 0.0]];
    let lift = |p: [f64; 2]| {
        let mut out = Vector::<D>::zeros();
        (out[0], out[D - 1]) = (p[0], p[1]);
        out
    };
    let in_space = |p: [f64; 2]| if D == 2 { [p[0], p[1], 0.0] } else { [p[0], 0.0, p[1]] };
    let axis = if D == 2 { OUT } else { [0.0, 1.0, 0.0] };
    let mut bodies = vec![];
    for k in 0..3 {
        let [a, b] = [lift(corners[k]), lift(corners[k + 1])];
        let along = b - a;
        let mut half = Vector::<D>::repeat(0.02);
        half[D - 1] = 0.5 * along.norm();
        let angle = along[0].atan2(along[D - 1]);
        bodies.push(add(&mut world, cuboid(half), pose_at((a + b) * 0.5, angle), &[]));
    }
    world.colliders.clear();
    let pairs = [[bodies[0], 0], [bodies[1], bodies[0]], [bodies[2], bodies[1]], [bodies[2], 0]];
    for (pair, corner) in pairs.into_iter().zip(corners) {
        join(&mut world, pair, [in_space(corner); 2], axis, JointKind::Hinge(Hinge {}));
    }
    // In space each hinge holds the plane too: 5 rows each, 18 freedoms, one of them left.
    let twice = redundancy(&world.joints, &world.bodies);
    assert_eq!(twice, Some(if D == 2 { 0 } else { 3 }));
    let (start, mut stepper) = (energy(&world), Stepper::new(&mut world));
    let scale: f64 = bodies.iter().map(|b| world.bodies.list[*b].mass() * G).sum();
    let mut farthest = 0.0_f64;
    for _ in 0..steps() {
        let report = stepper.step(&mut world);
        assert!(report.solver.residual.quadratic_mean <= 1e-8, "{:?}", report.solver);
        let worst = (0..4).map(|j| apart(&world, j)).fold(0.0, f64::max);
        assert!(worst < 1e-12, "{}: {worst}", report.step);
        let lost = (start - energy(&world)) / scale;
        assert!(lost < 5e-3 && lost > -2e-4, "{}: {lost}", report.step);
        farthest = farthest.max((position(&world, bodies[0])[0] - 0.15).abs());
    }
    assert!(farthest > 0.05, "it moves: {farthest}");
}

#[test]
fn a_four_bar_linkage_closes_whether_redundant_or_not() {
    four_bar::<2>();
    four_bar::<3>();
}
