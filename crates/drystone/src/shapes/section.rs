//! Where a line meets a shape.

use super::{Convex, Shape};
use crate::space::{Pose, Vector};

/// The interval of s in which `start + s along` (unit, the shape's frame) is inside a shape.
pub(super) fn interval<const D: usize>(
    shape: &Shape<D>,
    start: &Vector<D>,
    along: &Vector<D>,
) -> Option<[f64; 2]> {
    match shape {
        Shape::Ball(ball) => through_ball(start, along, ball.radius()),
        Shape::HalfSpace(_) => None,
        Shape::Convex(convex) => through_convex(convex, start, along),
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

fn through_convex<const D: usize>(
    convex: &Convex<D>,
    start: &Vector<D>,
    along: &Vector<D>,
) -> Option<[f64; 2]> {
    let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
    for face in convex.faces() {
        let (height, slope) = (face.normal.dot(start) - face.offset, face.normal.dot(along));
        if slope.abs() < 1e-15 {
            if height > 0.0 {
                return None;
            }
        } else if slope > 0.0 {
            high = high.min(-height / slope);
        } else {
            low = low.max(-height / slope);
        }
    }
    (low < high).then_some([low, high])
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
        Shape::HalfSpace(_) => {}
        Shape::Convex(convex) => {
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
    }
}
