//! Whether a plane separates two shapes.

use super::{Convex, Shape};
use crate::space::{Pose, Vector};

/// Steps of the search for a plane.
const STEPS: usize = 100;

/// Whether two shapes have no volume in common. A yes is sure, up to a relative 1e-12; a no
/// may be wrong for shapes that nearly touch at a corner.
pub(super) fn separate<const D: usize>(a: &(&Shape<D>, Pose<D>), b: &(&Shape<D>, Pose<D>)) -> bool {
    let boxes = [a.0.bounds(&a.1), b.0.bounds(&b.1)];
    let on = 1e-12 * boxes[0].extent().min(boxes[1].extent());
    let apart = |n: &Vector<D>| n.dot(&(farthest(a, n) - farthest(b, &-n))) <= on;
    let faces = |part: &(&Shape<D>, Pose<D>), sign: f64| {
        let convex = match part.0 {
            Shape::Convex(convex) => convex,
            Shape::Rounded(rounded) => rounded.core(),
            Shape::Cylinder(cylinder) => {
                let axis = part.1.direction(cylinder.axis());
                return [-sign, sign].iter().any(|s| apart(&(axis * *s)));
            }
            Shape::Ball(_)
            | Shape::HalfSpace(_)
            | Shape::Drum(_)
            | Shape::Terrain(_)
            | Shape::Skin(_) => {
                return false;
            }
        };
        convex.faces().iter().any(|f| apart(&(part.1.direction(&f.normal) * sign)))
    };
    if !boxes[0].overlaps(&boxes[1]) || faces(a, 1.0) || faces(b, -1.0) {
        return true;
    }
    // Gilbert's algorithm: the point of A - B nearest to the origin, from below and above.
    let mut v = boxes[0].centre() - boxes[1].centre();
    for _ in 0..STEPS {
        let Some(n) = v.try_normalize(1e-300) else { return false };
        let lowest = farthest(a, &-n) - farthest(b, &n);
        if n.dot(&lowest) >= -on {
            return true;
        }
        let along = lowest - v;
        let share = (-v.dot(&along) / along.norm_squared()).clamp(0.0, 1.0);
        v += along * share;
    }
    false
}

/// The point of a shape farthest along a unit direction.
fn farthest<const D: usize>((shape, pose): &(&Shape<D>, Pose<D>), n: &Vector<D>) -> Vector<D> {
    let corner = |convex: &Convex<D>| {
        let local = pose.local_direction(n);
        let height = |v: &&Vector<D>| local.dot(v);
        let best = convex.vertices().iter().max_by(|v, w| height(v).total_cmp(&height(w)));
        best.map_or(pose.position, |v| pose.point(v))
    };
    match shape {
        Shape::Ball(ball) => pose.position + n * ball.radius(),
        Shape::HalfSpace(_) | Shape::Drum(_) | Shape::Terrain(_) | Shape::Skin(_) => {
            Vector::repeat(f64::INFINITY)
        }
        Shape::Convex(convex) => corner(convex),
        Shape::Rounded(rounded) => corner(rounded.core()) + n * rounded.radius(),
        Shape::Cylinder(cylinder) => pose.point(&cylinder.farthest(&pose.local_direction(n))),
    }
}
