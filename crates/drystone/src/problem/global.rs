//! The problem in velocity space: matrix-free, memory proportional to the contacts.

use super::{Cone, Form, Meshed, Reduced, Units};
use crate::linalg::ContactRows;
use nalgebra::{SMatrix, SVector};

/// Find r with A z = H r, u = Hᵀ z + C r + b and Coulomb's law between u and r. A is the identity but for meshes that
/// are seen node by node.
#[derive(Clone, Debug, Default)]
pub struct Global<const B: usize> {
    /// Rows of Hᵀ, contact by contact, mass-normalised.
    pub rows: ContactRows<B>,
    /// Relative velocity without reactions, with the laws' shifts (m/s).
    pub b: Vec<SVector<f64, B>>,
    /// The cone of each contact.
    pub cones: Vec<Cone>,
    /// C: what each component of a contact gives way by itself (1/kg), a spring in series with it.
    /// Empty where nothing does.
    pub compliance: Vec<SVector<f64, B>>,
    /// Meshes with an inertia of their own, by their first degree of freedom.
    pub meshes: Vec<Meshed>,
    /// Diagonal blocks of W = Hᵀ A⁻¹ H + C (1/kg).
    pub diagonal: Vec<SMatrix<f64, B, B>>,
    /// Length of z.
    pub dofs: usize,
    /// Degrees of freedom of every body, if all have the same number.
    pub body_size: Option<usize>,
    /// The units of the numbers.
    pub units: Units,
}

impl<const B: usize> Global<B> {
    /// Number of contacts.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is no contact.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// H r, from scratch: z, but for meshes, whose inertia it still has to move.
    pub fn momentum(&self, r: &[SVector<f64, B>], z: &mut Vec<f64>) {
        z.clear();
        z.resize(self.dofs, 0.0);
        let acting = r.iter().enumerate().filter(|(_, r)| **r != SVector::<f64, B>::zeros());
        match self.body_size {
            Some(3) => acting.for_each(|(c, r)| self.rows.scatter_sized::<3>(c, r, z)),
            Some(6) => acting.for_each(|(c, r)| self.rows.scatter_sized::<6>(c, r, z)),
            _ => acting.for_each(|(c, r)| self.rows.scatter(c, r, z)),
        }
    }

    /// u_c = (Hᵀ z + C r + b)_c.
    pub fn relative_velocity(&self, c: usize, r: &SVector<f64, B>, z: &[f64]) -> SVector<f64, B> {
        let mut u = self.body_velocity(c, z);
        if let Some(compliance) = self.compliance.get(c) {
            u += compliance.component_mul(r);
        }
        u
    }

    /// (Hᵀ z + b)_c, which the bodies do.
    #[inline]
    pub fn body_velocity(&self, c: usize, z: &[f64]) -> SVector<f64, B> {
        self.gathered(c, z, self.b[c])
    }

    /// (Hᵀ z)_c: what a change of the bodies' velocities changes, without the round-off of b.
    #[inline]
    pub fn body_change(&self, c: usize, z: &[f64]) -> SVector<f64, B> {
        self.gathered(c, z, SVector::zeros())
    }

    #[inline]
    fn gathered(&self, c: usize, z: &[f64], mut u: SVector<f64, B>) -> SVector<f64, B> {
        match self.body_size {
            Some(3) => self.rows.gather_sized::<3>(c, z, &mut u),
            Some(6) => self.rows.gather_sized::<6>(c, z, &mut u),
            _ => self.rows.gather(c, z, &mut u),
        }
        u
    }

    /// Fills in what follows from the rows: the diagonal blocks of W and the bodies' size.
    pub fn complete(&mut self) {
        self.body_size = self.rows.uniform_size();
        self.update_diagonal();
    }

