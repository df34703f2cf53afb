//! Meshes of simple shapes: sound elements, closed surfaces, volumes that converge as they should.

use drystone::fem::Mesh;
use drystone::fem::element::{Element, find};
use drystone::fem::mesh::{Cut, Grid, Ring, Round, boundary};
use std::collections::HashMap;
use std::f64::consts::{PI, TAU};

const PLANE: [&str; 4] = ["T3", "T6", "Q4", "Q8"];
const SPACE: [&str; 4] = ["TE4", "TE10", "H8", "H20"];

fn element(name: &str) -> &'static Element {
    find(name).expect("an element")
}

fn grid<const D: usize>(name: &str, counts: [usize; D]) -> Grid<D> {
    Grid { counts, element: element(name), cut: Cut::Turning }
}

fn is_quadratic(name: &str) -> bool {
    element(name).len() > element(name).corners
}

/// No element is wrong or turned at any node, no node loose, and the ends or edges of facets cancel.
fn sound<const D: usize>(mesh: &Mesh<D>, label: &str) {
    let mut again = mesh.clone();
    assert_eq!(again.mend().to_string(), "sound", "{label}");
    assert_eq!(&again, mesh, "{label}");
    let mut edges: HashMap<Vec<u32>, i32> = HashMap::new();
    for facet in boundary(mesh) {
        if D == 2 {
            *edges.entry(vec![facet.nodes[0]]).or_default() += 1;
            *edges.entry(vec![facet.nodes[1]]).or_default() -= 1;
        }
        for (_, edge) in facet.element.sides {
            let (mut ends, mut way) = ([facet.nodes[edge[0]], facet.nodes[edge[1]]], 1);
            if ends[0] > ends[1] {
                (ends, way) = ([ends[1], ends[0]], -1);
            }
            let mut key = ends.to_vec();
            key.extend(edge[2..].iter().map(|k| facet.nodes[*k]));
            *edges.entry(key).or_default() += way;
        }
    }
    assert!(!edges.is_empty() && edges.values().all(|count| *count == 0), "{label}");
}

/// Cells of these groups are the whole surface, each once.
fn covers<const D: usize>(mesh: &Mesh<D>, names: &[&str]) {
    let groups: Vec<u32> = names.iter().map(|name| mesh.group(name).expect(name)).collect();
    let cells = mesh.cells.iter().filter(|cell| groups.contains(&cell.group));
    let mut named: Vec<Vec<u32>> = cells.map(|cell| cell.nodes.clone()).collect();
    let mut all: Vec<Vec<u32>> = boundary(mesh).into_iter().map(|facet| facet.nodes).collect();
    named.sort();
    all.sort();
    assert_eq!(named, all);
}

/// The error falls with at least this order from one mesh to the next, which is twice as fine.
fn converges(errors: &[f64], order: f64, label: &str) {
    for pair in errors.windows(2) {
        let found = (pair[0] / pair[1]).log2();
        assert!(found > order - 0.25, "{label}: order {found} of {errors:?}");
    }
}

#[test]
fn quadrilaterals_and_hexahedra_are_filled() {
    let sides = ["left", "right", "bottom", "top"];
    let corners = [[0.0, 0.0], [2.0, 0.5], [1.5, 2.0], [-0.5, 1.0]];
    let [a, b, c, d] = corners;
    let cross = |p: [f64; 2], q: [f64; 2]| p[0] * q[1] - p[1] * q[0];
    let area = 0.5 * (cross(a, b) + cross(b, c) + cross(c, d) + cross(d, a));
    for name in PLANE {
        for corners in [corners, [a, d, c, b]] {
            let mesh = grid(name, [3, 2]).quadrilateral(corners).expect("a mesh");
            sound(&mesh, name);
            covers(&mesh, &sides);
            assert!((mesh.volume() - area).abs() < 1e-14, "{name} {}", mesh.volume());
        }
    }
    // A voussoir: wedge between two radii, with plane faces.
    let at = |r: f64, angle: f64, z: f64| [r * f64::sin(angle), r * f64::cos(angle), z];
    let face = |z: f64| [at(1.0, 0.0, z), at(1.0, 0.3, z), at(1.4, 0.3, z), at(1.4, 0.0, z)];
    let corners: Vec<[f64; 3]> = [face(0.0), face(0.5)].concat();
    let exact = 0.5 * (1.4 * 1.4 - 1.0) * f64::sin(0.3) * 0.5;
    for name in SPACE {
        let mesh =
            grid(name, [2, 3, 2]).hexahedron(std::array::from_fn(|k| corners[k])).expect("a mesh");
        sound(&mesh, name);
        covers(&mesh, &["left", "right", "bottom", "top", "front", "back"]);
        assert!((mesh.volume() - exact).abs() < 1e-14, "{name} {}", mesh.volume());
    }
}

