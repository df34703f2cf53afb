//! Sliding in space as a polynomial of degree four.
//!
//! A sliding velocity u_T = -λ r_T, λ > 0, and u_N = 0 make r a function of λ. With the Schur
//! complement S = W_TT - W_TN W_NT/W_NN and s = q_T - W_TN q_N/W_NN:
//!
//! ```text
//! r_T = -p/D,  r_N = h/(W_NN D),   p = (adj S + λ) s,  D = det(S + λ),  h = -q_N D + W_NT·p
//! ‖r_T‖ = μ r_N:   μ² h² - W_NN² ‖p‖² = 0,  h > 0                       degree four in λ
//! ```
//!
//! Every positive root is found, between those of the derivatives. Without sticking the left side is
//! negative (or h is) at λ = 0 and positive far out, so there is one. The directions are polished,
//! and what round-off spoils goes to the search of `space.rs`.
//!
//! Reference: O. Bonnefon, G. Daviet, *Quartic formulation of Coulomb 3D frictional contact*, 2011.

use super::Local;
use super::space::{self, Slide};
use nalgebra::{Matrix2, SVector, Vector2};

pub(super) fn solve<const B: usize>(contact: &Local<B>, q: &SVector<f64, B>) -> SVector<f64, B> {
    if let Some(r) = space::at_once(contact, q) {
        return r;
    }
    let slide = Slide::new(contact, q);
    directions(contact, q)
        .into_iter()
        .flatten()
        .find_map(|d| slide.newton(d))
        .or_else(|| slide.search())
        .map_or_else(|| space::projected(contact, q), |d| slide.reaction(&d))
}

/// The directions of sliding, fastest (greatest λ) first.
fn directions<const B: usize>(
    contact: &Local<B>,
    q: &SVector<f64, B>,
) -> [Option<Vector2<f64>>; 4] {
    let (w, mu) = (&contact.w, contact.mu);
    let w_nn = w[(0, 0)];
    let (w_nt, w_tn) = (Vector2::new(w[(0, 1)], w[(0, 2)]), Vector2::new(w[(1, 0)], w[(2, 0)]));
    let w_tt = Matrix2::new(w[(1, 1)], w[(1, 2)], w[(2, 1)], w[(2, 2)]);
    // In units of W_NN and |q_N|: λ = W_NN x, and coefficients of comparable size.
    let s_matrix = (w_tt - w_tn * w_nt.transpose() / w_nn) / w_nn;
    let (a, s) = (1.0, Vector2::new(q[1], q[2]) / -q[0] + w_tn / w_nn);
    let adjoint =
        Matrix2::new(s_matrix[(1, 1)], -s_matrix[(0, 1)], -s_matrix[(1, 0)], s_matrix[(0, 0)]);
    let p = [adjoint * s, s];
    let d = [s_matrix.determinant(), s_matrix.trace(), 1.0];
    let along = w_nt / w_nn;
    let h = [a * d[0] + along.dot(&p[0]), a * d[1] + along.dot(&p[1]), a * d[2]];
    let m = mu * mu;
    let polynomial = [
        m * h[0] * h[0] - p[0].norm_squared(),
        2.0 * (m * h[0] * h[1] - p[0].dot(&p[1])),
        m * (h[1] * h[1] + 2.0 * h[0] * h[2]) - p[1].norm_squared(),
        2.0 * m * h[1] * h[2],
        m * h[2] * h[2],
    ];
    let mut found = [None; 4];
    let (roots, count) = positive_roots(&polynomial);
    for (slot, x) in found.iter_mut().zip(roots[..count].iter().rev()) {
        if h[0] + x * (h[1] + x * h[2]) > 0.0 {
            // Friction -p, so that sliding is along p.
            *slot = Some(p[0] + p[1] * *x);
        }
    }
    found
}

/// The positive roots of Σ c_k x^k, ascending, and their number: each between two neighbouring
/// roots of the derivative, where the polynomial is monotone.
fn positive_roots(c: &[f64; 5]) -> ([f64; 4], usize) {
    // Cauchy's bound.
    let size = c[..4].iter().fold(0.0_f64, |m, x| m.max(x.abs()));
    let bound = 1.0 + size / c[4].abs();
    let (mut roots, mut count) = ([0.0; 4], 0);
    // From the highest derivative, which is linear, down to the polynomial itself.
    for order in (0..4).rev() {
        let degree = 4 - order;
        let mut derivative = [0.0; 5];
        for k in 0..=degree {
            let factor: f64 = (k + 1..=k + order).map(|j| j as f64).product();
            derivative[k] = factor * c[k + order];
        }
        let value = |x: f64| derivative[..=degree].iter().rev().fold(0.0, |v, a| v * x + a);
        let (mut next, mut found) = ([0.0; 4], 0);
        let mut low = 0.0;
        for k in 0..=count {
            let high = if k < count { roots[k] } else { bound };
            if let Some(root) = bisect(&value, low, high) {
                next[found] = root;
                found += 1;
            }
            low = high;
        }
        (roots, count) = (next, found);
    }
    (roots, count)
}

/// The root where a function changes its sign.
fn bisect(f: &impl Fn(f64) -> f64, mut low: f64, mut high: f64) -> Option<f64> {
    let sign = f(low) > 0.0;
    if low >= high || sign == (f(high) > 0.0) {
        return None;
    }
    // Roots of very different sizes: halve the exponent first where it spans more than an octave.
    for _ in 0..200 {
        let middle = if low > 0.0 && high > 2.0 * low {
            (low.sqrt()) * (high.sqrt())
        } else if low == 0.0 && high > f64::MIN_POSITIVE {
            1e-3 * high
        } else {
            0.5 * (low + high)
        };
        if middle <= low || middle >= high {
            break;
        }
        if (f(middle) > 0.0) == sign {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(0.5 * (low + high))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_of_a_known_polynomial() {
        // (x - 1e-6)(x - 2)(x - 300)(x + 5) expanded by hand.
        let factors = [-1e-6, -2.0, -300.0, 5.0];
        let mut c = [1.0, 0.0, 0.0, 0.0, 0.0];
        for (n, a) in factors.into_iter().enumerate() {
            for k in (0..=n + 1).rev() {
                c[k] = a * c[k] + if k > 0 { c[k - 1] } else { 0.0 };
            }
        }
        let (roots, count) = positive_roots(&c);
        assert_eq!(count, 3);
        for (root, exact) in roots.iter().zip([1e-6, 2.0, 300.0]) {
            assert!((root / exact - 1.0).abs() < 1e-9, "{root} {exact}");
        }
    }
}
