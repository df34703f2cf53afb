//! Viscous stresses beside those of the material, after Kelvin and Voigt: ζ tr ε̇ 1 + 2 η dev ε̇.
//!
//! The rate ε̇ is that of the strain that the material sees, so that bodies that turn lose nothing.

use super::condensed::Condensed;
use super::kinematics::Kinematics;
use super::material::{Components, Stiffness, isotropic};
use super::placed::Placed;
use super::plane::{self, Plane};
use super::region::Region;
use super::solid::{Sink, Solid};
use crate::wrong::{Wrong, not_negative};
use nalgebra::DMatrix;

/// Two viscosities.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Viscosity {
    /// ζ, against changes of volume (Pa s).
    pub bulk: f64,
    /// η, against changes of shape (Pa s).
    pub shear: f64,
}

impl Viscosity {
    /// Whether its numbers are possible.
    ///
    /// # Errors
    ///
    /// The key of one that is not.
    pub fn check(&self) -> Result<(), Wrong> {
        not_negative("bulk", self.bulk)?;
        not_negative("shear", self.shear)
    }

    /// Whether there is none.
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }

    /// From rates of strain to stresses. Of a sheet or bar, whose viscous stress across vanishes by itself: so that
    /// it creeps as it stretches, with one Poisson's ratio.
    fn stresses<const D: usize>(&self, region: &Region<D>) -> Stiffness {
        let mut stiffness = isotropic(self.bulk, self.shear);
        match (&region.sheet, region.element.dimension) {
            (Some(_), 1) => plane::condense_along(&mut stiffness),
            (Some(_), _) => plane::condense(&mut stiffness),
            _ if region.stuff.plane == Plane::Stress => plane::condense(&mut stiffness),
            _ => {}
        }
        stiffness
    }
}

impl<const D: usize> Region<D> {
    /// The same elements with a viscosity.
    #[must_use]
    pub fn with_viscosity(mut self, viscosity: Viscosity) -> Self {
        self.viscosity = viscosity;
        self
    }

    /// C = Σ w Bᵀ D B of an element whose nodes are displaced by `u`.
    fn viscous_matrix(&self, e: usize, u: &[f64], finite: bool, rows: &mut Rows) -> DMatrix<f64> {
        let n = self.element.len();
        let mut matrix = DMatrix::zeros(n * D, n * D);
        let stresses = self.viscosity.stresses(self);
        // Rates of the strains of its own are those that lose least.
        let shapes = self.own_strains(e);
        let mut own = Condensed::new(shapes.len() / self.points, n * D, true);
        for p in 0..self.points {
            self.state((e, p), u, finite, rows);
            let law = stresses * self.weights[e * self.points + p];
            own.add(self.own_of(&shapes, p), &law, rows);
            for j in 0..n * D {
                let stress = law * Components::from_fn(|c, _| rows[j / D][c][j % D]);
                for i in 0..n * D {
                    let row = &rows[i / D];
                    matrix[(i, j)] += (0..6).map(|c| row[c][i % D] * stress[c]).sum::<f64>();
                }
            }
        }
        own.condense(&mut matrix);
        matrix
    }
}

/// What each component of the strain changes by with each displacement of each node.
type Rows = Vec<[[f64; 3]; 6]>;

impl<const D: usize> Solid<D> {
    /// Whether some of its elements are viscous.
    pub fn is_viscous(&self) -> bool {
        self.regions.iter().any(|region| !region.viscosity.is_none())
    }

    /// Adds the forces that velocities `v` take where nodes stand at `x`. `matrices` is given those of the
    /// elements, C with forces C v; of a corotational body in its own frame, and its forces are not
    /// these. Whether no element is turned inside out.
    pub fn viscous(
        &self,
        x: &[f64],
        v: &[f64],
        force: &mut [f64],
        mut matrices: Option<Sink>,
    ) -> bool {
        let Some(whole) = self.whole(x) else { return false };
        let finite = self.kinematics == Kinematics::Finite;
        let (mut placed, mut rows) = (Placed::default(), vec![]);
        let (mut own, mut answer) = (vec![], vec![]);
        for (region, e, _) in self.elements().filter(|(region, ..)| !region.viscosity.is_none()) {
            if !placed.look((self, &whole), (region, e), x) {
                return false;
            }
            let matrix = region.viscous_matrix(e, &placed.u, finite, &mut rows);
            let nodes = region.of(e);
            own.clear();
            for node in nodes {
                own.extend_from_slice(&v[*node as usize * D..][..D]);
            }
            if let Some(frame) = &placed.frame {
                let cluster = placed.cluster(region, e);
                cluster.rates(frame, &mut own);
                multiply(&matrix, &own, &mut answer);
                cluster.turn_forces(frame, &mut answer);
            } else {
                multiply(&matrix, &own, &mut answer);
            }
            for (i, node) in nodes.iter().enumerate() {
                (0..D).for_each(|k| force[*node as usize * D + k] += answer[i * D + k]);
            }
            let Some(sink) = &mut matrices else { continue };
            if let Some(frame) = &placed.frame {
                sink(nodes, &turned::<D>(&matrix, &frame.rotation));
            } else {
                sink(nodes, &matrix);
            }
        }
        true
    }
}

fn multiply(matrix: &DMatrix<f64>, x: &[f64], out: &mut Vec<f64>) {
    out.clear();
    out.extend((0..x.len()).map(|i| (0..x.len()).map(|j| matrix[(i, j)] * x[j]).sum::<f64>()));
}

/// R A Rᵀ, block by block.
fn turned<const D: usize>(a: &DMatrix<f64>, r: &nalgebra::Matrix3<f64>) -> DMatrix<f64> {
    DMatrix::from_fn(a.nrows(), a.ncols(), |i, j| {
        let (row, column) = (i / D * D, j / D * D);
        let mut sum = 0.0;
        for m in 0..D {
            for n in 0..D {
                sum += r[(i % D, m)] * a[(row + m, column + n)] * r[(j % D, n)];
            }
        }
        sum
    })
}
