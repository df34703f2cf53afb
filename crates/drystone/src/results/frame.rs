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
    /// Of the joints; in frames of files what they did and where they stand.
    pub joints: Vec<JointState>,
    /// How many bonds are or were at contacts out of sight, the sum of their damage, and how many of them
    /// are whole and how many broken.
    pub lost: [f64; 4],
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

/// The bonds of contacts out of sight: their number, the sum of their damage, how many are whole and how
/// many broken.
pub fn lost<const D: usize>(dormant: &[Contact<D>]) -> [f64; 4] {
    let mut sums = [0.0; 4];
    for damage in dormant.iter().filter(|contact| contact.has_bond()).map(|contact| contact.damage)
    {
        let is = |yes: bool| f64::from(u8::from(yes));
        let own = [1.0, damage, is(damage == 0.0), is(damage >= 1.0)];
        sums.iter_mut().zip(own).for_each(|(sum, x)| *sum += x);
    }
    sums
}

/// A frame of either dimension.
#[derive(Clone, Debug)]
pub enum AnyFrame {
    /// Of the plane.
    Plane(Frame<2>),
    /// Of space.
    Space(Frame<3>),
}
