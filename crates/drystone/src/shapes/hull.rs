//! Convex hull in space.
//!
//! Quickhull (Barber, Dobkin, Huhdanpaa 1996) on triangles, with the farthest point first;
//! then triangles in one plane are joined to faces whose corners come from the plane hull of
//! their vertices. A point within the tolerance of a plane counts as on it. The result is
//! checked (closed, Euler's formula, every point inside); a failed check widens the tolerance.

use super::convex::far;
use super::{Aabb, Convex, InvalidShape, polygon};
use crate::space::Vector;
use nalgebra::Vector3;
use std::collections::HashMap;

/// Hull of points of which there are at least four, all finite.
pub(super) fn convex<const D: usize>(points: &[Vector<D>]) -> Result<Convex<D>, InvalidShape> {
    let bounds = Aabb::around(points);
    let origin = bounds.centre();
    let size = bounds.extent();
    // Centred copies: the tolerance below then is the rounding the input already carries.
    let centred: Vec<Vector3<f64>> =
        points.iter().map(|p| Vector3::from_fn(|i, _| p[i] - origin[i])).collect();
    let mut tolerance = 1e-12 * size + 16.0 * f64::EPSILON * far(points);
    let simplex = first_simplex(&centred, 1e-9 * size + 4.0 * tolerance)?;
    for _ in 0..6 {
        if let Some(found) = attempt(points, &centred, simplex, tolerance) {
            return Ok(found);
        }
        tolerance *= 10.0;
    }
    Err(InvalidShape("the points are too nearly degenerate for a closed convex surface".into()))
}

fn attempt<const D: usize>(
    points: &[Vector<D>],
    centred: &[Vector3<f64>],
    simplex: [usize; 4],
    tolerance: f64,
) -> Option<Convex<D>> {
    let triangles = quickhull(centred, simplex, tolerance)?;
    let loops = join_coplanar(centred, &triangles, 4.0 * tolerance)?;
    let mut corners: Vec<usize> = loops.iter().flatten().copied().collect();
    corners.sort_unstable();
    corners.dedup();
    let renumbered = |ring: &Vec<usize>| {
        ring.iter().map(|v| corners.binary_search(v).ok()).collect::<Option<Vec<_>>>()
    };
    let loops = loops.iter().map(renumbered).collect::<Option<Vec<_>>>()?;
    let found = Convex::assemble(corners.iter().map(|&v| points[v]).collect(), loops).ok()?;
    let inside = |p: &Vector<D>| {
        found.faces().iter().all(|f| f.normal.dot(p) - f.offset <= 16.0 * tolerance)
    };
    let solid = !found.is_flat() && found.faces().len() > D;
    (solid && points.iter().all(inside)).then_some(found)
}

/// Four points that span a volume, the last one below the triangle of the first three.
fn first_simplex(points: &[Vector3<f64>], thin: f64) -> Result<[usize; 4], InvalidShape> {
    let farthest = |measure: &dyn Fn(&Vector3<f64>) -> f64| {
        let best = (0..points.len())
            .max_by(|&i, &j| measure(&points[i]).total_cmp(&measure(&points[j])).then(j.cmp(&i)));
        best.unwrap_or(0)
    };
    let bounds = Aabb::around(points);
    let axis = (bounds.max - bounds.min).imax();
    let a = farthest(&|p| -p[axis]);
    let b = farthest(&|p| (p - points[a]).norm());
    let along = points[b] - points[a];
    let wrong = |what: &str| Err(InvalidShape(format!("all points {what}: the volume is zero")));
    if along.norm() <= thin {
        return wrong("coincide");
    }
    let along = along.normalize();
    let off_line = |p: &Vector3<f64>| along.cross(&(p - points[a])).norm();
    let c = farthest(&off_line);
    if off_line(&points[c]) <= thin {
        return wrong("lie on one line");
    }
    let normal = along.cross(&(points[c] - points[a])).normalize();
    let height = |p: &Vector3<f64>| normal.dot(&(p - points[a]));
    let d = farthest(&|p| height(p).abs());
    if height(&points[d]).abs() <= thin {
        return wrong("lie in one plane");
    }
    Ok(if height(&points[d]) < 0.0 { [a, b, c, d] } else { [a, c, b, d] })
}

struct Triangle {
    corners: [usize; 3],
    normal: Vector3<f64>,
    offset: f64,
    outside: Vec<usize>,
    alive: bool,
}

impl Triangle {
    fn new(points: &[Vector3<f64>], corners: [usize; 3]) -> Option<Self> {
        let [a, b, c] = corners.map(|v| points[v]);
        let normal = (b - a).cross(&(c - a)).try_normalize(0.0)?;
        let offset = normal.dot(&(a + b + c)) / 3.0;
        Some(Self { corners, normal, offset, outside: Vec::new(), alive: true })
    }

    fn height(&self, p: &Vector3<f64>) -> f64 {
        self.normal.dot(p) - self.offset
    }
}

