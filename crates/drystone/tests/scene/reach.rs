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

/// Nodes and corners met the far side of the other body, through the matter of both, and pulled at
/// it.
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
        let text = pair.text();
        let up = if dimension == 2 { "gravity = [0.0, 0.0]" } else { "gravity = [0.0, 0.0, 0.0]" };
        let down = up.replacen("0.0]", "-10.0]", 1);
        let (at, _) = text.rsplit_once("drives = [").expect("what drives the upper block");
        let text = at.replacen(up, &down, 1).replace("quasi_static = true", "");
        let near = run_text(&text, dimension, 20);
        let text = text.replacen("time_step", "alert_distance = 3.0\ntime_step", 1);
        let far = run_text(&text, dimension, 20);
        // What is put right of the landing is the same.
        assert!(far[0] > near[0] - 1e-7, "{dimension} {cells:?}: {far:?} {near:?}");
        assert!((far[1] - near[1]).abs() < 1e-4, "{dimension} {cells:?}: {far:?} {near:?}");
    }
}

/// Adhesion reaches a thousand times as far as it is strongest at: the reach of ordinary bricks is
/// more than their height, and their peak was an eighth too high.
#[test]
fn adhesion_of_bricks_has_its_own_peak() {
    let bond =
        "bond.adhesive = { normal_stiffness = 1e6, tangential_stiffness = 1e6, energy = 4.0 }";
    for (dimension, cells, _) in CASES {
        let pair = Pair { dimension, cells, bond, way: [0.0, 2e-5], theta: 1.0, further: "" };
        let peak = pair.pull(120).iter().map(|force| force[1]).fold(0.0, f64::max);
        // sqrt(w C)
        expect(peak, 2e3, 0.015);
    }
}

/// What comes fast is looked for from far, and was met by the nodes of its back.
#[test]
fn fast_plates_are_not_met_from_behind() {
    let text = "dimension = 2\ntime_step = 0.005\nduration = 0.3\ngravity = [0, 0]\n\
                [materials.floor]\ndensity = 2300.0\n[materials.plate]\ndensity = 1100.0\n\
                [materials.plate.deformable]\n\
                law.elastic = { young_modulus = 5e8, poisson_ratio = 0.2 }\ncells = [4, 2]\n\
                [[contacts]]\ndefault = true\nfriction = 0.0\n\
                [[bodies]]\nname = \"lower\"\nmaterial = \"floor\"\n\
                shape.box.size = [2.0, 0.1]\nposition = [0.0, -0.05]\nfixed = true\n\
                [[bodies]]\nname = \"plate\"\nmaterial = \"plate\"\n\
                shape.box.size = [0.4, 0.1]\nposition = [0.0, 0.33]\nvelocity = [0.0, -80.0]\n";
    let [deepest, given, _] = run_text(text, 2, 60);
    assert!(deepest > -1e-6 && given.abs() < 1e-3, "{deepest} {given}");
}
