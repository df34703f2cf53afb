//! Cylinder on polyhedron or capsule, sharp or rounded.
//!
//! 1. Face normals of the polyhedron and the two caps: the greatest separation among them, where
//!    the patches realise it, is the distance, and mostly the depth of an overlap.
//! 2. Otherwise separated shapes are nearest on an edge. The distance from a solid cylinder is a
//!    convex function, so along an edge the derivative of its square is monotone and its zero is
//!    found to rounding.
//! 3. Otherwise the shapes overlap, and the depth is the least over all directions in which the
//!    separation can be greatest: those of 1, square to the axis and an edge, from the axis to
//!    a corner, and for each edge the maxima over the arc between the normals of its faces, where
//!    the rim passes the edge. (A rim over a corner is no maximum for shapes that overlap.)
//!
//! A rounded shape is its core, brought closer by the radius along the direction; cores that
//! overlap are parted along their direction of least overlap.

mod nearest;
mod overlap;

use super::TILT;
use super::meeting::{Found, Meeting, cross};
use super::patch::Patch;
use super::rod::Rod;
use crate::contact::Touch;
use crate::detection::pairs::clip::Part;
use crate::detection::pairs::emit::Emit;
use crate::detection::pairs::feature::code;
use crate::detection::pairs::placed::Placed;
use crate::shapes::{Convex, Cylinder};
use crate::space::{Pose, Vector};

/// Most directions of an overlap to look for touches along.
const DIRECTIONS: usize = 8;

#[allow(clippy::too_many_arguments)] // two buffers, two shapes, and where touches go
pub(in super::super) fn collide<const D: usize>(
    found: &mut Vec<Found<D>>,
    placed: &mut Placed<D>,
    cylinder: &Cylinder<D>,
    pose: &Pose<D>,
    (core, radius): (&Convex<D>, f64),
    core_pose: &Pose<D>,
    alert: f64,
    out: &mut Vec<Touch<D>>,
) {
    let alert = alert + radius;
    let between = core_pose.position - pose.position;
    let bound = cylinder.reach() + core.radius() + alert;
    if between.norm_squared() > bound * bound {
        return;
    }
    let relative = Pose {
        position: pose.local_direction(&between),
        rotation: pose.rotation.tr_mul(&core_pose.rotation),
    };
    placed.at(core, &relative);
    placed.planes_at(core, &relative);
    let rod = Rod::at_home(cylinder);
    let part = Part { placed, shape: core };
    let size = cylinder.breadth().min(core.breadth());
    let rounding = 1e-14 * (cylinder.reach() + core.radius());
    let meeting = Meeting {
        d: Vector::zeros(),
        alert,
        on: 2e-10 * size + rounding,
        close: 1e-5 * size + rounding,
        found,
    };
    let sharp = radius == 0.0;
    let mut search = Search {
        rod: &rod,
        part,
        meeting,
        flush: 1e-6 * size + rounding,
        sharp,
        shallow: 0.25 * size,
    };
    if search.run() {
        let normal = -pose.direction(&search.meeting.d);
        let mut emit = Emit { pose, radii: [0.0, radius], out };
        for f in search.meeting.found.iter() {
            emit.push(f.points, normal, f.gap, code(f.names[0], f.names[1]));
        }
    }
}

struct Search<'a, 'b, const D: usize> {
    rod: &'a Rod<D>,
    part: Part<'a, D>,
    meeting: Meeting<'b, D>,
    /// Overlaps less than this have no extent.
    flush: f64,
    sharp: bool,
    /// Overlaps deeper than this may have a shorter way out on the other side.
    shallow: f64,
}

/// A direction with its separation, and the flat patch it is square to: a cap or a face.
#[derive(Clone, Copy)]
struct Flat {
    separation: f64,
    cap: Option<usize>,
    face: usize,
}

