//! The wall of a drum as polygons.

use super::Surface;
use crate::shapes::Drum;
use crate::space::{Pose, Vector, frame};
use std::f64::consts::TAU;

/// Thickness of the ring drawn in the plane, as a share of the radius.
const RING: f64 = 0.03;

impl<const D: usize> Surface<D> {
    /// A ring of quads in the plane; in space the round wall and the flat ones, seen from
    /// within. An endless drum is cut to `reach`.
    pub(super) fn add_drum(&mut self, drum: &Drum<D>, pose: &Pose<D>, sides: usize, reach: f64) {
        let half = drum.half_length().unwrap_or(reach);
        let own = if D == 3 {
            frame(drum.axis(), None)
        } else {
            frame(&Vector::from_fn(|i, _| if i == 0 { 1.0 } else { 0.0 }), None)
        };
        let first = self.points.len();
        for k in 0..sides {
            let (s, c) = (TAU * k as f64 / sides as f64).sin_cos();
            let around = if D == 2 {
                own.column(0) * c + own.column(1) * s
            } else {
                own.column(1) * c + own.column(D - 1) * s
            };
            let inner = around * drum.radius();
            let pair = if D == 2 {
                [inner, inner * (1.0 + RING)]
            } else {
                [inner - drum.axis() * half, inner + drum.axis() * half]
            };
            self.points.extend(pair.map(|p| pose.point(&p)));
        }
        let at = |k: usize, end: usize| first + 2 * (k % sides) + end;
        for k in 0..sides {
            self.polygons.push(vec![at(k, 0), at(k, 1), at(k + 1, 1), at(k + 1, 0)]);
        }
        if D == 3 && drum.half_length().is_some() {
            self.polygons.push((0..sides).map(|k| at(k, 0)).collect());
            self.polygons.push((0..sides).rev().map(|k| at(k, 1)).collect());
        }
    }
}
