//! The equations of `point.rs`, linearised about a point, contact by contact.

use super::lorentz::{Lorentz, Scaling, product, quotient, reach};
use super::point::{Variables, parts, scale};
use crate::problem::{Cone, PARTS};
use nalgebra::{SMatrix, SVector, Vector2};

/// What a contact's linearised equations aim at.
#[derive(Clone, Copy, Debug)]
pub struct Target<const B: usize> {
    /// Of a dr_N + r_N da.
    first: f64,
    /// S q of each part: of D (dt, dy) + (dr_N, dr).
    parts: [Lorentz; PARTS],
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
    scalings: [Scaling; PARTS],
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
        let mut scalings = [Scaling::default(); PARTS];
        let mut e = SMatrix::<f64, B, B>::zeros();
        if cone.is_free() {
            // u + du + δ dr = 0; where nothing moves, nothing need be done.
            let stiffness = if delta > 0.0 { 1.0 / delta } else { 0.0 };
            e.fill_diagonal(stiffness);
            let (p, damping) = (SVector::repeat(1.0), SMatrix::identity());
            return Self { at: *at, cone: *cone, p, scalings, defect: -u, e, damping, delta };
        }
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
            parts: [Lorentz::zeros(); PARTS],
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
            Target { first: 1.0, parts: [Lorentz::zeros(); PARTS], defect: SVector::zeros() };
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
            parts: [Lorentz::zeros(); PARTS],
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
        if self.cone.is_free() {
            return self.e * target.defect;
        }
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
        if self.cone.is_free() {
            return Variables { r: *dr, ..self.at };
        }
        let p = self.p;
        let r = dr.component_div(&p.map(|x| if x > 0.0 { x } else { 1.0 }));
        let y = masked(du.component_mul(&p) + r * self.delta - target.defect, &p);
        let mut step = Variables { r: masked(r, &p), y, t: [0.0; PARTS] };
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
        if self.cone.is_free() {
            return 0.0;
        }
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
        if self.cone.is_free() {
            return limit;
        }
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
