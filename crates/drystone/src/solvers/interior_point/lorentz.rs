//! The Lorentz cone L = {(x₀, x_T): ‖x_T‖ ≤ x₀} and its scaling, for vectors of up to three
//! components (two are padded by a zero).
//!
//! Jordan product x∘y = (x·y, x₀ y_T + y₀ x_T), unit e = (1, 0), det x = x₀² - ‖x_T‖². For y and r
//! inside the cone the scaling of Nesterov and Todd is the symmetric S with S y = S⁻¹ r = λ; its
//! square D maps y to r: D = η (2 w wᵀ - J), J = diag(1, -1, -1).

use nalgebra::{Matrix2, Matrix3, Vector2, Vector3};

/// A vector of the cone's space.
pub type Lorentz = Vector3<f64>;

/// ‖x_T‖.
#[inline]
pub fn length_of_tangent(x: &Lorentz) -> f64 {
    (x.y * x.y + x.z * x.z).sqrt()
}

/// det x, by its factors: exact near the boundary.
#[inline]
pub fn det(x: &Lorentz) -> f64 {
    let tangent = length_of_tangent(x);
    (x.x - tangent) * (x.x + tangent)
}

/// x∘y.
#[inline]
pub fn product(x: &Lorentz, y: &Lorentz) -> Lorentz {
    Lorentz::new(x.dot(y), x.x * y.y + y.x * x.y, x.x * y.z + y.x * x.z)
}

/// z with λ∘z = x.
#[inline]
pub fn quotient(lambda: &Lorentz, x: &Lorentz) -> Lorentz {
    let first = (lambda.x * x.x - lambda.y * x.y - lambda.z * x.z) / det(lambda);
    Lorentz::new(first, (x.y - first * lambda.y) / lambda.x, (x.z - first * lambda.z) / lambda.x)
}

/// Largest step α ≤ limit that keeps x + α d in the cone, for x inside.
#[inline]
pub fn reach(x: &Lorentz, d: &Lorentz, limit: f64) -> f64 {
    // det(x + α d) = c + 2 b α + a α², c > 0: the smallest positive root.
    let (a, c) = (det(d), det(x));
    let b = x.x * d.x - x.y * d.y - x.z * d.z;
    let discriminant = b * b - a * c;
    let mut reach = limit;
    if discriminant >= 0.0 {
        let root = discriminant.sqrt();
        // c / (-b ± root) are the roots, without cancellation for the one of interest.
        let below = -b + root;
        if below > 0.0 {
            reach = reach.min(c / below);
        }
    }
    if d.x < 0.0 {
        reach = reach.min(-x.x / d.x);
    }
    reach
}

/// The scaling of a pair (y, r).
#[derive(Clone, Copy, Debug, Default)]
pub struct Scaling {
    eta: f64,
    w: Lorentz,
    /// √w: S = √η (2 s sᵀ - J).
    s: Lorentz,
    /// S y = S⁻¹ r.
    pub lambda: Lorentz,
}

impl Scaling {
    /// For y and r inside the cone.
    #[inline]
    pub fn new(y: &Lorentz, r: &Lorentz) -> Self {
        let (det_y, det_r) = (det(y).max(f64::MIN_POSITIVE), det(r).max(f64::MIN_POSITIVE));
        let (unit_y, unit_r) = (y / det_y.sqrt(), r / det_r.sqrt());
        let gamma = (0.5 * (1.0 + unit_y.dot(&unit_r))).sqrt();
        let mut w = (unit_r + mirrored(&unit_y)) / (2.0 * gamma);
        // det w = 1, exactly where it matters.
        w.x = (1.0 + w.y * w.y + w.z * w.z).sqrt();
        let mut s = w;
        s.x += 1.0;
        s /= (2.0 * s.x).sqrt();
        let eta = (det_r / det_y).sqrt();
        let mut scaling = Self { eta, w, s, lambda: Lorentz::zeros() };
        scaling.lambda = scaling.apply(y);
        scaling
    }

    /// S x.
    #[inline]
    pub fn apply(&self, x: &Lorentz) -> Lorentz {
        (self.s * (2.0 * self.s.dot(x)) - mirrored(x)) * self.eta.sqrt()
    }

