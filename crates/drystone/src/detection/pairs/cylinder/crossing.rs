//! Where lines and rims of two patches cross, seen along the direction.

use super::meeting::{Meeting, cross};
use super::patch::{Patch, onto_plane};
use super::rod::Rod;
use crate::detection::pairs::feature::Feature;
use crate::space::Vector;

impl<const D: usize> Meeting<'_, D> {
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
    pub(super) fn rims(&mut self, rods: [&Rod<D>; 2], ends: [usize; 2]) {
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
