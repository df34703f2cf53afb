//! What joints say about their forces, beside statics.

use crate::build::*;
use crate::common::*;
use drystone::bodies::{Function, Load, LoadKind};
use drystone::joints::{Gear, Hinge, JointKind, Slider, Weld};
use drystone::space::{Pose, Vector};
use drystone::world::World;

/// Force and moment of a joint on its second body.
fn wrench<const D: usize>(world: &World<D>, joint: usize) -> [f64; 6] {
    world.joints[joint].state.report.impulse.map(|x| x / world.scheme.time_step)
}

#[track_caller]
fn near(found: [f64; 6], expected: [f64; 6], scale: f64) {
    for (a, b) in found.iter().zip(expected) {
        assert!((a - b).abs() < 1e-9 * scale, "{found:?} instead of {expected:?}");
    }
}

/// A torque of 6 N m on a wheel that spins twice as fast as another one, which does not turn: 12 N m.
#[test]
fn gears_multiply_torques() {
    let mut world = grounded::<2>(1e-3);
    world.gravity = Vector::zeros();
    let at = |x: f64| Pose { position: Vector::<2>::new(x, 0.0), ..Pose::identity() };
    let [first, second] = [0.0, 1.0].map(|x| add(&mut world, ball(0.2), at(x), &[]));
    let load = LoadKind::Torque { axis: [1.0, 0.0, 0.0] };
    let function = Function::Constant(6.0);
    world.bodies.list[first].loads.push(Load { kind: load, function });
    join(&mut world, [first, 0], [[0.0; 3]; 2], OUT, JointKind::Hinge(Hinge {}));
    join(&mut world, [second, 0], [[1.0, 0.0, 0.0]; 2], OUT, JointKind::Weld(Weld {}));
    join(&mut world, [first, second], [[0.0; 3]; 2], OUT, JointKind::Gear(Gear { ratio: 2.0 }));
    run(&mut world, 0.1, |_, _| ());
    near(wrench(&world, 2), [0.0, 0.0, 0.0, 0.0, 0.0, 12.0], 12.0);
    near(wrench(&world, 1), [0.0, 0.0, 0.0, 0.0, 0.0, 12.0], 12.0);
    near(wrench(&world, 0), [0.0; 6], 12.0);
}

/// A weight beside the point of its weld or its guide bends it by m g d.
fn bends<const D: usize>(kind: JointKind, axis: [f64; 3]) {
    let mut world = grounded::<D>(1e-3);
    let mut centre = Vector::<D>::zeros();
    centre[0] = 0.7;
    let body = add(&mut world, cuboid(Vector::repeat(0.1)), pose_at(centre, 0.0), &[]);
    join(&mut world, [body, 0], [[0.0; 3]; 2], axis, kind);
    run(&mut world, 0.1, |_, _| ());
    let weight = world.bodies.list[body].mass() * G;
    let mut expected = [0.0; 6];
    expected[D - 1] = -weight;
    // (0.7, 0, 0) × (0, -m g, 0) in the plane, (0.7, 0, 0) × (0, 0, -m g) in space.
    if D == 2 {
        expected[5] = -0.7 * weight;
    } else {
        expected[4] = 0.7 * weight;
    }
    near(wrench(&world, 0), expected, weight);
}

#[test]
fn welds_and_guides_are_bent() {
    bends::<2>(JointKind::Weld(Weld {}), OUT);
    bends::<3>(JointKind::Weld(Weld {}), OUT);
    bends::<2>(JointKind::Slider(Slider {}), [1.0, 0.0, 0.0]);
    bends::<3>(JointKind::Slider(Slider {}), [1.0, 0.0, 0.0]);
}

/// A hinge in full swing carries a force and no moment; hanging it carries the weight.
#[test]
fn hinges_carry_no_moment() {
    let mut world = grounded::<2>(1e-3);
    let at = Pose { position: Vector::<2>::new(0.5, 0.0), ..Pose::identity() };
    let body = add(&mut world, cuboid(Vector::repeat(0.1)), at, &[]);
    join(&mut world, [body, 0], [[0.0; 3]; 2], OUT, JointKind::Hinge(Hinge {}));
    let weight = world.bodies.list[body].mass() * G;
    run(&mut world, 0.6, |world, _| {
        let [x, y, _, _, _, moment] = wrench(world, 0);
        assert!(moment.abs() < 1e-9 * weight && x.hypot(y) > 0.0, "{moment}");
    });
    let mut world = grounded::<2>(1e-3);
    let at = Pose { position: Vector::<2>::new(0.0, -0.5), ..Pose::identity() };
    let body = add(&mut world, cuboid(Vector::repeat(0.1)), at, &[]);
    join(&mut world, [body, 0], [[0.0; 3]; 2], OUT, JointKind::Hinge(Hinge {}));
    run(&mut world, 0.1, |_, _| ());
    near(wrench(&world, 0), [0.0, -weight, 0.0, 0.0, 0.0, 0.0], weight);
}
