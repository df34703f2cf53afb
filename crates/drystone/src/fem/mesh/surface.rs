//! The surface of a mesh: sides that belong to one cell only, and places on it.

use super::Mesh;
use crate::fem::element::{Element, find};
use std::collections::HashMap;

/// A side of a cell on the surface; seen from outside its corners go counter-clockwise (in the plane
/// the body lies to the left).
#[derive(Clone, Debug, PartialEq)]
pub struct Facet {
    /// Its kind.
    pub element: &'static Element,
    /// Its nodes.
    pub nodes: Vec<u32>,
}

/// A place on a surface: a facet, and the reference coordinates in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    /// Which facet; [`Self::NONE`]'s on bodies that are rigid.
    pub facet: u32,
    /// Where on it.
    pub at: [f64; 2],
}

impl Spot {
    /// No place of a mesh.
    pub const NONE: Self = Self { facet: u32::MAX, at: [0.0; 2] };

    /// Whether it is on a mesh.
    pub fn is_some(&self) -> bool {
        self.facet != u32::MAX
    }
}

/// The outer sides of sheets: in space the side from which their corners go counter-clockwise, in the plane
/// the one to the right of their way. Pressures push against this side; contact is on both.
pub fn outer_sides<const D: usize>(mesh: &Mesh<D>) -> Vec<Facet> {
    mesh.sheets().map(|cell| Facet { element: cell.element, nodes: cell.nodes.clone() }).collect()
}

/// The facets, in the order of the cells.
pub fn boundary<const D: usize>(mesh: &Mesh<D>) -> Vec<Facet> {
    let key = |nodes: &[u32], corners: usize| {
        let mut key = nodes[..corners].to_vec();
        key.sort_unstable();
        key
    };
    let mut sides = vec![];
    let mut count: HashMap<Vec<u32>, usize> = HashMap::new();
    for cell in mesh.solids() {
        for (name, local) in cell.element.sides {
            let Some(element) = find(name) else { continue };
            let nodes: Vec<u32> = local.iter().map(|k| cell.nodes[*k]).collect();
            let key = key(&nodes, element.corners);
            *count.entry(key.clone()).or_default() += 1;
            sides.push((key, Facet { element, nodes }));
        }
    }
    sides.into_iter().filter(|(key, _)| count[key] == 1).map(|(_, facet)| facet).collect()
}
