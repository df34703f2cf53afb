//! The problem condensed on the contacts: u = W r + b, W block-sparse by rows.

use super::{Cone, Form, Units};
use nalgebra::{SMatrix, SVector};

/// Find r with u = W r + b and Coulomb's law between u and r (004, problem 3). W need be neither
/// symmetric nor regular.
#[derive(Clone, Debug, Default)]
pub struct Reduced<const B: usize> {
    /// First block of each row of blocks; one more entry than contacts.
    pub start: Vec<usize>,
    /// Column (contact) of each block.
    pub columns: Vec<usize>,
    /// The blocks.
    pub blocks: Vec<SMatrix<f64, B, B>>,
    /// Relative velocity without reactions (m/s).
    pub b: Vec<SVector<f64, B>>,
    /// The cone of each contact.
    pub cones: Vec<Cone>,
    /// Diagonal blocks of W.
    pub diagonal: Vec<SMatrix<f64, B, B>>,
    /// The units of the numbers.
    pub units: Units,
}

impl<const B: usize> Reduced<B> {
    /// The problem of a matrix given by rows of blocks.
    pub fn new(
        start: Vec<usize>,
        columns: Vec<usize>,
        blocks: Vec<SMatrix<f64, B, B>>,
        b: Vec<SVector<f64, B>>,
        cones: Vec<Cone>,
    ) -> Self {
        let on_diagonal = |c: usize| {
            let row = start[c]..start[c + 1];
            row.filter(|&k| columns[k] == c).map(|k| blocks[k]).sum()
        };
        let diagonal = (0..b.len()).map(on_diagonal).collect();
        Self { start, columns, blocks, b, cones, diagonal, units: Units::default() }
    }

    /// The problem of one contact.
    pub fn single(w: SMatrix<f64, B, B>, b: SVector<f64, B>, cone: Cone) -> Self {
        Self::new(vec![0, 1], vec![0], vec![w], vec![b], vec![cone])
    }

    /// (W r)_c: what a change of impulses changes, without the round-off of b.
    pub fn product(&self, c: usize, r: &[SVector<f64, B>]) -> SVector<f64, B> {
        let row = self.start[c]..self.start[c + 1];
        row.fold(SVector::zeros(), |u, k| u + self.blocks[k] * r[self.columns[k]])
    }

    /// u_c = (W r + b)_c.
    pub fn relative_velocity(&self, c: usize, r: &[SVector<f64, B>]) -> SVector<f64, B> {
        let row = self.start[c]..self.start[c + 1];
        row.fold(self.b[c], |u, k| u + self.blocks[k] * r[self.columns[k]])
    }
}

impl<const B: usize> Form<B> for Reduced<B> {
    fn b(&self) -> &[SVector<f64, B>] {
        &self.b
    }

    fn cones(&self) -> &[Cone] {
        &self.cones
    }

    fn diagonal(&self) -> &[SMatrix<f64, B, B>] {
        &self.diagonal
    }

    fn units(&self) -> Units {
        self.units
    }

    fn carry(&self, _: &[SVector<f64, B>], _: &mut Vec<f64>) {}

    fn velocity(&self, c: usize, r: &[SVector<f64, B>], _: &[f64]) -> SVector<f64, B> {
        self.relative_velocity(c, r)
    }

    fn change(&self, _: usize, _: &SVector<f64, B>, _: &mut [f64]) {}
}
