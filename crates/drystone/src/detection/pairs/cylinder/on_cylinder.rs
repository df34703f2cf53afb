//! Cylinder on cylinder.
//!
//! 1. The four caps, the direction square to both axes, and for nearly parallel axes the one from
//!    axis to axis: the greatest separation among them, where the patches realise it.
//! 2. Otherwise separated cylinders are nearest on a rim of one of them. The square of the
//!    distance of a rim's point from the other solid has few minima; all are bracketed by samples
//!    of its derivative and found to rounding.
//! 3. Otherwise the cylinders overlap. The depth is the least over the directions of 1, those
//!    square to one axis where the rim of the other is deepest, and those square to two rims
//!    where the distance between these is critical. Every direction is evaluated exactly, so that
//!    the translation reported parts the cylinders. Flat overlaps much wider than deep are not
//!    looked at further, by which the depth may be a few millionths of itself too large.

use super::TILT;
use super::meeting::{Found, Meeting, Nearest, cross};
use super::patch::Patch;
use super::rod::Rod;
use super::root::{LEVELS, falls, roots};
use crate::contact::Touch;
use crate::detection::pairs::emit::Emit;
use crate::detection::pairs::feature::{Feature, code};
use crate::shapes::Cylinder;
use crate::space::{Pose, Vector, frame};
use std::f64::consts::TAU;

/// Most directions of an overlap to look for touches along.
const DIRECTIONS: usize = 8;

pub(in super::super) fn collide<const D: usize>(
    found: &mut Vec<Found<D>>,
    first: &Cylinder<D>,
    pose: &Pose<D>,
    second: &Cylinder<D>,
    other: &Pose<D>,
    alert: f64,
    out: &mut Vec<Touch<D>>,
) {
    let between = other.position - pose.position;
    let bound = first.reach() + second.reach() + alert;
    if between.norm_squared() > bound * bound {
        return;
    }
    let relative = Pose {
        position: pose.local_direction(&between),
        rotation: pose.rotation.tr_mul(&other.rotation),
    };
    let size = first.breadth().min(second.breadth());
    let rounding = 1e-14 * (first.reach() + second.reach());
    let meeting = Meeting {
        d: Vector::zeros(),
        alert,
        on: 2e-10 * size + rounding,
        close: 1e-5 * size + rounding,
        found,
    };
    let rods = [Rod::at_home(first), Rod::at(second, &relative)];
    let mut search = Search { rods: &rods, meeting, flush: 1e-6 * size + rounding };
    if search.run() {
        let normal = -pose.direction(&search.meeting.d);
        let mut emit = Emit { pose, radii: [0.0; 2], out };
        for f in search.meeting.found.iter() {
            emit.push(f.points, normal, f.gap, code(f.names[0], f.names[1]));
        }
    }
}

struct Search<'a, 'b, const D: usize> {
    rods: &'a [Rod<D>; 2],
    meeting: Meeting<'b, D>,
    /// Overlaps less than this have no extent.
    flush: f64,
}

