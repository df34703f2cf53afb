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
//!    looked at further, by which the depth may be half a millionth of itself too large
//!    (`Meeting::is_wide`).

mod nearest;
mod overlap;

use super::TILT;
use super::meeting::{Found, Meeting, cross};
use super::patch::Patch;
use super::rod::Rod;
use crate::contact::Touch;
use crate::detection::pairs::emit::Emit;
use crate::detection::pairs::feature::code;
use crate::shapes::Cylinder;
use crate::space::{Pose, Vector};

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
}
