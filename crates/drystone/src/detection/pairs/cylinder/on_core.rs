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

use super::TILT;
use super::meeting::{Found, Meeting, Nearest, cross};
use super::patch::Patch;
use super::rod::Rod;
use super::root::{falls, zero};
use crate::contact::Touch;
use crate::detection::pairs::clip::Part;
use crate::detection::pairs::emit::Emit;
use crate::detection::pairs::feature::{Feature, code};
use crate::detection::pairs::placed::Placed;
use crate::shapes::{Convex, Cylinder};
use crate::space::{Pose, Vector, frame};
use std::f64::consts::TAU;

/// How much wider than deep a realised overlap must be for no other direction to part it sooner
/// by more than a millionth.
const WIDE: f64 = 2e3;

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

    /// Looks for the touch that realises a separation where the patches that face each other
    /// most do not: on an edge or a corner of a nearly level face.
    fn along_one(&mut self, d: Vector<D>, separation: f64) -> bool {
        let vertices = &self.part.placed.vertices;
        let level = separation + self.rod.height(&d) + self.meeting.on;
        let low = |v: usize| d.dot(&vertices[v]) <= level;
        let cap =
            (self.rod.axis.dot(&d).abs() > TILT).then(|| Patch::Cap(self.rod, self.rod.facing(&d)));
        let mantle = (self.rod.radial(&d).norm() > TILT).then_some(Patch::Mantle(self.rod));
        for mine in cap.into_iter().chain(mantle) {
            let edges = self.part.shape.edges().iter().enumerate();
            let edges = edges.filter(|(_, e)| e.vertices.iter().any(|v| low(*v)));
            let corners = (0..vertices.len()).filter(|v| low(*v));
            let patches = edges.map(|(e, _)| Patch::Edge(self.part, e));
            for theirs in patches.chain(corners.map(|v| Patch::Corner(self.part, v))) {
                self.meeting.patches([mine, theirs]);
                if self.meeting.lowest() <= separation + self.meeting.on {
                    return true;
                }
            }
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

    /// The nearest points of the cylinder and the edges; `None` where there are none.
    fn nearest(&self) -> Option<Nearest<D>> {
        let mut best: Option<Nearest<D>> = None;
        for (e, edge) in self.part.shape.edges().iter().enumerate() {
            let [p, q] = edge.vertices.map(|v| self.part.placed.vertices[v]);
            let along = q - p;
            let slope = |t: f64| along.dot(&self.rod.excess(&(p + along * t)));
            let (first, last) = (slope(0.0), slope(1.0));
            let t = if first >= 0.0 {
                0.0
            } else if last <= 0.0 {
                1.0
            } else {
                zero(0.0, first, 1.0, last, slope)
            };
            let x = p + along * t;
            let excess = self.rod.excess(&x);
            let distance = excess.norm();
            if best.is_none_or(|b| distance < b.distance) {
                let end = self.meeting.close / along.norm();
                let name = match t {
                    t if t <= end => Feature::Vertex(edge.vertices[0]),
                    t if t >= 1.0 - end => Feature::Vertex(edge.vertices[1]),
                    _ => Feature::Edge(e),
                };
                let points = [x - excess, x];
                let names = [self.name(&points[0]), name];
                let d = excess / distance.max(f64::MIN_POSITIVE);
                best = Some(Nearest { points, names, d, distance });
            }
        }
        best
    }

    fn name(&self, mine: &Vector<D>) -> Feature {
        let (along, off) = self.rod.split(mine);
        let on = self.meeting.on;
        if along.abs() >= self.rod.half - on && off.norm() >= self.rod.radius - on {
            Feature::Edge(usize::from(along > 0.0))
        } else {
            Feature::Face
        }
    }

    /// The greatest separation below a limit of shapes that overlap, and its direction.
    fn deepest(&self, limit: f64) -> (f64, Vector<D>) {
        let mut best = (f64::NEG_INFINITY, self.rod.axis);
        let mut test = |d: Vector<D>| {
            let separation = self.separation(&d);
            if separation > best.0 && separation < limit {
                best = (separation, d);
            }
        };
        let placed = self.part.placed;
        for end in 0..2 {
            test(self.rod.outward(end));
        }
        placed.normals.iter().for_each(|n| test(-n));
        for v in &placed.vertices {
            if let Some(radial) = self.rod.split(v).1.try_normalize(0.0) {
                test(radial);
                test(-radial);
            }
        }
        for edge in self.part.shape.edges() {
            let [p, q] = edge.vertices.map(|v| placed.vertices[v]);
            if let Some(n) = cross(&self.rod.axis, &(q - p)).try_normalize(1e-9 * (q - p).norm()) {
                test(n);
                test(-n);
            }
            let [first, second] = edge.faces.map(|f| placed.normals.get(f));
            let (m, n, turn) = match first.zip(second) {
                Some((m, n)) => {
                    let turn = 2.0 * (m - n).norm().atan2((m + n).norm());
                    (*m, (n - m * m.dot(n)).normalize(), turn)
                }
                None => {
                    let own = frame(&(q - p).normalize(), None);
                    (own.column(1).into_owned(), own.column(D - 1).into_owned(), TAU)
                }
            };
            let at = |angle: f64| {
                let (s, c) = angle.sin_cos();
                // Of faces nearly in one plane, m and n are square to each other only nearly.
                ((m * c + n * s).normalize(), n * c - m * s)
            };
            let slope = |angle: f64| {
                let (normal, change) = at(angle);
                change.dot(&(self.rod.farthest(&-normal) - p))
            };
            falls(0.0, turn, slope, |angle| test(-at(angle).0));
        }
        best
    }
}

impl<const D: usize> Meeting<'_, D> {
    /// Whether the middle of the touches is far inside a flat patch, measured by their depths.
    pub fn is_wide(&self, patch: &Patch<'_, D>, own: usize) -> bool {
        let count = self.found.len() as f64;
        let middle = self.found.iter().map(|f| f.points[own]).sum::<Vector<D>>() / count;
        let deepest = self.found.iter().map(|f| f.gap.abs()).fold(0.0, f64::max);
        patch.margin(&middle) >= WIDE * deepest
    }
}
