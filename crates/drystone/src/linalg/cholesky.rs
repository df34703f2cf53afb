//! Sparse Cholesky factors A = L Lᵀ of symmetric positive definite matrices of one pattern.
//!
//! A thin layer over faer: the order of elimination and all memory are got once, factoring and
//! solving allocate nothing, but for the first time that so many right-hand sides are solved at once. For matrices made of dense blocks that are not symmetric see
//! [`block_lu`](super::block_lu).

use faer::dyn_stack::{MemBuffer, MemStack, StackReq};
use faer::linalg::cholesky::llt::factor::{LltParams, LltRegularization};
use faer::sparse::linalg::cholesky::{
    CholeskySymbolicParams, LltRef, SymbolicCholesky, SymmetricOrdering,
    factorize_symbolic_cholesky,
};
use faer::sparse::{SparseColMatRef, SymbolicSparseColMatRef};
use faer::{Conj, MatMut, Par, Side, Spec};

/// Why a factorisation failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CholeskyError {
    /// The matrix is not positive definite to rounding, or not finite.
    NotPositiveDefinite,
    /// The factors are too large for the memory or the indices.
    TooLarge,
}

impl std::fmt::Display for CholeskyError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::NotPositiveDefinite => "the matrix is not positive definite",
            Self::TooLarge => "the factors are too large for the memory",
        })
    }
}

impl std::error::Error for CholeskyError {}

/// Factors of a symmetric positive definite matrix, and everything needed to compute them again.
///
/// ```
/// use drystone::linalg::SparseCholesky;
///
/// // The lower triangle of [4 2; 2 5], by columns.
/// let mut a = SparseCholesky::analyse(2, &[0, 2, 3], &[0, 1, 1]).expect("small");
/// a.factor(&[4.0, 2.0, 5.0]).expect("positive definite");
/// let mut x = [6.0, 7.0];
/// a.solve(&mut x);
/// assert_eq!(x, [1.0, 1.0]);
/// ```
pub struct SparseCholesky {
    dimension: usize,
    column_start: Vec<usize>,
    rows: Vec<usize>,
    symbolic: SymbolicCholesky<usize>,
    factors: Vec<f64>,
    /// What factoring and solving for one right-hand side need, and for how many there is room.
    room: StackReq,
    columns: usize,
    memory: MemBuffer,
}

impl SparseCholesky {
    /// Chooses the order of elimination for a lower triangle given by columns: where each column
    /// begins in `rows` (one more entry than columns), and its rows, ascending.
    ///
    /// # Panics
    ///
    /// If the arrays are no such pattern.
    pub fn analyse(
        n: usize,
        column_start: &[usize],
        rows: &[usize],
    ) -> Result<Self, CholeskyError> {
        let pattern = SymbolicSparseColMatRef::new_checked(n, n, column_start, None, rows);
        let symbolic = factorize_symbolic_cholesky(
            pattern,
            Side::Lower,
            SymmetricOrdering::Amd,
            CholeskySymbolicParams::default(),
        )
        .map_err(|_| CholeskyError::TooLarge)?;
        let room = StackReq::or(
            symbolic.factorize_numeric_llt_scratch::<f64>(Par::Seq, Spec::default()),
            symbolic.solve_in_place_scratch::<f64>(1, Par::Seq),
        );
        let memory = MemBuffer::try_new(room).map_err(|_| CholeskyError::TooLarge)?;
        Ok(Self {
            dimension: n,
            column_start: column_start.to_vec(),
            rows: rows.to_vec(),
            factors: vec![0.0; symbolic.len_val()],
            symbolic,
            room,
            columns: 1,
            memory,
        })
    }

    /// Factors the matrix whose lower triangle has these values, in the order of the pattern.
    /// After an error the factors are useless until the next success.
    ///
    /// # Panics
    ///
    /// If there are more or fewer values than the pattern has.
    pub fn factor(&mut self, values: &[f64]) -> Result<(), CholeskyError> {
        let n = self.dimension;
        let pattern =
            SymbolicSparseColMatRef::new_checked(n, n, &self.column_start, None, &self.rows);
        let matrix = SparseColMatRef::new(pattern, values);
        let params: Spec<LltParams, f64> = Spec::default();
        self.symbolic
            .factorize_numeric_llt(
                &mut self.factors,
                matrix,
                Side::Lower,
                LltRegularization::default(),
                Par::Seq,
                MemStack::new(&mut self.memory),
                params,
            )
            .map(|_| ())
            .map_err(|_| CholeskyError::NotPositiveDefinite)
    }

    /// Replaces the right-hand side `x` by the solution.
    ///
    /// # Panics
    ///
    /// If `x` does not have the dimension of the matrix.
    pub fn solve(&mut self, x: &mut [f64]) {
        self.solve_many(x, 1);
    }

