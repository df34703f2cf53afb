//! A body cut into convex parts is one body: nothing is felt where its parts meet.

use crate::common::*;
use drystone::bodies::Rigid;
use drystone::detection::Collider;
use drystone::shapes::{Shape, decompose};
use drystone::space::{Pose, Vector};
use std::sync::Arc;

/// Configuration after sliding or rolling 10 m, over a plane or over a body of flush slabs.
fn travel<const D: usize>(shape: Shape<D>, height: f64, friction: f64, cut: bool) -> Vec<f64> {
    let mut world = world::<D>(1e-3, dry(friction));
    if cut {
        let body = world.bodies.add(Rigid::fixed("floor"), &Pose::identity(), &[]);
        let mut half = Vector::<D>::repeat(2.0);
        half[0] = 0.1;
        half[D - 1] = 0.25;
        let slab = Arc::new(cuboid(half));
        for i in 0..80 {
            let mut at = axis::<D>(0, -1.0 + 0.2 * f64::from(i));
            at[D - 1] = -0.25;
            let offset = Some(Pose { position: at, ..Pose::identity() });
            let part = Collider { offset, cut: true, ..Collider::new(body, slab.clone()) };
            world.colliders.push(part);
        }
    } else {
        add_fixed(&mut world, slope::<D>(0.0).0, Pose::identity());
    }
    let body = add(&mut world, shape, pose_at(axis(D - 1, height), 0.0), &[5.0]);
    run(&mut world, 2.2, |_, report| assert!(report.active > 0, "lost at {}", report.time));
    world.bodies.q[world.bodies.q_range(body)].to_vec()
}

fn same<const D: usize>(shape: &Shape<D>, height: f64, friction: f64) {
    let plain = travel(shape.clone(), height, friction, false);
    let cut = travel(shape.clone(), height, friction, true);
    assert!(plain[0] > 7.0);
    for (a, b) in plain.iter().zip(&cut) {
        assert!((a - b).abs() < 1e-9, "{plain:?} became {cut:?}");
    }
}

#[test]
fn a_ball_rolls_over_seams() {
    same::<2>(&ball(0.2), 0.2, 0.3);
    same::<3>(&ball(0.2), 0.2, 0.3);
    same::<2>(&ball(0.2), 0.2, 0.0);
}

#[test]
fn a_block_slides_over_seams() {
    let mut half = Vector::<3>::repeat(0.15);
    half[0] = 0.33;
    same::<3>(&cuboid(half), 0.15, 0.1);
    same::<2>(&cuboid(Vector::<2>::new(0.33, 0.15)), 0.15, 0.1);
}

/// A ball in the inner corner of an L leans on both legs, whatever the cut.
#[test]
fn a_ball_in_the_corner_of_an_l() {
    let outline = [(0., 0.), (3., 0.), (3., 1.), (1., 1.), (1., 3.), (0., 3.)];
    let points: Vec<_> = outline.iter().map(|(x, y)| Vector::<2>::new(*x, *y)).collect();
    let sides: Vec<_> = (0..6).map(|k| [k, (k + 1) % 6]).collect();
    let parts = decompose(&points, &sides).expect("an L").parts;
    let mut world = world::<2>(1e-3, dry(0.0));
    let body = world.bodies.add(Rigid::fixed("L"), &pose_at(Vector::zeros(), -0.5), &[]);
    for part in parts {
        let part = Collider { cut: true, ..Collider::new(body, Arc::new(Shape::Convex(part))) };
        world.colliders.push(part);
    }
    let inner = world.bodies.pose(body).point(&Vector::<2>::new(1.3, 1.3));
    let ball = add(&mut world, ball(0.3), pose_at(inner, 0.0), &[]);
    let weight = world.bodies.list[ball].mass() * G;
    run(&mut world, 0.5, |_, _| {});
    assert!((position(&world, ball) - inner).norm() < 1e-9);
    // Turned by 0.5: the legs carry the weight in proportion of sine and cosine.
    let mut forces: Vec<f64> = world.contacts.iter().map(|c| c.impulse[0] * 1e3).collect();
    forces.retain(|f| *f > 0.0);
    forces.sort_by(f64::total_cmp);
    assert_eq!(forces.len(), 2, "{forces:?}");
    assert!((forces[0] - weight * 0.5_f64.sin()).abs() < 1e-6 * weight, "{forces:?}");
    assert!((forces[1] - weight * 0.5_f64.cos()).abs() < 1e-6 * weight, "{forces:?}");
}
