//! Distances and depths found without faces or edges: from corners alone.

use drystone::shapes::Shape;
use drystone::space::{Pose, Vector, moment};
use nalgebra::{DMatrix, DVector};

/// Corners in the global frame; a ball is its centre, a rounded shape its core.
pub fn corners<const D: usize>(shape: &Shape<D>, pose: &Pose<D>) -> Vec<Vector<D>> {
    match shape {
        Shape::Convex(convex) => convex.vertices().iter().map(|v| pose.point(v)).collect(),
        Shape::Rounded(rounded) => {
            rounded.core().vertices().iter().map(|v| pose.point(v)).collect()
        }
        _ => vec![pose.position],
    }
}

/// Norm of the shortest vector of the convex hull of some points: Wolfe's algorithm.
fn shortest<const D: usize>(points: &[Vector<D>]) -> f64 {
    let first = (0..points.len())
        .min_by(|&i, &j| points[i].norm_squared().total_cmp(&points[j].norm_squared()))
        .unwrap();
    let (mut active, mut weights) = (vec![first], vec![1.0]);
    let at = |active: &[usize], weights: &[f64]| {
        active.iter().zip(weights).map(|(&i, w)| points[i] * *w).sum::<Vector<D>>()
    };
    for _ in 0..1000 {
        let x = at(&active, &weights);
        let next = (0..points.len())
            .min_by(|&i, &j| x.dot(&points[i]).total_cmp(&x.dot(&points[j])))
            .unwrap();
        if x.dot(&points[next]) >= x.norm_squared() - 1e-14 || active.contains(&next) {
            return x.norm();
        }
        active.push(next);
        weights.push(0.0);
        loop {
            // The shortest vector of the affine hull of the active points.
            let n = active.len();
            let mut m = DMatrix::<f64>::zeros(n + 1, n + 1);
            for i in 0..n {
                for j in 0..n {
                    m[(i, j)] = points[active[i]].dot(&points[active[j]]);
                }
                m[(i, n)] = 1.0;
                m[(n, i)] = 1.0;
            }
            let mut right = DVector::<f64>::zeros(n + 1);
            right[n] = 1.0;
            let Some(solution) = m.lu().solve(&right) else { return at(&active, &weights).norm() };
            if (0..n).all(|i| solution[i] > 1e-13) {
                weights = solution.iter().take(n).copied().collect();
                break;
            }
            let step = (0..n)
                .filter(|&i| solution[i] <= 1e-13)
                .map(|i| weights[i] / (weights[i] - solution[i]))
                .fold(1.0, f64::min);
            for i in 0..n {
                weights[i] += step * (solution[i] - weights[i]);
            }
            let gone = (0..n).min_by(|&i, &j| weights[i].total_cmp(&weights[j])).unwrap();
            active.remove(gone);
            weights.remove(gone);
            let total: f64 = weights.iter().sum();
            weights.iter_mut().for_each(|w| *w /= total);
        }
    }
    at(&active, &weights).norm()
}

/// Distance of two hulls; zero when they overlap.
pub fn distance<const D: usize>(a: &[Vector<D>], b: &[Vector<D>]) -> f64 {
    let differences: Vec<_> = a.iter().flat_map(|p| b.iter().map(move |q| p - q)).collect();
    shortest(&differences)
}

/// The greatest separation over every direction that can be square to a face of the Minkowski
/// difference: minus the depth when the hulls overlap.
pub fn separation<const D: usize>(a: &[Vector<D>], b: &[Vector<D>]) -> f64 {
    let mut lines: Vec<Vector<D>> = Vec::new();
    for hull in [a, b] {
        for i in 0..hull.len() {
            lines.extend((0..i).map(|j| hull[i] - hull[j]));
        }
    }
    let mut best = f64::NEG_INFINITY;
    let mut test = |n: Vector<D>| {
        let length = n.norm();
        if length > 1e-9 {
            let range = |hull: &[Vector<D>]| {
                hull.iter()
                    .map(|p| n.dot(p))
                    .fold((f64::INFINITY, f64::NEG_INFINITY), |r, h| (r.0.min(h), r.1.max(h)))
            };
            let (ra, rb) = (range(a), range(b));
            best = best.max((rb.0 - ra.1) / length).max((ra.0 - rb.1) / length);
        }
    };
    for i in 0..lines.len() {
        if D == 2 {
            let along = lines[i];
            test(Vector::from_fn(|k, _| if k == 0 { along[1] } else { -along[0] }));
        } else {
            for j in 0..i {
                let m = moment(&lines[i], &lines[j]);
                test(Vector::from_fn(|k, _| m[k]));
            }
        }
    }
    best
}

