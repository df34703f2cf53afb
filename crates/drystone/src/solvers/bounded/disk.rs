//! One bounded part: min ½ x·A x + q·x over the disk ‖x‖ ≤ g, in one or two components.
//!
//! Inside, x = -A⁻¹ q. On the rim (A + λ I) x = -q with the λ > 0 for which ‖x‖ = g: Newton on
//! 1/‖x(λ)‖ - 1/g, which is concave, so that it comes from below without overshooting (Moré and
//! Sorensen 1983). The start λ ≥ ‖q‖/g - tr A is below the root as well, and A may vanish.

use nalgebra::{Matrix2, SMatrix, SVector, Vector2};
use std::ops::Range;

/// The impulse of components `part` of a contact with block `w`, velocity `u` and impulse `r`.
pub(super) fn least<const B: usize>(
    w: &SMatrix<f64, B, B>,
    u: &SVector<f64, B>,
    r: &SVector<f64, B>,
    part: Range<usize>,
    g: f64,
) -> Vector2<f64> {
    let (mut a, mut x, mut v) = (Matrix2::zeros(), Vector2::zeros(), Vector2::zeros());
    for i in part.clone() {
        x[i - part.start] = r[i];
        v[i - part.start] = u[i];
        for j in part.clone() {
            a[(i - part.start, j - part.start)] = w[(i, j)];
        }
    }
    if part.len() == 1 {
        // A second component that nothing couples to the first.
        a[(1, 1)] = a[(0, 0)];
    }
    minimiser(&a, &(v - a * x), g)
}

fn minimiser(a: &Matrix2<f64>, q: &Vector2<f64>, g: f64) -> Vector2<f64> {
    let pull = q.norm();
    if g <= 0.0 || pull == 0.0 {
        return Vector2::zeros();
    }
    let solve = |lambda: f64, right: &Vector2<f64>| {
        let m = a + Matrix2::identity() * lambda;
        let det = m[(0, 0)] * m[(1, 1)] - m[(0, 1)] * m[(1, 0)];
        Vector2::new(
            (m[(1, 1)] * right.x - m[(0, 1)] * right.y) / det,
            (m[(0, 0)] * right.y - m[(1, 0)] * right.x) / det,
        )
    };
    let inside = solve(0.0, &-q);
    if inside.norm() <= g {
        return inside;
    }
    let mut lambda = (pull / g - a.trace()).max(1e-12 * a.trace());
    let mut x = solve(lambda, &-q);
    for _ in 0..30 {
        let length = x.norm();
        // d(1/‖x‖)/dλ = x·(A + λI)⁻¹x / ‖x‖³.
        let slope = x.dot(&solve(lambda, &x)) / (length * length * length);
        let step = (1.0 / g - 1.0 / length) / slope;
        if !step.is_finite() || step <= 1e-15 * lambda {
            break;
        }
        lambda += step;
        x = solve(lambda, &-q);
    }
    let length = x.norm();
    if length.is_finite() && length > 0.0 { x * (g / length) } else { -q * (g / pull) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_minimiser_obeys_its_conditions() {
        let mut seed = 5_u64;
        let mut random = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
        };
        for k in 0..10_000 {
            let root = Matrix2::new(random(), random(), random(), random());
            // Every third is singular, every seventh vanishes.
            let rank =
                if k % 3 == 0 { Matrix2::new(1.0, 0.0, 0.0, 0.0) } else { Matrix2::identity() };
            let a = root * rank * root.transpose() * if k % 7 == 0 { 0.0 } else { 1.0 };
            let (q, g) = (Vector2::new(random(), random()), random().abs());
            let x = minimiser(&a, &q, g);
            let gradient = a * x + q;
            assert!(x.norm() <= g * (1.0 + 1e-14));
            // Where a gradient is left, x is on the rim against it.
            let left = gradient.norm() * g + gradient.dot(&x);
            assert!(left.abs() < 1e-9 * (1.0 + a.norm()), "{a} {q} {g} {x} {left}");
        }
    }
}
