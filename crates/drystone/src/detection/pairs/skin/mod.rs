//! Skins of deformable bodies on everything: points of the one over pieces of the other.

mod both;
mod covered;
mod probe;

use super::{Workspace, collide_in, feature};
use crate::contact::Touch;
use crate::shapes::{Aabb, Ball, Shape, Skin};
use crate::space::{Pose, Vector};
pub use both::meet_itself;
use probe::{Probe, meet};

/// The points of a skin on a shape, and the shape's own points on the skin.
pub(super) fn collide<const D: usize>(
    work: &mut Workspace<D>,
    (skin, p): (&Skin<D>, &Pose<D>),
    (other, q): (&Shape<D>, &Pose<D>),
    alert: f64,
    out: &mut Vec<Touch<D>>,
) {
    if let Shape::Skin(theirs) = other {
        both::collide((skin, p), (theirs, q), alert, out);
        return;
    }
    let points = on_shape(work, (skin, p), (other, q), alert, out);
    let first = out.len();
    let mut matter = None;
    corners(other, q, |k, point, radius| {
        let matter = *matter.get_or_insert_with(|| q.point(&middle(other)));
        let outward = (point - matter).try_normalize(0.0).unwrap_or_else(Vector::zeros);
        let behind = (point - matter).norm();
        let probe = Probe { k, point, matter, outward, behind, radius, shares: &[], turned: p };
        meet(&probe, (skin, p), alert, out);
    });
    turn(&mut out[first..]);
    if let Shape::Convex(convex) = other
        && !skin.is_thin()
    {
        let corners = first..out.len();
        covered::share((skin, p), (convex, q), &points, corners, alert, out);
    }
}

fn turn<const D: usize>(touches: &mut [Touch<D>]) {
    for touch in touches {
        *touch = touch.swapped();
        touch.feature = feature::swapped(touch.feature);
    }
}

/// The points of a skin over a shape: balls whose centre they are, with the radius taken off
/// again. Gives the numbers of those that touch, and of their touches.
fn on_shape<const D: usize>(
    work: &mut Workspace<D>,
    (skin, p): (&Skin<D>, &Pose<D>),
    (other, q): (&Shape<D>, &Pose<D>),
    alert: f64,
    out: &mut Vec<Touch<D>>,
) -> Vec<(usize, usize)> {
    let mut points = vec![];
    let Ok(ball) = Ball::new(alert.max(f64::MIN_POSITIVE)) else { return points };
    let ball = Shape::Ball(ball);
    let bounds = other.bounds(q).grown(alert);
    let free = matches!(other, Shape::HalfSpace(_) | Shape::Drum(_));
    for (k, own) in skin.points().iter().enumerate() {
        let point = p.point(&own.place);
        if !free && !inside(&bounds, &point) {
            continue;
        }
        let first = out.len();
        let probe = Probe::of((skin, p), (k, own), point, alert);
        // The ball touches whatever is within alert of its surface; the point must be within alert
        // itself.
        let mut look = |centre: Vector<D>, out: &mut Vec<Touch<D>>| {
            let at = Pose { position: centre, ..Pose::identity() };
            collide_in(work, &ball, &at, other, q, 0.0, out);
            keep_from(out, first, |touch| probe.faces(&touch.normal));
        };
        look(point, out);
        if out.len() == first && probe.outward != Vector::<D>::zeros() {
            // On an edge of the shape rounding decides which of its faces is met. From the point's
            // own matter the one that faces it is.
            look(probe.matter, out);
            for touch in &mut out[first..] {
                let gap: f64 = touch.normal.dot(&(point - touch.on_antagonist));
                touch.on_antagonist = point - touch.normal * gap;
                touch.gap = gap - alert;
            }
            keep_from(out, first, |touch| {
                touch.gap <= 0.0 && probe.may_be(touch.gap + alert, &touch.normal)
            });
            // The plane of a face goes on beyond its rim, the face does not.
            if let Some(touch) = out.get(first).filter(|_| alert > SLACK * probe.behind) {
                let (foot, mut found) = (touch.on_antagonist, vec![]);
                let at = Pose { position: foot, ..Pose::identity() };
                collide_in(work, &ball, &at, other, q, 0.0, &mut found);
                let away =
                    found.iter().map(|touch| touch.gap + alert).fold(f64::INFINITY, f64::min);
                if away > SLACK * probe.behind {
                    out.truncate(first);
                }
            }
        }
        for touch in &mut out[first..] {
            touch.gap += alert;
            touch.on_candidate = point;
            touch.feature = feature::with_vertex(touch.feature, k);
            let part = probe.part(&touch.normal);
            (touch.spots[0], touch.area) = (part.spot, part.area);
        }
        points.extend((first..out.len()).map(|t| (k, t)));
    }
    points
}

/// How far beyond the rim of a face a point still meets it, as a share of the matter behind the
/// point.
const SLACK: f64 = 0.05;

/// Of a list the beginning, and behind it what is wanted.
fn keep_from<T>(list: &mut Vec<T>, first: usize, wanted: impl Fn(&T) -> bool) {
    let mut k = 0;
    list.retain(|item| {
        k += 1;
        k <= first || wanted(item)
    });
}

fn inside<const D: usize>(bounds: &Aabb<D>, point: &Vector<D>) -> bool {
    (0..D).all(|k| bounds.min[k] <= point[k] && point[k] <= bounds.max[k])
}

/// A place inside a shape that has corners, in its own frame.
fn middle<const D: usize>(shape: &Shape<D>) -> Vector<D> {
    let mean =
        |vertices: &[Vector<D>]| vertices.iter().sum::<Vector<D>>() / vertices.len().max(1) as f64;
    match shape {
        Shape::Convex(convex) => mean(convex.vertices()),
        Shape::Rounded(rounded) => mean(rounded.core().vertices()),
        _ => Vector::zeros(),
    }
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
