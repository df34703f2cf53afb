//! One contact in space, for q_N < 0 and any positive definite W.
//!
//! Sticking: r = -W⁻¹ q if it lies in the cone. Sliding along the unit vector d: r = r_N (1, -μ d)
//! and u_N = 0 give r_N = -q_N/(W_NN - μ W_NT·d); then
//!
//! ```text
//! (W_NN - μ W_NT·d) u_T = g(d) = a + G d,   a = W_NN q_T - q_N W_TN,   G = μ (q_N W_TT - q_T W_NT)
//! ```
//!
//! and Coulomb's law asks for u_T = α d with α ≥ 0: f(d) = d × g(d) = 0 with d·g ≥ 0 and a
//! positive denominator. On the circle f is a trigonometric polynomial of degree two, with at
//! most four roots. Newton from the previous direction finds the root in two or three rounds;
//! when it does not, all roots are isolated by interval exclusion. For W positive definite a
//! solution exists, so this cannot fail; it is unique under the condition μ ‖W_NT‖ < W_NN.

use super::Local;
use crate::problem::project;
use nalgebra::{Matrix2, SVector, Vector2};

pub(super) fn solve<const B: usize>(
    contact: &Local<B>,
    q: &SVector<f64, B>,
    previous: &SVector<f64, B>,
) -> SVector<f64, B> {
    if let Some(r) = at_once(contact, q) {
        return r;
    }
    let slide = Slide::new(contact, q);
    // Sliding opposes friction: start against the previous, or else the sticking, reaction.
    let guess = if previous[0] > 0.0 && (previous[1] != 0.0 || previous[2] != 0.0) {
        -Vector2::new(previous[1], previous[2])
    } else {
        let stick = contact.stick(q);
        -Vector2::new(stick[1], stick[2])
    };
    slide
        .newton(guess)
        .or_else(|| slide.search())
        .map_or_else(|| projected(contact, q), |d| slide.reaction(&d))
}

/// Without friction, and sticking.
#[inline(always)]
pub(super) fn at_once<const B: usize>(
    contact: &Local<B>,
    q: &SVector<f64, B>,
) -> Option<SVector<f64, B>> {
    let mu = contact.mu;
    if mu == 0.0 {
        let mut r = SVector::zeros();
        r[0] = -q[0] / contact.w[(0, 0)];
        return Some(r);
    }
    let stick = contact.stick(q);
    let tangent = stick[1] * stick[1] + stick[2] * stick[2];
    (stick[0] > 0.0 && tangent <= mu * mu * stick[0] * stick[0]).then_some(stick)
}

/// The sliding equation of one contact.
pub(super) struct Slide {
    a: Vector2<f64>,
    g: Matrix2<f64>,
    w_nn: f64,
    w_nt: Vector2<f64>,
    q_n: f64,
    mu: f64,
}

impl Slide {
    pub(super) fn new<const B: usize>(contact: &Local<B>, q: &SVector<f64, B>) -> Self {
        let (w, mu) = (&contact.w, contact.mu);
        let q_t = Vector2::new(q[1], q[2]);
        let w_nt = Vector2::new(w[(0, 1)], w[(0, 2)]);
        let w_tn = Vector2::new(w[(1, 0)], w[(2, 0)]);
        let w_tt = Matrix2::new(w[(1, 1)], w[(1, 2)], w[(2, 1)], w[(2, 2)]);
        Self {
            a: w[(0, 0)] * q_t - q[0] * w_tn,
            g: mu * (q[0] * w_tt - q_t * w_nt.transpose()),
            w_nn: w[(0, 0)],
            w_nt,
            q_n: q[0],
            mu,
        }
    }

    fn denominator(&self, d: &Vector2<f64>) -> f64 {
        self.w_nn - self.mu * self.w_nt.dot(d)
    }

    /// (d × g, d · g).
    fn components(&self, d: &Vector2<f64>) -> (f64, f64) {
        let g = self.a + self.g * d;
        (d.perp(&g), d.dot(&g))
    }

    fn scale(&self) -> f64 {
        self.a.norm() + self.g.norm()
    }

    pub(super) fn reaction<const B: usize>(&self, d: &Vector2<f64>) -> SVector<f64, B> {
        let normal = -self.q_n / self.denominator(d);
        let mut r = SVector::zeros();
        r[0] = normal;
        r[1] = -self.mu * normal * d.x;
        r[2] = -self.mu * normal * d.y;
        r
    }

    /// Whether the direction, a root of f, is a solution up to round-off in d·g.
    fn admissible(&self, d: &Vector2<f64>) -> bool {
        let along = self.components(d).1;
        self.denominator(d) > 0.0 && along >= -1e-13 * self.scale()
    }

