//! A + H E Hᵀ, body by body and, of meshes that are seen node by node, node by node; A is the identity for bodies. With
//! springs in series, du = Hᵀ dz + C dr, the same holds with F E instead of E and F g instead of g, F = (I + E C)⁻¹.

use crate::linalg::{Analysis, BlockLu, BlockMatrix, ContactRows, Side};
use crate::problem::{Global, Meshed};
use crate::solvers::local::invert;
use nalgebra::{SMatrix, SVector};
use std::sync::Arc;

/// Corrections of the solution by its own residual.
const REFINEMENTS: usize = 1;

/// The system of a problem in velocity space.
#[derive(Default)]
pub(super) struct VelocitySystem<const B: usize> {
    /// The pattern that was analysed.
    rows: ContactRows<B>,
    /// Of meshes: first degree of freedom and pattern of A.
    meshes: Vec<(usize, Arc<Analysis>)>,
    factors: Option<(BlockMatrix, BlockLu)>,
    /// First degree of freedom and number of each body that is touched, and of each node of meshes.
    bodies: Vec<(u32, u32)>,
    /// Where a contact's blocks go, each with each.
    places: Vec<usize>,
    /// Where the ones of the identity go.
    ones: Vec<usize>,
    /// Where the numbers of A go, those of its lower triangle and of the upper one.
    inertia: Vec<[usize; 2]>,
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
        let same_meshes = self.meshes.len() == problem.meshes.len()
            && self.meshes.iter().zip(&problem.meshes).all(|((first, pattern), new)| {
                *first == new.first && Arc::ptr_eq(pattern, new.inertia.analysis())
            });
        if self.factors.is_some() && same_meshes && self.rows.has_places_of(&problem.rows) {
            return;
        }
        self.rows.take_places(&problem.rows);
        self.meshes.clear();
        let patterns = problem.meshes.iter().map(|m| (m.first, m.inertia.analysis().clone()));
        self.meshes.extend(patterns);
        self.bodies.clear();
        let touched = self.rows.sides.iter().flatten().filter(|s| s.size > 0);
        self.bodies.extend(touched.map(|s| (s.dof, s.size)));
        for mesh in &problem.meshes {
            let size = mesh.directions as u32;
            self.bodies.extend(mesh.range().step_by(mesh.directions).map(|k| (k as u32, size)));
        }
        self.bodies.sort_unstable();
        self.bodies.dedup();
        let bodies = &self.bodies;
        let body = |dof: u32| bodies.partition_point(|b| b.0 < dof);
        let mut pairs = vec![];
        for c in 0..self.rows.len() {
            let blocks = || self.rows.blocks(c).map(|s: &Side| body(s.dof));
            for (i, one) in blocks().enumerate() {
                pairs.extend(blocks().skip(i + 1).map(|other| (one, other)));
            }
        }
        for mesh in &problem.meshes {
            let (first, n) = (body(mesh.first as u32), mesh.directions);
            let nodes = mesh.inertia.entries().map(|(i, j, _)| (first + i / n, first + j / n));
            pairs.extend(nodes.filter(|(i, j)| i != j));
        }
        let sizes: Vec<_> = bodies.iter().map(|b| b.1 as usize).collect();
        let matrix = BlockMatrix::new(&sizes, &pairs);
        // Contacts that come and go need not change which blocks there are.
        let kept = self.factors.take().filter(|(known, _)| known.has_pattern_of(&matrix));
        let factors = kept.map_or_else(|| BlockLu::plan(&matrix), |(_, factors)| factors);
        self.find_places(&matrix, &problem.meshes);
        self.right.resize(matrix.dimension(), 0.0);
        self.solution.resize(matrix.dimension(), 0.0);
        self.factors = Some((matrix, factors));
    }

    /// Where in the matrix everything goes. Every pair of blocks was declared.
    fn find_places(&mut self, matrix: &BlockMatrix, meshes: &[Meshed]) {
        let bodies = &self.bodies;
        let body = |dof: u32| bodies.partition_point(|b| b.0 < dof);
        let place = |i: usize, j: usize| matrix.block(i, j).unwrap_or(usize::MAX);
        self.places.clear();
        for c in 0..self.rows.len() {
            for left in self.rows.blocks(c).map(|s| body(s.dof)) {
                let row = self.rows.blocks(c).map(|s| place(left, body(s.dof)));
                self.places.extend(row);
            }
        }
        let of_mesh = |dof: usize| meshes.iter().any(|mesh| mesh.range().contains(&dof));
        self.ones.clear();
        for (i, (_, n)) in bodies.iter().enumerate().filter(|(_, b)| !of_mesh(b.0 as usize)) {
            let (start, n) = (place(i, i), *n as usize);
            self.ones.extend((0..n).map(|k| start + k * n + k));
        }
        self.inertia.clear();
        for mesh in meshes {
            let (first, n) = (body(mesh.first as u32), mesh.directions);
            let at = |i: usize, j: usize| place(first + i / n, first + j / n) + i % n * n + j % n;
            let entries = mesh.inertia.entries();
            self.inertia.extend(entries.map(|(i, j, _)| [at(i, j), at(j, i)]));
        }
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
        for k in &self.ones {
            matrix.values[*k] = 1.0;
        }
        let numbers = problem.meshes.iter().flat_map(|mesh| mesh.inertia.values());
        for ([lower, upper], number) in self.inertia.iter().zip(numbers) {
            // On the diagonal both are one place.
            matrix.values[*lower] = *number;
            matrix.values[*upper] = *number;
        }
        let mut places = self.places.iter();
        for (c, e) in e.iter().enumerate() {
            let e = self.softened.get(c).map_or(e, |[_, e]| e);
            for left in problem.rows.blocks(c) {
                for (right, place) in problem.rows.blocks(c).zip(&mut places) {
                    let place = *place;
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
