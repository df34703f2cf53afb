//! The projection on a cone, with its derivative.
//!
//! With n the normal part of the projection, t the direction and L the length of a bounded part of
//! x that is cut to μ n:
//!
//! ```text
//! n = (x_N + Σ μ L) / (1 + Σ μ²),   ∂n/∂x = (1, μ t) / (1 + Σ μ²)        sums over the parts cut
//! p = μ n t,                        ∂p/∂x = μ t ∂n/∂x + (μ n / L) (I - t tᵀ)
//! ```
//!
//! and a part that is not cut stays as it is. It is the same for Coulomb's cone (one part) and for
//! rolling friction (two, with spinning three).

use super::function::length;
use crate::problem::{Cone, PARTS};
use nalgebra::{RowSVector, SMatrix, SVector};

/// P_K(x) and a generalised derivative of P_K there.
pub fn project<const B: usize>(
    cone: &Cone,
    x: &SVector<f64, B>,
) -> (SVector<f64, B>, SMatrix<f64, B, B>) {
    if cone.is_free() {
        return (*x, SMatrix::identity());
    }
    let parts = cone.parts::<B>().map(|(from, to, mu)| (from, to, mu, length(x, from, to)));
    let root = |cut: [bool; PARTS]| {
        let (mut above, mut below) = (x[0], 1.0);
        for ((_, _, mu, length), _) in parts.iter().zip(cut).filter(|(_, cut)| *cut) {
            above += mu * length;
            below += mu * mu;
        }
        (above / below, below)
    };
    let is_empty = |k: usize| parts[k].0 == parts[k].1;
    // Without friction a part is always cut: there is nothing else it could be.
    let is_cut = |n: f64, k: usize| parts[k].3 > parts[k].2 * n || parts[k].2 == 0.0;
    let consistent = |cut: &[bool; PARTS]| {
        let n = root(*cut).0;
        (0..PARTS).all(|k| cut[k] == (is_cut(n, k) && !is_empty(k)))
    };
    // Bits of a number say which.
    let choice = |bits: usize| std::array::from_fn(|k| bits >> k & 1 == 1);
    let all = std::array::from_fn(|k| !is_empty(k));
    let cut = (0..1 << PARTS).map(choice).find(consistent).unwrap_or(all);
    let (n, below) = root(cut);
    let (mut out, mut derivative) = (SVector::zeros(), SMatrix::zeros());
    if n <= 0.0 {
        return (out, derivative);
    }
    let unit = |k: usize, i: usize| if parts[k].3 > 0.0 { x[i] / parts[k].3 } else { 0.0 };
    let mut rate = RowSVector::<f64, B>::zeros();
    rate[0] = 1.0 / below;
    for k in (0..PARTS).filter(|k| cut[*k]) {
        for i in parts[k].0..parts[k].1 {
            rate[i] = parts[k].2 * unit(k, i) / below;
        }
    }
    out[0] = n;
    derivative.set_row(0, &rate);
    for (k, (from, to, mu, length)) in parts.into_iter().enumerate() {
        for i in from..to {
            if !cut[k] {
                out[i] = x[i];
                derivative[(i, i)] = 1.0;
                continue;
            }
            out[i] = mu * n * unit(k, i);
            derivative.set_row(i, &(rate * (mu * unit(k, i))));
            let turned = if length > 0.0 { mu * n / length } else { 0.0 };
            derivative[(i, i)] += turned;
            for j in from..to {
                derivative[(i, j)] -= turned * unit(k, i) * unit(k, j);
            }
        }
    }
    (out, derivative)
}

#[cfg(test)]
mod tests {
    use super::super::function::checks::Random;
    use super::*;

    fn check<const B: usize>(rolling: bool) {
        let mut random = Random(2);
        for _ in 0..10_000 {
            let (cone, x) = (random.cone::<B>(rolling), random.vector::<B>());
            let (p, derivative) = project(&cone, &x);
            assert!((p - cone.project(&x)).norm() < 1e-14);
            // A projection on a cone: P'(x) x = P(x), P' is symmetric.
            assert!((derivative * x - p).norm() < 1e-13);
            assert!((derivative - derivative.transpose()).norm() < 1e-13);
        }
    }

    #[test]
    fn the_projection_is_that_of_the_cone_and_its_derivative_is_symmetric() {
        check::<1>(false);
        check::<2>(false);
        check::<3>(false);
        check::<3>(true);
        check::<5>(true);
        check::<6>(true);
    }
}
