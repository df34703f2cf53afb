//! Parts of balls: the area of a disk within a rectangle, exactly, edge by edge; the volume of a
//! sphere within a box, by slices whose areas are exact, to 1e-9.

use nalgebra::Vector2;
use std::f64::consts::{FRAC_PI_2, PI};

/// Nodes and weights of Gauss's rule with five points on [0, 1].
pub(super) const GAUSS: [(f64, f64); 5] = [
    (0.046_910_077_030_668, 0.118_463_442_528_094_55),
    (0.230_765_344_947_158_45, 0.239_314_335_249_683_23),
    (0.5, 0.284_444_444_444_444_44),
    (0.769_234_655_052_841_5, 0.239_314_335_249_683_23),
    (0.953_089_922_969_332, 0.118_463_442_528_094_55),
];
/// Parts of a smooth stretch of slices, each integrated by the rule.
const PARTS: usize = 8;

/// The area of a disk about the origin within a rectangle.
pub(super) fn disk(radius: f64, x: [f64; 2], y: [f64; 2]) -> f64 {
    let corners = [[x[0], y[0]], [x[1], y[0]], [x[1], y[1]], [x[0], y[1]]].map(Vector2::from);
    (0..4).map(|k| wedge(radius, corners[k], corners[(k + 1) % 4])).sum()
}

/// The signed area of a disk about the origin within the triangle of the origin and an edge.
fn wedge(radius: f64, a: Vector2<f64>, b: Vector2<f64>) -> f64 {
    let cross = |u: Vector2<f64>, v: Vector2<f64>| u[0] * v[1] - u[1] * v[0];
    let arc =
        |u: Vector2<f64>, v: Vector2<f64>| 0.5 * radius * radius * cross(u, v).atan2(u.dot(&v));
    // |a + t d| = radius
    let d = b - a;
    let (dd, ad, rest) = (d.norm_squared(), a.dot(&d), a.norm_squared() - radius * radius);
    let root = ad * ad - dd * rest;
    if root <= 0.0 || dd == 0.0 {
        return arc(a, b);
    }
    let at = |sign: f64| a + d * ((-ad + sign * root.sqrt()) / dd).clamp(0.0, 1.0);
    let (p, q) = (at(-1.0), at(1.0));
    arc(a, p) + 0.5 * cross(p, q) + arc(q, b)
}

/// The volume of a sphere about the origin within a box: slices along the last axis.
pub(super) fn sphere(radius: f64, [x, y, z]: [[f64; 2]; 3]) -> f64 {
    let (low, high) = (z[0].max(-radius), z[1].min(radius));
    // Between heights where the circle of the slice meets a side or a corner the area is smooth.
    let mut breaks = vec![low, high];
    let corners = x.iter().flat_map(|x| y.iter().map(move |y| x.hypot(*y)));
    for distance in x.iter().chain(&y).map(|side| side.abs()).chain(corners) {
        let height = (radius * radius - distance * distance).max(0.0).sqrt();
        breaks.extend([-height, height].into_iter().filter(|h| low < *h && *h < high));
    }
    breaks.sort_by(f64::total_cmp);
    let mut sum = 0.0;
    for ends in breaks.windows(2) {
        let (middle, half) = (0.5 * (ends[0] + ends[1]), 0.5 * (ends[1] - ends[0]));
        for (part, (node, weight)) in (0..PARTS).flat_map(|p| GAUSS.map(|rule| (p, rule))) {
            // z = m + l sin t takes the square roots at both ends.
            let share = (part as f64 + node) / PARTS as f64;
            let t = FRAC_PI_2 * (2.0 * share - 1.0);
            let height = middle + half * t.sin();
            let circle = (radius * radius - height * height).max(0.0).sqrt();
            sum += disk(circle, x, y) * half * t.cos() * PI * weight / PARTS as f64;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDE: [f64; 2] = [-9.0, 9.0];

    #[test]
    fn parts_of_disks() {
        let segment = |h: f64| (1.0 - h).acos() - (1.0 - h) * (2.0 * h - h * h).sqrt();
        assert!((disk(2.0, WIDE, WIDE) - 4.0 * PI).abs() < 1e-13);
        assert!((disk(2.0, [0.0, 9.0], [-9.0, 0.0]) - PI).abs() < 1e-13);
        assert!((disk(1.0, [0.7, 9.0], WIDE) - segment(0.3)).abs() < 1e-13);
        assert!((disk(1.0, [-0.5, 0.5], [-0.5, 0.25]) - 0.75).abs() < 1e-13);
        assert_eq!(disk(1.0, [2.0, 3.0], [2.0, 3.0]), 0.0);
        // A corner inside, against a sum of strips.
        let n = 200_000;
        let strip = |k: usize| {
            let x = 0.1 + 0.9 * (k as f64 + 0.5) / n as f64;
            (((1.0 - x * x).sqrt()).min(0.6) + 0.3).max(0.0) * 0.9 / n as f64
        };
        let sum: f64 = (0..n).map(strip).sum();
        // Of the lower bound -0.3 the circle takes what it does not reach.
        let low = |k: usize| {
            let x = 0.1 + 0.9 * (k as f64 + 0.5) / n as f64;
            (0.3 - (1.0 - x * x).sqrt()).max(0.0) * 0.9 / n as f64
        };
        let sum = sum - (0..n).map(low).sum::<f64>();
        assert!((disk(1.0, [0.1, 2.0], [-0.3, 0.6]) - sum).abs() < 1e-7);
    }

    #[test]
    fn parts_of_spheres() {
        let ball = 4.0 / 3.0 * PI;
        let cap = |h: f64| PI * h * h * (3.0 - h) / 3.0;
        let close = |found: f64, expected: f64| {
            assert!((found - expected).abs() < 1e-9, "{found}, expected {expected}");
        };
        close(sphere(1.0, [WIDE, WIDE, WIDE]), ball);
        close(sphere(1.0, [[0.0, 9.0], [0.0, 9.0], [-9.0, 0.0]]), ball / 8.0);
        for turned in [
            [[0.6, 9.0], WIDE, WIDE],
            [WIDE, [0.6, 9.0], WIDE],
            [WIDE, WIDE, [0.6, 9.0]],
            [WIDE, WIDE, [-9.0, -0.6]],
        ] {
            close(sphere(1.0, turned), cap(0.4));
        }
        close(sphere(1.0, [[-0.5, 0.5]; 3]), 1.0);
        // The cube of side 1.2: six caps of height 0.4 are cut off, which do not meet.
        close(sphere(1.0, [[-0.75, 0.75]; 3]), ball - 6.0 * cap(0.25));
        // The same part whichever axis the slices lie along.
        let sides = [[-0.2, 0.7], [-0.9, 0.45], [0.1, 2.0]];
        let one = sphere(1.0, sides);
        close(sphere(1.0, [sides[1], sides[2], sides[0]]), one);
        close(sphere(1.0, [sides[2], sides[0], sides[1]]), one);
    }
}
