//! Hyperplane projection: x is moved to, and a little beyond, a hyperplane that separates it from
//! all solutions, and projected on K.
//!
//! With x̄ = P_K(x - ρ F(x)) and d = x - x̄ - ρ (F(x) - F(x̄)), every solution y of a monotone
//! inequality has d·(y - x̄) ≤ 0, and the step rule makes d·(x - x̄) ≥ 0.1 ‖x - x̄‖²: the plane
//! through x̄ with normal d lies between. Of 53 problems of the collection, 2 s each on a busy machine:
//! 44 to 1e-4, 38 to 1e-8; it fails where `extragradient` does but for RockPile. So
//!
//! ```text
//! x⁺ = P_K(x - γ d·(x - x̄)/‖d‖² d),   γ = 1.5
//! ```
//!
//! Two multiplications by W an iteration. The older choice of the normal, F at a point between x
//! and x̄ (Konnov), stalls on contact problems, since F does not vanish at contacts that open: steps
//! are of the order of ‖x - x̄‖² (measured: 5e-3 on Capsules-i101-404 after 77,000 iterations).

use super::{Correction, Inequality, evaluate};
use crate::problem::{Form, Problem};
use crate::solvers::{About, Report, Settings, Solver, Watch};
use nalgebra::SVector;

/// For the table of solvers.
pub const ABOUT: About = About {
    name: "hyperplane",
    summary: "hyperplane projection with self-adaptive step",
    promise: 1e-4,
    references: "Solodov, Tseng 1996; Facchinei, Pang 2003 (chapter 12); Acary, Bremond, Huber 2018",
    ..About::GENERAL
};

/// γ.
const BEYOND: f64 = 1.5;

/// The solver with its buffers.
#[derive(Default)]
pub struct Hyperplane<const B: usize> {
    inequality: Inequality<B>,
}

impl<const B: usize> Solver<B> for Hyperplane<B> {
    fn solve(
        &mut self,
        problem: Problem<B>,
        settings: &Settings,
        watch: &mut Watch<B>,
        r: &mut [SVector<f64, B>],
    ) -> Report {
        self.inequality.solve(&mut BeyondThePlane, &problem, settings, watch, r)
    }
}

struct BeyondThePlane;

impl<const B: usize> Correction<B> for BeyondThePlane {
    fn correct(&mut self, at: &mut Inequality<B>, problem: &Problem<B>) {
        // F(x̄) is not needed any more: d takes its place.
        let (mut along, mut length) = (0.0, 0.0);
        for c in 0..at.x.len() {
            let moved = at.x[c] - at.predicted[c];
            let d = moved - (at.f[c] - at.f_predicted[c]) * at.rho;
            along += d.dot(&moved);
            length += d.norm_squared();
            at.f_predicted[c] = d;
        }
        let back = if length > 0.0 { BEYOND * along / length } else { 0.0 };
        for (c, cone) in problem.cones().iter().enumerate() {
            at.x[c] = cone.project(&(at.x[c] - at.f_predicted[c] * back));
        }
        evaluate(&mut at.scaled, problem, &at.x, &mut at.f);
    }
}
