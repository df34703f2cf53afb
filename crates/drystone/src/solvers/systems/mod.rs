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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linalg::{Analysis, ContactRows, Inertia, Side};
    use crate::problem::{Cone, Global, Meshed};
    use nalgebra::DMatrix;
    use std::sync::Arc;

    /// A chain of six nodes, each coupled with the next two, in two directions.
    fn chain() -> (Inertia, DMatrix<f64>) {
        let (n, mut dense) = (12, DMatrix::<f64>::zeros(12, 12));
        let (mut start, mut rows, mut values) = (vec![0], vec![], vec![]);
        for j in 0..n {
            for i in (j..n).filter(|i| i / 2 - j / 2 < 3) {
                let value = if i == j { 6.0 } else { -0.3 - 0.05 * ((i * j) % 5) as f64 };
                (dense[(i, j)], dense[(j, i)]) = (value, value);
                rows.push(i);
                values.push(value);
            }
            start.push(rows.len());
        }
        let order: Vec<usize> = (0..n).collect();
        let analysis = Analysis::in_order(n, &start, &rows, &order).expect("small");
        (Inertia::new(Arc::new(analysis), values).expect("positive definite"), dense)
    }

    /// A body of three degrees of freedom on two nodes of a chain, which stands on the ground with one node, on
    /// a second body with another and meets itself. Gives H, A and C too.
    fn problem(soft: f64) -> (Global<2>, [DMatrix<f64>; 3]) {
        let (inertia, chain) = chain();
        let (dofs, first, contacts) = (18, 3, 4);
        let (mut h, mut a) = (DMatrix::zeros(dofs, 2 * contacts), DMatrix::identity(dofs, dofs));
        a.view_mut((first, first), (12, 12)).copy_from(&chain);
        let mut rows = ContactRows::<2>::default();
        // The dof of the body of each contact, and the nodes.
        let touched =
            [(Some(0), vec![1, 2]), (None, vec![0]), (Some(15), vec![5]), (None, vec![0, 4, 5])];
        for (c, (body, nodes)) in touched.into_iter().enumerate() {
            let mut block = |rows: &mut ContactRows<2>, dof: usize, size: usize| {
                let start = rows.data.len() as u32;
                for k in 0..2 {
                    for j in 0..size {
                        let number = ((start as usize + 5 * k + 3 * j) * 7 % 11) as f64 - 4.6;
                        rows.data.push(number);
                        h[(dof + j, 2 * c + k)] += number;
                    }
                }
                Side { dof: dof as u32, size: size as u32, start }
            };
            let none = Side { dof: 0, size: 0, start: 0 };
            let side = body.map_or(none, |dof| block(&mut rows, dof, 3));
            for node in nodes {
                let node = block(&mut rows, first + 2 * node, 2);
                rows.push_node(c, node);
            }
            rows.sides.push([side, none]);
        }
        let compliance: Vec<_> =
            (0..contacts).map(|c| SVector::from([soft * c as f64, soft])).collect();
        let c = DMatrix::from_fn(2 * contacts, 2 * contacts, |i, j| match i == j {
            true => compliance[i / 2][i % 2],
            false => 0.0,
        });
        let mut problem = Global {
            rows,
            b: vec![SVector::from([-1.0, 0.4]); contacts],
            cones: vec![Cone::Coulomb { mu: 0.3 }; contacts],
            compliance: if soft > 0.0 { compliance } else { vec![] },
            meshes: vec![Meshed { first, directions: 2, inertia: Arc::new(inertia) }],
            dofs,
            ..Global::default()
        };
        problem.complete();
        (problem, [h, a, c])
    }

    #[test]
    fn meshes_with_an_inertia_of_their_own_are_solved_for_as_dense_ones() {
        for soft in [0.0, 0.7] {
            let (global, [h, a, c]) = problem(soft);
            let n = global.len();
            let inverse = a.try_inverse().expect("regular");
            let w = h.transpose() * inverse * h + c;
            for (k, block) in global.diagonal.iter().enumerate() {
                let off = (w.fixed_view::<2, 2>(2 * k, 2 * k) - block).norm();
                assert!(off < 1e-12 * block.norm(), "{k}: {off:e}");
            }
            // E is not symmetric where friction slides.
            let e: Vec<_> =
                (0..n).map(|c| SMatrix::<f64, 2, 2>::new(1.0 + c as f64, 0.2, -0.7, 0.5)).collect();
            let g: Vec<_> = (0..n).map(|c| SVector::from([1.0, 0.3 * c as f64 - 0.5])).collect();
            let mut matrix = DMatrix::identity(2 * n, 2 * n);
            for k in 0..n {
                let rows = e[k] * w.rows(2 * k, 2);
                let mut own = matrix.rows_mut(2 * k, 2);
                own += rows;
            }
            let right = DMatrix::from_fn(2 * n, 1, |i, _| g[i / 2][i % 2]);
            let exact = matrix.lu().solve(&right).expect("regular");
            let velocities = &w * &exact;
            let reduced = global.reduce();
            for problem in [Problem::Global(&global), Problem::Reduced(&reduced)] {
                let mut system = System::default();
                let (mut dr, mut du) = (vec![SVector::zeros(); n], vec![SVector::zeros(); n]);
                system.prepare(problem);
                assert!(system.factor(problem, &e) != 0.0);
                system.solve(problem, &e, &g, &mut dr, &mut du);
                for i in 0..2 * n {
                    assert!((dr[i / 2][i % 2] - exact[i]).abs() < 1e-12, "{soft} {i}");
                    let off = du[i / 2][i % 2] - velocities[i];
                    assert!(off.abs() < 1e-12 * velocities.amax(), "{soft} {i}");
                }
            }
        }
    }
}
