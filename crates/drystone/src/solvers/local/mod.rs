//! One contact: given W (positive definite), q and a cone, find r and u = W r + q with
//! `0 ≤ u_N ⊥ r_N ≥ 0` and Coulomb's law `r_T ∈ D(μ r_N)`, r_T against u_T (000 eq. 31); with a
//! rolling cone the same law once more for r_R, u_R and μ_r, with a spinning one for r_S, u_S and μ_s.
//!
//! | block | file | method |
//! |---|---|---|
//! | any, W spherical | here | closed form, part by part |
//! | any, free | `joint.rs` | u = 0 on as many components as are independent |
//! | 2 | `plane.rs` | closed form (000 eq. 34) |
//! | 3 | `space.rs` | take-off, stick, and the root of a trigonometric polynomial for sliding |
//! | 3, 5, 6, rolling | `rolling.rs` | stick, Newton, and nested brackets of the sliding rates |
//!
//! These are `LocalMethod::Exact`. The others (`method.rs`) take the place of the last three lines:
//! `quartic.rs`, `newton.rs`, `projection.rs`. Take-off and spherical blocks are the same for all.

mod joint;
mod method;
mod newton;
mod plane;
mod projection;
mod quartic;
mod rolling;
mod space;

pub(crate) use joint::joint_inverse;
pub use method::{LOCAL_METHODS, LocalMethod};

use crate::problem::Cone;
use nalgebra::{SMatrix, SVector};

/// What of a one-contact problem does not change during a solve.
#[derive(Clone, Copy, Debug)]
pub struct Local<const B: usize> {
    /// Friction.
    pub mu: f64,
    /// Rolling and spinning friction, where the cone has them.
    mu_r: f64,
    mu_s: f64,
    spinning: bool,
    rolling: bool,
    /// A joint: u = 0 whatever r is.
    free: bool,
    method: LocalMethod,
    /// W = diag(w_N, w_T, w_T) and Coulomb's cone: normal and tangential responses do not mix.
    pub spherical: bool,
    /// The uniqueness condition μ ‖W_NT‖ < W_NN (000 eq. 33), with rolling
    /// μ ‖W_NT‖ + μ_r ‖W_NR‖ < W_NN, is violated, or the contact is blocked.
    pub ill_posed: bool,
    /// W_NN = 0: drives hold both bodies along the normal, so no reaction can part them.
    pub blocked: bool,
    /// The block W.
    pub w: SMatrix<f64, B, B>,
    /// W⁻¹ (zero when W is singular to working precision); for a joint that of a regular part.
    pub inverse: SMatrix<f64, B, B>,
}

impl<const B: usize> Local<B> {
    /// Prepares a contact.
    pub fn new(w: SMatrix<f64, B, B>, cone: Cone) -> Self {
        let coupled = |(from, to, mu): (usize, usize, f64)| {
            mu * (from..to).map(|i| w[(0, i)] * w[(0, i)]).sum::<f64>().sqrt()
        };
        let coupling: f64 = cone.parts::<B>().into_iter().map(coupled).sum();
        let tiny = 1e-13 * w.trace();
        let free = cone.is_free();
        let blocked = w[(0, 0)] <= tiny && !free;
        let off_diagonal = (0..B)
            .flat_map(|i| (0..B).map(move |j| (i, j)))
            .filter(|(i, j)| i != j)
            .all(|(i, j)| w[(i, j)].abs() <= tiny);
        let equal = (2..B).all(|i| (w[(i, i)] - w[(1, 1)]).abs() <= tiny);
        let rolling = cone.mu_r().is_some();
        Self {
            w,
            inverse: if free { joint_inverse(&w) } else { invert(&w) },
            mu: cone.mu(),
            mu_r: cone.mu_r().unwrap_or(0.0),
            mu_s: cone.mu_s().unwrap_or(0.0),
            spinning: cone.mu_s().is_some(),
            rolling,
            free,
            method: LocalMethod::default(),
            spherical: off_diagonal && equal && !rolling && !free,
            ill_posed: blocked || (coupling >= w[(0, 0)] && !free),
            blocked,
        }
    }

    /// The same contact solved by another method.
    pub fn by(mut self, method: LocalMethod) -> Self {
        self.method = method;
        self
    }

    /// The cone of admissible impulses.
    pub fn cone(&self) -> Cone {
        let (mu, mu_r, mu_s) = (self.mu, self.mu_r, self.mu_s);
        match (self.free, self.spinning, self.rolling) {
            (true, ..) => Cone::Free,
            (_, true, _) => Cone::Spinning { mu, mu_r, mu_s },
            (_, _, true) => Cone::Rolling { mu, mu_r },
            _ => Cone::Coulomb { mu },
        }
    }