    /// S⁻¹ x.
    #[inline]
    pub fn apply_inverse(&self, x: &Lorentz) -> Lorentz {
        let s = mirrored(&self.s);
        (s * (2.0 * s.dot(x)) - mirrored(x)) / self.eta.sqrt()
    }

    /// D.
    pub fn matrix(&self) -> Matrix3<f64> {
        let mirror = Matrix3::from_diagonal(&Lorentz::new(1.0, -1.0, -1.0));
        (self.w * self.w.transpose() * 2.0 - mirror) * self.eta
    }

    /// D_T0 / D_00.
    #[inline]
    pub fn slope(&self) -> Vector2<f64> {
        Vector2::new(self.w.y, self.w.z) * (2.0 * self.w.x / (2.0 * self.w.x * self.w.x - 1.0))
    }

    /// D_TT - D_T0 D_0T / D_00 = η (I - 2 w_T w_Tᵀ / (2 w₀² - 1)): along w_T it is
    /// η / (2 w₀² - 1).
    #[inline]
    pub fn complement(&self) -> Matrix2<f64> {
        let tangent = Vector2::new(self.w.y, self.w.z);
        let factor = 2.0 / (2.0 * self.w.x * self.w.x - 1.0);
        (Matrix2::identity() - tangent * tangent.transpose() * factor) * self.eta
    }

    /// D_00 and D_0T.
    #[inline]
    pub fn first_row(&self) -> (f64, Vector2<f64>) {
        let tangent = Vector2::new(self.w.y, self.w.z);
        (self.eta * (2.0 * self.w.x * self.w.x - 1.0), tangent * (2.0 * self.eta * self.w.x))
    }
}

/// J x.
#[inline]
fn mirrored(x: &Lorentz) -> Lorentz {
    Lorentz::new(x.x, -x.y, -x.z)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAIRS: [(Lorentz, Lorentz); 3] = [
        (Lorentz::new(1.0, 0.3, -0.2), Lorentz::new(2.0, -1.5, 1.0)),
        (Lorentz::new(1e-3, 9e-4, 0.0), Lorentz::new(5.0, 4.999, 0.0)),
        (Lorentz::new(0.7, 0.0, 0.0), Lorentz::new(0.7, 0.0, 0.0)),
    ];

    #[test]
    fn the_scaling_maps_both_to_one_point() {
        for (y, r) in PAIRS {
            let scaling = Scaling::new(&y, &r);
            let other = scaling.apply_inverse(&r);
            assert!((scaling.lambda - other).norm() < 1e-12 * other.norm(), "{other}");
            assert!((scaling.apply(&scaling.apply(&y)) - r).norm() < 1e-12 * r.norm());
            assert!((scaling.matrix() * y - r).norm() < 1e-12 * r.norm());
            let (d00, d0t) = scaling.first_row();
            let slope = d0t / d00;
            assert!((scaling.slope() - slope).norm() < 1e-13);
            // D y = r by its parts: first row, and the complement.
            let tangent = Vector2::new(y.y, y.z);
            assert!((d00 * y.x + d0t.dot(&tangent) - r.x).abs() < 1e-12 * r.norm());
            let rest = slope * r.x + scaling.complement() * tangent;
            assert!((rest - Vector2::new(r.y, r.z)).norm() < 1e-12 * r.norm());
        }
    }

    #[test]
    fn quotient_undoes_product() {
        for (x, y) in PAIRS {
            assert!((quotient(&x, &product(&x, &y)) - y).norm() < 1e-9 * y.norm());
        }
    }

    #[test]
    fn reach_is_the_boundary() {
        let mut seed = 1_u64;
        let mut random = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
        };
        for _ in 0..10_000 {
            let x = Lorentz::new(2.0, random(), random());
            let d = Lorentz::new(random(), random(), random()) * 3.0;
            let reach = reach(&x, &d, 1e6);
            assert!(det(&(x + d * (0.999_999 * reach))) > 0.0);
            if reach < 1e6 {
                let beyond = x + d * (1.000_001 * reach);
                assert!(det(&beyond) < 0.0 || beyond.x < 0.0, "{x} {d}");
            }
        }
    }
}
