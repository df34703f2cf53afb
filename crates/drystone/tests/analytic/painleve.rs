//! Painlevé's rod: a thin rod slides on one end over a rough plane. With its centre at the angle
//! φ above the plane, half length l and radius of gyration k, the contact's local mass is
//!
//! ```text
//! W_NN = (1 + (l/k)² cos² φ)/m,    W_NT = ± (l/k)² sin φ cos φ/m
//! ```
//!
//! and the one-contact problem has a unique solution if μ |W_NT| < W_NN (000 eq. 33): with
//! k² = l²/3, if μ < (1 + 3 cos² φ)/(3 sin φ cos φ), which is least, 4/3, at tan φ = 2.

use crate::common::*;
use drystone::bodies::Rigid;
use drystone::detection::Collider;
use drystone::space::{Inertia, Pose, Vector};
use drystone::step::{StepReport, Stepper};
use drystone::world::World;

const HALF_LENGTH: f64 = 0.5;
const HALF_WIDTH: f64 = 1e-4;
const SPEED: f64 = 3.0;

fn bound(angle: f64) -> f64 {
    let (s, c) = angle.sin_cos();
    (1.0 + 3.0 * c * c) / (3.0 * s * c)
}

/// A rod at an angle to the ground with its lower end on it, its centre to the left of that end,
/// so that friction against a velocity to the right pushes the end into the ground.
fn rod(angle: f64, friction: f64, velocity: f64) -> World<2> {
    let mut world = world::<2>(1e-4, dry(friction));
    world.solver.max_iterations = 2000;
    add_fixed(&mut world, slope::<2>(0.0).0, Pose::identity());
    let at = Vector::<2>::new(-HALF_LENGTH * angle.cos(), HALF_LENGTH * angle.sin());
    // Its lower corner, not the end of its axis, touches the ground.
    let lift = Vector::<2>::new(0.0, HALF_WIDTH * angle.cos());
    let shape = cuboid(Vector::<2>::new(HALF_LENGTH, HALF_WIDTH));
    let mass = 1.0;
    let inertia = Inertia::identity() * (mass * HALF_LENGTH * HALF_LENGTH / 3.0);
    let rigid = Rigid::new("rod", mass, inertia).expect("a sound body");
    let body = world.bodies.add(rigid, &pose_at(at + lift, angle), &[velocity, 0.0, 0.0]);
    world.colliders.push(Collider::new(body, shape.into()));
    world
}

fn finite(world: &World<2>) -> bool {
    world.bodies.q.iter().chain(&world.bodies.v).all(|x| x.is_finite())
}

/// Runs the rod and gives the reports of the steps in which its lower end has a reaction.
fn slide(angle: f64, friction: f64, velocity: f64, duration: f64) -> Vec<StepReport> {
    let mut world = rod(angle, friction, velocity);
    let mut stepper = Stepper::new(&mut world);
    let mut reports = vec![];
    while world.time < duration {
        let report = stepper.step(&mut world);
        assert!(finite(&world), "not a number at {}", report.time);
        assert!(report.solver.residual.natural_map.is_finite());
        assert!(report.solver.iterations <= world.solver.max_iterations);
        let worst = report.ledger.momentum_error;
        assert!(worst < 1e-10, "momentum error {worst:e} at {}", report.time);
        if report.active > 0 {
            reports.push(report);
        }
    }
    reports
}

#[test]
fn friction_beyond_the_bound_is_reported_in_every_step_with_the_contact() {
    let angle = 2.0_f64.atan();
    assert!((bound(angle) - 4.0 / 3.0).abs() < 1e-12);
    for velocity in [SPEED, -SPEED] {
        let reports = slide(angle, 1.6, velocity, 0.01);
        assert!(reports.iter().any(|r| r.sliding > 0), "the end never slid");
        for report in &reports {
            assert!(report.solver.ill_posed > 0, "at {}", report.time);
        }
    }
}

#[test]
fn friction_below_the_bound_is_not() {
    let angle = 2.0_f64.atan();
    for velocity in [SPEED, -SPEED] {
        let reports = slide(angle, 1.3, velocity, 0.01);
        assert!(reports.len() > 50, "{} steps with a reaction", reports.len());
        for report in &reports {
            assert_eq!(report.solver.ill_posed, 0, "at {}", report.time);
            assert_eq!(report.solver.status.name(), "converged", "at {}", report.time);
        }
    }
}

/// The bound itself, at other angles: within 1 % of it the verdict changes.
#[test]
fn the_bound_is_where_the_formula_says() {
    for degrees in [40.0_f64, 55.0, 70.0, 80.0] {
        let angle = degrees.to_radians();
        for (factor, beyond) in [(0.99, false), (1.01, true)] {
            let mut world = rod(angle, factor * bound(angle), SPEED);
            let report = Stepper::new(&mut world).step(&mut world);
            let found = report.solver.ill_posed > 0;
            assert_eq!(found, beyond, "{degrees}° and {factor} of the bound");
        }
    }
}

/// The rod falls over, through all angles, with a friction far beyond the bound.
#[test]
fn a_rod_that_falls_over_neither_hangs_nor_leaves_the_numbers() {
    for friction in [1.6, 5.0, 50.0] {
        for velocity in [SPEED, -SPEED] {
            let reports = slide(75_f64.to_radians(), friction, velocity, 1.0);
            assert!(reports.iter().any(|r| r.solver.ill_posed > 0));
        }
    }
}
