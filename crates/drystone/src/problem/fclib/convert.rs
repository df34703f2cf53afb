//! From the problem in a file to the forms that solvers take, and back.
//!
//! | file | form |
//! |---|---|
//! | local | reduced, W as it is |
//! | global, M symmetric and block diagonal with small blocks, at most two bodies a contact | global, mass-normalised: M_b = L Lᵀ, rows L⁻¹ H, b = Hᵀ M⁻¹ f + w |
//! | global, anything else | reduced, W = Hᵀ M⁻¹ H |

use super::inertia::{BodyMasses, Inertia, WholeMass};
use super::{Block, Equations, ProblemFile};
use crate::linalg::{ContactRows, Side, Sparse};
use crate::problem::{Cone, Global, Problem, Reduced};
use nalgebra::{DVector, SMatrix, SVector};

/// What is done with a problem once its number of components is known.
pub trait Visitor {
    /// What comes of it.
    type Output;
    /// Does it.
    fn visit<const B: usize>(self, problem: Problem<B>) -> Self::Output;
}

impl ProblemFile {
    /// Converts the problem and shows it to the visitor.
    ///
    /// # Errors
    ///
    /// M is singular.
    pub fn visit<V: Visitor>(&self, visitor: V) -> Result<V::Output, String> {
        Ok(self.visit_with(&mut self.inertia()?, visitor))
    }

    /// As [`Self::visit`], with the factors that [`Self::inertia`] gave.
    pub fn visit_with<V: Visitor>(&self, inertia: &mut Inertia, visitor: V) -> V::Output {
        match self.block {
            Block::Plane => self.visit_sized::<2, V>(inertia, visitor),
            Block::Space | Block::RollingPlane => self.visit_sized::<3, V>(inertia, visitor),
            Block::RollingSpace => self.visit_sized::<5, V>(inertia, visitor),
        }
    }

    fn visit_sized<const B: usize, V: Visitor>(
        &self,
        inertia: &mut Inertia,
        visitor: V,
    ) -> V::Output {
        match (&self.equations, inertia) {
            (Equations::Local { delassus, q }, _) => {
                visitor.visit(Problem::Reduced(&self.blocks_of::<B>(delassus, q)))
            }
            (Equations::Global { kinematic, f, w, .. }, Inertia::OfBodies(bodies)) => {
                let form = self.normalised::<B>(bodies, kinematic, f, w);
                visitor.visit(Problem::Global(&form))
            }
            (Equations::Global { kinematic, f, w, .. }, Inertia::Whole(mass)) => {
                let (delassus, q) = condensed(mass, kinematic, f, w);
                visitor.visit(Problem::Reduced(&self.blocks_of::<B>(&delassus, &q)))
            }
        }
    }

    fn cones(&self) -> Vec<Cone> {
        let cone = |c: usize| match self.mu_r.get(c) {
            Some(&mu_r) => Cone::Rolling { mu: self.mu[c], mu_r },
            None => Cone::Coulomb { mu: self.mu[c] },
        };
        (0..self.contacts()).map(cone).collect()
    }

    /// W cut into blocks.
    fn blocks_of<const B: usize>(&self, w: &Sparse, q: &[f64]) -> Reduced<B> {
        let (mut start, mut columns, mut blocks) = (vec![0], vec![], vec![]);
        for c in 0..self.contacts() {
            let mut row: Vec<(usize, SMatrix<f64, B, B>)> = vec![(c, SMatrix::zeros())];
            for i in 0..B {
                let (entries, values) = w.row(c * B + i);
                for (&j, &x) in entries.iter().zip(values) {
                    let (other, j) = (j as usize / B, j as usize % B);
                    let at = row.iter().position(|b| b.0 == other).unwrap_or_else(|| {
                        row.push((other, SMatrix::zeros()));
                        row.len() - 1
                    });
                    row[at].1[(i, j)] += x;
                }
            }
            row.sort_unstable_by_key(|b| b.0);
            for (other, block) in row {
                columns.push(other);
                blocks.push(block);
            }
            start.push(columns.len());
        }
        Reduced::new(start, columns, blocks, grouped(q), self.cones())
    }

    /// The mass-normalised form.
    fn normalised<const B: usize>(
        &self,
        inertia: &BodyMasses,
        kinematic: &Sparse,
        f: &[f64],
        w: &[f64],
    ) -> Global<B> {
        let BodyMasses { bodies, factors, .. } = inertia;
        let rows_of_contacts = kinematic.transpose();
        // L⁻¹ f, body after body.
        let mut free = vec![];
        let mut first = vec![0];
        for (dofs, factor) in bodies.dofs.iter().zip(factors) {
            let mut force = DVector::from_iterator(dofs.len(), dofs.iter().map(|&d| f[d as usize]));
            factor.solve_lower_triangular_mut(&mut force);
            free.extend_from_slice(force.as_slice());
            first.push(free.len());
        }
        let mut problem =
            Global { cones: self.cones(), dofs: free.len(), ..Global::<B>::default() };
        problem.rows = ContactRows::default();
        for c in 0..self.contacts() {
            let mut b = SVector::from_fn(|k, _| w[c * B + k]);
            let mut sides = [Side { dof: 0, size: 0, start: 0 }; 2];
            for (side, &body) in sides.iter_mut().zip(&bodies.of_contact[c]) {
                let (dofs, factor) = (&bodies.dofs[body], &factors[body]);
                let n = dofs.len();
                *side = Side {
                    dof: first[body] as u32,
                    size: n as u32,
                    start: problem.rows.data.len() as u32,
                };
                for k in 0..B {
                    let mut row = DVector::zeros(n);
                    let (columns, values) = rows_of_contacts.row(c * B + k);
                    for (j, x) in columns.iter().zip(values) {
                        if let Ok(at) = dofs.binary_search(j) {
                            row[at] += x;
                        }
                    }
                    factor.solve_lower_triangular_mut(&mut row);
                    let free = &free[first[body]..first[body + 1]];
                    b[k] += row.iter().zip(free).map(|(x, y)| x * y).sum::<f64>();
                    problem.rows.data.extend_from_slice(row.as_slice());
                }
            }
            problem.rows.sides.push(sides);
            problem.b.push(b);
        }
        problem.complete();
        problem
    }
}

/// W = Hᵀ M⁻¹ H and q = Hᵀ M⁻¹ f + w.
fn condensed(
    factors: &mut WholeMass,
    kinematic: &Sparse,
    f: &[f64],
    w: &[f64],
) -> (Sparse, Vec<f64>) {
    let rows = kinematic.transpose();
    let (n, m) = (f.len(), rows.rows());
    let (mut right, mut x) = (vec![0.0; n], vec![0.0; n]);
    let mut q = w.to_vec();
    factors.solve(f, &mut x);
    kinematic.multiply_transposed_add(&x, &mut q);
    let mut entries = vec![];
    let mut column = vec![0.0; m];
    for j in 0..m {
        right.fill(0.0);
        let (dofs, values) = rows.row(j);
        for (dof, value) in dofs.iter().zip(values) {
            right[*dof as usize] += value;
        }
        factors.solve(&right, &mut x);
        kinematic.multiply_transposed(&x, &mut column);
        let touched = column.iter().enumerate().filter(|(_, x)| **x != 0.0);
        entries.extend(touched.map(|(i, x)| (i as u32, j as u32, *x)));
    }
    (Sparse::from_triplets(m, m, &entries), q)
}

/// Components, contact by contact.
pub fn grouped<const B: usize>(x: &[f64]) -> Vec<SVector<f64, B>> {
    x.chunks_exact(B).map(SVector::from_column_slice).collect()
}
