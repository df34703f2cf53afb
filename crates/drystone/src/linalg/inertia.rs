//! A sparse symmetric positive definite matrix A that is the inertia of a mesh, with its factor and what was asked of
//! its inverse. Many may ask at once.

use super::{Analysis, CholeskyError, PartialInverse, SparseCholesky};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A and A = L Lᵀ.
pub struct Inertia {
    analysis: Arc<Analysis>,
    /// The lower triangle of A, in the order of the pattern.
    values: Vec<f64>,
    known: Mutex<Known>,
}

struct Known {
    cholesky: SparseCholesky,
    /// Of A⁻¹ at the degrees of freedom that were asked for.
    inverse: PartialInverse,
    /// Of A⁻¹ at the places of A; nothing before it was asked for.
    on_pattern: Vec<f64>,
}

impl std::fmt::Debug for Inertia {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Inertia of {} degrees of freedom", self.len())
    }
}

impl Inertia {
    /// Factors the matrix whose lower triangle has these values.
    ///
    /// # Errors
    ///
    /// Where it is not positive definite, or too large.
    pub fn new(analysis: Arc<Analysis>, values: Vec<f64>) -> Result<Self, CholeskyError> {
        let mut cholesky = SparseCholesky::of(analysis.clone())?;
        cholesky.factor(&values)?;
        let known = Known { cholesky, inverse: PartialInverse::default(), on_pattern: vec![] };
        Ok(Self { analysis, values, known: Mutex::new(known) })
    }

    /// Degrees of freedom.
    pub fn len(&self) -> usize {
        self.analysis.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.analysis.is_empty()
    }

    /// The pattern, which matrices of one make share.
    pub fn analysis(&self) -> &Arc<Analysis> {
        &self.analysis
    }

    /// The lower triangle of A, in the order of the pattern.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Row, column and value of the lower triangle, column by column.
    pub fn entries(&self) -> impl Iterator<Item = (usize, usize, f64)> {
        let (start, rows) = self.analysis.pattern();
        let columns = start.windows(2).enumerate();
        columns.flat_map(move |(column, range)| {
            (range[0]..range[1]).map(move |k| (rows[k], column, self.values[k]))
        })
    }

    /// x ← A⁻¹ x.
    pub fn solve(&self, x: &mut [f64]) {
        self.known().cholesky.solve(x);
    }

    /// The lower triangle of A⁻¹ at some degrees of freedom, by columns, with zeros above it.
    pub fn inverse_at(&self, dofs: &[usize]) -> Vec<f64> {
        let Known { cholesky, inverse, .. } = &mut *self.known();
        inverse.at(cholesky, dofs)
    }

    /// The same where the degrees of freedom are, as a rule, those of one element: of these all numbers are
    /// found at once, for all elements.
    pub fn inverse_in_element(&self, dofs: &[usize]) -> Vec<f64> {
        let mut known = self.known();
        let Known { cholesky, inverse, on_pattern } = &mut *known;
        if on_pattern.is_empty() {
            *on_pattern = cholesky.inverse_on_pattern();
        }
        let (start, rows) = self.analysis.pattern();
        let m = dofs.len();
        let mut numbers = vec![0.0; m * m];
        for j in 0..m {
            for i in j..m {
                let (row, column) = (dofs[i].max(dofs[j]), dofs[i].min(dofs[j]));
                let range = start[column]..start[column + 1];
                match rows[range.clone()].binary_search(&row) {
                    Ok(k) => numbers[i + j * m] = on_pattern[range.start + k],
                    Err(_) => return inverse.at(cholesky, dofs),
                }
            }
        }
        numbers
    }

    /// Numbers in L, and those of A and of A⁻¹ that are kept beside it.
    pub fn numbers(&self) -> [usize; 2] {
        let Known { cholesky, inverse, on_pattern } = &*self.known();
        [cholesky.fill(), self.values.len() + inverse.len() + on_pattern.len()]
    }

    /// A lock that a panic elsewhere does not break: what it guards is whole between calls.
    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
