//! Problems whose friction bounds are given, and solvers made of them.
//!
//! With the bounds g fixed the law splits: 0 ≤ u_N ⊥ r_N ≥ 0, and ‖r_T‖ ≤ g with r_T against u_T
//! where it is on the rim (Tresca's law; 004 eq. 52). For a symmetric W that is the convex
//! problem
//!
//! ```text
//! min ½ r·W r + b·r   over   r_N ≥ 0,  ‖r_T‖ ≤ g
//! ```
//!
//! which projected Gauss–Seidel solves from any start, singular W included: it visits the normal
//! part and the bounded parts of each contact in turn and solves each exactly (`disk.rs`). Rolling
//! friction is a second disk. A joint is solved whole, with the normal impulses.
//!
//! | method | file | frozen |
//! |---|---|---|
//! | `tresca` | `tresca.rs` | the bounds μ r_N |
//! | `alternating` | `alternating.rs` | tangential, then normal impulses |

pub mod alternating;
mod disk;
pub mod tresca;

use super::local::joint_inverse;
use super::sweeping::{Change, Sweep, Sweeping};
use super::{Report, Settings, Watch};
use crate::problem::{Cone, Form, PARTS, Problem};
use nalgebra::SVector;
use std::time::{Duration, Instant};

/// Most sweeps of one inner solve.
const MOST_SWEEPS: usize = 100;
/// An inner solve ends when the square of its change has fallen by this.
const FALL: f64 = 1e-2;
/// Damping of the outer steps once they go round in circles.
const DAMPED: f64 = 0.5;

/// Which impulses a sweep may change.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Free {
    Both,
    Normal,
    Tangential,
}

/// The methods' buffers.
#[derive(Default)]
pub struct Bounded<const B: usize> {
    bounds: Vec<[f64; PARTS]>,
    before: Vec<SVector<f64, B>>,
    sweeping: Sweeping<B>,
}

impl<const B: usize> Bounded<B> {
    /// Outer iterations of the given inner problems, until the watch is satisfied.
    fn solve(
        &mut self,
        inner: &'static [Free],
        problem: &Problem<B>,
        settings: &Settings,
        watch: &mut Watch<B>,
        r: &mut [SVector<f64, B>],
    ) -> Report {
        let left = Duration::try_from_secs_f64(watch.left(settings));
        let deadline = if settings.is_timed() {
            Instant::now().checked_add(left.unwrap_or(Duration::ZERO))
        } else {
            None
        };
        let (bounds, before) = (&mut self.bounds, &mut self.before);
        let relaxation = settings.relaxation.min(1.0);
        let mut outer = Outer { inner, problem, bounds, before, relaxation, deadline };
        self.sweeping.iterate(problem, &mut outer, usize::MAX, settings, watch, r)
    }
}

/// An outer iteration: bounds from the impulses, then the inner problems.
struct Outer<'a, const B: usize> {
    inner: &'static [Free],
    problem: &'a Problem<'a, B>,
    bounds: &'a mut Vec<[f64; PARTS]>,
    before: &'a mut Vec<SVector<f64, B>>,
    relaxation: f64,
    deadline: Option<Instant>,
}

impl<const B: usize> Sweep<B> for Outer<'_, B> {
    fn sweep(&mut self, r: &mut [SVector<f64, B>], z: &mut Vec<f64>) -> Change {
        self.before.clear();
        self.before.extend_from_slice(r);
        for &free in self.inner {
            // Tangential impulses are bounded by the normal ones just found.
            self.bounds.clear();
            let all = r.iter().zip(self.problem.cones());
            let bound = |(r, cone): (&SVector<f64, B>, &Cone)| {
                cone.parts::<B>().map(|(_, _, mu)| mu * r[0].max(0.0))
            };
            self.bounds.extend(all.map(bound));
            self.minimise(free, r, z);
        }
        let mut change = Change::default();
        let diagonal = self.problem.diagonal();
        for (c, (r, before)) in r.iter_mut().zip(&*self.before).enumerate() {
            let w = &diagonal[c];
            shorten(&self.problem.cones()[c], r);
            if self.relaxation < 1.0 {
                *r = before + (*r - before) * self.relaxation;
            }
            let scale = w[(0, 0)] * w[(0, 0)];
            change.changed += (*r - before).norm_squared() * scale;
            change.produced += r.norm_squared() * scale;
        }
        self.problem.carry(r, z);
        change
    }

    fn try_otherwise(&mut self) -> bool {
        let first = self.relaxation > DAMPED;
        self.relaxation = self.relaxation.min(DAMPED);
        first
    }
}

impl<const B: usize> Outer<'_, B> {
    /// Projected Gauss–Seidel, as accurately as the outer iteration deserves.
    fn minimise(&self, free: Free, r: &mut [SVector<f64, B>], z: &mut [f64]) {
        let mut first = 0.0;
        for sweep in 0..MOST_SWEEPS {
            let mut changed = 0.0;
            for c in 0..r.len() {
                changed += self.visit(c, free, r, z);
            }
            if sweep == 0 {
                first = changed;
            }
            let late = self.deadline.is_some_and(|d| Instant::now() > d);
            if late || changed.is_nan() || changed <= FALL * first {
                return;
            }
        }
    }

    /// Solves the parts of one contact in turn; gives the square of the velocity changed.
    fn visit(&self, c: usize, free: Free, r: &mut [SVector<f64, B>], z: &mut [f64]) -> f64 {
        let w = &self.problem.diagonal()[c];
        let mut u = self.problem.velocity(c, r, z);
        let old = r[c];
        if self.problem.cones()[c].is_free() {
            // A joint, which has no bounds, is solved whole with the normal impulses.
            let step =
                if free == Free::Tangential { SVector::zeros() } else { -(joint_inverse(w) * u) };
            r[c] += step;
            self.problem.change(c, &step, z);
            return step.norm_squared() * w[(0, 0)] * w[(0, 0)];
        }
        if free != Free::Tangential && w[(0, 0)] > 0.0 {
            r[c][0] = (old[0] - u[0] / w[(0, 0)]).max(0.0);
            u += w.column(0) * (r[c][0] - old[0]);
        }
        if free != Free::Normal {
            let parts = self.problem.cones()[c].parts::<B>();
            for ((from, to, _), bound) in parts.into_iter().zip(self.bounds[c]) {
                if from == to {
                    continue;
                }
                let part = disk::least(w, &u, &r[c], from..to, bound);
                for i in from..to {
                    let step = part[i - from] - r[c][i];
                    r[c][i] += step;
                    u += w.column(i) * step;
                }
            }
        }
        let step = r[c] - old;
        if step.iter().all(|x| *x == 0.0) {
            return 0.0;
        }
        self.problem.change(c, &step, z);
        step.norm_squared() * w[(0, 0)] * w[(0, 0)]
    }
}

/// Takes the tangential parts back to what the normal impulse allows, where it was found after them.
/// The normal impulse, which the next bounds come from, stays.
fn shorten<const B: usize>(cone: &Cone, r: &mut SVector<f64, B>) {
    for (from, to, mu) in cone.parts::<B>() {
        let bound = mu * r[0];
        let mut part = r.rows_mut(from, to - from);
        let length = part.norm();
        if length > bound {
            part *= bound / length;
        }
    }
}
