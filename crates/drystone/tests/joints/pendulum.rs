//! A rod on a hinge swings as a physical pendulum does.

use crate::build::*;
use crate::common::*;
use drystone::joints::{Ball, Hinge, JointKind, Rod};
use drystone::space::Vector;
use drystone::world::World;

/// A rod of length 1 that hangs from the origin by an angle from the vertical.
fn rod<const D: usize>(h: f64, angle: f64) -> (World<D>, usize) {
    let mut world = grounded::<D>(h);
    let mut half = Vector::<D>::repeat(0.02);
    half[D - 1] = 0.5;
    let mut centre = Vector::<D>::zeros();
    centre[0] = 0.5 * angle.sin();
    centre[D - 1] = -0.5 * angle.cos();
    // Its last axis points from the lower to the upper end.
    let body = add(&mut world, cuboid(half), pose_at(centre, -angle), &[]);
    (world, body)
}

/// The period against that of the elliptic integral, by the arithmetic-geometric mean.
fn exact_period(inertia: f64, mass: f64, angle: f64) -> f64 {
    let (mut a, mut g) = (1.0_f64, (0.5 * angle).cos());
    for _ in 0..20 {
        (a, g) = (0.5 * (a + g), (a * g).sqrt());
    }
    std::f64::consts::TAU * (inertia / (mass * G * 0.5)).sqrt() / a
}

fn swings<const D: usize>(kind: JointKind) {
    let angle = 1.0;
    let (mut world, body) = rod::<D>(1e-3, angle);
    let axis = if D == 2 { OUT } else { [0.0, 1.0, 0.0] };
    join(&mut world, [body, 0], [[0.0; 3]; 2], axis, kind);
    let mass = world.bodies.list[body].mass();
    let about = world.bodies.list[body].inertia();
    let inertia = if D == 2 { about[(0, 0)] } else { about[(1, 1)] } + mass * 0.25;
    let start = energy(&world);
    let (mut crossings, mut last) = (vec![], f64::NAN);
    run(&mut world, 10.0, |world, report| {
        let x = position(world, body)[0];
        if last > 0.0 && x <= 0.0 {
            crossings.push(report.time - 1e-3 * x / (x - last));
        }
        last = x;
        assert!(apart(world, 0) < 1e-12, "{}", apart(world, 0));
        let off = (energy(world) - start).abs() / (mass * G * 0.5);
        assert!(off < 2e-6, "{}: {off}", report.time);
    });
    let swings = crossings.len() - 1;
    let period = (crossings[swings] - crossings[0]) / swings as f64;
    let exact = exact_period(inertia, mass, angle);
    assert!((period / exact - 1.0).abs() < 1e-5, "{period} {exact}");
}

#[test]
fn a_rod_on_a_hinge_swings_with_its_period() {
    swings::<2>(JointKind::Hinge(Hinge {}));
    swings::<2>(JointKind::Ball(Ball {}));
    swings::<3>(JointKind::Hinge(Hinge {}));
}

/// A ball on a rod of length 1, hung at its centre, swings as a point does; the rod pulls with
/// m g cos φ + m v².
#[test]
fn a_rod_keeps_its_length() {
    let mut world = grounded::<2>(1e-3);
    let body = add(&mut world, ball(0.05), pose_at(Vector::<2>::new(1.0, 0.0), 0.0), &[]);
    let rod = JointKind::Rod(Rod { length: Some(1.0), ..Rod::default() });
    let points = [[1.0, 0.0, 0.0], [0.0; 3]];
    join(&mut world, [body, 0], points, OUT, rod);
    let mass = world.bodies.list[body].mass();
    run(&mut world, 5.0, |world, report| {
        let (x, v) = (position(world, body), velocity(world, body));
        assert!((x.norm() - 1.0).abs() < 1e-12);
        let pull = -world.joints[0].state.impulses[0] / 1e-3;
        let exact = mass * (-G * x[1] + v.norm_squared());
        assert!((pull - exact).abs() < 0.02 * mass * G, "{}: {pull} {exact}", report.time);
    });
}