    /// Solves for r; `previous` only guides the choice of a starting point.
    #[inline(always)]
    pub fn solve(&self, q: &SVector<f64, B>, previous: &SVector<f64, B>) -> SVector<f64, B> {
        // Take-off: zero reaction satisfies the law as soon as u_N = q_N ≥ 0.
        if q[0] >= 0.0 || self.blocked {
            return if self.free { self.stick(q) } else { SVector::zeros() };
        }
        if self.spherical {
            return self.uncoupled(q);
        }
        match (self.method, B) {
            _ if self.free => self.stick(q),
            (LocalMethod::Exact, 2) => plane::solve(self, q),
            (LocalMethod::Exact, 3) if !self.rolling => space::solve(self, q, previous),
            _ => self.otherwise(q, previous),
        }
    }

    /// Rolling cones, and methods other than the default.
    #[inline(never)]
    fn otherwise(&self, q: &SVector<f64, B>, previous: &SVector<f64, B>) -> SVector<f64, B> {
        match self.method {
            LocalMethod::NewtonAlartCurnier => newton::alart_curnier(self, q, previous).r,
            LocalMethod::NewtonJeanMoreau => newton::jean_moreau(self, q, previous).r,
            LocalMethod::Projection => projection::solve(self, q, previous),
            _ if self.rolling => rolling::solve(self, q, previous),
            LocalMethod::Hybrid => {
                let found = newton::alart_curnier(self, q, previous);
                if found.is_exact() { found.r } else { self.exact(q, previous) }
            }
            LocalMethod::Quartic if B == 3 => quartic::solve(self, q),
            LocalMethod::Quartic | LocalMethod::Exact => self.exact(q, previous),
        }
    }

    /// The default for Coulomb's cone.
    fn exact(&self, q: &SVector<f64, B>, previous: &SVector<f64, B>) -> SVector<f64, B> {
        match B {
            2 => plane::solve(self, q),
            3 => space::solve(self, q, previous),
            _ => self.uncoupled(q),
        }
    }

    /// r = -W⁻¹ q, with one refinement because W may be nearly singular.
    #[inline(always)]
    fn stick(&self, q: &SVector<f64, B>) -> SVector<f64, B> {
        let r = -(self.inverse * q);
        r - self.inverse * (self.w * r + q)
    }

    /// Normal and tangential parts apart: r_N = -q_N/w_N, then r_T = -q_T/w_T projected on its
    /// disk. Where drives prescribe the sliding, w_T = 0 and r_T is on the disk's rim.
    #[inline(always)]
    fn uncoupled(&self, q: &SVector<f64, B>) -> SVector<f64, B> {
        let mut r = SVector::zeros();
        r[0] = -q[0] / self.w[(0, 0)];
        if B > 1 && self.mu > 0.0 {
            let (limit, w_t) = (self.mu * r[0], self.w[(1, 1)]);
            let sliding = (1..B).map(|i| q[i] * q[i]).sum::<f64>().sqrt();
            let scale = if sliding <= limit * w_t { 1.0 / w_t } else { limit / sliding };
            if sliding > 0.0 {
                for i in 1..B {
                    r[i] = -q[i] * scale;
                }
            }
        }
        r
    }
}

/// Inverse of a small positive definite matrix by Gauss–Jordan with diagonal pivots.
pub(crate) fn invert<const B: usize>(w: &SMatrix<f64, B, B>) -> SMatrix<f64, B, B> {
    let (mut a, mut inverse) = (*w, SMatrix::<f64, B, B>::identity());
    let tiny = 1e-300_f64.max(w.trace().abs() * 1e-30);
    for p in 0..B {
        let best = (p..B).max_by(|&i, &j| a[(i, p)].abs().total_cmp(&a[(j, p)].abs()));
        let row = best.unwrap_or(p);
        if a[(row, p)].abs() <= tiny {
            return SMatrix::zeros();
        }
        a.swap_rows(p, row);
        inverse.swap_rows(p, row);
        let pivot = 1.0 / a[(p, p)];
        for j in 0..B {
            a[(p, j)] *= pivot;
            inverse[(p, j)] *= pivot;
        }
        for i in (0..B).filter(|&i| i != p) {
            let factor = a[(i, p)];
            for j in 0..B {
                a[(i, j)] -= factor * a[(p, j)];
                inverse[(i, j)] -= factor * inverse[(p, j)];
            }
        }
    }
    inverse
}
