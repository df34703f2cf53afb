//! The linear system of the method: given g find r̂ with r̂ + ρ W r̂ = g.
//!
//! In velocity space ζ = H r̂ solves (I + Σ ρ_c H_c H_cᵀ) ζ = H g, symmetric positive definite and of
//! the size of the bodies: one sparse Cholesky. In reduced form W may be unsymmetric, and the block
//! system I + ρ W of Newton's methods serves. The analysis is kept while the pattern stays.

use crate::linalg::{Side, SparseCholesky};
use crate::problem::{Global, Problem};
use crate::solvers::systems::System;
use nalgebra::{SMatrix, SVector};

/// The factors of either form.
#[derive(Default)]
pub struct Factors<const B: usize> {
    velocity: Velocity<B>,
    contacts: System<B>,
    e: Vec<SMatrix<f64, B, B>>,
    r: Vec<SVector<f64, B>>,
}

impl<const B: usize> Factors<B> {
    /// Analyses the pattern, unless it is that of the last problem; false when there is no memory.
    pub fn prepare(&mut self, problem: Problem<B>) -> bool {
        match problem {
            Problem::Global(form) => self.velocity.prepare(form),
            Problem::Reduced(form) => {
                self.contacts.prepare(problem);
                self.r.resize(form.b.len(), SVector::zeros());
                true
            }
        }
    }

    /// Factors for these ρ; false when the matrix is singular to working precision.
    pub fn factor(&mut self, problem: Problem<B>, rho: &[f64]) -> bool {
        match problem {
            Problem::Global(form) => self.velocity.factor(form, rho),
            Problem::Reduced(_) => {
                self.e.clear();
                self.e.extend(rho.iter().map(|rho| SMatrix::identity() * *rho));
                self.contacts.factor(problem, &self.e) != 0.0
            }
        }
    }

    /// W r̂ for r̂ + ρ W r̂ = g.
    pub fn solve(&mut self, problem: Problem<B>, g: &[SVector<f64, B>], w: &mut [SVector<f64, B>]) {
        match problem {
            Problem::Global(form) => self.velocity.solve(form, g, w),
            Problem::Reduced(_) => self.contacts.solve(problem, &self.e, g, &mut self.r, w),
        }
    }
}

/// I + Σ ρ_c H_c F_c H_cᵀ, its lower triangle by columns, with F = (1 + ρ C)⁻¹ for springs in series.
#[derive(Default)]
struct Velocity<const B: usize> {
    /// The pattern that was analysed.
    sides: Vec<[Side; 2]>,
    /// First degree of freedom, size and first column of each body that is touched.
    bodies: Vec<(u32, usize, usize)>,
    /// Where each column begins.
    start: Vec<usize>,
    values: Vec<f64>,
    /// Of each contact and pair of its sides (row, column): the place of the body's rows behind
    /// the diagonal block's part of a column, if the pair is in the lower triangle.
    places: Vec<[[Option<usize>; 2]; 2]>,
    factors: Option<SparseCholesky>,
    right: Vec<f64>,
    z: Vec<f64>,
    /// ρ of the factors, and F g.
    rho: Vec<f64>,
    g: Vec<SVector<f64, B>>,
}

impl<const B: usize> Velocity<B> {
    fn prepare(&mut self, problem: &Global<B>) -> bool {
        self.z.resize(problem.dofs, 0.0);
        if self.factors.is_some() && self.sides == problem.rows.sides {
            return true;
        }
        self.sides.clone_from(&problem.rows.sides);
        let touched = self.sides.iter().flatten().filter(|s| s.size > 0);
        self.bodies.clear();
        self.bodies.extend(touched.map(|s| (s.dof, s.size as usize, 0)));
        self.bodies.sort_unstable();
        self.bodies.dedup();
        let mut dimension = 0;
        for body in &mut self.bodies {
            body.2 = dimension;
            dimension += body.1;
        }
        // The bodies below each, with the place of their rows.
        let mut below: Vec<Vec<(usize, usize)>> = vec![vec![]; self.bodies.len()];
        for sides in &self.sides {
            if let [Some(a), Some(b)] = [self.body(&sides[0]), self.body(&sides[1])]
                && a != b
            {
                below[a.min(b)].push((a.max(b), 0));
            }
        }
        let (mut start, mut rows) = (vec![0], vec![]);
        for (j, below) in below.iter_mut().enumerate() {
            below.sort_unstable();
            below.dedup();
            let mut place = 0;
            for (i, at) in below.iter_mut() {
                *at = place;
                place += self.bodies[*i].1;
            }
            let (_, size, first) = self.bodies[j];
            for k in 0..size {
                rows.extend(first + k..first + size);
                for &(i, _) in below.iter() {
                    rows.extend(self.bodies[i].2..self.bodies[i].2 + self.bodies[i].1);
                }
                start.push(rows.len());
            }
        }
        let place = |row: Option<usize>, column: Option<usize>| {
            let (row, column) = (row?, column?);
            if row == column {
                return Some(usize::MAX);
            }
            let list = &below[column];
            let at = list.binary_search_by_key(&row, |b| b.0).ok()?;
            Some(list[at].1)
        };
        let of_contact = |sides: &[Side; 2]| {
            let bodies = [self.body(&sides[0]), self.body(&sides[1])];
            bodies.map(|row| bodies.map(|column| place(row, column)))
        };
        self.places = self.sides.iter().map(of_contact).collect();
        self.factors = SparseCholesky::analyse(dimension, &start, &rows).ok();
        self.values.resize(rows.len(), 0.0);
        self.start = start;
        self.right.resize(dimension, 0.0);
        self.factors.is_some()
    }

    fn body(&self, side: &Side) -> Option<usize> {
        (side.size > 0).then(|| self.bodies.partition_point(|b| b.0 < side.dof))
    }

