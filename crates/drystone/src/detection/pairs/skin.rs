//! Skins of deformable bodies on everything: points of the one over pieces of the other.

use super::{Feature, Workspace, collide_in, feature};
use crate::contact::Touch;
use crate::fem::mesh::Spot;
use crate::shapes::{Aabb, Ball, Foot, Point, Shape, Share, Skin};
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
        // The finer skin looks first; the points of the coarser one are for where it found nothing. Finer it is
        // by its spacing at rest, so that this does not change with time.
        let first = out.len();
        if skin.spacing() <= theirs.spacing() {
            on_skin((skin, p), (theirs, q), alert, out);
            turn(&mut out[first..]);
            complete((theirs, q), (skin, p), alert, (first, out));
            turn(&mut out[first..]);
        } else {
            on_skin((theirs, q), (skin, p), alert, out);
            turn(&mut out[first..]);
            complete((skin, p), (theirs, q), alert, (first, out));
        }
        return;
    }
    on_shape(work, (skin, p), (other, q), alert, out);
    let first = out.len();
    let mut matter = None;
    corners(other, q, |k, point, radius| {
        let matter = *matter.get_or_insert_with(|| q.point(&middle(other)));
        let outward = (point - matter).try_normalize(0.0).unwrap_or_else(Vector::zeros);
        let probe = Probe { k, point, matter, outward, radius, shares: &[], turned: p };
        meet(&probe, (skin, p), alert, out);
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
            let probe = Probe::of((skin, p), (k, own), point, alert);
            meet(&probe, (other, q), alert, out);
        }
    }
}

/// Points closer together than this share of what one of them stands for would say the same thing twice.
const NEAR: f64 = 0.6;

/// The points of one skin over the pieces of another, where no touch is yet. They stand for no area: those
/// of the other have it all.
fn complete<const D: usize>(
    (skin, p): (&Skin<D>, &Pose<D>),
    (other, q): (&Skin<D>, &Pose<D>),
    alert: f64,
    (first, out): (usize, &mut Vec<Touch<D>>),
) {
    let known = out.len();
    on_skin((skin, p), (other, q), alert, out);
    let places: Vec<(Vector<D>, Vector<D>)> =
        out[first..known].iter().map(|touch| (touch.on_candidate, touch.normal)).collect();
    let mut k = first;
    out.retain_mut(|touch| {
        k += 1;
        if k <= known {
            return true;
        }
        let size = if D == 2 { touch.area } else { touch.area.sqrt() };
        touch.area = 0.0;
        let says_it = |(place, normal): &(Vector<D>, Vector<D>)| {
            (place - touch.on_candidate).norm() < NEAR * size && normal.dot(&touch.normal) > 0.5
        };
        !places.iter().any(says_it)
    });
}

/// The points of a skin over other parts of the same skin. Where two parts face each other the points of both
/// look: of two that say the same thing the first is taken.
pub fn meet_itself<const D: usize>(
    (skin, p): (&Skin<D>, &Pose<D>),
    alert: f64,
    out: &mut Vec<Touch<D>>,
) {
    let first = out.len();
    for (k, own) in skin.points().iter().enumerate() {
        let Some(foot) = skin.own_foot(k, alert) else { continue };
        let probe = Probe::of((skin, p), (k, own), p.point(&own.place), 0.0);
        let touch = probe.touch(&foot, p, Feature::Face);
        let size = if D == 2 { touch.area } else { touch.area.sqrt() };
        let says_it = |known: &Touch<D>| {
            (known.on_antagonist - touch.on_candidate).norm() < NEAR * size
                && known.normal.dot(&touch.normal) < -0.5
        };
        if !out[first..].iter().any(says_it) {
            out.push(touch);
        }
    }
}

/// Cosine from which on a surface looks where a point's own does: the two do not face each other, and a corner
/// that has come in beside another goes back the way it came.
const ALONG: f64 = 0.3;

/// A point that looks for a skin.
struct Probe<'a, const D: usize> {
    /// Its number on its shape.
    k: usize,
    point: Vector<D>,
    /// A place in the matter that it is the surface of; itself where there is none.
    matter: Vector<D>,
    /// Away from the matter, of unit length; zero where it is round or thin.
    outward: Vector<D>,
    radius: f64,
    /// The facets it is on, in the frame of a pose.
    shares: &'a [Share<D>],
    turned: &'a Pose<D>,
}

