//! Closest points of two separated convex shapes that neither a face nor an edge axis yields:
//! corner on corner, corner on edge, parallel edges.
//!
//! The closest points then lie on two corners (plane) or on two edges (space). Only those that
//! can be within reach are looked at.

use super::clip::Part;
use super::feature::Feature;
use crate::shapes::Aabb;
use crate::space::Vector;

/// Two closest points and the features they lie on, candidate first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Closest<const D: usize> {
    pub points: [Vector<D>; 2],
    pub features: [Feature; 2],
    pub distance: f64,
}

/// Parameter in [0, 1] of the point of a segment closest to `x`.
pub(super) fn on_segment<const D: usize>(p: &Vector<D>, q: &Vector<D>, x: &Vector<D>) -> f64 {
    let along = q - p;
    (along.dot(&(x - p)) / along.norm_squared().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0)
}

/// Parameters of the closest points of two segments. Far from the origin of the frame, compared
/// with their length, rounding may leave them none.
pub(super) fn of_segments<const D: usize>(
    [p, q]: [&Vector<D>; 2],
    [r, s]: [&Vector<D>; 2],
) -> [f64; 2] {
    let (d1, d2, w) = (q - p, s - r, p - r);
    let [a, e] = [d1, d2].map(|d| d.norm_squared().max(f64::MIN_POSITIVE));
    let b = d1.dot(&d2);
    let (c, f) = (d1.dot(&w), d2.dot(&w));
    let det = a * e - b * b;
    // Parallel lines are equally close everywhere: begin at an end.
    let mut t = if det > 1e-12 * a * e { ((b * f - c * e) / det).clamp(0.0, 1.0) } else { 0.0 };
    let mut u = (b * t + f) / e;
    if !(0.0..=1.0).contains(&u) {
        u = u.clamp(0.0, 1.0);
        t = ((b * u - c) / a).clamp(0.0, 1.0);
    }
    [t, u]
}

/// Corners (plane) or edges (space) of both shapes that a pair of points not farther apart
/// than `reach` can lie on, given that `normal` separates the shapes by `separation` with the
/// candidate below `top`.
pub(super) fn within_reach<const D: usize>(
    [a, b]: [Part<'_, D>; 2],
    normal: &Vector<D>,
    top: f64,
    separation: f64,
    reach: f64,
    [keep_a, keep_b]: [&mut Vec<usize>; 2],
) {
    let (floor, ceiling) = (top + separation - reach, top + reach);
    keep_a.clear();
    keep_b.clear();
    if D == 2 {
        let height = |part: &Part<'_, D>, v: usize| normal.dot(&part.placed.vertices[v]);
        keep_a.extend((0..a.placed.vertices.len()).filter(|&v| height(&a, v) >= floor));
        keep_b.extend((0..b.placed.vertices.len()).filter(|&v| height(&b, v) <= ceiling));
        return;
    }
    // An edge that comes near the other shape comes near the box around it.
    let around = |part: &Part<'_, D>| Aabb::around(&part.placed.vertices).grown(reach);
    let meets = |part: &Part<'_, D>, edge: usize, around: &Aabb<D>| {
        let ends = part.shape.edges()[edge].vertices.map(|v| &part.placed.vertices[v]);
        Aabb::around(ends).overlaps(around)
    };
    let (around_a, around_b) = (around(&a), around(&b));
    let ends = |part: &Part<'_, D>, edge: usize| {
        part.shape.edges()[edge].vertices.map(|v| normal.dot(&part.placed.vertices[v]))
    };
    let high = |&i: &usize| ends(&a, i).iter().any(|&h| h >= floor) && meets(&a, i, &around_b);
    let low = |&i: &usize| ends(&b, i).iter().any(|&h| h <= ceiling) && meets(&b, i, &around_a);
    keep_a.extend((0..a.shape.edges().len()).filter(high));
    keep_b.extend((0..b.shape.edges().len()).filter(low));
}

