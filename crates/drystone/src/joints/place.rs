//! Where the two sides of a joint stand.

use crate::space::{Matrix, Pose, Vector};
use nalgebra::Vector3;

/// The two sides of a joint, in space.
#[derive(Clone, Copy, Debug)]
pub struct Placed {
    /// The joint's frame as each body has it.
    pub frames: [Pose<3>; 2],
    /// Where the bodies' reference points are.
    pub centres: [Vector3<f64>; 2],
    /// The coordinate of the last step.
    pub last: f64,
}

impl Placed {
    /// Of the frames in the bodies and the bodies' poses.
    pub fn new(frames: &[Pose<3>; 2], poses: [Pose<3>; 2], last: f64) -> Self {
        let frames = [poses[0].then(&frames[0]), poses[1].then(&frames[1])];
        Self { frames, centres: poses.map(|pose| pose.position), last }
    }

    /// From the second body's point to the first body's.
    pub fn between(&self) -> Vector3<f64> {
        self.frames[0].position - self.frames[1].position
    }

    /// The arms of a point of each body.
    pub fn arms(&self, points: [Vector3<f64>; 2]) -> [Vector3<f64>; 2] {
        [points[0] - self.centres[0], points[1] - self.centres[1]]
    }

    /// Each body's own point of the joint.
    pub fn points(&self) -> [Vector3<f64>; 2] {
        self.frames.map(|frame| frame.position)
    }

    /// A direction of the joint as a body has it.
    pub fn direction(&self, side: usize, k: usize) -> Vector3<f64> {
        self.frames[side].rotation.column(k).into_owned()
    }

    /// The small rotation that turns the second body's frame into the first body's.
    pub fn turned(&self) -> Vector3<f64> {
        let [first, second] = self.frames.map(|frame| frame.rotation);
        let r = first * second.transpose();
        // The sine of the angle along its axis, which is exact for small angles, as a cosine is not.
        let sine =
            Vector3::new(r[(2, 1)] - r[(1, 2)], r[(0, 2)] - r[(2, 0)], r[(1, 0)] - r[(0, 1)]) * 0.5;
        let size = sine.norm();
        let angle = size.atan2(0.5 * (r.trace() - 1.0));
        if size > 0.0 { sine * (angle / size) } else { sine }
    }
}

/// A pose of the plane or of space, in space.
pub fn embed<const D: usize>(pose: &Pose<D>) -> Pose<3> {
    let mut out = Pose { position: Vector::zeros(), rotation: Matrix::identity() };
    for i in 0..D {
        out.position[i] = pose.position[i];
        for j in 0..D {
            out.rotation[(i, j)] = pose.rotation[(i, j)];
        }
    }
    out
}
