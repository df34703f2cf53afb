//! LU of a panel: a few columns, all rows in which pivots are sought.
//!
//! The panel is worked on in a copy whose columns have whole vectors of rows, so that the loops
//! have no ends of their own.

use super::elimination::Outcome;
use super::triangle::WIDTH;
use pulp::{Arch, Simd, WithSimd};

/// Room for rows behind a column, so that it ends with a whole vector on any machine.
pub(super) const PADDING: usize = 8;
/// The diagonal entry is the pivot if it is at least this part of the greatest candidate.
const THRESHOLD: f64 = 0.1;

/// Columns k..k+width of a front; rows k..p become L and U, with exchanged rows.
pub(super) struct Panel<'a> {
    /// The columns, each of length `order`.
    pub columns: &'a mut [f64],
    pub order: usize,
    pub k: usize,
    pub p: usize,
    /// Row of the front exchanged with each pivot row.
    pub swaps: &'a mut [u32],
    /// Greatest entry of each column of the matrix.
    pub scale: &'a [f64],
    /// Work space: as many numbers as columns times rows, with `PADDING` more rows.
    pub work: &'a mut [f64],
    /// Gets the inverse of the unit lower triangle, by columns.
    pub inverse: &'a mut [f64],
    pub outcome: &'a mut Outcome,
}

impl Panel<'_> {
    pub fn factor(self) {
        Arch::new().dispatch(self);
    }
}

impl WithSimd for Panel<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { columns, order, k, p, swaps, scale, work, inverse, outcome } = self;
        let (height, width) = (p - k, swaps.len());
        let stride = height.next_multiple_of(S::F64_LANES);
        for (to, from) in work.chunks_exact_mut(stride).zip(columns.chunks_exact(order)) {
            to[..height].copy_from_slice(&from[k..p]);
            to[height..].fill(0.0);
        }
        for j in 0..width {
            let (done, rest) = work[..width * stride].split_at_mut(j * stride);
            let (column, later) = rest.split_at_mut(stride);
            let at = pivot_row(simd, &column[..stride], j);
            swaps[j] = (k + at) as u32;
            if at != j {
                column.swap(j, at);
                for other in done.chunks_exact_mut(stride).chain(later.chunks_exact_mut(stride)) {
                    other.swap(j, at);
                }
                outcome.determinant_sign = -outcome.determinant_sign;
            }
            let pivot = outcome.pivot(column[j], scale[j]);
            column[j] = pivot;
            let factor = 1.0 / pivot;
            column[j + 1..].iter_mut().for_each(|x| *x *= factor);
            eliminate_below(simd, column, j, later);
        }
        for (from, to) in work.chunks_exact(stride).zip(columns.chunks_exact_mut(order)) {
            to[k..p].copy_from_slice(&from[..height]);
        }
        invert(simd, work, stride, width, inverse);
    }
}

/// later -= column ⊗ (row `j` of later), for the rows behind `j`.
#[inline(always)]
fn eliminate_below<S: Simd>(simd: S, column: &mut [f64], j: usize, later: &mut [f64]) {
    // Rows up to j of the first vector concerned must not change: zeros in their place.
    let begin = (j + 1) / S::F64_LANES * S::F64_LANES;
    if begin >= column.len() {
        return;
    }
    let mut kept = [0.0; PADDING];
    let above = j + 1 - begin;
    kept[..above].copy_from_slice(&column[begin..=j]);
    column[begin..=j].fill(0.0);
    let stride = column.len();
    let (lower, _) = S::as_simd_f64s(&column[begin..]);
    for other in later.chunks_exact_mut(stride) {
        let a = simd.splat_f64s(-other[j]);
        let (rows, _) = S::as_mut_simd_f64s(&mut other[begin..]);
        for (y, x) in rows.iter_mut().zip(lower) {
            *y = simd.mul_add_f64s(a, *x, *y);
        }
    }
    column[begin..=j].copy_from_slice(&kept[..above]);
}

/// The row of the pivot of column `j`: the diagonal if it is not much smaller than the greatest.
#[inline(always)]
fn pivot_row<S: Simd>(simd: S, column: &[f64], j: usize) -> usize {
    let begin = j / S::F64_LANES * S::F64_LANES;
    let (rows, _) = S::as_simd_f64s(&column[begin..]);
    let mut greatest = simd.splat_f64s(0.0);
    for x in rows {
        greatest = simd.max_f64s(greatest, simd.abs_f64s(*x));
    }
    // The rows above j in the first vector only make this test stricter.
    if column[j].abs() >= THRESHOLD * simd.reduce_max_f64s(greatest) {
        return j;
    }
    let (mut at, mut greatest) = (j, column[j].abs());
    for (i, a) in column.iter().enumerate().skip(j + 1) {
        if a.abs() > greatest {
            (at, greatest) = (i, a.abs());
        }
    }
    if column[j].abs() >= THRESHOLD * greatest { j } else { at }
}

/// The inverse of the unit lower triangle of `work`, by columns of length `width`; destroys `work`.
#[inline(always)]
fn invert<S: Simd>(simd: S, work: &mut [f64], stride: usize, width: usize, inverse: &mut [f64]) {
    // Zeros on and above the diagonal: whole vectors may be subtracted.
    for (j, column) in work.chunks_exact_mut(stride).take(width).enumerate() {
        column[..=j].fill(0.0);
    }
    let rows = width.next_multiple_of(S::F64_LANES);
    let mut solved = [0.0; WIDTH];
    for j in 0..width {
        solved.fill(0.0);
        solved[j] = 1.0;
        for (i, lower) in work.chunks_exact(stride).enumerate().take(width).skip(j) {
            let a = simd.splat_f64s(-solved[i]);
            let begin = (i + 1) / S::F64_LANES * S::F64_LANES;
            let (lower, _) = S::as_simd_f64s(&lower[begin.min(rows)..rows]);
            let (solved, _) = S::as_mut_simd_f64s(&mut solved[begin.min(rows)..rows]);
            for (y, x) in solved.iter_mut().zip(lower) {
                *y = simd.mul_add_f64s(a, *x, *y);
            }
        }
        inverse[j * width..(j + 1) * width].copy_from_slice(&solved[..width]);
    }
}
