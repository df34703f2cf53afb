//! Where two patches lie opposite each other along a direction.

use super::patch::{Patch, onto_plane};
use super::rod::Rod;
use crate::detection::pairs::feature::Feature;
use crate::space::{Vector, moment};

/// Squared sine below which two lines are nearly parallel.
const NEARLY: f64 = 1e-2;

/// Two nearest points, their names, the unit direction from the first to the second, and their
/// distance.
#[derive(Clone, Copy)]
pub(in super::super) struct Nearest<const D: usize> {
    pub points: [Vector<D>; 2],
    pub names: [Feature; 2],
    pub d: Vector<D>,
    pub distance: f64,
}

/// Two points opposite each other.
#[derive(Clone, Copy, Debug)]
pub struct Found<const D: usize> {
    pub(in super::super) points: [Vector<D>; 2],
    pub(in super::super) gap: f64,
    pub(in super::super) names: [Feature; 2],
}

/// The search of one pair along one direction.
pub(in super::super) struct Meeting<'a, const D: usize> {
    /// Unit vector from the first shape to the second.
    pub d: Vector<D>,
    pub alert: f64,
    /// Points so far beyond a boundary are on it; rims so level have no lowest point.
    pub on: f64,
    /// Points so close are one.
    pub close: f64,
    pub found: &'a mut Vec<Found<D>>,
}

