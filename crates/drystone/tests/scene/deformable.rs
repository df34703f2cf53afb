//! Bodies that deform: shapes, meshes, sides, and what is wrong with them.

use crate::errors::marked;
use crate::{bad, good, parse, plane, space};
use drystone::contact::Contact;
use drystone::solvers::Status;
use drystone::step::Stepper;
use drystone::world::World;
use std::f64::consts::PI;

/// A scene of one body that deforms.
fn scene(dimension: usize, body: &str, material: &str) -> String {
    format!(
        "dimension = {dimension}
time_step = 0.01
duration = 1.0
theta = 1.0
gravity = {gravity:?}

[materials.rubber]
density = 1000.0
[materials.rubber.deformable]
law.elastic = {{ young_modulus = 1e6, poisson_ratio = 0.0 }}
{material}

[[contacts]]
default = true
friction = 0.5

[[bodies]]
name = \"block\"
{body}
",
        gravity = vec![0.0; dimension]
    )
}

/// The mass of the only body per unit of density, and its centre.
fn whole<const D: usize>(world: &World<D>) -> (f64, Vec<f64>) {
    let body = world.bodies.deformable(0).expect("a body that deforms");
    let at = world.bodies.pose(0).position;
    assert!((world.bodies.list[0].volume * 1000.0 / body.model.mass - 1.0).abs() < 1e-9);
    (body.model.mass / 1000.0, at.as_slice().to_vec())
}

#[track_caller]
fn expect_whole(found: (f64, Vec<f64>), volume: f64, centre: &[f64], tolerance: f64) {
    assert!((found.0 / volume - 1.0).abs() < tolerance, "{} instead of {volume}", found.0);
    for (x, y) in found.1.iter().zip(centre) {
        assert!((x - y).abs() < tolerance.max(1e-12), "{:?} instead of {centre:?}", found.1);
    }
}

#[test]
fn shapes_of_the_plane_are_meshed() {
    let of = |body: &str, material: &str| whole(&plane(good(parse(&scene(2, body, material)))));
    let block = "shape.box.size = [2, 1]\nposition = [3, 4]";
    for element in ["T3", "T6", "Q4", "Q8"] {
        expect_whole(of(block, &format!("element = \"{element}\"")), 2.0, &[3.0, 4.0], 1e-12);
    }
    expect_whole(of(block, "element = \"T3\"\ncrossed = true"), 2.0, &[3.0, 4.0], 1e-12);
    expect_whole(of(block, "size = 0.1"), 2.0, &[3.0, 4.0], 1e-12);
    // Corners in any order; the centre of a triangle cut off at half its height.
    let trapezium = "shape.polygon.vertices = [[0, 0], [1, 1], [4, 0], [3, 1]]";
    let expected = (3.0, [2.0, 4.0 / 9.0]);
    let (volume, centre) = of(trapezium, "");
    assert!((volume - expected.0).abs() < 1e-12 && (centre[0] - expected.1[0]).abs() < 1e-12);
    let disk = "shape.disk.radius = 2.0";
    expect_whole(of(disk, "element = \"Q8\"\nsize = 0.2"), 4.0 * PI, &[0.0, 0.0], 1e-4);
    let ring = "shape.ring = { inner_radius = 1, outer_radius = 2 }";
    expect_whole(of(ring, "element = \"Q8\"\ncells = [2, 40]"), 3.0 * PI, &[0.0, 0.0], 1e-4);
    let half = "shape.ring = { inner_radius = 1, outer_radius = 2, to_degrees = 180 }";
    let centre = [0.0, 4.0 / (3.0 * PI) * 7.0 / 3.0];
    expect_whole(of(half, "element = \"Q8\"\ncells = [4, 40]"), 1.5 * PI, &centre, 1e-2);
}

