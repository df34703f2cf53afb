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

mod deformable;
mod drive;
mod function;
mod load;
mod rigid;

pub use deformable::{
    Absorbing, Candidates, Deformable, Entries, FactorSize, Model, Modes, NodeLoad, NodeLoadKind,
    Rayleigh, Renewal, Round, Seen, Surface, area as facet_area,
};
pub use drive::{Drive, DriveKind};
pub use function::{Function, Table};
pub use load::{Load, LoadKind};
pub use rigid::{Damping, Rigid};

use crate::fem::mesh::Spot;
use crate::linalg::BlockDiagonal;
use crate::space::{
    Pose, Vector, advance, configuration_size, pose, set_pose, velocity_at, velocity_size,
};
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

/// What rounds of Newton's method leave, of every deformable body.
#[derive(Clone, Debug, Default)]
pub struct Rounds<const D: usize> {
    /// Whether the next round is the first of its step.
    pub is_first: bool,
    /// In the order of the deformable bodies.
    pub list: Vec<Round<D>>,
    /// The greatest imbalance that each round of the last step left.
    pub imbalances: Vec<f64>,
    /// The body that had it in the last round.
    pub worst: usize,
}

impl<const D: usize> Rounds<D> {
    /// How large the factors of bodies are.
    pub fn factor_size(&self) -> FactorSize {
        FactorSize::of(self.list.iter().filter_map(Round::factor))
    }

    /// Wall time (s) that went into factors, and into what contacts see of large bodies, since this was last
    /// asked for.
    pub(crate) fn take_seconds(&mut self) -> [f64; 2] {
        let all = self.list.iter_mut().map(|round| std::mem::take(&mut round.seconds));
        all.fold([0.0; 2], |sum, own| [sum[0] + own[0], sum[1] + own[1]])
    }
}

/// How far bodies are from the motion that their impulses make of them, relative to it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Settled {
    /// Of rigid bodies: the change that this made to how they turn.
    pub turned: f64,
    /// Of deformable bodies: what their equation of motion leaves; infinite where there is no way on.
    pub imbalance: f64,
}

/// Every body of a world, with the flat state.
#[derive(Clone, Debug, Default)]
pub struct Bodies<const D: usize> {
    /// The bodies, in the order of their indices; of deformable ones what they are as a whole.
    pub list: Vec<Rigid<D>>,
    /// What deformable bodies are made of.
    pub deformables: Vec<Deformable<D>>,
    /// Configurations.
    pub q: Vec<f64>,
    /// Velocities.
    pub v: Vec<f64>,
    q_start: Vec<usize>,
    v_start: Vec<usize>,
    /// Which of the deformables a body is.
    soft: Vec<Option<u32>>,
}

impl<const D: usize> Bodies<D> {
    /// No body.
    pub fn new() -> Self {
        Self { q_start: vec![0], v_start: vec![0], ..Self::default() }
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
        self.push(body, None)
    }

    /// Adds a deformable body with one velocity for all of it (translations); gives its index.
    ///
    /// # Errors
    ///
    /// Where its mass is not positive.
    pub fn add_deformable(
        &mut self,
        name: impl Into<String>,
        body: Deformable<D>,
        velocity: &Vector<D>,
    ) -> Result<usize, String> {
        let whole = Rigid::new(name, body.model.mass, body.model.inertia)?;
        let places = body.places();
        self.v.extend((0..places.len()).map(|k| velocity[k % D]));
        self.q.extend(places);
        self.deformables.push(body);
        Ok(self.push(whole, Some(self.deformables.len() as u32 - 1)))
    }

    fn push(&mut self, body: Rigid<D>, soft: Option<u32>) -> usize {
        self.q_start.push(self.q.len());
        self.v_start.push(self.v.len());
        self.soft.push(soft);
        self.list.push(body);
        self.list.len() - 1
    }

    /// What a body is made of, if it can deform.
    pub fn deformable(&self, i: usize) -> Option<&Deformable<D>> {
        self.soft[i].map(|k| &self.deformables[k as usize])
    }

    /// Which of the deformables a body is; of no meaning for others.
    pub fn soft_index(&self, i: usize) -> usize {
        self.soft[i].unwrap_or(0) as usize
    }

    /// Whether contacts can move a body.
    pub fn movable(&self, i: usize) -> bool {
        self.deformable(i).map_or_else(|| self.list[i].movable(), Deformable::movable)
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
        self.pose_at(i, &self.q)
    }

    /// Pose of body i in a configuration of all bodies.
    pub fn pose_at(&self, i: usize, q: &[f64]) -> Pose<D> {
        let own = &q[self.q_range(i)];
        self.deformable(i).map_or_else(|| pose(own), |body| body.pose(own))
    }

    /// Moves a body on in a configuration of all bodies, with its part of a velocity.
    pub fn advance(&self, i: usize, q: &mut [f64], v: &[f64], dt: f64) {
        let (q, v) = (&mut q[self.q_range(i)], &v[self.v_range(i)]);
        if self.soft[i].is_some() {
            q.iter_mut().zip(v).for_each(|(q, v)| *q += dt * v);
        } else {
            advance::<D>(q, v, dt);
        }
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
        let size = |i: usize| (self.v_range(i).len(), self.soft[i].is_none());
        BlockDiagonal::with_gaps((0..self.len()).map(size))
    }

