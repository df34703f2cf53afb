//! What bodies of one make share: mesh, surface, matrices and their factors.

use super::modes::Modes;
use super::operator::{Factor, Pattern};
use super::surface::Surface;
use crate::fem::{Masses, Solid};
use crate::linalg::{CholeskyError, Sparse};
use crate::space::{Inertia, Vector};
use std::sync::{Arc, Mutex};

/// Damping proportional to mass and stiffness: V = a M + b K.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rayleigh {
    /// a (1/s).
    pub mass: f64,
    /// b (s).
    pub stiffness: f64,
}

/// What mass, damping and stiffness count in A.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// Of the mass.
    pub mass: f64,
    /// Of V.
    pub viscous: f64,
    /// Of K.
    pub stiff: f64,
}

impl Weights {
    /// 1, h θ and h² θ².
    pub fn dynamic(h: f64, theta: f64) -> Self {
        Self { mass: 1.0, viscous: h * theta, stiff: h * h * theta * theta }
    }
}

/// Bodies of one make. Their rest is about the centre of mass.
#[derive(Debug)]
pub struct Model<const D: usize> {
    /// Mesh and materials.
    pub solid: Solid<D>,
    /// Its surface.
    pub surface: Surface,
    /// Damping.
    pub damping: Rayleigh,
    /// Mass between nodes, the same along every axis (kg).
    pub masses: Sparse,
    /// Stiffness at rest (N/m).
    pub stiffness: Sparse,
    /// Viscosity at rest, C (N s/m).
    pub viscosity: Sparse,
    /// The greatest sum of a row of its numbers without their signs.
    pub(super) stiffest: f64,
    /// The whole mass (kg).
    pub mass: f64,
    /// About the centre of mass (kg m²); in the plane its first entry.
    pub inertia: Inertia,
    /// Forces on nodes at rest (N) and the energy there (J), of a stress that is there before it moves; no
    /// forces where there is none.
    pub(super) at_rest: Vec<f64>,
    pub(super) rest_energy: f64,
    /// Where it moves in these alone.
    pub modes: Option<Modes>,
    /// That of L, of large bodies.
    pub(super) pattern: Pattern,
    /// The last factor, and of which step, bodies of one make share.
    shared: Mutex<Option<([f64; 2], Arc<Factor>)>>,
}

impl<const D: usize> Model<D> {
    /// Of a mesh, which is moved so that its centre of mass is at the origin; gives where that was.
    pub fn new(
        mut solid: Solid<D>,
        mut surface: Surface,
        kind: Masses,
        damping: Rayleigh,
    ) -> (Self, Vector<D>) {
        surface.is_thin = solid.regions.iter().all(|region| region.sheet.is_some());
        let mut entries = vec![];
        solid.masses(kind, |nodes, m| {
            for (i, a) in nodes.iter().enumerate() {
                for (j, b) in nodes.iter().enumerate().filter(|(j, _)| m[(i, *j)] != 0.0) {
                    entries.push((*a, *b, m[(i, j)]));
                }
            }
        });
        let count = solid.rest.len();
        let masses = Sparse::from_triplets(count, count, &entries);
        let each: Vec<f64> = (0..count).map(|i| masses.row(i).1.iter().sum()).collect();
        let mass: f64 = each.iter().sum();
        let place = |x: &[f64; D]| Vector::<D>::from_column_slice(x);
        let centre: Vector<D> =
            solid.rest.iter().zip(&each).map(|(x, m)| place(x) * *m).sum::<Vector<D>>() / mass;
        if solid.regions.iter().any(|region| region.is_turned()) {
            surface = surface.turned(solid.rest.as_flattened());
        }
        for x in &mut solid.rest {
            (0..D).for_each(|k| x[k] -= centre[k]);
        }
        let mut inertia = Inertia::zeros();
        for (x, m) in solid.rest.iter().zip(&each) {
            let square: f64 = x.iter().map(|x| x * x).sum();
            for i in 0..3 {
                inertia[(i, i)] += m * square;
            }
            for i in (0..D).filter(|_| D == 3) {
                (0..D).for_each(|j| inertia[(i, j)] -= m * x[i] * x[j]);
            }
        }
        // A straight bar has inertia about its axis by its section alone, here that of a round one: m A / 2π.
        let lines = solid.regions.iter().filter(|region| region.element.dimension == 1);
        let section = lines.filter_map(|region| region.sheet).map(|sheet| sheet.thickness);
        if D == 3
            && let Some(section) = section.reduce(f64::max)
        {
            inertia += Inertia::identity() * (mass * section / std::f64::consts::TAU);
        }
        let surface = surface.measured::<D>(solid.rest.as_flattened());
        let stiffness = stiffness(&solid, solid.rest.as_flattened(), &[]);
        let (at_rest, rest_energy) = at_rest(&solid);
        let viscosity = viscosity(&solid, solid.rest.as_flattened());
        let row = |i: usize| stiffness.row(i).1.iter().map(|k| k.abs()).sum::<f64>();
        let stiffest = (0..stiffness.rows()).map(row).fold(0.0, f64::max);
        let model = Self {
            solid,
            surface,
            damping,
            masses,
            stiffness,
            viscosity,
            stiffest,
            at_rest,
            rest_energy,
            mass,
            inertia,
            modes: None,
            pattern: Pattern::default(),
            shared: Mutex::new(None),
        };
        (model, centre)
    }

    /// Degrees of freedom.
    pub fn len(&self) -> usize {
        self.solid.len()
    }

