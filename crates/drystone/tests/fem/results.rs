//! Files of results with deformable bodies: what was written comes back, damage is told, and runs that are
//! gone on with are those that never stopped.

use crate::common::*;
use crate::support::*;
use drystone::bodies::{Candidates, Drive, DriveKind, Function, Rayleigh};
use drystone::fem::material::{Elastic, VonMises};
use drystone::fem::mesh::{Cut, Grid};
use drystone::fem::{Kinematics, Material, Mesh, Plane};
use drystone::results::checkpoint::{self, Checkpoint, Luggage};
use drystone::results::{Frame, Geometry, Head, Packing, Results, ResultsWriter, rescue};
use drystone::space::{Vector, configuration_size, pose, velocity_at, velocity_size};
use drystone::step::Stepper;
use drystone::world::World;
use std::path::{Path, PathBuf};

const SERIES: &[(&str, &str)] = &[("step", ""), ("energy", "J")];

fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mesh-results");
    std::fs::create_dir_all(&folder).expect("a folder");
    folder.join(name)
}

fn block<const D: usize>(name: &str, count: usize) -> Mesh<D> {
    let grid = Grid { counts: [count; D], element: element(name), cut: Cut::Turning };
    grid.mesh().expect("a mesh").map(|x| x.map(|x| 0.5 * x))
}

/// A block that turns as it falls, one that yields as it lands on it, one with curved elements that hangs
/// from a corner and swings, a rigid ball and the ground.
fn many<const D: usize>([straight, curved]: [&str; 2], count: usize) -> World<D> {
    let mut world = world::<D>(1e-3, dry(0.4));
    let rubber = Material::Elastic(Elastic { young_modulus: 1e6, poisson_ratio: 0.3 });
    let lead = Material::VonMises(VonMises {
        young_modulus: 2e6,
        poisson_ratio: 0.3,
        yield_stress: 4e3,
        isotropic_hardening: 1e5,
        kinematic_hardening: 1e5,
    });
    let given = |kinematics| Given {
        kinematics,
        damping: Rayleigh { mass: 0.0, stiffness: 1e-4 },
        ..Given::default()
    };
    let at = |x: f64, z: f64, angle: f64| pose_at(axis::<D>(0, x) + axis::<D>(D - 1, z), angle);
    let down = axis::<D>(D - 1, -2.0);
    let mesh = block(straight, count);
    let turns = given(Kinematics::Corotational);
    let made = stuff(rubber.clone(), Plane::Strain);
    add_soft(&mut world, &mesh, made.clone(), turns.clone(), at(0.0, 0.36, 0.6), &down);
    add_fixed(&mut world, slope::<D>(0.0).0, at(0.0, 0.0, 0.0));
    let stuff = stuff(lead, Plane::Strain);
    let finite = given(Kinematics::Finite);
    add_soft(&mut world, &block(straight, 2), stuff, finite, at(0.1, 0.96, 0.0), &down);
    add(&mut world, ball(0.1), at(-0.5, 0.12, 0.0), &[1.0]);
    let body = add_soft(&mut world, &block(curved, 1), made, turns, at(1.0, 0.8, 0.3), &down);
    let k = world.bodies.soft_index(body);
    for dof in 0..D {
        let function = Function::Constant(0.0);
        world.bodies.deformables[k].hold(Drive { dof, kind: DriveKind::Velocity, function });
    }
    world
}

fn written<const D: usize>(world: &mut World<D>, path: &Path, packing: Packing) -> Vec<Frame<D>> {
    let head = Head::of(world, "a scene", SERIES);
    let mut writer = ResultsWriter::create(path, &head, packing).expect("a new file");
    let mut stepper = Stepper::new(world);
    let mut frames = vec![];
    for _ in 0..6 {
        writer.write(world).expect("a frame");
        frames.push(Frame::of(world));
        for _ in 0..20 {
            let report = stepper.step(world);
            writer.add_row(&[report.step as f64, report.ledger.kinetic]).expect("a row");
        }
    }
    writer.close().expect("the end");
    frames
}

