//! Files of results: what was written comes back bit for bit, and damage is told, never a panic.

#[path = "common/mod.rs"]
mod common;

use common::Random;
use drystone::contact::Contact;
use drystone::results::checkpoint::{self, Checkpoint, Luggage};
use drystone::results::{Frame, Geometry, Head, Packing, Results, ResultsWriter, rescue};
use drystone::scene::Scene;
use drystone::step::Stepper;
use drystone::world::{AnyWorld, World};
use hdf5_pure::AttrValue;
use std::path::{Path, PathBuf};

const SERIES: &[(&str, &str)] = &[("step", ""), ("energy", "J")];

const PLANE: &str = r#"
    dimension = 2
    time_step = 1e-3
    duration = 1.0
    materials.glass.density = 2500.0
    contacts = [{ default = true, friction = 0.3 }]
    periodic = { x = [0.0, 0.2] }
    bodies = [{ shape.half_space.normal = [0, 1] }]
    [[generators]]
    [generators.lattice]
    region = { min = [0.0, 0.0], max = [0.19, 0.2] }
    radius = [0.008, 0.01]
    count = 40
    velocity = [0.3, -1.0]
"#;

const SPACE: &str = r#"
    dimension = 3
    time_step = 2e-3
    duration = 1.0
    materials.brick.density = 1800.0
    contacts = [{ default = true, friction = 0.5 }]
    bodies = [{ shape.half_space.normal = [0, 0, 1] }]
    [[generators]]
    [generators.bricks]
    block = [0.3, 0.14, 0.1]
    courses = 3
    length = 3
"#;

fn world<const D: usize>(text: &str) -> World<D> {
    let scene = Scene::parse("scene", text, &[], Path::new("")).expect("a good scene");
    let any: Box<dyn std::any::Any> = match scene.world {
        AnyWorld::Plane(world) => world,
        AnyWorld::Space(world) => world,
    };
    *any.downcast::<World<D>>().expect("a world of this dimension")
}

fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("results");
    std::fs::create_dir_all(&folder).expect("a folder");
    folder.join(name)
}

/// Writes some frames; gives what they were.
fn written<const D: usize>(
    text: &str,
    path: &Path,
    packing: Packing,
    count: usize,
) -> Vec<Frame<D>> {
    let mut world = world::<D>(text);
    let mut writer =
        ResultsWriter::create(path, &Head::of(&world, text, SERIES), packing).expect("a new file");
    let mut stepper = Stepper::new(&mut world);
    let mut frames = vec![];
    for _ in 0..count {
        writer.write(&world).expect("a frame");
        frames.push(Frame::of(&world));
        for _ in 0..10 {
            let report = stepper.step(&mut world);
            writer.add_row(&[report.step as f64, report.ledger.kinetic]).expect("a row");
        }
    }
    writer.close().expect("the end");
    frames
}

fn same_bits(a: &[f64], b: &[f64]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.to_bits() == b.to_bits())
}

fn assert_same<const D: usize>(found: &Frame<D>, expected: &Frame<D>) {
    assert_eq!((found.step, found.time), (expected.step, expected.time));
    assert!(same_bits(&found.q, &expected.q) && same_bits(&found.v, &expected.v));
    // The text of a number is as exact as its bits. Heat is only kept where it is asked for, and
    // the past of a contact is found anew from its velocity.
    let is_known = found.contacts.first().is_some_and(|contact| !contact.heat[0].is_nan());
    let heat = |contact: &Contact<D>| if is_known { contact.heat } else { [f64::NAN; 2] };
    let same =
        |contact: &Contact<D>| Contact { heat: heat(contact), past: None, ..contact.clone() };
    let expected_contacts: Vec<_> = expected.contacts.iter().map(same).collect();
    assert_eq!(format!("{:?}", found.contacts), format!("{expected_contacts:?}"));
    assert_eq!(found.lost, expected.lost);
}

