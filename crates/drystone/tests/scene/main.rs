//! The scene format: every key, every error with its place, round trips, the gallery.

mod bonded_meshes;
mod bonds;
mod clusters;
mod decomposed;
mod deformable;
mod detection;
mod drums;
mod errors;
mod fracture;
mod gallery;
mod glued;
mod grooves;
mod initial_stress;
mod joint_areas;
mod joints;
mod keys;
mod laws;
mod membranes;
mod mesh_files;
mod narrow;
mod overrides;
mod penetration;
mod reach;
mod round_trip;
mod terrains;
mod thin;
mod warped;

use drystone::contact::Memory;
use drystone::laws::{Block, Components, Seen};
use drystone::scene::{Scene, SceneError};
use drystone::world::{AnyWorld, World};
use std::path::Path;

/// A small valid scene; tests replace parts of it.
const BASE: &str = r#"dimension = 2
time_step = 0.01
duration = 1.0

[materials.stone]
density = 2000.0

[[contacts]]
default = true
friction = 0.5

[[bodies]]
name = "block"
shape = { box = { size = [1.0, 1.0] } }
position = [0.0, 0.5]

[[bodies]]
name = "floor"
shape = { half_space = { normal = [0, 1] } }
"#;

fn parse(text: &str) -> Result<Scene, SceneError> {
    Scene::parse("test.toml", text, &[], Path::new(""))
}

/// The base scene with one part replaced.
fn replaced(from: &str, to: &str) -> Result<Scene, SceneError> {
    assert!(BASE.contains(from), "the base scene has no `{from}`");
    parse(&BASE.replacen(from, to, 1))
}

fn good(result: Result<Scene, SceneError>) -> Scene {
    result.unwrap_or_else(|e| panic!("{e}"))
}

fn bad(result: Result<Scene, SceneError>) -> SceneError {
    result.err().expect("an error")
}

fn plane(scene: Scene) -> World<2> {
    match scene.world {
        AnyWorld::Plane(world) => *world,
        AnyWorld::Space(_) => panic!("a scene of the plane"),
    }
}

fn space(scene: Scene) -> World<3> {
    match scene.world {
        AnyWorld::Space(world) => *world,
        AnyWorld::Plane(_) => panic!("a scene of space"),
    }
}

/// What a law of a world makes of a contact with this gap, whose bodies have this velocity along the
/// normal and the tangent.
fn posed<const D: usize>(world: &World<D>, law: usize, gap: f64, velocity: f64) -> Option<Block> {
    let seen = Seen {
        gap,
        touch: 0.0,
        area: 0.0,
        radius: 0.0,
        before: Components::repeat(velocity),
        turn: Components::zeros(),
        closed: false,
        had: Components::zeros(),
        memory: Memory::default(),
        trial: Memory::default(),
        outcome: None,
        compression: None,
        free: Components::zeros(),
        rebound: 0.0,
        parting: 0.0,
        round: 0,
        meets: false,
        between_events: false,
        is_start: true,
        h: world.scheme.time_step,
        theta: world.scheme.theta,
        reach: world.scheme.theta,
    };
    world.laws.laws[law].pose(&seen).contact
}
