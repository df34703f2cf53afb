//! Rounds of Newton's method: their rate, and what is said where they fail.

use crate::support::*;
use drystone::bodies::{DriveKind, Function, NodeLoad, NodeLoadKind, Renewal};
use drystone::fem::material::{NeoHookean, SaintVenantKirchhoff};
use drystone::fem::mesh::{Cut, Grid};
use drystone::fem::{Kinematics, Material, Mesh, Plane};
use drystone::solvers::Status;
use drystone::space::{Pose, Vector};
use drystone::step::Stepper;
use drystone::world::World;

const YOUNG: f64 = 1e6;

fn square() -> Mesh<2> {
    Grid { counts: [4, 4], element: element("Q4"), cut: Cut::Turning }.mesh().expect("a mesh")
}

/// A unit square held at its bottom, with a force on its top.
fn pressed(material: Material, force: [f64; 2], h: f64) -> World<2> {
    let mesh = square();
    let mut world = resting::<2>(h);
    let (stuff, given) = (stuff(material, Plane::Strain), alone(Kinematics::Finite));
    add_soft(&mut world, &mesh, stuff, given, Pose::identity(), &Vector::zeros());
    let body = &mut world.bodies.deformables[0];
    for node in side(&mesh, "bottom") {
        (0..2).for_each(|k| body.hold(fixed(node as usize * 2 + k)));
    }
    let top = side(&mesh, "top").into_iter();
    let edge = |node: u32| [0.0, 1.0].contains(&mesh.places[node as usize][0]);
    let nodes = top.map(|node| (node, if edge(node) { 0.125 } else { 0.25 })).collect();
    let kind = NodeLoadKind::Force { nodes, direction: Vector::from(force) };
    body.loads.push(NodeLoad { kind, function: Function::Constant(1.0) });
    world
}

fn rubber_like() -> Material {
    Material::NeoHookean(NeoHookean { young_modulus: YOUNG, poisson_ratio: 0.3 })
}

/// A rubber block under a quarter of its modulus and more: digits double from round to round.
#[test]
fn newton_is_quadratic() {
    for force in [[0.05 * YOUNG, -0.25 * YOUNG], [0.0, 0.5 * YOUNG], [0.2 * YOUNG, 0.0]] {
        let mut world = pressed(rubber_like(), force, 0.03);
        let mut stepper = Stepper::new(&mut world);
        for _ in 0..4 {
            let report = stepper.step(&mut world);
            let left = stepper.imbalances();
            println!("{force:?}: {left:?}");
            assert_eq!(report.solver.status, Status::Converged);
            assert!(report.imbalance <= 1e-10 && report.rounds == left.len());
            assert!(report.ledger.momentum_error < 1e-9, "{}", report.ledger.momentum_error);
            for pair in left.windows(2).filter(|pair| pair[0] < 1e-2 && pair[1] > 1e-13) {
                let order = pair[1].ln() / pair[0].ln();
                assert!(order > 1.6, "{force:?}: {left:?}");
            }
        }
        // It has really moved.
        let top = world.bodies.q.iter().skip(1).step_by(2).fold(f64::MIN, |a, y| a.max(*y));
        assert!(force[1] == 0.0 || (top - 0.5).abs() > 0.1, "{top}");
    }
}

/// Without a stiffness in w, a long step does not come to an end, and says so.
#[test]
fn rounds_that_do_not_converge_are_told() {
    let mut world = pressed(rubber_like(), [0.0, -0.35 * YOUNG], 1.0);
    world.bodies.deformables[0].renewal = Renewal::Mass;
    let report = Stepper::new(&mut world).step(&mut world);
    assert_eq!(report.solver.status, Status::IterationLimit, "{:e}", report.imbalance);
    assert!(report.imbalance > 1e-10);
    assert!(world.bodies.first_not_finite().is_none());
}

/// A top that is driven through the bottom turns elements inside out: there is no such motion.
#[test]
fn what_is_turned_inside_out_is_told() {
    let mesh = square();
    let mut world = pressed(rubber_like(), [0.0, 0.0], 0.1);
    for node in side(&mesh, "top") {
        let way = Function::Ramp { times: [0.0, 0.1], values: [0.0, -1.5] };
        let drive = moving(node as usize * 2 + 1, DriveKind::Displacement, way);
        world.bodies.deformables[0].hold(drive);
    }
    let mut stepper = Stepper::new(&mut world);
    let report = stepper.step(&mut world);
    assert_eq!(report.solver.status, Status::Diverged, "{:?}", stepper.imbalances());
    assert!(world.bodies.first_not_finite().is_none());
}

