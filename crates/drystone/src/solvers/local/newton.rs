//! Newton on one contact: F(W r + q, r/ρ) = 0 with the functions of `solvers/newton`.
//!
//! ```text
//! (C/ρ + A W) dr = -F,   r ← r + α dr,   ρ = B / tr W
//! ```
//!
//! α is halved until ‖F‖ falls. Quadratic from near; from far the merit has valleys that are no
//! solutions, so this is no method to rely on alone. It begins at the previous impulse, or at the
//! sticking one projected on the cone.

use super::{Local, invert};
use crate::solvers::newton::alart_curnier::AlartCurnier;
use crate::solvers::newton::function::ContactFunction;
use crate::solvers::newton::jean_moreau::JeanMoreau;
use nalgebra::SVector;

/// Iterations at most.
const MOST: usize = 40;
/// Halvings of a step.
const HALVINGS: usize = 12;
/// ‖F‖ over the velocities it is made of, at which an answer counts as exact.
const EXACT: f64 = 1e-14;

/// An answer and what is left of ‖F‖, relative to the velocities it is made of.
pub(super) struct Found<const B: usize> {
    pub r: SVector<f64, B>,
    pub rest: f64,
}

impl<const B: usize> Found<B> {
    /// To round-off.
    pub(super) fn is_exact(&self) -> bool {
        self.rest <= EXACT
    }
}

/// With the function of Alart and Curnier.
pub(super) fn alart_curnier<const B: usize>(
    contact: &Local<B>,
    q: &SVector<f64, B>,
    previous: &SVector<f64, B>,
) -> Found<B> {
    from_previous::<AlartCurnier, B>(contact, q, previous)
}

/// With the function of Jean and Moreau.
pub(super) fn jean_moreau<const B: usize>(
    contact: &Local<B>,
    q: &SVector<f64, B>,
    previous: &SVector<f64, B>,
) -> Found<B> {
    from_previous::<JeanMoreau, B>(contact, q, previous)
}

fn from_previous<F: ContactFunction, const B: usize>(
    contact: &Local<B>,
    q: &SVector<f64, B>,
    previous: &SVector<f64, B>,
) -> Found<B> {
    let stick = || contact.cone().project(&contact.stick(q));
    let first = if previous[0] > 0.0 { *previous } else { stick() };
    iterate::<F, B>(contact, q, first)
}

/// Newton from a given impulse.
pub(super) fn iterate<F: ContactFunction, const B: usize>(
    contact: &Local<B>,
    q: &SVector<f64, B>,
    first: SVector<f64, B>,
) -> Found<B> {
    let (cone, w) = (contact.cone(), &contact.w);
    let scale = w.trace() / B as f64;
    let size = |u: &SVector<f64, B>, r: &SVector<f64, B>| q.norm() + u.norm() + r.norm() * scale;
    let mut r = first;
    let mut u = w * r + q;
    let mut at = F::linearise(&cone, &u, &(r * scale));
    let mut best = Found { r, rest: at.value.norm() / size(&u, &r) };
    for _ in 0..MOST {
        let matrix = at.by_impulse * scale + at.by_velocity * *w;
        let step = -(invert(&matrix) * at.value);
        let length = at.value.norm();
        let mut alpha = 1.0;
        for _ in 0..HALVINGS {
            let value = F::value(&cone, &(u + w * step * alpha), &((r + step * alpha) * scale));
            if value.norm() <= (1.0 - 1e-4 * alpha) * length {
                break;
            }
            alpha *= 0.5;
        }
        r += step * alpha;
        u = w * r + q;
        at = F::linearise(&cone, &u, &(r * scale));
        let rest = at.value.norm() / size(&u, &r);
        if rest < best.rest {
            best = Found { r, rest };
        } else if best.is_exact() || !rest.is_finite() {
            break;
        }
    }
    best
}
