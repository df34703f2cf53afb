//! The numbers of A⁻¹ where A itself has some.
//!
//! With A = L Lᵀ and Z = A⁻¹, the part of Z on the pattern of L follows from the root of the elimination tree to
//! its leaves, each dense block of columns from the blocks that it reaches (Takahashi, Fagan, Chin, 1973):
//!
//! ```text
//! Y = L21 L11⁻¹,   Z21 = -Z22 Y,   Z11 = L11⁻ᵀ L11⁻¹ - Yᵀ Z21
//! ```
//!
//! Z22 is needed on the rows of L21 alone, and these have all their pairs in the pattern of L. All of it takes about
//! twice the operations of the factorisation, however many numbers are asked for.

use super::half_solve::blocks;
use super::{Analysis, SparseCholesky};
use faer::linalg::matmul::matmul;
use faer::linalg::triangular_solve::{
    solve_lower_triangular_in_place, solve_upper_triangular_in_place,
};
use faer::sparse::linalg::cholesky::supernodal::{SupernodalLltRef, SymbolicSupernodalCholesky};
use faer::{Accum, MatMut, Par};

impl SparseCholesky {
    /// A⁻¹ at the places of the lower triangle that was analysed, in its order.
    ///
    /// # Panics
    ///
    /// If the order was not given ([`Analysis::in_order`]).
    pub fn inverse_on_pattern(&self) -> Vec<f64> {
        let Analysis { symbolic, tree, .. } = &*self.analysis;
        let all = blocks(symbolic).zip(tree.as_ref());
        let (symbolic, tree) = all.expect("an order that was given");
        let part = Part { symbolic, block: &tree.block, numbers: self.on_factor(symbolic, tree) };
        let (start, rows) = self.analysis.pattern();
        let mut inverse = Vec::with_capacity(rows.len());
        for (column, range) in start.windows(2).enumerate() {
            let own = tree.place[column];
            let of = |row: &usize| part.at(tree.place[*row].max(own), tree.place[*row].min(own));
            inverse.extend(rows[range[0]..range[1]].iter().map(of));
        }
        inverse
    }

    /// Z on the pattern of L, laid out as L is.
    fn on_factor(
        &self,
        symbolic: &SymbolicSupernodalCholesky<usize>,
        tree: &super::half_solve::Tree,
    ) -> Vec<f64> {
        let l = SupernodalLltRef::new(symbolic, &self.factors);
        let numbers = vec![0.0; self.factors.len()];
        let mut part = Part { symbolic, block: &tree.block, numbers };
        let (mut y, mut behind) = (vec![], vec![]);
        for s in (0..symbolic.n_supernodes()).rev() {
            let own = l.supernode(s);
            let (p, q) = (own.val().ncols(), own.pattern().len());
            let (top, bottom) = own.val().split_at_row(p);
            // Yᵀ = L11⁻ᵀ L21ᵀ, p rows.
            y.resize(p * q, 0.0);
            let mut y = MatMut::from_column_major_slice_mut(&mut y[..p * q], p, q);
            y.copy_from(bottom.transpose());
            solve_upper_triangular_in_place(top.transpose(), y.as_mut(), Par::Seq);
            behind.resize(q * q, 0.0);
            let mut z22 = MatMut::from_column_major_slice_mut(&mut behind[..q * q], q, q);
            part.gather(own.pattern(), z22.as_mut());
            let start = symbolic.col_ptr_for_val()[s];
            let own = &mut part.numbers[start..start + (p + q) * p];
            let own = MatMut::from_column_major_slice_mut(own, p + q, p);
            let (mut z11, mut z21) = own.split_at_row_mut(p);
            matmul(z21.as_mut(), Accum::Replace, z22, y.as_ref().transpose(), -1.0, Par::Seq);
            (0..p).for_each(|k| z11[(k, k)] = 1.0);
            solve_lower_triangular_in_place(top, z11.as_mut(), Par::Seq);
            solve_upper_triangular_in_place(top.transpose(), z11.as_mut(), Par::Seq);
            matmul(z11, Accum::Add, y, z21, -1.0, Par::Seq);
        }
        part.numbers
    }
}

/// What is known of Z.
struct Part<'a> {
    symbolic: &'a SymbolicSupernodalCholesky<usize>,
    /// The block of each place.
    block: &'a [u32],
    numbers: Vec<f64>,
}

impl Part<'_> {
    /// Z between two places, the later one first, which are in the pattern of L.
    fn at(&self, row: usize, column: usize) -> f64 {
        let s = self.block[column] as usize;
        let (begin, end) = (self.symbolic.supernode_begin()[s], self.symbolic.supernode_end()[s]);
        let pattern = self.symbolic.supernode(s).pattern();
        let down = match row < end {
            true => row - begin,
            false => end - begin + pattern.partition_point(|place| *place < row),
        };
        let height = end - begin + pattern.len();
        self.numbers[self.symbolic.col_ptr_for_val()[s] + (column - begin) * height + down]
    }

    /// Z among the places of a pattern, both triangles.
    fn gather(&self, places: &[usize], mut into: MatMut<'_, f64>) {
        for (j, column) in places.iter().enumerate() {
            let s = self.block[*column] as usize;
            let (begin, end) =
                (self.symbolic.supernode_begin()[s], self.symbolic.supernode_end()[s]);
            let pattern = self.symbolic.supernode(s).pattern();
            let first = self.symbolic.col_ptr_for_val()[s]
                + (column - begin) * (end - begin + pattern.len());
            // Both lists rise: one way through them.
            let mut next = 0;
            for (i, row) in places.iter().enumerate().skip(j) {
                let down = if *row < end {
                    row - begin
                } else {
                    while pattern[next] < *row {
                        next += 1;
                    }
                    end - begin + next
                };
                let number = self.numbers[first + down];
                (into[(i, j)], into[(j, i)]) = (number, number);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::linalg::{Analysis, SparseCholesky};
    use std::sync::Arc;

    #[test]
    fn numbers_are_those_of_solutions() {
        let n = 150;
        let (mut start, mut rows, mut values) = (vec![0], vec![], vec![]);
        for k in 0..n {
            for row in [k, k + 1, k + 9, k + 40].into_iter().filter(|row| *row < n) {
                rows.push(row);
                values.push(if row == k { 9.0 } else { -1.0 - 0.1 * (k % 3) as f64 });
            }
            start.push(rows.len());
        }
        let order: Vec<usize> = (0..n).map(|k| k * 7 % n).collect();
        let analysis = Analysis::in_order(n, &start, &rows, &order).expect("small");
        let mut cholesky = SparseCholesky::of(Arc::new(analysis)).expect("small");
        cholesky.factor(&values).expect("positive definite");
        let inverse = cholesky.inverse_on_pattern();
        assert_eq!(inverse.len(), rows.len());
        for column in 0..n {
            let mut x = vec![0.0; n];
            x[column] = 1.0;
            cholesky.solve(&mut x);
            for k in start[column]..start[column + 1] {
                let off = inverse[k] - x[rows[k]];
                assert!(off.abs() < 1e-15, "{column} {}: {off:e}", rows[k]);
            }
        }
    }
}
