//! M of a global problem with its factors, computed once for the conversion and for velocities.

use super::bodies::{Bodies, bodies_of};
use super::{Equations, ProblemFile};
use crate::linalg::{BlockLu, BlockMatrix, Sparse};
use nalgebra::{DMatrix, DVector};

/// The factors of M; nothing in local form.
pub enum Inertia {
    /// Symmetric, of small blocks, with at most two of them at a contact.
    OfBodies(BodyMasses),
    /// Anything else.
    Whole(Box<WholeMass>),
}

impl ProblemFile {
    /// Factorises M.
    ///
    /// # Errors
    ///
    /// M is singular.
    pub fn inertia(&self) -> Result<Inertia, String> {
        let Equations::Global { mass, kinematic, .. } = &self.equations else {
            return Ok(Inertia::OfBodies(BodyMasses::default()));
        };
        match BodyMasses::new(mass, kinematic, self.block.size()) {
            Some(bodies) => Ok(Inertia::OfBodies(bodies)),
            None => Ok(Inertia::Whole(Box::new(WholeMass::new(mass)?))),
        }
    }

    /// The velocities that impulses lead to, M v = H r + f; empty in local form.
    ///
    /// # Errors
    ///
    /// M is singular.
    pub fn velocities(&self, r: &[f64]) -> Result<Vec<f64>, String> {
        Ok(self.velocities_with(&mut self.inertia()?, r))
    }

    /// As [`Self::velocities`], with the factors that [`Self::inertia`] gave.
    pub fn velocities_with(&self, inertia: &mut Inertia, r: &[f64]) -> Vec<f64> {
        let Equations::Global { kinematic, f, .. } = &self.equations else {
            return vec![];
        };
        let mut right = f.clone();
        kinematic.multiply_add(r, &mut right);
        match inertia {
            Inertia::OfBodies(bodies) => {
                bodies.solve(&mut right);
                right
            }
            Inertia::Whole(mass) => {
                let mut v = vec![0.0; right.len()];
                mass.solve(&right, &mut v);
                v
            }
        }
    }
}

/// M body by body: M_b = L Lᵀ.
#[derive(Default)]
pub struct BodyMasses {
    /// Who has contacts.
    pub bodies: Bodies,
    /// L of each of them.
    pub factors: Vec<DMatrix<f64>>,
    /// L of the bodies without contacts.
    alone: Vec<DMatrix<f64>>,
}

impl BodyMasses {
    fn new(mass: &Sparse, kinematic: &Sparse, components: usize) -> Option<Self> {
        if !mass.is_symmetric(1e-14) {
            return None;
        }
        let bodies = bodies_of(mass, &kinematic.transpose(), components)?;
        let factor = |dofs: &Vec<u32>| {
            let mut block = DMatrix::<f64>::zeros(dofs.len(), dofs.len());
            for (i, &dof) in dofs.iter().enumerate() {
                let (columns, values) = mass.row(dof as usize);
                for (j, x) in columns.iter().zip(values) {
                    // What M couples to another body is zero (`bodies_of`).
                    if let Ok(j) = dofs.binary_search(j) {
                        block[(i, j)] += x;
                    }
                }
            }
            Some(block.cholesky()?.unpack())
        };
        let factors = bodies.dofs.iter().map(factor).collect::<Option<_>>()?;
        let alone = bodies.alone.iter().map(factor).collect::<Option<_>>()?;
        Some(Self { factors, alone, bodies })
    }

    /// Replaces x by M⁻¹ x.
    fn solve(&self, x: &mut [f64]) {
        let with_contacts = self.bodies.dofs.iter().zip(&self.factors);
        for (dofs, factor) in with_contacts.chain(self.bodies.alone.iter().zip(&self.alone)) {
            let mut part = DVector::from_iterator(dofs.len(), dofs.iter().map(|&d| x[d as usize]));
            factor.solve_lower_triangular_mut(&mut part);
            factor.tr_solve_lower_triangular_mut(&mut part);
            for (&dof, part) in dofs.iter().zip(part.iter()) {
                x[dof as usize] = *part;
            }
        }
    }
}

/// M as a sparse matrix, and its factors.
pub struct WholeMass {
    matrix: BlockMatrix,
    factors: BlockLu,
}

impl WholeMass {
    fn new(mass: &Sparse) -> Result<Self, String> {
        let n = mass.rows();
        let mut pairs = vec![];
        for i in 0..n {
            pairs.extend(mass.row(i).0.iter().map(|&j| (i, j as usize)));
        }
        let mut matrix = BlockMatrix::new(&vec![1; n], &pairs);
        for i in 0..n {
            let (columns, values) = mass.row(i);
            for (&j, x) in columns.iter().zip(values) {
                if let Some(at) = matrix.block(i, j as usize) {
                    matrix.values[at] += x;
                }
            }
        }
        let mut factors = BlockLu::analyse(&matrix);
        if factors.factor(&matrix).determinant_sign == 0.0 && n > 0 {
            return Err("M is singular".into());
        }
        Ok(Self { matrix, factors })
    }

    /// M x = right.
    pub fn solve(&mut self, right: &[f64], x: &mut [f64]) {
        self.factors.solve(&self.matrix, right, x, 2);
    }
}
