//! Contact is looked for from far: what is seen through the matter of two bodies is none.

use crate::bonded_meshes::{Pair, YOUNG, expect};
use crate::{good, parse, plane, space};
use drystone::contact::Contact;
use drystone::solvers::Status;
use drystone::space::Vector;
use drystone::step::Stepper;
use drystone::world::World;

/// The smallest gap, the work of projections and the last force along the normal of a run.
fn run<const D: usize>(world: &mut World<D>, steps: usize) -> [f64; 3] {
    let mut stepper = Stepper::new(world);
    let (mut deepest, mut given, mut force) = (0.0_f64, 0.0, Vector::<D>::zeros());
    for _ in 0..steps {
        let report = stepper.step(world);
        assert!(report.solver.status == Status::Converged, "{report:?}");
        given += report.ledger.projection_work;
        deepest = world.contacts.iter().map(|c| c.gap).fold(deepest, f64::min);
        let on_lower = |c: &Contact<D>| {
            let sign = if world.bodies.list[c.bodies[0]].name == "lower" { 1.0 } else { -1.0 };
            c.frame * c.impulse * (sign / world.scheme.time_step)
        };
        force = world.contacts.iter().map(on_lower).sum();
    }
    [deepest, given, force[D - 1]]
}

fn run_text(text: &str, dimension: usize, steps: usize) -> [f64; 3] {
    let scene = good(parse(text));
    match dimension {
        2 => run(&mut plane(scene), steps),
        _ => run(&mut space(scene), steps),
    }
}

const CASES: [(usize, [Option<usize>; 2], f64); 8] = [
    (2, [Some(3), Some(3)], 2.0),
    (2, [Some(2), Some(4)], 2.0),
    (2, [Some(4), Some(2)], 2.0),
    (2, [None, Some(3)], 1.0),
    (2, [Some(3), None], 1.0),
    (3, [Some(2), Some(2)], 2.0),
    (3, [None, Some(2)], 1.0),
    (3, [Some(2), None], 1.0),
];

/// Nodes and corners met the far side of the other body, through the matter of both, and pulled at it.
#[test]
fn far_sides_are_not_met_however_far_bonds_reach() {
    let bond = "bond.elastic = { normal_stiffness = 1e9, tangential_stiffness = 1e9, \
                bilateral = true, reach = 3.0 }";
    for (dimension, cells, blocks) in CASES {
        for alert in ["", "alert_distance = 3.0\n"] {
            let pair = Pair { dimension, cells, bond, way: [0.0, 5e-7], theta: 1.0, further: "" };
            let text = pair.text().replacen("time_step", &format!("{alert}time_step"), 1);
            let [deepest, _, force] = run_text(&text, dimension, 20);
            assert!(deepest > -1e-6, "{dimension} {cells:?} {alert}: {deepest}");
            expect(force, 1e-5 / (blocks / YOUNG + 1e-9), 2e-3);
        }
    }
}

/// Without a bond they pushed: a block that rests was thrown out of what it rests on.
#[test]
fn blocks_rest_however_far_contact_is_looked_for() {
    for (dimension, cells, _) in CASES {
        let further = "kinematics = \"corotational\"";
        let pair = Pair { dimension, cells, bond: "", way: [0.0; 2], theta: 0.5, further };
        let text = pair.text().replacen("time_step", "alert_distance = 3.0\ntime_step", 1);
        let up = if dimension == 2 { "gravity = [0.0, 0.0]" } else { "gravity = [0.0, 0.0, 0.0]" };
        let down = up.replacen("0.0]", "-10.0]", 1);
        let (at, _) = text.rsplit_once("drives = [").expect("what drives the upper block");
        let text = at.replacen(up, &down, 1).replace("quasi_static = true", "");
        let [deepest, given, _] = run_text(&text, dimension, 20);
        // A step of free fall comes to g h² = 1e-3.
        assert!(deepest > -5e-4, "{dimension} {cells:?}: {deepest}");
        assert!(given.abs() < 1e-3, "{dimension} {cells:?}: {given}");
    }
}
