//! A point of the interior-point method and its linearisation, contact by contact.
//!
//! Impulses and velocities are scaled by P = diag(1, μ, μ, μ_r, μ_r): r = P r̃, ũ = P u, so that
//! each bounded part of the cone is a Lorentz cone. A contact has r̃ inside, `y = (a, y_T, y_R)` with
//! a > 0, and one slack `t` for each part, (t, y_part) inside the Lorentz cone:
//!
//! ```text
//! a = u_N,   y_part = ũ_part                        linear
//! a r_N = τ,   (r_N, r̃_part) ∘ (t, y_part) = τ e    bilinear
//! ```
//!
//! At τ = 0 the second product says that friction is in its disk and, where t = ‖ũ_T‖ > 0, on its
//! rim against ũ_T: Coulomb's law, without the kink of ‖u_T‖.

use super::lorentz::{Lorentz, Scaling, length_of_tangent, product, quotient, reach};
use crate::problem::Cone;
use nalgebra::{SMatrix, SVector, Vector2};

/// Variables of one contact, or a step of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Variables<const B: usize> {
    /// Scaled impulse r̃.
    pub r: SVector<f64, B>,
    /// (a, y_T, y_R).
    pub y: SVector<f64, B>,
    /// Slack of each bounded part.
    pub t: [f64; 2],
}

impl<const B: usize> Variables<B> {
    /// The pair (t, y_part), (r_N, r̃_part) of a part.
    #[inline]
    fn pair(&self, part: &Part, k: usize) -> [Lorentz; 2] {
        let pad = |x: &SVector<f64, B>, i: usize| if i < part.to { x[i] } else { 0.0 };
        let (i, j) = (part.from, part.from + 1);
        [
            Lorentz::new(self.t[k], pad(&self.y, i), pad(&self.y, j)),
            Lorentz::new(self.r[0], pad(&self.r, i), pad(&self.r, j)),
        ]
    }
}

/// A bounded part of the cone: components and coefficient.
#[derive(Clone, Copy, Debug)]
struct Part {
    from: usize,
    to: usize,
    mu: f64,
}

#[inline]
fn parts<const B: usize>(cone: &Cone) -> impl Iterator<Item = (usize, Part)> {
    let parts = cone.parts::<B>().map(|(from, to, mu)| Part { from, to, mu });
    parts.into_iter().enumerate().filter(|(_, p)| p.from < p.to && p.mu > 0.0)
}

/// Complementarity products of a contact: one, and one for each part.
#[inline]
pub fn products<const B: usize>(cone: &Cone) -> usize {
    1 + parts::<B>(cone).count()
}

/// The diagonal of P.
#[inline]
pub fn scale<const B: usize>(cone: &Cone) -> SVector<f64, B> {
    let mut p = SVector::<f64, B>::zeros();
    p[0] = 1.0;
    for (_, part) in parts::<B>(cone) {
        (part.from..part.to).for_each(|i| p[i] = part.mu);
    }
    p
}

/// A central starting point: every product is `velocity * impulse`.
pub fn central<const B: usize>(velocity: f64, impulse: f64) -> Variables<B> {
    let mut x = Variables { r: SVector::zeros(), y: SVector::zeros(), t: [velocity; 2] };
    x.r[0] = impulse;
    x.y[0] = velocity;
    x
}

/// What a contact's linearised equations aim at.
#[derive(Clone, Copy, Debug)]
pub struct Target<const B: usize> {
    /// Of a dr_N + r_N da.
    first: f64,
    /// S q of each part: of D (dt, dy) + (dr_N, dr).
    parts: [Lorentz; 2],
    /// What the linear equations are to make good.
    defect: SVector<f64, B>,
}

/// The linearisation of a contact's equations about its variables.
#[derive(Clone, Copy, Debug)]
pub struct Linear<const B: usize> {
    /// The variables.
    pub at: Variables<B>,
    cone: Cone,
    /// The diagonal of P.
    p: SVector<f64, B>,
    scalings: [Scaling; 2],
    /// y - ũ: how far the linear equations are from holding.
    defect: SVector<f64, B>,
    /// Scaled E without damping.
    e: SMatrix<f64, B, B>,
    /// (I + δ E)⁻¹ with the proximal damping δ.
    damping: SMatrix<f64, B, B>,
    delta: f64,
}

