//! Friction of spinning about the normal, alone and with sliding and rolling.

use crate::common::*;
use crate::slider::near;
use drystone::laws::{ContactLaw, Law, Rolling};
use drystone::space::Pose;
use drystone::world::{LawTable, World};
use std::sync::Arc;

const RADIUS: f64 = 0.2;

fn law(friction: f64, rolling: f64, spinning: f64) -> ContactLaw {
    let rolling = Rolling { rolling, spinning };
    ContactLaw { friction: friction.into(), rolling, ..ContactLaw::default() }
}

/// A ball on a horizontal plane with a velocity and a spin.
fn ball_on_plane(law: impl Law + 'static, start: &[f64; 6]) -> World<3> {
    let mut world = world::<3>(1e-3, law);
    world.solver.tolerance = 1e-12;
    add_fixed(&mut world, slope::<3>(0.0).0, Pose::identity());
    add(&mut world, ball(RADIUS), pose_at(axis(2, RADIUS), 0.0), start);
    world
}

/// Falls at a constant rate to zero; within a step of the stop by so much.
#[track_caller]
fn falls(found: f64, from: f64, rate: f64, t: f64, scale: f64) {
    let expected = (from - rate * t).max(0.0);
    let slack = if (from - rate * t).abs() < 1.1e-3 * rate { 1.1e-3 * rate } else { 1e-9 };
    near(found, expected, slack * scale);
}

/// ω about the normal falls at μ_s m g / J, J = 2/5 m R², to rest.
#[test]
fn a_spinning_ball_slows_down_and_stops() {
    for (rolling, spinning) in [(0.0, 0.01), (0.02, 0.01), (0.001, 0.05)] {
        let law = law(0.5, rolling, spinning);
        let mut world = ball_on_plane(law, &[0.0, 0.0, 0.0, 0.0, 0.0, 3.0]);
        let rate = spinning * G / (0.4 * RADIUS * RADIUS);
        run(&mut world, 1.5 * 3.0 / rate, |world, report| {
            falls(world.bodies.velocity(1)[5], 3.0, rate, report.time, 1.0);
            let scale = report.ledger.kinetic.abs() + report.ledger.potential.abs();
            near(report.ledger.energy_error, 0.0, 1e-12 * scale);
        });
    }
}

/// With sliding: both fall on their own, for a ball, whatever the direction.
#[test]
fn sliding_and_spinning_are_two_frictions() {
    let (friction, spinning) = (0.1, 0.004);
    let mut world = ball_on_plane(law(friction, 0.0, spinning), &[1.2, -1.6, 0.0, 0.0, 0.0, -4.0]);
    let rate = spinning * G / (0.4 * RADIUS * RADIUS);
    // Slides until it rolls, at 2/7 v / (μ g).
    let rolls = 2.0 / 7.0 * 2.0 / (friction * G);
    run(&mut world, 2.0 * rolls, |world, report| {
        let t = report.time;
        falls(-world.bodies.velocity(1)[5], 4.0, rate, t, 1.0);
        let v = velocity(world, 1);
        if t < 0.99 * rolls {
            near(v.norm(), 2.0 - friction * G * t, 1e-9);
        } else if t > 1.01 * rolls {
            near(v.norm(), 10.0 / 7.0, 2e-3);
        }
        near(v[1] / v[0], -4.0 / 3.0, 1e-8);
    });
}

/// Where laws that resist couples and laws that do not meet in one world each keeps its own: a ball
/// rolls freely on the plane of the second kind.
fn mixed<const D: usize>(rolling: Rolling, shape: f64) {
    let angle = 0.05_f64;
    let (plane, normal, downhill) = slope::<D>(angle);
    let mut world = world::<D>(1e-3, dry(0.5));
    world.solver.tolerance = 1e-12;
    let held = ContactLaw { friction: 0.5.into(), rolling, ..ContactLaw::default() };
    let laws: Vec<Arc<dyn Law>> = vec![Arc::new(dry(0.5)), Arc::new(held)];
    world.laws = LawTable { laws, by_pair: vec![0, 0, 1, 0, 0, 0, 1, 0, 0], materials: 3 };
    add_fixed(&mut world, plane, Pose::identity());
    for k in 0..2 {
        let mut at = normal * RADIUS;
        at += downhill * (2.0 * k as f64);
        add(&mut world, ball(RADIUS), pose_at(at, 0.0), &[]);
        world.colliders[1 + k].material = 1 + k;
    }
    run(&mut world, 0.3, |world, report| {
        let free = G * angle.sin() / (1.0 + shape) * report.time;
        near(velocity(world, 1).dot(&downhill), free, 1e-9);
        near(velocity(world, 2).norm(), 0.0, 1e-10);
    });
}

#[test]
fn laws_with_and_without_couples_live_together() {
    mixed::<2>(Rolling { rolling: 0.1, spinning: 0.0 }, 0.5);
    mixed::<3>(Rolling { rolling: 0.1, spinning: 0.0 }, 0.4);
    mixed::<3>(Rolling { rolling: 0.1, spinning: 0.01 }, 0.4);
}