fn assert_same<const D: usize>(found: &Frame<D>, expected: &Frame<D>) {
    assert_eq!((found.step, found.time), (expected.step, expected.time));
    assert!(found.q == expected.q && found.v == expected.v);
    let [one, other] = [&found.meshes, &expected.meshes];
    assert!(one.places == other.places && one.velocities == other.velocities);
    assert_eq!(one.fields, other.fields);
    assert_eq!(found.contacts.len(), expected.contacts.len());
    for (one, other) in found.contacts.iter().zip(&expected.contacts) {
        assert_eq!((one.id, one.spots, one.impulse), (other.id, other.spots, other.impulse));
    }
}

fn frames_come_back<const D: usize>(names: [&str; 2], file: &str) {
    for compression in [0, 6] {
        let path = scratch(&format!("{file}-{compression}.h5"));
        let mut world = many::<D>(names, 2);
        let (constants, geometry) =
            (drystone::results::Constants::of(&world), Geometry::of(&world));
        let packing = Packing { compression, single: false };
        let expected = written(&mut world, &path, packing);
        let results = Results::open(&path).expect("sound");
        assert_eq!(results.constants().expect("constants"), constants);
        assert_eq!(results.geometry::<D>().expect("a geometry"), geometry);
        assert_eq!(results.meshes().list.iter().map(|m| m.body).collect::<Vec<_>>(), [0, 2, 4]);
        for (k, expected) in expected.iter().enumerate() {
            assert_same(&results.frame::<D>(k).expect("a frame"), expected);
        }
        let last = &expected[5];
        assert!(last.contacts.iter().any(|contact| contact.spots[0].is_some()));
        assert!(last.meshes.fields.iter().any(|field| field.plastic > 0.0), "nothing yields");
        let yielded = last.meshes.fields.iter().filter(|field| field.plastic > 0.0);
        assert!(yielded.into_iter().all(|field| field.plastic_strain.norm() > 0.0));
    }
}

#[test]
fn frames_of_the_plane_come_back() {
    frames_come_back::<2>(["Q4", "T6"], "plane");
}

#[test]
fn frames_of_space_come_back() {
    frames_come_back::<3>(["H8", "TE10"], "space");
}

/// What frames say of a deformable body as a whole: of a rigid motion exactly this motion, of any motion
/// the momentum of the whole.
fn rigid_motions_are_told<const D: usize>(name: &str) {
    let mut world = many::<D>([name, if D == 2 { "Q8" } else { "H20" }], 2);
    let (n, m) = (configuration_size(D), velocity_size(D));
    let start = Frame::of(&world);
    let given = [0.3, -0.2, 0.9, 0.5, -1.1, 0.7];
    let centre: Vector<D> = world.bodies.pose(0).position;
    let (q, v) = (world.bodies.q_range(0), world.bodies.v_range(0));
    for i in 0..q.len() / D {
        let arm = Vector::<D>::from_fn(|k, _| world.bodies.q[q.start + i * D + k]) - centre;
        let own = velocity_at::<D>(&given, &arm);
        world.bodies.v[v.start + i * D..v.start + (i + 1) * D].copy_from_slice(own.as_slice());
    }
    let frame = Frame::of(&world);
    for (found, given) in frame.v[..m].iter().zip(&given) {
        assert!((found - given).abs() < 1e-12, "{:?}", &frame.v[..m]);
    }
    let turned = pose::<D>(&start.q[..n]);
    assert!((turned.rotation - pose_at::<D>(Vector::zeros(), 0.6).rotation).norm() < 1e-12);
    assert!((turned.position - centre).norm() < 1e-12);
}

#[test]
fn bodies_have_the_pose_and_velocity_of_a_rigid_one() {
    rigid_motions_are_told::<2>("T3");
    rigid_motions_are_told::<3>("TE4");
}

