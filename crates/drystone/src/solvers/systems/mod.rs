//! The linear systems of Newton's method: for one small matrix E_c a contact and right-hand sides
//! g_c find dr and du with
//!
//! ```text
//! dr + E du = g,    du = W dr
//! ```
//!
//! In velocity space (`velocity.rs`) dr is eliminated, dz = H dr, and the matrix I + H E Hᵀ has
//! the size of the bodies' degrees of freedom, so that dependent contacts do no harm. In reduced
//! form (`contacts.rs`) du is eliminated and the matrix is I + E W. Both are factorised by
//! [`BlockLu`](crate::linalg::BlockLu), whose analysis is kept while the pattern stays the same.

mod contacts;
mod velocity;

use crate::problem::Problem;
use contacts::ContactSystem;
use nalgebra::{SMatrix, SVector};
use velocity::VelocitySystem;

/// The linear system of either form, with its factors.
#[derive(Default)]
pub struct System<const B: usize> {
    velocity: VelocitySystem<B>,
    contacts: ContactSystem<B>,
}

impl<const B: usize> System<B> {
    /// Analyses the pattern, unless it is that of the last problem.
    pub fn prepare(&mut self, problem: Problem<B>) {
        match problem {
            Problem::Global(form) => self.velocity.prepare(form),
            Problem::Reduced(form) => self.contacts.prepare(form),
        }
    }

    /// Builds and factorises the matrix for E; gives the sign of its determinant, zero when it is
    /// singular to working precision or not finite.
    pub fn factor(&mut self, problem: Problem<B>, e: &[SMatrix<f64, B, B>]) -> f64 {
        match problem {
            Problem::Global(form) => self.velocity.factor(form, e),
            Problem::Reduced(form) => self.contacts.factor(form, e),
        }
    }

    /// Solves for dr and du.
    pub fn solve(
        &mut self,
        problem: Problem<B>,
        e: &[SMatrix<f64, B, B>],
        g: &[SVector<f64, B>],
        dr: &mut [SVector<f64, B>],
        du: &mut [SVector<f64, B>],
    ) {
        match problem {
            Problem::Global(form) => self.velocity.solve(form, e, g, dr, du),
            Problem::Reduced(form) => self.contacts.solve(form, g, dr, du),
        }
    }
}
