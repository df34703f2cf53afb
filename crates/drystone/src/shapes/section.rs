//! Where a line meets a shape.

use super::{Convex, Cylinder, Face, Rounded, Shape};
use crate::space::{Pose, Vector};

/// The interval of s in which `start + s along` (unit, the shape's frame) is inside a shape.
pub(super) fn interval<const D: usize>(
    shape: &Shape<D>,
    start: &Vector<D>,
    along: &Vector<D>,
) -> Option<[f64; 2]> {
    match shape {
        Shape::Ball(ball) => through_ball(start, along, ball.radius()),
        Shape::HalfSpace(_) | Shape::Drum(_) | Shape::Terrain(_) | Shape::Skin(_) => None,
        Shape::Convex(convex) => through_planes(convex, start, along),
        Shape::Rounded(rounded) => through_rounded(rounded, start, along),
        Shape::Cylinder(cylinder) => {
            let end = cylinder.axis() * cylinder.half_length();
            through_cylinder(&-end, &end, cylinder.radius(), start, along)
        }
    }
}

/// The hull of the intervals in the pieces of a rounded shape: the balls at the corners, the
/// cylinders along the edges, the slabs on the faces. The core is in that hull.
fn through_rounded<const D: usize>(
    rounded: &Rounded<D>,
    start: &Vector<D>,
    along: &Vector<D>,
) -> Option<[f64; 2]> {
    let (core, radius) = (rounded.core(), rounded.radius());
    let mut hull: Option<[f64; 2]> = None;
    let mut join = |found: Option<[f64; 2]>| {
        if let Some([a, b]) = found {
            hull = Some(hull.map_or([a, b], |[c, d]| [a.min(c), b.max(d)]));
        }
    };
    for v in core.vertices() {
        join(through_ball(&(start - v), along, radius));
    }
    for edge in core.edges() {
        let [p, q] = edge.vertices.map(|v| core.vertices()[v]);
        join(through_cylinder(&p, &q, radius, start, along));
    }
    for face in core.faces() {
        join(through_slab(face, radius, start, along));
    }
    hull
}

/// Between the planes of two ends and within the radius of the axis.
fn through_cylinder<const D: usize>(
    p: &Vector<D>,
    q: &Vector<D>,
    radius: f64,
    start: &Vector<D>,
    along: &Vector<D>,
) -> Option<[f64; 2]> {
    let (length, axis) = ((q - p).norm(), (q - p).normalize());
    let from = start - p;
    let (height, slope) = (from.dot(&axis), along.dot(&axis));
    let (off, across) = (from - axis * height, along - axis * slope);
    let squared = across.norm_squared();
    let mut range = [f64::NEG_INFINITY, f64::INFINITY];
    if squared < 1e-30 {
        if off.norm() >= radius {
            return None;
        }
    } else {
        let unit = squared.sqrt();
        range = through_ball(&off, &(across / unit), radius)?.map(|s| s / unit);
    }
    cut(&mut range, -height, -slope);
    cut(&mut range, height - length, slope);
    (range[0] < range[1]).then_some(range)
}

/// Over a face, between its plane and the one a radius above.
fn through_slab<const D: usize>(
    face: &Face<D>,
    radius: f64,
    start: &Vector<D>,
    along: &Vector<D>,
) -> Option<[f64; 2]> {
    let mut range = [f64::NEG_INFINITY, f64::INFINITY];
    let (height, slope) = (face.normal.dot(start) - face.offset, face.normal.dot(along));
    cut(&mut range, -height, -slope);
    cut(&mut range, height - radius, slope);
    for side in &face.sides {
        cut(&mut range, side.normal.dot(start) - side.offset, side.normal.dot(along));
    }
    (range[0] < range[1]).then_some(range)
}

/// Keeps the part of a range where `height + s slope <= 0`.
fn cut(range: &mut [f64; 2], height: f64, slope: f64) {
    if slope.abs() < 1e-15 {
        if height > 0.0 {
            range[1] = f64::NEG_INFINITY;
        }
    } else if slope > 0.0 {
        range[1] = range[1].min(-height / slope);
    } else {
        range[0] = range[0].max(-height / slope);
    }
}

fn through_ball<const D: usize>(
    start: &Vector<D>,
    along: &Vector<D>,
    radius: f64,
) -> Option<[f64; 2]> {
    let middle = -start.dot(along);
    let off = (start + along * middle).norm_squared();
    let half = (radius * radius - off).max(0.0).sqrt();
    (half > 0.0).then_some([middle - half, middle + half])
}

