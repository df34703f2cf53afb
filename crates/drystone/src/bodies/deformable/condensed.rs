//! How contacts see a body: through all of its degrees of freedom, through those that they touch, or node by node.
//!
//! With E the touched degrees of freedom, the contacts need G = Eᵀ A⁻¹ E = R Rᵀ. With A = L Lᵀ its numbers
//! are products of columns of L⁻¹ E, which are solved for once and kept with the factor: bodies that share it
//! share them. Node by node contacts see A itself, and nothing of A⁻¹ is made (`problem/meshed.rs`). `seen.rs` says
//! which of them is less arithmetic.

use super::seen::{Seen, Touched};
use super::{Deformable, Factor, Round};
use crate::fem::mesh::Spot;
use crate::linalg::{ContactRows, Inertia, Side, dense_cholesky};
use crate::space::Vector;
use nalgebra::DMatrix;
use std::sync::Arc;
use std::time::Instant;

/// What contacts see of A⁻¹.
#[derive(Clone, Debug, Default)]
pub struct Condensed {
    /// Touched degrees of freedom, rising; none of a small body that is seen through all.
    touched: Vec<u32>,
    /// Rᵀ, of the touched ones: rows of R are read one after the other.
    root: DMatrix<f64>,
    /// Whether contacts see nodes.
    by_nodes: bool,
}

impl Condensed {
    /// Forgets everything: A is another.
    pub fn clear(&mut self) {
        self.touched.clear();
        self.by_nodes = false;
    }

    /// How many numbers a row has.
    pub fn len(&self) -> usize {
        self.touched.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.touched.is_empty()
    }

    /// The column of Rᵀ that belongs to a degree of freedom, if it is touched.
    pub fn column(&self, dof: usize) -> Option<usize> {
        self.touched.binary_search(&(dof as u32)).ok()
    }

    /// Rᵀ.
    pub fn root(&self) -> &DMatrix<f64> {
        &self.root
    }
}

impl<const D: usize> Round<D> {
    /// A of a body that contacts see node by node.
    pub fn inertia(&self) -> Option<&Arc<Inertia>> {
        match self.factor.as_deref() {
            Some(Factor::Sparse(inertia)) if self.condensed.by_nodes => Some(inertia),
            _ => None,
        }
    }
}

impl<const D: usize> Deformable<D> {
    /// Makes G and its root for the spots that are touched, where contacts see these alone; says that they see
    /// nodes, where they may and that is less arithmetic.
    pub(in crate::bodies) fn condense(
        &self,
        spots: impl Iterator<Item = Spot>,
        may_see_nodes: bool,
        round: &mut Round<D>,
    ) {
        let Some(factor) = round.factor.as_deref() else { return };
        let (mut touched, mut contacts, known) = (vec![], 0, &mut round.condensed);
        for spot in spots {
            contacts += 1;
            for (node, _) in self.model.surface.shares(&spot) {
                let own = (0..D).map(|k| node * D + k).filter(|dof| !self.is_held[*dof]);
                touched.extend(own.map(|dof| dof as u32));
            }
        }
        touched.sort_unstable();
        touched.dedup();
        let is_kept = self.is_linear();
        let count = Touched { dofs: &touched, contacts, dimension: D, is_kept };
        let (sees_touched, sees_nodes) = match factor {
            // Of bodies that are not linear A is another in every round, and so would G be.
            Factor::Dense(_) if self.seen == Seen::Cheaper && !self.is_linear() => (false, false),
            Factor::Dense(_) => (self.seen.is_touched(self.model.len(), &count), false),
            Factor::Sparse(inertia) => {
                let nodes = may_see_nodes && self.seen.is_by_nodes(inertia.analysis(), &count);
                (!nodes, nodes)
            }
            Factor::Modal(_) => (false, false),
        };
        if !sees_touched {
            known.clear();
            known.by_nodes = sees_nodes;
            return;
        }
        known.by_nodes = false;
        if touched == known.touched && known.root.nrows() == touched.len() {
            return;
        }
        let begin = Instant::now();
        let dofs: Vec<usize> = touched.iter().map(|dof| *dof as usize).collect();
        let (m, mut gram) = (dofs.len(), factor.inverse_at(&dofs));
        known.clear();
        match (dense_cholesky(m, &mut gram), factor) {
            (Ok(()), _) => {
                (known.root, known.touched) = (DMatrix::from_vec(m, m, gram), touched);
                known.root.transpose_mut();
            }
            // What is lost to rounding is not lost to L⁻¹.
            (Err(_), Factor::Dense(_)) => {}
            (Err(_), _) => (known.root, known.touched) = (DMatrix::zeros(m, m), touched),
        }
        round.seconds[1] += begin.elapsed().as_secs_f64();
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
        for (node, share) in self.model.surface.shares(spot).filter(|(_, share)| *share != 0.0) {
            for k in (0..D).filter(|k| !self.is_held[node * D + k]) {
                let (dof, force) = (node * D + k, share * local[k]);
                match &**factor {
                    Factor::Dense(inverse) if round.condensed.is_empty() => {
                        for (i, row) in row.iter_mut().enumerate().skip(dof) {
                            *row += inverse[(i, dof)] * force;
                        }
                    }
                    Factor::Modal(shapes) => {
                        let own = shapes.row(dof);
                        row.iter_mut().zip(own.iter()).for_each(|(row, s)| *row += s * force);
                    }
                    Factor::Dense(_) | Factor::Sparse(_) => {
                        let Some(own) = round.condensed.column(dof) else { continue };
                        let root = round.condensed.root().column(own);
                        row.iter_mut()
                            .zip(&root.as_slice()[..=own])
                            .for_each(|(row, x)| *row += x * force);
                    }
                }
            }
        }
    }

    /// Appends what unit forces along directions at a spot are to the contact that comes next, node by node: each
    /// node's share of them. The body's degrees of freedom begin at `dof`.
    pub fn push_nodes<const B: usize>(
        &self,
        round: &Round<D>,
        spot: &Spot,
        directions: &[Vector<D>; B],
        dof: u32,
        rows: &mut ContactRows<B>,
    ) {
        let local = directions.map(|direction| round.turn.tr_mul(&direction));
        for (node, share) in self.model.surface.shares(spot).filter(|(_, share)| *share != 0.0) {
            let start = rows.data.len() as u32;
            let is_held = |k: usize| self.is_held[node * D + k];
            for along in &local {
                let force = |k: usize| if is_held(k) { 0.0 } else { share * along[k] };
                rows.data.extend((0..D).map(force));
            }
            let block = Side { dof: dof + (node * D) as u32, size: D as u32, start };
            rows.push_node(rows.len(), block);
        }
    }

    /// How many numbers the rows of contacts have; none where they see nodes.
    pub fn row_len(&self, round: &Round<D>) -> usize {
        match round.factor.as_deref() {
            Some(Factor::Modal(shapes)) => shapes.ncols(),
            Some(Factor::Dense(_)) if round.condensed.is_empty() => self.model.len(),
            Some(Factor::Dense(_) | Factor::Sparse(_)) => round.condensed.len(),
            None => self.model.len(),
        }
    }
}
