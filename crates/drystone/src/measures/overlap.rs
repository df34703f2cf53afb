//! How much of a body lies in a box: exactly for disks (circle and polygon, edge by edge) and polygons
//! (clipping), by slices whose areas are exact for spheres (to 1e-9), by clipping for convex
//! polyhedra.

use crate::results::Outline;
use crate::shapes::Aabb;
use crate::space::{Pose, Vector};
use nalgebra::{Vector2, Vector3};
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

/// The volume of a form that is in a box, and all of it; none of a half-space.
pub(super) fn volumes<const D: usize>(
    outline: &Outline<D>,
    pose: &Pose<D>,
    region: &Aabb<D>,
) -> [f64; 2] {
    let Some(bounds) = outline.bounds(pose) else { return [0.0; 2] };
    let whole = volume(outline, pose, None);
    if region.contains(&bounds) {
        [whole, whole]
    } else if region.overlaps(&bounds) {
        [volume(outline, pose, Some(region)), whole]
    } else {
        [0.0, whole]
    }
}

fn volume<const D: usize>(outline: &Outline<D>, pose: &Pose<D>, region: Option<&Aabb<D>>) -> f64 {
    let sides = |region: &Aabb<D>, centre: &Vector<D>, axis: usize| {
        [region.min[axis] - centre[axis], region.max[axis] - centre[axis]]
    };
    match (outline, region) {
        (Outline::HalfSpace { .. }, _) => 0.0,
        (Outline::Ball { radius }, None) if D == 2 => PI * radius * radius,
        (Outline::Ball { radius }, None) => 4.0 / 3.0 * PI * radius.powi(3),
        (Outline::Ball { radius }, Some(region)) => {
            let side = |axis: usize| sides(region, &pose.position, axis);
            if D == 2 {
                disk(*radius, side(0), side(1))
            } else {
                sphere(*radius, [side(0), side(1), side(2)])
            }
        }
        (Outline::Mesh(surface), region) => {
            let points: Vec<Vector<D>> = surface.points.iter().map(|p| pose.point(p)).collect();
            let loops = surface.polygons.iter();
            let polygons: Vec<Vec<Vector<D>>> =
                loops.map(|corners| corners.iter().map(|k| points[*k]).collect()).collect();
            clipped(polygons, region, &pose.position)
        }
    }
}

/// The volume of polygons (in the plane each a body, in space a convex surface) within a box.
fn clipped<const D: usize>(
    mut polygons: Vec<Vec<Vector<D>>>,
    region: Option<&Aabb<D>>,
    origin: &Vector<D>,
) -> f64 {
    for (axis, sign) in (0..D).flat_map(|axis| [(axis, 1.0), (axis, -1.0)]) {
        let Some(region) = region else { break };
        let end = if sign > 0.0 { region.max[axis] } else { region.min[axis] };
        // Positive outside.
        let height = |p: &Vector<D>| sign * (p[axis] - end);
        // A face that lies in the plane needs no other.
        if polygons.iter().flatten().all(|p| height(p) <= 0.0) {
            continue;
        }
        let mut rim = vec![];
        for polygon in &mut polygons {
            *polygon = below(polygon, height, &mut rim);
        }
        if D == 3 {
            polygons.push(cap(rim, axis, sign));
        }
    }
    let local = |p: &Vector<D>| p - origin;
    let mut sum = 0.0;
    for polygon in polygons.iter().filter(|polygon| polygon.len() > 2) {
        let first = local(&polygon[0]);
        for edge in polygon.windows(2) {
            let (a, b) = (local(&edge[0]), local(&edge[1]));
            sum += if D == 2 {
                let (a, b) = (a - first, b - first);
                0.5 * (a[0] * b[1] - a[1] * b[0])
            } else {
                let [a, b, c] = [first, a, b].map(|p| Vector3::new(p[0], p[1], p[D - 1]));
                a.dot(&b.cross(&c)) / 6.0
            };
        }
    }
    sum
}

