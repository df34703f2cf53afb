//! What a contact law looks like to Newton's method: an equation F(u, r) = 0 of B components whose
//! solutions are those of the law, and one of its generalised derivatives.
//!
//! u and r come in the same units: the caller divides impulses by ρ_c (see `scale.rs`). All the
//! functions here are positively homogeneous, F(s u, s r) = s F(u, r), so nothing else need be
//! known about units.

use crate::problem::Cone;
use nalgebra::{SMatrix, SVector};

/// F and its derivatives at a point; where F has a kink, those of one of its smooth pieces.
#[derive(Clone, Copy, Debug)]
pub struct Linearised<const B: usize> {
    /// F.
    pub value: SVector<f64, B>,
    /// A = ∂F/∂u.
    pub by_velocity: SMatrix<f64, B, B>,
    /// C = ∂F/∂r.
    pub by_impulse: SMatrix<f64, B, B>,
}

/// A function whose zeros are the solutions of the law.
pub trait ContactFunction: Default + Send + 'static {
    /// Whether it takes rolling cones.
    const ROLLING: bool;

    /// F with its derivatives.
    fn linearise<const B: usize>(
        cone: &Cone,
        u: &SVector<f64, B>,
        r: &SVector<f64, B>,
    ) -> Linearised<B>;

    /// F alone.
    fn value<const B: usize>(
        cone: &Cone,
        u: &SVector<f64, B>,
        r: &SVector<f64, B>,
    ) -> SVector<f64, B> {
        Self::linearise(cone, u, r).value
    }
}

/// F with its derivatives; for a joint F = u.
pub fn linearise<F: ContactFunction, const B: usize>(
    cone: &Cone,
    u: &SVector<f64, B>,
    r: &SVector<f64, B>,
) -> Linearised<B> {
    if cone.is_free() {
        let (by_velocity, by_impulse) = (SMatrix::identity(), SMatrix::zeros());
        return Linearised { value: *u, by_velocity, by_impulse };
    }
    F::linearise(cone, u, r)
}

/// F alone; for a joint F = u.
pub fn value<F: ContactFunction, const B: usize>(
    cone: &Cone,
    u: &SVector<f64, B>,
    r: &SVector<f64, B>,
) -> SVector<f64, B> {
    if cone.is_free() { *u } else { F::value(cone, u, r) }
}

/// Derivative of ũ = (u_N + Σ μ‖u_part‖, u_T, u_R): the identity and one row. Where a part
/// vanishes its norm has no derivative; zero, the middle of all, is taken.
pub fn shift_derivative<const B: usize>(cone: &Cone, u: &SVector<f64, B>) -> SMatrix<f64, B, B> {
    let mut derivative = SMatrix::identity();
    for (from, to, mu) in cone.parts::<B>() {
        let length = length(u, from, to);
        if length > 0.0 {
            for i in from..to {
                derivative[(0, i)] += mu * u[i] / length;
            }
        }
    }
    derivative
}

/// Euclidean length of some components.
pub fn length<const B: usize>(x: &SVector<f64, B>, from: usize, to: usize) -> f64 {
    (from..to).map(|i| x[i] * x[i]).sum::<f64>().sqrt()
}

#[cfg(test)]
pub(super) mod checks {
    //! What every function must pass.

    use super::*;

    /// A small generator of numbers in [-1, 1].
    pub struct Random(pub u64);

    impl Random {
        pub fn number(&mut self) -> f64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040);
            (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
        }

        pub fn vector<const B: usize>(&mut self) -> SVector<f64, B> {
            SVector::from_fn(|_, _| self.number())
        }