impl<const B: usize> Linear<B> {
    /// Linearises about `at` with the relative velocity u.
    #[inline]
    pub fn new(at: &Variables<B>, cone: &Cone, u: &SVector<f64, B>, delta: f64) -> Self {
        let mut scalings = [Scaling::default(); 2];
        let mut e = SMatrix::<f64, B, B>::zeros();
        let stiffness = at.r[0] / at.y[0];
        e[(0, 0)] = stiffness;
        for (k, part) in parts::<B>(cone) {
            let [y, r] = at.pair(&part, k);
            scalings[k] = Scaling::new(&y, &r);
            let (slope, complement) = (scalings[k].slope(), scalings[k].complement());
            for i in part.from..part.to {
                e[(i, 0)] = slope[i - part.from] * stiffness;
                for j in part.from..part.to {
                    e[(i, j)] = complement[(i - part.from, j - part.from)];
                }
            }
        }
        let p = scale::<B>(cone);
        let defect = at.y - u.component_mul(&p);
        let damping = if delta > 0.0 { inverse_of_damped(&e, delta) } else { SMatrix::identity() };
        Self { at: *at, cone: *cone, p, scalings, defect: masked(defect, &p), e, damping, delta }
    }

    /// E for the linear system in unscaled variables: P (I + δE)⁻¹ E P.
    #[inline]
    pub fn matrix(&self) -> SMatrix<f64, B, B> {
        let mut matrix = self.damping * self.e;
        for i in 0..B {
            for j in 0..B {
                matrix[(i, j)] *= self.p[i] * self.p[j];
            }
        }
        matrix
    }

    /// |y - ũ| · r̃, what the linear equations miss.
    #[inline]
    pub fn missing(&self) -> f64 {
        self.defect.dot(&self.at.r).abs()
    }

    /// What a Newton step towards the target τ aims at, with the second-order terms of a
    /// predictor if there is one: λ∘q = τ e - λ∘λ - (S dy)∘(S⁻¹ dr).
    #[inline]
    pub fn towards(&self, tau: f64, predictor: Option<&Variables<B>>) -> Target<B> {
        let second = predictor.map_or(0.0, |d| d.y[0] * d.r[0]);
        let mut target = Target {
            first: tau - self.at.y[0] * self.at.r[0] - second,
            parts: [Lorentz::zeros(); 2],
            defect: self.defect,
        };
        for (k, part) in parts::<B>(&self.cone) {
            let scaling = &self.scalings[k];
            let mut right = -product(&scaling.lambda, &scaling.lambda);
            right.x += tau;
            if let Some(step) = predictor {
                let [dy, dr] = step.pair(&part, k);
                right -= product(&scaling.apply(&dy), &scaling.apply_inverse(&dr));
            }
            target.parts[k] = scaling.apply(&quotient(&scaling.lambda, &right));
        }
        target
    }

    /// What the derivative of the variables in τ aims at.
    #[inline]
    pub fn rate(&self) -> Target<B> {
        let mut target =
            Target { first: 1.0, parts: [Lorentz::zeros(); 2], defect: SVector::zeros() };
        for (k, _) in parts::<B>(&self.cone) {
            let scaling = &self.scalings[k];
            target.parts[k] = scaling.apply(&quotient(&scaling.lambda, &Lorentz::x()));
        }
        target
    }

    /// What the second derivative along a direction aims at: -2 (dy)∘(dr) of every product.
    #[inline]
    pub fn bend(&self, along: &Variables<B>) -> Target<B> {
        let mut target = Target {
            first: -2.0 * along.y[0] * along.r[0],
            parts: [Lorentz::zeros(); 2],
            defect: SVector::zeros(),
        };
        for (k, part) in parts::<B>(&self.cone) {
            let scaling = &self.scalings[k];
            let [dy, dr] = along.pair(&part, k);
            let right = product(&scaling.apply(&dy), &scaling.apply_inverse(&dr)) * -2.0;
            target.parts[k] = scaling.apply(&quotient(&scaling.lambda, &right));
        }
        target
    }

    /// Right-hand side of the linear system, in unscaled variables.
    #[inline]
    pub fn right(&self, target: &Target<B>) -> SVector<f64, B> {
        let mut g = SVector::zeros();
        g[0] = target.first / self.at.y[0] + self.e[(0, 0)] * target.defect[0];
        for (k, part) in parts::<B>(&self.cone) {
            let (sq, slope) = (&target.parts[k], self.scalings[k].slope());
            for i in part.from..part.to {
                let own = part.from..part.to;
                let elastic: f64 = own.map(|j| self.e[(i, j)] * target.defect[j]).sum();
                let at = i - part.from;
                g[i] = sq[1 + at] + slope[at] * (g[0] - sq[0]) + elastic;
            }
        }
        (self.damping * g).component_mul(&self.p)
    }

    /// The step of all variables from the (unscaled) steps of impulse and velocity.
    #[inline]
    pub fn step(
        &self,
        target: &Target<B>,
        dr: &SVector<f64, B>,
        du: &SVector<f64, B>,
    ) -> Variables<B> {
        let p = self.p;
        let r = dr.component_div(&p.map(|x| if x > 0.0 { x } else { 1.0 }));
        let y = masked(du.component_mul(&p) + r * self.delta - target.defect, &p);
        let mut step = Variables { r: masked(r, &p), y, t: [0.0; 2] };
        for (k, part) in parts::<B>(&self.cone) {
            let (d00, d0t) = self.scalings[k].first_row();
            let [dy, dr] = step.pair(&part, k);
            let first = target.parts[k].x;
            step.t[k] = (first - dr.x - d0t.dot(&Vector2::new(dy.y, dy.z))) / d00;
        }
        step
    }

