//! Elimination of the pivots of one dense front.
//!
//! [F11 F12; F21 F22] with p pivots becomes P F11 = L11 U11, L21 = F21 U11⁻¹, U12 = L11⁻¹ P F12;
//! what is handed up is F22 - L21 U12. Rows are exchanged among the pivots only, so the pattern of
//! the factors does not depend on the values.

use super::panel::{PADDING, Panel};
use super::triangle;
use faer::linalg::matmul::matmul;
use faer::{Accum, MatMut, MatRef, Par};

/// Pivots eliminated at a time.
pub(super) const PANEL: usize = triangle::WIDTH;

/// The first product of a thread gets room for packed operands: let that be now.
pub(super) fn prepare_products() {
    const N: usize = 32;
    let (mut product, one) = ([0.0; N * N], [1.0; N * N]);
    let product = MatMut::from_column_major_slice_mut(&mut product, N, N);
    let one = MatRef::from_column_major_slice(&one, N, N);
    matmul(product, Accum::Replace, one, one, 1.0, Par::Seq);
}

/// Numbers of `Parts::copy` for fronts with at most so many pivots or rows below.
pub(super) fn room(widest: usize) -> usize {
    PANEL * (widest + PADDING)
}

/// What happened during a factorisation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// Sign of the determinant; zero if a pivot was replaced or is not finite.
    pub determinant_sign: f64,
    /// The smallest pivot, relative to the greatest entry of its column of the matrix.
    pub smallest_pivot: f64,
    /// Pivots that were too small and replaced: the matrix is singular to rounding.
    pub replaced: usize,
    /// Whether all pivots are finite; if not, solutions are meaningless.
    pub finite: bool,
}

impl Outcome {
    pub(super) const START: Self =
        Self { determinant_sign: 1.0, smallest_pivot: f64::INFINITY, replaced: 0, finite: true };

    /// Whether the factors are those of the matrix itself.
    pub fn is_regular(&self) -> bool {
        self.finite && self.replaced == 0
    }

    /// Books a pivot and returns the one to use: tiny ones become ±ε times the scale.
    pub(super) fn pivot(&mut self, pivot: f64, scale: f64) -> f64 {
        let scale = if scale > 0.0 { scale } else { 1.0 };
        if !pivot.is_finite() || !scale.is_finite() {
            self.finite = false;
            self.determinant_sign = 0.0;
            return 1.0;
        }
        self.smallest_pivot = self.smallest_pivot.min(pivot.abs() / scale);
        if pivot.abs() <= f64::EPSILON * scale {
            self.replaced += 1;
            self.determinant_sign = 0.0;
            return (f64::EPSILON * scale).copysign(pivot);
        }
        if pivot < 0.0 {
            self.determinant_sign = -self.determinant_sign;
        }
        pivot
    }
}

/// The parts of a front, and room to work in.
pub(super) struct Parts<'a> {
    /// p.
    pub pivots: usize,
    /// m.
    pub below: usize,
    /// [F11; F21] by columns.
    pub left: &'a mut [f64],
    /// F12 by columns.
    pub upper: &'a mut [f64],
    /// Row exchanged with each pivot row.
    pub swaps: &'a mut [u32],
    /// Greatest entry of each pivot column of the matrix.
    pub scale: &'a [f64],
    /// `PANEL`² numbers.
    pub inverse: &'a mut [f64],
    /// [`room`] numbers.
    pub copy: &'a mut [f64],
}

impl Parts<'_> {
    /// L11, U11, L21 and U12 in place.
    pub fn eliminate(&mut self, outcome: &mut Outcome) {
        let p = self.pivots;
        for k in (0..p).step_by(PANEL) {
            let width = PANEL.min(p - k);
            self.factor_panel(k, width, outcome);
            self.exchange_elsewhere(k, width);
            self.advance_panel(k, width);
        }
    }

    /// Columns k..k+width of L11, U11 and L21, given what earlier panels did to them.
    fn factor_panel(&mut self, k: usize, width: usize, outcome: &mut Outcome) {
        let (p, order) = (self.pivots, self.pivots + self.below);
        let columns = &mut self.left[k * order..(k + width) * order];
        Panel {
            columns: &mut *columns,
            order,
            k,
            p,
            swaps: &mut self.swaps[k..k + width],
            scale: &self.scale[k..k + width],
            work: self.copy,
            inverse: self.inverse,
            outcome,
        }
        .factor();
        triangle::solve_upper_right(columns, order, k, p);
    }

    /// The row exchanges of a panel in the columns outside it.
    fn exchange_elsewhere(&mut self, k: usize, width: usize) {
        let (p, order) = (self.pivots, self.pivots + self.below);
        let swaps = &self.swaps[k..k + width];
        if swaps.iter().enumerate().all(|(i, s)| *s as usize == k + i) {
            return;
        }
        let left = self.left.chunks_exact_mut(order).enumerate();
        let others = left.filter(|(j, _)| *j < k || *j >= k + width).map(|(_, column)| column);
        for column in others.chain(self.upper.chunks_exact_mut(p)) {
            for (i, s) in swaps.iter().enumerate() {
                column.swap(k + i, *s as usize);
            }
        }
    }

    /// The rows of U of a panel, and its update of everything behind it that belongs to pivots.
    fn advance_panel(&mut self, k: usize, width: usize) {
        let (p, m) = (self.pivots, self.below);
        let (order, end) = (p + m, k + width);
        let (panel, behind) = self.left.split_at_mut(end * order);
        let panel = &panel[k * order..];
        let inverse = MatRef::from_column_major_slice(&self.inverse[..width * width], width, width);
        let panel = MatRef::from_column_major_slice(panel, order, width);
        for (target, stride, columns) in [(behind, order, p - end), (&mut *self.upper, p, m)] {
            if columns == 0 {
                continue;
            }
            let copy = &mut self.copy[..width * columns];
            for (to, from) in copy.chunks_exact_mut(width).zip(target.chunks_exact(stride)) {
                to.copy_from_slice(&from[k..end]);
            }
            let copy = MatRef::from_column_major_slice(copy, width, columns);
            let target = MatMut::from_column_major_slice_mut(target, stride, columns);
            let (rows, rest) = target.split_at_row_mut(end);
            let mut rows = rows.split_at_row_mut(k).1;
            matmul(rows.as_mut(), Accum::Replace, inverse, copy, 1.0, Par::Seq);
            if rest.nrows() > 0 {
                let lower = panel.subrows(end, rest.nrows());
                matmul(rest, Accum::Add, lower, rows, -1.0, Par::Seq);
            }
        }
    }

    /// -L21 U12.
    pub fn hand_up(&self, target: &mut [f64]) {
        let (p, m) = (self.pivots, self.below);
        if m == 0 {
            return;
        }
        let left = MatRef::from_column_major_slice(self.left, p + m, p);
        let upper = MatRef::from_column_major_slice(self.upper, p, m);
        let target = MatMut::from_column_major_slice_mut(target, m, m);
        matmul(target, Accum::Replace, left.subrows(p, m), upper, -1.0, Par::Seq);
    }
}