/// Linear edges miss the circle by O(h²), quadratic ones by O(h⁴) of the volume.
fn ring<const D: usize>(name: &str, from: f64, to: f64) {
    let ring = Ring { inner: 1.0, outer: 2.0, from, to };
    let depth = if D == 2 { 1.0 } else { 0.7 };
    let exact = 0.5 * (to - from) * 3.0 * depth;
    let label = format!("{name} {from} {to}");
    let errors: Vec<f64> = [4, 8, 16]
        .into_iter()
        .map(|around| {
            let mut counts = [1; D];
            (counts[0], counts[1]) = (around / 4 + 1, around);
            let mesh = ring.mesh(&grid(name, counts), depth).expect("a mesh");
            sound(&mesh, &label);
            let mut names = vec!["inner", "outer"];
            if !ring.is_closed() {
                names.extend(["start", "end"]);
            } else if D == 2 && !is_quadratic(name) {
                assert_eq!(mesh.places.len(), (around / 4 + 2) * around);
            }
            if D == 3 {
                names.extend(["front", "back"]);
            }
            covers(&mesh, &names);
            assert_eq!(mesh.names.len(), names.len() + 1);
            for (name, radius) in [("inner", 1.0), ("outer", 2.0)] {
                for node in mesh.nodes_of(mesh.group(name).unwrap()) {
                    let place = mesh.places[node as usize];
                    assert!((place[0].hypot(place[1]) - radius).abs() < 1e-14);
                }
            }
            (mesh.volume() - exact).abs()
        })
        .collect();
    converges(&errors, if is_quadratic(name) { 4.0 } else { 2.0 }, &label);
}

#[test]
fn rings_and_sectors_converge() {
    for (from, to) in [(0.3, 0.3 + TAU), (-0.5, 1.5)] {
        PLANE.iter().for_each(|name| ring::<2>(name, from, to));
        SPACE.iter().for_each(|name| ring::<3>(name, from, to));
    }
    let wrong = Ring { inner: 1.0, outer: 0.5, from: 0.0, to: 1.0 };
    assert!(wrong.check().unwrap_err().message.contains("outer - inner"));
    assert!(grid("Q4", [1, 0]).check().unwrap_err().message.contains("counts"));
    assert!(grid("H8", [1, 1]).check().unwrap_err().message.contains("must fill 2"));
}

fn round<const D: usize>(name: &str, exact: f64, sides: &[&str], mesh: impl Fn(&Round) -> Mesh<D>) {
    let errors: Vec<f64> = [2, 4, 8]
        .into_iter()
        .map(|core| {
            let round = Round { radius: 2.0, core, layers: core / 2, element: element(name) };
            let mesh = mesh(&round);
            sound(&mesh, name);
            covers(&mesh, sides);
            for node in mesh.nodes_of(mesh.group("surface").unwrap()) {
                let axes = if sides.len() > 1 { 2 } else { D };
                let place = &mesh.places[node as usize][..axes];
                let radius = place.iter().map(|x| x * x).sum::<f64>().sqrt();
                assert!((radius - 2.0).abs() < 1e-14);
            }
            (mesh.volume() - exact).abs()
        })
        .collect();
    converges(&errors, if is_quadratic(name) { 4.0 } else { 2.0 }, name);
}

#[test]
fn disks_balls_and_cylinders_converge() {
    for name in PLANE {
        round::<2>(name, 4.0 * PI, &["surface"], Round::disk);
    }
    for name in SPACE {
        round::<3>(name, 32.0 / 3.0 * PI, &["surface"], Round::ball);
        let cylinder = |round: &Round| round.cylinder(1.5, 2);
        round::<3>(name, 6.0 * PI, &["surface", "bottom", "top"], cylinder);
    }
}

/// How far elements of a disk and a ball are from the best: least over most of the stretch of volume.
#[test]
fn elements_of_disks_and_balls_are_of_one_size() {
    let ratio = |volumes: Vec<f64>| {
        let most = volumes.iter().copied().fold(0.0, f64::max);
        volumes.iter().copied().fold(f64::INFINITY, f64::min) / most
    };
    let round = |name| Round { radius: 1.0, core: 6, layers: 3, element: element(name) };
    let disk = round("Q4").disk();
    let ball = round("H8").ball();
    let plane = ratio(disk.solids().map(|cell| disk.volume_of(cell)).collect());
    let space = ratio(ball.solids().map(|cell| ball.volume_of(cell)).collect());
    assert!(plane > 0.45 && space > 0.2, "{plane} {space}");
}
