//! The scene as resolved reads back to the same scene and the same world.

use crate::{BASE, good, parse};
use drystone::scene::{Scene, SceneError};
use drystone::world::AnyWorld;
use std::path::Path;

fn hash(scene: &Scene) -> u64 {
    match &scene.world {
        AnyWorld::Plane(world) => world.state_hash(),
        AnyWorld::Space(world) => world.state_hash(),
    }
}

#[track_caller]
pub fn round_trip(scene: Result<Scene, SceneError>) {
    let scene = good(scene);
    let text = scene.resolved_toml().unwrap();
    assert!(text.starts_with("# Scene as resolved by drystone "), "{text}");
    let again = good(parse(&text));
    assert_eq!(again.description, scene.description);
    assert_eq!(hash(&again), hash(&scene));
    assert_eq!(again.resolved_toml().unwrap(), text);
}

#[test]
fn the_base_scene() {
    round_trip(parse(BASE));
}

#[test]
fn every_optional_key() {
    let text = r#"
        title = "all \"keys\" é"
        dimension = 2
        gravity = [0.1, -9.81]
        time_step = 1e-3
        duration = 0.123456789
        theta = 0.6
        test_configuration = "midpoint"
        alert_distance = 1e-5
        seed = 18446744073709551615
        solver = { tolerance = 1e-12, max_seconds = 0.5, relaxation = 0.9, max_iterations = 3, order = "distance", seed = 3, freezing = 8, local = "hybrid", line_search = "armijo", newton_share = 1, facets = 4 }
        record = { history_every = 2, frames_every = 5, picture = false }
        materials = { "soft stone" = { density = 1e3 }, b = {} }
        [[contacts]]
        between = ["soft stone", "b"]
        friction = 0.1
        normal_restitution = 0.3
        [[contacts]]
        default = true
        friction = 0.2
        unilateral = "position"
        [[no_contact]]
        between = ["walls", "walls"]
        [[bodies]]
        material = "b"
        mass = 1.5
        inertia = 0.1
        shape.regular_polygon = { sides = 5, radius = 0.3 }
        velocity = [0.1, 0.2]
        loads = [{ force = { direction = [1, 1], value = { points = { times = [0, 1], values = [2, 3] } } } }]
        repeat = { count = [2, 1], spacing = [3, 0] }
        [[bodies]]
        name = "wall"
        group = "walls"
        material = "b"
        shape.segment = { from = [-5, -1], to = [5, -1] }
        drives = [{ dof = "rotation", acceleration = { sine = { amplitude = 1, frequency = 2 } } }]
        [[generators]]
        lattice = { region = { min = [0, 5], max = [2, 6] }, radius = [0.05, 0.1], material = "soft stone", seed = 9 }
        [[generators]]
        bricks = { block = [0.4, 0.2], courses = 3, length = 2, origin = [0, 10], material = "soft stone" }
        [[generators]]
        arch = { mean_radius = 2, thickness = 0.3, voussoirs = 9, opening_degrees = 120, centre = [20, 0], material = "soft stone" }
        [[generators]]
        stack = { size = [1, 0.5], count = 4, base = [40, 0], shift = 0.1, material = "soft stone" }
    "#;
    round_trip(parse(text));
}

#[test]
fn tables_are_read_from_the_folder_of_the_scene_and_written_out() {
    let folder = std::env::temp_dir().join(format!("drystone-table-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("quake.csv"), "t,ax\n0,0\n0.5,1\n1,-1\n").unwrap();
    let drive = "drives = [{ dof = \"x\", acceleration = { table = { file = \"quake.csv\", value = \"ax\", scale = 9.81 } } }]";
    let text = BASE.replace("position = [0.0, 0.5]", drive);
    let scene = Scene::parse("test.toml", &text, &[], Path::new(&folder));
    let resolved = good(scene).resolved_toml().unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(resolved.contains("values = [0.0, 9.81, -9.81]"), "{resolved}");
    round_trip(parse(&resolved));
}
