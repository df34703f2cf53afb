//! C + E W, contact by contact, with C the identity for some.

use crate::linalg::{BlockLu, BlockMatrix};
use crate::problem::Reduced;
use nalgebra::{SMatrix, SVector};

/// Corrections of the solution by its own residual.
const REFINEMENTS: usize = 1;

/// The system of a reduced problem.
#[derive(Default)]
pub(super) struct ContactSystem<const B: usize> {
    /// The pattern that was analysed.
    start: Vec<usize>,
    columns: Vec<usize>,
    factors: Option<(BlockMatrix, BlockLu)>,
    /// Where each block of W goes.
    places: Vec<usize>,
    right: Vec<f64>,
    solution: Vec<f64>,
}

impl<const B: usize> ContactSystem<B> {
    pub fn prepare(&mut self, problem: &Reduced<B>) {
        if self.factors.is_some() && self.start == problem.start && self.columns == problem.columns
        {
            return;
        }
        self.start.clone_from(&problem.start);
        self.columns.clone_from(&problem.columns);
        let n = problem.b.len();
        let row_of = |c: usize| problem.start[c]..problem.start[c + 1];
        let pairs: Vec<_> =
            (0..n).flat_map(|c| row_of(c).map(move |k| (c, problem.columns[k]))).collect();
        let matrix = BlockMatrix::new(&vec![B; n], &pairs);
        self.places.clear();
        // Every pair was declared just above.
        self.places.extend(pairs.iter().map(|&(i, j)| matrix.block(i, j).unwrap_or(usize::MAX)));
        let factors = BlockLu::plan(&matrix);
        self.factors = Some((matrix, factors));
        self.right.resize(n * B, 0.0);
        self.solution.resize(n * B, 0.0);
    }

    /// The factors, once prepared.
    pub fn factors(&self) -> Option<&BlockLu> {
        self.factors.as_ref().map(|(_, factors)| factors)
    }

    /// Builds and factorises C + E W; without a C it is the identity.
    pub fn factor(
        &mut self,
        problem: &Reduced<B>,
        c_blocks: Option<&[SMatrix<f64, B, B>]>,
        e: &[SMatrix<f64, B, B>],
    ) -> f64 {
        let Some((matrix, factors)) = &mut self.factors else { return 0.0 };
        matrix.clear();
        for c in 0..e.len() {
            for k in problem.start[c]..problem.start[c + 1] {
                let mut product = e[c] * problem.blocks[k];
                if problem.columns[k] == c {
                    product += c_blocks.map_or_else(SMatrix::identity, |blocks| blocks[c]);
                }
                let block = &mut matrix.values[self.places[k]..self.places[k] + B * B];
                for i in 0..B {
                    for j in 0..B {
                        block[i * B + j] += product[(i, j)];
                    }
                }
            }
        }
        factors.factor(matrix).determinant_sign
    }

    pub fn solve(
        &mut self,
        problem: &Reduced<B>,
        g: &[SVector<f64, B>],
        dr: &mut [SVector<f64, B>],
        du: &mut [SVector<f64, B>],
    ) {
        let Some((matrix, factors)) = &mut self.factors else { return };
        for (right, g) in self.right.chunks_exact_mut(B).zip(g) {
            right.copy_from_slice(g.as_slice());
        }
        factors.solve(matrix, &self.right, &mut self.solution, REFINEMENTS);
        for (dr, x) in dr.iter_mut().zip(self.solution.chunks_exact(B)) {
            dr.copy_from_slice(x);
        }
        for (c, du) in du.iter_mut().enumerate() {
            *du = problem.product(c, dr);
        }
    }
}
