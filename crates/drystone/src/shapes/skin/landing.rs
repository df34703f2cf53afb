//! The place of a curved facet that is nearest to a point: a minimum of ½ |p - x(ξ)|² within the facet's
//! sides, by Newton's method along the sides that hold it back.
//!
//! ```text
//! g_a = -(p - x) · x,_a        H_ab = x,_a · x,_b - (p - x) · x,_ab
//! ```
//!
//! Where H is not positive definite, beyond a centre of curvature, its first term alone is taken.

use super::curved::{Curved, beyond, is_on};
use super::piece::BEYOND;
use crate::space::{Vector, across};

const ROUNDS: usize = 30;
/// Steps in reference coordinates below which a place is found.
const FOUND: f64 = 1e-12;
/// Steps below which distances differ by no more than rounding.
const NEAR: f64 = 1e-6;

/// The nearest place of a facet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Landing<const D: usize> {
    /// Reference coordinates.
    pub at: [f64; 2],
    /// Where that is.
    pub place: Vector<D>,
    /// Unit normal of the facet there, outward.
    pub normal: Vector<D>,
    /// The sides beyond which the point is.
    pub beyond: [bool; 4],
}

/// Gradient and Hessian (11, 12, 22) of half the squared distance.
struct Slopes {
    gradient: [f64; 2],
    hessian: [f64; 3],
}

impl Slopes {
    /// Downhill along a direction.
    fn down(&self, [x, y]: [f64; 2]) -> f64 {
        -(self.gradient[0] * x + self.gradient[1] * y)
    }

    fn bend(&self, [x, y]: [f64; 2]) -> f64 {
        let [a, b, c] = self.hessian;
        a * x * x + 2.0 * b * x * y + c * y * y
    }

    /// Newton's step along a direction.
    fn along(&self, way: [f64; 2]) -> [f64; 2] {
        let length = self.down(way) / self.bend(way);
        way.map(|x| x * length)
    }

    /// Newton's step.
    fn step(&self) -> [f64; 2] {
        let ([a, b, c], [x, y]) = (self.hessian, self.gradient);
        let size = a * c - b * b;
        [(b * y - c * x) / size, (b * x - a * y) / size]
    }
}

impl<const D: usize> Curved<D> {
    /// The nearest place to a point, from a place to begin with; none where it is not found.
    pub(super) fn land(&self, point: &Vector<D>, start: [f64; 2]) -> Option<Landing<D>> {
        let mut at = start;
        for _ in 0..ROUNDS {
            let slopes = self.slopes(point, at);
            let mut held = [false; 4];
            for (held, side) in held.iter_mut().zip(self.sides) {
                *held = is_on(side, at) && slopes.down(side.0) > 0.0;
            }
            let mut step = match held.iter().filter(|held| **held).count() {
                0 => slopes.step(),
                1 if D > 2 => {
                    let [x, y] = self.sides[held.iter().position(|held| *held)?].0;
                    slopes.along([-y, x])
                }
                _ => [0.0; 2],
            };
            let (mut share, mut side) = self.room(at, step);
            if share == 0.0 && !held.contains(&true) {
                // The step leads out where the slope leads in: the minimum is on this side, or along the slope.
                let way = side.map_or([0.0; 2], |k| [-self.sides[k].0[1], self.sides[k].0[0]]);
                step = if D > 2 { slopes.along(way) } else { [0.0; 2] };
                (share, side) = self.room(at, step);
                if share == 0.0 || size(step) <= FOUND {
                    step = slopes.along(slopes.gradient);
                    (share, side) = self.room(at, step);
                }
            }
            if !size(step).is_finite() {
                return None;
            }
            if size(step) <= FOUND || share == 0.0 {
                // Where two sides meet in an acute corner, the second holds back what goes along the first.
                if let Some(side) = side.filter(|_| size(step) > FOUND) {
                    held[side] = true;
                }
                return self.landed(at, &slopes, held);
            }
            at = self.lower(point, at, step.map(|x| x * share))?;
            if let Some(side) = side.filter(|_| share < 1.0) {
                at = self.onto(at, side);
            }
        }
        None
    }

    fn slopes(&self, point: &Vector<D>, at: [f64; 2]) -> Slopes {
        let jet = self.jet(at);
        let away = point - jet.place;
        let [a, b] = jet.first;
        let flat = [a.norm_squared(), a.dot(&b), b.norm_squared()];
        let mut full = [0, 1, 2].map(|k| flat[k] - away.dot(&jet.second[k]));
        if D == 2 {
            let bend = if full[0] > 0.0 { full[0] } else { flat[0] };
            return Slopes { gradient: [-away.dot(&a), 0.0], hessian: [bend, 0.0, 1.0] };
        }
        if !(full[0] > 0.0 && full[0] * full[2] > full[1] * full[1]) {
            full = flat;
        }
        Slopes { gradient: [-away.dot(&a), -away.dot(&b)], hessian: full }
    }

    /// Which share of a step is within the sides, one at most, and which side ends it.
    fn room(&self, at: [f64; 2], step: [f64; 2]) -> (f64, Option<usize>) {
        let mut room = (1.0, None);
        for (k, side) in self.sides.iter().enumerate() {
            let out = side.0[0] * step[0] + side.0[1] * step[1];
            let left = if is_on(side, at) { 0.0 } else { -beyond(side, at) };
            if out > 0.0 && left < room.0 * out {
                room = (left / out, Some(k));
            }
        }
        room
    }

    /// A place along a step, halved until it is not farther from the point.
    fn lower(&self, point: &Vector<D>, at: [f64; 2], mut step: [f64; 2]) -> Option<[f64; 2]> {
        let distance = |at: [f64; 2]| (point - self.jet(at).place).norm_squared();
        let before = distance(at);
        loop {
            let next = [at[0] + step[0], at[1] + step[1]];
            if size(step) < NEAR || distance(next) < before {
                return next.iter().all(|x| x.is_finite()).then_some(next);
            }
            step = step.map(|x| 0.5 * x);
        }
    }

    /// A place near a side, on it.
    fn onto(&self, at: [f64; 2], side: usize) -> [f64; 2] {
        let (a, _) = self.sides[side];
        let over = beyond(&self.sides[side], at) / (a[0] * a[0] + a[1] * a[1]);
        // A step that was halved does not come to the side.
        if over.abs() > NEAR { at } else { [at[0] - a[0] * over, at[1] - a[1] * over] }
    }

    fn landed(&self, at: [f64; 2], slopes: &Slopes, mut held: [bool; 4]) -> Option<Landing<D>> {
        for (k, (side, _)) in self.sides.iter().enumerate() {
            // As flat pieces do, it goes on a little beyond its sides.
            held[k] = held[k] && slopes.down(*side) > BEYOND * slopes.bend(*side);
        }
        let jet = self.jet(at);
        let normal = across(&jet.first).try_normalize(0.0)?;
        Some(Landing { at, place: jet.place, normal, beyond: held })
    }
}

fn size([x, y]: [f64; 2]) -> f64 {
    x.abs().max(y.abs())
}