fn frames_come_back<const D: usize>(text: &str, name: &str) {
    for compression in [0, 6] {
        let path = scratch(&format!("{name}-{compression}.h5"));
        let packing = Packing { compression, single: false };
        let expected = written::<D>(text, &path, packing, 12);
        assert!(expected.last().is_some_and(|frame| frame.contacts.len() > 10), "no contacts");
        let results = Results::open(&path).expect("sound");
        assert_eq!((results.frames(), results.dimension()), (12, D));
        assert_eq!(results.scene(), text);
        let geometry = results.geometry::<D>().expect("a geometry");
        assert_eq!(geometry, Geometry::of(&world::<D>(text)));
        assert!(geometry.outlines.len() <= geometry.pieces.len());
        for (k, expected) in expected.iter().enumerate() {
            assert_eq!(results.contacts(k), expected.contacts.len());
            assert_same(&results.frame::<D>(k).expect("a frame"), expected);
        }
        let steps = results.series("step").expect("a series");
        assert_eq!(steps, (1..=120).map(f64::from).collect::<Vec<_>>());
        assert_eq!(results.series("energy").expect("a series").len(), 120);
    }
}

#[test]
fn frames_of_the_plane_come_back() {
    frames_come_back::<2>(PLANE, "plane");
}

#[test]
fn frames_of_space_come_back() {
    frames_come_back::<3>(SPACE, "space");
}

/// A wall of bricks with mortar that is shot at: bonds break, bricks fly, friction remembers, balls
/// resist rolling.
const CRACKING: &str = r#"
    dimension = 2
    time_step = 1e-3
    duration = 1.0
    materials.brick.density = 1800.0
    contacts = [{ default = true, friction = 0.5, rolling = 0.002, bond.zone = {
        normal_stiffness = 1e9, normal_strength = 2e4, normal_energy = 2.0 } }]
    [[bodies]]
    shape.half_space.normal = [0, 1]
    [[bodies]]
    shape.disk.radius = 0.1
    position = [-0.35, 0.3]
    velocity = [12.0, 2.0]
    material = "brick"
    [[generators]]
    [generators.bricks]
    block = [0.3, 0.1]
    courses = 5
    length = 2
"#;

#[test]
fn frames_with_bonds_come_back() {
    frames_come_back::<2>(CRACKING, "cracking");
    let results = Results::open(&scratch("cracking-0.h5")).expect("sound");
    let frame = results.frame::<2>(11).expect("a frame");
    let damaged = frame.contacts.iter().filter(|contact| contact.damage == 1.0).count();
    assert!(damaged > 0 && frame.lost[0] > 0.0, "{damaged} broken in sight, {:?}", frame.lost);
}

/// Files of dry scenes have the columns that they had before there were bonds.
#[test]
fn only_laws_that_need_them_have_columns() {
    let names = |path: &str| {
        let lists = Results::open(&scratch(path)).expect("sound").lists().expect("lists");
        lists.into_iter().map(|list| list.0).collect::<Vec<_>>()
    };
    let packing = Packing::default();
    written::<2>(PLANE, &scratch("dry.h5"), packing, 2);
    written::<2>(CRACKING, &scratch("bonded.h5"), packing, 2);
    let (dry, bonded) = (names("dry.h5"), names("bonded.h5"));
    assert_eq!(dry.iter().filter(|name| name.starts_with("contacts/")).count(), 15);
    for name in ["bond", "couple", "memory_friction", "memory_bond", "area", "damage", "begun"] {
        let path = format!("contacts/{name}");
        assert!(!dry.contains(&path) && bonded.contains(&path), "{path}");
    }
    assert!(bonded.contains(&"frames/lost".into()) && !dry.contains(&"frames/lost".into()));
}

