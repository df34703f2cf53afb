//! Projection onto the cone of one contact, with or without rolling friction.
//!
//! Written for the measure alone: solvers have their own, so that neither repeats the other's
//! mistakes.

/// p = P_K(x) on K = {‖p_T‖ ≤ μ p_N, ‖p_R‖ ≤ μ_r p_N}, the parts T and R of x (`tangents` numbers
/// each, R absent in blocks without rolling friction) following its normal component.
///
/// For a given p_N = s ≥ 0 the nearest parts are x_T and x_R clipped to lengths μ s and μ_r s. What
/// remains is to minimise over s; the derivative
/// g(s) = s - x_N - μ (‖x_T‖ - μ s)₊ - μ_r (‖x_R‖ - μ_r s)₊ rises, piecewise linear, with breaks at
/// ‖x_T‖/μ and ‖x_R‖/μ_r, so its zero is found in at most three steps.
pub fn project(x: &[f64], tangents: usize, mu: f64, mu_r: f64, p: &mut [f64]) {
    let (tangential, rolling) = (1..1 + tangents, 1 + tangents..x.len());
    let parts = [(norm(&x[tangential.clone()]), mu), (norm(&x[rolling.clone()]), mu_r)];
    let s = normal_part(x[0], parts);
    p[0] = s;
    for (range, (length, mu)) in [tangential, rolling].into_iter().zip(parts) {
        let scale = if length > mu * s { mu * s / length } else { 1.0 };
        for k in range {
            p[k] = scale * x[k];
        }
    }
}

/// The zero of g, or 0 if g(0) ≥ 0.
fn normal_part(x_n: f64, mut parts: [(f64, f64); 2]) -> f64 {
    let end = |(length, mu): (f64, f64)| if mu > 0.0 { length / mu } else { f64::INFINITY };
    // The part that stops being clipped first comes first.
    if end(parts[0]) > end(parts[1]) {
        parts.swap(0, 1);
    }
    if -x_n - parts.iter().map(|(length, mu)| mu * length).sum::<f64>() >= 0.0 {
        return 0.0;
    }
    for clipped in 0..2 {
        let (mut sum, mut slope) = (x_n, 1.0);
        for (length, mu) in &parts[clipped..] {
            sum += mu * length;
            slope += mu * mu;
        }
        if sum / slope <= end(parts[clipped]) {
            return sum / slope;
        }
    }
    x_n
}

/// Euclid's norm.
pub fn norm(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum::<f64>().sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn number() -> impl Strategy<Value = f64> {
        prop_oneof![-2.0..2.0, Just(0.0), -1e-3..1e-3]
    }

    fn coefficient() -> impl Strategy<Value = f64> {
        prop_oneof![0.0..1.5, Just(0.0), 0.0..1e-3]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        /// Moreau: p is the projection of x iff p ∈ K, x - p ∈ K°, and they are orthogonal. The
        /// polar cone is K° = {y_N + μ‖y_T‖ + μ_r‖y_R‖ ≤ 0}.
        #[test]
        fn parts_are_polar_and_orthogonal(
            x in prop::collection::vec(number(), 5),
            mu in coefficient(),
            mu_r in coefficient(),
            size in prop::sample::select(vec![(2, 1), (3, 2), (3, 1), (5, 2)]),
        ) {
            let (size, tangents) = size;
            let x = &x[..size];
            let mut p = vec![0.0; size];
            project(x, tangents, mu, mu_r, &mut p);
            let y: Vec<f64> = x.iter().zip(&p).map(|(x, p)| x - p).collect();
            let lengths = |z: &[f64]| (norm(&z[1..1 + tangents]), norm(&z[1 + tangents..]));
            let ((t, r), (y_t, y_r)) = (lengths(&p), lengths(&y));
            prop_assert!(p[0] >= 0.0 && t <= mu * p[0] + 1e-15 && r <= mu_r * p[0] + 1e-15);
            prop_assert!(y[0] + mu * y_t + mu_r * y_r <= 1e-14);
            prop_assert!(p.iter().zip(&y).map(|(p, y)| p * y).sum::<f64>().abs() <= 1e-14);
        }
    }
}
