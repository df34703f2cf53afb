//! Inner loops of assembly and solution, compiled for the vector units of the machine at hand.
//!
//! Each is a type, because only a method that is inlined into pulp's dispatch is compiled with the
//! instructions found at run time.

use super::plan::Run;
use pulp::{Arch, Simd, WithSimd};

/// Runs a loop with the vector instructions of this machine.
pub(super) fn run(task: impl WithSimd<Output = ()>) {
    Arch::new().dispatch(task);
}

/// y -= a x.
#[inline(always)]
fn subtract(y: &mut [f64], a: f64, x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        *y -= a * x;
    }
}

/// y -= A x for A by columns, `stride` apart; `x` has a number for each column.
pub(super) struct SubtractProduct<'a> {
    pub y: &'a mut [f64],
    pub a: &'a [f64],
    pub stride: usize,
    pub x: &'a [f64],
}

impl WithSimd for SubtractProduct<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Self { y, a, stride, x } = self;
        let n = y.len();
        let (fours, rest) = x.as_chunks::<4>();
        for (j, x) in fours.iter().enumerate() {
            let column = |c: usize| &a[(4 * j + c) * stride..][..n];
            let (a0, a1, a2, a3) = (column(0), column(1), column(2), column(3));
            for i in 0..n {
                y[i] -= a0[i] * x[0] + a1[i] * x[1] + (a2[i] * x[2] + a3[i] * x[3]);
            }
        }
        for (j, x) in rest.iter().enumerate() {
            subtract(y, *x, &a[(4 * fours.len() + j) * stride..][..n]);
        }
    }
}

/// L x = b in place for the unit lower triangle of the first rows, columns `stride` apart.
pub(super) struct SolveUnitLower<'a> {
    pub lower: &'a [f64],
    pub stride: usize,
    pub x: &'a mut [f64],
}

impl WithSimd for SolveUnitLower<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Self { lower, stride, x } = self;
        let n = x.len();
        for j in 0..n {
            let (head, tail) = x.split_at_mut(j + 1);
            subtract(tail, head[j], &lower[j * stride + j + 1..j * stride + n]);
        }
    }
}

/// U x = b in place for the upper triangle of the first rows, columns `stride` apart.
pub(super) struct SolveUpper<'a> {
    pub upper: &'a [f64],
    pub stride: usize,
    pub x: &'a mut [f64],
}

impl WithSimd for SolveUpper<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Self { upper, stride, x } = self;
        for j in (0..x.len()).rev() {
            let (head, tail) = x.split_at_mut(j);
            tail[0] /= upper[j * stride + j];
            subtract(head, tail[0], &upper[j * stride..j * stride + j]);
        }
    }
}

/// Adds rows `rows` of the columns `columns` of a square matrix to those of another, run by run.
pub(super) struct AddRuns<'a> {
    /// The square matrix of order `order`, by columns.
    pub from: &'a [f64],
    pub order: usize,
    pub to: &'a mut [f64],
    /// Columns of the target are so far apart; its first entry is row and column `origin` of the
    /// runs.
    pub stride: usize,
    pub origin: (usize, usize),
    pub rows: &'a [Run],
    pub columns: &'a [Run],
}

impl WithSimd for AddRuns<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Self { from, order, to, stride, origin, rows, columns } = self;
        for run in columns {
            for k in 0..run.length {
                let from = &from[(run.from + k) * order..][..order];
                let to = &mut to[(run.to + k - origin.1) * stride..][..stride];
                for row in rows {
                    let from = &from[row.from..row.from + row.length];
                    let to = &mut to[row.to - origin.0..][..row.length];
                    for (to, from) in to.iter_mut().zip(from) {
                        *to += from;
                    }
                }
            }
        }
    }
}
