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

use super::{Drive, Load, StepSize};
use crate::space::{Inertia, Pose, Vector, advance, global_inertia, pose, set_pose, spins};
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

    /// One step without contacts; see the module's equations.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn free_motion(
        &self,
        step: StepSize,
        gravity: &Vector<D>,
        at: &Pose<D>,
        test: &Pose<D>,
        v: &[f64],
        v_free: &mut [f64],
        factor: &mut [f64],
    ) {
        factor.fill(0.0);
        v_free.fill(0.0);
        if self.fixed {
            return;
        }
        let StepSize { t, h, theta } = step;
        let mut force = [0.0; 6];
        self.applied_force(step, test, &mut force);
        let n = D + spins(D);

        let after = 1.0 + h * theta * self.damping.linear;
        let before = 1.0 - h * (1.0 - theta) * self.damping.linear;
        let scale = 1.0 / (self.mass * after).sqrt();
        for i in 0..D {
            let pull = force[i] + self.mass * gravity[i];
            v_free[i] = (before * v[i] + h * pull / self.mass) / after;
            factor[i * n + i] = scale;
        }

        let after = 1.0 + h * theta * self.damping.angular;
        let before = 1.0 - h * (1.0 - theta) * self.damping.angular;
        let torque = Vector3::new(force[D], force[(D + 1).min(5)], force[(D + 2).min(5)]);
        let spin = spin_vector::<D>(v);
        if self.isotropic {
            let j = self.inertia[(0, 0)];
            let scale = 1.0 / (j * after).sqrt();
            for i in 0..spins(D) {
                v_free[D + i] = (before * spin[i] + h * torque[i] / j) / after;
                factor[(D + i) * n + D + i] = scale;
            }
        } else {
            let momentum = before * self.angular_momentum(at, &spin) + h * torque;
            let (spin, end) = self.free_spin(step, &(momentum / after), test, spin);
            for i in 0..3 {
                v_free[D + i] = spin[i];
            }
            let scaled = 1.0 / after.sqrt();
            for i in 0..3 {
                for j in 0..3 {
                    let sum: f64 =
                        (0..3).map(|k| end.rotation[(i, k)] * self.inverse_factor[(k, j)]).sum();
                    factor[(D + i) * n + D + j] = sum * scaled;
                }
            }
        }
        if !self.drives.is_empty() {
            let ahead = t + (1.0 - theta) * h;
            self.impose_drives([ahead, ahead + h], after, test, v_free, factor);
        }
    }

    /// Solves R⁺ = exp(θ h ω) R̃, J(R⁺) ω = momentum. Gives ω and the pose with R⁺.
    fn free_spin(
        &self,
        step: StepSize,
        momentum: &Vector3<f64>,
        test: &Pose<D>,
        guess: Vector3<f64>,
    ) -> (Vector3<f64>, Pose<D>) {
        let mut start = [0.0; 7];
        set_pose(&mut start, test);
        let (mut spin, mut end) = (guess, *test);
        // The contraction factor is about h |ω|: a handful of rounds for any sensible step.
        for _ in 0..40 {
            let mut q = start;
            advance::<D>(&mut q, &[0.0, 0.0, 0.0, spin.x, spin.y, spin.z], step.theta * step.h);
            end = pose(&q);
            let r = nalgebra::Matrix3::from_fn(|i, j| end.rotation[(i, j)]);
            let next = r * (self.inverse_inertia * (r.transpose() * momentum));
            let change = (next - spin).norm();
            spin = next;
            if change <= 1e-15 * spin.norm() {
                break;
            }
        }
        (spin, end)
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
        let linear: Vec<f64> = (0..D).map(|i| factor[i * n + i]).collect();
        factor.fill(0.0);
        let driven = |i: usize| self.drives.iter().any(|d| d.dof == i);
        for i in (0..D).filter(|&i| !driven(i)) {
            factor[i * n + i] = linear[i];
        }
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

/// The angular velocity as a vector of space; in the plane its first entry.
fn spin_vector<const D: usize>(v: &[f64]) -> Vector3<f64> {
    if D == 2 { Vector3::new(v[2], 0.0, 0.0) } else { Vector3::new(v[3], v[4], v[5]) }
}
