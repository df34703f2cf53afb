//! The meshes of deformable bodies in files of results.
//!
//! | path | what |
//! |---|---|
//! | `/meshes/body` | of each deformable body: which body it is |
//! | `/meshes/node_end`, `rest` | all nodes up to those of a body; where nodes are without stress (m) |
//! | `/meshes/element_end`, `element_kind`, `element_nodes`, `element_volume` | all elements up to those of a body; of each element its type in VTK (5 T3, 22 T6, 9 Q4, 23 Q8, 10 TE4, 24 TE10, 12 H8, 25 H20; bars and cables 3 L2, 21 L3), its nodes, counted within the body, in VTK's order, and its volume at rest (m³; in the plane m²) |
//! | `/meshes/facet_end`, `facet_kind`, `facet_nodes` | the same of the sides that make up the skin (3 L2, 21 L3 in the plane) |
//!
//! Files of runs without deformable bodies have none of them.

use crate::bodies::Deformable;
use crate::fem::element::find;
use crate::fem::mesh::Facet;
use crate::space::Vector;
use crate::world::World;
use std::collections::HashMap;
use std::f64::consts::PI;
use std::ops::Range;

/// The meshes of all deformable bodies.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Meshes {
    /// One a deformable body, in the order of the bodies.
    pub list: Vec<MeshAbout>,
    /// Whether some material can yield.
    pub plastic: bool,
}

/// The mesh of a deformable body.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshAbout {
    /// The body.
    pub body: usize,
    /// Where its nodes are without stress, axis by axis (m).
    pub rest: Vec<f64>,
    /// Its elements, with their nodes.
    pub elements: Vec<Facet>,
    /// Their volumes at rest (m³; in the plane m²).
    pub volumes: Vec<f64>,
    /// The sides that make up its skin.
    pub facets: Vec<Facet>,
    /// Its first node, element and facet among those of all bodies.
    pub first: Counts,
}

/// A polygon of what a mesh is drawn as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeshPolygon {
    /// The element that it is, or is a side of.
    pub element: usize,
    /// The facet, in space.
    pub facet: Option<usize>,
    /// Nodes, counter-clockwise seen from outside.
    pub corners: Vec<usize>,
}

/// Nodes, elements and facets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Nodes.
    pub nodes: usize,
    /// Elements.
    pub elements: usize,
    /// Facets.
    pub facets: usize,
}

impl MeshAbout {
    /// Of a deformable body; nothing is before it.
    pub(super) fn of<const D: usize>(body: usize, soft: &Deformable<D>) -> Self {
        let solid = &soft.model.solid;
        let (mut elements, mut volumes) = (vec![], vec![]);
        for region in &solid.regions {
            for e in 0..region.len() {
                elements.push(Facet { element: region.element, nodes: region.of(e).to_vec() });
                volumes.push(region.volume(e));
            }
        }
        let (rest, facets) = (soft.places(), soft.model.surface.facets.clone());
        Self { body, rest, elements, volumes, facets, first: Counts::default() }
    }

    /// Whether it is of bars or membranes.
    pub fn is_thin(&self, dimension: usize) -> bool {
        self.elements.iter().all(|cell| cell.element.dimension < dimension)
    }

    /// The nodes along an element or a facet that is a line, over the middle where there is one.
    pub fn along(line: &Facet) -> Vec<u32> {
        let nodes = &line.nodes;
        [nodes.first(), nodes.get(2), nodes.get(1)].into_iter().flatten().copied().collect()
    }

    /// The radius that a bar or cable of space would have if it were round (m).
    pub fn bar_radius(&self, element: usize) -> f64 {
        let place =
            |node: u32| Vector::<3>::from_column_slice(&self.rest[3 * node as usize..][..3]);
        let way = Self::along(&self.elements[element]);
        let length: f64 = way.windows(2).map(|w| (place(w[1]) - place(w[0])).norm()).sum();
        (self.volumes[element] / (PI * length)).sqrt()
    }

