//! A rigid body: mass, inertia, loads, drives, and one step of its free motion.
//!
//! In space the angular equation is written on the angular momentum L = J(R) ω, which a body
//! in free flight keeps. With R̃ = exp((1 - θ) h ω⁻) R the test configuration, the end of the
//! free step satisfies
//!
//! ```text
//! R⁺ = exp(θ h ω⁺) R̃,    (1 + h θ c) J(R⁺) ω⁺ = (1 - h (1 - θ) c) L⁻ + h τ
//! ```
//!
//! (c the damping rate, τ the torque), solved by fixed point; its gyroscopic term is implicit
//! in J(R⁺). For θ = 1/2 the scheme is symmetric in time, hence of second order.
//!
//! With contacts their angular impulse P joins the right-hand side, and R⁺ depends on it. The
//! step therefore linearises about the R⁺ of an impulse already known (zero at first), solves
//! the contacts, and repeats where a body has turned differently; [`Rigid::settle`] then gives
//! the ω⁺ that keeps the momentum to round-off.

use super::{Drive, Load, StepSize};
use crate::space::{Inertia, Matrix, Pose, Vector, advance, global_inertia, pose, set_pose, spins};
use nalgebra::{Cholesky, DMatrix, Vector3};

/// Viscous damping proportional to mass: force = -rate × momentum.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Damping {
    /// Rate on translations (1/s).
    pub linear: f64,
    /// Rate on rotations (1/s).
    pub angular: f64,
}

/// A rigid body. Its frame has its origin at the centre of mass.
#[derive(Clone, Debug)]
pub struct Rigid<const D: usize> {
    /// Name for messages and output.
    pub name: String,
    /// Whether no degree of freedom can move.
    pub fixed: bool,
    /// Imposed motions.
    pub drives: Vec<Drive>,
    /// Forces, torques, pressures.
    pub loads: Vec<Load<D>>,
    /// Viscous damping.
    pub damping: Damping,
    /// Volume (m³; area in the plane, m²), zero where the shape has none. Only measures read it.
    pub volume: f64,
    mass: f64,
    inertia: Inertia,
    inverse_inertia: Inertia,
    /// C with J⁻¹ = C Cᵀ in the body's frame.
    inverse_factor: Inertia,
    isotropic: bool,
}

impl<const D: usize> Rigid<D> {
    /// A free body; mass and inertia (own frame, about the centre of mass) must be positive.
    pub fn new(name: impl Into<String>, mass: f64, inertia: Inertia) -> Result<Self, String> {
        if !(mass.is_finite() && mass > 0.0) {
            return Err(format!("the mass must be positive and finite, it is {mass}"));
        }
        let factor = Cholesky::new(inertia)
            .filter(|_| inertia.iter().all(|x| x.is_finite()))
            .ok_or_else(|| "the inertia must be positive definite and finite".to_string())?;
        // J = L Lᵀ, hence J⁻¹ = L⁻ᵀ L⁻¹ and C = L⁻ᵀ.
        let inverse_factor = factor
            .l()
            .try_inverse()
            .map(|m| m.transpose())
            .ok_or_else(|| "the inertia is not invertible".to_string())?;
        let mean = inertia.trace() / 3.0;
        let isotropic = D == 2 || (inertia - Inertia::identity() * mean).norm() < 1e-13 * mean;
        Ok(Self {
            name: name.into(),
            fixed: false,
            drives: vec![],
            loads: vec![],
            damping: Damping::default(),
            volume: 0.0,
            mass,
            inertia,
            inverse_inertia: factor.inverse(),
            inverse_factor,
            isotropic,
        })
    }

