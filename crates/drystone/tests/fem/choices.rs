//! Ways of modelling blocks (003 §3): masses, kinematics and candidates to contact, on one arch at rest and with a
//! springing that sinks. `DRYSTONE_LONG=1` prints the table of `gallery/elastic-arch/choices.md`.

use drystone::contact::Contact;
use drystone::scene::Scene;
use drystone::solvers::Status;
use drystone::step::Stepper;
use drystone::world::{AnyWorld, World};
use std::path::Path;

/// Steps until the springing sinks, and until all is at rest again.
const STEPS: [usize; 2] = [58, 122];

/// Steps at the end of both over which the thrust is averaged: a tenth of a second.
const LAST: usize = 25;

const SETS: [&str; 3] = [
    "time_step=4e-3",
    "solver={ name = \"interior-point\", tolerance = 1e-5 }",
    "bodies.1.drives=[{ dof = \"y\", displacement = { ramp = { times = [0.24, 0.54], values = [0.0, -0.04] } } }]",
];

/// The crown may come down so far before the arch has fallen (m): twice what the settlement takes.
const FALLEN: f64 = 0.05;

/// A way of modelling.
#[derive(Clone, Copy, Debug)]
struct Choice {
    masses: &'static str,
    kinematics: &'static str,
    candidates: &'static str,
    /// Cells through the thickness of the arch.
    cells: usize,
}

const USUAL: Choice =
    Choice { masses: "lumped", kinematics: "corotational", candidates: "quadrature", cells: 2 };

/// What an arch does: crown (m), greatest compression (Pa), thrust (N).
#[derive(Clone, Copy, Debug)]
struct State {
    drop: f64,
    compression: f64,
    thrust: f64,
}

/// At rest and at the end; contacts at most, iterations a step, and steps that were not solved.
#[derive(Clone, Debug)]
struct Outcome {
    states: [State; 2],
    contacts: usize,
    iterations: usize,
    unsolved: usize,
}

impl Outcome {
    fn has_fallen(&self) -> bool {
        !self.states.iter().all(|state| state.drop < FALLEN)
    }
}

fn arch(choice: Choice) -> World<2> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../gallery/elastic-arch/scene.toml");
    let mut sets: Vec<String> = SETS.map(String::from).to_vec();
    let key = |name: &str, value: String| format!("materials.stone.deformable.{name}={value}");
    sets.push(key("masses", format!("\"{}\"", choice.masses)));
    sets.push(key("kinematics", format!("\"{}\"", choice.kinematics)));
    sets.push(key("candidates", format!("\"{}\"", choice.candidates)));
    sets.push(key("cells", format!("[{}, 1]", choice.cells)));
    match Scene::load(&file, &sets).unwrap_or_else(|e| panic!("{e}")).world {
        AnyWorld::Plane(world) => *world,
        AnyWorld::Space(_) => panic!("a scene of the plane"),
    }
}

/// The crown is the highest voussoir at the beginning.
fn crown(world: &World<2>) -> usize {
    let height = |body: &usize| world.bodies.pose(*body).position[1];
    let all = 0..world.bodies.len();
    all.max_by(|a, b| height(a).total_cmp(&height(b))).expect("bodies")
}

/// The greatest compression in an element (Pa).
fn compression(world: &World<2>) -> f64 {
    let mut most = 0.0_f64;
    for body in 0..world.bodies.len() {
        let Some(soft) = world.bodies.deformable(body) else { continue };
        for field in soft.fields(&world.bodies.q[world.bodies.q_range(body)]) {
            let [xx, yy, xy] = [field.stress[0], field.stress[1], field.stress[3]];
            most = most.max((0.5 * (xx - yy)).hypot(xy) - 0.5 * (xx + yy));
        }
    }
    most
}