    /// What it is drawn as, by its nodes: in the plane its elements, in space its facets, those that are
    /// curved in pieces.
    pub fn polygons(&self, dimension: usize) -> Vec<MeshPolygon> {
        if dimension == 2 {
            let polygon = |(element, cell): (usize, &Facet)| MeshPolygon {
                element,
                facet: None,
                corners: rim(cell),
            };
            return self.elements.iter().enumerate().map(polygon).collect();
        }
        let (owners, mut polygons) = (self.owners(), vec![]);
        for (f, facet) in self.facets.iter().enumerate() {
            let Some(element) = owners.get(&key(&facet.nodes, facet.element.corners)) else {
                continue;
            };
            let mut push = |corners: Vec<usize>| {
                polygons.push(MeshPolygon { element: *element, facet: Some(f), corners });
            };
            let node = |k: &usize| facet.nodes[*k] as usize;
            if facet.nodes.len() == facet.element.corners {
                push(facet.nodes.iter().map(|node| *node as usize).collect());
            } else {
                facet
                    .element
                    .pieces
                    .iter()
                    .for_each(|piece| push(piece.iter().map(node).collect()));
            }
        }
        polygons
    }

    /// The element that each facet is a side of, by the facet's corners.
    fn owners(&self) -> HashMap<Vec<u32>, usize> {
        let mut owners = HashMap::new();
        for (e, cell) in self.elements.iter().enumerate() {
            // Membranes are their own sides.
            owners.insert(key(&cell.nodes, cell.element.corners), e);
            for (name, side) in cell.element.sides {
                let corners = find(name).map_or(0, |element| element.corners);
                let nodes: Vec<u32> = side.iter().map(|k| cell.nodes[*k]).collect();
                owners.insert(key(&nodes, corners), e);
            }
        }
        owners
    }

    /// Range of its facets among those of all bodies.
    pub fn facet_range(&self) -> Range<usize> {
        self.first.facets..self.first.facets + self.facets.len()
    }

    /// Range of its nodes' numbers, so many each, among those of all bodies.
    pub fn nodes(&self, dimension: usize) -> Range<usize> {
        let start = self.first.nodes * dimension;
        start..start + self.rest.len()
    }

    /// Range of its elements among those of all bodies.
    pub fn element_range(&self) -> Range<usize> {
        self.first.elements..self.first.elements + self.elements.len()
    }
}

impl Meshes {
    /// Of a world.
    pub fn of<const D: usize>(world: &World<D>) -> Self {
        let bodies = &world.bodies;
        let about = |i| bodies.deformable(i).map(|soft| MeshAbout::of(i, soft));
        let plastic = bodies.deformables.iter().any(|soft| !soft.memory.is_empty());
        Self { list: (0..bodies.len()).filter_map(about).collect(), plastic }.counted(D)
    }

    /// Counts the nodes, elements and facets before those of each body.
    pub(super) fn counted(mut self, dimension: usize) -> Self {
        let mut first = Counts::default();
        for mesh in &mut self.list {
            mesh.first = first;
            first.nodes += mesh.rest.len() / dimension;
            first.elements += mesh.elements.len();
            first.facets += mesh.facets.len();
        }
        self
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// How many nodes, elements and facets there are.
    pub fn counts(&self, dimension: usize) -> Counts {
        self.list.last().map_or(Counts::default(), |last| Counts {
            nodes: last.first.nodes + last.rest.len() / dimension,
            elements: last.first.elements + last.elements.len(),
            facets: last.first.facets + last.facets.len(),
        })
    }

    /// The mesh of a body, if it can deform.
    pub fn of_body(&self, body: usize) -> Option<&MeshAbout> {
        self.list.binary_search_by_key(&body, |mesh| mesh.body).ok().map(|k| &self.list[k])
    }
}

/// The nodes around a plane element, with the middles of its edges; along a bar.
fn rim(cell: &Facet) -> Vec<usize> {
    if cell.element.dimension == 1 {
        return MeshAbout::along(cell).into_iter().map(|node| node as usize).collect();
    }
    let sides = cell.element.sides.iter();
    // From the first corner to the second, over the middle where there is one.
    let way = sides.flat_map(|(_, side)| [Some(side[0]), side.get(2).copied()]);
    way.flatten().map(|k| cell.nodes[k] as usize).collect()
}

/// The corners of a side, in an order that does not depend on the element.
fn key(nodes: &[u32], corners: usize) -> Vec<u32> {
    let mut key = nodes[..corners].to_vec();
    key.sort_unstable();
    key
}
