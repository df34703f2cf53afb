//! One mesh as several bodies, and where these touch.

use super::{Cell, Facet, Mesh, boundary};
use crate::fem::element::find;
use std::collections::{HashMap, HashSet};

/// What becomes a body of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Split {
    /// Every element.
    Elements,
    /// The elements of every group.
    Groups,
    /// Elements that are connected through common nodes.
    Components,
}

/// A part of a mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct Part<const D: usize> {
    /// The part with its own nodes. It has all names of the whole, and those cells of edges and faces
    /// that belong to it: to both parts where two meet.
    pub mesh: Mesh<D>,
    /// The whole's number of each node.
    pub nodes: Vec<u32>,
}

/// A side that two parts have in common.
#[derive(Clone, Debug, PartialEq)]
pub struct Meeting {
    /// The two parts, the lower number first.
    pub parts: [usize; 2],
    /// The side as each sees it, with its own nodes.
    pub facets: [Facet; 2],
    /// For each node of the first facet the node of the second part at the same place.
    pub partners: Vec<u32>,
}

impl<const D: usize> Mesh<D> {
    /// The parts: elements in their order, groups in the order of their names, components in the order of
    /// their first elements.
    pub fn split(&self, by: Split) -> Vec<Part<D>> {
        let labels = match by {
            Split::Elements => (0..self.solids().count()).collect(),
            Split::Groups => self.solids().map(|cell| cell.group as usize).collect(),
            Split::Components => self.components(),
        };
        let mut parts: HashMap<usize, Vec<&Cell>> = HashMap::new();
        for (cell, label) in self.solids().zip(&labels) {
            parts.entry(*label).or_default().push(cell);
        }
        let mut order: Vec<usize> = parts.keys().copied().collect();
        order.sort_unstable();
        let mut parts: Vec<Part<D>> = order.iter().map(|label| self.part(&parts[label])).collect();
        self.share_sides(&mut parts);
        parts
    }

    /// The component of each cell of the solid: the number of its first one.
    fn components(&self) -> Vec<usize> {
        // A forest of nodes; the root is the node of the least number.
        let mut above: Vec<usize> = (0..self.places.len()).collect();
        fn root(above: &mut [usize], mut node: usize) -> usize {
            while above[node] != node {
                above[node] = above[above[node]];
                node = above[node];
            }
            node
        }
        for cell in self.solids() {
            let mut first = root(&mut above, cell.nodes[0] as usize);
            for node in &cell.nodes[1..] {
                let other = root(&mut above, *node as usize);
                above[first.max(other)] = first.min(other);
                first = first.min(other);
            }
        }
        let mut firsts = HashMap::new();
        let label = |(k, cell): (usize, &Cell)| {
            *firsts.entry(root(&mut above, cell.nodes[0] as usize)).or_insert(k)
        };
        self.solids().enumerate().map(label).collect()
    }

    /// Cells with nodes of their own.
    fn part(&self, cells: &[&Cell]) -> Part<D> {
        let mut nodes: Vec<u32> =
            cells.iter().flat_map(|cell| cell.nodes.iter().copied()).collect();
        nodes.sort_unstable();
        nodes.dedup();
        let places = nodes.iter().map(|node| self.places[*node as usize]).collect();
        let mut part =
            Part { mesh: Mesh { places, cells: vec![], names: self.names.clone() }, nodes };
        for cell in cells {
            part.push(cell);
        }
        part
    }

    /// Gives cells of edges and faces to the parts that have them as (edges of) sides.
    fn share_sides(&self, parts: &mut [Part<D>]) {
        let mut owners: HashMap<Vec<u32>, Vec<usize>> = HashMap::new();
        let mut own = |nodes: &[u32], part: usize| {
            let owners = owners.entry(key(nodes)).or_default();
            if owners.last() != Some(&part) {
                owners.push(part);
            }
        };
        for (p, part) in parts.iter().enumerate() {
            for cell in part.mesh.solids() {
                let whole = |local: usize| part.nodes[cell.nodes[local] as usize];
                (0..cell.nodes.len()).for_each(|k| own(&[whole(k)], p));
                for (name, local) in cell.element.sides {
                    let nodes: Vec<u32> = local.iter().map(|k| whole(*k)).collect();
                    own(&nodes, p);
                    // Edges of faces in space.
                    for (_, edge) in find(name).map_or(&[][..], |side| side.sides) {
                        own(&edge.iter().map(|k| nodes[*k]).collect::<Vec<_>>(), p);
                    }
                }
            }
        }
        let dimension = self.dimension();
        for cell in self.cells.iter().filter(|cell| cell.element.dimension < dimension) {
            let found: HashSet<usize> =
                owners.get(&key(&cell.nodes)).into_iter().flatten().copied().collect();
            found.into_iter().for_each(|part| parts[part].push(cell));
        }
    }
}

impl<const D: usize> Part<D> {
    /// Adds a cell of the whole, all nodes of which are here.
    fn push(&mut self, cell: &Cell) {
        let number = |node: &u32| self.nodes.binary_search(node).map_or(0, |k| k as u32);
        let nodes = cell.nodes.iter().map(number).collect();
        self.mesh.cells.push(Cell { element: cell.element, nodes, group: cell.group });
    }
}

fn key(nodes: &[u32]) -> Vec<u32> {
    let mut key = nodes.to_vec();
    key.sort_unstable();
    key
}

/// The sides that parts of one mesh have in common, in the order of the first part's facets.
pub fn meetings<const D: usize>(parts: &[Part<D>]) -> Vec<Meeting> {
    let mut known: HashMap<Vec<u32>, (usize, Facet)> = HashMap::new();
    let mut found = vec![];
    for (p, part) in parts.iter().enumerate() {
        for facet in boundary(&part.mesh) {
            let whole: Vec<u32> =
                facet.nodes.iter().map(|node| part.nodes[*node as usize]).collect();
            let Some((other, theirs)) = known.remove(&key(&whole)) else {
                known.insert(key(&whole), (p, facet));
                continue;
            };
            let partner = |node: &u32| {
                let node = parts[other].nodes[*node as usize];
                part.nodes.binary_search(&node).map_or(0, |k| k as u32)
            };
            let partners = theirs.nodes.iter().map(partner).collect();
            found.push(Meeting { parts: [other, p], facets: [theirs, facet], partners });
        }
    }
    found.sort_by_key(|meeting| meeting.parts);
    found
}
