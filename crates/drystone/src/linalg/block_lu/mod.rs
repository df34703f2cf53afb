//! Sparse LU of block matrices with a symmetric pattern, factored many times with one pattern.
//!
//! A multifrontal method (Duff & Reid, 1983). The graph of blocks is ordered by approximate
//! minimum degree or nested dissection (`ordering`, `dissection`), columns of the same pattern are joined (`supernodes`), and the
//! place of every number is written down once (`plan`). A factorisation then walks up the tree:
//! each supernode is a dense front (`elimination`), filled from the matrix and from what its
//! children hand up (`assembly`). Pivots are sought among a front's own rows only, which keeps the
//! pattern; where that is not enough, refinement (`BlockLu::solve`) regains digits. Neither
//! factoring nor solving allocates (on the thread that analysed), and the same input gives the same
//! bits on the same machine.

mod assembly;
mod dissection;
mod elimination;
mod kernels;
mod matrix;
mod ordering;
mod panel;
mod plan;
mod solution;
mod supernodes;
mod triangle;

pub use elimination::Outcome;
pub use matrix::BlockMatrix;

use elimination::{PANEL, Parts};
use plan::Plan;

/// Factors of a [`BlockMatrix`], and everything needed to compute them again.
#[derive(Clone, Debug, Default)]
pub struct BlockLu {
    plan: Plan,
    /// [F11; F21] and F12 of every front.
    factors: Vec<f64>,
    /// Row exchanged with each pivot row, counted from the front's first.
    swaps: Vec<u32>,
    /// F22 of fronts whose parent is still to come; a child's and its parent's on different stacks.
    stacks: [Vec<f64>; 2],
    /// Greatest entry of each column of the matrix, in its order and in that of elimination.
    scale: [Vec<f64>; 2],
    inverse: Vec<f64>,
    copy: Vec<f64>,
    /// The solution in the order of elimination.
    ordered: Vec<f64>,
    /// Rows below the pivots of one front.
    below: Vec<f64>,
    residual: Vec<f64>,
}

impl BlockLu {
    /// Chooses the order of elimination for the pattern of `matrix` and gets all memory. The
    /// values do not matter.
    pub fn analyse(matrix: &BlockMatrix) -> Self {
        let plan = Plan::new(matrix);
        elimination::prepare_products();
        let n = matrix.dimension();
        let widest = plan.fronts.iter().map(|f| f.pivots.max(f.below)).max().unwrap_or(0);
        Self {
            factors: vec![0.0; plan.fill],
            swaps: vec![0; n],
            stacks: plan.stack.map(|length| vec![0.0; length]),
            scale: [vec![0.0; n], vec![0.0; n]],
            inverse: vec![0.0; PANEL * PANEL],
            copy: vec![0.0; elimination::room(widest)],
            ordered: vec![0.0; n],
            below: vec![0.0; widest],
            residual: vec![0.0; n],
            plan,
        }
    }

    /// Factors `matrix`, which has the pattern that was analysed.
    ///
    /// # Panics
    ///
    /// If the matrix has another dimension or number of entries.
    pub fn factor(&mut self, matrix: &BlockMatrix) -> Outcome {
        assert_eq!(matrix.dimension(), self.ordered.len(), "a matrix of another dimension");
        assert_eq!(matrix.values.len(), self.plan.values, "a matrix of another pattern");
        let [given, scale] = &mut self.scale;
        matrix.column_maxima(given);
        for run in &self.plan.permutation {
            scale[run.to..run.to + run.length]
                .copy_from_slice(&given[run.from..run.from + run.length]);
        }
        let mut outcome = Outcome::START;
        for f in 0..self.plan.fronts.len() {
            let front = &self.plan.fronts[f];
            self.factors[front.values..front.end()].fill(0.0);
            self.plan.enter(front, &matrix.values, &mut self.factors);
            let (left, upper) =
                self.factors[front.values..front.end()].split_at_mut(front.upper() - front.values);
            let [even, odd] = &mut self.stacks;
            let (own, other) = if front.side == 0 { (even, &*odd) } else { (odd, &*even) };
            self.plan.gather_pivots(front, other, left, upper);
            let range = front.first..front.first + front.pivots;
            let mut parts = Parts {
                pivots: front.pivots,
                below: front.below,
                left,
                upper,
                swaps: &mut self.swaps[range.clone()],
                scale: &scale[range],
                inverse: &mut self.inverse,
                copy: &mut self.copy,
            };
            parts.eliminate(&mut outcome);
            let handed = &mut own[front.handed..front.handed + front.below * front.below];
            parts.hand_up(handed);
            self.plan.gather_below(front, other, handed);
        }
        outcome
    }

    /// Numbers in the factors.
    pub fn fill(&self) -> usize {
        self.factors.len()
    }

    /// Additions and multiplications of one factorisation.
    pub fn flops(&self) -> f64 {
        let front = |f: &plan::Front| {
            let (p, m) = (f.pivots as f64, f.below as f64);
            2.0 * p * (p * p / 3.0 + p * m + m * m)
        };
        self.plan.fronts.iter().map(front).sum()
    }
}
