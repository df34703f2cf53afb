//! A solid cylinder put into the frame in which a pair is examined.

use crate::shapes::Cylinder;
use crate::space::{Pose, Vector};
use std::f64::consts::TAU;

/// Marks on each rim, fixed to the body: the corners of a cap's support polygon.
pub(in super::super) const MARKS: usize = 8;

/// Centre, axis and size of a cylinder in the pair's frame.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Rod<const D: usize> {
    pub centre: Vector<D>,
    /// Unit vector.
    pub axis: Vector<D>,
    across: [Vector<D>; 2],
    pub radius: f64,
    pub half: f64,
}

impl<const D: usize> Rod<D> {
    /// The cylinder at a pose relative to the pair's frame.
    pub fn at(cylinder: &Cylinder<D>, pose: &Pose<D>) -> Self {
        Self {
            centre: pose.position,
            axis: pose.direction(cylinder.axis()),
            across: cylinder.across().map(|e| pose.direction(&e)),
            radius: cylinder.radius(),
            half: cylinder.half_length(),
        }
    }

    /// The cylinder in its own frame.
    pub fn at_home(cylinder: &Cylinder<D>) -> Self {
        Self::at(cylinder, &Pose::identity())
    }

    /// What of a direction is square to the axis; the second turn makes it so to rounding where
    /// little is left.
    pub fn radial(&self, n: &Vector<D>) -> Vector<D> {
        let once = n - self.axis * self.axis.dot(n);
        once - self.axis * self.axis.dot(&once)
    }

    /// Greatest height along a unit direction.
    pub fn height(&self, n: &Vector<D>) -> f64 {
        n.dot(&self.centre)
            + self.half * self.axis.dot(n).abs()
            + self.radius * self.radial(n).norm()
    }

    /// The centre of an end, 0 or 1.
    pub fn end(&self, end: usize) -> Vector<D> {
        self.centre + self.outward(end) * self.half
    }

    /// Unit normal of the cap at an end.
    pub fn outward(&self, end: usize) -> Vector<D> {
        if end == 1 { self.axis } else { -self.axis }
    }

    /// The end that faces a direction.
    pub fn facing(&self, n: &Vector<D>) -> usize {
        usize::from(self.axis.dot(n) > 0.0)
    }

    /// A fixed point of a rim.
    pub fn mark(&self, end: usize, k: usize) -> Vector<D> {
        self.on_rim(end, TAU * k as f64 / MARKS as f64)
    }

    /// The point of a rim at an angle.
    pub fn on_rim(&self, end: usize, angle: f64) -> Vector<D> {
        let (s, c) = angle.sin_cos();
        self.end(end) + (self.across[0] * c + self.across[1] * s) * self.radius
    }

    /// The angle at which a rim is farthest along a direction.
    pub fn angle(&self, n: &Vector<D>) -> f64 {
        self.across[1].dot(n).atan2(self.across[0].dot(n))
    }

    /// Derivative of `on_rim` with respect to the angle.
    pub fn rim_slope(&self, angle: f64) -> Vector<D> {
        let (s, c) = angle.sin_cos();
        (self.across[1] * c - self.across[0] * s) * self.radius
    }

    /// The point of the rim at an end that is farthest along a unit direction; the centre of the
    /// end for a direction along the axis.
    pub fn extreme(&self, end: usize, n: &Vector<D>) -> Vector<D> {
        let radial = self.radial(n);
        let length = radial.norm();
        self.end(end) + radial * if length > 1e-12 { self.radius / length } else { 0.0 }
    }

    /// A point farthest along a direction.
    pub fn farthest(&self, n: &Vector<D>) -> Vector<D> {
        self.extreme(self.facing(n), n)
    }

    /// Height along the axis and vector from it of a point.
    pub fn split(&self, x: &Vector<D>) -> (f64, Vector<D>) {
        let from = x - self.centre;
        let along = self.axis.dot(&from);
        (along, from - self.axis * along)
    }

    /// From the point of the solid nearest to a point to that point; zero if it is inside.
    pub fn excess(&self, x: &Vector<D>) -> Vector<D> {
        let (along, off) = self.split(x);
        let distance = off.norm();
        let beyond = along - along.clamp(-self.half, self.half);
        let radial = if distance > self.radius { 1.0 - self.radius / distance } else { 0.0 };
        self.axis * beyond + off * radial
    }
}
