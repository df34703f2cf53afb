//! Meshes of bodies: nodes, cells, and names of groups of cells.

mod check;
mod corners;
mod elevate;
mod file;
mod gmsh;
mod grid;
mod ring;
mod round;
mod simplices;
mod split;
mod surface;
mod thin;
mod vtu;

pub use check::Report;
pub use grid::{Cut, Grid};
pub use ring::Ring;
pub use round::Round;
pub use split::{Meeting, Part, Split, meetings};
pub use surface::{Facet, Spot, boundary, outer_sides};
pub use thin::{Chain, Tube, rectangle};

use super::element::Element;
use nalgebra::DMatrix;

/// A cell: an element of a body, or of an edge or face that has a name.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// Its kind.
    pub element: &'static Element,
    /// Its nodes.
    pub nodes: Vec<u32>,
    /// Its group: which of the mesh's names.
    pub group: u32,
}

/// Nodes and cells.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh<const D: usize> {
    /// Where nodes are.
    pub places: Vec<[f64; D]>,
    /// Cells of every dimension.
    pub cells: Vec<Cell>,
    /// Names of groups.
    pub names: Vec<String>,
}

impl<const D: usize> Mesh<D> {
    /// The greatest dimension of its cells: that of space for solids, less for bars and membranes.
    pub fn dimension(&self) -> usize {
        self.cells.iter().map(|cell| cell.element.dimension).max().unwrap_or(0)
    }

    /// Cells of bodies: those of the greatest dimension. Others are their sides, and may have names.
    pub fn solids(&self) -> impl Iterator<Item = &Cell> {
        let dimension = self.dimension();
        self.cells.iter().filter(move |cell| cell.element.dimension == dimension)
    }

    /// Cells of sheets: of one dimension less than space.
    pub fn sheets(&self) -> impl Iterator<Item = &Cell> {
        self.cells.iter().filter(|cell| cell.element.dimension + 1 == D)
    }

    /// The number of a group.
    pub fn group(&self, name: &str) -> Option<u32> {
        self.names.iter().position(|known| known == name).map(|k| k as u32)
    }

    /// Nodes of a group, each once, rising.
    pub fn nodes_of(&self, group: u32) -> Vec<u32> {
        let own = self.cells.iter().filter(|cell| cell.group == group);
        let mut nodes: Vec<u32> = own.flat_map(|cell| cell.nodes.iter().copied()).collect();
        nodes.sort_unstable();
        nodes.dedup();
        nodes
    }

    /// Points of integration of a cell, and the length, area or volume that each stands for.
    pub fn weights(&self, cell: &Cell) -> Vec<([f64; 3], f64)> {
        let sized = |(at, weight): ([f64; 3], f64)| {
            let shape = cell.element.shape(at);
            let slope = DMatrix::from_fn(D, cell.element.dimension, |i, k| {
                let nodes = cell.nodes.iter().zip(&shape.gradients);
                nodes.map(|(node, g)| self.places[*node as usize][i] * g[k]).sum::<f64>()
            });
            (at, weight * (slope.transpose() * slope).determinant().max(0.0).sqrt())
        };
        (cell.element.mass_rule)().into_iter().map(sized).collect()
    }

    /// Length, area or volume of cells.
    pub fn size<'a>(&self, cells: impl Iterator<Item = &'a Cell>) -> f64 {
        cells.flat_map(|cell| self.weights(cell)).map(|(_, size)| size).sum()
    }

    /// Moves every node.
    pub fn map(mut self, to: impl Fn([f64; D]) -> [f64; D]) -> Self {
        self.places.iter_mut().for_each(|place| *place = to(*place));
        self
    }

    /// Takes away nodes that no cell of a body has, and cells of points, edges and faces with such nodes.
    pub fn drop_loose_nodes(&mut self) {
        let loose = self.loose_nodes();
        let mut new: Vec<Option<u32>> = vec![];
        let mut count = 0;
        for node in 0..self.places.len() as u32 {
            let kept = loose.binary_search(&node).is_err();
            new.push(kept.then_some(count));
            count += u32::from(kept);
        }
        let is_kept = |node: &u32| new[*node as usize].is_some();
        self.cells.retain(|cell| cell.nodes.iter().all(is_kept));
        for node in self.cells.iter_mut().flat_map(|cell| &mut cell.nodes) {
            *node = new[*node as usize].unwrap_or_default();
        }
        let mut number = 0..;
        self.places.retain(|_| number.next().is_some_and(|node| is_kept(&node)));
    }

    /// Nodes that no cell of a body has.
    pub fn loose_nodes(&self) -> Vec<u32> {
        let mut used = vec![false; self.places.len()];
        self.solids().flat_map(|cell| &cell.nodes).for_each(|node| used[*node as usize] = true);
        (0..self.places.len() as u32).filter(|node| !used[*node as usize]).collect()
    }
}
