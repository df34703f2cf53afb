//! Space that repeats: nothing depends on where its border is.

use crate::common::*;
use drystone::detection::Periodic;
use drystone::shapes::{Ball, Convex, Shape};
use drystone::space::{Pose, Vector};
use drystone::step::Stepper;
use drystone::world::World;

fn ball<const D: usize>(radius: f64) -> Shape<D> {
    Shape::Ball(Ball::new(radius).unwrap())
}

/// Grains in a cell, thrown about, above a floor; the border at `from`.
fn grains<const D: usize>(from: f64) -> World<D> {
    let mut world = world::<D>(2e-3, dry(0.4));
    world.solver.tolerance = 1e-12;
    for axis in 0..D - 1 {
        world.periodic.repeat(axis, from, from + 2.0);
    }
    add_fixed(&mut world, slope(0.0).0, Pose::identity());
    let mut random = Random(7);
    for k in 0..12 {
        let mut at = Pose::identity();
        at.position = Vector::from_fn(|i, _| {
            if i == D - 1 { 0.2 + 0.4 * f64::from(k / 4) } else { 0.5 * f64::from(k % 4) + 0.1 }
        });
        if D == 3 {
            at.position[1] = 0.5 * f64::from((k + k / 4) % 4) + 0.1;
        }
        let mut velocity = vec![0.0; if D == 2 { 3 } else { 6 }];
        for v in &mut velocity {
            *v = random.range(-4.0, 4.0);
        }
        let cube = Convex::cuboid(Vector::repeat(0.1)).unwrap();
        let shape = if k % 3 == 0 { Shape::Convex(cube) } else { ball(0.12) };
        add(&mut world, shape, at, &velocity);
    }
    world
}

fn border_does_not_matter<const D: usize>() {
    // Half a second: collisions make rounding grow, and the border differs by rounding.
    let mut here = grains::<D>(0.0);
    let mut there = grains::<D>(-0.77);
    let (mut a, mut b) = (Stepper::new(&mut here), Stepper::new(&mut there));
    let (mut across, mut most) = (0, 0);
    for _ in 0..250 {
        a.step(&mut here);
        b.step(&mut there);
        assert_eq!(here.contacts.len(), there.contacts.len());
        for (c, d) in here.contacts.iter().zip(&there.contacts) {
            assert_eq!(c.id, d.id);
            across += usize::from(c.id.image.periods::<3>() != [0; 3] && c.impulse[0] > 0.0);
        }
        most = most.max(here.contacts.len());
    }
    assert!(across > 10, "{across} contacts across the border, at most {most} in a step");
    let apart = here.bodies.q.iter().zip(&there.bodies.q);
    assert!(apart.into_iter().all(|(x, y)| (x - y).abs() < 1e-6));
}

#[test]
fn the_place_of_the_border_does_not_matter() {
    border_does_not_matter::<2>();
    border_does_not_matter::<3>();
}

/// A row of touching balls around the cell, one pushed: the momentum runs around and comes back
/// from the other side.
#[test]
fn a_shock_runs_around_the_cell() {
    let mut world = world::<2>(1e-3, bouncing(0.0, 1.0, 0.0));
    world.gravity = Vector::zeros();
    world.periodic.repeat(0, 0.0, 5.0);
    for k in 0..4 {
        let mut at = Pose::identity();
        at.position[0] = 0.5 + f64::from(k) * 1.1;
        let speed = if k == 0 { 1.0 } else { 0.0 };
        add(&mut world, ball(0.5), at, &[speed, 0.0, 0.0]);
    }
    // Three gaps of 0.1 m, and 0.8 m to the image of the first ball, which went 0.1 m itself.
    let mut stepper = Stepper::new(&mut world);
    for _ in 0..1110 {
        stepper.step(&mut world);
    }
    let speeds: Vec<f64> = (0..4).map(|i| world.bodies.velocity(i)[0]).collect();
    assert!((speeds[0] - 1.0).abs() < 1e-9, "{speeds:?}");
    assert!((speeds.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    let way = world.bodies.pose(3).position[0] - 3.8;
    assert!((way - 0.8).abs() < 5e-3, "{way}");
}

/// A block over the border of a floor of one slab that spans the cell: one contact a corner.
#[test]
fn a_block_rests_across_the_border() {
    let mut world = world::<3>(1e-3, dry(0.5));
    world.periodic.repeat(0, 0.0, 2.0);
    world.periodic.repeat(1, 0.0, 2.0);
    let slab = Shape::Convex(Convex::cuboid(Vector::<3>::new(1.0, 1.0, 0.1)).unwrap());
    let mut floor = Pose::identity();
    floor.position = Vector::<3>::new(1.0, 1.0, -0.1);
    add_fixed(&mut world, slab, floor);
    let cube = Shape::Convex(Convex::cuboid(Vector::<3>::repeat(0.25)).unwrap());
    let mut at = Pose::identity();
    at.position = Vector::<3>::new(0.03, 1.9, 0.25);
    let block = add(&mut world, cube, at, &[0.0; 6]);
    let weight = world.bodies.list[block].mass() * G;
    let mut stepper = Stepper::new(&mut world);
    for _ in 0..200 {
        stepper.step(&mut world);
    }
    let force: f64 = world.contacts.iter().map(|c| c.impulse[0]).sum::<f64>() / 1e-3;
    assert!((force - weight).abs() < 1e-6 * weight);
    assert!((world.bodies.pose(block).position - at.position).norm() < 1e-9);
    let mut images: Vec<[i32; 3]> = world.contacts.iter().map(|c| c.id.image.periods()).collect();
    images.sort_unstable();
    images.dedup();
    assert_eq!(images.len(), 4, "one piece of floor under each corner");
}

#[test]
fn points_are_wrapped_into_the_cell() {
    let mut cell = Periodic::<3>::default();
    let point = Vector::<3>::new(-0.25, 7.5, 1e3);
    assert_eq!(cell.wrap(&point), point);
    cell.repeat(0, 0.0, 1.0);
    cell.repeat(1, 1.0, 3.0);
    assert!((cell.wrap(&point) - Vector::<3>::new(0.75, 1.5, 1e3)).norm() < 1e-12);
}