/// From a checkpoint in the middle a run ends as the one that never stopped, with all that laws
/// remember of contacts in sight and out of it.
#[test]
fn bonds_go_on_bit_for_bit() {
    let mut whole = world::<2>(CRACKING);
    let mut stepper = Stepper::new(&mut whole);
    let path = scratch("cracking-checkpoint.h5");
    for step in 0..160 {
        if step == 80 {
            let memory = stepper.solver_memory();
            let luggage = Luggage { scene: CRACKING, solver_memory: memory, books: "" };
            checkpoint::write(&path, &Frame::of(&whole), &luggage).expect("written");
            assert!(!whole.dormant.is_empty(), "nothing out of sight");
            assert!(whole.contacts.iter().any(|c| c.damage == 0.0), "nothing whole");
        }
        stepper.step(&mut whole);
    }
    let read = Checkpoint::read(&path).expect("sound");
    let mut second = world::<2>(CRACKING);
    read.frame::<2>(second.bodies.len()).expect("the state").restore(&mut second);
    let mut stepper = Stepper::new(&mut second);
    stepper.restore_solver(read.solver_memory);
    for _ in 80..160 {
        stepper.step(&mut second);
    }
    assert_eq!(second.state_hash(), whole.state_hash());
    assert_eq!(format!("{:?}", second.contacts), format!("{:?}", whole.contacts));
    assert_eq!(format!("{:?}", second.dormant), format!("{:?}", whole.dormant));
}

#[test]
fn single_precision_keeps_seven_digits() {
    let path = scratch("single.h5");
    let expected = written::<3>(SPACE, &path, Packing { compression: 0, single: true }, 3);
    let results = Results::open(&path).expect("sound");
    let frame = results.frame::<3>(2).expect("a frame");
    assert_eq!(frame.time, expected[2].time);
    for (a, b) in frame.q.iter().zip(&expected[2].q) {
        assert!((a - b).abs() <= 1e-7 * b.abs(), "{a} and {b}");
    }
}

#[test]
fn a_file_is_gone_on_with_after_a_step() {
    let path = scratch("resumed.h5");
    let expected = written::<2>(PLANE, &path, Packing::default(), 8);
    let mut world = world::<2>(PLANE);
    let mut writer =
        ResultsWriter::resume(&path, &Head::of(&world, PLANE, SERIES), 35).expect("resumed");
    assert_eq!(writer.frames(), 4);
    expected[5].clone().restore(&mut world);
    writer.write(&world).expect("a frame");
    writer.close().expect("the end");
    let results = Results::open(&path).expect("sound");
    assert_eq!(results.steps(), [0, 10, 20, 30, 50]);
    assert_same(&results.frame::<2>(3).expect("a frame"), &expected[3]);
    assert_same(&results.frame::<2>(4).expect("a frame"), &expected[5]);
    assert_eq!(results.series("step").expect("a series").len(), 35);
}

/// Cut anywhere, a file gives an error, or frames that are those written.
#[test]
fn a_file_cut_off_is_told() {
    let whole = scratch("whole.h5");
    let expected = written::<2>(PLANE, &whole, Packing::default(), 6);
    let bytes = std::fs::read(&whole).expect("bytes");
    let path = scratch("cut.h5");
    let mut random = Random(5);
    let mut refused = 0;
    for _ in 0..400 {
        let length = (random.range(0.0, 1.0) * bytes.len() as f64) as usize;
        std::fs::write(&path, &bytes[..length]).expect("written");
        let Ok(results) = Results::open(&path) else {
            refused += 1;
            continue;
        };
        for (k, expected) in expected.iter().enumerate().take(results.frames()) {
            if let Ok(frame) = results.frame::<2>(k) {
                assert_same(&frame, expected);
            }
        }
    }
    assert!(refused > 0);
}

