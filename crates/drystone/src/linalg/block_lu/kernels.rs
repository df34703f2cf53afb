//! Inner loops on columns, compiled for the vector units of the machine at hand.

use pulp::Arch;

/// Subtracts from `column` what the columns `done` (of length `order`, pivots from row `k` on)
/// eliminate: x_i -= L_ij x_j for j < i < p.
pub(super) fn eliminate_column(done: &[f64], order: usize, k: usize, p: usize, column: &mut [f64]) {
    Arch::new().dispatch(
        #[inline(always)]
        || {
            for (j, l) in done.chunks_exact(order).enumerate() {
                let (head, tail) = column[..p].split_at_mut(k + j + 1);
                subtract(tail, head[k + j], &l[k + j + 1..p]);
            }
        },
    );
}

/// y -= a x.
#[inline(always)]
fn subtract(y: &mut [f64], a: f64, x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        *y -= a * x;
    }
}

/// y *= a.
pub(super) fn scale(y: &mut [f64], a: f64) {
    for y in y {
        *y *= a;
    }
}

/// X U = B for the rows from `p` on of the columns `panel` (of length `order`), where U is the upper
/// triangle that begins in row `k`; X overwrites B.
pub(super) fn solve_upper_right(panel: &mut [f64], order: usize, k: usize, p: usize) {
    let width = panel.len() / order;
    Arch::new().dispatch(
        #[inline(always)]
        || {
            for j in 0..width {
                let (done, column) = panel.split_at_mut(j * order);
                let column = &mut column[..order];
                let (head, tail) = column.split_at_mut(p);
                for (i, x) in done.chunks_exact(order).enumerate() {
                    subtract(tail, head[k + i], &x[p..]);
                }
                let inverse = 1.0 / head[k + j];
                for x in tail {
                    *x *= inverse;
                }
            }
        },
    );
}

/// The inverse of a unit lower triangle of order `n`, columns `stride` apart; by columns.
pub(super) fn invert_unit_lower(lower: &[f64], stride: usize, n: usize, inverse: &mut [f64]) {
    for j in 0..n {
        let column = &mut inverse[j * n..(j + 1) * n];
        column.fill(0.0);
        column[j] = 1.0;
        for i in j..n {
            let a = column[i];
            subtract(&mut column[i + 1..], a, &lower[i * stride + i + 1..i * stride + n]);
        }
    }
}

/// y -= A x for A by columns, `stride` apart; `x` has a number for each column.
pub(super) fn subtract_product(y: &mut [f64], a: &[f64], stride: usize, x: &[f64]) {
    Arch::new().dispatch(
        #[inline(always)]
        || {
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
        },
    );
}

/// L x = b in place for the unit lower triangle of the first rows, columns `stride` apart.
pub(super) fn solve_unit_lower(lower: &[f64], stride: usize, x: &mut [f64]) {
    Arch::new().dispatch(
        #[inline(always)]
        || {
            let n = x.len();
            for j in 0..n {
                let (head, tail) = x.split_at_mut(j + 1);
                subtract(tail, head[j], &lower[j * stride + j + 1..j * stride + n]);
            }
        },
    );
}

/// U x = b in place for the upper triangle of the first rows, columns `stride` apart.
pub(super) fn solve_upper(upper: &[f64], stride: usize, x: &mut [f64]) {
    Arch::new().dispatch(
        #[inline(always)]
        || {
            for j in (0..x.len()).rev() {
                let (head, tail) = x.split_at_mut(j);
                tail[0] /= upper[j * stride + j];
                subtract(head, tail[0], &upper[j * stride..j * stride + j]);
            }
        },
    );
}
