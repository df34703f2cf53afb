//! Skins of deformable bodies on everything: points of the one over pieces of the other.

use super::{Feature, Workspace, collide_in, feature};
use crate::contact::Touch;
use crate::fem::mesh::Spot;
use crate::shapes::{Aabb, Ball, Shape, Skin};
use crate::space::{Pose, Vector};

/// The points of a skin on a shape, and the shape's own points on the skin.
pub(super) fn collide<const D: usize>(
    work: &mut Workspace<D>,
    (skin, p): (&Skin<D>, &Pose<D>),
    (other, q): (&Shape<D>, &Pose<D>),
    alert: f64,
    out: &mut Vec<Touch<D>>,
) {
    if let Shape::Skin(theirs) = other {
        on_skin((skin, p), (theirs, q), alert, out);
        let first = out.len();
        on_skin((theirs, q), (skin, p), alert, out);
        turn(&mut out[first..]);
        return;
    }
    on_shape(work, (skin, p), (other, q), alert, out);
    let first = out.len();
    corners(other, q, |k, point, radius| {
        meet((k, &point, radius, Spot::NONE), (skin, p), alert, out);
    });
    turn(&mut out[first..]);
}

fn turn<const D: usize>(touches: &mut [Touch<D>]) {
    for touch in touches {
        *touch = touch.swapped();
        touch.feature = feature::swapped(touch.feature);
    }
}

/// The points of one skin over the pieces of another.
fn on_skin<const D: usize>(
    (skin, p): (&Skin<D>, &Pose<D>),
    (other, q): (&Skin<D>, &Pose<D>),
    alert: f64,
    out: &mut Vec<Touch<D>>,
) {
    let bounds = other.bounds(q).grown(alert);
    for (k, own) in skin.points().iter().enumerate() {
        let point = p.point(&own.place);
        if inside(&bounds, &point) {
            meet((k, &point, 0.0, own.spot), (other, q), alert, out);
        }
    }
}

/// A point, which may have a radius, over the pieces of a skin.
fn meet<const D: usize>(
    (k, point, radius, spot): (usize, &Vector<D>, f64, Spot),
    (skin, q): (&Skin<D>, &Pose<D>),
    alert: f64,
    out: &mut Vec<Touch<D>>,
) {
    // Matter that is deeper inside than the thickness of what it met came from elsewhere.
    let reach = alert + radius;
    let Some(foot) = skin.foot(&q.local_point(point), reach) else { return };
    let normal = q.direction(&foot.normal);
    out.push(Touch {
        on_candidate: point - normal * radius,
        on_antagonist: q.point(&foot.place),
        normal,
        gap: foot.gap - radius,
        feature: feature::code(Feature::Vertex(k), Feature::Face),
        spots: [spot, foot.spot],
    });
}

/// The points of a skin over a shape: balls whose centre they are, with the radius taken off again.
fn on_shape<const D: usize>(
    work: &mut Workspace<D>,
    (skin, p): (&Skin<D>, &Pose<D>),
    (other, q): (&Shape<D>, &Pose<D>),
    alert: f64,
    out: &mut Vec<Touch<D>>,
) {
    let Ok(ball) = Ball::new(alert.max(f64::MIN_POSITIVE)) else { return };
    let ball = Shape::Ball(ball);
    let bounds = other.bounds(q).grown(alert);
    let free = matches!(other, Shape::HalfSpace(_) | Shape::Drum(_));
    for (k, own) in skin.points().iter().enumerate() {
        let point = p.point(&own.place);
        if !free && !inside(&bounds, &point) {
            continue;
        }
        let (first, at) = (out.len(), Pose { position: point, ..Pose::identity() });
        // The ball touches whatever is within alert of its surface; the point must be within alert itself.
        collide_in(work, &ball, &at, other, q, 0.0, out);
        for touch in &mut out[first..] {
            touch.gap += alert;
            touch.on_candidate = point;
            touch.feature = feature::with_vertex(touch.feature, k);
            touch.spots[0] = own.spot;
        }
    }
}

fn inside<const D: usize>(bounds: &Aabb<D>, point: &Vector<D>) -> bool {
    (0..D).all(|k| bounds.min[k] <= point[k] && point[k] <= bounds.max[k])
}

/// The points by which a rigid shape may meet a piece first, with their radius.
fn corners<const D: usize>(
    shape: &Shape<D>,
    pose: &Pose<D>,
    mut each: impl FnMut(usize, Vector<D>, f64),
) {
    match shape {
        Shape::Ball(ball) => each(0, pose.position, ball.radius()),
        Shape::Convex(convex) => {
            convex.vertices().iter().enumerate().for_each(|(k, v)| each(k, pose.point(v), 0.0));
        }
        Shape::Rounded(rounded) => {
            let vertices = rounded.core().vertices().iter().enumerate();
            vertices.for_each(|(k, v)| each(k, pose.point(v), rounded.radius()));
        }
        _ => {}
    }
}
