//! One contact: the smoothed function, its derivative, and the sliding speed eliminated.
//!
//! Impulses count in units of velocity, x = w r with w = tr W_cc/B. The B + 1 equations
//!
//! ```text
//! F₁ = u_N + x_N - (u_N² + x_N² + ε²)^½
//! F₂ = x + y - (x∘x + y∘y + ε² e)^½,   x = (x_N, x_T/μ),  y = (t, μ u_T)
//! ```
//!
//! are linear in (dr, du, dt); the row of F₂ with the largest coefficient of dt gives dt and is
//! taken out of the others. A joint has F = u, with a proximal term since C must be regular.

use crate::problem::Cone;
use crate::solvers::newton::fischer_burmeister::{inverse_of_product, product_by, root_of_squares};
use nalgebra::{SMatrix, SVector};

/// Least friction that is friction.
const FRICTIONLESS: f64 = 1e-10;
/// The proximal term of joints, in units of w.
const JOINT_DAMPING: f64 = 1e-7;

/// The variables of a contact.
#[derive(Clone, Copy, Debug)]
pub(super) struct Point<const B: usize> {
    /// Impulse.
    pub r: SVector<f64, B>,
    /// Velocity.
    pub u: SVector<f64, B>,
    /// Sliding speed times μ.
    t: f64,
    /// Velocity of a unit impulse.
    w: f64,
}

impl<const B: usize> Point<B> {
    pub fn central(w: f64, speed: f64) -> Self {
        let mut r = SVector::zeros();
        r[0] = speed / w;
        Self { r, u: SVector::zeros(), t: speed, w }
    }

    /// A joint without impulse.
    pub fn at_rest(w: f64) -> Self {
        Self { r: SVector::zeros(), u: SVector::zeros(), t: 0.0, w }
    }

    pub fn moved(&self, dr: &SVector<f64, B>, du: &SVector<f64, B>, dt: f64, alpha: f64) -> Self {
        let (r, u) = (self.r + dr * alpha, self.u + du * alpha);
        Self { r, u, t: self.t + alpha * dt, w: self.w }
    }

    /// x and y of the cones.
    fn pair(&self, mu: f64) -> (SVector<f64, B>, SVector<f64, B>) {
        let (mut x, mut y) = (self.r * (self.w / mu), self.u * mu);
        x[0] = self.r[0] * self.w;
        y[0] = self.t;
        (x, y)
    }

    fn normal(&self, epsilon: f64) -> (f64, f64) {
        let (u, x) = (self.u[0], self.r[0] * self.w);
        let root = (u * u + x * x + epsilon * epsilon).sqrt();
        // u + x - root without cancellation where both are positive.
        let value = if u + x > 0.0 {
            (2.0 * u * x - epsilon * epsilon) / (u + x + root)
        } else {
            u + x - root
        };
        (value, root)
    }

    /// ‖F‖².
    pub fn merit(&self, cone: &Cone, epsilon: f64) -> f64 {
        if cone.is_free() {
            return self.u.norm_squared();
        }
        let mu = cone.mu();
        let normal = self.normal(epsilon).0;
        let tangential = if B == 1 || mu < FRICTIONLESS {
            (1..B).map(|i| (self.r[i] * self.w).powi(2)).sum()
        } else {
            let (x, y) = self.pair(mu);
            (x + y - root_of_squares(&x, &y, epsilon * epsilon)).norm_squared()
        };
        normal * normal + tangential
    }
}

/// The linear equations of a contact.
#[derive(Clone, Copy, Debug)]
pub(super) struct Smoothed<const B: usize> {
    pub c: SMatrix<f64, B, B>,
    pub a: SMatrix<f64, B, B>,
    pub g: SVector<f64, B>,
    pub merit: f64,
    /// dt = value - by_impulse·dr - by_velocity·du.
    value: f64,
    by_impulse: SVector<f64, B>,
    by_velocity: SVector<f64, B>,
}