/// The part of a polygon where a height is not positive; points of the cut are added to the rim.
fn below<const D: usize>(
    polygon: &[Vector<D>],
    height: impl Fn(&Vector<D>) -> f64,
    rim: &mut Vec<Vector<D>>,
) -> Vec<Vector<D>> {
    let mut kept = vec![];
    for (k, a) in polygon.iter().enumerate() {
        let b = &polygon[(k + 1) % polygon.len()];
        let (here, there) = (height(a), height(b));
        if here <= 0.0 {
            kept.push(*a);
        }
        if here == 0.0 {
            rim.push(*a);
        }
        if (here < 0.0 && there > 0.0) || (here > 0.0 && there < 0.0) {
            let cut = a + (b - a) * (here / (here - there));
            kept.push(cut);
            rim.push(cut);
        }
    }
    kept
}

/// The face that closes a convex surface where it was cut: its points by their angle, seen from
/// outside along an axis.
fn cap<const D: usize>(mut rim: Vec<Vector<D>>, axis: usize, sign: f64) -> Vec<Vector<D>> {
    if rim.len() < 3 {
        return vec![];
    }
    let middle = rim.iter().sum::<Vector<D>>() / rim.len() as f64;
    let (u, v) = ((axis + 1) % D, (axis + 2) % D);
    let angle = |p: &Vector<D>| (sign * (p[v] - middle[v])).atan2(p[u] - middle[u]);
    rim.sort_by(|a, b| angle(a).total_cmp(&angle(b)));
    rim
}

/// The area of a disk about the origin within a rectangle.
fn disk(radius: f64, x: [f64; 2], y: [f64; 2]) -> f64 {
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
fn sphere(radius: f64, [x, y, z]: [[f64; 2]; 3]) -> f64 {
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

    fn mesh<const D: usize>(points: Vec<Vector<D>>, polygons: Vec<Vec<usize>>) -> Outline<D> {
        let mut outline = Outline::Mesh(Default::default());
        if let Outline::Mesh(surface) = &mut outline {
            (surface.points, surface.polygons) = (points, polygons);
        }
        outline
    }

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

    fn cube() -> Outline<3> {
        let at = |k: usize| {
            let side = |bit: usize| if k & bit > 0 { 0.5 } else { -0.5 };
            Vector3::new(side(1), side(2), side(4))
        };
        let faces =
            [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
        let polygons = faces.iter().map(|face| face.to_vec()).collect();
        mesh((0..8).map(at).collect(), polygons)
    }

    /// A cube turned by 45° about an axis: an octagonal prism is within the cube's own place.
    #[test]
    fn parts_of_a_cube() {
        let region = Aabb { min: Vector3::repeat(-0.5), max: Vector3::repeat(0.5) };
        let octagon = 2.0 * (2.0_f64.sqrt() - 1.0);
        for axis in [Vector3::x_axis(), Vector3::y_axis(), Vector3::z_axis()] {
            let turn = nalgebra::Rotation3::from_axis_angle(&axis, PI / 4.0);
            let pose = Pose { position: Vector3::zeros(), rotation: turn.into_inner() };
            let [part, whole] = volumes(&cube(), &pose, &region);
            assert!((whole - 1.0).abs() < 1e-14 && (part - octagon).abs() < 1e-14, "{part}");
        }
        let away = Pose { position: Vector3::new(0.75, 0.5, -0.25), ..Pose::identity() };
        let [part, _] = volumes(&cube(), &away, &region);
        assert!((part - 0.25 * 0.5 * 0.75).abs() < 1e-14);
        let far = Pose { position: Vector3::repeat(3.0), ..Pose::identity() };
        assert_eq!(volumes(&cube(), &far, &region)[0], 0.0);
    }

    #[test]
    fn parts_of_a_triangle() {
        let points = vec![Vector2::new(0.0, 0.0), Vector2::new(2.0, 0.0), Vector2::new(0.0, 2.0)];
        let triangle = mesh(points, vec![vec![0, 1, 2]]);
        let region = Aabb { min: Vector2::new(-1.0, -1.0), max: Vector2::new(1.0, 1.0) };
        let found = volumes(&triangle, &Pose::identity(), &region);
        assert!((found[0] - 1.0).abs() < 1e-15 && (found[1] - 2.0).abs() < 1e-15);
    }
}
