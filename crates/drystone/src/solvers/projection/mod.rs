//! Projection methods for the variational inequality -F(x) ∈ N_K(x) (004 eq. 45),
//!
//! ```text
//! F(x) = ũ = (u_N + μ‖u_T‖, u_T),   u = S (W S x + b)
//! ```
//!
//! written on the scaled variables of `scaled.rs`, so on De Saxcé's form of Coulomb's law: a point
//! where they stop obeys the law exactly, with rolling friction too. What they share is here: F, the
//! projection, and the self-adaptive step of 004 eq. (46) in the form of Khobotov and Marcotte:
//! with x̄ = P_K(x - ρ F(x)) and
//!
//! ```text
//! q = ρ ‖F(x) - F(x̄)‖ / ‖x - x̄‖
//! ```
//!
//! the step is refused, and ρ ← ρ ⅔ min(1, 1/q), while q > 0.9; after a step with q < 0.3 ρ grows
//! by a half. F is not monotone because of the shift, so none of them is sure to converge; on
//! problems whose friction does not couple strongly with the normal direction they do, at the rate
//! of gradient methods: the condition number of W counts. Sums, no factors: a step costs two
//! multiplications by W.
//!
//! | method | file | steps to |
//! |---|---|---|
//! | `fixed-point` | `fixed_point.rs` | x̄ |
//! | `extragradient` | `extragradient.rs` | P_K(x - ρ F(x̄)) |
//! | `hyperplane` | `hyperplane.rs` | the projection on a half-space that holds all solutions |
//!
//! References: E. N. Khobotov 1987; P. Marcotte 1991; F. Facchinei and J.-S. Pang, *Finite-dimensional
//! variational inequalities*, chapter 12, 2003.

pub mod extragradient;
pub mod fixed_point;
pub mod hyperplane;

use super::scaled::{Scaled, distance_squared, wants_judge};
use super::{Report, Settings, Watch};
use crate::problem::{Form, Problem};
use nalgebra::SVector;

/// A step is refused above this ratio.
const MOST: f64 = 0.9;
/// The next step is longer below this ratio.
const LITTLE: f64 = 0.3;
/// Trials of one step; then it is taken whatever the ratio.
const TRIALS: usize = 60;

/// The variational inequality, the point and the step length.
#[derive(Default)]
pub struct Inequality<const B: usize> {
    scaled: Scaled<B>,
    rho: f64,
    /// The point, and F there.
    x: Vec<SVector<f64, B>>,
    f: Vec<SVector<f64, B>>,
    /// The predicted point x̄, and F there.
    predicted: Vec<SVector<f64, B>>,
    f_predicted: Vec<SVector<f64, B>>,
}

/// What a method makes of a prediction.
trait Correction<const B: usize> {
    /// Moves `inequality.x` and its F.
    fn correct(&mut self, inequality: &mut Inequality<B>, problem: &Problem<B>);
}

impl<const B: usize> Inequality<B> {
    /// Iterates until the watch is satisfied.
    fn solve(
        &mut self,
        correction: &mut impl Correction<B>,
        problem: &Problem<B>,
        settings: &Settings,
        watch: &mut Watch<B>,
        r: &mut [SVector<f64, B>],
    ) -> Report {
        let n = problem.len();
        self.scaled.prepare(problem);
        self.scaled.take(r, &mut self.x);
        for buffer in [&mut self.f, &mut self.predicted, &mut self.f_predicted] {
            buffer.clear();
            buffer.resize(n, SVector::zeros());
        }
        self.rho = 1.0;
        evaluate(&mut self.scaled, problem, &self.x, &mut self.f);
        let mut iterations = 0;
        loop {
            if wants_judge(iterations) || watch.out_of_time(settings) {
                let impulses = self.scaled.impulses(&self.x);
                if let Some(status) = watch.judge(problem, settings, iterations, impulses) {
                    return watch.finish(status, iterations, r);
                }
            }
            let ratio = self.predict(problem);
            correction.correct(self, problem);
            if ratio < LITTLE {
                self.rho *= 1.5;
            }
            iterations += 1;
        }
    }

    /// x̄ and F(x̄) with a step that eq. (46) accepts; gives the ratio q.
    fn predict(&mut self, problem: &Problem<B>) -> f64 {
        let mut ratio = 0.0;
        for _ in 0..TRIALS {
            step(problem, &self.x, &self.f, self.rho, &mut self.predicted);
            evaluate(&mut self.scaled, problem, &self.predicted, &mut self.f_predicted);
            let moved = distance_squared(&self.x, &self.predicted).sqrt();
            if moved == 0.0 {
                return 0.0;
            }
            ratio = self.rho * distance_squared(&self.f, &self.f_predicted).sqrt() / moved;
            // A NaN goes on to the judge.
            if ratio <= MOST || ratio.is_nan() {
                break;
            }
            self.rho *= 2.0 / 3.0 * (1.0 / ratio).min(1.0);
        }
        ratio
    }
}

/// F(x).
fn evaluate<const B: usize>(
    scaled: &mut Scaled<B>,
    problem: &Problem<B>,
    x: &[SVector<f64, B>],
    f: &mut [SVector<f64, B>],
) {
    scaled.velocities(problem, x, f);
    for (f, cone) in f.iter_mut().zip(problem.cones()) {
        *f = cone.shifted(f);
    }
}

/// P_K(x - ρ F).
fn step<const B: usize>(
    problem: &Problem<B>,
    x: &[SVector<f64, B>],
    f: &[SVector<f64, B>],
    rho: f64,
    to: &mut [SVector<f64, B>],
) {
    for (c, cone) in problem.cones().iter().enumerate() {
        to[c] = cone.project(&(x[c] - f[c] * rho));
    }
}