/// The signed gap of two shapes, of which at most one is a half-space.
pub fn gap<const D: usize>(a: &Shape<D>, p: &Pose<D>, b: &Shape<D>, q: &Pose<D>) -> f64 {
    let radius = |s: &Shape<D>| match s {
        Shape::Ball(ball) => ball.radius(),
        Shape::Rounded(rounded) => rounded.radius(),
        _ => 0.0,
    };
    let (ca, cb) = (corners(a, p), corners(b, q));
    let inflation = radius(a) + radius(b);
    let plane = |half: &Shape<D>, pose: &Pose<D>, points: &[Vector<D>]| {
        let Shape::HalfSpace(half) = half else { return f64::NAN };
        let n = pose.direction(half.normal());
        points.iter().map(|x| n.dot(&(x - pose.position))).fold(f64::INFINITY, f64::min)
    };
    let wall = |drum: &drystone::shapes::Drum<D>, pose: &Pose<D>, points: &[Vector<D>]| {
        let free = |x: &Vector<D>| {
            let local = pose.local_point(x);
            let along = drum.axis().dot(&local);
            let ends = drum.half_length().map_or(f64::INFINITY, |h| h - along.abs());
            ends.min(drum.radius() - (local.norm_squared() - along * along).max(0.0).sqrt())
        };
        points.iter().map(free).fold(f64::INFINITY, f64::min)
    };
    match (a, b) {
        (Shape::Drum(drum), _) => wall(drum, p, &cb) - inflation,
        (_, Shape::Drum(drum)) => wall(drum, q, &ca) - inflation,
        (Shape::HalfSpace(_), _) => plane(a, p, &cb) - inflation,
        (_, Shape::HalfSpace(_)) => plane(b, q, &ca) - inflation,
        _ => {
            let d = distance(&ca, &cb);
            if d > 1e-7 { d - inflation } else { separation(&ca, &cb).max(f64::MIN) - inflation }
        }
    }
}

/// How far a point is from the surface of a shape; of a rounded shape, how far outside.
pub fn off_surface<const D: usize>(shape: &Shape<D>, pose: &Pose<D>, x: &Vector<D>) -> f64 {
    let local = pose.local_point(x);
    match shape {
        Shape::Ball(ball) => (local.norm() - ball.radius()).abs(),
        Shape::HalfSpace(half) => half.normal().dot(&local).abs(),
        Shape::Drum(drum) => {
            let along = drum.axis().dot(&local);
            let ends = drum.half_length().map_or(f64::INFINITY, |h| (h - along.abs()).abs());
            ends.min((drum.radial(&local).norm() - drum.radius()).abs())
        }
        Shape::Rounded(_) => off_rounded(shape, pose, x).max(0.0),
        Shape::Terrain(terrain) => {
            terrain.nearest(&local, f64::INFINITY).map_or(f64::INFINITY, |n| n.distance)
        }
        Shape::Skin(skin) => {
            skin.foot(&local, f64::INFINITY, |_, _| true).map_or(f64::INFINITY, |f| f.gap.abs())
        }
        Shape::Cylinder(cylinder) => {
            let along = cylinder.axis().dot(&local);
            let off = (local - cylinder.axis() * along).norm() - cylinder.radius();
            let cap = along.abs() - cylinder.half_length();
            if off > 0.0 && cap > 0.0 { off.hypot(cap) } else { off.max(cap).abs() }
        }
        Shape::Convex(convex) => {
            let height = |f: &drystone::shapes::Face<D>| f.normal.dot(&local) - f.offset;
            convex.faces().iter().map(height).fold(f64::NEG_INFINITY, f64::max).abs()
        }
    }
}

/// Signed distance of a point outside the core from the surface of a rounded shape; zero for
/// other shapes.
pub fn off_rounded<const D: usize>(shape: &Shape<D>, pose: &Pose<D>, x: &Vector<D>) -> f64 {
    let Shape::Rounded(rounded) = shape else { return 0.0 };
    distance(&[*x], &corners(shape, pose)) - rounded.radius()
}
