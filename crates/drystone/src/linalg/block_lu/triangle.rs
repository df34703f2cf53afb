//! X U = B for tall B and a small upper triangle U: strips of rows stay in the vector registers.

use pulp::{Arch, Simd, WithSimd};

/// Columns at most.
pub(super) const WIDTH: usize = 32;
/// Columns solved at a time in registers.
const GROUP: usize = 8;

/// The columns `panel`, each of length `order`: from row `p` on they hold B and get X; U begins in
/// row `k`.
pub(super) fn solve_upper_right(panel: &mut [f64], order: usize, k: usize, p: usize) {
    let width = panel.len() / order;
    if p == order {
        return;
    }
    let mut upper = [[0.0; WIDTH]; WIDTH];
    let mut inverse = [1.0; WIDTH];
    for (j, column) in panel.chunks_exact(order).enumerate() {
        for i in 0..j {
            upper[i][j] = column[k + i];
        }
        inverse[j] = 1.0 / column[k + j];
    }
    Arch::new().dispatch(Strips { panel, order, p, width, upper: &upper, inverse: &inverse });
}

struct Strips<'a> {
    panel: &'a mut [f64],
    order: usize,
    p: usize,
    width: usize,
    /// Rows of U; zeros behind the last column.
    upper: &'a [[f64; WIDTH]; WIDTH],
    /// One over the diagonal of U; ones behind the last.
    inverse: &'a [f64; WIDTH],
}

impl WithSimd for Strips<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { panel, order, p, width, upper, inverse } = self;
        let lanes = S::F64_LANES;
        let mut strip = [[simd.splat_f64s(0.0); 2]; WIDTH];
        for row in (p..order).step_by(2 * lanes) {
            let (middle, end) = ((row + lanes).min(order), (row + 2 * lanes).min(order));
            for (j, x) in strip[..width].iter_mut().enumerate() {
                let column = &panel[j * order..(j + 1) * order];
                // Loads of a whole vector are one instruction, others a call.
                *x = match S::as_simd_f64s(&column[row..end]) {
                    ([a, b], []) => [*a, *b],
                    _ => [
                        simd.partial_load_f64s(&column[row..middle]),
                        simd.partial_load_f64s(&column[middle..end]),
                    ],
                };
            }
            for group in 0..width.div_ceil(GROUP) {
                let first = GROUP * group;
                let (done, rest) = strip.split_at_mut(first);
                let Some(rest) = rest.first_chunk_mut::<GROUP>() else { continue };
                let mut x = *rest;
                for (known, row) in done.iter().zip(upper) {
                    let Some(row) = row[first..].first_chunk::<GROUP>() else { continue };
                    for c in 0..GROUP {
                        let u = simd.splat_f64s(-row[c]);
                        x[c][0] = simd.mul_add_f64s(known[0], u, x[c][0]);
                        x[c][1] = simd.mul_add_f64s(known[1], u, x[c][1]);
                    }
                }
                for c in 0..GROUP {
                    let scale = simd.splat_f64s(inverse[first + c]);
                    x[c] = [simd.mul_f64s(x[c][0], scale), simd.mul_f64s(x[c][1], scale)];
                    for d in c + 1..GROUP {
                        let u = simd.splat_f64s(-upper[first + c][first + d]);
                        x[d][0] = simd.mul_add_f64s(x[c][0], u, x[d][0]);
                        x[d][1] = simd.mul_add_f64s(x[c][1], u, x[d][1]);
                    }
                }
                *rest = x;
            }
            for (j, x) in strip[..width].iter().enumerate() {
                let column = &mut panel[j * order..(j + 1) * order];
                match S::as_mut_simd_f64s(&mut column[row..end]) {
                    ([a, b], []) => (*a, *b) = (x[0], x[1]),
                    _ => {
                        simd.partial_store_f64s(&mut column[row..middle], x[0]);
                        simd.partial_store_f64s(&mut column[middle..end], x[1]);
                    }
                }
            }
        }
    }
}