impl<'a, const D: usize> Search<'a, '_, D> {
    /// Leaves direction and touches in `meeting`; false when there are none.
    fn run(&mut self) -> bool {
        let candidates = self.candidates();
        let mut separations = [f64::NEG_INFINITY; 7];
        for (s, d) in separations.iter_mut().zip(&candidates) {
            if let Some(d) = d {
                *s = self.separation(d);
                if *s > self.meeting.alert {
                    return false;
                }
            }
        }
        let flat = (0..4).fold((f64::NEG_INFINITY, candidates[0]), |best, k| {
            if separations[k] > best.0 { (separations[k], candidates[k]) } else { best }
        });
        let best = separations.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        for k in 0..candidates.len() {
            if let Some(d) = candidates[k]
                && separations[k] >= best - self.meeting.on
                && self.realised(k, d, separations[k])
            {
                return true;
            }
        }
        // Nearest points of solids that are apart are as far apart as the direction between them
        // separates the solids; where all rims are outside, solids may still overlap.
        if let Some(nearest) = self.nearest()
            && nearest.distance > 0.1 * self.meeting.on
            && self.separation(&nearest.d) >= nearest.distance - self.meeting.on
        {
            let distance = nearest.distance;
            if distance > self.meeting.alert || self.is_flush(flat, distance, &nearest.d) {
                return false;
            }
            self.along(nearest.d);
            if self.meeting.lowest() > distance + self.meeting.on {
                self.meeting.push(nearest.points, nearest.names);
            }
            return true;
        }
        let on = self.meeting.on;
        let mut limit = f64::INFINITY;
        for _ in 0..DIRECTIONS {
            let (depth, d) = self.deepest(&candidates, limit);
            if depth > flat.0 && self.is_flush(flat, depth.abs(), &d) {
                return false;
            }
            // Where several directions are equal to rounding the touch is as far off its patch.
            for share in [1.0, 10.0, 100.0, 1000.0] {
                self.meeting.on = share * on;
                self.along(d);
                if self.meeting.lowest() <= depth + self.meeting.on || self.along_one(d, depth) {
                    return true;
                }
            }
            let d = self.square_to_rims(&d);
            let near = self.separation(&d);
            self.meeting.on = 1000.0 * on;
            if near >= depth - on && self.along_one(d, near) {
                return true;
            }
            limit = depth;
        }
        false
    }

    /// Looks for the touch that realises a separation where the patches that face each other
    /// most do not: the lowest point of a rim on a mantle, a cap or another rim.
    fn along_one(&mut self, d: Vector<D>, separation: f64) -> bool {
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

    /// Flush cylinders that meet without any overlap slide past each other.
    fn is_flush(&self, flat: (f64, Option<Vector<D>>), other: f64, d: &Vector<D>) -> bool {
        let alike = flat.1.is_some_and(|n| n.dot(d) > 0.0 && cross(&n, d).norm() <= TILT);
        flat.0.abs() <= self.flush && other <= self.flush && !alike
    }

    /// The caps of the first, of the second, square to both axes, and from axis to axis.
    fn candidates(&self) -> [Option<Vector<D>>; 7] {
        let [a, b] = self.rods;
        let across = cross(&a.axis, &b.axis);
        let square = across.try_normalize(1e-9);
        let radial = if across.norm_squared() <= 1e-2 {
            let axes = [a, b].map(|r| if r.axis.dot(&a.axis) < 0.0 { -r.axis } else { r.axis });
            let mean = (axes[0] + axes[1]).normalize();
            let way = b.centre - a.centre;
            (way - mean * mean.dot(&way)).try_normalize(1e-12 * a.radius.min(b.radius))
        } else {
            None
        };
        let caps = [a.axis, -a.axis, b.axis, -b.axis].map(Some);
        [caps[0], caps[1], caps[2], caps[3], square, square.map(|d| -d), radial]
    }

    /// How far a direction separates the cylinders.
    fn separation(&self, d: &Vector<D>) -> f64 {
        -self.rods[1].height(&-d) - self.rods[0].height(d)
    }

    /// Looks for touches along a direction.
    fn along(&mut self, d: Vector<D>) {
        self.meeting.d = d;
        self.meeting.patches(self.patches(&d));
    }

    fn patches(&self, d: &Vector<D>) -> [Patch<'a, D>; 2] {
        let [a, b] = self.rods;
        [Patch::of_rod(a, d), Patch::of_rod(b, &-d)]
    }

    /// Whether touches along candidate `k` show that its separation is the distance or minus the
    /// depth.
    fn realised(&mut self, k: usize, d: Vector<D>, separation: f64) -> bool {
        let on = self.meeting.on;
        self.along(d);
        if self.meeting.lowest() > separation + on {
            return false;
        }
        let own = k / 2;
        separation >= -on || own < 2 && self.meeting.is_wide(&self.patches(&d)[own], own)
    }

    /// The nearest points with one of them on a rim; `None` where they meet.
    fn nearest(&self) -> Option<Nearest<D>> {
        let mut best: Option<Nearest<D>> = None;
        for own in 0..2 {
            let (mine, theirs) = (&self.rods[own], &self.rods[1 - own]);
            for end in 0..2 {
                let slope = |angle: f64| {
                    -mine.rim_slope(angle).dot(&theirs.excess(&mine.on_rim(end, angle)))
                };
                falls(0.1, 0.1 + TAU, slope, |angle| {
                    let x = mine.on_rim(end, angle);
                    let excess = theirs.excess(&x);
                    let distance = excess.norm();
                    if best.is_none_or(|b| distance < b.distance) {
                        let (y, d) = (x - excess, excess / distance);
                        let (m, t) = (Feature::Edge(end), self.name(theirs, &y));
                        best = Some(if own == 0 {
                            Nearest { points: [x, y], names: [m, t], d: -d, distance }
                        } else {
                            Nearest { points: [y, x], names: [t, m], d, distance }
                        });
                    }
                });
            }
        }
        best.filter(|b| b.distance > 0.0)
    }

    fn name(&self, rod: &Rod<D>, x: &Vector<D>) -> Feature {
        let (along, off) = rod.split(x);
        let on = self.meeting.on;
        if along.abs() >= rod.half - on && off.norm() >= rod.radius - on {
            Feature::Edge(usize::from(along > 0.0))
        } else {
            Feature::Face
        }
    }

    /// The greatest separation below a limit of cylinders that overlap, and its direction.
    fn deepest(&self, candidates: &[Option<Vector<D>>], limit: f64) -> (f64, Vector<D>) {
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
    fn square_to_rims(&self, d: &Vector<D>) -> Vector<D> {
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
}
