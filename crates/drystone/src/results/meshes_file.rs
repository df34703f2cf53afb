//! Meshes as lists of numbers, and back; the lists are those of `meshes.rs`.

use super::ResultsError;
use super::geometry_file::{Lists, range};
use super::meshes::{Counts, MeshAbout, Meshes};
use super::source::Source;
use crate::fem::element::ELEMENTS;
use crate::fem::mesh::Facet;

/// The group of the lists.
pub const GROUP: &str = "meshes";

/// Elements or facets as numbers.
#[derive(Default)]
struct Cells {
    ends: Vec<u64>,
    kinds: Vec<u64>,
    nodes: Vec<u64>,
}

impl Cells {
    fn add(&mut self, cells: &[Facet]) {
        for cell in cells {
            self.kinds.push(u64::from(cell.element.vtk));
            self.nodes.extend(cell.nodes.iter().map(|node| u64::from(*node)));
        }
        self.ends.push(self.kinds.len() as u64);
    }
}

/// What a file is to hold; nothing where no body can deform.
pub fn lists<const D: usize>(meshes: &Meshes) -> Lists {
    if meshes.is_empty() {
        return (vec![], vec![]);
    }
    let (mut elements, mut facets) = (Cells::default(), Cells::default());
    let (mut node_ends, mut rest, mut volumes) = (vec![], vec![], vec![]);
    for mesh in &meshes.list {
        rest.extend_from_slice(&mesh.rest);
        node_ends.push((rest.len() / D) as u64);
        volumes.extend_from_slice(&mesh.volumes);
        elements.add(&mesh.elements);
        facets.add(&mesh.facets);
    }
    let wholes = vec![
        ("meshes/body", meshes.list.iter().map(|mesh| mesh.body as u64).collect()),
        ("meshes/node_end", node_ends),
        ("meshes/element_end", elements.ends),
        ("meshes/element_kind", elements.kinds),
        ("meshes/element_nodes", elements.nodes),
        ("meshes/facet_end", facets.ends),
        ("meshes/facet_kind", facets.kinds),
        ("meshes/facet_nodes", facets.nodes),
    ];
    (wholes, vec![("meshes/rest", rest), ("meshes/element_volume", volumes)])
}

/// The meshes in a file of so many bodies.
pub fn read(source: &Source, dimension: usize, bodies: usize) -> Result<Meshes, ResultsError> {
    let wrong = |list: &str, message: &str| {
        Err(ResultsError::at(source.path(), &format!("{GROUP}/{list}"), message))
    };
    let owners = source.every_whole("meshes/body", bodies as u64)?;
    if !owners.is_sorted_by(|a, b| a < b) {
        return wrong("body", "names a body twice");
    }
    let rest = source.every_real("meshes/rest")?;
    let volumes = source.every_real("meshes/element_volume")?;
    let node_ends = source.ends("meshes/node_end", rest.len() / dimension)?;
    if !rest.len().is_multiple_of(dimension) || node_ends.len() != owners.len() {
        return wrong("node_end", "is not a number a body");
    }
    let counts: Vec<usize> = (0..owners.len()).map(|k| range(&node_ends, k).len()).collect();
    let elements = cells(source, "element", dimension, &counts)?;
    let facets = cells(source, "facet", dimension - 1, &counts)?;
    if volumes.len() != elements.iter().map(Vec::len).sum::<usize>() {
        return wrong("element_volume", "is not a number an element");
    }
    let (mut volumes, mut list) = (volumes.into_iter(), vec![]);
    for (k, (elements, facets)) in elements.into_iter().zip(facets).enumerate() {
        let nodes = range(&node_ends, k);
        list.push(MeshAbout {
            body: owners[k] as usize,
            rest: rest[nodes.start * dimension..nodes.end * dimension].to_vec(),
            volumes: volumes.by_ref().take(elements.len()).collect(),
            elements,
            facets,
            first: Counts::default(),
        });
    }
    let plastic = source.names("frames")?.iter().any(|name| name == super::mesh_state::YIELDED);
    Ok(Meshes { list, plastic }.counted(dimension))
}

/// The elements or facets of each body, of one dimension, with nodes that the bodies have.
fn cells(
    source: &Source,
    what: &str,
    dimension: usize,
    counts: &[usize],
) -> Result<Vec<Vec<Facet>>, ResultsError> {
    let path = |list: &str| format!("{GROUP}/{what}_{list}");
    let kinds = source.every_whole(&path("kind"), 256)?;
    let nodes = source.every_whole(&path("nodes"), u64::from(u32::MAX))?;
    let ends = source.ends(&path("end"), kinds.len())?;
    let wrong =
        |list: &str, message: &str| Err(ResultsError::at(source.path(), &path(list), message));
    if ends.len() != counts.len() {
        return wrong("end", "is not a number a body");
    }
    let (mut rest, mut all) = (&nodes[..], vec![]);
    for (k, count) in counts.iter().enumerate() {
        let mut own = vec![];
        for kind in &kinds[range(&ends, k)] {
            let known = ELEMENTS.iter().find(|element| u64::from(element.vtk) == *kind);
            let Some(element) = known.filter(|element| element.dimension == dimension) else {
                return wrong("kind", "is of no element that is known");
            };
            let Some((nodes, behind)) = rest.split_at_checked(element.len()) else {
                return wrong("nodes", "is too short");
            };
            if nodes.iter().any(|node| *node >= *count as u64) {
                return wrong("nodes", "names no node");
            }
            own.push(Facet { element, nodes: nodes.iter().map(|node| *node as u32).collect() });
            rest = behind;
        }
        all.push(own);
    }
    if rest.is_empty() { Ok(all) } else { wrong("nodes", "is too long") }
}
