//! A linear body that moves in its lowest modes alone (001 §2).
//!
//! With the modes Φ, Φᵀ M Φ = 1 and Φᵀ K Φ = Ω², velocities are v = Φ η, and of the equation of motion what
//! does work on them counts. So w = S Sᵀ with S = Φ (1 + h θ (a + b Ω²) + h² θ² Ω²)^-1/2: diagonal.

use super::{Factor, Model, Rayleigh};
use crate::fem::Kinematics;
use crate::space::velocity_size;
use crate::wrong::Wrong;
use nalgebra::DMatrix;

/// Modes of a free body, the lowest first.
#[derive(Clone, Debug)]
pub struct Modes {
    /// Φ, one column a mode.
    pub shapes: DMatrix<f64>,
    /// ω² of each (1/s²); those of rigid motions are nothing but rounding.
    pub squares: Vec<f64>,
}

impl Modes {
    /// Σ (Φᵀ x)²: of an impulse on the nodes what the modes see, as energy.
    pub(super) fn square(&self, x: &[f64]) -> f64 {
        let seen = |mode: usize| {
            let column = self.shapes.column(mode);
            column.iter().zip(x).map(|(shape, x)| shape * x).sum::<f64>()
        };
        (0..self.squares.len()).map(|mode| seen(mode).powi(2)).sum()
    }
}

impl<const D: usize> Model<D> {
    /// The same with the rigid modes and so many of the lowest others. Bodies of it that are held or damped by
    /// dashpots take all motions, as if there were no modes.
    ///
    /// # Errors
    ///
    /// Where the body is not linear and of small displacements, or where it is viscous otherwise than by
    /// damping in proportion to mass and stiffness.
    pub fn with_modes(mut self, flexible: usize) -> Result<Self, Wrong> {
        let solid = &self.solid;
        if solid.kinematics != Kinematics::Small || !solid.is_linear() || solid.is_viscous() {
            let message = "`modes` are those of a linear body of small displacements";
            return Err(Wrong::new("modes", message));
        }
        let n = self.len();
        let (mut mass, mut stiffness) = (DMatrix::zeros(n, n), DMatrix::zeros(n, n));
        for i in 0..n / D {
            let (columns, values) = self.masses.row(i);
            for (j, m) in columns.iter().zip(values) {
                (0..D).for_each(|k| mass[(i * D + k, *j as usize * D + k)] = *m);
            }
        }
        for i in 0..n {
            let (columns, values) = self.stiffness.row(i);
            columns.iter().zip(values).for_each(|(j, k)| stiffness[(i, *j as usize)] = *k);
        }
        let massless = || Wrong::new("modes", "`modes` need a mass at every node");
        let root = mass.cholesky().ok_or_else(massless)?.unpack();
        // L⁻¹ K L⁻ᵀ has the same squares; its modes are Lᵀ Φ.
        let inverse = root.try_inverse().ok_or_else(massless)?;
        let eigen = (&inverse * stiffness * inverse.transpose()).symmetric_eigen();
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_by(|a, b| eigen.eigenvalues[*a].total_cmp(&eigen.eigenvalues[*b]));
        order.truncate(velocity_size(D).saturating_add(flexible));
        let shapes = inverse.transpose() * eigen.eigenvectors.select_columns(&order);
        let squares = order.iter().map(|k| eigen.eigenvalues[*k].max(0.0)).collect();
        self.modes = Some(Modes { shapes, squares });
        Ok(self)
    }

    /// The factor of a body that moves in its modes.
    pub(super) fn modal_factor(&self, h: f64, theta: f64, modes: &Modes) -> Factor {
        let Rayleigh { mass: a, stiffness: b } = self.damping;
        let mut shapes = modes.shapes.clone();
        for (mut column, square) in shapes.column_iter_mut().zip(&modes.squares) {
            let own = 1.0 + h * theta * (a + b * square) + h * h * theta * theta * square;
            column /= own.sqrt();
        }
        Factor::Modal(shapes)
    }
}
