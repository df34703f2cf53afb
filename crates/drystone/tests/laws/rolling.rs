//! Resistance to rolling: thresholds and accelerations.

use crate::common::*;
use crate::slider::near;
use drystone::bodies::{Function, Load, LoadKind};
use drystone::laws::{ContactLaw, Rolling};
use drystone::space::Pose;
use drystone::world::World;

const RADIUS: f64 = 0.2;

fn law(friction: f64, rolling: f64) -> ContactLaw {
    ContactLaw {
        friction: friction.into(),
        rolling: Rolling { rolling, spinning: 0.0 },
        ..ContactLaw::default()
    }
}

fn on_slope<const D: usize>(angle: f64, law: ContactLaw) -> World<D> {
    let (plane, normal, _) = slope::<D>(angle);
    let mut world = world::<D>(1e-3, law);
    world.solver.tolerance = 1e-12;
    add_fixed(&mut world, plane, Pose::identity());
    add(&mut world, ball(RADIUS), pose_at(normal * RADIUS, 0.0), &[]);
    world
}

/// Rolls only if tan α > μ_r/R, then with g (sin α - cos α μ_r/R)/(1 + k); the books are closed.
fn threshold<const D: usize>(shape: f64) {
    let rolling = 0.02;
    for (factor, rolls) in [(0.999, false), (1.001, true), (1.5, true), (0.5, false)] {
        let angle = (factor * rolling / RADIUS).atan();
        let mut world = on_slope::<D>(angle, law(0.8, rolling));
        let (_, _, downhill) = slope::<D>(angle);
        let acceleration = G * (angle.sin() - angle.cos() * rolling / RADIUS) / (1.0 + shape);
        run(&mut world, 0.3, |world, report| {
            let speed = velocity(world, 1).dot(&downhill);
            let expected = if rolls { acceleration * report.time } else { 0.0 };
            near(speed, expected, 1e-10);
            let scale = report.ledger.kinetic.abs() + report.ledger.potential.abs();
            near(report.ledger.energy_error, 0.0, 1e-12 * scale);
        });
    }
}

#[test]
fn disks_and_spheres_roll_above_a_slope() {
    threshold::<2>(0.5);
    threshold::<3>(0.4);
}

/// A rolling ball slows down at g (μ_r/R)/(1 + k) and stays where it stops.
fn stops<const D: usize>(shape: f64) {
    let (rolling, speed) = (0.01, 0.5);
    let mut world = on_slope::<D>(0.0, law(0.8, rolling));
    world.bodies.v[D * (D + 1) / 2] = speed;
    let spin = if D == 2 { 5 } else { 10 };
    world.bodies.v[spin] = if D == 2 { -speed / RADIUS } else { speed / RADIUS };
    let rate = G * rolling / RADIUS / (1.0 + shape);
    run(&mut world, 1.5 * speed / rate, |world, report| {
        let expected = (speed - rate * report.time).max(0.0);
        let slack = if expected == 0.0 || expected > rate * 1e-3 { 1e-9 } else { rate * 1e-3 };
        near(velocity(world, 1)[0], expected, slack);
    });
    near(position(&world, 1)[0], speed * speed / (2.0 * rate), 1e-4);
}

#[test]
fn a_rolling_ball_stops_and_stays() {
    stops::<2>(0.5);
    stops::<3>(0.4);
}

/// A torque alone moves a ball once it exceeds μ_r N, about any axis along the plane; then it rolls
/// with (τ - μ_r N) R / (J + m R²).
fn torque<const D: usize>(shape: f64) {
    let rolling = 0.02;
    for angle in [0.0_f64, 0.7, 2.0] {
        for factor in [0.999, 1.001, 2.0, -0.999, -3.0] {
            let mut world = on_slope::<D>(0.0, law(0.8, rolling));
            let mass = world.bodies.list[1].mass();
            let limit = rolling * mass * G;
            let axis = if D == 2 { [1.0, 0.0, 0.0] } else { [angle.cos(), angle.sin(), 0.0] };
            world.bodies.list[1].loads.push(Load {
                kind: LoadKind::Torque { axis },
                function: Function::Constant(factor * limit),
            });
            run(&mut world, 0.1, |_, _| ());
            let beyond = if f64::abs(factor) > 1.0 { factor - factor.signum() } else { 0.0 };
            let expected = beyond * limit / ((1.0 + shape) * mass * RADIUS) * 0.1;
            let v = velocity(&world, 1);
            // v = ω × R n.
            if D == 2 {
                near(v[0], -expected, 1e-10);
            } else {
                near(v[0], axis[1] * expected, 1e-10);
                near(v[1], -axis[0] * expected, 1e-10);
            }
        }
    }
}

#[test]
fn a_torque_must_exceed_the_resistance() {
    torque::<2>(0.5);
    torque::<3>(0.4);
}

/// As a number the resistance goes by the radius: balls of two sizes in one scene start to roll at one and the same
/// slope, tan α = the number, with g (sin α - cos α c)/(1 + k). Two balls of radii R₁, R₂ roll on each other with
/// R₁ R₂/(R₁ + R₂).
fn by_the_radius<const D: usize>(shape: f64) {
    let number = 0.1;
    for (factor, rolls) in [(0.999, false), (1.001, true), (1.5, true), (0.5, false)] {
        let angle = f64::atan(factor * number);
        let (plane, normal, downhill) = slope::<D>(angle);
        let share = Rolling { rolling: number, spinning: 0.0 };
        let law =
            ContactLaw { friction: 0.8.into(), rolling_of_radius: share, ..ContactLaw::default() };
        let mut world = world::<D>(1e-3, law);
        world.solver.tolerance = 1e-12;
        add_fixed(&mut world, plane, Pose::identity());
        for (radius, along) in [(0.05, 0.0), (0.4, 3.0)] {
            add(&mut world, ball(radius), pose_at(normal * radius + downhill * along, 0.0), &[]);
        }
        let acceleration = G * (angle.sin() - angle.cos() * number) / (1.0 + shape);
        run(&mut world, 0.3, |world, report| {
            for body in [1, 2] {
                let speed = velocity(world, body).dot(&downhill);
                let expected = if rolls { acceleration * report.time } else { 0.0 };
                near(speed, expected, 1e-10);
            }
        });
    }
}

#[test]
fn balls_of_any_size_roll_above_one_slope() {
    by_the_radius::<2>(0.5);
    by_the_radius::<3>(0.4);
}
