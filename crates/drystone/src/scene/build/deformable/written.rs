//! Meshes that are written out in the scene, as they are after their file was read.

use super::mesh::MOST;
use crate::fem::Mesh;
use crate::fem::element::{ELEMENTS, find};
use crate::fem::mesh::Cell;
use crate::scene::check;
use crate::scene::error::Fault;
use crate::scene::format::{MeshCells, MeshShape};

/// The mesh of a shape at a key.
pub fn mesh<const D: usize>(shape: &MeshShape, path: &str) -> Result<Mesh<D>, Fault> {
    let mut mesh = Mesh::default();
    for (i, node) in shape.nodes.iter().enumerate() {
        let place = check::components::<D>(format!("{path}.nodes.{i}"), node)?;
        mesh.places.push(std::array::from_fn(|k| place[k]));
    }
    for (i, cells) in shape.cells.iter().enumerate() {
        add(&mut mesh, cells, &format!("{path}.cells.{i}"))?;
    }
    let count = mesh.cells.len();
    if count as f64 > MOST {
        let message =
            format!("the mesh has {count} elements; the most a body may have is {MOST:.0}");
        return Err(Fault::new(path, message));
    }
    if mesh.dimension() == 0 {
        return Err(Fault::new(path, "the mesh has no elements but points"));
    }
    for name in shape.materials.keys() {
        let known = || {
            let used = |k: usize| mesh.solids().any(|cell| cell.group as usize == k);
            mesh.names.iter().enumerate().filter(move |(k, _)| used(*k)).map(|(_, n)| n.as_str())
        };
        // Parts of a mesh that was split need not have all its groups.
        if !mesh.names.iter().any(|known| known == name) {
            let key = format!("{path}.materials.{name}");
            return Err(Fault::unknown(key, "group of elements", name, known()).of_key());
        }
    }
    let report = mesh.mend();
    if !report.is_sound() {
        return Err(Fault::new(path, format!("the mesh cannot be used: {report}")));
    }
    if let [first, ..] = report.loose_nodes[..] {
        let count = report.loose_nodes.len();
        let message = format!("{count} nodes are in no element, the first is node {first}");
        return Err(Fault::new(format!("{path}.nodes.{first}"), message));
    }
    Ok(mesh)
}

fn add<const D: usize>(mesh: &mut Mesh<D>, cells: &MeshCells, path: &str) -> Result<(), Fault> {
    let element =
        find(&cells.element).filter(|element| element.dimension <= D).ok_or_else(|| {
            let known = ELEMENTS.iter().filter(|e| e.dimension <= D).map(|e| e.name);
            Fault::unknown(format!("{path}.element"), "element", &cells.element, known)
        })?;
    let group = mesh.names.iter().position(|name| *name == cells.group).unwrap_or_else(|| {
        mesh.names.push(cells.group.clone());
        mesh.names.len() - 1
    });
    let count = mesh.places.len();
    for (i, nodes) in cells.nodes.iter().enumerate() {
        let key = format!("{path}.nodes.{i}");
        if nodes.len() != element.len() {
            let (expected, found) = (element.len(), nodes.len());
            let name = element.name;
            let message = format!("a {name} has {expected} nodes, found {found}");
            return Err(Fault::new(key, message));
        }
        if let Some(node) = nodes.iter().find(|node| **node >= count as u64) {
            let message = format!("there is no node {node}: the last is {}", count.max(1) - 1);
            return Err(Fault::new(key, message));
        }
        let nodes = nodes.iter().map(|node| *node as u32).collect();
        mesh.cells.push(Cell { element, nodes, group: group as u32 });
    }
    Ok(())
}

/// A mesh as it is written out.
pub fn write<const D: usize>(mesh: &Mesh<D>) -> (Vec<Vec<f64>>, Vec<MeshCells>) {
    let nodes = mesh.places.iter().map(|place| place.to_vec()).collect();
    let mut lists: Vec<MeshCells> = vec![];
    for cell in &mesh.cells {
        let (element, group) = (cell.element.name, &mesh.names[cell.group as usize]);
        let own = cell.nodes.iter().map(|node| u64::from(*node)).collect();
        // Cells of one kind and group follow each other: the order of the elements is kept.
        match lists.last_mut() {
            Some(last) if last.element == element && last.group == *group => last.nodes.push(own),
            _ => lists.push(MeshCells {
                element: element.into(),
                group: group.clone(),
                nodes: vec![own],
            }),
        }
    }
    (nodes, lists)
}
