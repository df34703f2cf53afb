//! Ball on polygon or polyhedron, sharp or rounded: the closest point of the boundary when the centre is
//! outside, the nearest face when it is inside.

use super::closest::on_segment;
use crate::contact::Touch;
use crate::fem::mesh::Spot;
use crate::shapes::{Ball, Convex};
use crate::space::{Pose, Vector, frame};

pub(super) fn collide<const D: usize>(
    ball: &Ball,
    ball_pose: &Pose<D>,
    (convex, rounding): (&Convex<D>, f64),
    pose: &Pose<D>,
    alert: f64,
    out: &mut Vec<Touch<D>>,
) {
    let reach = ball.radius() + rounding + alert;
    let between = ball_pose.position - pose.position;
    let bound = reach + convex.radius();
    if between.norm_squared() > bound * bound {
        return;
    }
    let centre = pose.local_direction(&between);
    let Some((closest, normal, height)) = nearest(convex, &centre, reach) else {
        return;
    };
    if height > reach {
        return;
    }
    let normal = pose.direction(&normal);
    out.push(Touch {
        on_candidate: ball_pose.position - normal * ball.radius(),
        on_antagonist: pose.point(&closest) + normal * rounding,
        normal,
        gap: height - ball.radius() - rounding,
        feature: 0,
        spots: [Spot::NONE; 2],
        area: 0.0,
    });
}

/// Closest point of the boundary, the normal there towards the centre, and the signed height
/// of the centre; `None` when it is farther than `reach`.
fn nearest<const D: usize>(
    convex: &Convex<D>,
    centre: &Vector<D>,
    reach: f64,
) -> Option<(Vector<D>, Vector<D>, f64)> {
    if convex.faces().is_empty() {
        return Some(nearest_on_needle(convex, centre));
    }
    let (mut best, mut face) = (f64::NEG_INFINITY, 0);
    for (f, candidate) in convex.faces().iter().enumerate() {
        let height = candidate.normal.dot(centre) - candidate.offset;
        if height > best {
            if height > reach {
                return None;
            }
            (best, face) = (height, f);
        }
    }
    let over = |f: usize| {
        let sides = &convex.faces()[f].sides;
        sides.iter().all(|s| s.normal.dot(centre) <= s.offset)
    };
    let normal = convex.faces()[face].normal;
    if (best <= 0.0 && !convex.is_flat()) || over(face) {
        return Some((centre - normal * best, normal, best));
    }
    // Outside and not over the highest face: the closest point is on a face, an edge or a
    // corner of one of the faces that the centre sees.
    let mut closest = Vector::zeros();
    let mut squared = f64::INFINITY;
    let vertices = convex.vertices();
    for f in convex.faces() {
        let height = f.normal.dot(centre) - f.offset;
        if height < 0.0 || height * height >= squared {
            continue;
        }
        if f.sides.iter().all(|s| s.normal.dot(centre) <= s.offset) {
            (closest, squared) = (centre - f.normal * height, height * height);
            continue;
        }
        let pieces = if D == 2 { 1 } else { f.vertices.len() };
        for k in 0..pieces {
            let ends = [f.vertices[k], f.vertices[(k + 1) % f.vertices.len()]];
            let [p, q] = ends.map(|v| vertices[v]);
            let point = p + (q - p) * on_segment(&p, &q, centre);
            let distance = (centre - point).norm_squared();
            if distance < squared {
                (closest, squared) = (point, distance);
            }
        }
    }
    let distance = squared.sqrt();
    // On the boundary itself the offset has no direction; the face's normal is the limit.
    let direction = if distance > 0.0 { (centre - closest) / distance } else { normal };
    Some((closest, direction, distance))
}

/// The same for a segment in space, which has no faces.
fn nearest_on_needle<const D: usize>(
    needle: &Convex<D>,
    centre: &Vector<D>,
) -> (Vector<D>, Vector<D>, f64) {
    let [p, q] = [0, 1].map(|v| needle.vertices()[v]);
    let closest = p + (q - p) * on_segment(&p, &q, centre);
    let distance = (centre - closest).norm();
    if distance > 0.0 {
        return (closest, (centre - closest) / distance, distance);
    }
    // On the axis any direction across is right.
    (closest, frame(&(q - p).normalize(), None).column(1).into_owned(), 0.0)
}