    /// The inner product of two steps in the metric of the scaled variables at τ.
    #[inline]
    pub fn inner(&self, one: &Variables<B>, two: &Variables<B>, tau: f64) -> f64 {
        let (a, r) = (self.at.y[0], self.at.r[0]);
        let mut sum = one.y[0] * two.y[0] / (a * a) + one.r[0] * two.r[0] / (r * r);
        for (k, part) in parts::<B>(&self.cone) {
            let (scaling, [y, r], [dy, dr]) =
                (&self.scalings[k], one.pair(&part, k), two.pair(&part, k));
            sum += scaling.apply(&y).dot(&scaling.apply(&dy)) / tau;
            sum += scaling.apply_inverse(&r).dot(&scaling.apply_inverse(&dr)) / tau;
        }
        sum
    }

    /// Largest step up to `limit` that stays inside.
    #[inline]
    pub fn reach(&self, step: &Variables<B>, limit: f64) -> f64 {
        let mut limit = limit;
        for (x, d) in [(self.at.y[0], step.y[0]), (self.at.r[0], step.r[0])] {
            if d < 0.0 {
                limit = limit.min(-x / d);
            }
        }
        for (k, part) in parts::<B>(&self.cone) {
            let ([y, r], [dy, dr]) = (self.at.pair(&part, k), step.pair(&part, k));
            limit = reach(&r, &dr, reach(&y, &dy, limit));
        }
        limit
    }
}

/// Sum of the complementarity products of a contact.
#[inline]
pub fn gap<const B: usize>(at: &Variables<B>, cone: &Cone) -> f64 {
    let mut sum = at.y[0] * at.r[0];
    for (k, part) in parts::<B>(cone) {
        let [y, r] = at.pair(&part, k);
        sum += y.dot(&r);
    }
    sum
}

/// How far the products of all contacts are from τ, relative to τ: norm and maximum over the
/// eigenvalues of λ∘λ, whose sum is 2 y·r and whose product is det y det r.
pub fn distance<const B: usize>(
    variables: &[Variables<B>],
    cones: &[Cone],
    tau: f64,
) -> (f64, f64) {
    let (mut sum, mut greatest) = (0.0, 0.0);
    let mut add = |x: f64| {
        sum += x * x;
        greatest = if x.abs() > greatest || x.is_nan() { x.abs() } else { greatest };
    };
    for (at, cone) in variables.iter().zip(cones) {
        add(at.y[0] * at.r[0] / tau - 1.0);
        for (k, part) in parts::<B>(cone) {
            let [y, r] = at.pair(&part, k);
            let determinant = |x: &Lorentz| {
                let tangent = length_of_tangent(x);
                (x.x - tangent) * (x.x + tangent)
            };
            let middle = y.dot(&r);
            let apart = (middle * middle - determinant(&y) * determinant(&r)).max(0.0).sqrt();
            add((middle + apart) / tau - 1.0);
            add((middle - apart) / tau - 1.0);
        }
    }
    (sum.sqrt(), greatest)
}

/// Whether a point is inside, and every factor keeps a share of its distance to the boundary.
#[inline]
pub fn is_inside<const B: usize>(
    new: &Variables<B>,
    old: &Variables<B>,
    cone: &Cone,
    share: f64,
) -> bool {
    let eigenvalue = |x: &Lorentz| x.x - length_of_tangent(x);
    let kept = |new: f64, old: f64| new > share * old;
    kept(new.y[0], old.y[0])
        && kept(new.r[0], old.r[0])
        && parts::<B>(cone).all(|(k, part)| {
            let pairs = new.pair(&part, k).into_iter().zip(old.pair(&part, k));
            pairs.into_iter().all(|(new, old)| kept(eigenvalue(&new), eigenvalue(&old)))
        })
}

/// x without the components that no part owns.
#[inline]
fn masked<const B: usize>(x: SVector<f64, B>, p: &SVector<f64, B>) -> SVector<f64, B> {
    x.zip_map(p, |x, p| if p > 0.0 { x } else { 0.0 })
}

/// (I + δ E)⁻¹ for E with one column of coupling and a diagonal block for each part.
#[inline]
fn inverse_of_damped<const B: usize>(e: &SMatrix<f64, B, B>, delta: f64) -> SMatrix<f64, B, B> {
    let matrix = SMatrix::<f64, B, B>::identity() + e * delta;
    crate::solvers::local::invert(&matrix)
}
