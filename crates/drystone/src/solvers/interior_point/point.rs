//! A point of the interior-point method, contact by contact.
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
//!
//! A joint has neither products nor borders: P is the identity, y and t stay zero, and u = 0 is what
//! its linear equations are to make good.

use super::lorentz::{Lorentz, length_of_tangent};
use crate::problem::{Cone, PARTS};
use nalgebra::SVector;

/// Variables of one contact, or a step of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Variables<const B: usize> {
    /// Scaled impulse r̃.
    pub r: SVector<f64, B>,
    /// (a, y_T, y_R).
    pub y: SVector<f64, B>,
    /// Slack of each bounded part.
    pub t: [f64; PARTS],
}

impl<const B: usize> Variables<B> {
    /// The pair (t, y_part), (r_N, r̃_part) of a part.
    #[inline]
    pub(super) fn pair(&self, part: &Part, k: usize) -> [Lorentz; 2] {
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
pub(super) struct Part {
    pub from: usize,
    pub to: usize,
    pub mu: f64,
}

#[inline]
pub(super) fn parts<const B: usize>(cone: &Cone) -> impl Iterator<Item = (usize, Part)> {
    let parts = cone.parts::<B>().map(|(from, to, mu)| Part { from, to, mu });
    parts.into_iter().enumerate().filter(|(_, p)| p.from < p.to && p.mu > 0.0)
}

/// Complementarity products of a contact: one, and one for each part; none of a joint.
#[inline]
pub fn products<const B: usize>(cone: &Cone) -> usize {
    usize::from(!cone.is_free()) + parts::<B>(cone).count()
}

/// The diagonal of P.
#[inline]
pub fn scale<const B: usize>(cone: &Cone) -> SVector<f64, B> {
    if cone.is_free() {
        return SVector::repeat(1.0);
    }
    let mut p = SVector::<f64, B>::zeros();
    p[0] = 1.0;
    for (_, part) in parts::<B>(cone) {
        (part.from..part.to).for_each(|i| p[i] = part.mu);
    }
    p
}

/// The starting point of a joint.
pub fn at_rest<const B: usize>() -> Variables<B> {
    Variables { r: SVector::zeros(), y: SVector::zeros(), t: [0.0; PARTS] }
}

/// A central starting point: every product is `velocity * impulse`.
pub fn central<const B: usize>(velocity: f64, impulse: f64) -> Variables<B> {
    let mut x = Variables { r: SVector::zeros(), y: SVector::zeros(), t: [velocity; PARTS] };
    x.r[0] = impulse;
    x.y[0] = velocity;
    x
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
    for (at, cone) in variables.iter().zip(cones).filter(|(_, cone)| !cone.is_free()) {
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
    if cone.is_free() {
        return true;
    }
    kept(new.y[0], old.y[0])
        && kept(new.r[0], old.r[0])
        && parts::<B>(cone).all(|(k, part)| {
            let pairs = new.pair(&part, k).into_iter().zip(old.pair(&part, k));
            pairs.into_iter().all(|(new, old)| kept(eigenvalue(&new), eigenvalue(&old)))
        })
}