/// A step that is too long for rounds without a stiffness is done in parts, each of which is balanced.
#[test]
fn a_step_that_fails_is_done_in_parts() {
    let force = [0.02 * YOUNG, -0.1 * YOUNG];
    let run = |h: f64, steps: usize, halvings: u32| {
        let mut world = pressed(rubber_like(), force, h);
        world.scheme.halvings = halvings;
        world.bodies.deformables[0].renewal = Renewal::Mass;
        let mut stepper = Stepper::new(&mut world);
        let mut parts = 0;
        for _ in 0..steps {
            let report = stepper.step(&mut world);
            assert_eq!(report.solver.status, Status::Converged, "{:?}", stepper.imbalances());
            assert!(report.unbalanced.is_none() && report.imbalance <= 1e-10);
            assert!(report.ledger.momentum_error < 1e-9, "{}", report.ledger.momentum_error);
            parts += report.parts;
        }
        (world, parts)
    };
    let (whole, parts) = run(0.032, 2, 6);
    assert!(parts > 2 && whole.steps == 2 && whole.time == 0.064, "{parts}");
    let (fine, alone) = run(2e-3, 32, 0);
    assert_eq!(alone, 32);
    let far =
        |a: &[f64], b: &[f64]| a.iter().zip(b).fold(0.0_f64, |m, (a, b)| m.max((a - b).abs()));
    let (moved, off) = (far(&fine.bodies.q, &rest(&fine)), far(&whole.bodies.q, &fine.bodies.q));
    println!("{parts} parts, {off:e} of {moved:e}");
    assert!(moved > 0.01 && off < 0.1 * moved, "{off:e} of {moved:e}");
}

fn rest(world: &World<2>) -> Vec<f64> {
    world.bodies.deformables[0].places()
}

/// Where there is no motion, the world stays where it was, to the bit.
#[test]
fn what_has_no_motion_stays_where_it_was() {
    let mesh = square();
    let mut world = pressed(rubber_like(), [0.0, 0.0], 0.1);
    world.scheme.halvings = 4;
    for node in side(&mesh, "top") {
        let way = Function::Ramp { times: [0.1, 0.3], values: [0.0, -1.5] };
        let drive = moving(node as usize * 2 + 1, DriveKind::Displacement, way);
        world.bodies.deformables[0].hold(drive);
    }
    let mut stepper = Stepper::new(&mut world);
    let mut before = world.state_hash();
    let lost = loop {
        let report = stepper.step(&mut world);
        if report.unbalanced.is_some() {
            break report;
        }
        before = world.state_hash();
        assert!(world.steps < 10, "never lost");
    };
    assert_eq!(lost.unbalanced, Some(0));
    assert_eq!((world.state_hash(), lost.step), (before, world.steps + 1));
    assert_eq!(world.time, world.steps as f64 * 0.1);
}

/// A block that gives way under its load (its stress has a greatest value, 0.19 E): the stiffness is not
/// positive definite on the way; the motion is found, or its lack is told.
#[test]
fn what_gives_way_is_found_or_told() {
    let material = Material::SaintVenantKirchhoff(SaintVenantKirchhoff {
        young_modulus: YOUNG,
        poisson_ratio: 0.3,
    });
    let mut world = pressed(material, [0.0, -0.6 * YOUNG], 0.05);
    let mut stepper = Stepper::new(&mut world);
    for _ in 0..5 {
        let report = stepper.step(&mut world);
        println!("{:?} {:?}", report.solver.status, stepper.imbalances());
        assert!(world.bodies.first_not_finite().is_none());
        let error = report.ledger.momentum_error;
        assert!(report.solver.status != Status::Converged || error < 1e-9, "{error}");
    }
}

/// However often the stiffness is computed, the motion is the same (000 §9.2).
#[test]
fn every_renewal_gives_the_same_motion() {
    let run = |renewal: Renewal| {
        let mut world = pressed(rubber_like(), [0.05 * YOUNG, -0.1 * YOUNG], 2e-3);
        world.scheme.theta = 0.5;
        world.bodies.deformables[0].renewal = renewal;
        let mut stepper = Stepper::new(&mut world);
        let mut rounds = 0;
        for _ in 0..60 {
            let report = stepper.step(&mut world);
            assert_eq!(report.solver.status, Status::Converged, "{renewal:?}");
            rounds += report.rounds;
        }
        println!("{renewal:?}: {rounds} rounds");
        (world.bodies.q.clone(), rounds)
    };
    let (exact, fewest) = run(Renewal::Round);
    for renewal in [Renewal::Step, Renewal::Never, Renewal::Mass] {
        let (q, rounds) = run(renewal);
        let off = q.iter().zip(&exact).fold(0.0_f64, |most, (a, b)| most.max((a - b).abs()));
        assert!(off < 1e-9, "{renewal:?}: {off:e}");
        assert!(rounds >= fewest, "{renewal:?}: {rounds} {fewest}");
    }
}