impl<const D: usize> Search<'_, '_, D> {
    /// Leaves direction and touches in `meeting`; false when there are none.
    fn run(&mut self) -> bool {
        let mut best = self.flat(0);
        for flat in self.flats() {
            if flat.separation > self.meeting.alert {
                return false;
            }
            if flat.separation > best.separation {
                best = flat;
            }
        }
        for index in 0..2 + self.part.placed.normals.len() {
            let flat = self.flat(index);
            if flat.separation >= best.separation - self.meeting.on && self.realised(&flat) {
                return true;
            }
        }
        let nearest = self.nearest();
        // Nearest points of shapes that are apart are as far apart as the direction between them
        // separates the shapes; where all edges are outside, shapes may still overlap.
        if let Some(nearest) = nearest
            && nearest.distance > 0.1 * self.meeting.on
            && self.separation(&nearest.d) >= nearest.distance - self.meeting.on
        {
            let distance = nearest.distance;
            if distance > self.meeting.alert || self.is_flush(&best, distance, &nearest.d) {
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
            let (depth, d) = self.deepest(limit);
            if depth > best.separation && self.is_flush(&best, depth.abs(), &d) {
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
            // An edge that touches the rim at a point.
            if let Some(nearest) = nearest
                && nearest.distance.max(depth.abs()) <= self.flush
            {
                self.meeting.push(nearest.points, nearest.names);
                return true;
            }
            limit = depth;
        }
        false
    }

    /// Flush shapes that meet without any overlap slide past each other.
    fn is_flush(&self, flat: &Flat, other: f64, d: &Vector<D>) -> bool {
        let n = self.direction(flat);
        let alike = n.dot(d) > 0.0 && cross(&n, d).norm() <= TILT;
        self.sharp && flat.separation.abs() <= self.flush && other <= self.flush && !alike
    }

    fn direction(&self, flat: &Flat) -> Vector<D> {
        match flat.cap {
            Some(end) => self.rod.outward(end),
            None => -self.part.placed.normals[flat.face],
        }
    }

    fn flats(&self) -> impl Iterator<Item = Flat> + '_ {
        (0..2 + self.part.placed.normals.len()).map(|index| self.flat(index))
    }

    fn flat(&self, index: usize) -> Flat {
        if index < 2 {
            let separation = self.separation(&self.rod.outward(index));
            return Flat { separation, cap: Some(index), face: 0 };
        }
        let face = index - 2;
        let placed = self.part.placed;
        let separation = -placed.offsets[face] - self.rod.height(&-placed.normals[face]);
        Flat { separation, cap: None, face }
    }

    /// How far a direction separates the shapes.
    fn separation(&self, d: &Vector<D>) -> f64 {
        let heights = self.part.placed.vertices.iter().map(|v| d.dot(v));
        heights.fold(f64::INFINITY, f64::min) - self.rod.height(d)
    }

    /// Looks for touches along a direction.
    fn along(&mut self, d: Vector<D>) {
        self.meeting.d = d;
        self.meeting.patches([Patch::of_rod(self.rod, &d), Patch::of_core(self.part, &-d)]);
    }

    /// Whether touches along a flat direction show that its separation is the distance or minus
    /// the depth.
    fn realised(&mut self, flat: &Flat) -> bool {
        let d = self.direction(flat);
        self.meeting.d = d;
        let (mine, theirs) = match flat.cap {
            Some(end) => (Patch::Cap(self.rod, end), Patch::of_core(self.part, &-d)),
            None => (Patch::of_rod(self.rod, &d), Patch::Face(self.part, flat.face)),
        };
        self.meeting.patches([mine, theirs]);
        let on = self.meeting.on;
        if self.meeting.lowest() > flat.separation + on {
            return false;
        }
        if flat.separation >= -on {
            return true;
        }
        // A point x of one and y of the other bound the separation along any n by n · (y - x).
        let (patch, own) = if flat.cap.is_some() { (mine, 0) } else { (theirs, 1) };
        let lowest = self.meeting.lowest();
        if -lowest > self.shallow {
            return false;
        }
        let low = self.meeting.found.iter().filter(|f| f.gap <= lowest + on);
        low.map(|f| patch.margin(&f.points[own])).fold(0.0, f64::max) >= -lowest
            || self.meeting.is_wide(&patch, own)
    }
}
