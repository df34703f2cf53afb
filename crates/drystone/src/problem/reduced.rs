//! The problem condensed on the contacts: u = W r + b, W block-sparse by rows.

use nalgebra::{SMatrix, SVector};

/// Find r with u = W r + b and Coulomb's law between u and r (004, problem 3).
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
    /// Coulomb's coefficient of each contact.
    pub mu: Vec<f64>,
}

impl<const B: usize> Reduced<B> {
    /// Number of contacts.
    pub fn len(&self) -> usize {
        self.b.len()
    }

    /// Whether there is no contact.
    pub fn is_empty(&self) -> bool {
        self.b.is_empty()
    }

    /// u_c = (W r + b)_c.
    pub fn relative_velocity(&self, c: usize, r: &[SVector<f64, B>]) -> SVector<f64, B> {
        let row = self.start[c]..self.start[c + 1];
        row.fold(self.b[c], |u, k| u + self.blocks[k] * r[self.columns[k]])
    }

    /// The diagonal block of contact c.
    pub fn diagonal(&self, c: usize) -> SMatrix<f64, B, B> {
        let row = self.start[c]..self.start[c + 1];
        row.filter(|&k| self.columns[k] == c).map(|k| self.blocks[k]).sum()
    }
}