impl<'a, const D: usize> Probe<'a, D> {
    /// A point of a skin, with matter at a depth behind it.
    fn of(
        (skin, p): (&'a Skin<D>, &'a Pose<D>),
        (k, own): (usize, &Point<D>),
        point: Vector<D>,
        depth: f64,
    ) -> Self {
        let outward =
            p.direction(&skin.outward(own)).try_normalize(0.0).unwrap_or_else(Vector::zeros);
        let matter = point - outward * depth;
        Self { k, point, matter, outward, radius: 0.0, shares: skin.shares(own), turned: p }
    }

    /// Whether a surface with this normal does not look where its own does.
    fn faces(&self, normal: &Vector<D>) -> bool {
        normal.dot(&self.outward) <= ALONG
    }

    /// Of its shares: the place on the facet that looks most against a normal, and the area of all that are much as
    /// it.
    fn share(&self, normal: &Vector<D>) -> (Spot, f64) {
        let normal = self.turned.local_direction(normal);
        let against = |share: &Share<D>| -share.normal.dot(&normal);
        let Some(most) = self.shares.iter().max_by(|a, b| against(a).total_cmp(&against(b))) else {
            return (Spot::NONE, 0.0);
        };
        let alike = |share: &&Share<D>| share.normal.dot(&most.normal) > 0.5;
        (most.spot, self.shares.iter().filter(alike).map(|share| share.area).sum())
    }

    /// Where it meets a place of a skin at a pose.
    fn touch(&self, foot: &Foot<D>, q: &Pose<D>, under: Feature) -> Touch<D> {
        let normal = q.direction(&foot.normal);
        let (spot, area) = self.share(&normal);
        Touch {
            on_candidate: self.point - normal * self.radius,
            on_antagonist: q.point(&foot.place),
            normal,
            gap: foot.gap - self.radius,
            feature: feature::code(Feature::Vertex(self.k), under),
            spots: [spot, foot.spot],
            area,
        }
    }
}

/// A point, which may have a radius, over the pieces of a skin.
fn meet<const D: usize>(
    probe: &Probe<D>,
    (skin, q): (&Skin<D>, &Pose<D>),
    alert: f64,
    out: &mut Vec<Touch<D>>,
) {
    // Matter that is deeper inside than the thickness of what it met came from elsewhere.
    let reach = alert + probe.radius;
    let point = q.local_point(&probe.point);
    // Two membranes meet on their outer sides: nothing else tells where one of them came from.
    if skin.is_thin() && (probe.radius > 0.0 || probe.matter != probe.point) {
        let mut feet = vec![];
        skin.feet(&point, &q.local_point(&probe.matter), reach, &mut feet);
        let under = |foot: &Foot<D>| Feature::Facet(foot.spot.facet as usize);
        out.extend(feet.iter().map(|foot| probe.touch(foot, q, under(foot))));
    } else if probe.radius > 0.0 {
        let mut feet = vec![];
        let faces = |normal: &Vector<D>| probe.faces(&q.direction(normal));
        skin.feet_of_ball(&point, reach, faces, &mut feet);
        for (k, foot) in feet.iter().enumerate() {
            // The nearest is the same contact wherever a ball rolls.
            let others = Feature::Facet(foot.spot.facet as usize);
            out.push(probe.touch(foot, q, if k == 0 { Feature::Face } else { others }));
        }
    } else if let Some(foot) = skin.foot(&point, reach, |normal| probe.faces(&q.direction(normal)))
    {
        out.push(probe.touch(&foot, q, Feature::Face));
    }
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
        let first = out.len();
        let probe = Probe::of((skin, p), (k, own), point, alert);
        // The ball touches whatever is within alert of its surface; the point must be within alert itself.
        let mut look = |centre: Vector<D>, out: &mut Vec<Touch<D>>| {
            let at = Pose { position: centre, ..Pose::identity() };
            collide_in(work, &ball, &at, other, q, 0.0, out);
            keep_from(out, first, |touch| probe.faces(&touch.normal));
        };
        look(point, out);
        if out.len() == first && probe.outward != Vector::<D>::zeros() {
            // On an edge of the shape rounding decides which of its faces is met. From the point's own
            // matter the one that faces it is.
            look(probe.matter, out);
            for touch in &mut out[first..] {
                let gap: f64 = touch.normal.dot(&(point - touch.on_antagonist));
                touch.on_antagonist = point - touch.normal * gap;
                touch.gap = gap - alert;
            }
            keep_from(out, first, |touch| touch.gap <= 0.0);
        }
        for touch in &mut out[first..] {
            touch.gap += alert;
            touch.on_candidate = point;
            touch.feature = feature::with_vertex(touch.feature, k);
            (touch.spots[0], touch.area) = probe.share(&touch.normal);
        }
    }
}

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
