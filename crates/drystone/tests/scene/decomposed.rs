//! Shapes that are not convex, cut by request.

use crate::{bad, good, parse, plane, round_trip::round_trip, space};
use drystone::scene::Scene;
use drystone::step::Stepper;

fn text(dimension: usize, shape: &str) -> String {
    format!(
        "dimension = {dimension}\ntime_step = 0.002\nduration = 1.0\n\
         materials.stone = {{ density = 1000.0 }}\n\
         contacts = [{{ default = true, friction = 0.5 }}]\n[[bodies]]\nshape = {{ {shape} }}\n"
    )
}

const U: &str = "polygon = { vertices = [[0, 0], [0, 2], [1, 2], [1, 1], [2, 1], [2, 2], [3, 2], \
                 [3, 0]], decompose = true }";

/// An L of two unit cubes and a half, faces with six corners.
const L: &str = "vertices = [[0,0,0],[2,0,0],[2,1,0],[1,1,0],[1,2,0],[0,2,0],[0,0,1],[2,0,1],\
                 [2,1,1],[1,1,1],[1,2,1],[0,2,1]], faces = [[5,4,3,2,1,0],[6,7,8,9,10,11],\
                 [0,1,7,6],[1,2,8,7],[2,3,9,8],[3,4,10,9],[4,5,11,10],[5,0,6,11]]";

#[test]
fn a_u_has_its_own_mass() {
    let scene = good(parse(&text(2, U)));
    let world = plane(scene);
    assert_eq!(world.colliders.len(), 3);
    assert!(world.colliders.iter().all(|c| c.cut));
    assert!((world.bodies.list[0].mass() - 5000.0).abs() < 1e-9);
    let centre = world.bodies.pose(0).position;
    assert!((centre[0] - 1.5).abs() < 1e-12 && (centre[1] - 0.9).abs() < 1e-12, "{centre:?}");
    round_trip(parse(&text(2, U)));
}

#[test]
fn an_l_from_faces() {
    let l = format!("polyhedron = {{ {L}, decompose = true }}");
    let world = space(good(parse(&text(3, &l))));
    assert_eq!(world.colliders.len(), 2);
    assert!((world.bodies.list[0].mass() - 3000.0).abs() < 1e-9);
    round_trip(parse(&text(3, &l)));
}

#[test]
fn an_l_from_a_file() {
    let folder = std::env::temp_dir().join(format!("drystone-cut-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let points = "v 0 0 0\nv 2 0 0\nv 2 1 0\nv 1 1 0\nv 1 2 0\nv 0 2 0\nv 0 0 1\nv 2 0 1\nv 2 1 1\n\
                  v 1 1 1\nv 1 2 1\nv 0 2 1\n";
    let faces = "f 6 5 4 3 2 1\nf 7 8 9 10 11 12\nf 1 2 8 7\nf 2 3 9 8\nf 3 4 10 9\nf 4 5 11 10\n\
                 f 5 6 12 11\nf 6 1 7 12\n";
    std::fs::write(folder.join("l.obj"), format!("{points}{faces}")).unwrap();
    let scene = |keys: &str| {
        let text = text(3, &format!("polyhedron = {{ file = \"l.obj\", {keys} }}"));
        Scene::parse("test.toml", &text, &[], &folder)
    };
    let error = bad(scene("scale = 1.0"));
    assert!(error.help.clone().unwrap().contains("`decompose = true`"), "{error}");
    let world = space(good(scene("decompose = true, scale = 2.0")));
    assert!((world.bodies.list[0].mass() - 24_000.0).abs() < 1e-8);
    round_trip(scene("decompose = true, scale = 2.0"));
    let error = bad(scene("decompose = true, hull = true"));
    assert!(error.message.contains("either `hull` or `decompose`"), "{error}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_channel_stands_on_a_floor() {
    let text = text(2, U)
        + "position = [0, 0]\n[[bodies]]\nshape.half_space.normal = [0, 1]\n[[bodies]]\n\
           shape.disk.radius = 0.5\nposition = [1.5, 1.5]\n";
    let mut world = plane(good(parse(&text)));
    let start = world.bodies.q.clone();
    let mut stepper = Stepper::new(&mut world);
    for _ in 0..500 {
        stepper.step(&mut world);
    }
    let moved = world.bodies.q.iter().zip(&start).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    assert!(moved < 1e-6, "{moved}");
}

#[test]
fn wrong_cuts_are_refused() {
    let fault = |dimension: usize, shape: &str| {
        let error = bad(parse(&text(dimension, shape)));
        format!("{}: {} {}", error.key, error.message, error.help.unwrap_or_default())
    };
    let hollow = fault(2, &U.replace(", decompose = true", ""));
    assert!(hollow.contains("not convex") && hollow.contains("`decompose = true`"), "{hollow}");
    let crossed = fault(2, "polygon = { vertices = [[0,0],[2,1],[2,0],[0,2]], decompose = true }");
    assert!(crossed.contains("vertices: the surface crosses itself"), "{crossed}");
    let rounded = fault(2, &U.replace("decompose", "rounding = 0.1, decompose"));
    assert!(rounded.contains("`rounding` does not go with `decompose`"), "{rounded}");
    let part = fault(2, &format!("cluster = {{ parts = [{{ shape = {{ {U} }} }}] }}"));
    assert!(part.contains("not for a part of a cluster"), "{part}");
    let points = "polyhedron = { vertices = [[0,0,0],[1,0,0],[0,1,0],[0,0,1]], decompose = true }";
    assert!(fault(3, points).contains("`decompose` needs `faces` or a `file`"));
    let open = format!("polyhedron = {{ {}, decompose = true }}", L.replace(",[5,0,6,11]", ""));
    assert!(fault(3, &open).contains("the surface is not closed"), "{}", fault(3, &open));
}
