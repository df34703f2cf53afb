//! I + H E Hᵀ, body by body. With springs in series, du = Hᵀ dz + C dr, the same holds with
//! F E instead of E and F g instead of g, F = (I + E C)⁻¹.

use crate::linalg::{BlockLu, BlockMatrix, Side};
use crate::problem::Global;
use crate::solvers::local::invert;
use nalgebra::{SMatrix, SVector};

/// Corrections of the solution by its own residual.
const REFINEMENTS: usize = 1;

/// The system of a problem in velocity space.
#[derive(Default)]
pub(super) struct VelocitySystem<const B: usize> {
    /// The pattern that was analysed.
    sides: Vec<[Side; 2]>,
    factors: Option<(BlockMatrix, BlockLu)>,
    /// First degree of freedom and number of each body that is touched.
    bodies: Vec<(u32, u32)>,
    /// Where a contact's four blocks go: side by side.
    places: Vec<[[usize; 2]; 2]>,
    right: Vec<f64>,
    solution: Vec<f64>,
    /// H g, and then dz, over all degrees of freedom.
    z: Vec<f64>,
    /// F and F E where there are springs.
    softened: Vec<[SMatrix<f64, B, B>; 2]>,
    /// F g.
    g: Vec<SVector<f64, B>>,
}

impl<const B: usize> VelocitySystem<B> {
    pub fn prepare(&mut self, problem: &Global<B>) {
        self.z.resize(problem.dofs, 0.0);
        if self.factors.is_some() && self.sides == problem.rows.sides {
            return;
        }
        self.sides.clone_from(&problem.rows.sides);
        self.bodies.clear();
        let touched = self.sides.iter().flatten().filter(|s| s.size > 0);
        self.bodies.extend(touched.map(|s| (s.dof, s.size)));
        self.bodies.sort_unstable();
        self.bodies.dedup();
        let bodies = &self.bodies;
        let body = |s: &Side| (s.size > 0).then(|| bodies.partition_point(|b| b.0 < s.dof));
        let of_contacts: Vec<_> = self.sides.iter().map(|s| [body(&s[0]), body(&s[1])]).collect();
        let pairs: Vec<_> = of_contacts.iter().filter_map(|[a, b]| Some(((*a)?, (*b)?))).collect();
        let sizes: Vec<_> = bodies.iter().map(|b| b.1 as usize).collect();
        let matrix = BlockMatrix::new(&sizes, &pairs);
        self.places.clear();
        self.places.extend(of_contacts.iter().map(|sides| {
            [0, 1].map(|i| {
                [0, 1].map(|j| {
                    let block = sides[i].zip(sides[j]).and_then(|(i, j)| matrix.block(i, j));
                    block.unwrap_or(usize::MAX)
                })
            })
        }));
        let factors = BlockLu::plan(&matrix);
        self.right.resize(matrix.dimension(), 0.0);
        self.solution.resize(matrix.dimension(), 0.0);
        self.factors = Some((matrix, factors));
    }

    /// The factors, once prepared.
    pub fn factors(&self) -> Option<&BlockLu> {
        self.factors.as_ref().map(|(_, factors)| factors)
    }

    pub fn factor(&mut self, problem: &Global<B>, e: &[SMatrix<f64, B, B>]) -> f64 {
        self.softened.clear();
        self.softened.extend(e.iter().zip(&problem.compliance).map(|(e, compliance)| {
            let f = invert(&(SMatrix::identity() + e * SMatrix::from_diagonal(compliance)));
            [f, f * e]
        }));
        let Some((matrix, factors)) = &mut self.factors else { return 0.0 };
        matrix.clear();
        for i in 0..matrix.blocks() {
            let n = matrix.range(i).len();
            let Some(start) = matrix.block(i, i) else { continue };
            for k in 0..n {
                matrix.values[start + k * n + k] = 1.0;
            }
        }
        for (c, e) in e.iter().enumerate() {
            let e = self.softened.get(c).map_or(e, |[_, e]| e);
            let sides = &problem.rows.sides[c];
            for (i, left) in sides.iter().enumerate().filter(|(_, s)| s.size > 0) {
                for (j, right) in sides.iter().enumerate().filter(|(_, s)| s.size > 0) {
                    let place = self.places[c][i][j];
                    let (left, right) = (problem.rows.block(left), problem.rows.block(right));
                    match (left.len() / B, right.len() / B) {
                        (6, 6) => add_sized::<B, 6>(left, e, right, &mut matrix.values[place..]),
                        (3, 3) => add_sized::<B, 3>(left, e, right, &mut matrix.values[place..]),
                        _ => add::<B>(left, e, right, &mut matrix.values[place..]),
                    }
                }
            }
        }
        factors.factor(matrix).determinant_sign
    }

    pub fn solve(
        &mut self,
        problem: &Global<B>,
        e: &[SMatrix<f64, B, B>],
        g: &[SVector<f64, B>],
        dr: &mut [SVector<f64, B>],
        du: &mut [SVector<f64, B>],
    ) {
        let Some((matrix, factors)) = &mut self.factors else { return };
        let g = if self.softened.is_empty() {
            g
        } else {
            self.g.clear();
            self.g.extend(self.softened.iter().zip(g).map(|([f, _], g)| f * g));
            &self.g
        };
        problem.momentum(g, &mut self.z);
        let mut at = 0;
        for &(dof, size) in &self.bodies {
            let size = size as usize;
            self.right[at..at + size].copy_from_slice(&self.z[dof as usize..dof as usize + size]);
            at += size;
        }
        factors.solve(matrix, &self.right, &mut self.solution, REFINEMENTS);
        let mut at = 0;
        for &(dof, size) in &self.bodies {
            let size = size as usize;
            self.z[dof as usize..dof as usize + size]
                .copy_from_slice(&self.solution[at..at + size]);
            at += size;
        }
        for c in 0..g.len() {
            du[c] = problem.body_change(c, &self.z);
            dr[c] = g[c] - self.softened.get(c).map_or(&e[c], |[_, e]| e) * du[c];
            if let Some(compliance) = problem.compliance.get(c) {
                du[c] += compliance.component_mul(&dr[c]);
            }
        }
    }
}

/// block += leftᵀ E right, with left and right B rows of N numbers.
fn add_sized<const B: usize, const N: usize>(
    left: &[f64],
    e: &SMatrix<f64, B, B>,
    right: &[f64],
    block: &mut [f64],
) {
    let (left, right, block) = (&left[..B * N], &right[..B * N], &mut block[..N * N]);
    let mut product = [[0.0; N]; B];
    for i in 0..B {
        for k in 0..B {
            for j in 0..N {
                product[i][j] += e[(i, k)] * right[k * N + j];
            }
        }
    }
    for i in 0..N {
        for k in 0..B {
            for j in 0..N {
                block[i * N + j] += left[k * N + i] * product[k][j];
            }
        }
    }
}

/// [`add_sized`] for any sizes.
fn add<const B: usize>(left: &[f64], e: &SMatrix<f64, B, B>, right: &[f64], block: &mut [f64]) {
    let (rows, columns) = (left.len() / B, right.len() / B);
    for k in 0..B {
        for l in 0..B {
            for i in 0..rows {
                let factor = left[k * rows + i] * e[(k, l)];
                for j in 0..columns {
                    block[i * columns + j] += factor * right[l * columns + j];
                }
            }
        }
    }
}
