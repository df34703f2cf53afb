//! One mesh as several bodies.

use crate::mesh_files::grid;
use drystone::fem::Mesh;
use drystone::fem::element::find;
use drystone::fem::mesh::{Cell, Cut, Grid, Part, Split, boundary, meetings};

/// Volumes add up; every side of a part is on the surface of the whole or shared by two parts.
fn adds_up<const D: usize>(mesh: &Mesh<D>, by: Split) -> Vec<Part<D>> {
    let parts = mesh.split(by);
    let label = format!("{by:?} {:?}", mesh.cells[0].element);
    let volume: f64 = parts.iter().map(|part| part.mesh.volume()).sum();
    assert!((volume - mesh.volume()).abs() < 1e-13 * volume, "{label}");
    let mut facets = 0;
    for part in &parts {
        facets += boundary(&part.mesh).len();
        assert!(part.mesh.loose_nodes().is_empty());
        for (node, whole) in part.nodes.iter().enumerate() {
            assert_eq!(part.mesh.places[node], mesh.places[*whole as usize]);
        }
    }
    let common = meetings(&parts);
    assert_eq!(facets, boundary(mesh).len() + 2 * common.len(), "{label}");
    for meeting in &common {
        let [a, b] = meeting.parts;
        assert!(a < b);
        assert_eq!(meeting.facets[0].element, meeting.facets[1].element);
        let place = |part: usize, node: u32| parts[part].mesh.places[node as usize];
        for (node, partner) in meeting.facets[0].nodes.iter().zip(&meeting.partners) {
            assert_eq!(place(a, *node), place(b, *partner));
            assert!(meeting.facets[1].nodes.contains(partner));
        }
    }
    parts
}

/// Two groups: left and right half of the square or cube.
fn halves<const D: usize>(name: &str) -> Mesh<D> {
    let mut mesh = grid::<D>(name);
    let group = mesh.names.len() as u32;
    mesh.names.push("right half".into());
    let places = &mesh.places;
    for cell in mesh.cells.iter_mut().filter(|cell| cell.element.dimension == D) {
        let sum: f64 = cell.nodes.iter().map(|node| places[*node as usize][0]).sum();
        if sum > 0.5 * cell.nodes.len() as f64 {
            cell.group = group;
        }
    }
    mesh
}

fn every<const D: usize>(name: &str) {
    let mut mesh = halves::<D>(name);
    let count = mesh.solids().count();
    assert_eq!(adds_up(&mesh, Split::Elements).len(), count);
    assert_eq!(adds_up(&mesh, Split::Components).len(), 1);
    let parts = adds_up(&mesh, Split::Groups);
    assert_eq!(parts.len(), 2);
    let volumes = parts.iter().map(|part| part.mesh.volume());
    assert!(volumes.into_iter().all(|volume| (volume - 0.5).abs() < 1e-14));
    // The side between them, named: both have it. The left side has one only.
    let common = meetings(&parts);
    let group = mesh.names.len() as u32;
    mesh.names.push("between".into());
    for meeting in &common {
        let facet = &meeting.facets[0];
        let nodes = facet.nodes.iter().map(|node| parts[0].nodes[*node as usize]).collect();
        mesh.cells.push(Cell { element: facet.element, nodes, group });
    }
    let parts = mesh.split(Split::Groups);
    let named = |part: &Part<D>, name: &str| {
        let group = mesh.group(name);
        part.mesh.cells.iter().filter(|cell| Some(cell.group) == group).count()
    };
    for part in &parts {
        assert_eq!(named(part, "between"), common.len());
        assert!(named(part, "top") > 0);
    }
    assert_eq!(named(&parts[1], "left"), 0);
    assert_eq!(
        (named(&parts[0], "the first corner"), named(&parts[1], "the first corner")),
        (1, 0)
    );
}

#[test]
fn parts_add_up_and_meet_where_they_should() {
    ["T3", "T6", "Q4", "Q8"].into_iter().for_each(every::<2>);
    ["TE4", "TE10", "H8", "H20"].into_iter().for_each(every::<3>);
}

#[test]
fn separate_blocks_are_components() {
    let element = find("Q8").expect("an element");
    let block = |x: f64| {
        Grid { counts: [2, 1], element, cut: Cut::Turning }
            .mesh()
            .expect("a mesh")
            .map(|p| [p[0] + x, p[1]])
    };
    let mut mesh = block(0.0);
    for x in [1.0, 5.0] {
        let more = block(x);
        let before = mesh.places.len() as u32;
        mesh.places.extend(more.places);
        mesh.cells.extend(more.cells.into_iter().map(|mut cell| {
            cell.nodes.iter_mut().for_each(|node| *node += before);
            cell
        }));
    }
    let parts = adds_up(&mesh, Split::Components);
    assert_eq!(parts.len(), 3);
    for (part, x) in parts.iter().zip([0.0, 1.0, 5.0]) {
        assert_eq!(part.mesh, block(x));
    }
}
