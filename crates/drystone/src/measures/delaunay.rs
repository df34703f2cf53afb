//! The Delaunay triangulation of points of the plane, by insertion and flips (Lawson 1977).
//!
//! Points are inserted one by one into the triangle that holds them, inside a triangle far larger
//! than all; edges whose opposite points see each other's circle are flipped. A flip is made only where
//! both new triangles are turned the right way, so that round-off can cost the Delaunay property
//! where points lie on one circle, as in a lattice, but never the triangulation. Slivers along the
//! hull, with a circle fifty times as wide as all the points, are left out.

use nalgebra::Vector2;

type Point = Vector2<f64>;
/// No neighbour.
const NONE: usize = usize::MAX;
/// What counts as zero, points being in the unit square.
const ZERO: f64 = 1e-13;

/// Corners (anticlockwise) of each triangle, and the triangle opposite to each corner.
struct Mesh {
    points: Vec<Point>,
    corners: Vec<[usize; 3]>,
    across: Vec<[usize; 3]>,
    /// Where the last point was inserted.
    last: usize,
}

/// Triangles between points, as indices, anticlockwise, sorted.
pub(super) fn triangulate(points: &[Point]) -> Vec<[usize; 3]> {
    let n = points.len();
    let finite = points.iter().all(|p| p.iter().all(|x| x.is_finite()));
    if n < 3 || !finite {
        return vec![];
    }
    let (mut low, mut high) = (points[0], points[0]);
    points.iter().for_each(|p| (low, high) = (low.inf(p), high.sup(p)));
    let size = (high - low).max();
    if size.is_nan() || size <= 0.0 {
        return vec![];
    }
    let mut mesh = Mesh {
        points: points.iter().map(|p| (p - low) / size).collect(),
        corners: vec![[n, n + 1, n + 2]],
        across: vec![[NONE; 3]],
        last: 0,
    };
    mesh.points.extend([Point::new(-90.0, -60.0), Point::new(90.0, -60.0), Point::new(0.0, 120.0)]);
    for k in snake(&mesh.points[..n]) {
        mesh.insert(k);
    }
    let mut found: Vec<[usize; 3]> =
        mesh.corners.into_iter().filter(|corners| corners.iter().all(|c| *c < n)).collect();
    for corners in &mut found {
        // The least index first.
        let first = (0..3).min_by_key(|k| corners[*k]).unwrap_or(0);
        corners.rotate_left(first);
    }
    found.sort_unstable();
    found
}

/// An order in which neighbours follow each other: rows, to and fro.
fn snake(points: &[Point]) -> Vec<usize> {
    let rows = (points.len() as f64).sqrt().ceil();
    let mut order: Vec<usize> = (0..points.len()).collect();
    let key = |k: &usize| {
        let row = (points[*k][1] * rows).floor();
        (row, if row % 2.0 == 0.0 { points[*k][0] } else { -points[*k][0] })
    };
    order.sort_by(|a, b| {
        let (a, b) = (key(a), key(b));
        a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1))
    });
    order
}

impl Mesh {
    /// Twice the area of a triangle, positive anticlockwise.
    fn area(&self, a: usize, b: usize, c: usize) -> f64 {
        let (u, v) = (self.points[b] - self.points[a], self.points[c] - self.points[a]);
        u[0] * v[1] - u[1] * v[0]
    }

    /// Whether a point lies inside the circle of a triangle.
    fn in_circle(&self, [a, b, c]: [usize; 3], d: usize) -> bool {
        let [u, v, w] = [a, b, c].map(|k| self.points[k] - self.points[d]);
        let cross = |p: Point, q: Point| p[0] * q[1] - p[1] * q[0];
        let terms = [
            u.norm_squared() * cross(v, w),
            v.norm_squared() * cross(w, u),
            w.norm_squared() * cross(u, v),
        ];
        let scale: f64 = terms.iter().map(|x| x.abs()).sum();
        terms.iter().sum::<f64>() > ZERO * scale
    }

    /// The triangle that holds a point.
    fn locate(&self, p: usize) -> usize {
        let outside = |t: usize| {
            let c = self.corners[t];
            (0..3).find(|&k| self.area(c[(k + 1) % 3], c[(k + 2) % 3], p) < 0.0)
        };
        let mut t = self.last;
        for _ in 0..self.corners.len() {
            match outside(t).map(|k| self.across[t][k]) {
                None | Some(NONE) => return t,
                Some(next) => t = next,
            }
        }
        // Round-off led in a circle.
        let deepest = |t: &usize| {
            let c = self.corners[*t];
            let depths = (0..3).map(|k| self.area(c[(k + 1) % 3], c[(k + 2) % 3], p));
            depths.fold(f64::INFINITY, f64::min)
        };
        (0..self.corners.len()).max_by(|a, b| deepest(a).total_cmp(&deepest(b))).unwrap_or(0)
    }

