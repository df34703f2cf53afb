//! The state at one time.

use crate::contact::Contact;
use crate::world::World;

/// The state at one time.
#[derive(Clone, Debug)]
pub struct Frame<const D: usize> {
    /// Steps done.
    pub step: u64,
    /// Time (s).
    pub time: f64,
    /// Configurations of all bodies.
    pub q: Vec<f64>,
    /// Velocities of all bodies.
    pub v: Vec<f64>,
    /// Contacts.
    pub contacts: Vec<Contact<D>>,
}

impl<const D: usize> Frame<D> {
    /// The present state of a world.
    pub fn of(world: &World<D>) -> Self {
        Self {
            step: world.steps,
            time: world.time,
            q: world.bodies.q.clone(),
            v: world.bodies.v.clone(),
            contacts: world.contacts.clone(),
        }
    }

    /// Gives a world this state.
    pub fn restore(self, world: &mut World<D>) {
        (world.steps, world.time, world.contacts) = (self.step, self.time, self.contacts);
        (world.bodies.q, world.bodies.v) = (self.q, self.v);
    }
}

/// A frame of either dimension.
#[derive(Clone, Debug)]
pub enum AnyFrame {
    /// Of the plane.
    Plane(Frame<2>),
    /// Of space.
    Space(Frame<3>),
}
