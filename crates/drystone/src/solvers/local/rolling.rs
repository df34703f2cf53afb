//! One contact with rolling friction, plane (N, T, R) or space (N, T, T, R, R), with spinning
//! (N, T, T, R, R, S), for q_N < 0.
//!
//! A part that slides obeys u_k = -λ_k r_k with a rate λ_k > 0, one that does not has λ_k = 0. So
//!
//! ```text
//! r(λ_T, λ_R) = -(W + diag(0, λ_T, λ_R))⁻¹ q,   0 ≤ λ_k ⊥ μ_k r_N - ‖r_k‖ ≥ 0
//! ```
//!
//! is the law with u_N = 0 built in: as many complementarity conditions as numbers. In order:
//!
//! 1. sticking, λ = 0, if it is in the cone;
//! 2. uncoupled parts (W = diag(w_N, w_T I, w_R I)): each projected on its disk;
//! 3. Newton on the function of Alart and Curnier from the previous impulse, then from the sticking
//!    one;
//! 4. nested brackets. For a given λ_T the contact (N, R) is one with a single bounded part; its
//!    λ_R is where μ_r r_N - ‖r_R‖ changes its sign, which it does: it is negative at zero without
//!    sticking and positive far out. The same holds for λ_T, with the solution of the inner problem
//!    put in, and once more inside for λ_S. Newton then finds the last digits.
//!
//! W positive definite has a solution; it is unique, and the brackets hold it, under
//! μ‖W_NT‖ + μ_r‖W_NR‖ < W_NN.

use super::newton::{self, Found};
use super::{Local, invert};
use crate::problem::{Bounded, PARTS};
use crate::solvers::newton::alart_curnier::AlartCurnier;
use crate::solvers::newton::natural_map::NaturalMap;
use nalgebra::{SMatrix, SVector};

/// Rates are sought within e^±this times the mean of W's diagonal.
const DECADES: f64 = 90.0;
/// Halvings of a bracket.
const HALVINGS: usize = 60;

pub(super) fn solve<const B: usize>(
    contact: &Local<B>,
    q: &SVector<f64, B>,
    previous: &SVector<f64, B>,
) -> SVector<f64, B> {
    let stick = contact.stick(q);
    let parts = contact.cone().parts::<B>();
    let inside = |&(from, to, mu): &Bounded| length(&stick, from, to) <= mu * stick[0];
    if stick[0] > 0.0 && parts.iter().all(inside) {
        return stick;
    }
    if let Some(r) = uncoupled(contact, q, &parts) {
        return r;
    }
    let mut best = newton::alart_curnier(contact, q, previous);
    if !best.is_exact() && previous[0] > 0.0 {
        best = better(best, newton::alart_curnier(contact, q, &SVector::zeros()));
    }
    if best.is_exact() {
        return best.r;
    }
    let bracketed = Brackets { contact, q, parts }.solve();
    best = better(best, newton::iterate::<AlartCurnier, B>(contact, q, bracketed));
    if !best.is_exact() {
        best = better(best, newton::iterate::<NaturalMap, B>(contact, q, bracketed));
    }
    best.r
}

fn better<const B: usize>(a: Found<B>, b: Found<B>) -> Found<B> {
    if b.rest < a.rest { b } else { a }
}

fn length<const B: usize>(x: &SVector<f64, B>, from: usize, to: usize) -> f64 {
    (from..to).map(|i| x[i] * x[i]).sum::<f64>().sqrt()
}

/// r_N = -q_N/w_N and each part projected on its disk, where W is diagonal and spherical in each.
fn uncoupled<const B: usize>(
    contact: &Local<B>,
    q: &SVector<f64, B>,
    parts: &[Bounded; PARTS],
) -> Option<SVector<f64, B>> {
    let w = &contact.w;
    let tiny = 1e-13 * w.trace();
    let mixes = |i: usize| (0..B).any(|j| i != j && w[(i, j)].abs() > tiny);
    if (0..B).any(mixes) {
        return None;
    }
    let mut r = SVector::zeros();
    r[0] = -q[0] / w[(0, 0)];
    for &(from, to, mu) in parts.iter().filter(|(from, to, _)| from < to) {
        let own = w[(from, from)];
        if (from..to).any(|i| (w[(i, i)] - own).abs() > tiny) {
            return None;
        }
        let (limit, sliding) = (mu * r[0], length(q, from, to));
        let scale = if sliding <= limit * own { 1.0 / own } else { limit / sliding };
        for i in (from..to).filter(|_| sliding > 0.0) {
            r[i] = -q[i] * scale;
        }
    }
    Some(r)
}

/// The nested search for the rates.
struct Brackets<'a, const B: usize> {
    contact: &'a Local<B>,
    q: &'a SVector<f64, B>,
    parts: [Bounded; PARTS],
}

impl<const B: usize> Brackets<'_, B> {
    fn solve(&self) -> SVector<f64, B> {
        self.nested(0, [0.0; PARTS])
    }

    /// The parts from the k-th on solved for the rates of those before.
    fn nested(&self, k: usize, rates: [f64; PARTS]) -> SVector<f64, B> {
        if k == PARTS || self.parts[k].0 == self.parts[k].1 {
            return self.impulse(rates);
        }
        let r = self.bracket(k, |rate| {
            let mut rates = rates;
            rates[k] = rate;
            self.nested(k + 1, rates)
        });
        if r[0] > 0.0 || k == 0 {
            return r;
        }
        // Taken off: only the parts before are left, free to pull without a bound.
        self.impulse_without_normal(k, rates)
    }

    /// r where μ_k r_N - ‖r_k‖ changes its sign with the rate of part k.
    fn bracket(&self, k: usize, at: impl Fn(f64) -> SVector<f64, B>) -> SVector<f64, B> {
        let (from, to, mu) = self.parts[k];
        let holds = |r: &SVector<f64, B>| length(r, from, to) <= mu * r[0];
        let sticking = at(0.0);
        if holds(&sticking) {
            return sticking;
        }
        let mean = self.contact.w.trace() / B as f64;
        let (mut low, mut high) = (-DECADES, DECADES);
        let mut r = at(mean * high.exp());
        for _ in 0..HALVINGS {
            let middle = 0.5 * (low + high);
            let tried = at(mean * middle.exp());
            if holds(&tried) {
                (high, r) = (middle, tried);
            } else {
                low = middle;
            }
        }
        r
    }

    /// -(W + Λ)⁻¹ q.
    fn impulse(&self, rates: [f64; PARTS]) -> SVector<f64, B> {
        -(invert(&self.matrix(rates)) * self.q)
    }

    fn matrix(&self, rates: [f64; PARTS]) -> SMatrix<f64, B, B> {
        let mut matrix = self.contact.w;
        for ((from, to, _), rate) in self.parts.into_iter().zip(rates) {
            for i in from..to {
                matrix[(i, i)] += rate;
            }
        }
        matrix
    }

    /// The parts before the k-th alone, all other impulses zero.
    fn impulse_without_normal(&self, k: usize, rates: [f64; PARTS]) -> SVector<f64, B> {
        let inside = 1..self.parts[k].0;
        let mut matrix = SMatrix::<f64, B, B>::identity() * self.contact.w.trace();
        let mut q = SVector::<f64, B>::zeros();
        let softened = self.matrix(rates);
        for i in inside.clone() {
            for j in inside.clone() {
                matrix[(i, j)] = softened[(i, j)];
            }
            q[i] = self.q[i];
        }
        -(invert(&matrix) * q)
    }
}
