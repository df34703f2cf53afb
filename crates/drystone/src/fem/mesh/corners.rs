//! Blocks with straight edges, such as voussoirs: the regular mesh between given corners.

use super::{Grid, Mesh};
use crate::fem::element::find;

impl Grid<2> {
    /// The mesh of a quadrilateral: the first two corners are the ends of the bottom, the last two those of
    /// the top from right to left. Whichever way round they go, elements are counter-clockwise.
    pub fn quadrilateral(&self, corners: [[f64; 2]; 4]) -> Mesh<2> {
        between(self, &corners, "Q4")
    }
}

impl Grid<3> {
    /// The mesh of a hexahedron: four corners round the front, then those behind them at the back.
    pub fn hexahedron(&self, corners: [[f64; 3]; 8]) -> Mesh<3> {
        between(self, &corners, "H8")
    }
}

/// The unit square or cube mapped by the functions of its linear element.
fn between<const D: usize>(grid: &Grid<D>, corners: &[[f64; D]], name: &str) -> Mesh<D> {
    let Some(element) = find(name) else { return Mesh::default() };
    let mut mesh = grid.mesh().map(|x| {
        let mut at = [0.0; 3];
        (0..D).for_each(|k| at[k] = 2.0 * x[k] - 1.0);
        let shape = element.shape(at);
        std::array::from_fn(|k| corners.iter().zip(shape.values).map(|(c, n)| n * c[k]).sum())
    });
    mesh.mend();
    mesh
}