/// Cut anywhere, the frames that were in the file when it had that length are saved.
#[test]
fn what_a_cut_leaves_is_saved() {
    let (path, cut, saved) = (scratch("grown.h5"), scratch("cut-off.h5"), scratch("saved.h5"));
    let mut world = world::<2>(PLANE);
    let packing = Packing::default();
    let head = Head::of(&world, PLANE, SERIES);
    let mut writer = ResultsWriter::create(&path, &head, packing).expect("a new file");
    let mut stepper = Stepper::new(&mut world);
    let (mut frames, mut lengths, mut ends) = (vec![], vec![], vec![]);
    // Enough for the index of every list to grow out of its first blocks.
    for _ in 0..300 {
        writer.write(&world).expect("a frame");
        frames.push(Frame::of(&world));
        ends.push(frames.iter().map(|frame| frame.contacts.len()).sum::<usize>());
        lengths.push(std::fs::metadata(&path).expect("a file").len() as usize);
        let report = stepper.step(&mut world);
        writer.add_row(&[report.step as f64, report.ledger.kinetic]).expect("a row");
    }
    // As a run leaves it that is cut off.
    let bytes = std::fs::read(&path).expect("bytes");
    writer.close().expect("closed");
    let energy = Results::open(&path).expect("sound").series("energy").expect("a series");
    let mut random = Random(17);
    for case in 0..20 {
        let share = if case % 2 == 0 { random.range(0.0, 1.0) } else { random.range(0.95, 1.0) };
        let length = lengths[0] + (share * (bytes.len() - lengths[0]) as f64) as usize;
        std::fs::write(&cut, &bytes[..length]).expect("written");
        // Those that share a chunk of 32 contacts with a later one were written anew with it.
        let there = lengths.iter().filter(|own| **own <= length).count();
        let filled = ends[there - 1] / 32 * 32;
        let due = (0..there).filter(|k| ends[*k] <= filled).count().max(1);
        let found = rescue(&cut, &saved).expect("saved");
        assert!(found.frames >= due, "{} of {due} frames at {length}", found.frames);
        let results = Results::open(&saved).expect("sound");
        assert_eq!((results.frames(), results.scene()), (found.frames, PLANE));
        for k in [0, due / 2, due - 1, found.frames - 1] {
            assert_same(&results.frame::<2>(k).expect("a frame"), &frames[k]);
        }
        let rows = results.series("energy").expect("a series");
        assert!(same_bits(&rows, &energy[..rows.len()]));
        // They wait in memory until they fill a chunk, and the last chunk was written anew.
        assert!(rows.len() + 256 >= due, "{} rows at {due} frames", rows.len());
    }
    let error = rescue(&scratch("missing.h5"), &saved).expect_err("refused").to_string();
    assert!(error.contains("missing.h5"), "{error}");
}