    /// Newton on the angle, on unit vectors; `None` when it does not reach an admissible root.
    pub(super) fn newton(&self, guess: Vector2<f64>) -> Option<Vector2<f64>> {
        let length = guess.norm();
        if !(length > 0.0 && length.is_finite()) {
            return None;
        }
        let mut d = guess / length;
        let tiny = 2e-16 * self.scale();
        let mut last = f64::INFINITY;
        for _ in 0..12 {
            let (f, along) = self.components(&d);
            let across = Vector2::new(-d.y, d.x);
            // f' = d⊥ × g + d × G d⊥ = -d·g + d × G d⊥ (d⊥ × g = -(d·g) by rotation).
            let slope = d.perp(&(self.g * across)) - along;
            if f.abs() <= tiny || (f.abs() >= last && last <= 16.0 * tiny) {
                return self.admissible(&d).then_some(d);
            }
            // At the sought root f decreases; elsewhere Newton would find another one.
            if slope >= 0.0 {
                return None;
            }
            last = f.abs();
            let turn = (-f / slope).clamp(-0.7, 0.7);
            d = (d + across * turn).normalize();
        }
        None
    }

    /// Isolates every root by bisection with exclusion, and gives the admissible one with the
    /// greatest sliding speed (the safest against round-off).
    pub(super) fn search(&self) -> Option<Vector2<f64>> {
        let at = |angle: f64| Vector2::new(angle.cos(), angle.sin());
        // Derivatives of d × g and of d · g are at most ‖a‖ + 2 ‖G‖ on the circle.
        let bound = self.a.norm() + 2.0 * self.g.norm();
        // Ranked by how well f vanishes (to round-off), then by the sliding speed.
        let mut best: Option<(f64, f64, Vector2<f64>)> = None;
        let mut consider = |angle: f64| {
            let d = at(angle);
            let (f, along) = self.components(&d);
            let off = f.abs().max(1e-14 * self.scale());
            let better = |(o, a, _): (f64, f64, Vector2<f64>)| off < o || (off == o && along > a);
            if self.admissible(&d) && best.is_none_or(better) {
                best = Some((off, along, d));
            }
        };
        let pieces = 16;
        let width = std::f64::consts::TAU / pieces as f64;
        // Depth first: at most the first pieces and one more a level, of which there are twenty.
        let mut open = [(0.0, 0.0); 64];
        let mut count = pieces;
        for (i, piece) in open[..pieces].iter_mut().enumerate() {
            *piece = (i as f64 * width, width);
        }
        // Near-multiple roots keep more intervals open; the budget bounds the work.
        let mut budget = 20_000;
        while count > 0 {
            count -= 1;
            let (from, width) = open[count];
            let middle = from + 0.5 * width;
            let (f, along) = self.components(&at(middle));
            let reach = 0.5 * bound * width;
            if f.abs() > reach || along < -reach - 1e-13 * self.scale() {
                continue;
            }
            budget -= 1;
            if width > 1e-6 && budget > 0 {
                open[count] = (from, 0.5 * width);
                open[count + 1] = (middle, 0.5 * width);
                count += 2;
            } else {
                consider(self.bisect(from, from + width));
            }
        }
        best.map(|(_, _, d)| d)
    }

    /// Root in a short interval, or its middle when f does not change sign (a double root).
    fn bisect(&self, mut low: f64, mut high: f64) -> f64 {
        let f = |angle: f64| self.components(&Vector2::new(angle.cos(), angle.sin())).0;
        let sign = f(low) > 0.0;
        if sign == (f(high) > 0.0) {
            return 0.5 * (low + high);
        }
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if (f(middle) > 0.0) == sign {
                low = middle;
            } else {
                high = middle;
            }
        }
        0.5 * (low + high)
    }
}

/// Projected fixed point r ← P_K(r - ρ ũ): the last resort for blocks that are not positive
/// definite to working precision. The judge sees how good it is.
pub(super) fn projected<const B: usize>(
    contact: &Local<B>,
    q: &SVector<f64, B>,
) -> SVector<f64, B> {
    let rho = 1.0 / contact.w.norm().max(f64::MIN_POSITIVE);
    let mut r = SVector::<f64, B>::zeros();
    for _ in 0..200 {
        let mut u = contact.w * r + q;
        u[0] += contact.mu * (1..B).map(|i| u[i] * u[i]).sum::<f64>().sqrt();
        r = project(&(r - u * rho), contact.mu);
    }
    r
}
