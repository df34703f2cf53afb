//! Blocks with straight edges, such as voussoirs: the regular mesh between given corners.

use super::{Grid, Mesh};
use crate::fem::element::find;
use crate::wrong::Wrong;

impl Grid<2> {
    /// The mesh of a quadrilateral: the first two corners are the ends of the bottom, the last two those of
    /// the top from right to left. Whichever way round they go, elements are counter-clockwise.
    ///
    /// # Errors
    ///
    /// What [`Grid::check`] says.
    pub fn quadrilateral(&self, corners: [[f64; 2]; 4]) -> Result<Mesh<2>, Wrong> {
        self.between(&corners)
    }
}

impl Grid<3> {
    /// The mesh of a hexahedron: four corners round the bottom, then those above them.
    ///
    /// # Errors
    ///
    /// What [`Grid::check`] says.
    pub fn hexahedron(&self, corners: [[f64; 3]; 8]) -> Result<Mesh<3>, Wrong> {
        self.between(&corners)
    }
}

impl<const D: usize> Grid<D> {
    /// The mesh between the corners of a block, in the order of its linear element: that mapped by its shape
    /// functions.
    ///
    /// # Errors
    ///
    /// What [`Grid::check`] says.
    pub fn between(&self, corners: &[[f64; D]]) -> Result<Mesh<D>, Wrong> {
        let element = find(if D == 2 { "Q4" } else { "H8" }).unwrap_or(self.element);
        let mut mesh = self.mesh()?.map(|x| {
            let mut at = [0.0; 3];
            (0..D).for_each(|k| at[k] = 2.0 * x[k] - 1.0);
            let shape = element.shape(at);
            std::array::from_fn(|k| corners.iter().zip(shape.values).map(|(c, n)| n * c[k]).sum())
        });
        mesh.mend();
        Ok(mesh)
    }
}