/// From a checkpoint in the middle a run ends as the one that never stopped, bit for bit.
fn goes_on<const D: usize>(names: [&str; 2], count: usize, file: &str) {
    let mut whole = many::<D>(names, count);
    let (mut stepper, path) = (Stepper::new(&mut whole), scratch(file));
    for step in 0..120 {
        if step == 70 {
            let memory = stepper.solver_memory();
            let luggage = Luggage { scene: "", solver_memory: memory, books: "" };
            checkpoint::write(&path, &Frame::of(&whole), &luggage).expect("written");
            assert!(whole.contacts.len() > 2, "no contacts");
        }
        stepper.step(&mut whole);
    }
    let read = Checkpoint::read(&path).expect("sound");
    let mut second = many::<D>(names, count);
    read.restore(&mut second).expect("the state");
    let mut stepper = Stepper::new(&mut second);
    stepper.restore_solver(read.solver_memory);
    for _ in 70..120 {
        stepper.step(&mut second);
    }
    assert_eq!(second.state_hash(), whole.state_hash());
    assert_eq!(format!("{:?}", second.contacts), format!("{:?}", whole.contacts));
    let memory = |world: &World<D>| {
        world.bodies.deformables.iter().flat_map(|soft| soft.memory.clone()).collect::<Vec<_>>()
    };
    assert_eq!(memory(&second), memory(&whole));
    // Of a world with another mesh it is none.
    let mut other = many::<D>(names, count + 1);
    let error = read.restore(&mut other).expect_err("refused").to_string();
    assert!(error.contains("other meshes"), "{error}");
}

#[test]
fn runs_go_on_bit_for_bit() {
    goes_on::<2>(["Q4", "Q8"], 3, "plane-checkpoint.h5");
    // More degrees of freedom than have dense factors.
    goes_on::<2>(["T3", "T6"], 9, "large-checkpoint.h5");
    goes_on::<3>(["H8", "H20"], 2, "space-checkpoint.h5");
}

/// A file is gone on with after a step, and is then as if it had been written at once.
#[test]
fn a_file_is_gone_on_with_after_a_step() {
    let path = scratch("resumed.h5");
    let mut world = many::<2>(["Q4", "Q8"], 2);
    let expected = written(&mut world, &path, Packing::default());
    let mut again = many::<2>(["Q4", "Q8"], 2);
    let head = Head::of(&again, "a scene", SERIES);
    expected[4].clone().restore(&mut again);
    let mut writer = ResultsWriter::resume(&path, &head, 70).expect("resumed");
    writer.write(&again).expect("a frame");
    writer.close().expect("the end");
    let results = Results::open(&path).expect("sound");
    assert_eq!(results.steps(), [0, 20, 40, 60, 80]);
    assert_same(&results.frame::<2>(3).expect("a frame"), &expected[3]);
    let Frame { meshes, q, .. } = results.frame::<2>(4).expect("a frame");
    assert!(meshes.places == expected[4].meshes.places && q == expected[4].q);
    // Of another mesh it is not.
    let other = Head::of(&many::<2>(["T3", "Q8"], 2), "a scene", SERIES);
    let error = ResultsWriter::resume(&path, &other, 70).err().expect("refused").to_string();
    assert!(error.contains("another"), "{error}");
}

#[test]
fn single_precision_keeps_seven_digits() {
    let path = scratch("single.h5");
    let mut world = many::<2>(["Q4", "Q8"], 2);
    let expected = written(&mut world, &path, Packing { compression: 0, single: true });
    let results = Results::open(&path).expect("sound");
    let found = results.frame::<2>(5).expect("a frame").meshes;
    let expected = &expected[5].meshes;
    for (a, b) in found.places.iter().zip(&expected.places) {
        assert!(a != b || *a as f32 as f64 == *a);
        assert!((a - b).abs() <= 1e-7 * b.abs(), "{a} and {b}");
    }
    for (a, b) in found.fields.iter().zip(&expected.fields) {
        assert!((a.stress - b.stress).amax() <= 1e-7 * b.stress.amax());
        assert_eq!(a.volume, b.volume);
    }
}