#[test]
fn shapes_of_space_are_meshed() {
    let of = |body: &str, material: &str| whole(&space(good(parse(&scene(3, body, material)))));
    let block = "shape.box.size = [2, 1, 3]\nposition = [3, 4, 5]";
    for element in ["TE4", "TE10", "H8", "H20"] {
        expect_whole(of(block, &format!("element = \"{element}\"")), 6.0, &[3.0, 4.0, 5.0], 1e-12);
    }
    let wedge = "shape.polyhedron.vertices = [[0,0,0],[2,0,0],[2,1,0],[0,1,0],[0,0,1],[1,0,1],[1,1,1],[0,1,1]]";
    expect_whole(of(wedge, ""), 1.5, &[7.0 / 9.0, 0.5, 4.0 / 9.0], 0.1);
    let ball = "shape.sphere.radius = 1.0";
    expect_whole(of(ball, "element = \"H20\"\ncells = [6, 2]"), 4.0 / 3.0 * PI, &[0.0; 3], 1e-3);
    let cylinder = "shape.cylinder = { radius = 1, length = 3 }";
    let volume = 3.0 * PI;
    expect_whole(of(cylinder, "element = \"H20\"\ncells = [3, 2, 4]"), volume, &[0.0; 3], 1e-3);
    let ring = "shape.ring = { inner_radius = 1, outer_radius = 2, length = 2 }";
    expect_whole(of(ring, "element = \"H20\"\ncells = [1, 24, 1]"), 6.0 * PI, &[0.0; 3], 1e-3);
}

