//! Touches of shapes that meet farther along their way than the alert distance.
//!
//! What faces each other now says little about what will meet: two disks that pass each other
//! approach along the line between them all the same, and a block that slides towards a slope has
//! none of it below its corners yet. So touches are looked for where the shapes will be, with
//! their relative motion a translation, and brought back along it: normal and points on the
//! shapes are those of the meeting, the gap is what is left to go along the normal.

use super::pairs::{Workspace, collide_in};
use crate::contact::Touch;
use crate::shapes::Shape;
use crate::space::{Pose, Vector};

/// Halvings of the way to where two convex shapes meet.
const HALVINGS: usize = 40;

/// Most places along the way over a surface, and their distance as a share of the body's breadth.
const PLACES: f64 = 64.0;
const SPACING: f64 = 0.25;

/// A pair, and the way of the second shape relative to the first.
#[derive(Clone, Copy)]
pub(super) struct Ahead<'a, const D: usize> {
    pub shapes: [&'a Shape<D>; 2],
    pub poses: [&'a Pose<D>; 2],
    pub way: Vector<D>,
    /// Gaps up to this are candidates, where the shapes meet.
    pub alert: f64,
}

impl<const D: usize> Ahead<'_, D> {
    /// Replaces `out` by the touches with the second shape moved, within a reach.
    fn at(&self, by: &Vector<D>, reach: f64, work: &mut Workspace<D>, out: &mut Vec<Touch<D>>) {
        out.clear();
        let [first, second] = self.shapes;
        let moved = Pose { position: self.poses[1].position + by, ..*self.poses[1] };
        collide_in(work, first, self.poses[0], second, &moved, reach, out);
        for touch in out.iter_mut() {
            touch.on_antagonist -= by;
            touch.gap += touch.normal.dot(by);
        }
    }

    /// Replaces `out` by the touches of two convex shapes, farther apart than the alert distance
    /// now, where they meet first, or where they pass within it.
    pub fn meet(&self, work: &mut Workspace<D>, out: &mut Vec<Touch<D>>) {
        out.clear();
        let length = self.way.norm();
        if self.passes_far() {
            return;
        }
        let thickness = self.shapes.map(|s| s.thickness().unwrap_or(f64::INFINITY));
        let beyond = 0.25 * thickness[0].min(thickness[1]).min(self.alert);
        let (mut near, mut far, mut hit) = (0.0, 1.0, false);
        for _ in 0..HALVINGS {
            let middle = 0.5 * (near + far);
            let by = self.way * middle;
            self.at(&by, self.alert + length, work, out);
            let least = out
                .iter()
                .min_by(|s, t| (s.gap - s.normal.dot(&by)).total_cmp(&(t.gap - t.normal.dot(&by))));
            // The gap there, and whether it still closes: the distance is convex along the way.
            let (gap, closes) = match least {
                Some(t) => (t.gap - t.normal.dot(&by), t.normal.dot(&self.way) > 0.0),
                None => (f64::INFINITY, self.between(middle).dot(&self.way) > 0.0),
            };
            if gap <= 0.0 {
                hit = true;
            }
            if gap > 0.0 && closes {
                near = middle;
            } else {
                far = middle;
            }
            if (far - near) * length < 0.01 * beyond {
                break;
            }
        }
        // A little beyond, the direction of least overlap tells which faces meet.
        let place = if hit { (far + beyond / length).min(1.0) } else { near };
        let by = self.way * place;
        self.at(&by, self.alert, work, out);
        out.retain(|t| t.gap - t.normal.dot(&by) <= self.alert);
    }

    /// From the second shape to the first, somewhere along the way.
    fn between(&self, place: f64) -> Vector<D> {
        self.poses[0].position - (self.poses[1].position + self.way * place)
    }

    /// Whether balls around the shapes pass each other farther than the alert distance.
    fn passes_far(&self) -> bool {
        let radii = self.shapes.map(|s| s.bounding_radius().unwrap_or(f64::INFINITY));
        let now = self.between(0.0);
        let nearest = (now.dot(&self.way) / self.way.norm_squared()).clamp(0.0, 1.0);
        self.between(nearest).norm() > radii[0] + radii[1] + self.alert
    }

    /// Replaces `out` by the touches that are `real` with a surface all along the way, which bends
    /// where they stand against it.
    pub fn follow(
        &self,
        work: &mut Workspace<D>,
        fresh: &mut Vec<Touch<D>>,
        out: &mut Vec<Touch<D>>,
        real: impl Fn(&Touch<D>) -> bool,
    ) {
        let breadths = self.shapes.map(|s| s.thickness().unwrap_or(f64::INFINITY));
        let breadth = breadths[0].min(breadths[1]);
        let places = (self.way.norm() / (SPACING * breadth)).ceil().clamp(1.0, PLACES);
        let (mut by, same) = (Vector::zeros(), 1e-6 * breadth.min(self.way.norm()));
        self.at(&by, self.alert, work, out);
        out.retain(&real);
        for _ in 0..places as usize {
            let mut step = self.way / places;
            // Three rounds settle what two surfaces that meet leave of a way.
            for _ in 0..3 {
                for t in out.iter() {
                    let beyond = t.normal.dot(&step) - (t.gap - t.normal.dot(&by)).max(0.0);
                    if beyond > 0.0 {
                        step -= t.normal * beyond;
                    }
                }
            }
            by += step;
            self.at(&by, self.alert, work, fresh);
            for t in fresh.iter() {
                // Of facets in one plane the first is enough.
                let known = |k: &Touch<D>| {
                    let points = (k.on_candidate - t.on_candidate).norm() <= same
                        || (k.on_antagonist - t.on_antagonist).norm() <= same;
                    k.feature == t.feature || points && (k.normal - t.normal).norm() <= 1e-6
                };
                if real(t) && !out.iter().any(known) {
                    out.push(*t);
                }
            }
        }
    }
}
