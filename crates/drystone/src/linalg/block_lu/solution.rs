//! Solving with the factors: up the tree with L, down with U, and refinement.

use super::kernels::{SolveUnitLower, SolveUpper, SubtractProduct, run};
use super::plan::Front;
use super::{BlockLu, BlockMatrix};

impl BlockLu {
    /// A x = rhs with the factors at hand, then so many steps of refinement, each of which solves
    /// for the residual of `matrix`.
    ///
    /// # Panics
    ///
    /// If a vector does not have the dimension of the matrix.
    pub fn solve(&mut self, matrix: &BlockMatrix, rhs: &[f64], x: &mut [f64], refinements: usize) {
        let n = self.ordered.len();
        assert!(rhs.len() == n && x.len() == n, "vectors of another dimension");
        self.enter_order(rhs);
        self.substitute();
        for run in &self.plan.permutation {
            x[run.from..run.from + run.length]
                .copy_from_slice(&self.ordered[run.to..run.to + run.length]);
        }
        for _ in 0..refinements {
            let mut residual = std::mem::take(&mut self.residual);
            matrix.multiply(x, &mut residual);
            for (r, b) in residual.iter_mut().zip(rhs) {
                *r = b - *r;
            }
            self.enter_order(&residual);
            self.residual = residual;
            self.substitute();
            for run in &self.plan.permutation {
                let x = &mut x[run.from..run.from + run.length];
                for (x, dx) in x.iter_mut().zip(&self.ordered[run.to..]) {
                    *x += dx;
                }
            }
        }
    }

    /// `ordered` = rhs in the order of elimination.
    fn enter_order(&mut self, rhs: &[f64]) {
        for run in &self.plan.permutation {
            self.ordered[run.to..run.to + run.length]
                .copy_from_slice(&rhs[run.from..run.from + run.length]);
        }
    }

    /// Solves in place on `ordered`.
    fn substitute(&mut self) {
        for f in 0..self.plan.fronts.len() {
            self.forward(f);
        }
        for f in (0..self.plan.fronts.len()).rev() {
            self.backward(f);
        }
    }

    /// y1 = L11⁻¹ P b1, b2 -= L21 y1.
    fn forward(&mut self, f: usize) {
        let front = &self.plan.fronts[f];
        let Front { pivots: p, below: m, first, .. } = *front;
        let (own, later) = self.ordered[first..].split_at_mut(p);
        for (k, at) in self.swaps[first..first + p].iter().enumerate() {
            own.swap(k, *at as usize);
        }
        let left = &self.factors[front.values..front.upper()];
        run(SolveUnitLower { lower: left, stride: p + m, x: &mut *own });
        if m == 0 {
            return;
        }
        let below = &mut self.below[..m];
        below.fill(0.0);
        run(SubtractProduct { y: &mut *below, a: &left[p..], stride: p + m, x: own });
        for run in &self.plan.runs[front.rows.clone()] {
            let later = &mut later[run.from - first - p..][..run.length];
            for (b, c) in later.iter_mut().zip(&below[run.to..]) {
                *b += c;
            }
        }
    }

    /// x1 = U11⁻¹ (y1 - U12 x2).
    fn backward(&mut self, f: usize) {
        let front = &self.plan.fronts[f];
        let Front { pivots: p, below: m, first, .. } = *front;
        let (own, later) = self.ordered[first..].split_at_mut(p);
        let below = &mut self.below[..m];
        for run in &self.plan.runs[front.rows.clone()] {
            below[run.to..run.to + run.length]
                .copy_from_slice(&later[run.from - first - p..][..run.length]);
        }
        let upper = &self.factors[front.upper()..front.end()];
        run(SubtractProduct { y: &mut *own, a: upper, stride: p, x: below });
        let upper = &self.factors[front.values..front.upper()];
        run(SolveUpper { upper, stride: p + m, x: own });
    }
}