/// The closest points on the corners or edges kept. Two pairs come back for parallel edges
/// that face each other over more than `least`.
pub(super) fn closest<const D: usize>(
    [a, b]: [Part<'_, D>; 2],
    [keep_a, keep_b]: [&[usize]; 2],
    least: f64,
    tolerance: f64,
) -> (Option<Closest<D>>, Option<Closest<D>>) {
    let mut best: Option<Closest<D>> = None;
    for &i in keep_a {
        for &j in keep_b {
            let found = if D == 2 { corners([a, b], i, j) } else { edges([a, b], i, j) };
            if best.is_none_or(|b| found.distance < b.distance) {
                best = Some(found);
            }
        }
    }
    let Some(found) = best else { return (None, None) };
    if D == 3 {
        for &i in keep_a {
            for &j in keep_b {
                if let Some([first, second]) = parallel([a, b], i, j, least)
                    && first.distance.max(second.distance) <= found.distance + tolerance
                {
                    return (Some(first), Some(second));
                }
            }
        }
    }
    (best, None)
}

fn corners<const D: usize>([a, b]: [Part<'_, D>; 2], i: usize, j: usize) -> Closest<D> {
    let points = [a.placed.vertices[i], b.placed.vertices[j]];
    Closest {
        points,
        features: [Feature::Vertex(i), Feature::Vertex(j)],
        distance: (points[0] - points[1]).norm(),
    }
}

fn edges<const D: usize>([a, b]: [Part<'_, D>; 2], i: usize, j: usize) -> Closest<D> {
    let (e, f) = (a.shape.edges()[i].vertices, b.shape.edges()[j].vertices);
    let [p, q] = e.map(|v| &a.placed.vertices[v]);
    let [r, s] = f.map(|v| &b.placed.vertices[v]);
    let [t, u] = of_segments([p, q], [r, s]);
    let points = [p + (q - p) * t, r + (s - r) * u];
    let feature = |t: f64, edge: usize, ends: [usize; 2]| match t {
        0.0 => Feature::Vertex(ends[0]),
        1.0 => Feature::Vertex(ends[1]),
        _ => Feature::Edge(edge),
    };
    Closest {
        points,
        features: [feature(t, i, e), feature(u, j, f)],
        distance: (points[0] - points[1]).norm(),
    }
}

/// The two ends of the common part of parallel edges.
fn parallel<const D: usize>(
    [a, b]: [Part<'_, D>; 2],
    i: usize,
    j: usize,
    least: f64,
) -> Option<[Closest<D>; 2]> {
    let (e, f) = (a.shape.edges()[i].vertices, b.shape.edges()[j].vertices);
    let [p, q] = e.map(|v| a.placed.vertices[v]);
    let [r, s] = f.map(|v| b.placed.vertices[v]);
    let (along, other) = (q - p, s - r);
    let cosine = along.dot(&other);
    if along.norm_squared() * other.norm_squared() - cosine * cosine
        > 1e-12 * along.norm_squared() * other.norm_squared()
    {
        return None;
    }
    let length = along.norm();
    let place = |x: &Vector<D>| along.dot(&(x - p)) / length;
    let ([low, high], [vl, vh]) = if cosine > 0.0 {
        ([place(&r), place(&s)], f)
    } else {
        ([place(&s), place(&r)], [f[1], f[0]])
    };
    if high.min(length) - low.max(0.0) <= least {
        return None;
    }
    // Each end of the common part is a vertex of one edge over the inside of the other, or of
    // both.
    let end = |mine: f64, my_vertex: usize, theirs: f64, their_vertex: usize, mine_ends: bool| {
        let level = (mine - theirs).abs() <= least;
        let (on_a, on_b) = (mine_ends || level, !mine_ends || level);
        let point = if on_a { a.placed.vertices[my_vertex] } else { p + along * (theirs / length) };
        let over = if on_b {
            b.placed.vertices[their_vertex]
        } else {
            r + other * on_segment(&r, &s, &point)
        };
        Closest {
            points: [point, over],
            features: [
                if on_a { Feature::Vertex(my_vertex) } else { Feature::Edge(i) },
                if on_b { Feature::Vertex(their_vertex) } else { Feature::Edge(j) },
            ],
            distance: (point - over).norm(),
        }
    };
    Some([end(0.0, e[0], low, vl, low <= 0.0), end(length, e[1], high, vh, high >= length)])
}
