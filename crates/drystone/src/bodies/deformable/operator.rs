//! The matrices of a meshed body in one step: A = M + h θ V + h² θ² K, and its factor.
//!
//! Bodies that are alike share it. Held degrees of freedom stand in it as if they were alone.

use crate::linalg::{Analysis, CholeskyError, Graph, Inertia, Sparse, node_order};
use nalgebra::DMatrix;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

/// Bodies with at most as many degrees of freedom have dense factors.
const DENSE: usize = 150;

/// A = L Lᵀ, by which contacts see a body.
pub enum Factor {
    /// L⁻¹, by rows, of small bodies.
    Dense(DMatrix<f64>),
    /// Of large ones, with A itself.
    Sparse(Arc<Inertia>),
    /// S with A⁻¹ = S Sᵀ, of bodies that move in a few modes.
    Modal(DMatrix<f64>),
}

/// The order of elimination and the pattern of L that the matrices of one make share.
#[derive(Debug, Default)]
pub struct Pattern(Mutex<Option<Arc<Analysis>>>);

impl Pattern {
    /// That of a lower triangle by columns, of a mesh whose nodes are at rest at these places: all directions
    /// of a node are eliminated one after the other.
    fn of<const D: usize>(
        &self,
        rest: &[[f64; D]],
        start: &[usize],
        rows: &[usize],
    ) -> Result<Arc<Analysis>, CholeskyError> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(analysis) = known.as_ref().filter(|analysis| analysis.is_of(start, rows)) {
            return Ok(analysis.clone());
        }
        let nodes = node_order(&Graph::of_nodes(start, rows, D), rest);
        let order: Vec<usize> =
            nodes.iter().flat_map(|node| (0..D).map(move |k| node * D + k)).collect();
        let analysis = Arc::new(Analysis::in_order(rest.len() * D, start, rows, &order)?);
        *known = Some(analysis.clone());
        Ok(analysis)
    }
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
    /// Of the symmetric matrix of a mesh; rows and columns of held degrees of freedom count as those of one.
    ///
    /// # Errors
    ///
    /// Where it is not positive definite.
    pub fn of<const D: usize>(
        a: &Sparse,
        held: &[bool],
        rest: &[[f64; D]],
        pattern: &Pattern,
    ) -> Result<Self, CholeskyError> {
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
        let analysis = pattern.of(rest, &start, &rows)?;
        Ok(Self::Sparse(Arc::new(Inertia::new(analysis, numbers)?)))
    }

    /// The lower triangle of A⁻¹ at some degrees of freedom, by columns.
    pub fn inverse_at(&self, dofs: &[usize]) -> Vec<f64> {
        let small = |s: &dyn Fn(usize, usize) -> f64| {
            let m = dofs.len();
            let at = |k: usize| if k % m < k / m { 0.0 } else { s(dofs[k % m], dofs[k / m]) };
            (0..m * m).map(at).collect()
        };
        match self {
            // Columns of L⁻¹ begin at the diagonal.
            Self::Dense(inverse) => small(&|i, j| {
                let (first, n) = (i.max(j), inverse.nrows());
                inverse
                    .view((first, i), (n - first, 1))
                    .dot(&inverse.view((first, j), (n - first, 1)))
            }),
            Self::Modal(shapes) => small(&|i, j| shapes.row(i).dot(&shapes.row(j))),
            Self::Sparse(inertia) => inertia.inverse_at(dofs),
        }
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
            Self::Sparse(inertia) => inertia.solve(x),
        }
    }
}

/// How large factors are, each counted once however many bodies share it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FactorSize {
    /// How many.
    pub factors: usize,
    /// Their degrees of freedom.
    pub degrees_of_freedom: usize,
    /// Their numbers.
    pub numbers: usize,
    /// Memory of these and of what contacts had to know of inverses (bytes).
    pub bytes: usize,
}

impl FactorSize {
    /// Of factors, some of which are the same.
    pub fn of<'a>(factors: impl Iterator<Item = &'a Arc<Factor>>) -> Self {
        let (mut seen, mut size) = (HashSet::new(), Self::default());
        for factor in factors.filter(|factor| seen.insert(Arc::as_ptr(factor))) {
            let (dofs, numbers, known) = match &**factor {
                Factor::Dense(matrix) | Factor::Modal(matrix) => (matrix.nrows(), matrix.len(), 0),
                Factor::Sparse(inertia) => {
                    let [numbers, known] = inertia.numbers();
                    (inertia.len(), numbers, known)
                }
            };
            size.factors += 1;
            size.degrees_of_freedom += dofs;
            size.numbers += numbers;
            size.bytes += (numbers + known) * size_of::<f64>();
        }
        size
    }
}
