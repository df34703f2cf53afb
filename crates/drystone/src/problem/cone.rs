//! Projection on Coulomb's cone.

use nalgebra::SVector;

/// Orthogonal projection of x on K = {(r_N, r_T): ‖r_T‖ ≤ μ r_N}, normal first.
/// With B = 1, or μ = 0, the cone is the half-line r_N ≥ 0.
pub fn project<const B: usize>(x: &SVector<f64, B>, mu: f64) -> SVector<f64, B> {
    let tangent = x.iter().skip(1).map(|t| t * t).sum::<f64>().sqrt();
    if tangent <= mu * x[0] {
        return *x;
    }
    // In the polar cone: x_N ≤ -μ ‖x_T‖.
    if mu * tangent <= -x[0] {
        return SVector::zeros();
    }
    let normal = (x[0] + mu * tangent) / (1.0 + mu * mu);
    let mut out = SVector::zeros();
    out[0] = normal;
    if tangent > 0.0 {
        let scale = mu * normal / tangent;
        for i in 1..B {
            out[i] = x[i] * scale;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::Vector3;

    #[test]
    fn projection_is_idempotent_and_closest() {
        for (x, mu) in [
            (Vector3::new(-1.0, 0.3, 0.4), 0.5),
            (Vector3::new(0.2, 3.0, -4.0), 0.7),
            (Vector3::new(1.0, 0.1, 0.2), 0.7),
            (Vector3::new(0.5, 1.0, 0.0), 0.0),
        ] {
            let p = project(&x, mu);
            assert!((project(&p, mu) - p).norm() < 1e-15);
            // Variational characterisation: (x - p)·(y - p) ≤ 0 for y in K.
            for k in 0..16 {
                let angle = k as f64 * 0.4;
                let y = Vector3::new(1.0, mu * angle.cos(), mu * angle.sin()) * (k as f64 * 0.3);
                assert!((x - p).dot(&(y - p)) < 1e-12);
            }
        }
    }
}