        pub fn cone<const B: usize>(&mut self, rolling: bool) -> Cone {
            let mu = (1.2 * self.number()).max(0.0);
            let mu_r = (0.6 * self.number() + 0.3).max(0.0);
            match (rolling, B) {
                (false, _) => Cone::Coulomb { mu },
                (true, 6) => {
                    let mu_s = (0.6 * self.number() + 0.3).max(0.0);
                    Cone::Spinning { mu, mu_r, mu_s }
                }
                (true, _) => Cone::Rolling { mu, mu_r },
            }
        }
    }

    /// Every check, for every number of components that the function takes.
    pub fn all<F: ContactFunction>() {
        sized::<F, 1>(false);
        sized::<F, 2>(false);
        sized::<F, 3>(false);
        if F::ROLLING {
            sized::<F, 3>(true);
            sized::<F, 5>(true);
            sized::<F, 6>(true);
        }
    }

    fn sized<F: ContactFunction, const B: usize>(rolling: bool) {
        derivatives::<F, B>(rolling);
        kinks::<F, B>(rolling);
        zeros::<F, B>(rolling);
    }

    /// Derivatives against central differences at 10⁴ random points. Both sides of a kink give
    /// different quotients for different steps; such points are few and are counted.
    fn derivatives<F: ContactFunction, const B: usize>(rolling: bool) {
        let mut random = Random(11);
        let (mut kinks, points) = (0, 10_000);
        for _ in 0..points {
            let (cone, u, r) =
                (random.cone::<B>(rolling), random.vector::<B>(), random.vector::<B>());
            let at = F::linearise(&cone, &u, &r);
            assert!((at.value - F::value(&cone, &u, &r)).norm() <= 1e-14);
            let (du, dr) = (random.vector::<B>(), random.vector::<B>());
            let exact = at.by_velocity * du + at.by_impulse * dr;
            let quotient = |h: f64| {
                let ahead = F::value(&cone, &(u + du * h), &(r + dr * h));
                (ahead - F::value(&cone, &(u - du * h), &(r - dr * h))) / (2.0 * h)
            };
            let (coarse, fine) = (quotient(2e-5), quotient(1e-5));
            // Where the function is smooth the quotients differ by O(h²).
            let scale = 1.0 + exact.norm();
            if (coarse - fine).norm() > 1e-7 * scale || smallest(&cone, &u, &r) < 1e-2 {
                kinks += 1;
                continue;
            }
            assert!((exact - fine).norm() < 3e-6 * scale, "{cone:?} {u} {r} {exact} {fine}");
        }
        assert!(kinks < points / 3, "{kinks} kinks");
    }

    /// Lengths by which a function may divide.
    fn smallest<const B: usize>(cone: &Cone, u: &SVector<f64, B>, r: &SVector<f64, B>) -> f64 {
        let mut least = f64::INFINITY;
        for (from, to, mu) in cone.parts::<B>().into_iter().filter(|p| p.0 < p.1) {
            least = least.min(length(u, from, to)).min(length(&(r - u), from, to));
            if mu > 0.0 {
                least = least.min(mu);
            }
        }
        least
    }

    /// Semismooth: F(x + d) - F(x) - F'(x + d) d = o(d) from every side of the points where the
    /// law changes its face.
    fn kinks<F: ContactFunction, const B: usize>(rolling: bool) {
        let mut random = Random(5);
        for k in 0..2_000 {
            let cone = random.cone::<B>(rolling);
            // Functions that divide by μ bend on its scale.
            if cone.mu() > 0.0 && cone.mu() < 0.05 {
                continue;
            }
            // Sticking on the rim of the cone, at rest; grazing; or nothing at all.
            let mut r = SVector::<f64, B>::zeros();
            let mut u = SVector::<f64, B>::zeros();
            if k % 3 > 0 {
                r[0] = 1.0;
                let direction = random.vector::<B>();
                for (from, to, mu) in cone.parts::<B>() {
                    let length = length(&direction, from, to);
                    for i in from..to {
                        r[i] = mu * direction[i] / length;
                        if k % 3 == 2 {
                            u[i] = -direction[i];
                        }
                    }
                }
            }
            let at = F::value(&cone, &u, &r);
            assert!(at.norm() < 1e-7, "{cone:?} {u} {r} {at}");
            let (du, dr) = (random.vector::<B>(), random.vector::<B>());
            let error = |h: f64| {
                let near = F::linearise(&cone, &(u + du * h), &(r + dr * h));
                let linear = near.by_velocity * du * h + near.by_impulse * dr * h;
                (near.value - at - linear).norm() / h
            };
            assert!(error(1e-6) < 0.02, "{cone:?} {u} {r} {du} {dr}: {}", error(1e-6));
        }
    }

    /// F = 0 exactly where the law holds: as seen by the natural map, with projections of their
    /// own.
    fn zeros<F: ContactFunction, const B: usize>(rolling: bool) {
        let mut random = Random(3);
        for _ in 0..5_000 {
            let cone = random.cone::<B>(rolling);
            // A random x parts into an impulse p and a shifted velocity p - x.
            let x = random.vector::<B>();
            let r = cone.project(&x);
            let mut u = r - x;
            for (from, to, mu) in cone.parts::<B>() {
                u[0] -= mu * length(&(r - x), from, to);
            }
            let value = F::value(&cone, &u, &r);
            assert!(value.norm() < 1e-7, "{cone:?} {u} {r} {value}");
            // Elsewhere it is not zero.
            let wrong = r + random.vector::<B>() * 0.1;
            let defect = (wrong - cone.project(&(wrong - cone.shifted(&u)))).norm();
            if defect > 1e-2 {
                assert!(F::value(&cone, &u, &wrong).norm() > 1e-5 * defect, "{cone:?} {u} {wrong}");
            }
        }
    }
}
