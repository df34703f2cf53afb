//! Between the frame of a body and space, node by node.

use crate::linalg::Sparse;
use crate::space::{Matrix, Vector};

/// Rᵀ (x - c), node by node.
pub fn to_local<const D: usize>(r: &Matrix<D>, c: &Vector<D>, x: &[f64], out: &mut [f64]) {
    for (x, out) in x.chunks_exact(D).zip(out.chunks_exact_mut(D)) {
        let local = r.tr_mul(&(Vector::from_column_slice(x) - c));
        out.copy_from_slice(local.as_slice());
    }
}

/// R x, node by node.
pub fn turned<const D: usize>(r: &Matrix<D>, x: &mut [f64]) {
    for x in x.chunks_exact_mut(D) {
        let global = r * Vector::from_column_slice(x);
        x.copy_from_slice(global.as_slice());
    }
}

/// R A Rᵀ, block by block, plus entries.
pub fn turn_matrix<const D: usize>(
    a: &Sparse,
    r: &Matrix<D>,
    mut entries: Vec<(u32, u32, f64)>,
) -> Sparse {
    let d = D as u32;
    for i in 0..a.rows() {
        let (columns, values) = a.row(i);
        for (j, value) in columns.iter().zip(values) {
            for m in 0..D {
                for n in 0..D {
                    let turned = r[(m, i % D)] * value * r[(n, *j as usize % D)];
                    entries.push(((i / D * D + m) as u32, j / d * d + n as u32, turned));
                }
            }
        }
    }
    Sparse::from_triplets(a.rows(), a.cols(), &entries)
}
