//! Bodies: their state, masses, loads and imposed motions, and the velocity they would have at
//! the end of a step without contacts.
//!
//! All configurations stand in one flat vector q and all velocities in one flat vector v, each
//! body owning one range of each. The linearised dynamics of a step is (000 eq. 15)
//!
//! ```text
//! v⁺ = v_free + w H r,     w = (M + h θ V)⁻¹ = S Sᵀ
//! ```
//!
//! and [`Bodies::free_motion`] gives `v_free` and the factor S, one dense block per body. Rows
//! of driven degrees of freedom are zero in S, so that contacts cannot move them.

mod drive;
mod function;
mod load;
mod rigid;

pub use drive::{Drive, DriveKind};
pub use function::{Function, Table};
pub use load::{Load, LoadKind};
pub use rigid::{Damping, Rigid};

use crate::linalg::BlockDiagonal;
use crate::space::{Pose, Vector, configuration_size, pose, set_pose, velocity_size};
use std::ops::Range;

/// The scheme's constants during one step.
#[derive(Clone, Copy, Debug)]
pub struct StepSize {
    /// Time at the beginning of the step (s).
    pub t: f64,
    /// Length of the step (s).
    pub h: f64,
    /// Weight of the end of the step, in [1/2, 1].
    pub theta: f64,
}

/// Every body of a world, with the flat state.
#[derive(Clone, Debug, Default)]
pub struct Bodies<const D: usize> {
    /// The bodies, in the order of their indices.
    pub list: Vec<Rigid<D>>,
    /// Configurations.
    pub q: Vec<f64>,
    /// Velocities.
    pub v: Vec<f64>,
    q_start: Vec<usize>,
    v_start: Vec<usize>,
}

impl<const D: usize> Bodies<D> {
    /// No body.
    pub fn new() -> Self {
        Self { list: vec![], q: vec![], v: vec![], q_start: vec![0], v_start: vec![0] }
    }

    /// Adds a body at a pose with a velocity (translations, then rotations); gives its index.
    pub fn add(&mut self, body: Rigid<D>, at: &Pose<D>, velocity: &[f64]) -> usize {
        let (q0, v0) = (self.q.len(), self.v.len());
        self.q.resize(q0 + configuration_size(D), 0.0);
        self.v.resize(v0 + velocity_size(D), 0.0);
        set_pose(&mut self.q[q0..], at);
        for (v, given) in self.v[v0..].iter_mut().zip(velocity) {
            *v = *given;
        }
        self.q_start.push(self.q.len());
        self.v_start.push(self.v.len());
        self.list.push(body);
        self.list.len() - 1
    }

    /// Number of bodies.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there is no body.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Range of body i in q.
    pub fn q_range(&self, i: usize) -> Range<usize> {
        self.q_start[i]..self.q_start[i + 1]
    }

    /// Range of body i in v.
    pub fn v_range(&self, i: usize) -> Range<usize> {
        self.v_start[i]..self.v_start[i + 1]
    }

    /// Velocity of body i.
    pub fn velocity(&self, i: usize) -> &[f64] {
        &self.v[self.v_range(i)]
    }

    /// Pose of body i.
    pub fn pose(&self, i: usize) -> Pose<D> {
        pose(&self.q[self.q_range(i)])
    }

    /// Name of the first body whose state is not finite, or so large that energies are not.
    pub fn first_not_finite(&self) -> Option<String> {
        let finite = |i: usize| {
            let numbers = self.q[self.q_range(i)].iter().chain(self.velocity(i));
            numbers.into_iter().all(|x| x.abs() < 1e150)
        };
        (0..self.len()).find(|&i| !finite(i)).map(|i| self.list[i].name.clone())
    }

    /// Space for the factors S of all bodies.
    pub fn factor_space(&self) -> BlockDiagonal {
        BlockDiagonal::zeros((0..self.len()).map(|i| self.v_range(i).len()))
    }

    /// Sets the velocity of driven degrees of freedom at t = 0 so that the first test
    /// configuration, q + (1 - θ) h v, lies on the prescribed path.
    pub fn start_drives(&mut self, h: f64, theta: f64) {
        for i in 0..self.len() {
            let range = self.v_range(i);
            self.list[i].driven_velocity([0.0, (1.0 - theta) * h], &mut self.v[range]);
        }
    }

    /// Velocity at the end of the step without contacts, and the factors S with w = S Sᵀ
    /// (000 eq. 36, with K = 0 and V = damping × mass), linearised about the motion under the
    /// contacts' generalized `impulse` of an earlier round. `v_free` is rewritten.
    pub fn free_motion(
        &self,
        step: StepSize,
        gravity: &Vector<D>,
        test_poses: &[Pose<D>],
        impulse: &[f64],
        v_free: &mut [f64],
        factor: &mut BlockDiagonal,
    ) {
        for (i, body) in self.list.iter().enumerate() {
            let range = self.v_range(i);
            body.free_motion(
                step,
                gravity,
                [&self.pose(i), &test_poses[i]],
                [&self.v[range.clone()], &impulse[range.clone()]],
                &mut v_free[range],
                factor.block_mut(i),
            );
        }
    }

    /// Gives every body the angular velocity that keeps its angular momentum under the contacts'
    /// generalized `impulse`, and the greatest relative change this made.
    pub fn settle(
        &self,
        step: StepSize,
        test_poses: &[Pose<D>],
        impulse: &[f64],
        v_end: &mut [f64],
    ) -> f64 {
        let mut greatest = 0.0_f64;
        if D == 2 {
            return greatest;
        }
        for (i, body) in self.list.iter().enumerate() {
            let range = self.v_range(i);
            let change = body.settle(
                step,
                [&self.pose(i), &test_poses[i]],
                [&self.v[range.clone()], &impulse[range.clone()]],
                &mut v_end[range],
            );
            greatest = greatest.max(change);
        }
        greatest
    }
}