impl<const B: usize> Smoothed<B> {
    pub fn new(at: &Point<B>, cone: &Cone, epsilon: f64) -> Self {
        let mu = cone.mu();
        let (value, root) = at.normal(epsilon);
        let mut out = Self {
            c: SMatrix::zeros(),
            a: SMatrix::zeros(),
            g: SVector::zeros(),
            merit: at.merit(cone, epsilon),
            value: 0.0,
            by_impulse: SVector::zeros(),
            by_velocity: SVector::zeros(),
        };
        if cone.is_free() {
            out.c.fill_diagonal(JOINT_DAMPING * at.w);
            out.a.fill_diagonal(1.0);
            out.g = -at.u;
            return out;
        }
        // 1 - x/root, without cancellation.
        let slope = |own: f64, other: f64| {
            if own > 0.0 {
                (other * other + epsilon * epsilon) / (root * (root + own))
            } else {
                1.0 - own / root
            }
        };
        let (u, x) = (at.u[0], at.r[0] * at.w);
        out.c[(0, 0)] = slope(x, u) * at.w;
        out.a[(0, 0)] = slope(u, x);
        out.g[0] = -value;
        if B == 1 || mu < FRICTIONLESS {
            for i in 1..B {
                out.c[(i, i)] = at.w;
                out.g[i] = -at.r[i] * at.w;
            }
            return out;
        }
        let (x, y) = at.pair(mu);
        let z = root_of_squares(&x, &y, epsilon * epsilon);
        let across = inverse_of_product(&z);
        let identity = SMatrix::<f64, B, B>::identity();
        let mut by_impulse = (identity - across * product_by(&x)) * (at.w / mu);
        by_impulse.column_mut(0).scale_mut(mu);
        let mut by_velocity = (identity - across * product_by(&y)) * mu;
        let by_speed = by_velocity.column(0) / mu;
        by_velocity.column_mut(0).fill(0.0);
        let right = z - x - y;
        let pivot = by_speed.iamax();
        let inverse = 1.0 / by_speed[pivot];
        out.value = right[pivot] * inverse;
        out.by_impulse = by_impulse.row(pivot).transpose() * inverse;
        out.by_velocity = by_velocity.row(pivot).transpose() * inverse;
        for (row, i) in (1..B).zip((0..B).filter(|i| *i != pivot)) {
            let factor = by_speed[i];
            for j in 0..B {
                out.c[(row, j)] = by_impulse[(i, j)] - factor * out.by_impulse[j];
                out.a[(row, j)] = by_velocity[(i, j)] - factor * out.by_velocity[j];
            }
            out.g[row] = right[i] - factor * out.value;
        }
        out
    }

    /// dt of a step.
    pub fn speed_step(&self, dr: &SVector<f64, B>, du: &SVector<f64, B>) -> f64 {
        self.value - self.by_impulse.dot(dr) - self.by_velocity.dot(du)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solvers::local::invert;

    /// A step that solves the linear equations makes ‖F‖² fall at the rate of twice itself.
    fn check<const B: usize>() {
        let mut seed = 9_u64;
        let mut random = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
        };
        for k in 0..2000 {
            let mu = if k % 10 == 0 { 0.0 } else { 0.1 + random().abs() };
            let mut vector = || SVector::<f64, B>::from_fn(|_, _| random());
            let (r, u, du) = (vector(), vector(), vector());
            let at = Point { r, u, t: random(), w: 0.5 + random().abs() };
            let epsilon = 0.3;
            let cone = Cone::Coulomb { mu };
            let linear = Smoothed::new(&at, &cone, epsilon);
            let dr = invert(&linear.c) * (linear.g - linear.a * du);
            let dt = linear.speed_step(&dr, &du);
            let merit = |alpha: f64| at.moved(&dr, &du, dt, alpha).merit(&cone, epsilon);
            let h = 1e-5 / (1.0 + dr.norm() + dt.abs());
            let rate = (merit(h) - merit(-h)) / (2.0 * h);
            let size = 1.0 + dr.norm() + dt.abs();
            let error = (rate + 2.0 * linear.merit).abs();
            assert!(error < 1e-5 * size * (1.0 + linear.merit), "{mu} {at:?} {error}");
        }
    }

    /// Newton's step of a joint undoes its velocity, but for the proximal term.
    #[test]
    fn a_joint_is_stopped() {
        let (r, u) = (SVector::from([0.3, -0.7]), SVector::from([-0.2, 0.5]));
        let at = Point { r, u, t: 0.0, w: 2.0 };
        let linear = Smoothed::new(&at, &Cone::Free, 0.3);
        assert_eq!((linear.a * -u, linear.merit), (linear.g, u.norm_squared()));
        assert_eq!(linear.c, SMatrix::<f64, 2, 2>::from_diagonal_element(2.0 * JOINT_DAMPING));
        assert_eq!(at.moved(&r, &-u, 0.0, 1.0).merit(&Cone::Free, 0.3), 0.0);
    }

    #[test]
    fn the_linear_equations_are_those_of_the_function() {
        check::<1>();
        check::<2>();
        check::<3>();
    }
}
