//! One contact on a test bench: a body of 1 kg that cannot turn, pressed on a plane by a known force
//! and either driven along it or pulled by a force.

use crate::common::*;
use drystone::bodies::{Drive, DriveKind, Function, Load, LoadKind, Rigid};
use drystone::detection::Collider;
use drystone::laws::{ContactLaw, Friction, Law};
use drystone::solvers::Status;
use drystone::space::{Inertia, Vector, spins};
use drystone::step::Stepper;
use drystone::world::World;

/// The pressing force (N).
pub const N: f64 = 3.0;

/// A body on a plane, normal along the last axis.
pub struct Slider<const D: usize> {
    pub world: World<D>,
    stepper: Stepper<D>,
}

/// The law of a friction and nothing else.
pub fn friction(friction: Friction) -> ContactLaw {
    ContactLaw { friction, ..ContactLaw::default() }
}

impl<const D: usize> Slider<D> {
    /// At rest, without a force along the plane.
    pub fn pulled(h: f64, law: impl Law + 'static) -> Self {
        Self::new(h, law, &[])
    }

    /// Driven along the plane with a velocity.
    pub fn driven(h: f64, law: impl Law + 'static, velocity: &[f64]) -> Self {
        Self::new(h, law, velocity)
    }

    fn new(h: f64, law: impl Law + 'static, velocity: &[f64]) -> Self {
        let mut world = world::<D>(h, law);
        world.gravity.fill(0.0);
        world.solver.tolerance = 1e-12;
        let mut rigid = Rigid::new("slider", 1.0, Inertia::identity()).expect("a sound body");
        let held = |dof: usize| (dof, 0.0);
        let moved = velocity.iter().copied().enumerate();
        for (dof, value) in (D..D + spins(D)).map(held).chain(moved) {
            let function = Function::Constant(value);
            rigid.drives.push(Drive { dof, kind: DriveKind::Velocity, function });
        }
        for direction in (0..D).map(|k| axis(k, 1.0)) {
            let kind = LoadKind::Force { direction, point: Vector::zeros() };
            rigid.loads.push(Load { kind, function: Function::Constant(0.0) });
        }
        let body = world.bodies.add(rigid, &pose_at(axis(D - 1, 0.1), 0.0), &[]);
        world.colliders.push(Collider::new(body, ball(0.1).into()));
        let mut plane = Rigid::new("plane", 1.0, Inertia::identity()).expect("a sound body");
        for dof in 0..D + spins(D) {
            let function = Function::Constant(0.0);
            plane.drives.push(Drive { dof, kind: DriveKind::Velocity, function });
        }
        let body = world.bodies.add(plane, &pose_at(Vector::zeros(), 0.0), &[]);
        world.colliders.push(Collider::new(body, slope::<D>(0.0).0.into()));
        let stepper = Stepper::new(&mut world);
        let mut slider = Self { world, stepper };
        slider.pull(&axis(D - 1, -N));
        slider
    }

    /// The whole applied force from now on.
    pub fn pull(&mut self, force: &Vector<D>) {
        for k in 0..D {
            self.world.bodies.list[0].loads[k].function = Function::Constant(force[k]);
        }
    }

    /// The pressing force and a force along the first axis.
    pub fn push(&mut self, along: f64) {
        self.pull(&(axis(D - 1, -N) + axis(0, along)));
    }

    /// The driven velocity from now on.
    pub fn drive(&mut self, velocity: &[f64]) {
        for (k, value) in velocity.iter().enumerate() {
            self.world.bodies.list[0].drives[spins(D) + k].function = Function::Constant(*value);
        }
    }

    /// Lets a driven body go, with this velocity along the first axis.
    pub fn release(&mut self, speed: f64) {
        self.world.bodies.list[0].drives.truncate(spins(D));
        self.world.bodies.v[0] = speed;
    }

    /// Turns the plane about the last axis of rotation, from the beginning.
    pub fn turn_plane(&mut self, rate: f64) {
        let last = D + spins(D) - 1;
        self.world.bodies.list[1].drives[last].function = Function::Constant(rate);
        self.stepper = Stepper::new(&mut self.world);
    }

    /// One step; the mean force of the contact on the body.
    pub fn step(&mut self) -> Vector<D> {
        let report = self.stepper.step(&mut self.world);
        assert_eq!(report.solver.status, Status::Converged, "at {}", report.time);
        let mut force = Vector::zeros();
        for contact in &self.world.contacts {
            let sign = if contact.bodies[0] == 0 { 1.0 } else { -1.0 };
            force += contact.frame * contact.impulse * (sign / self.world.scheme.time_step);
        }
        force
    }

    /// Several steps.
    pub fn steps(&mut self, count: usize) {
        for _ in 0..count {
            self.step();
        }
    }

    /// Velocity of the body.
    pub fn velocity(&self) -> Vector<D> {
        velocity(&self.world, 0)
    }
}

/// Fails where two numbers differ by more than `by`.
#[track_caller]
pub fn near(found: f64, expected: f64, by: f64) {
    assert!((found - expected).abs() <= by, "{found} instead of {expected}");
}
