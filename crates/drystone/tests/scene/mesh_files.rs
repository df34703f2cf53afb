//! Polyhedra from files named by the scene.

use crate::{bad, good, parse, round_trip::round_trip, space};
use drystone::scene::{Scene, SceneError};
use drystone::shapes::Shape;
use std::path::PathBuf;

const CUBE: &str = "v 0 0 0\nv 2 0 0\nv 0 2 0\nv 2 2 0\nv 0 0 2\nv 2 0 2\nv 0 2 2\nv 2 2 2\n\
                    f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n";

/// A folder with one file, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn with(name: &str, text: &str) -> Self {
        let path = std::env::temp_dir().join(format!("drystone-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        std::fs::write(path.join("block.obj"), text).unwrap();
        Self(path)
    }

    fn scene(&self, polyhedron: &str) -> Result<Scene, SceneError> {
        Scene::parse("test.toml", &text(polyhedron), &[], &self.0)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn text(polyhedron: &str) -> String {
    format!(
        "dimension = 3\ntime_step = 0.01\nduration = 1.0\n[materials.stone]\ndensity = 1000.0\n\
         [[contacts]]\ndefault = true\nfriction = 0.5\n[[bodies]]\n\
         shape = {{ polyhedron = {{ {polyhedron} }} }}\n"
    )
}

fn faces(scene: Scene) -> (usize, f64) {
    let world = space(scene);
    let Shape::Convex(convex) = &*world.colliders[0].shape else { panic!("a polyhedron") };
    (convex.faces().len(), world.bodies.list[0].mass())
}

#[test]
fn a_file_is_read_scaled_and_written_out() {
    let folder = Folder::with("good", CUBE);
    let scene = good(folder.scene("file = \"block.obj\", scale = 0.5"));
    assert!(scene.warnings.is_empty(), "{:?}", scene.warnings);
    let resolved = scene.resolved_toml().unwrap();
    assert!(resolved.contains("vertices") && resolved.contains("faces"), "{resolved}");
    assert!(!resolved.contains("block.obj") && !resolved.contains("scale"), "{resolved}");
    let (count, mass) = faces(scene);
    assert!(count == 6 && (mass - 1000.0).abs() < 1e-9);
    round_trip(folder.scene("file = \"block.obj\", scale = 0.5"));
}

#[test]
fn what_is_mended_is_noted() {
    let folder = Folder::with("mended", &CUBE.replace("f 1 3 4 2", "f 1 2 4 3\nf 1 1 2"));
    let scene = good(folder.scene("file = \"block.obj\""));
    let words = "`block.obj`: 1 face without area dropped, 1 face turned";
    assert_eq!(scene.warnings, [words]);
    assert_eq!(faces(scene).0, 6);
}

#[test]
fn an_open_surface_needs_the_hull() {
    let folder = Folder::with("open", &CUBE.replace("f 2 4 8 6\n", ""));
    let error = bad(folder.scene("file = \"block.obj\""));
    assert_eq!((error.key.as_str(), error.line()), ("bodies.0.shape.polyhedron.file", 10));
    let words = "`block.obj`: the surface is not closed: 4 edges of one face only: (2, 0, 0) to";
    assert!(error.message.starts_with(words), "{error}");
    assert!(error.help.unwrap().contains("`hull = true`"));
    let (count, mass) = faces(good(folder.scene("file = \"block.obj\", hull = true")));
    assert!(count == 6 && (mass - 8000.0).abs() < 1e-8);
}

#[test]
fn a_hollow_surface_needs_the_hull() {
    // The top is pushed in to a pit.
    let pit = "v 1 1 1\nf 5 6 9\nf 6 8 9\nf 8 7 9\nf 7 5 9\n";
    let folder = Folder::with("hollow", &CUBE.replace("f 5 6 8 7\n", pit));
    let error = bad(folder.scene("file = \"block.obj\""));
    assert!(error.message.contains("`block.obj`: the surface is not convex"), "{error}");
    round_trip(folder.scene("file = \"block.obj\", hull = true"));
}

#[test]
fn rounding_of_the_file_is_forgiven() {
    // The corner stays in the plane y = 2; the two other faces at it break into triangles.
    let folder = Folder::with("rounded", &CUBE.replace("v 2 2 2", "v 1.9999999 2 1.9999998"));
    let scene = good(folder.scene("file = \"block.obj\""));
    assert_eq!(
        scene.warnings,
        ["`block.obj`: convex up to rounding only, its hull of 8 faces is taken"]
    );
    round_trip(folder.scene("file = \"block.obj\""));
}

#[test]
fn parts_of_a_cluster_may_be_files() {
    let folder = Folder::with("cluster", CUBE);
    let part = "{ shape = { polyhedron = { file = \"block.obj\" } } }";
    let apart = part.replace(" } } }", " } }, position = [1.0, 0.0, 0.0] }");
    let cluster = text("")
        .replace("polyhedron = {  }", &format!("cluster = {{ parts = [{part}, {apart}] }}"));
    let scene = good(Scene::parse("test.toml", &cluster, &[], &folder.0));
    assert!((space(scene).bodies.list[0].mass() - 12000.0).abs() < 1e-6);
}

#[test]
fn wrong_keys_and_files_are_named() {
    let folder = Folder::with("keys", &CUBE.replace("v 2 2 0", "v 2 two 0"));
    let fault = |polyhedron: &str| {
        let error = bad(folder.scene(polyhedron));
        format!("{}: {}", error.key.trim_start_matches("bodies.0.shape.polyhedron"), error.message)
    };
    let place = fault("file = \"block.obj\"");
    let words = ".file: `block.obj`, line 4: expected the coordinate y, found `two`";
    assert_eq!(place, words);
    assert!(fault("file = \"no.stl\"").starts_with(".file: `no.stl`: cannot read the mesh"));
    assert!(
        fault("file = \"block.obj\", scale = 0").starts_with(".scale: `scale` must be greater")
    );
    assert!(
        fault("file = \"a.stl\", vertices = [[0, 0, 0]]").starts_with(".vertices: give either")
    );
    assert!(fault("file = \"a.stl\", faces = [[0, 1, 2]]").starts_with(".faces: give either"));
    assert!(fault("vertices = [[0, 0, 0]], scale = 2.0").contains("`scale` goes with `file` only"));
    assert!(bad(parse(&text(""))).message.contains("the key `vertices` or `file` is missing here"));
    let large = Folder::with("large", CUBE);
    let error = bad(large.scene("file = \"block.obj\", scale = 1e30"));
    assert!(error.message.contains("are above 1e30 m"), "{error}");
}
