//! The cones of admissible impulses, and the projection on them.
//!
//! | cone | components | admissible |
//! |---|---|---|
//! | Coulomb | (N), (N, T) or (N, T, T) | ‖r_T‖ ≤ μ r_N |
//! | rolling | (N, T, R) or (N, T, T, R, R) | ‖r_T‖ ≤ μ r_N and ‖r_R‖ ≤ μ_r r_N |
//! | spinning | (N, T, T, R, R, S) | the same and \|r_S\| ≤ μ_s r_N |
//! | free | any | everything: u = 0, as a joint has it |
//!
//! With the shifted velocity ũ = (u_N + μ‖u_T‖ + μ_r‖u_R‖ + μ_s|u_S|, u_T, u_R, u_S) the law is, for
//! all, `K* ∋ ũ ⊥ r ∈ K` (De Saxcé; 004 eq. 12): unilateral contact, Coulomb friction, rolling
//! and spinning friction in one statement. The dual of the free cone is {0}, so that it says u = 0.

use nalgebra::SVector;

/// A cone of admissible impulses, normal component first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cone {
    /// Unilateral contact with Coulomb friction; with one component, without friction.
    Coulomb {
        /// Coefficient of friction.
        mu: f64,
    },
    /// Coulomb friction and rolling friction; half of the components after the normal each.
    Rolling {
        /// Coefficient of friction.
        mu: f64,
        /// Coefficient of rolling friction (m, when r_R is a moment).
        mu_r: f64,
    },
    /// Coulomb friction, rolling friction and friction of spinning about the normal, of six components.
    Spinning {
        /// Coefficient of friction.
        mu: f64,
        /// Coefficient of rolling friction (m).
        mu_r: f64,
        /// Coefficient of spinning friction (m).
        mu_s: f64,
    },
    /// Every impulse: no relative velocity. For joints and, with a compliance, for springs.
    Free,
}

/// A bounded part of a cone: its first component, its end, its coefficient.
pub type Bounded = (usize, usize, f64);

/// Most bounded parts of a cone.
pub const PARTS: usize = 3;

impl Cone {
    /// Coefficient of friction.
    #[inline]
    pub fn mu(&self) -> f64 {
        match *self {
            Self::Coulomb { mu } | Self::Rolling { mu, .. } | Self::Spinning { mu, .. } => mu,
            Self::Free => 0.0,
        }
    }

    /// Coefficient of rolling friction; none for Coulomb's cone.
    #[inline]
    pub fn mu_r(&self) -> Option<f64> {
        match *self {
            Self::Coulomb { .. } | Self::Free => None,
            Self::Rolling { mu_r, .. } | Self::Spinning { mu_r, .. } => Some(mu_r),
        }
    }

    /// Coefficient of spinning friction; none for the other cones.
    #[inline]
    pub fn mu_s(&self) -> Option<f64> {
        match *self {
            Self::Spinning { mu_s, .. } => Some(mu_s),
            _ => None,
        }
    }

    /// The same cone where contacts have B components, in D dimensions: couples that it does not speak
    /// of are zero.
    pub fn of_components<const D: usize, const B: usize>(self) -> Self {
        match self {
            Self::Coulomb { mu } if B == D + 1 || B == D + 2 => Self::Rolling { mu, mu_r: 0.0 },
            Self::Coulomb { mu } if B == 6 => Self::Spinning { mu, mu_r: 0.0, mu_s: 0.0 },
            Self::Rolling { mu, mu_r } if B == 6 => Self::Spinning { mu, mu_r, mu_s: 0.0 },
            same => same,
        }
    }

    /// Multiplies the coefficient of friction.
    pub fn weaken_friction(&mut self, factor: f64) {
        match self {
            Self::Coulomb { mu } | Self::Rolling { mu, .. } | Self::Spinning { mu, .. } => {
                *mu *= factor;
            }
            Self::Free => {}
        }
    }

    /// Whether it is the free cone.
    #[inline]
    pub fn is_free(&self) -> bool {
        matches!(self, Self::Free)
    }

    /// The bounded parts of B components: each its first component, its end, its coefficient. Those
    /// that a cone does not have are empty; the free one has none.
    #[inline]
    pub fn parts<const B: usize>(&self) -> [Bounded; PARTS] {
        let none = (B, B, 0.0);
        match *self {
            Self::Coulomb { mu } => [(1, B, mu), none, none],
            Self::Rolling { mu, mu_r } => {
                let middle = B.div_ceil(2);
                [(1, middle, mu), (middle, B, mu_r), none]
            }
            Self::Spinning { mu, mu_r, mu_s } => [(1, 3, mu), (3, 5, mu_r), (5, B, mu_s)],
            Self::Free => [none; PARTS],
        }
    }

    /// ũ = (u_N + μ‖u_T‖ + μ_r‖u_R‖ + μ_s|u_S|, u_T, u_R, u_S).
    #[inline]
    pub fn shifted<const B: usize>(&self, u: &SVector<f64, B>) -> SVector<f64, B> {
        let mut shifted = *u;
        if let Self::Coulomb { mu } = *self {
            shifted[0] += mu * length(u, 1, B);
            return shifted;
        }
        for (from, to, mu) in self.parts::<B>() {
            shifted[0] += mu * length(u, from, to);
        }
        shifted
    }

    /// Orthogonal projection of x on the cone.
    pub fn project<const B: usize>(&self, x: &SVector<f64, B>) -> SVector<f64, B> {
        match *self {
            Self::Coulomb { mu } => project(x, mu),
            Self::Rolling { .. } | Self::Spinning { .. } => self.project_on_all(x),
            Self::Free => *x,
        }
    }

