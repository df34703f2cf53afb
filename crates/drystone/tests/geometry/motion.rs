//! What is expected of cylinders that turn.

use crate::random::Random;
use drystone::detection::{Collider, Motion};
use drystone::shapes::{Cylinder, Shape};
use drystone::space::{Pose, Vector, advance, configuration_size, pose, set_pose};
use std::f64::consts::TAU;
use std::sync::Arc;

type V3 = Vector<3>;

fn velocity(linear: V3, spin: V3) -> Vec<f64> {
    linear.iter().chain(spin.iter()).copied().collect()
}

#[test]
fn a_turn_about_the_axis_moves_no_surface_and_a_tumble_does() {
    for round in 0..10_000 {
        let random = &mut Random(61_000_000 + round);
        let shape = random.cylinder();
        let Shape::Cylinder(solid) = &shape else { unreachable!() };
        let (body, linear, dt) = (random.pose::<3>(2.0), random.vector::<3>(3.0), 1e-2);
        let collider = Collider::new(0, Arc::new(shape.clone()));
        let axis = body.direction(solid.axis());
        let own = axis * random.real(-50.0, 50.0);
        let across = (random.unit::<3>() - axis * 0.3).cross(&axis);
        let rolling = Motion::expected(&collider, &body, &velocity(linear, own), dt);
        assert!((rolling.shift - linear * dt).norm() < 1e-15 && rolling.turn == 0.0);
        assert!(rolling.stray < 1e-14, "{}", rolling.stray);
        // With any turn about the axis besides, a tumble moves the farthest points of the rims.
        let both = Motion::expected(&collider, &body, &velocity(linear, own + across), dt);
        let way = dt * across.norm() * solid.reach();
        assert!((both.stray - way).abs() < 1e-13, "{} {way}", both.stray);
    }
}

/// Distance of a point from a solid at a pose.
fn outside(solid: &Cylinder<3>, pose: &Pose<3>, x: &V3) -> f64 {
    let local = pose.local_point(x);
    let along = solid.axis().dot(&local);
    let off = (local - solid.axis() * along).norm();
    (along.abs() - solid.half_length()).max(0.0).hypot((off - solid.radius()).max(0.0))
}

#[test]
fn no_point_of_a_rim_goes_farther_than_expected() {
    let mut share: f64 = 0.0;
    for round in 0..10_000 {
        let random = &mut Random(62_000_000 + round);
        let shape = random.cylinder();
        let Shape::Cylinder(solid) = &shape else { unreachable!() };
        let body = random.pose::<3>(2.0);
        let mut collider = Collider::new(0, Arc::new(shape.clone()));
        if round % 2 == 0 {
            collider.offset = Some(random.pose::<3>(0.5));
        }
        let dt = 1e-2;
        let moves = velocity(random.vector::<3>(3.0), random.vector::<3>(20.0));
        let motion = Motion::expected(&collider, &body, &moves, dt);
        let start = collider.pose(&body);
        for part in [0.3, 1.0] {
            let mut q = vec![0.0; configuration_size(3)];
            set_pose(&mut q, &body);
            advance::<3>(&mut q, &moves, part * dt);
            let there = collider.pose(&pose(&q));
            let shifted = Pose { position: start.position + motion.shift * part, ..start };
            for k in 0..64 {
                let (s, c) = (TAU * f64::from(k / 2) / 32.0).sin_cos();
                let rim = (solid.across()[0] * c + solid.across()[1] * s) * solid.radius();
                let end = if k % 2 == 0 { 1.0 } else { -1.0 };
                let x = there.point(&(rim + solid.axis() * (end * solid.half_length())));
                let went = outside(solid, &shifted, &x);
                assert!(went <= part * motion.stray + 1e-13, "{round}: {went} {motion:?}");
                share = share.max(went / (part * motion.stray));
            }
        }
    }
    // The bound is not idle.
    assert!(share > 0.9, "{share}");
}