#[test]
fn damaged_bytes_are_told() {
    let whole = scratch("undamaged.h5");
    written::<2>(PLANE, &whole, Packing::default(), 4);
    let bytes = std::fs::read(&whole).expect("bytes");
    let (path, saved) = (scratch("damaged.h5"), scratch("of-damaged.h5"));
    let mut random = Random(9);
    let cases = std::env::var("DRYSTONE_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(400);
    for _ in 0..cases {
        let mut copy = bytes.clone();
        for _ in 0..4 {
            let at = (random.range(0.0, 1.0) * (copy.len() - 1) as f64) as usize;
            copy[at] = (random.range(0.0, 255.0)) as u8;
        }
        std::fs::write(&path, &copy).expect("written");
        // Whatever comes of it, no panic and no endless work.
        if let Ok(results) = Results::open(&path) {
            let _ = results.geometry::<2>();
            let _ = rescue(&path, &saved);
            for k in 0..results.frames().min(4) {
                let _ = results.frame::<2>(k);
            }
        }
    }
}

#[test]
fn other_files_and_newer_ones_are_refused() {
    let path = scratch("other.h5");
    std::fs::write(&path, b"no HDF5 at all").expect("written");
    let error = Results::open(&path).err().expect("refused").to_string();
    assert!(error.contains("other.h5") && error.contains("not a sound HDF5 file"), "{error}");
    let missing = Results::open(&scratch("missing.h5")).err().expect("refused").to_string();
    assert!(missing.contains("missing.h5"), "{missing}");
    let problem = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/fclib/Rover1040.hdf5");
    let error = Results::open(&problem).err().expect("refused").to_string();
    assert!(error.contains("not a file of results"), "{error}");
    for (format, name) in [("results", "new-results.h5"), ("checkpoint", "new-checkpoint.h5")] {
        let mut file = hdf5_pure::FileBuilder::new();
        file.set_attr("format", AttrValue::String(format!("drystone {format}")));
        file.set_attr("format_version", AttrValue::U64(99));
        let path = scratch(name);
        file.write(&path).expect("written");
        let error = match format {
            "results" => Results::open(&path).err().map(|e| e.to_string()),
            _ => Checkpoint::read(&path).err().map(|e| e.to_string()),
        };
        let error = error.expect("refused");
        assert!(error.contains("99") && error.contains("newer"), "{error}");
    }
}

fn checkpoint_comes_back<const D: usize>(text: &str, name: &str, steps: usize) {
    let path = scratch(name);
    let mut world = world::<D>(text);
    let mut stepper = Stepper::new(&mut world);
    for _ in 0..steps {
        stepper.step(&mut world);
    }
    let frame = Frame::of(&world);
    let luggage = Luggage { scene: text, solver_memory: 7, books: "some" };
    checkpoint::write(&path, &frame, &luggage).expect("written");
    let read = Checkpoint::read(&path).expect("sound");
    assert_eq!((read.scene.as_str(), read.solver_memory, read.books.as_str()), (text, 7, "some"));
    assert_same(&read.frame::<D>(world.bodies.len()).expect("the state"), &frame);
    assert!(read.frame::<D>(world.bodies.len() + 1).is_err());
    let bytes = std::fs::read(&path).expect("bytes");
    for share in 0..50 {
        std::fs::write(&path, &bytes[..bytes.len() * share / 50]).expect("written");
        if let Ok(read) = Checkpoint::read(&path) {
            assert!(read.frame::<D>(world.bodies.len()).is_err(), "{share} fiftieths will do");
        }
    }
}

#[test]
fn checkpoints_come_back() {
    checkpoint_comes_back::<2>(PLANE, "first.h5", 0);
    checkpoint_comes_back::<2>(PLANE, "plane-checkpoint.h5", 100);
    checkpoint_comes_back::<3>(SPACE, "space-checkpoint.h5", 30);
    checkpoint_comes_back::<2>(CRACKING, "bonds-checkpoint.h5", 60);
}

/// A file that ends with the step is gone on with in place, and one with half a frame behind is not.
#[cfg(unix)]
#[test]
fn a_file_is_copied_only_where_something_has_to_go() {
    use std::os::unix::fs::MetadataExt;
    let path = scratch("in-place.h5");
    let number = || std::fs::metadata(&path).expect("a file").ino();
    let expected = written::<2>(PLANE, &path, Packing::default(), 4);
    let world = world::<2>(PLANE);
    let first = number();
    let mut writer =
        ResultsWriter::resume(&path, &Head::of(&world, PLANE, SERIES), 40).expect("resumed");
    writer.add_row(&[41.0, 0.0]).expect("a row");
    writer.write(&world).expect("a frame");
    // Gone on with in place; the end of a run copies.
    assert_eq!(number(), first);
    writer.close().expect("the end");
    assert_ne!(number(), first);
    let results = Results::open(&path).expect("sound");
    assert_eq!((results.frames(), results.series("step").expect("a series").len()), (5, 41));
    assert_same(&results.frame::<2>(3).expect("a frame"), &expected[3]);
    drop(results);
    // As a crash would leave it: a list that is longer than its frames.
    let file = hdf5_pure::File::open_rw(&path).expect("sound");
    file.dataset("contacts/gap").expect("a list").append(&[1.0]).expect("appended");
    file.close().expect("the end");
    let crashed = number();
    let writer =
        ResultsWriter::resume(&path, &Head::of(&world, PLANE, SERIES), 41).expect("resumed");
    assert_eq!((number() == crashed, writer.frames()), (false, 5));
}
