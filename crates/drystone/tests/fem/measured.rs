//! Measures of deformable bodies against exact answers.

use crate::common::*;
use crate::support::*;
use drystone::bodies::Candidates;
use drystone::fem::material::Elastic;
use drystone::fem::mesh::{Cut, Grid};
use drystone::fem::{Kinematics, Material, Mesh, Plane};
use drystone::laws::ContactLaw;
use drystone::measures::{Kind, Options, Recording, Scope, Table, Value, View, Wanted, find};
use drystone::results::{Constants, Frame};
use drystone::space::{Pose, Vector};
use drystone::world::World;

const YOUNG: f64 = 1e6;

/// A unit block, stretched by a strain along the first axis, without effect across (ν = 0).
fn stretched<const D: usize>(name: &str, strain: f64) -> World<D> {
    let mesh: Mesh<D> =
        Grid { counts: [2; D], element: element(name), cut: Cut::Turning }.mesh().expect("a mesh");
    let mut world = world::<D>(1e-3, ContactLaw::default());
    let material = Material::Elastic(Elastic { young_modulus: YOUNG, poisson_ratio: 0.0 });
    let given = Given {
        kinematics: Kinematics::Small,
        candidates: Candidates::Nothing,
        ..Given::default()
    };
    let at = Pose { position: Vector::repeat(0.5), ..Pose::identity() };
    let made = stuff(material, Plane::Strain);
    add_soft(&mut world, &mesh, made, given, at, &axis(0, 2.0));
    for x in world.bodies.q.iter_mut().step_by(D) {
        *x *= 1.0 + strain;
    }
    world
}

fn numbers<const D: usize>(world: &World<D>, name: &str, options: &Options) -> Vec<Value> {
    let (frame, constants) = (Frame::of(world), Constants::of(world));
    let scope = Scope::new(options, &constants).expect("sound options");
    let view = View::of_frame(&frame, &constants, None, &scope);
    match find::<D>(name).expect("a measure").kind {
        Kind::Numbers(of) => of(&view),
        Kind::Table(_) => panic!("{name} gives a table"),
    }
}

fn table<const D: usize>(world: &World<D>, name: &str, options: &Options) -> Table {
    let (frame, constants) = (Frame::of(world), Constants::of(world));
    let scope = Scope::new(options, &constants).expect("sound options");
    let view = View::of_frame(&frame, &constants, None, &scope);
    match find::<D>(name).expect("a measure").kind {
        Kind::Table(of) => of(&view).expect("a table"),
        Kind::Numbers(_) => panic!("{name} gives numbers"),
    }
}

fn value(values: &[Value], name: &str) -> f64 {
    values.iter().find(|value| value.name == name).expect("a value").value
}

/// A block under one stress E ε everywhere, and displacements ε x.
fn one_stress<const D: usize>(name: &str) {
    let world = stretched::<D>(name, 1e-3);
    let stress = 1e-3 * YOUNG;
    let values = numbers(&world, "mesh_stress", &Options::default());
    for (name, expected) in [
        ("mesh_stress_xx", stress),
        ("mesh_stress_yy", 0.0),
        ("mesh_stress_xy", 0.0),
        ("mesh_pressure", -stress / 3.0),
        ("mises_mean", stress),
        ("mises_max", stress),
        ("tension_max", stress),
        ("compression_max", 0.0),
        ("plastic_strain_max", 0.0),
    ] {
        let found = value(&values, name);
        assert!((found - expected).abs() < 1e-9 * stress, "{name}: {found} not {expected}");
    }
    let mut corner = vec![0.9; D];
    corner[0] = 1.2;
    let at = Options { at: Some(corner), ..Options::default() };
    let values = numbers(&world, "node_displacement", &at);
    assert!((value(&values, "node_displacement_x") - 1e-3).abs() < 1e-15);
    assert!((value(&values, "node_displacement") - 1e-3).abs() < 1e-15);
    assert!((value(&values, "node_velocity_x") - 2.0).abs() < 1e-15);
    let rows = table(&world, "element_stress", &Options::default());
    let volume: f64 = rows.numbers("volume").iter().sum();
    assert!((volume - 1.0).abs() < 1e-12);
    assert!(rows.numbers("stress_xx").iter().all(|x| (x - stress).abs() < 1e-9 * stress));
    // The half of the elements with the smaller x.
    let region = Some([vec![-1.0; D], [vec![0.5], vec![2.0; D - 1]].concat()]);
    let half = table(&world, "element_stress", &Options { region, ..Options::default() });
    assert_eq!(2 * half.rows.len(), rows.rows.len());
    let nodes = table(&world, "nodes", &Options::default());
    for (x, way) in nodes.numbers("rest_x").iter().zip(nodes.numbers("displacement_x")) {
        assert!((way - 1e-3 * x).abs() < 1e-15);
    }
}

#[test]
fn one_stress_is_measured() {
    ["Q4", "T6", "Q8"].into_iter().for_each(one_stress::<2>);
    ["H8", "H20", "TE10"].into_iter().for_each(one_stress::<3>);
}

/// While a world runs the same numbers are recorded.
#[test]
fn measures_are_recorded() {
    let world = stretched::<2>("Q4", 1e-3);
    let wanted = |measure: &str, options: Options| Wanted {
        measure: measure.into(),
        label: String::new(),
        options,
    };
    let at = Options { at: Some(vec![1.0, 1.0]), ..Options::default() };
    let list = [
        wanted("mesh_stress", Options::default()),
        wanted("node_displacement", at),
        wanted("energies", Options::default()),
    ];
    let recording = Recording::new(&world, &list).expect("recordable");
    let columns = recording.columns(&world);
    let row = recording.row(&world);
    let of = |name: &str| row[columns.iter().position(|c| c.0 == name).expect("a column")];
    assert!((of("mises_max") - 1e-3 * YOUNG).abs() < 1e-6);
    assert!((of("node_displacement_x") - 1e-3).abs() < 1e-15);
    let missing = wanted("node_displacement", Options::default());
    let (_, refused) = Recording::new(&world, &[missing]).err().expect("refused");
    assert!(refused.message.contains("needs a point"), "{}", refused.message);
}