impl<const D: usize> Meeting<'_, D> {
    /// Replaces what was found by the touches of a patch of the first shape and one of the second.
    pub fn patches(&mut self, [a, b]: [Patch<'_, D>; 2]) {
        use Patch::{Cap, Corner, Edge, Face, Mantle, Plane};
        self.found.clear();
        match (a, b) {
            (_, Plane(..)) => self.corners([a, b], 0),
            (Cap(rod, end), Face(part, face)) => {
                self.corners([a, b], 0);
                self.corners([a, b], 1);
                for side in &part.shape.faces()[face].sides {
                    let ends = part.shape.edges()[side.feature].vertices;
                    let line = ends.map(|v| part.placed.vertices[v]);
                    self.rim_on_line(rod, end, line, Feature::Edge(side.feature), 0);
                }
            }
            (Cap(rod, end), Edge(part, edge)) => {
                self.corners([a, b], 1);
                let line = part.shape.edges()[edge].vertices.map(|v| part.placed.vertices[v]);
                self.rim_on_line(rod, end, line, Feature::Edge(edge), 0);
            }
            (Cap(rod, end), Mantle(other)) => {
                self.corners([a, b], 1);
                self.rim_on_line(rod, end, generator(other, &-self.d), Feature::Face, 0);
            }
            (Mantle(other), Cap(rod, end)) => {
                self.corners([a, b], 0);
                self.rim_on_line(rod, end, generator(other, &self.d), Feature::Face, 1);
            }
            (Cap(first, i), Cap(second, j)) => {
                self.corners([a, b], 0);
                self.corners([a, b], 1);
                self.rims([first, second], [i, j]);
            }
            (Mantle(rod), Face(part, face)) => {
                self.corners([a, b], 0);
                for side in &part.shape.faces()[face].sides {
                    let ends = part.shape.edges()[side.feature].vertices;
                    let line = ends.map(|v| part.placed.vertices[v]);
                    let names = [Feature::Face, Feature::Edge(side.feature)];
                    self.lines([generator(rod, &self.d), line], names);
                }
            }
            (Mantle(rod), Edge(part, edge)) => {
                let line = part.shape.edges()[edge].vertices.map(|v| part.placed.vertices[v]);
                if nearly_parallel(&rod.axis, &(line[1] - line[0])) {
                    self.corners([a, b], 1);
                    self.edge_beyond_ends(rod, line, edge);
                }
                let names = [Feature::Face, Feature::Edge(edge)];
                self.lines([generator(rod, &self.d), line], names);
            }
            (Mantle(first), Mantle(second)) => {
                if nearly_parallel(&first.axis, &second.axis) {
                    self.corners([a, b], 0);
                    self.corners([a, b], 1);
                }
                let lines = [generator(first, &self.d), generator(second, &-self.d)];
                self.lines(lines, [Feature::Face, Feature::Face]);
            }
            (_, Corner(..)) => self.corners([a, b], 1),
            // The first shape is always a cylinder.
            (Face(..) | Edge(..) | Corner(..) | Plane(..), _) => {}
        }
    }

    /// The least gap found.
    pub fn lowest(&self) -> f64 {
        self.found.iter().map(|f| f.gap).fold(f64::INFINITY, f64::min)
    }

    /// Takes a touch within the alert distance, once: of two that are close the place of the
    /// lower and the name of the earlier count.
    pub fn push(&mut self, points: [Vector<D>; 2], names: [Feature; 2]) {
        let gap = self.d.dot(&(points[1] - points[0]));
        if gap > self.alert {
            return;
        }
        let square = self.close * self.close;
        let near = |f: &&mut Found<D>| (f.points[0] - points[0]).norm_squared() <= square;
        if let Some(same) = self.found.iter_mut().find(near) {
            if gap < same.gap {
                (same.points, same.gap) = (points, gap);
            }
            return;
        }
        self.found.push(Found { points, gap, names });
    }

    /// `push` with the points of shape `own` first.
    fn push_of(&mut self, own: usize, [mine, theirs]: [Vector<D>; 2], [m, t]: [Feature; 2]) {
        if own == 0 {
            self.push([mine, theirs], [m, t]);
        } else {
            self.push([theirs, mine], [t, m]);
        }
    }

    /// The corners of the patch of shape `own` that have the other patch opposite.
    fn corners(&mut self, patches: [Patch<'_, D>; 2], own: usize) {
        let (mine, theirs) = (patches[own], patches[1 - own]);
        let (d, level) = (if own == 0 { self.d } else { -self.d }, self.on);
        mine.corners(&d, level, |x, name| {
            if let Some(opposite) = theirs.on_line(&x, &-d, level) {
                self.push_of(own, [x, opposite], [name, Feature::Face]);
            }
        });
    }

    /// Where the rim of a cap of shape `own` crosses a line of the other.
    pub fn rim_on_line(
        &mut self,
        rod: &Rod<D>,
        end: usize,
        [p, q]: [Vector<D>; 2],
        name: Feature,
        own: usize,
    ) {
        let (outward, centre) = (rod.outward(end), rod.end(end));
        let [from, to] = [p, q].map(|x| onto_plane(&x, &self.d, &outward, &centre) - centre);
        let along = to - from;
        let (a, b) = (along.norm_squared(), along.dot(&from));
        if a <= 0.0 {
            return;
        }
        let middle = from - along * (b / a);
        let root = rod.radius * rod.radius - middle.norm_squared();
        if root <= rod.radius * self.on {
            // The line touches the rim.
            let t = -b / a;
            if (0.0..=1.0).contains(&t) && middle.norm() <= rod.radius + self.on {
                let points = [centre + middle.normalize() * rod.radius, p + (q - p) * t];
                self.push_of(own, points, [Feature::Edge(2 + 2 * end), name]);
            }
            return;
        }
        for (k, sign) in [-1.0, 1.0].into_iter().enumerate() {
            let t = (sign * (a * root).sqrt() - b) / a;
            if t > 0.0 && t < 1.0 {
                let points = [centre + from + along * t, p + (q - p) * t];
                self.push_of(own, points, [Feature::Edge(2 + 2 * end + k), name]);
            }
        }
    }

    /// Where two lines cross, seen along the direction.
    pub fn lines(&mut self, [[p, q], [r, s]]: [[Vector<D>; 2]; 2], names: [Feature; 2]) {
        let (u, v, w) = (q - p, s - r, r - p);
        let triple = |x: &Vector<D>, y: &Vector<D>| cross(x, y).dot(&self.d);
        let volume = triple(&u, &v);
        if volume.abs() <= 1e-9 * u.norm() * v.norm() {
            return;
        }
        let [t, o] = [triple(&w, &v) / volume, triple(&w, &u) / volume];
        let near = |t: f64, along: &Vector<D>| {
            let on = self.on / along.norm();
            (t >= -on && t <= 1.0 + on).then(|| t.clamp(0.0, 1.0))
        };
        if let Some((t, o)) = near(t, &u).zip(near(o, &v)) {
            self.push([p + u * t, r + v * o], names);
        }
    }

    /// Where an edge passes the ends of a cylinder it lies along.
    pub fn edge_beyond_ends(&mut self, rod: &Rod<D>, [p, q]: [Vector<D>; 2], edge: usize) {
        let [from, to] = [p, q].map(|x| rod.split(&x).0);
        for end in 0..2 {
            let level = if end == 1 { rod.half } else { -rod.half };
            let mut t = (level - from) / (to - from);
            for _ in 0..4 {
                let point = p + (q - p) * t;
                let Some(mine) = Patch::Mantle(rod).on_line(&point, &self.d, f64::INFINITY) else {
                    break;
                };
                // The direction need not be square to the axis.
                let miss = level - rod.split(&mine).0;
                if miss.abs() <= self.on && t > 0.0 && t < 1.0 {
                    self.push([mine, point], [Feature::Edge(end), Feature::Edge(edge)]);
                    break;
                }
                t += miss / (to - from);
            }
        }
    }

    /// Where two rims cross, seen along the direction: Newton's method on the angle between the
    /// line of centres and the radius of the first, from the crossing of circles.
    fn rims(&mut self, rods: [&Rod<D>; 2], ends: [usize; 2]) {
        let centres = [rods[0].end(ends[0]), rods[1].end(ends[1])];
        let normals = [rods[0].outward(ends[0]), rods[1].outward(ends[1])];
        let [a, b] = rods.map(|r| r.radius);
        let apart = onto_plane(&centres[1], &self.d, &normals[0], &centres[0]) - centres[0];
        let distance = apart.norm();
        if distance <= self.on || distance >= a + b || distance <= (a - b).abs() {
            return;
        }
        let u = apart / distance;
        let v = cross(&normals[0], &u);
        let cosine = (distance * distance + a * a - b * b) / (2.0 * distance * a);
        for (k, sign) in [-1.0, 1.0].into_iter().enumerate() {
            let mut angle = sign * cosine.clamp(-1.0, 1.0).acos();
            let mut points = centres;
            for _ in 0..20 {
                let (s, c) = angle.sin_cos();
                points[0] = centres[0] + (u * c + v * s) * a;
                points[1] = onto_plane(&points[0], &self.d, &normals[1], &centres[1]);
                let slope = (v * c - u * s) * a;
                // The same slope, seen along the direction on the other cap.
                let other = onto_plane(&(centres[1] + slope), &self.d, &normals[1], &centres[1]);
                let off = points[1] - centres[1];
                let (value, change) =
                    (off.norm_squared() - b * b, 2.0 * off.dot(&(other - centres[1])));
                let step = value / change;
                if !step.is_finite() || step.abs() <= 1e-15 {
                    break;
                }
                angle -= step.clamp(-0.3, 0.3);
            }
            let miss = (points[1] - centres[1]).norm() - b;
            if miss.abs() <= self.on {
                let name = |end: usize| Feature::Edge(2 + 2 * end + k);
                self.push(points, [name(ends[0]), name(ends[1])]);
            }
        }
    }
}

/// The generator that faces a direction.
pub(in super::super) fn generator<const D: usize>(rod: &Rod<D>, d: &Vector<D>) -> [Vector<D>; 2] {
    [0, 1].map(|end| rod.extreme(end, d))
}

pub(in super::super) fn nearly_parallel<const D: usize>(
    axis: &Vector<D>,
    along: &Vector<D>,
) -> bool {
    cross(axis, along).norm_squared() <= NEARLY * along.norm_squared()
}

/// The vector product.
pub(in super::super) fn cross<const D: usize>(a: &Vector<D>, b: &Vector<D>) -> Vector<D> {
    let m = moment(a, b);
    Vector::from_fn(|i, _| m[i])
}