/// Cut or damaged anywhere, a file gives an error, or frames that are those written; never a panic.
#[test]
fn damage_is_told() {
    let (whole, path, saved) = (scratch("whole.h5"), scratch("cut.h5"), scratch("saved.h5"));
    let mut world = many::<2>(["Q4", "T6"], 2);
    let expected = written(&mut world, &whole, Packing::default());
    let bytes = std::fs::read(&whole).expect("bytes");
    let mut random = crate::common::Random(3);
    for case in 0..300 {
        let mut copy = bytes.clone();
        let place = |random: &mut crate::common::Random| {
            (random.unit() * (bytes.len() - 1) as f64) as usize
        };
        if case % 2 == 0 {
            copy.truncate(place(&mut random));
        } else {
            (0..4).for_each(|_| copy[place(&mut random)] = random.range(0.0, 255.0) as u8);
        }
        std::fs::write(&path, &copy).expect("written");
        let Ok(results) = Results::open(&path) else { continue };
        for (k, expected) in expected.iter().enumerate().take(results.frames()) {
            if let Ok(frame) = results.frame::<2>(k) {
                assert_eq!(frame.meshes.places, expected.meshes.places);
                assert_eq!(frame.meshes.fields.len(), expected.meshes.fields.len());
            }
        }
        let _ = results.constants();
        let _ = rescue(&path, &saved);
    }
    std::fs::write(&path, &bytes[..bytes.len() * 9 / 10]).expect("written");
    let found = rescue(&path, &saved).expect("saved");
    assert!(found.frames > 0);
    let results = Results::open(&saved).expect("sound");
    assert_same(&results.frame::<2>(0).expect("a frame"), &expected[0]);
}

/// Pressures on the skin of a block at rest carry its weight, and none is where nothing touches.
#[test]
fn pressures_carry_the_weight() {
    // Nine points on seven nodes: how they share what a node carries is open, so that facets may differ by a tenth.
    pressures_of(Candidates::Quadrature, 0.1);
    // Not pressed sideways a column stands on the same pressure everywhere: nodes at the ends carry half of what
    // those between edges do.
    pressures_of(Candidates::Nodes, 1e-4);
}

fn pressures_of(candidates: Candidates, differing: f64) {
    let mut world = world::<2>(2e-3, dry(0.5));
    let damping = Rayleigh { mass: 20.0, stiffness: 2e-3 };
    let given = Given { damping, candidates, ..Given::default() };
    let stone = Material::Elastic(Elastic { young_modulus: 1e6, poisson_ratio: 0.0 });
    let at = pose_at(axis::<2>(1, 0.25), 0.0);
    let made = stuff(stone, Plane::Strain);
    let body = add_soft(&mut world, &block("Q8", 3), made, given, at, &Vector::zeros());
    add_fixed(&mut world, slope::<2>(0.0).0, pose_at(Vector::zeros(), 0.0));
    run(&mut world, 2.0, |_, _| ());
    let (frame, meshes) = (Frame::of(&world), drystone::results::Meshes::of(&world));
    let mesh = meshes.of_body(body).expect("a mesh");
    let weight = world.bodies.list[body].mass() * G;
    let (mut force, mut touched, even) = (0.0, 0, weight / 0.5);
    for (facet, pressure) in mesh.facets.iter().zip(&frame.meshes.pressures) {
        let area = drystone::bodies::facet_area::<2>(&frame.meshes.places, facet);
        force += pressure * area;
        touched += usize::from(*pressure > 0.0);
        let off = pressure / even - 1.0;
        assert!(*pressure == 0.0 || off.abs() < differing, "{pressure} of {even}");
    }
    assert!((force / weight - 1.0).abs() < 1e-5, "{force} of {weight}");
    assert_eq!(touched, 3);
}
