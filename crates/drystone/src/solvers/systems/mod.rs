//! The linear systems of Newton's method: for one small matrix E_c a contact and right-hand sides
//! g_c find dr and du with
//!
//! ```text
//! dr + E du = g,    du = W dr
//! ```
//!
//! In velocity space (`velocity.rs`) dr is eliminated, A dz = H dr, and the matrix A + H E Hᵀ has
//! the size of the bodies' degrees of freedom, so that dependent contacts do no harm. A is the identity but for meshes
//! that are seen node by node, of which it is the sparse inertia: nothing of A⁻¹ is needed. In reduced
//! form (`contacts.rs`) du is eliminated and the matrix is I + E W. Both are factorised by
//! [`BlockLu`](crate::linalg::BlockLu), whose analysis is kept while the pattern stays the same.
//!
//! The general system `C dr + A du = g` is the same with E = C⁻¹ A in velocity space, where C must
//! be regular; in reduced form the matrix is C + A W and C may be anything.

mod contacts;
mod velocity;

use super::local::invert;
use crate::problem::Problem;
use contacts::ContactSystem;
use nalgebra::{SMatrix, SVector};
use velocity::VelocitySystem;

/// The linear system of either form, with its factors.
#[derive(Default)]
pub struct System<const B: usize> {
    velocity: VelocitySystem<B>,
    contacts: ContactSystem<B>,
    general: General<B>,
}

/// What the general system needs in velocity space.
#[derive(Default)]
struct General<const B: usize> {
    /// C⁻¹.
    inverse: Vec<SMatrix<f64, B, B>>,
    /// E = C⁻¹ A.
    e: Vec<SMatrix<f64, B, B>>,
    /// C⁻¹ g.
    g: Vec<SVector<f64, B>>,
}

impl<const B: usize> System<B> {
    /// Analyses the pattern, unless it is that of the last problem.
    pub fn prepare(&mut self, problem: Problem<B>) {
        match problem {
            Problem::Global(form) => self.velocity.prepare(form),
            Problem::Reduced(form) => self.contacts.prepare(form),
        }
    }

    /// Additions and multiplications of one factorisation, and numbers it keeps; after
    /// [`Self::prepare`].
    pub fn cost(&self, problem: Problem<B>) -> (f64, usize) {
        let factors = match problem {
            Problem::Global(_) => self.velocity.factors(),
            Problem::Reduced(_) => self.contacts.factors(),
        };
        factors.map_or((0.0, 0), |f| (f.flops(), f.fill() + f.work_space()))
    }

    /// Builds and factorises the matrix for E; gives the sign of its determinant, zero when it is
    /// singular to working precision or not finite.
    pub fn factor(&mut self, problem: Problem<B>, e: &[SMatrix<f64, B, B>]) -> f64 {
        match problem {
            Problem::Global(form) => self.velocity.factor(form, e),
            Problem::Reduced(form) => self.contacts.factor(form, None, e),
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

    /// Builds and factorises the matrix of the general system; gives the sign of its determinant
    /// as [`System::factor`] does.
    pub fn factor_general(
        &mut self,
        problem: Problem<B>,
        c: &[SMatrix<f64, B, B>],
        a: &[SMatrix<f64, B, B>],
    ) -> f64 {
        match problem {
            Problem::Global(form) => {
                let General { inverse, e, .. } = &mut self.general;
                inverse.clear();
                inverse.extend(c.iter().map(invert));
                e.clear();
                e.extend(inverse.iter().zip(a).map(|(inverse, a)| inverse * a));
                self.velocity.factor(form, e)
            }
            Problem::Reduced(form) => self.contacts.factor(form, Some(c), a),
        }
    }

    /// Solves the general system for dr and du.
    pub fn solve_general(
        &mut self,
        problem: Problem<B>,
        g: &[SVector<f64, B>],
        dr: &mut [SVector<f64, B>],
        du: &mut [SVector<f64, B>],
    ) {
        match problem {
            Problem::Global(form) => {
                let General { inverse, e, g: right } = &mut self.general;
                right.clear();
                right.extend(inverse.iter().zip(g).map(|(inverse, g)| inverse * g));
                self.velocity.solve(form, e, right, dr, du);
            }
            Problem::Reduced(form) => self.contacts.solve(form, g, dr, du),
        }
    }
}
