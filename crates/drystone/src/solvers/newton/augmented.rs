//! Newton on the velocities of the augmented Lagrangian: the step both `velocity.rs` and
//! `proximal.rs` are made of.
//!
//! Around an anchor r_k, with ρ_c = ρ/λ_c (`scale.rs`), the impulses follow from the velocities,
//! r = P_K(r_k - ρ ũ(u)), and the velocities from the impulses. In velocity space
//!
//! ```text
//! Φ(z) = z - H P_K(r_k - ρ ũ(Hᵀ z + b)) = 0,    Φ' = I + H E Hᵀ,   E = ρ P' ∂ũ/∂u
//! ```
//!
//! and in reduced form the same without H: dr + E W dr = P_K(…) - r. The matrix is regular whatever
//! the rank of W, as long as E is not too far from being monotone.

use super::function::shift_derivative;
use super::projection::project;
use super::scale;
use crate::problem::{Form, Problem};
use crate::solvers::systems::System;
use nalgebra::{SMatrix, SVector};

/// The state and its buffers.
#[derive(Default)]
pub struct Augmented<const B: usize> {
    system: System<B>,
    /// 1/λ of every contact.
    unit: Vec<f64>,
    /// The anchor r_k.
    pub anchor: Vec<SVector<f64, B>>,
    /// The impulses.
    pub r: Vec<SVector<f64, B>>,
    u: Vec<SVector<f64, B>>,
    z: Vec<f64>,
    /// P_K(r_k - ρ ũ) - r.
    defect: Vec<SVector<f64, B>>,
    e: Vec<SMatrix<f64, B, B>>,
    dr: Vec<SVector<f64, B>>,
    du: Vec<SVector<f64, B>>,
}

impl<const B: usize> Augmented<B> {
    /// Starts at r, anchored there.
    pub fn start(&mut self, problem: Problem<B>, r: &[SVector<f64, B>]) {
        self.system.prepare(problem);
        scale::scales(&problem, &mut self.unit);
        self.r.clear();
        self.r.extend_from_slice(r);
        self.drop_anchor();
        for buffer in [&mut self.dr, &mut self.du] {
            buffer.resize(r.len(), SVector::zeros());
        }
    }

    /// The impulses become the anchor.
    pub fn drop_anchor(&mut self) {
        self.anchor.clear();
        self.anchor.extend_from_slice(&self.r);
    }

    /// Back to the anchor.
    pub fn return_to_anchor(&mut self) {
        self.r.copy_from_slice(&self.anchor);
    }

    /// The impulses that the velocities ask for: r ← P_K(r_k - ρ ũ).
    pub fn settle(&mut self) {
        for (r, defect) in self.r.iter_mut().zip(&self.defect) {
            *r += defect;
        }
    }

    /// Distance from the anchor, as a velocity.
    pub fn moved(&self) -> f64 {
        let all = self.r.iter().zip(&self.anchor).zip(&self.unit);
        all.map(|((r, anchor), unit)| (r - anchor).norm_squared() / (unit * unit))
            .sum::<f64>()
            .sqrt()
    }

    /// Evaluates Φ and its derivative at r; gives its norm, as a velocity.
    pub fn linearise(&mut self, problem: Problem<B>, rho: f64) -> f64 {
        problem.velocities(&self.r, &mut self.z, &mut self.u);
        self.defect.clear();
        self.e.clear();
        let mut sum = 0.0;
        for (c, cone) in problem.cones().iter().enumerate() {
            let step = rho * self.unit[c];
            let (p, derivative) =
                project(cone, &(self.anchor[c] - cone.shifted(&self.u[c]) * step));
            let defect = p - self.r[c];
            sum += (defect / self.unit[c]).norm_squared();
            self.defect.push(defect);
            self.e.push(derivative * shift_derivative(cone, &self.u[c]) * step);
        }
        sum.sqrt()
    }

    /// The Newton step at the point linearised, shortened until Φ decreases; gives its length, or
    /// nothing where the matrix is singular or no length will do.
    pub fn step(&mut self, problem: Problem<B>, rho: f64, norm: f64) -> Option<f64> {
        let Self { system, e, defect, dr, du, .. } = self;
        if system.factor(problem, e) == 0.0 {
            return None;
        }
        system.solve(problem, e, defect, dr, du);
        let mut alpha = 1.0;
        while alpha > 1e-4 {
            let mut sum = 0.0;
            for (c, cone) in problem.cones().iter().enumerate() {
                let u = self.u[c] + self.du[c] * alpha;
                let x = self.anchor[c] - cone.shifted(&u) * (rho * self.unit[c]);
                let defect = cone.project(&x) - self.r[c] - self.dr[c] * alpha;
                sum += (defect / self.unit[c]).norm_squared();
            }
            // A NaN is no decrease.
            if sum.sqrt() <= (1.0 - 1e-4 * alpha) * norm {
                for (r, dr) in self.r.iter_mut().zip(&self.dr) {
                    *r += dr * alpha;
                }
                return Some(alpha);
            }
            alpha *= 0.5;
        }
        None
    }
}
