//! Which contacts are closed at an instant.

use super::super::Stepper;
use crate::bodies::{Rounds, StepSize};
use crate::contact::{Contact, Status};
use crate::problem::local_velocity;
use crate::space::Vector;
use crate::world::World;

/// The share of a step within which a rebound must have fallen back to be none.
const BRIEF: f64 = 1e-3;
/// What rounding leaves of a velocity.
const ROUNDING: f64 = 1e-12;

impl<const D: usize> Stepper<D> {
    /// Finds the contacts of the present configuration. Those that are closed have [`Status::Sticking`]
    /// and, as the past of what follows, their velocity; the others are open and have no impulse. Whether
    /// some that are closed approach each other, so that they collide now.
    pub(super) fn look(
        &mut self,
        world: &mut World<D>,
        (whole, t): (StepSize, f64),
        tolerance: f64,
        has_collided: bool,
    ) -> bool {
        self.find_here(world, t);
        // Before the first step places are as the user gave them.
        let closed = if world.steps == 0 { world.scheme.touch() } else { tolerance };
        self.accelerate(world, StepSize { t, ..whole });
        let mut contacts = std::mem::take(&mut world.contacts);
        let mut do_collide = false;
        for contact in &mut contacts {
            let u = local_velocity(contact, &world.bodies, &world.bodies.v);
            let fall = self.fall(world, contact, whole.h) + ROUNDING * self.speed(world, contact);
            let rests = contact.impulse[0] > 0.0 && !has_collided && u[0].abs() <= fall;
            let slow = rests || u[0] <= 0.5 * BRIEF * fall;
            contact.velocity = u;
            contact.status = Status::Open;
            if contact.gap <= closed && slow {
                contact.status = Status::Sticking;
                do_collide |= !rests && u[0] < -0.5 * BRIEF * fall;
                // What slides is rubbed against its mean velocity, as long as it does not stop.
                let slides = u.norm_squared() - u[0] * u[0] > fall * fall;
                if slides {
                    contact.status = Status::Sliding;
                    contact.velocity = Vector::zeros();
                    contact.velocity[0] = u[0];
                }
            } else {
                contact.impulse = Vector::zeros();
                contact.couple = [0.0; 3];
            }
        }
        world.contacts = contacts;
        do_collide
    }

    /// The contacts of the present configuration, with the past of those at hand.
    pub(super) fn find_here(&mut self, world: &mut World<D>, t: f64) {
        let here = StepSize { t, h: 0.0, theta: 0.5 };
        self.test_configuration(world, here);
        self.detect(world, here);
    }

    /// Velocities that a step would end with without contacts.
    fn accelerate(&mut self, world: &World<D>, size: StepSize) {
        let Self { v_free, factor, poses, on_bodies, .. } = self;
        on_bodies.clear();
        on_bodies.resize(world.bodies.v.len(), 0.0);
        let mut rounds = Rounds { is_first: true, ..Rounds::default() };
        let free = (&mut v_free[..], factor);
        world.bodies.free_motion(size, &world.gravity, poses, on_bodies, &mut rounds, free);
    }

    /// The speed at which a contact would close in a step (m/s), by what acts on its bodies or by what
    /// its reaction withstood in the last one.
    fn fall(&self, world: &World<D>, contact: &Contact<D>, h: f64) -> f64 {
        let bodies = &world.bodies;
        let free = local_velocity(contact, bodies, &self.v_free)[0];
        let now = local_velocity(contact, bodies, &bodies.v)[0];
        let lightness = |body: &usize| match bodies.movable(*body) {
            true => 1.0 / bodies.list[*body].mass(),
            false => 0.0,
        };
        let withstood = contact.impulse[0] * contact.bodies.iter().map(lightness).sum::<f64>();
        let own_step = h / world.scheme.time_step;
        (now - free).max(withstood * own_step).max(0.0)
    }

    /// The speed of the faster body of a contact (m/s).
    fn speed(&self, world: &World<D>, contact: &Contact<D>) -> f64 {
        let of = |body: &usize| {
            let v = world.bodies.velocity(*body);
            v.iter().take(D).map(|x| x * x).sum::<f64>().sqrt()
        };
        contact.bodies.iter().map(of).fold(0.0, f64::max)
    }
}
