//! Numbers of A⁻¹ at the rows and columns that are asked for, from [`Half`] solutions that are kept.

use super::{CholeskyError, Half, SparseCholesky, TOGETHER};
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::cholesky::llt::factor::{
    LltParams, LltRegularization, cholesky_in_place, cholesky_in_place_scratch,
};
use faer::{MatMut, Par, Spec};
use std::collections::HashMap;

/// What is known of the inverse of a matrix that is factored.
#[derive(Clone, Debug, Default)]
pub struct PartialInverse {
    /// Columns that were asked for, and where each is in that list.
    columns: Vec<usize>,
    place: HashMap<usize, usize>,
    /// Of [`TOGETHER`] columns each.
    halves: Vec<Half>,
    /// Of two halves, the first of them first.
    products: HashMap<[usize; 2], Vec<f64>>,
}

impl PartialInverse {
    /// The lower triangle of A⁻¹ at the rows and columns given, by columns, with zeros above it. No number
    /// depends on what was asked for before, to the last bit.
    ///
    /// # Panics
    ///
    /// If the order of elimination was not given ([`Analysis::in_order`](super::Analysis::in_order)).
    pub fn at(&mut self, cholesky: &SparseCholesky, columns: &[usize]) -> Vec<f64> {
        self.learn(cholesky, columns);
        let mut members: Vec<(usize, Vec<(usize, usize)>)> = vec![];
        let mut places: Vec<(usize, usize)> =
            columns.iter().enumerate().map(|(k, column)| (self.place[column], k)).collect();
        places.sort_unstable();
        for own in places.chunk_by(|a, b| a.0 / TOGETHER == b.0 / TOGETHER) {
            let inside = own.iter().map(|(place, k)| (place % TOGETHER, *k));
            members.push((own[0].0 / TOGETHER, inside.collect()));
        }
        let n = columns.len();
        let mut numbers = vec![0.0; n * n];
        for (first, (one, rows)) in members.iter().enumerate() {
            for (two, others) in &members[first..] {
                let halves = &self.halves;
                let products = self.products.entry([*one, *two]);
                let products = products.or_insert_with(|| halves[*one].products(&halves[*two]));
                for (j, column) in others {
                    for (i, row) in rows {
                        let (low, high) = (row.min(column), row.max(column));
                        numbers[high + low * n] = products[i + j * TOGETHER];
                    }
                }
            }
        }
        numbers
    }

    /// Solves for columns that were not asked for before, the last ones again that were less than could be
    /// solved for together.
    fn learn(&mut self, cholesky: &SparseCholesky, columns: &[usize]) {
        let known = self.columns.len();
        self.columns.extend(columns.iter().filter(|column| !self.place.contains_key(column)));
        let analysis = cholesky.analysis();
        self.columns[known..].sort_unstable_by_key(|column| analysis.place(*column));
        self.columns.dedup();
        if self.columns.len() == known {
            return;
        }
        let new = self.columns.iter().enumerate().skip(known);
        self.place.extend(new.map(|(k, column)| (*column, k)));
        let full = known / TOGETHER;
        self.halves.truncate(full);
        self.products.retain(|[_, last], _| *last < full);
        let more = self.columns[full * TOGETHER..].chunks(TOGETHER);
        self.halves.extend(more.map(|columns| cholesky.half_solve(columns)));
    }

    /// Numbers that are kept.
    pub fn len(&self) -> usize {
        self.halves.iter().map(Half::len).sum::<usize>() + self.products.len() * TOGETHER * TOGETHER
    }

    /// Whether nothing was asked for.
    pub fn is_empty(&self) -> bool {
        self.columns.is_empty()
    }
}