    /// [`Self::solve`] of so many right-hand sides, one after the other in `x`: cheaper together, because
    /// the factors are read once.
    ///
    /// # Panics
    ///
    /// If `x` is not as long as that.
    pub fn solve_many(&mut self, x: &mut [f64], count: usize) {
        if count > self.columns {
            let room = self.symbolic.solve_in_place_scratch::<f64>(count, Par::Seq);
            self.memory = MemBuffer::new(StackReq::or(self.room, room));
            self.columns = count;
        }
        let x = MatMut::from_column_major_slice_mut(x, self.dimension, count);
        LltRef::new(&self.symbolic, &self.factors).solve_in_place_with_conj(
            Conj::No,
            x,
            Par::Seq,
            MemStack::new(&mut self.memory),
        );
    }

    /// Numbers in the factors.
    pub fn fill(&self) -> usize {
        self.factors.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{DMatrix, DVector};

    /// A graph Laplacian plus a positive diagonal, with a few pseudo-random long couplings.
    fn matrix(n: usize, shift: f64) -> DMatrix<f64> {
        let mut a = DMatrix::zeros(n, n);
        let mut couple = |i: usize, j: usize, w: f64| {
            if i != j {
                (a[(i, i)], a[(j, j)]) = (a[(i, i)] + w, a[(j, j)] + w);
                (a[(i, j)], a[(j, i)]) = (a[(i, j)] - w, a[(j, i)] - w);
            }
        };
        for i in 0..n {
            couple(i, (i + 1) % n, 1.0 + shift);
            couple(i, (7 * i + 3) % n, 0.5 + 0.1 * i as f64);
        }
        for i in 0..n {
            a[(i, i)] += 0.01 + shift;
        }
        a
    }

    /// The lower triangle by columns; the diagonal is always there.
    fn lower(a: &DMatrix<f64>) -> (Vec<usize>, Vec<usize>, Vec<f64>) {
        let (mut start, mut rows, mut values) = (vec![0], vec![], vec![]);
        for j in 0..a.ncols() {
            for i in (j..a.nrows()).filter(|i| *i == j || a[(*i, j)] != 0.0) {
                rows.push(i);
                values.push(a[(i, j)]);
            }
            start.push(rows.len());
        }
        (start, rows, values)
    }

    #[test]
    fn agrees_with_dense_factors_when_values_change() {
        for n in [0, 1, 2, 5, 40, 200] {
            let (start, rows, _) = lower(&matrix(n, 0.0));
            let mut cholesky = SparseCholesky::analyse(n, &start, &rows).expect("small");
            assert!(cholesky.fill() >= rows.len());
            for shift in [0.0, 2.0] {
                let a = matrix(n, shift);
                let (_, same, values) = lower(&a);
                assert_eq!(rows, same);
                cholesky.factor(&values).expect("positive definite");
                let b = DVector::from_fn(n, |i, _| (i as f64).sin());
                let mut x = b.clone();
                cholesky.solve(x.as_mut_slice());
                let exact = a.cholesky().expect("positive definite").solve(&b);
                assert!((&x - &exact).amax() <= 1e-12 * exact.amax(), "{n} {shift}");
            }
        }
    }

    #[test]
    fn an_indefinite_matrix_is_an_error_and_the_next_one_is_not() {
        let mut cholesky = SparseCholesky::analyse(2, &[0, 2, 3], &[0, 1, 1]).expect("small");
        for bad in [[1.0, 2.0, 1.0], [-1.0, 0.0, 1.0], [f64::NAN, 0.0, 1.0]] {
            assert_eq!(cholesky.factor(&bad), Err(CholeskyError::NotPositiveDefinite));
        }
        cholesky.factor(&[2.0, 1.0, 2.0]).expect("positive definite");
        let mut x = [3.0, 3.0];
        cholesky.solve(&mut x);
        assert!(x.iter().all(|x| (x - 1.0).abs() < 1e-15));
    }

    /// Columns solved together are those solved alone, and do not depend on each other to the last bit.
    #[test]
    fn many_right_hand_sides_are_solved_as_one() {
        let n = 150;
        let a = matrix(n, 1.0);
        let (start, rows, values) = lower(&a);
        let mut cholesky = SparseCholesky::analyse(n, &start, &rows).expect("a pattern");
        cholesky.factor(&values).expect("positive definite");
        let side = |k: usize| (0..n).map(move |i| ((i * 7 + k * 13) % 11) as f64 - 5.0);
        let together = |order: &mut dyn Iterator<Item = usize>, cholesky: &mut SparseCholesky| {
            let mut x: Vec<f64> = order.flat_map(side).collect();
            cholesky.solve_many(&mut x, 32);
            x
        };
        let up = together(&mut (0..32), &mut cholesky);
        let down = together(&mut (0..32).rev(), &mut cholesky);
        for k in 0..32 {
            let mut alone: Vec<f64> = side(k).collect();
            cholesky.solve(&mut alone);
            let (first, second) = (&up[k * n..(k + 1) * n], &down[(31 - k) * n..(32 - k) * n]);
            assert_eq!(first, second);
            let off = first.iter().zip(&alone).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            assert!(off < 1e-12, "{off}");
        }
    }
}