    /// For a given normal part n each bounded part is cut to its length μ n, so the distance from
    /// x is least where `n - x_N - Σ μ (‖x_part‖ - μ n)₊ = 0`: piecewise linear and increasing.
    fn project_on_all<const B: usize>(&self, x: &SVector<f64, B>) -> SVector<f64, B> {
        let parts = self.parts::<B>().map(|(from, to, mu)| (from, to, mu, length(x, from, to)));
        // With n the root while some parts, bits of `cut`, are cut.
        let root = |cut: usize| {
            let (mut above, mut below) = (x[0], 1.0);
            for (k, (_, _, mu, length)) in parts.iter().enumerate() {
                if cut >> k & 1 == 1 {
                    above += mu * length;
                    below += mu * mu;
                }
            }
            above / below
        };
        // Each choice leaves out positive terms or takes in negative ones, so its root is no
        // greater than the true one, which is among them.
        let n = (1..1 << PARTS).map(root).fold(x[0], |a, b| if b > a { b } else { a });
        // A NaN must come out as a NaN.
        if n <= 0.0 {
            return SVector::zeros();
        }
        let mut out = *x;
        out[0] = n;
        for (from, to, mu, length) in parts {
            if length > mu * n {
                for i in from..to {
                    out[i] = x[i] * (mu * n / length);
                }
            }
        }
        out
    }
}

/// Euclidean length of some components.
#[inline]
fn length<const B: usize>(x: &SVector<f64, B>, from: usize, to: usize) -> f64 {
    (from..to).map(|i| x[i] * x[i]).sum::<f64>().sqrt()
}

/// Orthogonal projection of x on K = {(r_N, r_T): ‖r_T‖ ≤ μ r_N}, normal first.
/// With B = 1, or μ = 0, the cone is the half-line r_N ≥ 0.
pub fn project<const B: usize>(x: &SVector<f64, B>, mu: f64) -> SVector<f64, B> {
    let tangent = length(x, 1, B);
    // Without friction μ x_N says nothing about the sign of x_N.
    if tangent <= mu * x[0] && x[0] >= 0.0 {
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
            (Vector3::new(-0.5, 0.0, 0.0), 0.0),
        ] {
            let p = project(&x, mu);
            assert!(p[0] >= 0.0 && (project(&p, mu) - p).norm() < 1e-15);
            // Variational characterisation: (x - p)·(y - p) ≤ 0 for y in K.
            for k in 0..16 {
                let angle = k as f64 * 0.4;
                let y = Vector3::new(1.0, mu * angle.cos(), mu * angle.sin()) * (k as f64 * 0.3);
                assert!((x - p).dot(&(y - p)) < 1e-12);
            }
        }
    }

    /// Moreau: x = p + d with p in K, -d in K*, p ⊥ d; K* is where y_N ≥ μ‖y_T‖ + μ_r‖y_R‖ + μ_s|y_S|.
    fn check_rolling<const B: usize>() {
        let mut seed = 7_u64;
        let mut random = || {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (seed >> 11) as f64 / (1_u64 << 53) as f64
        };
        for _ in 0..20_000 {
            let (mu, mu_r) = (2.0 * random(), (random() - 0.2).max(0.0));
            let mu_s = (random() - 0.2).max(0.0);
            let cone = match B {
                6 => Cone::Spinning { mu, mu_r, mu_s },
                _ => Cone::Rolling { mu, mu_r },
            };
            let x = SVector::<f64, B>::from_fn(|_, _| 4.0 * random() - 2.0);
            let p = cone.project(&x);
            let d = p - x;
            for (from, to, mu) in cone.parts::<B>() {
                assert!(length(&p, from, to) <= mu * p[0] + 1e-14);
            }
            let dual: f64 = cone.parts::<B>().iter().map(|&(f, t, mu)| mu * length(&d, f, t)).sum();
            assert!(d[0] >= dual - 1e-13 && p.dot(&d).abs() < 1e-13, "{x} {p}");
        }
    }

    #[test]
    fn what_is_on_the_border_stays() {
        let cone = Cone::Rolling { mu: 0.7, mu_r: 0.3 };
        for k in 0..10_000 {
            let (n, angle) = (1.0 + 0.37 * k as f64, k as f64);
            let t = SVector::<f64, 2>::new(angle.cos(), angle.sin()) * (0.7 * n);
            let x = SVector::<f64, 5>::new(n, t.x, t.y, 0.1 * n, 0.2 * n);
            assert!((cone.project(&x) - x).norm() < 1e-14 * n, "{x}");
        }
    }

    /// All impulses: x = p + 0, whose polar part is nothing, and no part of it bounded or shifted.
    fn check_free<const B: usize>() {
        for k in 0..1000 {
            let x = SVector::<f64, B>::from_fn(|i, _| (1.7 * (k * B + i) as f64).sin() * 3.0);
            let cone = Cone::Free;
            assert_eq!((cone.project(&x), cone.shifted(&x)), (x, x));
            assert!(cone.parts::<B>().iter().all(|(from, to, _)| from == to));
        }
        assert!(Cone::Free.is_free() && Cone::Free.mu() == 0.0 && Cone::Free.mu_r().is_none());
        assert!(!Cone::Coulomb { mu: 0.0 }.is_free());
    }

    #[test]
    fn the_free_cone_is_everything() {
        check_free::<1>();
        check_free::<2>();
        check_free::<3>();
        check_free::<5>();
    }

    #[test]
    fn cones_of_several_parts_obey_moreau() {
        check_rolling::<3>();
        check_rolling::<5>();
        check_rolling::<6>();
    }
}
