//! How contacts see a large body: through the nodes that they touch, and nothing else.
//!
//! With E the touched degrees of freedom, the contacts need G = Eᵀ A⁻¹ E = R Rᵀ. The columns of A⁻¹ E are
//! solved for once and kept, at the nodes of the surface, as long as A stays.

use super::{Deformable, Factor, Round};
use crate::fem::mesh::Spot;
use crate::space::Vector;
use nalgebra::DMatrix;
use std::collections::HashMap;

/// Columns of A⁻¹ that are solved for together.
const TOGETHER: usize = 32;

/// What is known of A⁻¹ at the surface.
#[derive(Clone, Debug, Default)]
pub struct Condensed {
    /// Columns that were solved for, at the degrees of freedom of the surface.
    columns: HashMap<u32, Vec<f64>>,
    /// Touched degrees of freedom, rising.
    touched: Vec<u32>,
    /// R, of the touched ones.
    root: DMatrix<f64>,
}

impl Condensed {
    /// Forgets everything: A is another.
    pub fn clear(&mut self) {
        self.columns.clear();
        self.touched.clear();
    }

    /// How many numbers a row has.
    pub fn len(&self) -> usize {
        self.touched.len()
    }

    /// The row of R that belongs to a degree of freedom, if it is touched.
    pub fn row(&self, dof: usize) -> Option<usize> {
        self.touched.binary_search(&(dof as u32)).ok()
    }

    /// R.
    pub fn root(&self) -> &DMatrix<f64> {
        &self.root
    }
}

impl<const D: usize> Deformable<D> {
    /// Makes G and its root for the spots that are touched; small bodies need nothing.
    pub(in crate::bodies) fn condense(
        &self,
        spots: impl Iterator<Item = Spot>,
        round: &mut Round<D>,
    ) {
        let Some(factor) = round.factor.clone() else { return };
        if !matches!(&*factor, Factor::Sparse(_)) {
            return;
        }
        let mut touched = vec![];
        for spot in spots {
            for (node, _) in self.model.surface.shares(&spot) {
                let own = (0..D).map(|k| node * D + k).filter(|dof| !self.is_held[*dof]);
                touched.extend(own.map(|dof| dof as u32));
            }
        }
        touched.sort_unstable();
        touched.dedup();
        let known = &mut round.condensed;
        if touched == known.touched && known.root.nrows() == touched.len() {
            return;
        }
        let places = &self.model.surface_place;
        let missing = |dof: &&u32| !known.columns.contains_key(dof);
        let missing: Vec<u32> = touched.iter().filter(missing).copied().collect();
        let n = self.model.len();
        for some in missing.chunks(TOGETHER) {
            // Always as many, so that a column does not depend on what it is solved with, to the last bit.
            let mut columns = vec![0.0; n * TOGETHER];
            for (column, dof) in columns.chunks_exact_mut(n).zip(some) {
                column[*dof as usize] = 1.0;
            }
            factor.solve_many(&mut columns, TOGETHER);
            for (column, dof) in columns.chunks_exact(n).zip(some) {
                let nodes = self.model.surface_nodes.iter();
                let at = nodes.flat_map(|node| (0..D).map(move |k| *node as usize * D + k));
                known.columns.insert(*dof, at.map(|k| column[k]).collect());
            }
        }
        let at = |dof: u32| places[&(dof / D as u32)] as usize * D + dof as usize % D;
        let m = touched.len();
        let gram = DMatrix::from_fn(m, m, |i, j| {
            // Symmetric but for rounding.
            let (low, high) = (i.min(j), i.max(j));
            known.columns[&touched[low]][at(touched[high])]
        });
        known.root = gram.cholesky().map_or_else(|| DMatrix::zeros(m, m), |root| root.unpack());
        known.touched = touched;
    }

    /// Appends what a unit force along a direction at a spot is to the contacts: L⁻¹ of it, or its row of R.
    pub fn push_row(
        &self,
        round: &Round<D>,
        spot: &Spot,
        direction: &Vector<D>,
        data: &mut Vec<f64>,
    ) {
        let start = data.len();
        data.resize(start + self.row_len(round), 0.0);
        let Some(factor) = &round.factor else { return };
        let local = round.turn.tr_mul(direction);
        let row = &mut data[start..];
        for (node, share) in self.model.surface.shares(spot) {
            for k in (0..D).filter(|k| !self.is_held[node * D + k]) {
                let (dof, force) = (node * D + k, share * local[k]);
                match &**factor {
                    Factor::Dense(inverse) => {
                        for (i, row) in row.iter_mut().enumerate().skip(dof) {
                            *row += inverse[(i, dof)] * force;
                        }
                    }
                    Factor::Modal(shapes) => {
                        let own = shapes.row(dof);
                        row.iter_mut().zip(own.iter()).for_each(|(row, s)| *row += s * force);
                    }
                    Factor::Sparse(_) => {
                        let Some(own) = round.condensed.row(dof) else { continue };
                        let root = round.condensed.root();
                        for (i, row) in row.iter_mut().enumerate().take(own + 1) {
                            *row += root[(own, i)] * force;
                        }
                    }
                }
            }
        }
    }

    /// How many numbers the rows of contacts have.
    pub fn row_len(&self, round: &Round<D>) -> usize {
        match round.factor.as_deref() {
            Some(Factor::Sparse(_)) => round.condensed.len(),
            Some(Factor::Modal(shapes)) => shapes.ncols(),
            _ => self.model.len(),
        }
    }
}