/// What the left springing, body 0, pushes the arch inwards with (N).
fn thrust(world: &World<2>) -> f64 {
    let push = |contact: &Contact<2>| {
        let force = (contact.frame * contact.impulse)[0] / world.scheme.time_step;
        match contact.bodies {
            [_, 0] => force,
            [0, _] => -force,
            _ => 0.0,
        }
    };
    world.contacts.iter().map(push).sum()
}

fn outcome(choice: Choice) -> Outcome {
    let mut world = arch(choice);
    let top = crown(&world);
    let before = world.bodies.pose(top).position[1];
    let mut stepper = Stepper::new(&mut world);
    let (mut contacts, mut iterations, mut unsolved) = (0, 0, 0);
    let states = STEPS.map(|steps| {
        let (mut sum, mut drop) = (0.0, 0.0);
        for step in 0..steps {
            let report = stepper.step(&mut world);
            contacts = contacts.max(world.contacts.len());
            iterations += report.solver.iterations;
            unsolved += usize::from(report.solver.status != Status::Converged);
            sum += if step + LAST >= steps { thrust(&world) } else { 0.0 };
            drop = before - world.bodies.pose(top).position[1];
            // What has fallen has nothing more to say.
            if drop > FALLEN {
                break;
            }
        }
        State { drop, compression: compression(&world), thrust: sum / LAST as f64 }
    });
    Outcome { states, contacts, iterations: iterations / STEPS.iter().sum::<usize>(), unsolved }
}

/// A line of the table.
fn line(choice: Choice, found: &Outcome) -> String {
    let [rest, end] = found.states;
    let about = format!(
        "| {} | {} | {} | {} |",
        choice.masses, choice.kinematics, choice.candidates, choice.cells
    );
    if found.has_fallen() {
        return format!("{about} {} | | | falls | | | | | |", found.contacts);
    }
    format!(
        "{about} {} | {} | {} | {:.2} | {:.0} | {:.1} | {:.1} | {:.0} | {:.1} |",
        found.contacts,
        found.iterations,
        found.unsolved,
        1e3 * rest.drop,
        1e-3 * rest.compression,
        1e-3 * rest.thrust,
        1e3 * end.drop,
        1e-3 * end.compression,
        1e-3 * end.thrust
    )
}

fn shown(choice: Choice) -> Outcome {
    let found = outcome(choice);
    println!("{}", line(choice, &found));
    found
}

/// Least and greatest thrust (N) of a line between the outermost points of contact of "quadrature", 197 mm from the
/// middle of each joint. Between points that are 125 mm from it, those of "middles", there is no such line.
const THRUST: [f64; 2] = [23_050.0, 26_800.0];

#[test]
fn the_candidates_matter_most_of_all_choices() {
    let usual = shown(USUAL);
    assert!(!usual.has_fallen() && usual.unsolved == 0, "{usual:?}");
    let others = [
        Choice { masses: "nodal", ..USUAL },
        Choice { kinematics: "small", ..USUAL },
        Choice { kinematics: "finite", ..USUAL },
    ];
    for (choice, found) in others.map(|choice| (choice, shown(choice))) {
        let off = found.states[1].drop / usual.states[1].drop - 1.0;
        assert!(!found.has_fallen() && off.abs() < 0.03, "{choice:?}: {found:?}");
        let thrust = found.states[0].thrust;
        assert!(THRUST[0] < thrust && thrust < THRUST[1], "{choice:?}: {thrust}");
    }
    assert!(shown(Choice { candidates: "middles", ..USUAL }).has_fallen());
}

#[test]
fn every_choice_is_listed() {
    if std::env::var_os("DRYSTONE_LONG").is_none() {
        return;
    }
    for candidates in ["nodes", "middles", "quadrature"] {
        for kinematics in ["small", "corotational", "corotational_elements", "finite"] {
            for masses in ["consistent", "lumped", "nodal"] {
                shown(Choice { masses, kinematics, candidates, ..USUAL });
            }
        }
    }
    for candidates in ["nodes", "middles", "quadrature"] {
        shown(Choice { candidates, cells: 4, ..USUAL });
    }
}
