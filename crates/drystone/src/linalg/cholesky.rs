//! Sparse Cholesky factors A = L Lᵀ of symmetric positive definite matrices of one pattern.
//!
//! A thin layer over faer: the order of elimination and all memory are got once, factoring and
//! solving allocate nothing. Several matrices of one pattern share an [`Analysis`]. For matrices made of dense blocks that are not symmetric see
//! [`block_lu`](super::block_lu).

use super::half_solve::Tree;
use faer::dyn_stack::{MemBuffer, MemStack, StackReq};
use faer::linalg::cholesky::llt::factor::{LltParams, LltRegularization};
use faer::perm::PermRef;
use faer::sparse::linalg::SupernodalThreshold;
use faer::sparse::linalg::cholesky::{
    CholeskySymbolicParams, LltRef, SymbolicCholesky, SymmetricOrdering,
    factorize_symbolic_cholesky,
};
use faer::sparse::{SparseColMatRef, SymbolicSparseColMatRef};
use faer::{Conj, MatMut, Par, Side, Spec};
use std::sync::Arc;

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

/// What all matrices of one pattern share: the order of elimination and where the numbers of L are.
#[derive(Debug)]
pub struct Analysis {
    dimension: usize,
    column_start: Vec<usize>,
    rows: Vec<usize>,
    pub(super) symbolic: SymbolicCholesky<usize>,
    /// Where the order was given.
    pub(super) tree: Option<Tree>,
    /// What factoring and solving for one right-hand side need.
    room: StackReq,
}

impl Analysis {
    /// Of a lower triangle given by columns: where each column begins in `rows` (one more entry than columns),
    /// and its rows, ascending. The order of elimination is one of approximately minimum degree; dense
    /// blocks of L are sought where they pay.
    ///
    /// # Panics
    ///
    /// If the arrays are no such pattern.
    pub fn new(n: usize, column_start: &[usize], rows: &[usize]) -> Result<Self, CholeskyError> {
        let params = CholeskySymbolicParams::default();
        Self::with(n, column_start, rows, SymmetricOrdering::Amd, params)
    }

    /// The same with an order of elimination that is given; L consists of dense blocks, however small.
    ///
    /// # Panics
    ///
    /// If the arrays are no such pattern, or the order has not every column once.
    pub fn in_order(
        n: usize,
        column_start: &[usize],
        rows: &[usize],
        order: &[usize],
    ) -> Result<Self, CholeskyError> {
        let mut place = vec![0; n];
        order.iter().enumerate().for_each(|(k, column)| place[*column] = k);
        let order = SymmetricOrdering::Custom(PermRef::new_checked(order, &place, n));
        let supernodal_flop_ratio_threshold = SupernodalThreshold::FORCE_SUPERNODAL;
        let params =
            CholeskySymbolicParams { supernodal_flop_ratio_threshold, ..Default::default() };
        let mut analysis = Self::with(n, column_start, rows, order, params)?;
        analysis.tree = Tree::of(&analysis.symbolic);
        Ok(analysis)
    }

    fn with(
        n: usize,
        column_start: &[usize],
        rows: &[usize],
        order: SymmetricOrdering<'_, usize>,
        params: CholeskySymbolicParams<'_>,
    ) -> Result<Self, CholeskyError> {
        let pattern = SymbolicSparseColMatRef::new_checked(n, n, column_start, None, rows);
        let symbolic = factorize_symbolic_cholesky(pattern, Side::Lower, order, params)
            .map_err(|_| CholeskyError::TooLarge)?;
        let room = StackReq::or(
            symbolic.factorize_numeric_llt_scratch::<f64>(Par::Seq, Spec::default()),
            symbolic.solve_in_place_scratch::<f64>(1, Par::Seq),
        );
        let (column_start, rows) = (column_start.to_vec(), rows.to_vec());
        Ok(Self { dimension: n, column_start, rows, symbolic, tree: None, room })
    }

    /// Rows and columns of the matrices.
    pub fn len(&self) -> usize {
        self.dimension
    }

    /// Whether they have none.
    pub fn is_empty(&self) -> bool {
        self.dimension == 0
    }

    /// Whether it is that of a pattern.
    pub fn is_of(&self, column_start: &[usize], rows: &[usize]) -> bool {
        self.column_start == column_start && self.rows == rows
    }

    /// The pattern: where each column begins in the list of rows, and that list.
    pub fn pattern(&self) -> (&[usize], &[usize]) {
        (&self.column_start, &self.rows)
    }

    /// Numbers in the factors.
    pub fn fill(&self) -> usize {
        self.symbolic.len_val()
    }
}

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
    pub(super) analysis: Arc<Analysis>,
    pub(super) factors: Vec<f64>,
    memory: MemBuffer,
}

impl SparseCholesky {
    /// [`Analysis::new`] and room for the factors.
    ///
    /// # Panics
    ///
    /// If the arrays are no lower triangle by columns.
    pub fn analyse(
        n: usize,
        column_start: &[usize],
        rows: &[usize],
    ) -> Result<Self, CholeskyError> {
        Self::of(Arc::new(Analysis::new(n, column_start, rows)?))
    }

    /// Room for the factors of a matrix of a known pattern.
    pub fn of(analysis: Arc<Analysis>) -> Result<Self, CholeskyError> {
        let memory = MemBuffer::try_new(analysis.room).map_err(|_| CholeskyError::TooLarge)?;
        let fill = analysis.fill();
        let mut factors = vec![];
        factors.try_reserve_exact(fill).map_err(|_| CholeskyError::TooLarge)?;
        factors.resize(fill, 0.0);
        Ok(Self { analysis, factors, memory })
    }

    /// Factors the matrix whose lower triangle has these values, in the order of the pattern.
    /// After an error the factors are useless until the next success.
    ///
    /// # Panics
    ///
    /// If there are more or fewer values than the pattern has.
    pub fn factor(&mut self, values: &[f64]) -> Result<(), CholeskyError> {
        let Analysis { dimension: n, column_start, rows, symbolic, .. } = &*self.analysis;
        let pattern = SymbolicSparseColMatRef::new_checked(*n, *n, column_start, None, rows);
        let matrix = SparseColMatRef::new(pattern, values);
        let params: Spec<LltParams, f64> = Spec::default();
        symbolic
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
        let Analysis { dimension, symbolic, .. } = &*self.analysis;
        let x = MatMut::from_column_major_slice_mut(x, *dimension, 1);
        LltRef::new(symbolic, &self.factors).solve_in_place_with_conj(
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

    /// What it shares with other matrices of its pattern.
    pub fn analysis(&self) -> &Arc<Analysis> {
        &self.analysis
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
}
