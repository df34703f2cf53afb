//! Regular meshes of the unit square or cube, to be mapped to rectangles, boxes, rings, voussoirs.

use super::{Cell, Mesh, elevate};
use crate::fem::element::{Element, find};
use crate::wrong::{Wrong, positive};

/// How quadrangles are cut into triangles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cut {
    /// Along diagonals that turn from one to the next, so that the mesh is as symmetric as it can be.
    #[default]
    Turning,
    /// Into four, by a node in the middle.
    Crossed,
}

/// A regular mesh.
#[derive(Clone, Copy, Debug)]
pub struct Grid<const D: usize> {
    /// Cells along each axis.
    pub counts: [usize; D],
    /// The element.
    pub element: &'static Element,
    /// How quadrangles are cut.
    pub cut: Cut,
}

/// Names of the sides: at the beginning and at the end of each axis, of which the last points up.
const SIDES: [[&str; 2]; 3] = [["left", "right"], ["front", "back"], ["bottom", "top"]];

/// Six tetrahedra of a cube that all have one diagonal: the orders in which its edges are walked.
const WALKS: [[usize; 3]; 6] = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [1, 0, 2], [0, 2, 1], [2, 1, 0]];

impl<const D: usize> Grid<D> {
    /// Whether it can be made: a cell or more along each axis, of an element of this dimension.
    ///
    /// # Errors
    ///
    /// What is wrong.
    pub fn check(&self) -> Result<(), Wrong> {
        if self.element.dimension != D {
            let message = format!("`element` must fill {D} dimensions, found {:?}", self.element);
            return Err(Wrong::new("element", message));
        }
        self.counts.iter().try_for_each(|count| positive("counts", *count as f64))
    }

    /// The mesh of the unit square or cube, with its sides as groups, "body" the whole. The last axis points
    /// up: bottom and top are at y in the plane, at z in space, front and back at y.
    ///
    /// # Errors
    ///
    /// What [`Self::check`] says.
    pub fn mesh(&self) -> Result<Mesh<D>, Wrong> {
        self.check()?;
        let mut mesh = Mesh { names: vec!["body".into()], ..Mesh::default() };
        let mut at = [0; D];
        loop {
            mesh.places.push(std::array::from_fn(|k| at[k] as f64 / self.counts[k] as f64));
            if !self.advance(&mut at, 1) {
                break;
            }
        }
        let linear = self.linear();
        let mut at = [0; D];
        loop {
            self.cell(at, linear, &mut mesh);
            if !self.advance(&mut at, 0) {
                break;
            }
        }
        if linear.name != self.element.name {
            elevate::to(self.element, &mut mesh);
        }
        self.name_sides(&mut mesh);
        Ok(mesh)
    }

    /// The element of the corners alone.
    fn linear(&self) -> &'static Element {
        let name = match (D, self.element.corners) {
            (2, 3) => "T3",
            (2, _) => "Q4",
            (_, 4) => "TE4",
            _ => "H8",
        };
        find(name).expect("an element of the table")
    }

    /// The next cell, or node with `more` = 1; the first axis fastest.
    fn advance(&self, at: &mut [usize; D], more: usize) -> bool {
        for k in 0..D {
            at[k] += 1;
            if at[k] < self.counts[k] + more {
                return true;
            }
            at[k] = 0;
        }
        false
    }

    fn node(&self, at: [usize; D]) -> u32 {
        let along = |(k, step): (usize, usize)| at[k] * step;
        let mut steps = [1; D];
        for k in 1..D {
            steps[k] = steps[k - 1] * (self.counts[k - 1] + 1);
        }
        steps.into_iter().enumerate().map(along).sum::<usize>() as u32
    }

    fn cell(&self, at: [usize; D], element: &'static Element, mesh: &mut Mesh<D>) {
        let corner = |offset: [usize; 3]| {
            let mut place = at;
            place.iter_mut().zip(offset).for_each(|(place, more)| *place += more);
            self.node(place)
        };
        let square = |z: usize| [[0, 0, z], [1, 0, z], [1, 1, z], [0, 1, z]].map(corner);
        let mut push = |nodes: Vec<u32>| mesh.cells.push(Cell { element, nodes, group: 0 });
        match (D, element.name) {
            (2, "Q4") => push(square(0).to_vec()),
            (2, _) if self.cut == Cut::Crossed => {
                let middle = mesh.places.len() as u32;
                let corners = square(0);
                for k in 0..4 {
                    let nodes = vec![corners[k], corners[(k + 1) % 4], middle];
                    mesh.cells.push(Cell { element, nodes, group: 0 });
                }
                let place = std::array::from_fn(|k| (at[k] as f64 + 0.5) / self.counts[k] as f64);
                mesh.places.push(place);
            }
            (2, _) => {
                let [a, b, c, d] = square(0);
                let rising = at.iter().sum::<usize>() % 2 == 0;
                let halves = if rising { [[a, b, c], [a, c, d]] } else { [[a, b, d], [b, c, d]] };
                halves.into_iter().for_each(|half| push(half.to_vec()));
            }
            (_, "H8") => push([square(0), square(1)].concat()),
            _ => {
                for (w, walk) in WALKS.iter().enumerate() {
                    let mut offset = [0; 3];
                    let mut nodes = vec![corner(offset)];
                    for axis in walk {
                        offset[*axis] = 1;
                        nodes.push(corner(offset));
                    }
                    // Odd orders are mirrored.
                    if w >= 3 {
                        nodes.swap(2, 3);
                    }
                    push(nodes);
                }
            }
        }
    }

    /// Groups of the cells' sides at each end of each axis.
    fn name_sides(&self, mesh: &mut Mesh<D>) {
        let facets = super::boundary(mesh);
        let names = |axis: usize| if axis + 1 == D { SIDES[2] } else { SIDES[axis] };
        for (axis, names) in (0..D).map(|axis| (axis, names(axis))) {
            for (name, end) in names.iter().zip([0.0, 1.0]) {
                let group = mesh.names.len() as u32;
                mesh.names.push((*name).into());
                for facet in &facets {
                    let off = |node: &u32| (mesh.places[*node as usize][axis] - end).abs();
                    if facet.nodes.iter().all(|node| off(node) < 1e-9) {
                        let nodes = facet.nodes.clone();
                        mesh.cells.push(Cell { element: facet.element, nodes, group });
                    }
                }
            }
        }
    }
}
