//! Forces, torques and pressures acting on a rigid body, as functions of time.

use super::Function;
use crate::space::{Pose, Vector, moment};

/// Something that pushes a rigid body.
#[derive(Clone, Debug)]
pub struct Load<const D: usize> {
    /// What is applied.
    pub kind: LoadKind<D>,
    /// Factor in time (N, N·m or Pa according to the kind).
    pub function: Function,
}

/// The kinds of load.
#[derive(Clone, Copy, Debug)]
pub enum LoadKind<const D: usize> {
    /// A force along a fixed global direction at a point of the body (its frame).
    Force {
        /// Direction in the global frame, multiplied by the function (N).
        direction: Vector<D>,
        /// Point of application in the body's frame (m).
        point: Vector<D>,
    },
    /// A torque: about the normal of the plane, or in space about this global axis.
    Torque {
        /// Axis; only the first entry counts in the plane.
        axis: [f64; 3],
    },
    /// A pressure on a face, pushing against its outward normal and turning with the body.
    Pressure {
        /// Outward unit normal of the face in the body's frame.
        normal: Vector<D>,
        /// Centre of the face in the body's frame (m).
        centre: Vector<D>,
        /// Area of the face (m² in space, m per metre of depth in the plane).
        area: f64,
    },
}

impl<const D: usize> Load<D> {
    /// Adds the load at time t to a generalized force (force, then torque).
    pub fn add_to(&self, t: f64, pose: &Pose<D>, force: &mut [f64]) {
        let value = self.function.value(t);
        let (direction, point) = match &self.kind {
            LoadKind::Force { direction, point } => (direction * value, *point),
            LoadKind::Pressure { normal, centre, area } => {
                (pose.direction(normal) * (-value * area), *centre)
            }
            LoadKind::Torque { axis } => {
                for i in 0..crate::space::spins(D) {
                    force[D + i] += value * axis[i];
                }
                return;
            }
        };
        let torque = moment(&pose.direction(&point), &direction);
        for i in 0..D {
            force[i] += direction[i];
        }
        for i in 0..crate::space::spins(D) {
            force[D + i] += torque[i];
        }
    }
}
