//! The state at one time.

use super::mesh_state::MeshState;
use crate::bodies::Bodies;
use crate::contact::{Anchor, Contact};
use crate::joints::JointState;
use crate::space::{configuration_size, set_pose, velocity_size};
use crate::world::World;

/// The state at one time.
#[derive(Clone, Debug)]
pub struct Frame<const D: usize> {
    /// Steps done.
    pub step: u64,
    /// Time (s).
    pub time: f64,
    /// Configurations of all bodies; of deformable ones that of the nearest rigid body.
    pub q: Vec<f64>,
    /// Velocities of all bodies; of deformable ones that of the centre of mass, and the angular velocity
    /// that has their angular momentum.
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
    /// Of the deformable bodies.
    pub meshes: MeshState,
}

impl<const D: usize> Frame<D> {
    /// The present state of a world.
    pub fn of(world: &World<D>) -> Self {
        let [q, v] = rigid_state(&world.bodies);
        Self {
            step: world.steps,
            time: world.time,
            q,
            v,
            contacts: world.contacts.clone(),
            dormant: world.dormant.clone(),
            anchors: world.anchors.clone(),
            joints: world.joints.iter().map(|joint| joint.state.clone()).collect(),
            lost: lost(&world.dormant),
            meshes: MeshState::of(world),
        }
    }

    /// Gives a world this state.
    pub fn restore(self, world: &mut World<D>) {
        (world.steps, world.time, world.contacts) = (self.step, self.time, self.contacts);
        if world.bodies.deformables.is_empty() {
            (world.bodies.q, world.bodies.v) = (self.q, self.v);
        } else {
            let (m, n) = (configuration_size(D), velocity_size(D));
            let bodies = &mut world.bodies;
            for i in
                (0..bodies.len()).filter(|i| bodies.deformable(*i).is_none()).collect::<Vec<_>>()
            {
                let (q, v) = (bodies.q_range(i), bodies.v_range(i));
                bodies.q[q].copy_from_slice(&self.q[i * m..(i + 1) * m]);
                bodies.v[v].copy_from_slice(&self.v[i * n..(i + 1) * n]);
            }
            self.meshes.restore(world);
        }
        (world.dormant, world.anchors) = (self.dormant, self.anchors);
        for (joint, state) in world.joints.iter_mut().zip(self.joints) {
            joint.state = state;
        }
        let unknown = |heat: &&mut f64| heat.is_nan();
        let heats = world.contacts.iter_mut().flat_map(|contact| &mut contact.heat);
        heats.filter(unknown).for_each(|heat| *heat = 0.0);
    }
}

/// The configurations and velocities of all bodies, of deformable ones as if they were rigid.
pub fn rigid_state<const D: usize>(bodies: &Bodies<D>) -> [Vec<f64>; 2] {
    if bodies.deformables.is_empty() {
        return [bodies.q.clone(), bodies.v.clone()];
    }
    let (m, n) = (configuration_size(D), velocity_size(D));
    let (mut q, mut v) = (vec![], vec![]);
    for i in 0..bodies.len() {
        let (own_q, own_v) = (&bodies.q[bodies.q_range(i)], bodies.velocity(i));
        if let Some(soft) = bodies.deformable(i) {
            q.resize(q.len() + m, 0.0);
            let start = q.len() - m;
            set_pose(&mut q[start..], &soft.pose(own_q));
            v.extend_from_slice(&soft.rigid_velocity(own_q, own_v)[..n]);
        } else {
            q.extend_from_slice(own_q);
            v.extend_from_slice(own_v);
        }
    }
    [q, v]
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