/// Replaces the lower triangle of a dense matrix, by columns, by that of L with A = L Lᵀ.
///
/// # Errors
///
/// Where it is not positive definite.
///
/// # Panics
///
/// If there are not n² numbers.
pub fn dense_cholesky(n: usize, numbers: &mut [f64]) -> Result<(), CholeskyError> {
    let params: Spec<LltParams, f64> = Spec::default();
    let room = cholesky_in_place_scratch::<f64>(n, Par::Seq, params);
    let mut memory = MemBuffer::try_new(room).map_err(|_| CholeskyError::TooLarge)?;
    let matrix = MatMut::from_column_major_slice_mut(numbers, n, n);
    let (none, stack) = (LltRegularization::default(), MemStack::new(&mut memory));
    cholesky_in_place(matrix, none, Par::Seq, stack, params)
        .map(|_| ())
        .map_err(|_| CholeskyError::NotPositiveDefinite)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linalg::Analysis;
    use nalgebra::DMatrix;
    use std::sync::Arc;

    /// A matrix with few entries, by columns and dense.
    fn matrix(n: usize) -> (SparseCholesky, DMatrix<f64>) {
        let (mut start, mut rows, mut values) = (vec![0], vec![], vec![]);
        let mut dense = DMatrix::zeros(n, n);
        for k in 0..n {
            for row in [k, k + 1, k + 9, k + 40].into_iter().filter(|row| *row < n) {
                let value = if row == k { 5.0 } else { -1.0 - 0.1 * (k % 3) as f64 };
                (dense[(row, k)], dense[(k, row)]) = (value, value);
                rows.push(row);
                values.push(value);
            }
            start.push(rows.len());
        }
        let order: Vec<usize> = (0..n).rev().collect();
        let analysis = Analysis::in_order(n, &start, &rows, &order).expect("small");
        let mut cholesky = SparseCholesky::of(Arc::new(analysis)).expect("small");
        // Diagonally dominant but for a little.
        dense += DMatrix::identity(n, n) * 4.0;
        rows.iter().zip(&mut values).enumerate().for_each(|(k, (row, value))| {
            let column = start.partition_point(|start| *start <= k) - 1;
            *value += if *row == column { 4.0 } else { 0.0 };
        });
        cholesky.factor(&values).expect("positive definite");
        (cholesky, dense)
    }

    #[test]
    fn numbers_are_those_of_the_inverse_in_whatever_order_they_are_asked_for() {
        let (cholesky, dense) = matrix(200);
        let inverse = dense.try_inverse().expect("regular");
        let all: Vec<usize> = (0..200).step_by(2).collect();
        let mut at_once = PartialInverse::default();
        let numbers = at_once.at(&cholesky, &all);
        for (j, column) in all.iter().enumerate() {
            for (i, row) in all.iter().enumerate() {
                let exact = if i >= j { inverse[(*row, *column)] } else { 0.0 };
                assert!((numbers[i + j * all.len()] - exact).abs() < 1e-14);
            }
        }
        let mut bit_by_bit = PartialInverse::default();
        for count in [1, 3, 4, 40, 41, 77] {
            let some: Vec<usize> = all.iter().rev().take(count).copied().collect();
            bit_by_bit.at(&cholesky, &some);
        }
        assert_eq!(bit_by_bit.at(&cholesky, &all), numbers);
        // Fewer than are known.
        let part = at_once.at(&cholesky, &all[10..20]);
        for j in 0..10 {
            for i in j..10 {
                assert_eq!(part[i + j * 10], numbers[i + 10 + (j + 10) * all.len()]);
            }
        }
    }

    #[test]
    fn dense_factors_are_factors() {
        let (_, dense) = matrix(70);
        let mut numbers = dense.as_slice().to_vec();
        dense_cholesky(70, &mut numbers).expect("positive definite");
        let l = DMatrix::from_column_slice(70, 70, &numbers).lower_triangle();
        assert!((&l * l.transpose() - &dense).amax() < 1e-13);
        assert_eq!(dense_cholesky(1, &mut [-1.0]), Err(CholeskyError::NotPositiveDefinite));
    }
}