    /// A body that never moves; its mass plays no role.
    pub fn fixed(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            fixed: true,
            drives: vec![],
            loads: vec![],
            damping: Damping::default(),
            volume: 0.0,
            mass: 1.0,
            inertia: Inertia::identity(),
            inverse_inertia: Inertia::identity(),
            inverse_factor: Inertia::identity(),
            isotropic: true,
        }
    }

    /// Mass (kg; kg per metre of depth in the plane).
    pub fn mass(&self) -> f64 {
        self.mass
    }

    /// Inertia in the body's frame (kg·m²).
    pub fn inertia(&self) -> &Inertia {
        &self.inertia
    }

    /// Whether contacts can move it: not fixed and some degree of freedom not driven.
    pub fn movable(&self) -> bool {
        !self.fixed && self.drives.len() < D + spins(D)
    }

    /// Whether it can have a velocity.
    pub fn mobile(&self) -> bool {
        !self.fixed
    }

    /// ½ V·m V + ½ ω·J ω, zero for fixed bodies.
    pub fn kinetic_energy(&self, at: &Pose<D>, v: &[f64]) -> f64 {
        if self.fixed {
            return 0.0;
        }
        let linear: f64 = v[..D].iter().map(|x| x * x).sum();
        0.5 * self.mass * linear
            + 0.5 * spin_vector::<D>(v).dot(&self.angular_momentum(at, &spin_vector::<D>(v)))
    }

    /// Kinetic energy from a range of q; isotropic bodies need no pose.
    pub fn kinetic_energy_at(&self, q: &[f64], v: &[f64]) -> f64 {
        let at = if self.isotropic { Pose::identity() } else { pose(q) };
        self.kinetic_energy(&at, v)
    }

    /// M v from a range of q; isotropic bodies need no pose.
    pub fn momentum_at(&self, q: &[f64], v: &[f64]) -> [f64; 6] {
        let at = if self.isotropic { Pose::identity() } else { pose(q) };
        self.momentum_of(&at, v)
    }

    /// M v with the inertia of a pose.
    pub fn momentum_of(&self, at: &Pose<D>, v: &[f64]) -> [f64; 6] {
        let mut out = [0.0; 6];
        let spin = self.angular_momentum(at, &spin_vector::<D>(v));
        for i in 0..D {
            out[i] = self.mass * v[i];
        }
        for i in 0..spins(D) {
            out[D + i] = spin[i];
        }
        out
    }

    /// J(R) ω in the global frame.
    pub fn angular_momentum(&self, at: &Pose<D>, spin: &Vector3<f64>) -> Vector3<f64> {
        if self.isotropic {
            return spin * self.inertia[(0, 0)];
        }
        global_inertia(&at.rotation, &self.inertia) * spin
    }

    /// Writes the mean velocity of driven degrees of freedom over an interval of time.
    pub fn driven_velocity(&self, interval: [f64; 2], v: &mut [f64]) {
        for drive in &self.drives {
            v[drive.dof] = drive.mean_velocity(interval[0], interval[1]);
        }
    }

    /// Applied force without gravity: θ P(t + h) + (1 - θ) P(t) (000 eq. 36).
    pub fn applied_force(&self, step: StepSize, at: &Pose<D>, force: &mut [f64; 6]) {
        let StepSize { t, h, theta } = step;
        for load in &self.loads {
            let (mut before, mut after) = ([0.0; 6], [0.0; 6]);
            load.add_to(t, at, &mut before);
            load.add_to(t + h, at, &mut after);
            for i in 0..6 {
                force[i] += theta * after[i] + (1.0 - theta) * before[i];
            }
        }
    }

    /// Velocity at the end of the step without contacts, and S, linearised about the motion
    /// under the contacts' `impulse` (force, torque) of an earlier round; see the equations.
    pub(super) fn free_motion(
        &self,
        step: StepSize,
        gravity: &Vector<D>,
        [at, test]: [&Pose<D>; 2],
        [v, impulse]: [&[f64]; 2],
        v_free: &mut [f64],
        factor: &mut [f64],
    ) {
        factor.fill(0.0);
        v_free.fill(0.0);
        if self.fixed {
            return;
        }
        let StepSize { t, h, theta } = step;
        let n = D + spins(D);
        let mut force = [0.0; 6];
        self.applied_force(step, test, &mut force);

        let (before, after) = self.damping_factors(step, self.damping.linear);
        let scale = 1.0 / (self.mass * after).sqrt();
        for i in 0..D {
            let pull = force[i] + self.mass * gravity[i];
            v_free[i] = (before * v[i] + h * pull / self.mass) / after;
            factor[i * n + i] = scale;
        }

        let (before, after) = self.damping_factors(step, self.damping.angular);
        if self.isotropic {
            let j = self.inertia[(0, 0)];
            let scale = 1.0 / (j * after).sqrt();
            for i in 0..spins(D) {
                v_free[D + i] = (before * v[D + i] + h * force[D + i] / j) / after;
                factor[(D + i) * n + D + i] = scale;
            }
        } else {
            let own = self.momentum_after(step, at, v, &force);
            let total = own + spin_vector::<D>(impulse);
            let guess = spin_vector::<D>(v);
            let half_way = self.half_way(step, at, v);
            let (_, end) = self.spin_of_momentum(step, &(total / after), &half_way, guess);
            let c = matrix3(&end.rotation) * self.inverse_factor / after.sqrt();
            let free = c * (c.transpose() * own);
            for i in 0..3 {
                v_free[D + i] = free[i];
                for j in 0..3 {
                    factor[(D + i) * n + D + j] = c[(i, j)];
                }
            }
        }
        if !self.drives.is_empty() {
            let ahead = t + (1.0 - theta) * h;
            self.impose_drives([ahead, ahead + h], after, test, v_free, factor);
        }
    }

    /// Replaces the angular velocity at the end of the step by the one that keeps the angular
    /// momentum under the contacts' impulse; gives its relative change. Bodies whose inertia
    /// does not depend on how they are turned need nothing.
    pub(super) fn settle(
        &self,
        step: StepSize,
        [at, test]: [&Pose<D>; 2],
        [v, impulse]: [&[f64]; 2],
        v_end: &mut [f64],
    ) -> f64 {
        if self.isotropic || !self.movable() || self.drives.iter().any(|d| d.dof >= D) {
            return 0.0;
        }
        let mut force = [0.0; 6];
        self.applied_force(step, test, &mut force);
        let total = self.momentum_after(step, at, v, &force) + spin_vector::<D>(impulse);
        let (_, after) = self.damping_factors(step, self.damping.angular);
        let found = spin_vector::<D>(v_end);
        let half_way = self.half_way(step, at, v);
        let (spin, _) = self.spin_of_momentum(step, &(total / after), &half_way, found);
        v_end[D..].copy_from_slice(spin.as_slice());
        let scale = spin.norm().max(found.norm());
        if scale > 0.0 { (spin - found).norm() / scale } else { 0.0 }
    }

    /// 1 - h (1 - θ) c and 1 + h θ c.
    fn damping_factors(&self, step: StepSize, rate: f64) -> (f64, f64) {
        (1.0 - step.h * (1.0 - step.theta) * rate, 1.0 + step.h * step.theta * rate)
    }

    /// (1 - h (1 - θ) c) L⁻ + h τ: the angular momentum that contacts add to.
    fn momentum_after(
        &self,
        step: StepSize,
        at: &Pose<D>,
        v: &[f64],
        force: &[f64; 6],
    ) -> Vector3<f64> {
        let (before, _) = self.damping_factors(step, self.damping.angular);
        let torque = spin_vector::<D>(&force[..D + spins(D)]);
        before * self.angular_momentum(at, &spin_vector::<D>(v)) + step.h * torque
    }

    /// Solves R⁺ = exp(θ h ω) R̃, J(R⁺) ω = momentum. Gives ω and the pose with R⁺.
    fn spin_of_momentum(
        &self,
        step: StepSize,
        momentum: &Vector3<f64>,
        half_way: &[f64; 7],
        guess: Vector3<f64>,
    ) -> (Vector3<f64>, Pose<D>) {
        let (mut spin, mut last, mut damping) = (guess, f64::INFINITY, 1.0);
        let turned = |spin: &Vector3<f64>| -> Pose<D> {
            let mut q = *half_way;
            advance::<D>(&mut q, &[0.0, 0.0, 0.0, spin.x, spin.y, spin.z], step.theta * step.h);
            pose(&q)
        };
        // The map's derivative is about h |ω| times a rotation: plain iteration contracts for
        // any sensible step, a damped one also where a body turns by a radian within a step.
        for _ in 0..200 {
            let end = turned(&spin);
            let r = matrix3(&end.rotation);
            let change = r * (self.inverse_inertia * (r.transpose() * momentum)) - spin;
            if change.norm() > 0.9 * last {
                damping = f64::max(0.5 * damping, 0.05);
            }
            last = change.norm();
            spin += change * damping;
            if last <= 1e-15 * spin.norm() {
                break;
            }
        }
        (spin, turned(&spin))
    }

    /// The configuration q ⊕ (1 - θ) h v from which the end of the step is reached.
    fn half_way(&self, step: StepSize, at: &Pose<D>, v: &[f64]) -> [f64; 7] {
        let mut q = [0.0; 7];
        set_pose(&mut q, at);
        advance::<D>(&mut q, v, (1.0 - step.theta) * step.h);
        q
    }

    /// Replaces the driven entries of the free velocity, and rebuilds S for the others: with F
    /// the free and P the prescribed degrees of freedom, M_FF v_F = (M v_free)_F - M_FP v_P.
    fn impose_drives(
        &self,
        interval: [f64; 2],
        angular_damping: f64,
        test: &Pose<D>,
        v_free: &mut [f64],
        factor: &mut [f64],
    ) {
        let n = D + spins(D);
        let unconstrained: Vec<f64> = v_free.to_vec();
        self.driven_velocity(interval, v_free);
        let driven = |i: usize| self.drives.iter().any(|d| d.dof == i);
        for i in (0..D).filter(|&i| driven(i)) {
            factor[i * n + i] = 0.0;
        }
        if !(D..n).any(driven) {
            return;
        }
        factor[D * n..].fill(0.0);
        let free: Vec<usize> = (0..spins(D)).filter(|&i| !driven(D + i)).collect();
        if free.is_empty() {
            return;
        }
        let j = global_inertia(&test.rotation, &self.inertia) * angular_damping;
        let change = |k: usize| v_free[D + k] - unconstrained[D + k];
        let reduced = DMatrix::from_fn(free.len(), free.len(), |a, b| j[(free[a], free[b])]);
        let Some(cholesky) = Cholesky::new(reduced) else { return };
        let mut right = nalgebra::DVector::from_fn(free.len(), |a, _| {
            -(0..spins(D))
                .filter(|&k| driven(D + k))
                .map(|k| j[(free[a], k)] * change(k))
                .sum::<f64>()
        });
        cholesky.solve_mut(&mut right);
        let inverse =
            cholesky.l().try_inverse().unwrap_or_else(|| DMatrix::zeros(free.len(), free.len()));
        for (a, &i) in free.iter().enumerate() {
            v_free[D + i] = unconstrained[D + i] + right[a];
            for (b, &k) in free.iter().enumerate() {
                factor[(D + i) * n + D + k] = inverse[(b, a)];
            }
        }
    }
}

fn matrix3<const D: usize>(m: &Matrix<D>) -> nalgebra::Matrix3<f64> {
    nalgebra::Matrix3::from_fn(|i, j| m[(i, j)])
}

/// The angular part of a velocity or an impulse as a vector of space; in the plane its first
/// entry.
fn spin_vector<const D: usize>(v: &[f64]) -> Vector3<f64> {
    if D == 2 { Vector3::new(v[2], 0.0, 0.0) } else { Vector3::new(v[3], v[4], v[5]) }
}
