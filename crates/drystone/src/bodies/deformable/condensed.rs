//! How contacts see a body: through all of its degrees of freedom, or through those that they touch.
//!
//! With E the touched degrees of freedom, the contacts need G = Eᵀ A⁻¹ E = R Rᵀ. With A = L Lᵀ its numbers
//! are products of columns of L⁻¹ E, which are solved for once and kept with the factor: bodies that share it
//! share them.
//!
//! All n degrees of freedom ([`Seen::All`]) need nothing but L⁻¹, and rows of n numbers; m touched ones
//! ([`Seen::Touched`]) need G and R first, and then rows of m. What is less arithmetic is taken. Of large bodies
//! L⁻¹ would not fit, and the touched ones cost no more than a few times what L does: on a solid of n degrees
//! of freedom with all of its surface touched m = O(n^2/3), a way up the tree of L has O(n^2/3) rows and
//! O(n^4/3) numbers, so that solving, products and the root take O(n²) operations and O(n^4/3) numbers, as L does.
//! A form without G would take a solution with all of L in each iteration. Membranes are surface alone: where all of one is
//! touched, m = n, and G is dense.

use super::{Deformable, Factor, Round};
use crate::fem::mesh::Spot;
use crate::linalg::dense_cholesky;
use crate::space::Vector;
use nalgebra::DMatrix;
use std::time::Instant;

/// Sweeps over the contacts that a step is expected to take.
const SWEEPS: f64 = 50.0;

/// Through which degrees of freedom contacts see a body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Seen {
    /// Those that take less arithmetic.
    #[default]
    Cheaper,
    /// All of them; of large bodies only what is touched, all the same.
    All,
    /// Those that are touched.
    Touched,
}

impl Seen {
    /// Whether so many rows had better see m touched degrees of freedom than all n: a sweep reads each row
    /// twice; G and its root are made before, as if in each step. Rows that are not at least halved are not
    /// worth another rounding of the same problem.
    fn is_touched(self, n: usize, m: usize, rows: usize) -> bool {
        let [n, m, rows] = [n, m, rows].map(|x| x as f64);
        match self {
            Self::Cheaper => {
                let before = m * m * n / 2.0 + m.powi(3) / 6.0;
                2.0 * m <= n && 2.0 * SWEEPS * rows * (n - m) > before
            }
            Self::All => false,
            Self::Touched => true,
        }
    }
}

/// What contacts see of A⁻¹.
#[derive(Clone, Debug, Default)]
pub struct Condensed {
    /// Touched degrees of freedom, rising; none of a small body that is seen through all.
    touched: Vec<u32>,
    /// R, of the touched ones.
    root: DMatrix<f64>,
}

impl Condensed {
    /// Forgets everything: A is another.
    pub fn clear(&mut self) {
        self.touched.clear();
    }

    /// How many numbers a row has.
    pub fn len(&self) -> usize {
        self.touched.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.touched.is_empty()
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
    /// Makes G and its root for the spots that are touched, where contacts see these alone.
    pub(in crate::bodies) fn condense(
        &self,
        spots: impl Iterator<Item = Spot>,
        round: &mut Round<D>,
    ) {
        let Some(factor) = round.factor.as_deref() else { return };
        let (mut touched, mut rows, known) = (vec![], 0, &mut round.condensed);
        for spot in spots {
            rows += D;
            for (node, _) in self.model.surface.shares(&spot) {
                let own = (0..D).map(|k| node * D + k).filter(|dof| !self.is_held[*dof]);
                touched.extend(own.map(|dof| dof as u32));
            }
        }
        touched.sort_unstable();
        touched.dedup();
        let sees_touched = match factor {
            // Of bodies that are not linear A is another in every round, and so would G be.
            Factor::Dense(_) if self.seen == Seen::Cheaper && !self.is_linear() => false,
            Factor::Dense(_) => self.seen.is_touched(self.model.len(), touched.len(), rows),
            Factor::Sparse(_) => true,
            Factor::Modal(_) => false,
        };
        if !sees_touched {
            known.clear();
            return;
        }
        if touched == known.touched && known.root.nrows() == touched.len() {
            return;
        }
        let begin = Instant::now();
        let dofs: Vec<usize> = touched.iter().map(|dof| *dof as usize).collect();
        let (m, mut gram) = (dofs.len(), factor.inverse_at(&dofs));
        known.clear();
        match (dense_cholesky(m, &mut gram), factor) {
            (Ok(()), _) => (known.root, known.touched) = (DMatrix::from_vec(m, m, gram), touched),
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
        for (node, share) in self.model.surface.shares(spot) {
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
            Some(Factor::Modal(shapes)) => shapes.ncols(),
            Some(Factor::Dense(_)) if round.condensed.is_empty() => self.model.len(),
            Some(Factor::Dense(_) | Factor::Sparse(_)) => round.condensed.len(),
            None => self.model.len(),
        }
    }
}
