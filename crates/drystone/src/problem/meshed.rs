//! Meshes that contacts see node by node.
//!
//! Their degrees of freedom in z are velocities of nodes, and their inertia is a sparse matrix A instead of the
//! identity:
//!
//! ```text
//! A z = H r,    u = Hᵀ z + C r + b,    W = Hᵀ A⁻¹ H + C
//! ```
//!
//! A contact's rows of Hᵀ have a few numbers, one block for each node that it touches, and neither A⁻¹ nor W is
//! ever formed: Newton's methods factor A + H E Hᵀ (`solvers/systems`), which is as sparse as A. The diagonal
//! blocks of W, by which impulses and velocities are compared, come from the numbers of A⁻¹ within elements.

use super::{Global, Reduced};
use crate::linalg::Inertia;
use nalgebra::{SMatrix, SVector};
use std::ops::Range;
use std::sync::Arc;

/// A mesh that contacts see node by node.
#[derive(Clone, Debug)]
pub struct Meshed {
    /// Its first degree of freedom in z.
    pub first: usize,
    /// Degrees of freedom of a node.
    pub directions: usize,
    /// A.
    pub inertia: Arc<Inertia>,
}

impl Meshed {
    /// Its degrees of freedom in z.
    pub fn range(&self) -> Range<usize> {
        self.first..self.first + self.inertia.len()
    }
}

impl<const B: usize> Global<B> {
    /// z ← A⁻¹ z.
    pub(super) fn solve_meshes(&self, z: &mut [f64]) {
        for mesh in &self.meshes {
            mesh.inertia.solve(&mut z[mesh.range()]);
        }
    }

    /// A⁻¹ H_c r alone, over all degrees of freedom.
    pub(super) fn response(&self, c: usize, r: &SVector<f64, B>) -> Vec<f64> {
        let mut z = vec![0.0; self.dofs];
        self.rows.scatter(c, r, &mut z);
        let touched = |mesh: &&Meshed| {
            self.rows.nodes(c).iter().any(|node| mesh.range().contains(&(node.dof as usize)))
        };
        for mesh in self.meshes.iter().filter(touched) {
            mesh.inertia.solve(&mut z[mesh.range()]);
        }
        z
    }

    /// What meshes add to the diagonal block of W of a contact: Σ h_i A⁻¹_ij h_jᵀ over its nodes.
    pub(super) fn mesh_part(&self, c: usize) -> SMatrix<f64, B, B> {
        let mut w = SMatrix::zeros();
        for mesh in self.meshes.iter().filter(|_| !self.rows.nodes(c).is_empty()) {
            // A node may be touched twice, where a body meets itself: its numbers add up.
            let (mut dofs, mut rows): (Vec<usize>, Vec<SVector<f64, B>>) = (vec![], vec![]);
            for node in self.rows.nodes(c) {
                let (block, n) = (self.rows.block(node), node.size as usize);
                for j in (0..n).filter(|_| mesh.range().contains(&(node.dof as usize))) {
                    let (dof, row) = (
                        node.dof as usize + j - mesh.first,
                        SVector::from_fn(|k, _| block[k * n + j]),
                    );
                    match dofs.iter().position(|known| *known == dof) {
                        Some(k) => rows[k] += row,
                        None => {
                            dofs.push(dof);
                            rows.push(row);
                        }
                    }
                }
            }
            if dofs.is_empty() {
                continue;
            }
            let (inverse, m) = (mesh.inertia.inverse_in_element(&dofs), dofs.len());
            for j in 0..m {
                w += rows[j] * rows[j].transpose() * inverse[j + j * m];
                for i in j + 1..m {
                    let product = rows[i] * rows[j].transpose() * inverse[i + j * m];
                    w += product + product.transpose();
                }
            }
        }
        w
    }

    /// [`Global::reduce`] where contacts see meshes: all contacts on a mesh are coupled, and their blocks are
    /// solved for column by column.
    pub(super) fn reduce_meshed(&self) -> Reduced<B> {
        let n = self.len();
        let mut columns_of = vec![SMatrix::<f64, B, B>::zeros(); n * n];
        for c in 0..n {
            for k in 0..B {
                let mut r = SVector::zeros();
                r[k] = 1.0;
                let z = self.response(c, &r);
                for d in 0..n {
                    columns_of[d * n + c].set_column(k, &self.body_change(d, &z));
                }
            }
            columns_of[c * n + c] = self.diagonal[c];
        }
        let (mut start, mut columns, mut blocks) = (vec![0], vec![], vec![]);
        for row in columns_of.chunks_exact(n.max(1)) {
            let coupled =
                |(_, block): &(usize, &SMatrix<f64, B, B>)| block.iter().any(|w| *w != 0.0);
            for (d, block) in row.iter().enumerate().filter(coupled) {
                columns.push(d);
                blocks.push(*block);
            }
            start.push(columns.len());
        }
        let (b, cones) = (self.b.clone(), self.cones.clone());
        Reduced { units: self.units, ..Reduced::new(start, columns, blocks, b, cones) }
    }
}
