//! The state at one time.

use crate::contact::{Anchor, Contact};
use crate::joints::JointState;
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
    /// Contacts out of sight that laws remember; frames of files have none, checkpoints do.
    pub dormant: Vec<Contact<D>>,
    /// What bonds hold on to; frames of files have none, checkpoints do.
    pub anchors: Vec<Anchor<D>>,
    /// Of the joints; frames of files have none, checkpoints do.
    pub joints: Vec<JointState>,
    /// How many bonds are or were at contacts out of sight, and the sum of their damage.
    pub lost: [f64; 2],
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
            dormant: world.dormant.clone(),
            anchors: world.anchors.clone(),
            joints: world.joints.iter().map(|joint| joint.state.clone()).collect(),
            lost: lost(&world.dormant),
        }
    }

    /// Gives a world this state.
    pub fn restore(self, world: &mut World<D>) {
        (world.steps, world.time, world.contacts) = (self.step, self.time, self.contacts);
        (world.bodies.q, world.bodies.v) = (self.q, self.v);
        (world.dormant, world.anchors) = (self.dormant, self.anchors);
        for (joint, state) in world.joints.iter_mut().zip(self.joints) {
            joint.state = state;
        }
        let unknown = |heat: &&mut f64| heat.is_nan();
        let heats = world.contacts.iter_mut().flat_map(|contact| &mut contact.heat);
        heats.filter(unknown).for_each(|heat| *heat = 0.0);
    }
}

/// The bonds of contacts out of sight: their number, and the sum of their damage.
pub fn lost<const D: usize>(dormant: &[Contact<D>]) -> [f64; 2] {
    let bonds = dormant.iter().filter(|contact| contact.has_bond());
    bonds.fold([0.0; 2], |[n, sum], contact| [n + 1.0, sum + contact.damage])
}

/// A frame of either dimension.
#[derive(Clone, Debug)]
pub enum AnyFrame {
    /// Of the plane.
    Plane(Frame<2>),
    /// Of space.
    Space(Frame<3>),
}