fn through_planes<const D: usize>(
    convex: &Convex<D>,
    start: &Vector<D>,
    along: &Vector<D>,
) -> Option<[f64; 2]> {
    let mut range = [f64::NEG_INFINITY, f64::INFINITY];
    for face in convex.faces() {
        cut(&mut range, face.normal.dot(start) - face.offset, face.normal.dot(along));
    }
    (range[0] < range[1]).then_some(range)
}

/// Ordinates along an axis where the extent of a shape at a pose may have a kink or an end; in
/// space those within the plane `x_2 = level` if one is given.
pub(super) fn breaks<const D: usize>(
    shape: &Shape<D>,
    pose: &Pose<D>,
    axis: usize,
    level: Option<f64>,
    out: &mut Vec<f64>,
) {
    let at = |k: usize| pose.position[k];
    match shape {
        Shape::Ball(ball) => {
            let off = level.map_or(0.0, |z| z - at(2));
            let half = (ball.radius() * ball.radius() - off * off).max(0.0).sqrt();
            out.extend([at(axis) - half, at(axis) + half]);
        }
        Shape::HalfSpace(_) | Shape::Drum(_) | Shape::Terrain(_) | Shape::Skin(_) => {}
        Shape::Convex(convex) => corners(convex, pose, axis, level, out),
        Shape::Rounded(rounded) => {
            let bounds = rounded.bounds(pose);
            out.extend([bounds.min[axis], bounds.max[axis]]);
            corners(rounded.core(), pose, axis, level, out);
            // Somewhere in the slice there must be a break, or a rule between may not see it.
            for v in rounded.core().vertices().iter().map(|v| pose.point(v)) {
                let off = level.map_or(0.0, |z| z - v[2]);
                let half = (rounded.radius().powi(2) - off * off).max(0.0).sqrt();
                out.extend([v[axis] - half, v[axis] + half]);
            }
        }
        Shape::Cylinder(cylinder) => rims(cylinder, pose, axis, level, out),
    }
}

/// Breaks of a cylinder: the extremes of its rims; in a plane the places where the rims cross it
/// and the extremes of the ellipse that the plane cuts out of the mantle.
fn rims<const D: usize>(
    cylinder: &Cylinder<D>,
    pose: &Pose<D>,
    axis: usize,
    level: Option<f64>,
    out: &mut Vec<f64>,
) {
    let (r, h) = (cylinder.radius(), cylinder.half_length());
    let bounds = cylinder.bounds(pose);
    let own = pose.direction(cylinder.axis());
    let [u, v] = cylinder.across().map(|e| pose.direction(&e));
    out.extend([bounds.min[axis], bounds.max[axis]]);
    for end in [-h, h] {
        let centre = pose.position + own * end;
        let Some(z) = level else {
            let half = r * u[axis].hypot(v[axis]);
            out.extend([centre[axis] - half, centre[axis] + half]);
            continue;
        };
        // Height r (u₂ cos φ + v₂ sin φ) over the centre.
        let reach = r * u[2].hypot(v[2]);
        let share = (z - centre[2]) / reach;
        if share.abs() < 1.0 {
            let middle = v[2].atan2(u[2]);
            for turn in [-share.acos(), share.acos()] {
                let (s, c) = (middle + turn).sin_cos();
                out.push(centre[axis] + r * (u[axis] * c + v[axis] * s));
            }
        }
    }
    if let Some(z) = level
        && own[2].abs() > 1e-9
    {
        // The generator at φ is in the plane at s = (z - p₂ - r (u₂ cos φ + v₂ sin φ)) / a₂.
        let ratio = own[axis] / own[2];
        let half = r * (u[axis] - ratio * u[2]).hypot(v[axis] - ratio * v[2]);
        let middle = pose.position[axis] + ratio * (z - pose.position[2]);
        out.extend(
            [middle - half, middle + half]
                .iter()
                .filter(|y| (bounds.min[axis]..bounds.max[axis]).contains(*y)),
        );
    }
}

fn corners<const D: usize>(
    convex: &Convex<D>,
    pose: &Pose<D>,
    axis: usize,
    level: Option<f64>,
    out: &mut Vec<f64>,
) {
    let vertex = |v: usize| pose.point(&convex.vertices()[v]);
    let Some(z) = level else {
        out.extend((0..convex.vertices().len()).map(|v| vertex(v)[axis]));
        return;
    };
    for edge in convex.edges() {
        let [p, q] = edge.vertices.map(vertex);
        if (p[2] - z) * (q[2] - z) <= 0.0 && p[2] != q[2] {
            out.push(p[axis] + (q[axis] - p[axis]) * (z - p[2]) / (q[2] - p[2]));
        }
    }
}
