//! Segment on segment in space, the cores of capsules.
//!
//! The closest points; for segments within a few degrees of parallel also the ends of the part
//! they have in common, each with the closest point of the other segment: the ball about an end
//! is part of the capsule, so its gap is exact. Two parallel capsules touch at two points.

use super::closest::{of_segments, on_segment};
use super::emit::Emit;
use super::feature::{Feature, code};
use super::placed::Placed;
use crate::space::{Vector, frame, moment};

/// Squared sines below which segments are nearly parallel, and parallel.
const NEARLY: f64 = 1e-2;
const PARALLEL: f64 = 1e-12;

pub(super) fn needles<const D: usize>([a, b]: [&Placed<D>; 2], alert: f64, emit: &mut Emit<'_, D>) {
    let ([p, q], [r, s]) = ([0, 1].map(|v| a.vertices[v]), [0, 1].map(|v| b.vertices[v]));
    let (d, e) = (q - p, s - r);
    let m = moment(&d, &e);
    let cross = Vector::<D>::from_fn(|i, _| m[i]);
    let sine = cross.norm_squared() / (d.norm_squared() * e.norm_squared());
    // Where segments meet any normal across both is right; it must be the same every time.
    let across = if sine > PARALLEL {
        cross.normalize()
    } else {
        frame(&d.normalize(), None).column(1).into_owned()
    };
    let tiny = 1e-9 * d.norm().min(e.norm());
    let mut known: Vec<[Vector<D>; 2]> = Vec::new();
    let mut push = |[t, u]: [f64; 2]| {
        let points = [p + d * t, r + e * u];
        let near = |k: &[Vector<D>; 2]| (0..2).all(|i| (k[i] - points[i]).norm() <= tiny);
        let between = points[0] - points[1];
        let distance = between.norm();
        if distance > alert || known.iter().any(near) {
            return;
        }
        known.push(points);
        let normal = if distance > tiny * 1e-3 { between / distance } else { across };
        let feature = |t: f64| match t {
            0.0 => Feature::Vertex(0),
            1.0 => Feature::Vertex(1),
            _ => Feature::Edge(0),
        };
        let (normal, gap) = (emit.pose.direction(&normal), normal.dot(&between));
        emit.push(points, normal, gap, code(feature(t), feature(u)));
    };
    if sine <= NEARLY {
        for (t, end) in [(0.0, p), (1.0, q)] {
            let u = e.dot(&(end - r)) / e.norm_squared();
            if (0.0..=1.0).contains(&u) {
                push([t, u]);
            }
        }
        for (u, end) in [(0.0, r), (1.0, s)] {
            let t = d.dot(&(end - p)) / d.norm_squared();
            if (0.0..=1.0).contains(&t) {
                push([t, u]);
            }
        }
    }
    let mut best = of_segments([&p, &q], [&r, &s]);
    if sine <= PARALLEL {
        // Equally close along the common part, whose ends are there already; else two ends.
        let [t, u] = best;
        best = [on_segment(&p, &q, &(r + e * u)), on_segment(&r, &s, &(p + d * t))];
        let inner = |x: f64| x > 0.0 && x < 1.0;
        if inner(best[0]) || inner(best[1]) {
            return;
        }
    }
    push(best);
}
