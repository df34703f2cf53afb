//! The direction of least overlap of two cylinders.

use super::super::TILT;
use super::super::meeting::cross;
use super::super::patch::Patch;
use super::super::root::{LEVELS, falls, roots};
use super::Search;
use crate::detection::pairs::feature::Feature;
use crate::space::{Vector, frame};
use std::f64::consts::TAU;

impl<const D: usize> Search<'_, '_, D> {
    /// The greatest separation below a limit of cylinders that overlap, and its direction.
    pub(super) fn deepest(&self, candidates: &[Option<Vector<D>>], limit: f64) -> (f64, Vector<D>) {
        let mut best = (f64::NEG_INFINITY, self.rods[0].axis);
        let mut test = |d: Vector<D>| {
            let separation = self.separation(&d);
            if separation > best.0 && separation < limit {
                best = (separation, d);
            }
        };
        candidates.iter().flatten().for_each(|d| test(*d));
        for rod in self.rods {
            let own = frame(&rod.axis, None);
            let [m, n] = [1, D - 1].map(|k| own.column(k).into_owned());
            let at = |angle: f64| {
                let (s, c) = angle.sin_cos();
                (m * c + n * s, n * c - m * s)
            };
            let slope = |angle: f64| {
                let (d, change) = at(angle);
                change.dot(&(self.rods[1].farthest(&-d) - self.rods[0].farthest(&d)))
            };
            falls(0.1, 0.1 + TAU, slope, |angle| test(at(angle).0));
        }
        for i in 0..2 {
            for j in 0..2 {
                self.rim_on_rim([i, j], &mut test);
            }
        }
        best
    }

    /// The direction square to two rims where these are critically far, near a direction: Newton's
    /// method on the angles of the two points, for (p - q) · p' = 0 = (p - q) · q'.
    pub(super) fn square_to_rims(&self, d: &Vector<D>) -> Vector<D> {
        let [a, b] = self.rods;
        let ends = [a.facing(d), b.facing(&-d)];
        let mut angles = [a.angle(d), b.angle(&-d)];
        let mut tangents = [Vector::zeros(); 2];
        for _ in 0..30 {
            let (p, q) = (a.on_rim(ends[0], angles[0]), b.on_rim(ends[1], angles[1]));
            let (t, u) = (a.rim_slope(angles[0]), b.rim_slope(angles[1]));
            tangents = [t, u];
            let between = p - q;
            let (f, g) = (between.dot(&t), between.dot(&u));
            let ft = t.dot(&t) - between.dot(&(p - a.end(ends[0])));
            let gu = -u.dot(&u) - between.dot(&(q - b.end(ends[1])));
            let mixed = t.dot(&u);
            let determinant = ft * gu + mixed * mixed;
            let step = [(f * gu + mixed * g) / determinant, (ft * g - mixed * f) / determinant];
            if !step.iter().all(|s| s.is_finite()) {
                return *d;
            }
            angles = [0, 1].map(|k| angles[k] - step[k].clamp(-0.05, 0.05));
            if step[0].abs().max(step[1].abs()) < 1e-15 {
                break;
            }
        }
        let normal = cross(&tangents[0], &tangents[1]);
        let normal = normal.try_normalize(1e-9 * a.radius * b.radius).unwrap_or(*d);
        if normal.dot(d) < 0.0 { -normal } else { normal }
    }

    /// Tries the directions square to two rims where these are nearest, or critically far: the
    /// square of the distance of a point from a circle is smooth along the other circle, on the
    /// smaller of the two also for samples.
    fn rim_on_rim(&self, mut ends: [usize; 2], mut test: impl FnMut(Vector<D>)) {
        let [mut a, mut b] = [&self.rods[0], &self.rods[1]];
        if a.radius > b.radius {
            std::mem::swap(&mut a, &mut b);
            ends.swap(0, 1);
        }
        let [i, j] = ends;
        for sign in [1.0, -1.0] {
            let opposite = |x: &Vector<D>| b.extreme(j, &((x - b.end(j)) * sign));
            let slope = |angle: f64| {
                let x = a.on_rim(i, angle);
                a.rim_slope(angle).dot(&(opposite(&x) - x))
            };
            roots([0.1, 0.1 + TAU], &slope, LEVELS, &mut |angle, _| {
                let y = opposite(&a.on_rim(i, angle));
                let along = cross(&b.axis, &(y - b.end(j)));
                let d = cross(&a.rim_slope(angle), &along);
                if let Some(d) = d.try_normalize(1e-9 * a.radius * b.radius) {
                    test(d);
                    test(-d);
                }
            });
        }
    }

    /// Looks for the touch that realises a separation where the patches that face each other
    /// most do not: the lowest point of a rim on a mantle, a cap or another rim.
    pub(super) fn along_one(&mut self, d: Vector<D>, separation: f64) -> bool {
        self.meeting.d = d;
        let ways = [d, -d];
        let lowest = [0, 1].map(|k| self.rods[k].farthest(&ways[k]));
        let rims = [0, 1].map(|k| Feature::Edge(self.rods[k].facing(&ways[k])));
        self.meeting.found.clear();
        for own in 0..2 {
            let (other, way) = (&self.rods[1 - own], ways[1 - own]);
            let cap =
                (other.axis.dot(&d).abs() > TILT).then(|| Patch::Cap(other, other.facing(&way)));
            let mantle = (other.radial(&d).norm() > TILT).then_some(Patch::Mantle(other));
            for theirs in cap.into_iter().chain(mantle) {
                let opposite = theirs.on_line(&lowest[own], &way, self.meeting.on);
                let gap = |y: &Vector<D>| ways[own].dot(&(y - lowest[own]));
                if let Some(y) = opposite
                    && gap(&y) <= separation + self.meeting.on
                {
                    let mut points = [y; 2];
                    points[own] = lowest[own];
                    let mut names = [Feature::Face; 2];
                    names[own] = rims[own];
                    self.meeting.push(points, names);
                    return true;
                }
            }
        }
        let between = lowest[1] - lowest[0];
        if cross(&between, &d).norm() <= self.meeting.on {
            self.meeting.push(lowest, rims);
            return true;
        }
        false
    }
}