/// Triangles of the hull; `None` when rounding made the horizon something else than a loop.
fn quickhull(
    points: &[Vector3<f64>],
    [a, b, c, d]: [usize; 4],
    tolerance: f64,
) -> Option<Vec<[usize; 3]>> {
    let mut triangles: Vec<Triangle> = Vec::new();
    // The triangle to the left of each directed edge.
    let mut left: HashMap<(usize, usize), usize> = HashMap::new();
    for corners in [[a, b, c], [a, d, b], [b, d, c], [c, d, a]] {
        add(&mut triangles, &mut left, points, corners)?;
    }
    distribute(&mut triangles, 0, points, 0..points.len(), tolerance);
    let mut next = 0;
    while next < triangles.len() {
        if !triangles[next].alive || triangles[next].outside.is_empty() {
            next += 1;
            continue;
        }
        let height = |&v: &usize| triangles[next].height(&points[v]);
        let far = *triangles[next]
            .outside
            .iter()
            .max_by(|i, j| height(i).total_cmp(&height(j)).then(j.cmp(i)))?;
        // Everything the point sees goes; the rim of what is left closes to the point.
        let mut seen = vec![next];
        triangles[next].alive = false;
        let mut horizon = Vec::new();
        let mut k = 0;
        while k < seen.len() {
            let [a, b, c] = triangles[seen[k]].corners;
            for (i, j) in [(a, b), (b, c), (c, a)] {
                let across = *left.get(&(j, i))?;
                if !triangles[across].alive {
                    continue;
                }
                if triangles[across].height(&points[far]) > tolerance {
                    triangles[across].alive = false;
                    seen.push(across);
                }
            }
            k += 1;
        }
        for &t in &seen {
            let [a, b, c] = triangles[t].corners;
            for (i, j) in [(a, b), (b, c), (c, a)] {
                if triangles[*left.get(&(j, i))?].alive {
                    horizon.push((i, j));
                }
            }
        }
        let orphans: Vec<usize> =
            seen.iter().flat_map(|&t| std::mem::take(&mut triangles[t].outside)).collect();
        for &t in &seen {
            let [a, b, c] = triangles[t].corners;
            for edge in [(a, b), (b, c), (c, a)] {
                left.remove(&edge);
            }
        }
        let first = triangles.len();
        for (i, j) in horizon {
            add(&mut triangles, &mut left, points, [i, j, far])?;
        }
        let orphans = orphans.into_iter().filter(|&v| v != far);
        distribute(&mut triangles, first, points, orphans, tolerance);
    }
    Some(triangles.iter().filter(|t| t.alive).map(|t| t.corners).collect())
}

fn add(
    triangles: &mut Vec<Triangle>,
    left: &mut HashMap<(usize, usize), usize>,
    points: &[Vector3<f64>],
    corners: [usize; 3],
) -> Option<()> {
    let [a, b, c] = corners;
    for edge in [(a, b), (b, c), (c, a)] {
        if left.insert(edge, triangles.len()).is_some() {
            return None;
        }
    }
    triangles.push(Triangle::new(points, corners)?);
    Some(())
}

/// Hands each point to the triangle, from `first` on, that it is farthest outside of.
fn distribute(
    triangles: &mut [Triangle],
    first: usize,
    points: &[Vector3<f64>],
    loose: impl IntoIterator<Item = usize>,
    tolerance: f64,
) {
    for v in loose {
        let height = |t: &Triangle| t.height(&points[v]);
        let best = triangles[first..].iter_mut().max_by(|s, t| height(s).total_cmp(&height(t)));
        if let Some(t) = best
            && t.height(&points[v]) > tolerance
        {
            t.outside.push(v);
        }
    }
}

/// Joins neighbouring triangles in one plane. Large triangles first: theirs are the planes
/// that rounding moves least.
fn join_coplanar(
    points: &[Vector3<f64>],
    triangles: &[[usize; 3]],
    tolerance: f64,
) -> Option<Vec<Vec<usize>>> {
    let normal = |[a, b, c]: [usize; 3]| (points[b] - points[a]).cross(&(points[c] - points[a]));
    let mut left: HashMap<(usize, usize), usize> = HashMap::new();
    for (t, &[a, b, c]) in triangles.iter().enumerate() {
        left.extend([((a, b), t), ((b, c), t), ((c, a), t)]);
    }
    let mut order: Vec<usize> = (0..triangles.len()).collect();
    let area: Vec<f64> = triangles.iter().map(|&t| normal(t).norm()).collect();
    order.sort_by(|&s, &t| area[t].total_cmp(&area[s]).then(s.cmp(&t)));
    let mut taken = vec![false; triangles.len()];
    let mut loops = Vec::new();
    for seed in order {
        if taken[seed] {
            continue;
        }
        let n = normal(triangles[seed]).try_normalize(0.0)?;
        let origin = points[triangles[seed][0]];
        let flat = |t: usize| {
            triangles[t].iter().all(|&v| n.dot(&(points[v] - origin)).abs() <= tolerance)
                && normal(triangles[t]).dot(&n) > -tolerance * tolerance
        };
        let mut group = vec![seed];
        taken[seed] = true;
        let mut k = 0;
        while k < group.len() {
            let [a, b, c] = triangles[group[k]];
            for edge in [(b, a), (c, b), (a, c)] {
                let across = *left.get(&edge)?;
                if !taken[across] && flat(across) {
                    taken[across] = true;
                    group.push(across);
                }
            }
            k += 1;
        }
        let mut members: Vec<usize> = group.iter().flat_map(|&t| triangles[t]).collect();
        members.sort_unstable();
        members.dedup();
        let across = n.cross(&(points[triangles[seed][1]] - origin).normalize());
        let along = across.cross(&n);
        let plane: Vec<[f64; 2]> = members
            .iter()
            .map(|&v| [along.dot(&(points[v] - origin)), across.dot(&(points[v] - origin))])
            .collect();
        let ring = polygon::hull(&plane, tolerance);
        if ring.len() < 3 {
            return None;
        }
        loops.push(ring.into_iter().map(|k| members[k]).collect());
    }
    Some(loops)
}