    /// Whether it has no node.
    pub fn is_empty(&self) -> bool {
        self.solid.is_empty()
    }

    /// A = M + h θ V + h² θ² K, with V = a M + b K₀ + C, or with other weights; K₀ may have turned.
    pub fn matrix(
        &self,
        weights: Weights,
        stiffness: &Sparse,
        at_rest: &Sparse,
        viscosity: &Sparse,
    ) -> Sparse {
        let Rayleigh { mass: a, stiffness: b } = self.damping;
        let mut entries = vec![];
        for i in 0..self.masses.rows() {
            let (columns, values) = self.masses.row(i);
            for (j, m) in columns.iter().zip(values) {
                for k in 0..D as u32 {
                    let (row, column) = (i as u32 * D as u32 + k, j * D as u32 + k);
                    entries.push((row, column, m * (weights.mass + weights.viscous * a)));
                }
            }
        }
        let mut add = |matrix: &Sparse, factor: f64| {
            for i in (0..matrix.rows()).filter(|_| factor != 0.0) {
                let (columns, values) = matrix.row(i);
                entries.extend(columns.iter().zip(values).map(|(j, k)| (i as u32, *j, k * factor)));
            }
        };
        add(stiffness, weights.stiff);
        add(at_rest, weights.viscous * b);
        add(viscosity, weights.viscous);
        Sparse::from_triplets(self.len(), self.len(), &entries)
    }

    /// The factor of A at rest that all bodies of this make use which nothing holds.
    ///
    /// # Errors
    ///
    /// Where A is not positive definite.
    pub fn shared_factor(&self, h: f64, theta: f64) -> Result<Arc<Factor>, CholeskyError> {
        let mut shared = self.shared.lock().unwrap_or_else(|broken| broken.into_inner());
        if let Some((of, factor)) = &*shared
            && *of == [h, theta]
        {
            return Ok(factor.clone());
        }
        let factor = Arc::new(match &self.modes {
            Some(modes) => self.modal_factor(h, theta, modes),
            None => {
                let weights = Weights::dynamic(h, theta);
                let a = self.matrix(weights, &self.stiffness, &self.stiffness, &self.viscosity);
                Factor::of(&a, &vec![false; self.len()], &self.solid.rest, &self.pattern)?
            }
        });
        *shared = Some(([h, theta], factor.clone()));
        Ok(factor)
    }

    /// y += M g.
    pub fn add_weight(&self, gravity: &Vector<D>, y: &mut [f64]) {
        for i in 0..self.masses.rows() {
            let mass: f64 = self.masses.row(i).1.iter().sum();
            (0..D).for_each(|k| y[i * D + k] += mass * gravity[k]);
        }
    }

    /// y += M x, axis by axis.
    pub fn add_momentum(&self, x: &[f64], y: &mut [f64]) {
        for i in 0..self.masses.rows() {
            let (columns, values) = self.masses.row(i);
            for (j, m) in columns.iter().zip(values) {
                for k in 0..D {
                    y[i * D + k] += m * x[*j as usize * D + k];
                }
            }
        }
    }
}

/// Forces on nodes at rest and the energy there; no forces where there is no stress.
fn at_rest<const D: usize>(solid: &Solid<D>) -> (Vec<f64>, f64) {
    if !solid.regions.iter().any(|region| region.is_stressed_at_rest()) {
        return (vec![], 0.0);
    }
    let (mut force, before) = (vec![0.0; solid.len()], vec![0.0; solid.memory()]);
    let rest = solid.rest.as_flattened();
    let energy = solid.forces(rest, &before, &mut before.clone(), &mut force, None);
    (force, energy)
}

/// The stiffness where nodes stand at `x`.
pub fn stiffness<const D: usize>(solid: &Solid<D>, x: &[f64], before: &[f64]) -> Sparse {
    let mut entries = vec![];
    let (mut force, mut after) = (vec![0.0; solid.len()], vec![0.0; solid.memory()]);
    let before = if before.is_empty() { after.clone() } else { before.to_vec() };
    let mut sink = |nodes: &[u32], k: &nalgebra::DMatrix<f64>| push::<D>(nodes, k, &mut entries);
    solid.forces(x, &before, &mut after, &mut force, Some(&mut sink));
    Sparse::from_triplets(solid.len(), solid.len(), &entries)
}

/// The viscosity where nodes stand at `x`: of a corotational body in its own frame.
pub fn viscosity<const D: usize>(solid: &Solid<D>, x: &[f64]) -> Sparse {
    let mut entries = vec![];
    let mut sink = |nodes: &[u32], c: &nalgebra::DMatrix<f64>| push::<D>(nodes, c, &mut entries);
    if solid.is_viscous() {
        let (v, mut force) = (vec![0.0; x.len()], vec![0.0; x.len()]);
        solid.viscous(x, &v, &mut force, Some(&mut sink));
    }
    Sparse::from_triplets(solid.len(), solid.len(), &entries)
}

/// Entries of an element's matrix.
pub fn push<const D: usize>(
    nodes: &[u32],
    k: &nalgebra::DMatrix<f64>,
    entries: &mut Vec<(u32, u32, f64)>,
) {
    let d = D as u32;
    for (i, a) in nodes.iter().enumerate() {
        for (j, b) in nodes.iter().enumerate() {
            for m in 0..D {
                for n in 0..D {
                    let value = k[(i * D + m, j * D + n)];
                    entries.push((a * d + m as u32, b * d + n as u32, value));
                }
            }
        }
    }
}