    /// Sets the velocity of driven degrees of freedom at t = 0 so that the first test
    /// configuration, q + (1 - θ) h v, lies on the prescribed path.
    pub fn start_drives(&mut self, h: f64, theta: f64) {
        for i in 0..self.len() {
            let range = self.v_range(i);
            if let Some(k) = self.soft[i] {
                for drive in &self.deformables[k as usize].held {
                    let mean = drive.mean_velocity(0.0, (1.0 - theta) * h);
                    self.v[range.start + drive.dof] = mean;
                }
                continue;
            }
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
        rounds: &mut Rounds<D>,
        (v_free, factor): (&mut [f64], &mut BlockDiagonal),
    ) {
        rounds.list.resize_with(self.deformables.len(), Round::default);
        for (i, body) in self.list.iter().enumerate() {
            let range = self.v_range(i);
            if let Some(k) = self.soft[i] {
                self.deformables[k as usize].free_motion(
                    step,
                    gravity,
                    (&self.q[self.q_range(i)], &self.v[range.clone()]),
                    (rounds.is_first, &impulse[range.clone()]),
                    &mut rounds.list[k as usize],
                    &mut v_free[range],
                );
                continue;
            }
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

    /// Gives every rigid body the angular velocity that keeps its angular momentum under the contacts'
    /// generalized `impulse`, every deformable one what the impulse makes of it.
    pub fn settle(
        &self,
        step: StepSize,
        gravity: &Vector<D>,
        test_poses: &[Pose<D>],
        impulse: &[f64],
        rounds: &mut Rounds<D>,
        v_end: &mut [f64],
    ) -> Settled {
        let mut settled = Settled::default();
        if D == 2 && self.deformables.is_empty() {
            return settled;
        }
        for (i, body) in self.list.iter().enumerate() {
            let range = self.v_range(i);
            if let Some(k) = self.soft[i] {
                let imbalance = self.deformables[k as usize].settle(
                    step,
                    gravity,
                    (&self.q[self.q_range(i)], &self.v[range.clone()]),
                    &impulse[range.clone()],
                    &mut rounds.list[k as usize],
                    &mut v_end[range],
                );
                if imbalance >= settled.imbalance {
                    (settled.imbalance, rounds.worst) = (imbalance, i);
                }
                continue;
            }
            let change = body.settle(
                step,
                [&self.pose(i), &test_poses[i]],
                [&self.v[range.clone()], &impulse[range.clone()]],
                &mut v_end[range],
            );
            settled.turned = settled.turned.max(change);
        }
        settled
    }

    /// The motion that a generalized impulse gives, w of the step times it.
    pub fn respond(
        &self,
        impulse: &[f64],
        rounds: &Rounds<D>,
        factor: &BlockDiagonal,
        motion: &mut Vec<f64>,
    ) {
        motion.clear();
        motion.resize(self.v.len(), 0.0);
        factor.respond(impulse, motion);
        for (i, k) in self.soft.iter().enumerate().filter_map(|(i, k)| Some((i, (*k)? as usize))) {
            let range = self.v_range(i);
            if impulse[range.clone()].iter().any(|x| *x != 0.0) {
                let (own, out) = (&impulse[range.clone()], &mut motion[range]);
                self.deformables[k].respond(own, &rounds.list[k], out);
            }
        }
    }

    /// Whether no deformable body needs Newton's method.
    pub fn take_one_round(&self) -> bool {
        self.deformables.iter().all(Deformable::is_linear)
    }

    /// Has large bodies know what contacts touch, bodies and spots, and whether these may see nodes.
    pub fn condense(
        &self,
        touched: impl Iterator<Item = (usize, Spot)>,
        may_see_nodes: bool,
        rounds: &mut Rounds<D>,
    ) {
        if self.deformables.is_empty() {
            return;
        }
        let mut spots: Vec<Vec<Spot>> = vec![vec![]; self.deformables.len()];
        for (body, spot) in touched {
            if let Some(k) = self.soft[body] {
                spots[k as usize].push(spot);
            }
        }
        for ((body, spots), round) in self.deformables.iter().zip(spots).zip(&mut rounds.list) {
            body.condense(spots.into_iter(), may_see_nodes, round);
        }
    }

    /// Has the materials of deformable bodies remember the last round.
    pub fn remember(&mut self, rounds: &Rounds<D>) {
        for (body, round) in self.deformables.iter_mut().zip(&rounds.list) {
            body.remember(round);
        }
    }

    /// The frame of the matter of a body in a configuration: its pose, or of a deformable one that of
    /// the facet at a spot.
    pub fn matter_at(&self, i: usize, pose: &Pose<D>, spot: &Spot, q: &[f64]) -> Pose<D> {
        match self.deformable(i).filter(|_| spot.is_some()) {
            Some(body) => body.model.surface.frame_at(&q[self.q_range(i)], spot),
            None => *pose,
        }
    }

    /// Velocity of the point at the end of an arm from a body's place, or at a spot of its mesh.
    pub fn velocity_at(&self, i: usize, arm: &Vector<D>, spot: &Spot, v: &[f64]) -> Vector<D> {
        let own = &v[self.v_range(i)];
        self.deformable(i).map_or_else(|| velocity_at(own, arm), |body| body.velocity(own, spot))
    }
}
