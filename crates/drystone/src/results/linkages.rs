//! Joints in files of results.
//!
//! What does not change stands in `/joint_names`, `/joint_kinds`, `/joints/bodies` (two a joint) and
//! `/joints/frames` (of each side the joint's point in the body's frame, three numbers, and its directions,
//! nine, column by column). `/frames/joint_…` have a row a frame. Files of runs without joints have none of
//! them.

use super::ResultsError;
use super::reader::Results;
use crate::joints::{Joint, JointReport, JointState, JointStatus};
use crate::space::{Matrix, Pose, Vector, velocity_size};
use nalgebra::Vector3;

/// Numbers of a joint's frames in the two bodies.
const FRAMES: usize = 24;

/// What does not change about a joint.
#[derive(Clone, Debug, PartialEq)]
pub struct JointAbout {
    /// Its name.
    pub name: String,
    /// Its kind: `hinge`, `rod`, …
    pub kind: String,
    /// Its two bodies.
    pub bodies: [usize; 2],
    /// The joint's frame in each body's frame, its axis the third direction.
    pub frames: [Pose<3>; 2],
}

impl JointAbout {
    /// Of a joint.
    pub fn of(joint: &Joint) -> Self {
        let Joint { name, bodies, frames, kind, .. } = joint;
        Self { name: name.clone(), kind: kind.name().into(), bodies: *bodies, frames: *frames }
    }

    /// Whether it is between two points, as rods, ropes and springs are.
    pub fn has_two_points(&self) -> bool {
        matches!(self.kind.as_str(), "rod" | "rope" | "spring")
    }

    /// Its point on a side, where the bodies stand so; but for those of two points that of the first body.
    pub fn point(&self, side: usize, poses: [Pose<3>; 2]) -> Vector3<f64> {
        let side = if self.has_two_points() { side } else { 0 };
        poses[side].point(&self.frames[side].position)
    }
}

/// Lists of real numbers a frame: name, unit, numbers a joint.
pub fn real_lists<const D: usize>() -> [(&'static str, &'static str, usize); 3] {
    [
        ("joint_impulse", "N s, N m s", velocity_size(D)),
        ("joint_coordinate", "m, rad", 1),
        ("joint_velocity", "m/s, rad/s", 1),
    ]
}

/// The list of the numbers of statuses.
pub const STATUS: &str = "joint_status";

/// The numbers of some joints for a list of [`real_lists`].
pub fn numbers<const D: usize>(list: usize, joints: &[JointReport]) -> Vec<f64> {
    let of = |report: &JointReport| -> Vec<f64> {
        let i = &report.impulse;
        match list {
            0 if D == 2 => vec![i[0], i[1], i[5]],
            0 => i.to_vec(),
            1 => vec![report.coordinate],
            _ => vec![report.velocity],
        }
    };
    joints.iter().flat_map(of).collect()
}

/// Puts the numbers of a list into joints.
pub fn fill<const D: usize>(list: usize, values: &[f64], joints: &mut [JointState]) {
    let size = real_lists::<D>()[list].2;
    for (joint, values) in joints.iter_mut().zip(values.chunks_exact(size)) {
        match list {
            0 if D == 2 => {
                joint.report.impulse = [values[0], values[1], 0.0, 0.0, 0.0, values[2]];
            }
            0 => joint.report.impulse.copy_from_slice(values),
            1 => {
                joint.report.coordinate = values[0];
                joint.coordinate = values[0];
            }
            _ => joint.report.velocity = values[0],
        }
    }
}

/// The numbers of the statuses.
pub fn statuses(joints: &[JointReport]) -> Vec<u64> {
    joints.iter().map(|report| report.status.number()).collect()
}

/// Puts statuses into joints.
pub fn fill_statuses(values: &[u64], joints: &mut [JointState]) {
    for (joint, value) in joints.iter_mut().zip(values) {
        joint.report.status = JointStatus::from_number(*value);
    }
}

/// The numbers of all joints' bodies and frames.
pub fn of_bodies(joints: &[JointAbout]) -> (Vec<u64>, Vec<f64>) {
    let bodies = joints.iter().flat_map(|joint| joint.bodies.map(|body| body as u64));
    let frames = joints.iter().flat_map(|joint| &joint.frames);
    let numbers = frames.flat_map(|frame| frame.position.iter().chain(frame.rotation.iter()));
    (bodies.collect(), numbers.copied().collect())
}

impl Results {
    /// What does not change about the joints; none in files without.
    ///
    /// # Errors
    ///
    /// The file is damaged.
    pub fn joints(&self) -> Result<Vec<JointAbout>, ResultsError> {
        let source = self.source();
        if source.names("joints").is_err() {
            return Ok(vec![]);
        }
        let (names, kinds) = (source.texts("joint_names")?, source.texts("joint_kinds")?);
        let bodies = source.every_whole("joints/bodies", self.bodies() as u64)?;
        let frames = source.constants("joints/frames", FRAMES * names.len())?;
        if kinds.len() != names.len() || bodies.len() != 2 * names.len() {
            let message = "the lists of the joints are not of one length";
            return Err(ResultsError::at(self.path(), "joint_kinds", message));
        }
        let pose = |numbers: &[f64]| Pose {
            position: Vector::<3>::from_column_slice(&numbers[..3]),
            rotation: Matrix::<3>::from_column_slice(&numbers[3..12]),
        };
        let about = |(k, (name, kind)): (usize, (String, String))| {
            let frames = &frames[k * FRAMES..(k + 1) * FRAMES];
            JointAbout {
                name,
                kind,
                bodies: [bodies[2 * k] as usize, bodies[2 * k + 1] as usize],
                frames: [pose(&frames[..12]), pose(&frames[12..])],
            }
        };
        Ok(names.into_iter().zip(kinds).enumerate().map(about).collect())
    }
}
