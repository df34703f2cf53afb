//! The same scene ends in the same bits, whatever the number of threads, and run after run.

use drystone::scene::Scene;
use drystone::step::Stepper;
use drystone::world::{AnyWorld, World};
use std::path::Path;

/// Fewer pairs than these the detection examines on one thread, whatever their number.
const PAIRS_FOR_THREADS: usize = 2048;

const STEPS: usize = 60;

/// Sixty grains wide, thrown down so that most touch within the run.
const DISKS: &str = r#"
    dimension = 2
    time_step = 1e-3
    duration = 1.0
    materials.glass.density = 2500.0
    contacts = [{ default = true, friction = 0.3 }]
    solver = { tolerance = 1e-3, max_iterations = 60 }
    bodies = [{ shape.half_space.normal = [0, 1] }]
    [[generators]]
    [generators.lattice]
    region = { min = [0.0, 0.0], max = [1.24, 2.0] }
    radius = [0.008, 0.01]
    count = 2400
    velocity = [0.1, -1.0]
"#;

const SPHERES: &str = r#"
    dimension = 3
    time_step = 1e-3
    duration = 1.0
    materials.glass.density = 2500.0
    contacts = [{ default = true, friction = 0.3 }]
    solver = { tolerance = 1e-3, max_iterations = 40 }
    bodies = [{ shape.half_space.normal = [0, 0, 1] }]
    [[generators]]
    [generators.lattice]
    region = { min = [0.0, 0.0, 0.0], max = [0.25, 0.25, 1.0] }
    radius = [0.008, 0.01]
    count = 1300
    velocity = [0.1, 0.0, -1.0]
"#;

/// A wall that shakes.
const BLOCKS: &str = r#"
    dimension = 3
    time_step = 2e-3
    duration = 1.0
    materials.brick.density = 1800.0
    contacts = [{ default = true, friction = 0.5 }]
    solver = { tolerance = 1e-3, max_iterations = 20 }
    [[bodies]]
    shape.half_space.normal = [0, 0, 1]
    drives = [{ dof = "x", velocity = { sine = { amplitude = 0.5, frequency = 5 } } }]
    fixed = true
    [[generators]]
    [generators.bricks]
    block = [0.3, 0.14, 0.1]
    courses = 30
    length = 25
"#;

struct End {
    hash: u64,
    pairs: usize,
    contacts: usize,
}

fn end_of<const D: usize>(world: &mut World<D>) -> End {
    let mut stepper = Stepper::new(world);
    let mut contacts = 0;
    for _ in 0..STEPS {
        contacts = stepper.step(world).contacts;
    }
    End { hash: world.state_hash(), pairs: world.detector.neighbour_pairs(), contacts }
}

fn run(text: &str, overrides: &[&str], threads: usize) -> End {
    let overrides: Vec<String> = overrides.iter().map(ToString::to_string).collect();
    let scene = Scene::parse("scene", text, &overrides, Path::new("")).expect("a good scene");
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    pool.install(|| match scene.world {
        AnyWorld::Plane(mut world) => end_of(&mut world),
        AnyWorld::Space(mut world) => end_of(&mut world),
    })
}

fn same_bits(scene: &str, slightly_different: &str) {
    let one = run(scene, &[], 1);
    assert!(one.pairs >= PAIRS_FOR_THREADS, "{} pairs: too few for threads", one.pairs);
    assert!(one.contacts > 500, "only {} contacts", one.contacts);
    for threads in [1, 2, 3] {
        let again = run(scene, &[], threads);
        assert_eq!(again.hash, one.hash, "with {threads} threads");
    }
    let other = run(scene, &[slightly_different], 2);
    assert_ne!(other.hash, one.hash, "{slightly_different} makes no difference");
}

#[test]
fn disks_end_in_the_same_bits() {
    same_bits(DISKS, "contacts.0.friction=0.30000001");
}

#[test]
fn spheres_end_in_the_same_bits() {
    same_bits(SPHERES, "generators.0.lattice.velocity=[0.1, 0.0, -1.000000001]");
}

#[test]
fn blocks_end_in_the_same_bits() {
    same_bits(BLOCKS, "bodies.0.drives.0.velocity.sine.amplitude=0.500000001");
}
