//! Matrices of elements with strains of their own, without these.

use super::material::{Components, Stiffness};
use nalgebra::DMatrix;

/// K_αα, K_uα and K_αu of an element.
pub(super) struct Condensed {
    own: DMatrix<f64>,
    right: DMatrix<f64>,
    left: DMatrix<f64>,
}

impl Condensed {
    /// Of so many modes and degrees of freedom, where they are asked for.
    pub fn new(modes: usize, dofs: usize, wanted: bool) -> Self {
        let [modes, dofs] = if wanted { [modes, dofs] } else { [0; 2] };
        Self {
            own: DMatrix::zeros(modes, modes),
            right: DMatrix::zeros(dofs, modes),
            left: DMatrix::zeros(modes, dofs),
        }
    }

    /// Adds a point: G, its weighted tangent, and B node by node.
    pub fn add(&mut self, shapes: &[Components], law: &Stiffness, rows: &[[[f64; 3]; 6]]) {
        let dimension = if shapes.is_empty() { return } else { self.right.nrows() / rows.len() };
        for (m, shape) in shapes.iter().enumerate() {
            let (stress, turned) = (law * shape, law.tr_mul(shape));
            for (i, row) in shapes.iter().enumerate() {
                self.own[(i, m)] += row.dot(&stress);
            }
            for (i, row) in rows.iter().enumerate() {
                for a in 0..dimension {
                    let at = i * dimension + a;
                    self.right[(at, m)] += (0..6).map(|c| row[c][a] * stress[c]).sum::<f64>();
                    self.left[(m, at)] += (0..6).map(|c| row[c][a] * turned[c]).sum::<f64>();
                }
            }
        }
    }

    /// K ← K - K_uα K_αα⁻¹ K_αu.
    pub fn condense(&self, stiffness: &mut DMatrix<f64>) {
        let (own, left) = (&self.own, &self.left);
        if own.is_empty() {
            return;
        }
        let shift = DMatrix::identity(own.nrows(), own.ncols()) * (1e-14 * own.diagonal().amax());
        let answer = own.clone().lu().solve(left).or_else(|| (own + shift).lu().solve(left));
        if let Some(answer) = answer {
            *stiffness -= &self.right * answer;
        }
    }
}
