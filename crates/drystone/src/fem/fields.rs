//! Stresses and strains of elements, for people: means over each element, in the axes of space.

use super::kinematics::Kinematics;
use super::material::{Components, PLACES, mises};
use super::placed::Placed;
use super::region::Region;
use super::solid::Solid;
use nalgebra::Matrix3;

/// What an element carries.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Field {
    /// Cauchy's stress (Pa): xx, yy, zz, xy, yz, zx.
    pub stress: Components,
    /// The strain that the material sees, with shears γ: small, or of Green and Lagrange.
    pub strain: Components,
    /// The plastic strain in the same axes, with shears γ.
    pub plastic_strain: Components,
    /// Accumulated plastic strain.
    pub plastic: f64,
    /// Its volume at rest (m³; in the plane m²).
    pub volume: f64,
}

impl Field {
    /// The stress of von Mises (Pa).
    pub fn mises(&self) -> f64 {
        mises(&self.stress)
    }

    /// Turns the stress to other axes.
    pub fn turn<const D: usize>(&mut self, rotation: &nalgebra::SMatrix<f64, D, D>) {
        let mut turn = Matrix3::identity();
        for i in 0..D {
            (0..D).for_each(|j| turn[(i, j)] = rotation[(i, j)]);
        }
        self.stress = components(&(turn * matrix(&self.stress) * turn.transpose()));
    }

    /// Principal stresses, the greatest first, with their directions as columns.
    pub fn principal(&self) -> ([f64; 3], Matrix3<f64>) {
        if self.stress.iter().any(|x| !x.is_finite()) {
            return ([f64::NAN; 3], Matrix3::repeat(f64::NAN));
        }
        let eigen = matrix(&self.stress).symmetric_eigen();
        let mut order = [0, 1, 2];
        order.sort_by(|a, b| eigen.eigenvalues[*b].total_cmp(&eigen.eigenvalues[*a]));
        let columns = order.map(|k| eigen.eigenvectors.column(k).into_owned());
        (order.map(|k| eigen.eigenvalues[k]), Matrix3::from_columns(&columns))
    }
}

/// A stress as a matrix.
pub fn matrix(s: &Components) -> Matrix3<f64> {
    let mut matrix = Matrix3::zeros();
    for (k, (i, j)) in PLACES.into_iter().enumerate() {
        matrix[(i, j)] = s[k];
        matrix[(j, i)] = s[k];
    }
    matrix
}

/// A symmetric matrix as a stress.
pub(super) fn components(m: &Matrix3<f64>) -> Components {
    Components::from(PLACES.map(|place| m[place]))
}

impl<const D: usize> Solid<D> {
    /// What every element carries where nodes stand at `x`, region by region; `memory` is what materials
    /// remember. Nothing where the body is turned inside out.
    pub fn fields(&self, x: &[f64], memory: &[f64]) -> Vec<Field> {
        let Some(whole) = self.whole(x) else { return vec![] };
        let finite = self.kinematics == Kinematics::Finite;
        let mut placed = Placed::default();
        let of = |(region, e, own): (&Region<D>, usize, std::ops::Range<usize>)| {
            placed.look((self, &whole), (region, e), x);
            let mut field = region.mean_state(e, &placed.u, finite, &memory[own]);
            if let Some(frame) = whole.frame.or(placed.frame) {
                field.turn(&frame.rotation);
            }
            field
        };
        self.elements().map(of).collect()
    }
}
