//! Terrains from keys and files.

use crate::{bad, good, parse, plane, round_trip::round_trip, space};
use drystone::scene::{Scene, SceneError};
use drystone::shapes::Shape;
use drystone::step::Stepper;
use std::path::PathBuf;

fn text(dimension: usize, terrain: &str, more: &str) -> String {
    format!(
        "dimension = {dimension}\ntime_step = 0.01\nduration = 1.0\nmaterials.stone = {{}}\n\
         contacts = [{{ default = true, friction = 0.5 }}]\n[[bodies]]\nshape.terrain = {{ {terrain} }}\n{more}\n"
    )
}

/// A folder with one file, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn with(name: &str, content: &str) -> Self {
        let process = std::process::id();
        let path = std::env::temp_dir().join(format!("drystone-terrain-{process}-{name}"));
        std::fs::create_dir_all(&path).unwrap();
        std::fs::write(path.join(name), content).unwrap();
        Self(path)
    }

    fn scene(&self, dimension: usize, terrain: &str) -> Result<Scene, SceneError> {
        Scene::parse("test.toml", &text(dimension, terrain, ""), &[], &self.0)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Vertices and number of facets of a terrain in space.
fn made(scene: Scene) -> (Vec<[f64; 3]>, usize) {
    let world = space(scene);
    assert!(!world.bodies.list[0].movable());
    let Shape::Terrain(terrain) = &*world.colliders[0].shape else { panic!("a terrain") };
    let vertices = terrain.vertices().iter().map(|v| [v[0], v[1], v[2]]).collect();
    (vertices, terrain.facets().len())
}

#[test]
fn heights_in_the_scene() {
    let heights = "heights = [[0, 0, 1], [0, 0, 2]], spacing = [1.0, 2], origin = [5, 6]";
    let (vertices, facets) = made(good(parse(&text(3, heights, ""))));
    assert_eq!((vertices.len(), facets), (6, 4));
    assert_eq!((vertices[2], vertices[3]), ([7.0, 6.0, 1.0], [5.0, 8.0, 0.0]));
    round_trip(parse(&text(3, heights, "")));
}

#[test]
fn profiles() {
    let scene = good(parse(&text(2, "points = [[-1, 0], [0, 0.5], [1, 0]]", "")));
    let Shape::Terrain(terrain) = &*plane(scene).colliders[0].shape else { panic!("a terrain") };
    assert!(terrain.facets().len() == 2 && terrain.facets()[0].normal[1] > 0.0);
    round_trip(parse(&text(2, "points = [[-1, 0], [0, 0.5], [1, 0]]", "")));
    let folder = Folder::with("line.txt", "# x y\n0 0\n1.5, -1\n3 2\n");
    let Shape::Terrain(terrain) =
        &*plane(good(folder.scene(2, "profile = \"line.txt\""))).colliders[0].shape
    else {
        panic!("a terrain")
    };
    assert_eq!(terrain.vertices()[1].as_slice(), [1.5, -1.0]);
    round_trip(folder.scene(2, "profile = \"line.txt\""));
}

#[test]
fn grids() {
    let header = "ncols 3\nnrows 3\nxllcorner 0\nyllcorner 10\ncellsize 2\n";
    let full = Folder::with("full.asc", &format!("{header}7 8 9\n4 5 6\n1 2 3\n"));
    let (vertices, facets) = made(good(full.scene(3, "grid = \"full.asc\"")));
    assert_eq!((vertices[0], vertices[8], facets), ([1.0, 11.0, 1.0], [5.0, 15.0, 9.0], 8));
    round_trip(full.scene(3, "grid = \"full.asc\""));
    let hole = Folder::with("hole.asc", &format!("{header}-9999 8 9\n4 5 6\n1 2 3\n"));
    let (vertices, facets) = made(good(hole.scene(3, "grid = \"hole.asc\", origin = [0, 0]")));
    assert_eq!((vertices.len(), vertices[0], facets), (8, [0.0, 0.0, 1.0], 7));
    round_trip(hole.scene(3, "grid = \"hole.asc\", origin = [0, 0]"));
    let plain = Folder::with("plain.txt", "1 2\n3 4\n");
    let (vertices, _) = made(good(plain.scene(3, "grid = \"plain.txt\", spacing = 0.5")));
    assert_eq!(vertices[2], [0.0, 0.5, 3.0]);
    let error = bad(plain.scene(3, "grid = \"plain.txt\""));
    assert!(error.message.contains("`plain.txt` does not say its spacing"), "{error}");
    let wrong = Folder::with("wrong.txt", "1 2\n3\n");
    let error = bad(wrong.scene(3, "grid = \"wrong.txt\", spacing = 1"));
    assert_eq!(error.message, "`wrong.txt`, line 2: expected 2 heights, found 1");
    assert_eq!((error.key.as_str(), error.line()), ("bodies.0.shape.terrain.grid", 7));
}

#[test]
fn files_with_nothing_in_them_are_named_by_their_key() {
    let empty =
        |dimension: usize, name: &str, content: &str, key: &str, more: &str, words: &str| {
            let folder = Folder::with(name, content);
            let error = bad(folder.scene(dimension, &format!("{key} = \"{name}\"{more}")));
            assert!(error.message.contains(words), "{error}");
            let expected = format!("bodies.0.shape.terrain.{key}");
            assert_eq!((error.key.as_str(), error.line()), (expected.as_str(), 7));
        };
    let header = "ncols 2\nnrows 2\ncellsize 2\nNODATA_value -1\n";
    let unknown = format!("{header}-1 -1\n-1 3\n");
    empty(3, "unknown.asc", &unknown, "grid", "", "nowhere are three heights known");
    empty(3, "row.txt", "1 2 3\n", "grid", ", spacing = 1", "at least 2 rows of 2 heights");
    empty(2, "empty.txt", "# x y\n", "profile", "", "at least 2 points, found 0");
    empty(2, "one.txt", "1 2\n", "profile", "", "at least 2 points, found 1");
}

#[test]
fn open_meshes() {
    let quad = "v 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 1\nf 1 2 3 4\nv 4 0 0\nf 2 5 3\n";
    let folder = Folder::with("ground.obj", quad);
    let scene = good(folder.scene(3, "mesh = \"ground.obj\", scale = 0.5"));
    assert!(scene.warnings.is_empty());
    let (vertices, facets) = made(scene);
    assert_eq!((vertices[1], facets), ([1.0, 0.0, 0.0], 3));
    round_trip(folder.scene(3, "mesh = \"ground.obj\", scale = 0.5"));
    let turned = Folder::with("turned.obj", &quad.replace("f 2 5 3", "f 2 3 5\nf 5 5 2"));
    let scene = good(turned.scene(3, "mesh = \"turned.obj\""));
    let words = "`turned.obj`: 1 face without area dropped, 1 face turned";
    assert_eq!(scene.warnings, [words]);
    let crowded = format!("{quad}v 3 1 5\nf 2 3 6\n");
    let crowded = Folder::with("crowded.obj", &crowded);
    let error = bad(crowded.scene(3, "mesh = \"crowded.obj\""));
    assert!(error.message.contains("1 edge of more than 2 faces"), "{error}");
}

/// A box whose faces turn inward is a room: what is in it stays in it.
#[test]
fn rooms() {
    let points = (0..8).map(|k| format!("v {} {} {}\n", k & 1, k >> 1 & 1, k >> 2));
    let faces = "f 1 2 4 3\nf 5 7 8 6\nf 1 5 6 2\nf 3 4 8 7\nf 1 3 7 5\nf 2 6 8 4\n";
    let room = points.collect::<String>() + faces;
    let folder = Folder::with("room.obj", &room);
    let ball =
        "[[bodies]]\nshape.sphere = { radius = 0.2 }\nposition = [0.5, 0.5, 0.3]\nmass = 1.0";
    let text = text(3, "mesh = \"room.obj\"", ball);
    let scene = good(Scene::parse("test.toml", &text, &[], &folder.0));
    assert!(scene.warnings.is_empty(), "{:?}", scene.warnings);
    let mut world = space(scene);
    let mut stepper = Stepper::new(&mut world);
    for _ in 0..100 {
        stepper.step(&mut world);
    }
    let at = world.bodies.pose(1).position;
    assert!((at[2] - 0.2).abs() < 5e-3, "{at:?}");
}

#[test]
fn wrong_terrains_are_refused() {
    let fault = |dimension: usize, terrain: &str, more: &str| {
        let error = bad(parse(&text(dimension, terrain, more)));
        format!("{}: {}", error.key.trim_start_matches("bodies.0."), error.message)
    };
    let line = "points = [[0, 0], [1, 0]]";
    assert!(fault(2, "", "").starts_with("shape.terrain: one of `mesh`"));
    assert!(fault(2, "points = [[0, 0]]", "").contains("at least 2 points"));
    assert!(fault(2, "points = [[0, 0], [0, 0]]", "").contains("no area"));
    assert!(fault(3, line, "").starts_with("shape.terrain.points: a terrain of this kind"));
    assert!(fault(2, "heights = [[0, 0], [0, 0]], spacing = 1", "").contains("dimension 3"));
    assert!(fault(2, &format!("{line}, heights = [[0]]"), "").contains("either `heights` or"));
    assert!(fault(2, &format!("{line}, scale = 2"), "").contains("`scale` goes with `mesh`"));
    assert!(fault(3, "heights = [[0, 0], [0, 0]]", "").contains("`spacing` is missing"));
    assert!(
        fault(3, "heights = [[0, 0], [0]], spacing = 1", "").starts_with("shape.terrain.heights.1")
    );
    assert!(fault(3, "heights = [[0, 0], [0, 0]], spacing = -1", "").contains("greater than 0"));
    let three = "vertices = [[0, 0, 0], [1, 0, 0], [0, 1, 0]]";
    assert!(fault(3, three, "").contains("`facets` is missing"));
    assert!(
        fault(3, &format!("{three}, facets = [[0, 1]]"), "").contains("has 3 vertices, found 2")
    );
    assert!(fault(3, &format!("{three}, facets = [[0, 1, 3]]"), "").contains("vertex 3 does not"));
    let movable = fault(2, line, "mass = 1.0\ninertia = 1.0");
    assert!(movable.starts_with("mass: a terrain has no mass: contacts cannot"), "{movable}");
    assert!(fault(2, line, "fixed = false").starts_with("fixed: a terrain has no mass"));
    assert!(fault(3, "mesh = \"no.stl\"", "").contains("cannot read"));
}

#[test]
fn a_driven_chute_carries_a_block() {
    let terrain = "points = [[-2, 0.5], [-1, 0], [1, 0], [2, 0.5]]";
    let more = "drives = [{ dof = \"x\", velocity = 0.5 }, { dof = \"y\", velocity = 0.2 }]\n\
                [[bodies]]\nshape.box = { size = [0.4, 0.4] }\nposition = [0, 0.2]\nmass = 2.0\n\
                velocity = [0.5, 0.2]";
    let scene = text(2, terrain, more);
    let mut world = plane(good(parse(&scene)));
    let mut stepper = Stepper::new(&mut world);
    for _ in 0..100 {
        stepper.step(&mut world);
    }
    let at = world.bodies.pose(1).position;
    assert!((at[0] - 0.5).abs() < 1e-9 && (at[1] - 0.4).abs() < 1e-6, "{at:?}");
}
