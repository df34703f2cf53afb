//! Bonds of rigid bodies whose faces end within the facets of a mesh: as stiff and as strong as
//! the part that the two have in common. They had the whole share of every node under the face, between a third and
//! twice of that, and springs beside corners that did not give way.

use crate::bonded_meshes::expect;
use crate::{good, parse, plane, space};
use drystone::contact::Contact;
use drystone::solvers::Status;
use drystone::space::Vector;
use drystone::step::Stepper;
use drystone::world::World;

/// A meshed block that is held below, as stiff as if it were rigid, and a rigid one over it, driven
/// along the last axis; with these widths.
fn blocks(dimension: usize, [mesh, rigid]: [f64; 2], cells: usize, bond: &str, way: f64) -> String {
    let up = ["x", "y", "z"][dimension - 1];
    let size = |width: f64| {
        let mut size = vec![width; dimension];
        size[dimension - 1] = 1.0;
        size
    };
    let at = |height: f64, aside: f64| {
        let mut at = vec![aside; dimension];
        at[dimension - 1] = height;
        at
    };
    let dofs: &[&str] =
        if dimension == 2 { &["x", "rotation"] } else { &["x", "y", "rx", "ry", "rz"] };
    let held: Vec<String> =
        dofs.iter().map(|dof| format!("{{ dof = \"{dof}\", velocity = 0 }}")).collect();
    format!(
        "dimension = {dimension}\ntime_step = 0.01\nduration = 1.0\ntheta = 1.0\ngravity = {:?}\n\
         [materials.soft]\ndensity = 1000.0\n[materials.soft.deformable]\n\
         law.elastic = {{ young_modulus = 1e14, poisson_ratio = 0.0 }}\ncells = {:?}\n\
         quasi_static = true\n[materials.rigid]\ndensity = 1000.0\n\
         [[contacts]]\ndefault = true\nfriction = 0.3\n{bond}\n\
         [[bodies]]\nname = \"lower\"\nmaterial = \"soft\"\nshape.box.size = {:?}\nposition = {:?}\n\
         drives = [{{ dof = \"all\", on = \"bottom\", velocity = 0 }}]\n\
         [[bodies]]\nname = \"upper\"\nmaterial = \"rigid\"\nshape.box.size = {:?}\nposition = {:?}\n\
         drives = [{}, {{ dof = \"{up}\", velocity = {:e} }}]\n",
        vec![0.0; dimension],
        vec![cells; dimension],
        size(mesh),
        at(-0.5, 0.0),
        size(rigid),
        at(0.5, 0.013),
        held.join(", "),
        way / 0.01,
    )
}

/// Greatest pull and push over the steps (N).
fn forces<const D: usize>(mut world: World<D>, steps: usize) -> [f64; 2] {
    let h = world.scheme.time_step;
    let mut stepper = Stepper::new(&mut world);
    let mut most = [0.0_f64; 2];
    for _ in 0..steps {
        let report = stepper.step(&mut world);
        assert!(report.solver.status == Status::Converged, "{report:?}");
        let on_upper = |c: &Contact<D>| {
            let sign = if world.bodies.list[c.bodies[0]].name == "upper" { 1.0 } else { -1.0 };
            c.frame * c.impulse * (sign / h)
        };
        let up = world.contacts.iter().map(on_upper).sum::<Vector<D>>()[D - 1];
        most = [most[0].max(-up), most[1].max(up)];
    }
    most
}

fn most(dimension: usize, text: &str, steps: usize) -> [f64; 2] {
    let scene = good(parse(text));
    if dimension == 2 { forces(plane(scene), steps) } else { forces(space(scene), steps) }
}

const CASES: [(usize, [f64; 2], usize); 8] = [
    (2, [1.0, 1.0 - 0.03], 3),
    (2, [0.9, 0.8], 3),
    (2, [1.6, 0.8], 3),
    (2, [1.6, 0.8], 8),
    (2, [1.6, 0.1], 4),
    (3, [0.9, 0.8], 2),
    (3, [1.2, 0.8], 4),
    (3, [1.6, 0.8], 3),
];

#[test]
fn bonds_of_narrow_rigid_faces_pulled_by_whole_nodes() {
    let bond =
        "bond.elastic = { normal_stiffness = 1e9, tangential_stiffness = 1e9, bilateral = true }";
    let zone = "bond.zone = { normal_stiffness = 1e9, normal_strength = 1e4, normal_energy = 2.0 }";
    for (dimension, widths, cells) in CASES {
        let common = widths[1].powi(dimension as i32 - 1);
        let [pull, _] = most(dimension, &blocks(dimension, widths, cells, bond, 1e-6), 5);
        expect(pull, 5e-6 * 1e9 * common, 1e-3);
        let [peak, _] = most(dimension, &blocks(dimension, widths, cells, zone, 1e-6), 30);
        expect(peak, 1e4 * common, 1e-3);
    }
}

/// Joints that give way under pressure are as soft as their springs.
#[test]
fn elastic_joints_were_hard_at_the_corners_of_rigid_bodies() {
    let bond = "bond.elastic = { normal_stiffness = 1e9, tangential_stiffness = 1e9 }";
    for (dimension, widths, cells) in CASES.into_iter().chain([(2, [1.0; 2], 3), (3, [1.0; 2], 2)])
    {
        // Where both are as wide, the rigid one stands aside.
        let aside = if widths[0] == widths[1] { 0.013 } else { 0.0 };
        let common = (widths[1] - aside).powi(dimension as i32 - 1);
        let [_, push] = most(dimension, &blocks(dimension, widths, cells, bond, -1e-6), 5);
        expect(push, 5e-6 * 1e9 * common, 2e-2);
    }
}
