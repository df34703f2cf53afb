//! L⁻¹ of a few unit vectors, on the branches of the elimination tree where it is not zero.
//!
//! With A = L Lᵀ the number of A⁻¹ at (i, j) is (L⁻¹ e_i)·(L⁻¹ e_j). L⁻¹ e_i is zero but on the way from i to
//! the root of the tree, and of L only the columns on that way are read (Gilbert, 1994): of a body that is
//! touched in a few places neither all of L nor whole columns of A⁻¹.

use super::{Analysis, SparseCholesky};
use faer::linalg::matmul::matmul;
use faer::linalg::triangular_solve::solve_lower_triangular_in_place;
use faer::sparse::linalg::cholesky::supernodal::{SupernodalLltRef, SymbolicSupernodalCholesky};
use faer::sparse::linalg::cholesky::{SymbolicCholesky, SymbolicCholeskyRaw};
use faer::{Accum, MatMut, MatRef, Par};

/// Unit vectors that are solved for together. Always as many, so that none depends on the others, to the
/// last bit.
pub const TOGETHER: usize = 32;

/// The elimination tree of the dense blocks of L.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    /// Where each column of A is in the order of elimination.
    pub place: Vec<usize>,
    /// The block of each place.
    pub block: Vec<u32>,
    /// Rows and numbers of L on the way from each block to the root.
    ways: Vec<[usize; 2]>,
}

impl Tree {
    /// Of factors that consist of dense blocks.
    pub fn of(symbolic: &SymbolicCholesky<usize>) -> Option<Self> {
        let (blocks, order) = (blocks(symbolic)?, symbolic.perm()?);
        let mut block = Vec::with_capacity(blocks.nrows());
        for (k, end) in blocks.supernode_end().iter().enumerate() {
            block.resize(*end, k as u32);
        }
        let mut ways = vec![[0; 2]; blocks.n_supernodes()];
        for k in (0..ways.len()).rev() {
            let size = blocks.supernode_end()[k] - blocks.supernode_begin()[k];
            let pattern = blocks.supernode(k).pattern();
            let [rows, numbers] = pattern.first().map_or([0; 2], |up| ways[block[*up] as usize]);
            ways[k] = [rows + size, numbers + size * (size + pattern.len())];
        }
        Some(Self { place: order.arrays().1.to_vec(), block, ways })
    }
}

pub(super) fn blocks(
    symbolic: &SymbolicCholesky<usize>,
) -> Option<&SymbolicSupernodalCholesky<usize>> {
    match symbolic.raw() {
        SymbolicCholeskyRaw::Supernodal(blocks) => Some(blocks),
        SymbolicCholeskyRaw::Simplicial(_) => None,
    }
}

/// L⁻¹ of up to [`TOGETHER`] unit vectors.
#[derive(Clone, Debug)]
pub struct Half {
    /// Blocks of L on the way to the root, rising, and their first row in `values`.
    blocks: Vec<(u32, usize)>,
    rows: usize,
    /// By columns.
    values: Vec<f64>,
}

impl Half {
    /// The products of each with each, by columns: number i + j [`TOGETHER`] is that of i with the other's j.
    pub fn products(&self, other: &Self) -> Vec<f64> {
        let mut products = vec![0.0; TOGETHER * TOGETHER];
        let [one, two] =
            [self, other].map(|h| MatRef::from_column_major_slice(&h.values, h.rows, TOGETHER));
        let mut into = MatMut::from_column_major_slice_mut(&mut products, TOGETHER, TOGETHER);
        let (mut a, mut b) = (0, 0);
        while a < self.blocks.len() && b < other.blocks.len() {
            let ((own, i), (their, j)) = (self.blocks[a], other.blocks[b]);
            if own == their {
                let end = self.blocks.get(a + 1).map_or(self.rows, |(_, end)| *end);
                let (one, two) = (one.subrows(i, end - i), two.subrows(j, end - i));
                matmul(into.as_mut(), Accum::Add, one.transpose(), two, 1.0, Par::Seq);
            }
            a += usize::from(own <= their);
            b += usize::from(their <= own);
        }
        products
    }

    /// Numbers that are kept.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }
}

impl Analysis {
    /// Where a column is in the order of elimination: those that are near each other there share more of the
    /// way to the root.
    ///
    /// # Panics
    ///
    /// If the order was not given ([`Analysis::in_order`]).
    pub fn place(&self, column: usize) -> usize {
        self.tree.as_ref().expect("an order that was given").place[column]
    }

    /// How many rows and numbers of L are on the way from a column to the root: what L⁻¹ of a unit vector has,
    /// and what it reads.
    ///
    /// # Panics
    ///
    /// If the order was not given ([`Analysis::in_order`]).
    pub fn way(&self, column: usize) -> [usize; 2] {
        let tree = self.tree.as_ref().expect("an order that was given");
        tree.ways[tree.block[tree.place[column]] as usize]
    }

    /// Additions and multiplications of a factorisation A = L Lᵀ; of one of L and U it is twice as many.
    ///
    /// # Panics
    ///
    /// If the order was not given ([`Analysis::in_order`]).
    pub fn operations(&self) -> f64 {
        let all = blocks(&self.symbolic).expect("an order that was given");
        let of_block = |k: usize| {
            let p = (all.supernode_end()[k] - all.supernode_begin()[k]) as f64;
            let m = all.supernode(k).pattern().len() as f64;
            p * (p * p / 3.0 + p * m + m * m)
        };
        (0..all.n_supernodes()).map(of_block).sum()
    }
}