    /// Fills the diagonal blocks of W from the rows.
    fn update_diagonal(&mut self) {
        self.diagonal.clear();
        for (c, sides) in self.rows.sides.iter().enumerate() {
            // A body that touches an image of itself.
            if sides[0].size > 0 && sides[1].size > 0 && sides[0].dof == sides[1].dof {
                self.diagonal.push(self.coupling(c, c));
                continue;
            }
            let mut w = SMatrix::<f64, B, B>::zeros();
            for side in sides.iter().filter(|s| s.size > 0) {
                let (block, n) = (self.rows.block(side), side.size as usize);
                for i in 0..B {
                    for j in i..B {
                        let (a, b) = (&block[i * n..(i + 1) * n], &block[j * n..(j + 1) * n]);
                        w[(i, j)] += a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
                    }
                }
            }
            for i in 0..B {
                for j in 0..i {
                    w[(i, j)] = w[(j, i)];
                }
            }
            self.diagonal.push(w + self.mesh_part(c));
        }
        for (w, compliance) in self.diagonal.iter_mut().zip(&self.compliance) {
            *w += SMatrix::from_diagonal(compliance);
        }
    }

    /// The reduced problem u = W r + b with W = Hᵀ A⁻¹ H + C, block-sparse.
    pub fn reduce(&self) -> Reduced<B> {
        if !self.meshes.is_empty() {
            return self.reduce_meshed();
        }
        // Contacts that share a body are coupled.
        let mut of_dof: Vec<(u32, usize)> = vec![];
        for (c, sides) in self.rows.sides.iter().enumerate() {
            of_dof.extend(sides.iter().filter(|s| s.size > 0).map(|s| (s.dof, c)));
        }
        of_dof.sort_unstable();
        let mut neighbours: Vec<Vec<usize>> = vec![vec![]; self.len()];
        for group in of_dof.chunk_by(|a, b| a.0 == b.0) {
            for (_, c) in group {
                neighbours[*c].extend(group.iter().map(|(_, other)| *other));
            }
        }
        let (mut start, mut columns, mut blocks) = (vec![0], vec![], vec![]);
        for (c, mut row) in neighbours.into_iter().enumerate() {
            row.push(c);
            row.sort_unstable();
            row.dedup();
            for other in row {
                columns.push(other);
                blocks.push(if other == c { self.diagonal[c] } else { self.coupling(c, other) });
            }
            start.push(columns.len());
        }
        let (b, cones) = (self.b.clone(), self.cones.clone());
        Reduced { units: self.units, ..Reduced::new(start, columns, blocks, b, cones) }
    }

    /// W between two contacts: the sum over shared bodies of H_cᵀ H_d.
    fn coupling(&self, c: usize, d: usize) -> SMatrix<f64, B, B> {
        let mut w = SMatrix::zeros();
        for left in self.rows.sides[c].iter().filter(|s| s.size > 0) {
            for right in self.rows.sides[d].iter().filter(|s| s.size > 0 && s.dof == left.dof) {
                let n = left.size as usize;
                let (a, b) = (self.rows.block(left), self.rows.block(right));
                for i in 0..B {
                    for j in 0..B {
                        w[(i, j)] += (0..n).map(|k| a[i * n + k] * b[j * n + k]).sum::<f64>();
                    }
                }
            }
        }
        w
    }
}

impl<const B: usize> Form<B> for Global<B> {
    fn b(&self) -> &[SVector<f64, B>] {
        &self.b
    }

    fn cones(&self) -> &[Cone] {
        &self.cones
    }

    fn diagonal(&self) -> &[SMatrix<f64, B, B>] {
        &self.diagonal
    }

    fn units(&self) -> Units {
        self.units
    }

    fn carry(&self, r: &[SVector<f64, B>], z: &mut Vec<f64>) {
        self.momentum(r, z);
        self.solve_meshes(z);
    }

    fn velocity(&self, c: usize, r: &[SVector<f64, B>], z: &[f64]) -> SVector<f64, B> {
        self.relative_velocity(c, &r[c], z)
    }

    fn has_meshes(&self) -> bool {
        !self.meshes.is_empty()
    }

    /// A whole solution with A where the contact touches a mesh.
    fn change(&self, c: usize, step: &SVector<f64, B>, z: &mut [f64]) {
        if !self.rows.nodes(c).is_empty() {
            let response = self.response(c, step);
            z.iter_mut().zip(response).for_each(|(z, change)| *z += change);
            return;
        }
        match self.body_size {
            Some(3) => self.rows.scatter_sized::<3>(c, step, z),
            Some(6) => self.rows.scatter_sized::<6>(c, step, z),
            _ => self.rows.scatter(c, step, z),
        }
    }
}
