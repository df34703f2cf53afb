//! A deformable body: a mesh that moves.
//!
//! Its configuration is where its nodes are, its velocity that of the nodes. Internal forces are taken at
//! q_θ = q + h θ (θ v⁺ + (1 - θ) v), which for linear bodies is the θ-method of 000 eq. 36, and for θ = 1/2
//! keeps angular momentum whatever the kinematics:
//!
//! ```text
//! M (v⁺ - v) + h (f(q_θ) + V v_θ - P) = H r
//! ```
//!
//! Newton's method about the last round's v⁺ (000 eq. 37) gives v_free and w = A⁻¹ for the contacts,
//! A = M + h θ V + h² θ² K.

mod absorbing;
mod balance;
mod books;
mod condensed;
mod forces;
mod loads;
mod measured;
mod model;
mod modes;
mod motion;
mod operator;
mod seen;
mod settle;
mod softness;
mod surface;
mod turning;
mod whole;

pub use absorbing::Absorbing;
pub use balance::Parts;
pub use books::Entries;
pub use condensed::Condensed;
pub use loads::{NodeLoad, NodeLoadKind};
pub use model::{Model, Rayleigh, Weights};
pub use modes::Modes;
pub use motion::Round;
pub use operator::{Factor, FactorSize};
pub use seen::Seen;
pub use surface::{Candidates, Surface, area, node, tangents};

use super::Drive;
use crate::fem::Kinematics;
use crate::fem::mesh::Spot;
use crate::space::{Matrix, Pose, Vector, moment, spins, velocity_at};
use nalgebra::{DMatrix, Matrix3, Vector3};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// When the stiffness is computed anew (000 §9.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Renewal {
    /// Never: that of rest, turned with the body.
    Never,
    /// At the beginning of each step.
    Step,
    /// In every round.
    #[default]
    Round,
    /// There is none: w is the inverse of the mass.
    Mass,
}

/// A deformable body.
#[derive(Clone, Debug)]
pub struct Deformable<const D: usize> {
    /// What it shares with bodies of its make.
    pub model: Arc<Model<D>>,
    /// Where the mesh was put.
    pub origin: Pose<D>,
    /// Degrees of freedom (axes of nodes) whose motion is given.
    pub held: Vec<Drive>,
    /// Forces on nodes.
    pub loads: Vec<NodeLoad<D>>,
    /// When the stiffness is computed anew, where it is not that of rest.
    pub renewal: Renewal,
    /// Whether it has no inertia: at the end of each step its forces are in equilibrium (000 §9.2, M = 0).
    pub is_quasi_static: bool,
    /// Through which degrees of freedom contacts see it.
    pub seen: Seen,
    /// What its materials remember.
    pub memory: Vec<f64>,
    /// How it was turned when the matrix that contacts see was last made; zero before.
    pub turned: Matrix<D>,
    is_held: Vec<bool>,
    dashpots: Vec<absorbing::Dashpots<D>>,
}

impl<const D: usize> Deformable<D> {
    /// A body of a make, put somewhere.
    pub fn new(model: Arc<Model<D>>, origin: Pose<D>) -> Self {
        let (memory, count) = (vec![0.0; model.solid.memory()], model.len());
        Self {
            model,
            origin,
            held: vec![],
            loads: vec![],
            renewal: Renewal::default(),
            is_quasi_static: false,
            seen: Seen::default(),
            memory,
            turned: Matrix::zeros(),
            is_held: vec![false; count],
            dashpots: vec![],
        }
    }

    /// Gives the motion of a degree of freedom.
    pub fn hold(&mut self, drive: Drive) {
        self.is_held[drive.dof] = true;
        self.held.push(drive);
    }

    /// Where the nodes are without stress.
    pub fn places(&self) -> Vec<f64> {
        let place = |x: &[f64; D]| self.origin.point(&Vector::from_column_slice(x));
        self.model
            .solid
            .rest
            .iter()
            .flat_map(|x| place(x).iter().copied().collect::<Vec<_>>())
            .collect()
    }

    /// Where it stands as a whole: its centre of mass, and the rotation nearest to what it did.
    pub fn pose(&self, x: &[f64]) -> Pose<D> {
        let mut position = Vector::zeros();
        let masses = &self.model.masses;
        for i in 0..masses.rows() {
            let mass: f64 = masses.row(i).1.iter().sum();
            position += node::<D>(x, i as u32) * (mass / self.model.mass);
        }
        let rotation = self.rotation(x).unwrap_or(self.origin.rotation);
        Pose { position, rotation }
    }

