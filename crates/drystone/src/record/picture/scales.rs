//! What lengths, widths and colours stand for: the same in all pictures of a sequence.

use super::lens::Lens;
use super::meshes::strongest_stress;
use super::quantities::view;
use super::{Sight, Style};
use crate::measures::{moment_tensors, principal};
use nalgebra::Vector3;

/// What lengths, widths and colours stand for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scales {
    /// Values of the first and the last colour.
    pub colour: [f64; 2],
    /// The force of the thickest line (N).
    pub force: f64,
    /// The velocity of the longest arrow (m/s).
    pub speed: f64,
    /// The stress of the longest arm of a cross (Pa).
    pub stress: f64,
    /// What the picture reaches over, low and high corner: of the plane, or as the camera sees space.
    pub view: [[f64; 2]; 2],
}

impl Scales {
    /// Fit for one frame.
    pub fn of<const D: usize>(sight: &Sight<D>, style: &Style) -> Self {
        let colour = style.colour.map_or([0.0; 2], |q| q.range_of(sight));
        let free = || (0..sight.bodies()).filter(|b| sight.is_free(*b));
        let speed = |b: usize| sight.velocity(b)[..D].iter().map(|x| x * x).sum::<f64>().sqrt();
        let stress = if style.crosses {
            let tensors = moment_tensors(&view(sight));
            let of = |b: usize| {
                let values = principal(&(tensors[b] / sight.constants.volume[b])).values;
                values.iter().fold(0.0, |most: f64, x| most.max(x.abs()))
            };
            let whole = |b: &usize| sight.constants.volume[*b] > 0.0 && sight.mesh(*b).is_none();
            let bodies = free().filter(whole).map(of).fold(0.0, f64::max);
            bodies.max(strongest_stress(sight))
        } else {
            0.0
        };
        Self {
            colour,
            force: sight.strongest_force(),
            speed: free().map(speed).fold(0.0, f64::max),
            stress,
            view: style.window.unwrap_or_else(|| seen(sight, style)),
        }
    }

    /// Fit for both.
    pub fn join(&self, other: &Self) -> Self {
        let widest = |a: [[f64; 2]; 2], b: [[f64; 2]; 2]| {
            let pick = |k: usize, f: fn(f64, f64) -> f64, side: usize| f(a[side][k], b[side][k]);
            [
                [pick(0, f64::min, 0), pick(1, f64::min, 0)],
                [pick(0, f64::max, 1), pick(1, f64::max, 1)],
            ]
        };
        Self {
            colour: [self.colour[0].min(other.colour[0]), self.colour[1].max(other.colour[1])],
            force: self.force.max(other.force),
            speed: self.speed.max(other.speed),
            stress: self.stress.max(other.stress),
            view: widest(self.view, other.view),
        }
    }
}

/// The part of the picture's plane that holds everything finite, with some room around it.
fn seen<const D: usize>(sight: &Sight<D>, style: &Style) -> [[f64; 2]; 2] {
    let mut view = [[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]];
    let mut include = |p: [f64; 2]| {
        for k in 0..2 {
            view[0][k] = view[0][k].min(p[k]);
            view[1][k] = view[1][k].max(p[k]);
        }
    };
    for bounds in sight.geometry.pieces.iter().filter_map(|piece| sight.bounds(piece)) {
        if D == 2 {
            include([bounds.min[0], bounds.min[1]]);
            include([bounds.max[0], bounds.max[1]]);
            continue;
        }
        for corner in 0..8 {
            let at = |k: usize| if corner >> k & 1 == 0 { bounds.min[k] } else { bounds.max[k] };
            include(Lens::across(style.camera.towards(), &Vector3::new(at(0), at(1), at(D - 1))));
        }
    }
    if view[0][0] > view[1][0] {
        return [[-1.0; 2], [1.0; 2]];
    }
    let span = (view[1][0] - view[0][0]).max(view[1][1] - view[0][1]).max(1e-9);
    let room = 0.04 * span;
    let mut view = [view[0].map(|x| x - room), view[1].map(|x| x + room)];
    if D == 3 {
        let middle: [f64; 2] = match style.camera.target {
            Some(target) => Lens::across(style.camera.towards(), &Vector3::from(target)),
            None => std::array::from_fn(|k| 0.5 * (view[0][k] + view[1][k])),
        };
        for k in 0..2 {
            let half = 0.5 * (view[1][k] - view[0][k]) / style.camera.zoom;
            (view[0][k], view[1][k]) = (middle[k] - half, middle[k] + half);
        }
    }
    view
}