    fn insert(&mut self, p: usize) {
        let t = self.locate(p);
        let [a, b, c] = self.corners[t];
        if [a, b, c].iter().any(|k| self.points[*k] == self.points[p]) {
            return;
        }
        let [over_a, over_b, over_c] = self.across[t];
        let (u, v) = (self.corners.len(), self.corners.len() + 1);
        // t = pbc, u = pca, v = pab; p is the first corner of each.
        self.corners[t] = [p, b, c];
        self.across[t] = [over_a, u, v];
        self.corners.extend([[p, c, a], [p, a, b]]);
        self.across.extend([[over_b, v, t], [over_c, t, u]]);
        self.point_back(over_b, t, u);
        self.point_back(over_c, t, v);
        self.last = t;
        let mut stack = vec![t, u, v];
        while let Some(t) = stack.pop() {
            self.flip(t, &mut stack);
        }
    }

    /// Lets a triangle that named one neighbour name another.
    fn point_back(&mut self, triangle: usize, old: usize, new: usize) {
        if triangle != NONE {
            for neighbour in &mut self.across[triangle] {
                if *neighbour == old {
                    *neighbour = new;
                }
            }
        }
    }

    /// Flips the edge opposite to the first corner, the new point, where it must be.
    fn flip(&mut self, t: usize, stack: &mut Vec<usize>) {
        let o = self.across[t][0];
        if o == NONE {
            return;
        }
        let [p, b, c] = self.corners[t];
        let Some(k) = (0..3).find(|&k| self.across[o][k] == t) else { return };
        let d = self.corners[o][k];
        let flat = self.area(p, b, c) <= ZERO;
        let sound = self.area(p, b, d) > ZERO && self.area(p, d, c) > ZERO;
        if !(sound && (flat || self.in_circle([p, b, c], d))) {
            return;
        }
        // o = (d, c, b) from d on: across its corners b and c lie the triangles over dc and bd.
        let over_dc = self.across[o][(k + 2) % 3];
        let over_bd = self.across[o][(k + 1) % 3];
        let (over_cp, over_pb) = (self.across[t][1], self.across[t][2]);
        self.corners[t] = [p, b, d];
        self.across[t] = [over_bd, o, over_pb];
        self.corners[o] = [p, d, c];
        self.across[o] = [over_dc, over_cp, t];
        self.point_back(over_bd, o, t);
        self.point_back(over_cp, t, o);
        stack.extend([t, o]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(points: &[Point], [a, b, c]: [usize; 3]) -> f64 {
        let (u, v) = (points[b] - points[a], points[c] - points[a]);
        0.5 * (u[0] * v[1] - u[1] * v[0])
    }

    /// Points spread by the fractional parts of two irrational numbers.
    fn spread(n: usize) -> Vec<Point> {
        let part = |k: usize, x: f64| (k as f64 * x).fract();
        (1..=n).map(|k| Point::new(part(k, 0.754_877_666), part(k, 0.569_840_29))).collect()
    }

    #[test]
    fn no_point_lies_inside_a_circle() {
        let points = spread(120);
        let found = triangulate(&points);
        for t in &found {
            assert!(area(&points, *t) > 0.0);
            let [a, b, c] = t.map(|k| points[k]);
            // The centre by the two equations of equal distance.
            let (u, v) = (b - a, c - a);
            let det = 2.0 * (u[0] * v[1] - u[1] * v[0]);
            let (uu, vv) = (u.norm_squared(), v.norm_squared());
            let centre = a + Point::new(v[1] * uu - u[1] * vv, u[0] * vv - v[0] * uu) / det;
            let radius = (a - centre).norm();
            assert!(points.iter().all(|p| (p - centre).norm() > radius * (1.0 - 1e-9)));
        }
        // Euler: all but the hull's slivers.
        assert!(found.len() > 2 * 120 - 2 - 40, "{}", found.len());
    }

    /// Points on common circles and lines, and some twice: the square is covered once.
    #[test]
    fn a_lattice_is_covered_once() {
        let n = 13;
        let mut points: Vec<Point> =
            (0..n * n).map(|k| Point::new(0.1 * (k % n) as f64, 0.1 * (k / n) as f64)).collect();
        points.extend_from_within(0..5);
        let found = triangulate(&points);
        assert_eq!(found.len(), 2 * (n - 1) * (n - 1));
        let sum: f64 = found.iter().map(|t| area(&points, *t)).sum();
        assert!((sum - 1.44).abs() < 1e-12 && found.iter().all(|t| area(&points, *t) > 1e-3));
        assert_eq!(triangulate(&points[..2]), [[0; 3]; 0]);
        assert_eq!(triangulate(&points[..n]), [[0; 3]; 0]);
    }

    #[test]
    fn many_points_are_no_trouble() {
        let points = spread(20_000);
        let sum: f64 = triangulate(&points).iter().map(|t| area(&points, *t)).sum();
        assert!(sum > 0.99 && sum < 1.0, "{sum}");
    }
}