    fn factor(&mut self, problem: &Global<B>, rho: &[f64]) -> bool {
        self.rho.clear();
        self.rho.extend_from_slice(rho);
        self.values.fill(0.0);
        for column in self.start.windows(2).filter(|c| c[1] > c[0]) {
            self.values[column[0]] = 1.0;
        }
        for (c, sides) in problem.rows.sides.iter().enumerate() {
            for (i, row) in sides.iter().enumerate() {
                for (j, column) in sides.iter().enumerate() {
                    let Some(place) = self.places[c][i][j] else { continue };
                    let Some(body) = self.body(column) else { continue };
                    let (_, size, first) = self.bodies[body];
                    let (a, b) = (problem.rows.block(row), problem.rows.block(column));
                    let (rows, columns) = (row.size as usize, column.size as usize);
                    for k in 0..columns {
                        let start = self.start[first + k];
                        // Within the body's own block only rows from the diagonal on.
                        let (from, at) = if place == usize::MAX {
                            (k, start)
                        } else {
                            (0, start + size - k + place)
                        };
                        for m in 0..B {
                            let soft = problem.compliance.get(c).map_or(0.0, |soft| soft[m]);
                            let factor = rho[c] / (1.0 + rho[c] * soft) * b[m * columns + k];
                            for r in from..rows {
                                self.values[at + r - from] += factor * a[m * rows + r];
                            }
                        }
                    }
                }
            }
        }
        self.factors.as_mut().is_some_and(|f| f.factor(&self.values).is_ok())
    }

    fn solve(&mut self, problem: &Global<B>, g: &[SVector<f64, B>], w: &mut [SVector<f64, B>]) {
        let Some(factors) = &mut self.factors else { return };
        let rho = &self.rho;
        let soften = |(c, g): (usize, &SVector<f64, B>)| {
            let soft = problem.compliance.get(c).copied().unwrap_or_else(SVector::zeros);
            g.zip_map(&soft, |g, soft| g / (1.0 + rho[c] * soft))
        };
        self.g.clear();
        self.g.extend(g.iter().enumerate().map(soften));
        problem.momentum(&self.g, &mut self.z);
        for &(dof, size, first) in &self.bodies {
            let dof = dof as usize;
            self.right[first..first + size].copy_from_slice(&self.z[dof..dof + size]);
        }
        factors.solve(&mut self.right);
        for &(dof, size, first) in &self.bodies {
            let dof = dof as usize;
            self.z[dof..dof + size].copy_from_slice(&self.right[first..first + size]);
        }
        for (c, w) in w.iter_mut().enumerate() {
            *w = problem.body_change(c, &self.z);
            if let Some(soft) = problem.compliance.get(c) {
                let r = (g[c] - *w * rho[c]).zip_map(soft, |x, soft| x / (1.0 + rho[c] * soft));
                *w += soft.component_mul(&r);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linalg::ContactRows;
    use crate::problem::{Cone, Form};

    /// Bodies of three degrees of freedom in a chain that closes, one contact with the ground and
    /// one of a body with itself.
    fn problem() -> Global<2> {
        let mut rows = ContactRows::<2>::default();
        let pairs = [(0, Some(1)), (2, Some(1)), (0, Some(2)), (1, None), (2, Some(2))];
        for (a, b) in pairs {
            let mut side = |body: Option<u32>| {
                let start = rows.data.len() as u32;
                let Some(body) = body else { return Side { dof: 0, size: 0, start } };
                rows.data.extend((0..6).map(|k| f64::from((start + k) * 7 % 11) - 4.5));
                Side { dof: 3 * body, size: 3, start }
            };
            let sides = [side(Some(a)), side(b)];
            rows.sides.push(sides);
        }
        let (b, cones) = (vec![SVector::from([-1.0, 0.5]); 5], vec![Cone::Coulomb { mu: 0.3 }; 5]);
        let mut problem = Global { rows, b, cones, dofs: 9, ..Global::default() };
        problem.complete();
        problem
    }

    /// For free velocities of any size, which the system does not depend on, with springs and without.
    #[test]
    fn both_forms_solve_the_system() {
        let rho = [0.3, 2.0, 0.1, 0.7, 1.5];
        let g: Vec<_> = (0..5).map(|c| SVector::from([1.0 + c as f64, -0.3])).collect();
        for (speed, soft) in [(1.0, 0.0), (1e9, 0.0), (1.0, 0.5), (1e9, 10.0)] {
            let mut global = problem();
            global.b.iter_mut().for_each(|b| *b *= speed);
            global.compliance =
                (0..5).map(|c| SVector::from([soft * (c % 2) as f64, soft])).collect();
            global.complete();
            let reduced = global.reduce();
            let still = Global { b: vec![SVector::zeros(); 5], ..global.clone() };
            // Rounding of r, through W.
            let size = global.diagonal.iter().map(|w| w.norm()).fold(0.0, f64::max) * g[4].norm();
            for problem in [Problem::Global(&global), Problem::Reduced(&reduced)] {
                let (mut factors, mut w) = (Factors::default(), vec![SVector::zeros(); 5]);
                assert!(factors.prepare(problem) && factors.factor(problem, &rho));
                factors.solve(problem, &g, &mut w);
                let r: Vec<_> = (0..5).map(|c| g[c] - w[c] * rho[c]).collect();
                let mut z = vec![];
                still.carry(&r, &mut z);
                for c in 0..5 {
                    let product = still.velocity(c, &r, &z);
                    let error = (product - w[c]).norm() / size;
                    assert!(error < 1e-14, "{c}, b {speed:e}, C {soft:e}: {error:e}");
                }
            }
        }
    }
}
