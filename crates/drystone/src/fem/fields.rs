//! Stresses and strains of elements, for people: means over each element, in the axes of space.

use super::corotational::Cluster;
use super::kinematics::Kinematics;
use super::material::{Components, mises};
use super::solid::{Solid, gather};
use nalgebra::Matrix3;

/// What an element carries.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Field {
    /// Cauchy's stress (Pa): xx, yy, zz, xy, yz, zx.
    pub stress: Components,
    /// The strain that the material sees, with shears γ: small, or of Green and Lagrange.
    pub strain: Components,
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
        let eigen = matrix(&self.stress).symmetric_eigen();
        let mut order = [0, 1, 2];
        order.sort_by(|a, b| eigen.eigenvalues[*b].total_cmp(&eigen.eigenvalues[*a]));
        let columns = order.map(|k| eigen.eigenvectors.column(k).into_owned());
        (order.map(|k| eigen.eigenvalues[k]), Matrix3::from_columns(&columns))
    }
}

/// A stress as a matrix.
pub fn matrix(s: &Components) -> Matrix3<f64> {
    Matrix3::new(s[0], s[3], s[5], s[3], s[1], s[4], s[5], s[4], s[2])
}

fn components(m: &Matrix3<f64>) -> Components {
    Components::from([m[(0, 0)], m[(1, 1)], m[(2, 2)], m[(0, 1)], m[(1, 2)], m[(2, 0)]])
}

impl<const D: usize> Solid<D> {
    /// What every element carries where nodes stand at `x`, region by region; `memory` is what materials
    /// remember.
    pub fn fields(&self, x: &[f64], memory: &[f64]) -> Vec<Field> {
        let frame = (self.kinematics == Kinematics::Corotational).then(|| self.frame(x)).flatten();
        let mut small = vec![0.0; x.len()];
        if let Some(frame) = &frame {
            let whole = Cluster { x, means: &self.means };
            whole.displacements(frame, self.rest.as_flattened(), &mut small);
        }
        let (mut fields, mut places, mut rest, mut u) = (vec![], vec![], vec![], vec![]);
        for (r, region) in self.regions.iter().enumerate() {
            let n = region.element.len();
            let numbers = region.stuff.material.law().memory() * region.points;
            for e in 0..region.len() {
                let start = self.memory_start(r) + e * numbers;
                gather::<D>(region.of(e), x, &mut places);
                gather::<D>(region.of(e), self.rest.as_flattened(), &mut rest);
                let mut turn = frame.map_or(Matrix3::identity(), |frame| frame.rotation);
                u.clear();
                match self.kinematics {
                    Kinematics::Corotational => gather::<D>(region.of(e), &small, &mut u),
                    Kinematics::CorotationalElements => {
                        let means = &region.means[e * n..(e + 1) * n];
                        let own = Cluster { x: &places, means };
                        u.resize(n * D, 0.0);
                        if let Some(frame) = own.frame() {
                            own.displacements(&frame, &rest, &mut u);
                            turn = frame.rotation;
                        }
                    }
                    _ => u.extend(places.iter().zip(&rest).map(|(x, rest)| x - rest)),
                }
                let finite = self.kinematics == Kinematics::Finite;
                let mut field = region.mean_state(e, &u, finite, &memory[start..start + numbers]);
                field.stress = components(&(turn * matrix(&field.stress) * turn.transpose()));
                fields.push(field);
            }
        }
        fields
    }
}