impl SparseCholesky {
    /// L⁻¹ of the unit vectors of some columns.
    ///
    /// # Panics
    ///
    /// If these are more than [`TOGETHER`], or the order was not given ([`Analysis::in_order`]).
    pub fn half_solve(&self, columns: &[usize]) -> Half {
        assert!(columns.len() <= TOGETHER, "too many columns");
        let Analysis { symbolic, tree, .. } = &*self.analysis;
        let all = blocks(symbolic).zip(tree.as_ref());
        let (symbolic, tree) = all.expect("an order that was given");
        const NONE: usize = usize::MAX;
        let mut first = vec![NONE; symbolic.n_supernodes()];
        let mut way = vec![];
        for column in columns {
            let mut next = Some(tree.block[tree.place[*column]]);
            while let Some(block) = next.filter(|block| first[*block as usize] == NONE) {
                first[block as usize] = 0;
                way.push(block);
                let above = symbolic.supernode(block as usize).pattern().first();
                next = above.map(|place| tree.block[*place]);
            }
        }
        way.sort_unstable();
        let (begin, end) = (symbolic.supernode_begin(), symbolic.supernode_end());
        let mut rows = 0;
        for block in way.iter().map(|block| *block as usize) {
            first[block] = rows;
            rows += end[block] - begin[block];
        }
        let row = |place: usize| {
            let block = tree.block[place] as usize;
            first[block] + place - begin[block]
        };
        let mut values = vec![0.0; rows * TOGETHER];
        for (k, column) in columns.iter().enumerate() {
            values[k * rows + row(tree.place[*column])] = 1.0;
        }
        let l = SupernodalLltRef::new(symbolic, &self.factors);
        let mut x = MatMut::from_column_major_slice_mut(&mut values, rows, TOGETHER);
        let (mut handed, mut below) = (vec![], vec![]);
        for block in way.iter().map(|block| *block as usize) {
            let (l, size) = (l.supernode(block), end[block] - begin[block]);
            let (top, bottom) = l.val().split_at_row(size);
            let mut own = x.as_mut().subrows_mut(first[block], size);
            solve_lower_triangular_in_place(top, own.as_mut(), Par::Seq);
            // What it hands up goes to rows of blocks on the way.
            handed.resize(bottom.nrows() * TOGETHER, 0.0);
            let mut up = MatMut::from_column_major_slice_mut(&mut handed, bottom.nrows(), TOGETHER);
            matmul(up.as_mut(), Accum::Replace, bottom, own, 1.0, Par::Seq);
            below.clear();
            below.extend(l.pattern().iter().map(|place| row(*place)));
            for column in 0..TOGETHER {
                for (k, row) in below.iter().enumerate() {
                    x[(*row, column)] -= up[(k, column)];
                }
            }
        }
        let blocks = way.iter().map(|block| (*block, first[*block as usize])).collect();
        Half { blocks, rows, values }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    /// The Laplacian of a square of n² nodes and a little more, and a solver for it.
    fn square(n: usize) -> SparseCholesky {
        let (mut start, mut rows, mut values) = (vec![0], vec![], vec![]);
        for k in 0..n * n {
            let right = (k % n + 1 < n).then_some((k + 1, -1.0));
            let over = (k + n < n * n).then_some((k + n, -1.0 - 0.01 * (k % 7) as f64));
            for (row, value) in [Some((k, 4.3)), right, over].into_iter().flatten() {
                rows.push(row);
                values.push(value);
            }
            start.push(rows.len());
        }
        // Any order will do: this one mixes up everything.
        let order: Vec<usize> = (0..n * n).map(|k| k * 7 % (n * n)).collect();
        let analysis = Analysis::in_order(n * n, &start, &rows, &order).expect("small");
        let mut cholesky = SparseCholesky::of(Arc::new(analysis)).expect("small");
        cholesky.factor(&values).expect("positive definite");
        cholesky
    }

    #[test]
    fn products_are_numbers_of_the_inverse() {
        let mut cholesky = square(23);
        let (one, two) = ([0, 17, 400, 528], [17, 3, 252]);
        let products = cholesky.half_solve(&one).products(&cholesky.half_solve(&two));
        for (j, column) in two.iter().enumerate() {
            let mut x = vec![0.0; 529];
            x[*column] = 1.0;
            cholesky.solve(&mut x);
            for (i, row) in one.iter().enumerate() {
                let off = products[i + j * TOGETHER] - x[*row];
                assert!(off.abs() < 1e-14, "{row} {column}: {off}");
            }
        }
    }

    /// Whatever columns are taken together, and in whatever order: the same bits.
    #[test]
    fn products_depend_on_the_two_columns_alone() {
        let cholesky = square(23);
        let number = |a: &[usize], b: &[usize], i: usize, j: usize| {
            cholesky.half_solve(a).products(&cholesky.half_solve(b))[i + j * TOGETHER].to_bits()
        };
        let many: Vec<usize> = (0..32).map(|k| (k * 37 + 11) % 529).collect();
        let others: Vec<usize> = (0..32).map(|k| (k * 53 + 200) % 529).collect();
        let backward: Vec<usize> = many.iter().rev().copied().collect();
        for (i, j) in [(0, 0), (3, 30), (17, 5), (31, 31), (8, 9)] {
            let alone = number(&[many[i]], &[others[j]], 0, 0);
            assert_eq!(number(&many, &others, i, j), alone);
            assert_eq!(number(&backward, &others, 31 - i, j), alone);
            assert_eq!(number(&others, &many, j, i), alone);
        }
    }
}
