//! Parts of a mesh that cohesive zones glue together.

use crate::{bad, good, parse, plane};
use drystone::solvers::Status;
use drystone::step::Stepper;
use drystone::world::World;

/// Strength (Pa), fracture energy (J/m²) and height (m) of the joint.
const STRENGTH: f64 = 1e5;
const ENERGY: f64 = 50.0;
const HEIGHT: f64 = 0.5;

/// A bar of two elements, each a body of its own, glued together; its ends are drawn apart by 1.5 mm in a second.
fn bar() -> String {
    format!(
        "dimension = 2
time_step = 2e-4
duration = 1.0
gravity = [0, 0]
solver.tolerance = 1e-9
[materials.stone]
density = 1000.0
[materials.stone.deformable]
law.elastic = {{ young_modulus = 1e9, poisson_ratio = 0.0 }}
kinematics = \"small\"
damping = {{ mass = 100.0, stiffness = 1e-4 }}
[[contacts]]
default = true
friction = 0.5
bond.zone = {{ normal_stiffness = 1e10, normal_strength = {STRENGTH:e}, normal_energy = {ENERGY:e} }}
[[bodies]]
name = \"bar\"
material = \"stone\"
shape.mesh.nodes = [[0,0],[1,0],[2,0],[0,{HEIGHT}],[1,{HEIGHT}],[2,{HEIGHT}]]
shape.mesh.cells = [
  {{ element = \"Q4\", nodes = [[0,1,4,3], [1,2,5,4]] }},
  {{ element = \"L2\", group = \"left\", nodes = [[0,3]] }},
  {{ element = \"L2\", group = \"right\", nodes = [[2,5]] }},
]
shape.mesh.split = \"elements\"
drives = [
  {{ on = \"left\", dof = \"all\", velocity = 0 }},
  {{ on = \"right\", dof = \"x\", displacement = {{ ramp = {{ times = [0, 1], values = [0, 1.5e-3] }} }} }},
]
"
    )
}

/// A group that no part has is told with those of the whole; an element of another dimension with those of this one.
#[test]
fn groups_and_elements_that_do_not_exist_are_told() {
    let wrong = bad(parse(&bar().replace("on = \"right\"", "on = \"rigth\""))).to_string();
    assert!(wrong.contains("rigth") && wrong.contains("right"), "{wrong}");
    let wrong = bar().replace("damping =", "element = \"H8\"\ndamping =");
    let wrong = bad(parse(&wrong)).to_string();
    assert!(wrong.contains("`H8` is of dimension 3") && wrong.contains("Q4"), "{wrong}");
}

/// Until the glue is broken: the greatest pull and shear between the parts (N), and the energy that the glue took (J).
fn drawn_apart() -> [f64; 3] {
    let mut world: World<2> = plane(good(parse(&bar())));
    assert_eq!(world.bodies.len(), 2);
    let mut stepper = Stepper::new(&mut world);
    let mut found = [0.0_f64; 3];
    for _ in 0..5000 {
        let report = stepper.step(&mut world);
        assert_eq!(report.solver.status, Status::Converged);
        for k in 0..2 {
            let force: f64 = world.contacts.iter().map(|contact| contact.impulse[k]).sum();
            found[k] = found[k].max(force.abs() / world.scheme.time_step);
        }
        found[2] += report.ledger.bond_work;
    }
    let held = world.contacts.iter().any(|contact| contact.bond.norm() > 0.0);
    assert!(!held, "the glue holds on");
    found
}

/// The bar carries the strength of the glue and no more, and breaking it takes its fracture energy.
#[test]
fn a_glued_bar_breaks_at_the_strength_of_the_glue() {
    let [pull, shear, energy] = drawn_apart();
    println!("{pull} N, {shear} N, {energy} J");
    assert!((pull / (STRENGTH * HEIGHT) - 1.0).abs() < 2e-3, "{pull} N");
    assert!(shear < 1e-6 * pull, "{shear} N");
    assert!((energy / (ENERGY * HEIGHT) - 1.0).abs() < 1e-3, "{energy} J");
}