    /// Its velocity as if it were rigid: that of the centre of mass, then the angular velocity that has its
    /// angular momentum.
    pub fn rigid_velocity(&self, x: &[f64], v: &[f64]) -> [f64; 6] {
        let (masses, mut mean) = (&self.model.masses, Vector::<D>::zeros());
        let centre = self.pose(x).position;
        let (mut momentum, mut inertia) = (Vector3::<f64>::zeros(), Matrix3::<f64>::zeros());
        for i in 0..masses.rows() {
            let mass: f64 = masses.row(i).1.iter().sum();
            let (arm, own) = (node::<D>(x, i as u32) - centre, node::<D>(v, i as u32));
            mean += own * (mass / self.model.mass);
            momentum += Vector3::from(moment(&arm, &own)) * mass;
            let arm = Vector3::from_fn(|k, _| if k < D { arm[k] } else { 0.0 });
            let square = Matrix3::identity() * arm.norm_squared();
            inertia += (square - arm * arm.transpose() * f64::from(u8::from(D == 3))) * mass;
        }
        let spin = inertia.try_inverse().map_or(Vector3::zeros(), |inverse| inverse * momentum);
        let mut velocity = [0.0; 6];
        velocity[..D].copy_from_slice(mean.as_slice());
        velocity[D..D + spins(D)].copy_from_slice(&spin.as_slice()[..spins(D)]);
        velocity
    }

    fn rotation(&self, x: &[f64]) -> Option<Matrix<D>> {
        let frame = self.model.solid.frame(x)?;
        Some(frame.rotation.fixed_view::<D, D>(0, 0).into_owned())
    }

    /// The velocity of a spot, of the nodes' velocities.
    pub fn velocity(&self, v: &[f64], spot: &Spot) -> Vector<D> {
        self.model.surface.place(v, spot)
    }

    /// Adds a force at a spot to the forces on nodes.
    pub fn push(&self, spot: &Spot, force: &Vector<D>, on_nodes: &mut [f64]) {
        for (node, share) in self.model.surface.shares(spot) {
            (0..D).for_each(|k| on_nodes[node * D + k] += share * force[k]);
        }
    }

    /// Whether contacts can move it.
    pub fn movable(&self) -> bool {
        self.is_held.iter().any(|held| !held)
    }

    /// Whether it has no inertia and what is held of it lets it move as a whole, where nodes stand at `x`: contacts
    /// must hold it.
    pub fn is_loose(&self, x: &[f64]) -> bool {
        if !self.is_quasi_static {
            return false;
        }
        // Rigid motions at what is held; along the axis alone of what is turned about it.
        let regions = &self.model.solid.regions;
        let is_turned = regions.iter().any(|region| region.is_turned());
        let ways: Vec<usize> = if is_turned { vec![1] } else { (0..D + spins(D)).collect() };
        let count = ways.len();
        let mut normal = DMatrix::<f64>::zeros(count, count);
        let centre = self.pose(x).position;
        let reach = x.chunks_exact(D).map(|x| (Vector::<D>::from_column_slice(x) - centre).norm());
        let reach = reach.fold(f64::MIN_POSITIVE, f64::max);
        for drive in &self.held {
            let arm = (node::<D>(x, (drive.dof / D) as u32) - centre) / reach;
            let way = |w: usize| -> f64 {
                let mut rigid = [0.0; 6];
                rigid[ways[w]] = 1.0;
                velocity_at::<D>(&rigid[..D + spins(D)], &arm)[drive.dof % D]
            };
            let own = nalgebra::DVector::from_fn(count, |w, _| way(w));
            normal += &own * own.transpose();
        }
        normal.symmetric_eigenvalues().min() <= 1e-10
    }

    /// The greatest angle between an element and the frame in which its kinematics takes perturbations for
    /// small (rad), where nodes stand at `x`.
    pub fn greatest_turn(&self, x: &[f64]) -> f64 {
        self.model.solid.greatest_turn(&self.own_places(x))
    }

    /// Whether nothing in space holds or damps it.
    fn is_free(&self) -> bool {
        self.held.is_empty() && self.dashpots.is_empty()
    }

    /// Whether a round of Newton's method is all there is to do.
    pub(super) fn is_linear(&self) -> bool {
        self.model.solid.is_linear()
            && self.model.solid.kinematics == Kinematics::Small
            && !self.is_pressed()
            && !self.is_quasi_static
    }
}