/// Two squares side by side, the right one of another group.
const MESH: &str = "shape.mesh.nodes = [[0,0],[1,0],[2,0],[0,1],[1,1],[2,1]]
shape.mesh.cells = [
  { element = \"Q4\", group = \"one\", nodes = [[0,1,4,3]] },
  { element = \"Q4\", group = \"two\", nodes = [[1,2,5,4]] },
  { element = \"L2\", group = \"foot\", nodes = [[0,1],[1,2]] },
]";

#[test]
fn meshes_are_one_body_or_several() {
    let one = good(parse(&scene(2, MESH, "")));
    expect_whole(whole(&plane(one)), 2.0, &[1.0, 0.5], 1e-12);
    for (split, names) in [
        ("groups", &["block-one", "block-two"][..]),
        ("elements", &["block-1", "block-2"]),
        ("components", &["block-1"]),
    ] {
        let text = scene(2, &format!("{MESH}\nshape.mesh.split = \"{split}\""), "");
        let parts = good(parse(&text));
        let found: Vec<_> = plane(parts).bodies.list.iter().map(|b| b.name.clone()).collect();
        assert_eq!(found, names, "{split}");
    }
    // A group of another material, in one body and in two.
    let heavy = "\n[materials.heavy]\ndensity = 3000.0\ndeformable.law.elastic = { young_modulus = 1e6, poisson_ratio = 0.3 }\n";
    for (split, masses) in [("", &[4000.0][..]), ("split = \"groups\"", &[1000.0, 3000.0])] {
        let key = "materials.two = \"heavy\"";
        let split = if split.is_empty() { String::new() } else { format!("shape.mesh.{split}\n") };
        let text = scene(2, &format!("{MESH}\nshape.mesh.{key}\n{split}"), "") + heavy;
        let parts = good(parse(
            &text.replace("name = \"block\"", "name = \"block\"\nmaterial = \"rubber\""),
        ));
        let found: Vec<f64> = plane(parts).bodies.list.iter().map(|b| b.mass()).collect();
        assert!(found.iter().zip(masses).all(|(a, b)| (a - b).abs() < 1e-9), "{found:?}");
    }
}

/// The height of the top of a block of height 1 that stands on held nodes, at rest.
fn pressed(body: &str, material: &str) -> f64 {
    let mut world = plane(good(parse(&scene(2, body, material))));
    let mut stepper = Stepper::new(&mut world);
    for _ in 0..400 {
        assert_eq!(stepper.step(&mut world).solver.status, Status::Converged);
    }
    world.bodies.q.chunks_exact(2).map(|x| x[1]).fold(f64::NEG_INFINITY, f64::max)
}

#[test]
fn sides_are_held_and_loaded() {
    let foot = "drives = [{ dof = \"all\", on = \"bottom\", velocity = 0 }]";
    let block = "shape.box.size = [1, 1]\nposition = [0, 0.5]";
    // p L / E, whatever way the force comes in; the pressure is on the length as it is: ν = 0.
    for load in [
        "pressure = { on = \"top\", value = 1000 }",
        "pressure = { face = [0, 2], value = 1000 }",
        "force = { on = \"top\", direction = [0, -1], value = 1000 }",
    ] {
        for element in ["T3", "Q4", "Q8"] {
            let body = format!("{block}\n{foot}\nloads = [{{ {load} }}]");
            let top = pressed(&body, &format!("element = \"{element}\""));
            assert!((top - 0.999).abs() < 1e-9, "{load} {element}: {top}");
        }
    }
    // Over the whole body: the mean of the force below is half of it.
    let load = "loads = [{ force = { direction = [0, -1], value = 1000 } }]";
    let top = pressed(&format!("{block}\n{foot}\n{load}"), "element = \"Q8\"");
    assert!((top - 0.9995).abs() < 1e-9, "{top}");
    // A side that moves takes the rest with it.
    let up = "drives = [{ dof = \"y\", on = \"bottom\", displacement = { ramp = { times = [0, 1], values = [0, 0.5] } } }]";
    let top = pressed(&format!("{block}\n{up}"), "");
    assert!((top - 1.5).abs() < 1e-6, "{top}");
}

/// After a step and after many a body without inertia is where its loads hold it.
#[test]
fn bodies_without_inertia_are_in_equilibrium() {
    let body = "shape.box.size = [1, 1]
position = [0, 0.5]
drives = [{ dof = \"all\", on = \"bottom\", velocity = 0 }]
loads = [{ force = { on = \"top\", direction = [0, -1], value = 1000 } }]";
    let mut world = plane(good(parse(&scene(2, body, "quasi_static = true"))));
    let mut stepper = Stepper::new(&mut world);
    for _ in 0..3 {
        assert_eq!(stepper.step(&mut world).solver.status, Status::Converged);
        let top = world.bodies.q.chunks_exact(2).map(|x| x[1]).fold(f64::NEG_INFINITY, f64::max);
        assert!((top - 0.999).abs() < 1e-9, "{top}");
    }
}

/// A block on a floor whose left side is held along x alone: four degrees of freedom of nodes were
/// taken for a body that is held, and its equilibrium for one without its weight.
#[test]
fn bodies_held_along_one_axis_lost_their_equilibrium() {
    let body = "shape.box.size = [0.83, 0.71]
position = [0, 0.355]
drives = [{ dof = \"x\", on = \"left\", velocity = 0 }]
[[bodies]]
name = \"floor\"
shape.box.size = [3, 0.5]
position = [0, -0.25]
fixed = true";
    let material = "cells = [3, 2]\nquasi_static = true";
    let text = scene(2, body, material).replace("friction = 0.5", "friction = 0.0");
    let text = text.replace("gravity = [0.0, 0.0]", "gravity = [0.0, -9.81]");
    let mut world = plane(good(parse(&text)));
    let weight = 9.81 * world.bodies.list[0].mass();
    let h = world.scheme.time_step;
    let mut stepper = Stepper::new(&mut world);
    for step in 0..20 {
        let report = stepper.step(&mut world);
        assert!(report.unbalanced.is_none(), "{step}: {report:?}");
        let up: f64 = world.contacts.iter().map(|c| (c.frame * c.impulse)[1].abs() / h).sum();
        if step > 0 {
            assert!((up / weight - 1.0).abs() < 1e-4, "{step}: {up} of {weight}");
        }
    }
}

/// A block on a floor that nothing but contacts holds: in steps of 3 ms and less it kept so much
/// inertia that its equilibrium was not found, and nothing was said to hold it.
#[test]
fn blocks_without_inertia_were_held_by_nothing_in_short_steps() {
    let body = "shape.box.size = [0.9, 0.45]
position = [0, 0.225]
[[bodies]]
name = \"floor\"
shape.half_space.normal = [0, 1]";
    for theta in [0.5, 1.0] {
        for step in [0.05, 3e-3, 2e-4] {
            let text = scene(2, body, "cells = [4, 2]\nquasi_static = true");
            let text = text.replace("gravity = [0.0, 0.0]", "gravity = [0.0, -9.81]");
            let mut world = plane(good(parse(&text)));
            (world.scheme.time_step, world.scheme.theta) = (step, theta);
            let weight = 9.81 * world.bodies.list[0].mass();
            let mut stepper = Stepper::new(&mut world);
            for k in 0..10 {
                let report = stepper.step(&mut world);
                assert!(report.unbalanced.is_none(), "{step} {k}: {report:?}");
                let normal = |c: &Contact<2>| (c.frame * c.impulse)[1].abs() / step;
                let up: f64 = world.contacts.iter().map(normal).sum();
                assert!((up / weight - 1.0).abs() < 1e-4, "{theta} {step} {k}: {up} of {weight}");
            }
        }
    }
}

/// Elements of a cantilever that bends by a radian, as one rotation of the whole body has it: its
/// deflection is less than half of what it should be, which nothing told.
#[test]
fn bent_bodies_are_beyond_their_kinematics() {
    let turned = |kinematics: &str, force: f64| {
        let body = format!(
            "shape.box.size = [10, 0.5]
drives = [{{ dof = \"all\", on = \"left\", velocity = 0 }}]
loads = [{{ force = {{ on = \"right\", direction = [0, 1], value = {force:?} }} }}]"
        );
        let material = format!("cells = [20, 1]\nquasi_static = true\n{kinematics}");
        let mut world = plane(good(parse(&scene(2, &body, &material))));
        let mut stepper = Stepper::new(&mut world);
        (0..3).for_each(|_| {
            stepper.step(&mut world);
        });
        let x = &world.bodies.q[world.bodies.q_range(0)];
        world.bodies.deformable(0).expect("it deforms").greatest_turn(x)
    };
    // E I = 1e6 · 0.5³/12: slopes of F L²/(2 E I).
    let stiffness = 1e6 * 0.125 / 12.0;
    let small = turned("kinematics = \"small\"", 0.02 * stiffness / 50.0);
    assert!((small - 0.02).abs() < 2e-3, "{small}");
    assert!(turned("", 0.8 * stiffness / 50.0) > 0.15);
    assert_eq!(turned("kinematics = \"finite\"", 0.8 * stiffness / 50.0), 0.0);
}

/// A pulse that comes in by the left end of a bar, turns round at the right one and leaves.
#[test]
fn waves_come_in_and_leave() {
    let body = "shape.box.size = [2, 0.1]
absorbing = [{ on = \"left\", incoming = [{ direction = [1, 0], velocity = { points = { times = [0, 0.01, 0.02], values = [0, 0.1, 0] } } }] }]";
    let material = "size = 0.02\nkinematics = \"small\"";
    let text = scene(2, body, material)
        .replace("time_step = 0.01", "time_step = 2e-4")
        .replace("theta = 1.0", "theta = 0.5");
    let mut world = plane(good(parse(&text)));
    let mut stepper = Stepper::new(&mut world);
    let mut most = 0.0_f64;
    // c = √(E / ρ) = 32 m/s: there and back in 0.13 s.
    for _ in 0..1000 {
        let report = stepper.step(&mut world);
        most = most.max(report.ledger.kinetic + report.ledger.elastic);
    }
    let report = stepper.step(&mut world);
    let left = report.ledger.kinetic + report.ledger.elastic;
    // What came in: ρ c ∫ v² dt over the width of the bar.
    let sent = 1e6_f64.sqrt() * 1000.0_f64.sqrt() * 0.1 * (0.1 * 0.1 * 0.02 / 3.0);
    assert!((most / sent - 1.0).abs() < 0.02, "{most} of {sent}");
    assert!(left < 1e-3 * sent, "{left} of {sent}");
}

#[test]
fn a_scene_as_resolved_reads_back() {
    for (dimension, body) in [
        (2, MESH),
        (2, "shape.ring = { inner_radius = 1, outer_radius = 2 }"),
        (3, "shape.box.size = [1, 2, 3]"),
    ] {
        let first = good(parse(&scene(dimension, body, "damping = { stiffness = 1e-3 }")));
        let text = first.resolved_toml().expect("a text");
        assert_eq!(good(parse(&text)).description, first.description);
    }
}

#[test]
fn wrong_bodies_are_named() {
    let block = "shape.box.size = [1, 1]";
    let of = |body: &str, material: &str, under: &str, message: &str| {
        let error = bad(parse(&scene(2, body, material)));
        assert_eq!(marked(&error), under, "{error}");
        assert!(error.message.contains(message), "{error}");
        error.help.unwrap_or_default()
    };
    of(block, "cells = [2]", "[2]", "this shape takes 2 numbers, found 1");
    of(block, "cells = [2, 0]", "[2, 0]", "at least 1");
    of(block, "cells = [9000, 9000]", "[9000, 9000]", "the most is 1000000");
    of(block, "cells = [2, 2]\nsize = 1.0", "[2, 2]", "not both");
    of(block, "size = -1.0", "-1.0", "greater than 0");
    let help = of(block, "element = \"Q5\"", "\"Q5\"", "unknown element");
    assert!(help.contains("Q4"), "{help}");
    of(block, "element = \"H8\"", "\"H8\"", "is of dimension 3");
    of(block, "plane = \"axisymmetric\"", "\"axisymmetric\"", "its kinematics are");
    of(block, "candidates.at = [0.5, 1.5]", "1.5", "between 0 and 1");
    of(block, "damping = { stiffness = -1 }", "-1", "not be negative");
    of(
        "shape.capsule = { length = 1, radius = 1 }",
        "",
        "{ length = 1, radius = 1 }",
        "bodies that deform are",
    );
    of(&format!("{block}\nmass = 2.0"), "", "2.0", "no `mass` of its own");
    let on = |what: &str| format!("{block}\n{what}");
    let help = of(
        &on("drives = [{ dof = \"x\", on = \"botom\", velocity = 0 }]"),
        "",
        "\"botom\"",
        "unknown side or group `botom`",
    );
    assert!(help.contains("bottom"), "{help}");
    of(&on("drives = [{ dof = \"rotation\", velocity = 0 }]"), "", "\"rotation\"", "deforms");
    let twice = "drives = [{ dof = \"x\", on = \"bottom\", velocity = 0 }, { dof = \"x\", on = \"left\", velocity = 1 }]";
    of(&on(twice), "", "{ dof = \"x\", on = \"left\", velocity = 1 }", "driven along x");
    of(&on("loads = [{ torque = { value = 1 } }]"), "", "{ value = 1 }", "no torque");
    of(&on("loads = [{ pressure = { value = 1 } }]"), "", "{ value = 1 }", "`on` or `face`");
    let face = "loads = [{ pressure = { face = [1, 1], value = 1 } }]";
    of(&on(face), "", "[1, 1]", "no facet");
    of(block, "modes = 4", "4", "small displacements");
    of(block, "viscosity.shear = -1.0", "-1.0", "not be negative");
    of(block, "renewal = \"often\"", "\"often\"", "often");
    of(&on("absorbing = [{ on = \"lef\" }]"), "", "\"lef\"", "unknown side");
    of("shape.mesh.nodes = [[0, 0]]", "", "mesh", "`file` is missing");
    of("shape.mesh.file = \"none.msh\"", "", "\"none.msh\"", "cannot read the mesh");
    of(&MESH.replace("[0,1,4,3]", "[0,1,4]"), "", "[0,1,4]", "a Q4 has 4 nodes, found 3");
    of(&MESH.replace("[0,1,4,3]", "[0,1,4,9]"), "", "[0,1,4,9]", "there is no node 9");
    of(&MESH.replace("[0,1,4,3]", "[0,4,1,3]"), "", "mesh", "1 element flat or inside out: 0");
    of(&MESH.replace("[2,1]]", "[2,1],[7,7]]"), "", "[7,7]", "in no element");
    of(&format!("{MESH}\nshape.mesh.materials.tow = \"rubber\""), "", "tow", "group of elements");
    let nearly = scene(2, block, "").replace("poisson_ratio = 0.0", "poisson_ratio = 0.5");
    let error = bad(parse(&nearly));
    assert_eq!(marked(&error), "0.5", "{error}");
    let rigid = scene(2, "shape.ring = { inner_radius = 1, outer_radius = 2 }\nfixed = true", "");
    assert!(bad(parse(&rigid)).message.contains("it cannot be fixed"));
}

/// A force on a group of a mesh that is split is that of the whole: each part has of it what it has of the group.
#[test]
fn forces_on_groups_of_split_meshes_are_shared() {
    let mesh = MESH.replace("[2,0]", "[4,0]").replace("[2,1]", "[4,1]");
    let pulled = |place: &str, split: &str| -> Vec<f64> {
        let force = format!(
            "{{ force = {{ {place}direction = [1, 0], value = {{ ramp = {{ times = [0, 1], values = [8, 8] }} }} }} }}"
        );
        let body = format!("{mesh}\n{split}\nloads = [{force}]");
        let world = plane(good(parse(&scene(2, &body, ""))));
        let step = world.step_size();
        let along = |body: &drystone::bodies::Deformable<2>| {
            let x = body.places();
            let mut forces = vec![0.0; x.len()];
            body.loads_at(step, &x, &mut forces);
            forces.iter().step_by(2).sum::<f64>()
        };
        world.bodies.deformables.iter().map(along).collect()
    };
    let groups = "shape.mesh.split = \"groups\"";
    for (place, split, expected) in [
        ("on = \"foot\", ", "", &[8.0][..]),
        ("on = \"foot\", ", groups, &[2.0, 6.0]),
        ("", groups, &[2.0, 6.0]),
        ("on = \"two\", ", groups, &[0.0, 8.0]),
        ("at = [3.9, 0.9], ", groups, &[0.0, 8.0]),
    ] {
        let found = pulled(place, split);
        assert_eq!(found.len(), expected.len());
        let off = |(a, b): (&f64, &f64)| (a - b).abs() > 1e-12;
        assert!(!found.iter().zip(expected).any(off), "{place} {split}: {found:?}");
    }
}

/// What is wrong in the materials of groups is marked: the value, or the key.
#[test]
fn materials_of_groups_are_marked() {
    for split in ["", "\nshape.mesh.split = \"groups\""] {
        let body = format!("{MESH}\nshape.mesh.materials = {{ two = \"ruber\" }}{split}");
        let error = bad(parse(&scene(2, &body, "")));
        assert_eq!(marked(&error), "\"ruber\"", "{error}");
        assert!(error.message.contains("unknown material `ruber`"), "{error}");
        assert!(error.to_string().contains("did you mean `rubber`?"), "{error}");
        let body = body.replace("two = \"ruber\"", "tow = \"rubber\"");
        let error = bad(parse(&scene(2, &body, "")));
        assert_eq!(marked(&error), "tow", "{error}");
        assert!(error.to_string().contains("did you mean `two`?"), "{error}");
    }
    let error = bad(parse(&scene(2, "shape.mesh.file = \"none.msh\"", "")));
    assert!(error.to_string().contains("looked for from the folder of the scene"), "{error}");
}
