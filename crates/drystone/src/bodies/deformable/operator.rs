//! The matrices of a meshed body in one step: A = M + h θ V + h² θ² K, and its factor.
//!
//! Bodies that are alike share it. Held degrees of freedom stand in it as if they were alone.

use crate::linalg::{CholeskyError, Sparse, SparseCholesky};
use nalgebra::DMatrix;
use std::sync::Mutex;

/// Bodies with at most as many degrees of freedom have dense factors.
const DENSE: usize = 150;

/// A = L Lᵀ, by which contacts see a body.
pub enum Factor {
    /// L⁻¹, by rows, of small bodies.
    Dense(DMatrix<f64>),
    /// Of large ones.
    Sparse(Box<Mutex<SparseCholesky>>),
    /// S with A⁻¹ = S Sᵀ, of bodies that move in a few modes.
    Modal(DMatrix<f64>),
}

impl std::fmt::Debug for Factor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Dense(_) => "Dense",
            Self::Sparse(_) => "Sparse",
            Self::Modal(_) => "Modal",
        })
    }
}

impl Factor {
    /// Of a symmetric matrix; rows and columns of held degrees of freedom count as those of one.
    ///
    /// # Errors
    ///
    /// Where it is not positive definite.
    pub fn of(a: &Sparse, held: &[bool]) -> Result<Self, CholeskyError> {
        let n = a.rows();
        let entry = |i: usize, j: usize, value: f64| match (held[i] || held[j], i == j) {
            (true, true) => 1.0,
            (true, false) => 0.0,
            _ => value,
        };
        if n <= DENSE {
            let mut dense = DMatrix::zeros(n, n);
            for i in 0..n {
                let (columns, values) = a.row(i);
                for (j, value) in columns.iter().zip(values) {
                    dense[(i, *j as usize)] = entry(i, *j as usize, *value);
                }
            }
            let l = dense.cholesky().ok_or(CholeskyError::NotPositiveDefinite)?.unpack();
            let inverse = l.try_inverse().ok_or(CholeskyError::NotPositiveDefinite)?;
            return Ok(Self::Dense(inverse));
        }
        // By symmetry the upper part of the rows is the lower one of the columns.
        let (mut start, mut rows, mut numbers) = (vec![0], vec![], vec![]);
        for i in 0..n {
            let (columns, values) = a.row(i);
            for (j, value) in columns.iter().zip(values).filter(|(j, _)| **j as usize >= i) {
                rows.push(*j as usize);
                numbers.push(entry(i, *j as usize, *value));
            }
            start.push(rows.len());
        }
        let mut cholesky = SparseCholesky::analyse(n, &start, &rows)?;
        cholesky.factor(&numbers)?;
        Ok(Self::Sparse(Box::new(Mutex::new(cholesky))))
    }

    /// x ← A⁻¹ x.
    pub fn solve(&self, x: &mut [f64]) {
        match self {
            Self::Dense(inverse) => {
                let n = x.len();
                let y: Vec<f64> =
                    (0..n).map(|i| (0..=i).map(|j| inverse[(i, j)] * x[j]).sum()).collect();
                for (j, x) in x.iter_mut().enumerate() {
                    *x = (j..n).map(|i| inverse[(i, j)] * y[i]).sum();
                }
            }
            Self::Modal(shapes) => {
                let given = nalgebra::DVectorView::from_slice(x, x.len());
                let answer = shapes * shapes.tr_mul(&given);
                x.copy_from_slice(answer.as_slice());
            }
            Self::Sparse(cholesky) => {
                let mut cholesky = cholesky.lock().unwrap_or_else(|broken| broken.into_inner());
                cholesky.solve(x);
            }
        }
    }

    /// [`Self::solve`] of several columns, one after the other in `x`.
    pub fn solve_many(&self, x: &mut [f64], count: usize) {
        match self {
            Self::Dense(_) | Self::Modal(_) => {
                let length = (x.len() / count.max(1)).max(1);
                x.chunks_exact_mut(length).for_each(|x| self.solve(x));
            }
            Self::Sparse(cholesky) => {
                let mut cholesky = cholesky.lock().unwrap_or_else(|broken| broken.into_inner());
                cholesky.solve_many(x, count);
            }
        }
    }
}
