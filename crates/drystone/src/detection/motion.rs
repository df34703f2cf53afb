//! Where colliders may be when contacts are looked for next.
//!
//! A contact that is to stop two bodies within a step must be among its candidates. Bodies are
//! expected to go on with the velocity they have, and to stray from that by half the alert
//! distance each; the step verifies it afterwards and looks again where a body went farther
//! ([`Motion::strays`]). Thus no pair comes to overlap without having been a candidate.

use super::collider::Collider;
use crate::shapes::{Aabb, Shape};
use crate::space::{Pose, Vector, spins, velocity_at};

/// The motion expected of a collider until contacts are looked for again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion<const D: usize> {
    /// Way of the collider's origin (m).
    pub shift: Vector<D>,
    /// How far any point of the surface may be from where the shift takes it (m).
    pub stray: f64,
    /// How far the collider may stray beyond that and half the alert distance (m).
    pub extra: f64,
    /// Angle by which a shape without bounds may turn (rad); points far out go farther.
    pub turn: f64,
}

impl<const D: usize> Default for Motion<D> {
    fn default() -> Self {
        Self { shift: Vector::zeros(), stray: 0.0, extra: 0.0, turn: 0.0 }
    }
}

impl<const D: usize> Motion<D> {
    /// The motion during `dt` at the velocity of the collider's body.
    pub fn expected(collider: &Collider<D>, body: &Pose<D>, velocity: &[f64], dt: f64) -> Self {
        let arm = collider.offset.map_or(Vector::zeros(), |at| body.direction(&at.position));
        let shift = velocity_at(velocity, &arm) * dt;
        let spin = &velocity[D..D + spins(D)];
        let angle = dt * spin.iter().map(|w| w * w).sum::<f64>().sqrt();
        if angle == 0.0 {
            return Self { shift, ..Self::default() };
        }
        // A turn about an axis of symmetry moves no surface.
        let felt = |axis: Vector<D>| {
            if D == 2 {
                return 0.0;
            }
            let along: f64 = (0..spins(D)).map(|k| spin[k] * axis[k]).sum();
            let square: f64 = (0..spins(D)).map(|k| (spin[k] - along * axis[k]).powi(2)).sum();
            dt * square.sqrt()
        };
        let pose = collider.pose(body);
        // The origin's arc leaves its tangent.
        let sag = 0.5 * angle * angle * arm.norm();
        let (stray, turn) = match &*collider.shape {
            Shape::Ball(_) => (0.0, 0.0),
            Shape::Convex(convex) => (angle * convex.radius(), 0.0),
            Shape::Rounded(rounded) => (angle * rounded.core().radius(), 0.0),
            Shape::Terrain(terrain) => (angle * terrain.radius(), 0.0),
            Shape::Skin(skin) => (angle * skin.radius(), 0.0),
            Shape::Cylinder(cylinder) => {
                (felt(pose.direction(cylinder.axis())) * cylinder.reach(), 0.0)
            }
            Shape::HalfSpace(half) if D == 3 => (0.0, felt(pose.direction(half.normal()))),
            Shape::HalfSpace(_) => (0.0, angle),
            Shape::Drum(drum) => (0.0, felt(pose.direction(drum.axis()))),
        };
        Self { shift, stray: stray + sag, extra: 0.0, turn }
    }

    /// The motion during `dt` of a body whose nodes have these velocities: their mean, and what they stray
    /// from it.
    pub fn of_nodes(v: &[f64], dt: f64) -> Self {
        let nodes = || v.chunks_exact(D).map(Vector::<D>::from_column_slice);
        let mean = nodes().sum::<Vector<D>>() / (v.len() / D).max(1) as f64;
        let stray = nodes().map(|v| (v - mean).norm()).fold(0.0, f64::max);
        Self { shift: mean * dt, stray: stray * dt, ..Self::default() }
    }

    /// The box that holds the shape, of box `bounds` now, along the first `times` such motions,
    /// grown by a margin.
    pub(super) fn swept(&self, bounds: &Aabb<D>, times: f64, margin: f64) -> Aabb<D> {
        let ahead = bounds.moved(&(self.shift * times));
        let both = Aabb { min: bounds.min.inf(&ahead.min), max: bounds.max.sup(&ahead.max) };
        both.grown(margin + times * (self.stray + self.extra))
    }

    /// How far a motion that took place went beyond this one.
    pub fn strays(&self, actual: &Self) -> f64 {
        (actual.shift - self.shift).norm() + (actual.stray - self.stray).max(0.0)
    }
}
