//! Joints between bodies of a world.

use crate::common::*;
use drystone::joints::{Coordinate, Joint, JointKind, JointState, embed};
use drystone::space::{Matrix, Pose, Vector};
use drystone::world::World;

/// The direction of the joint's axis where it has none of its own.
pub const OUT: [f64; 3] = [0.0, 0.0, 1.0];

/// Joins two bodies at points of space, with an axis.
pub fn join<const D: usize>(
    world: &mut World<D>,
    bodies: [usize; 2],
    points: [[f64; 3]; 2],
    axis: [f64; 3],
    kind: JointKind,
) -> usize {
    let axis = Vector::<3>::from(axis).normalize();
    let across = if axis.x.abs() < 0.9 { Vector::<3>::x() } else { Vector::<3>::y() };
    let second = axis.cross(&across).normalize();
    let rotation = Matrix::<3>::from_columns(&[second.cross(&axis), second, axis]);
    let frame = |side: usize| {
        let body = embed(&world.bodies.pose(bodies[side]));
        Pose {
            position: body.local_point(&Vector::<3>::from(points[side])),
            rotation: body.rotation.transpose() * rotation,
        }
    };
    let frames = [frame(0), frame(1)];
    world.joints.push(Joint {
        name: format!("joint-{}", world.joints.len() + 1),
        bodies,
        frames,
        kind,
        coordinate: Coordinate::default(),
        contact: false,
        state: JointState::default(),
    });
    world.joints.len() - 1
}

/// A world with a body that does not move, body 0.
pub fn grounded<const D: usize>(h: f64) -> World<D> {
    let mut world = world::<D>(h, dry(0.3));
    let ground = drystone::bodies::Rigid::fixed("ground");
    world.bodies.add(ground, &Pose::identity(), &[]);
    world
}

/// Where the joint's point is on each side, and how far they are apart.
pub fn apart<const D: usize>(world: &World<D>, joint: usize) -> f64 {
    let joint = &world.joints[joint];
    let point = |side: usize| {
        embed(&world.bodies.pose(joint.bodies[side])).point(&joint.frames[side].position)
    };
    (point(0) - point(1)).norm()
}

/// Kinetic and potential energy.
pub fn energy<const D: usize>(world: &World<D>) -> f64 {
    (0..world.bodies.len())
        .filter(|i| world.bodies.list[*i].movable())
        .map(|i| {
            let body = &world.bodies.list[i];
            let q = &world.bodies.q[world.bodies.q_range(i)];
            let height: f64 = (0..D).map(|k| world.gravity[k] * q[k]).sum();
            body.kinetic_energy_at(q, world.bodies.velocity(i)) - body.mass() * height
        })
        .sum()
}
