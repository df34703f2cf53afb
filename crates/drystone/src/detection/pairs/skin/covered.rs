//! The part of a mesh's surface that a flat face of a rigid body covers, shared by their contacts.
//!
//! A node stands for its share of every facet around it. Where a face ends within a facet, only the
//! part under the face counts. It is shared by the nodes there and the corners of the face, each for
//! what is nearest to it, so that areas add up to what the two surfaces have in common: bonds
//! are as stiff and as strong as that, and no node carries what is beside the face.

use crate::contact::{NO_PART, Touch};
use crate::shapes::{Convex, Face, Piece, Skin};
use crate::space::{Pose, Vector, frame};
use std::ops::Range;

/// Cosine from which on normals are those of one face.
const ALIKE: f64 = 0.99;

/// Cosine from which on a facet faces a face.
const FACING: f64 = 0.9;

/// Corners closer to a point than this share of the rigid body's breadth leave their part to it.
const SAME: f64 = 1e-3;

/// A place in the plane of a face.
type Flat = [f64; 2];

/// Gives contacts of points of a skin (their numbers, and those of their touches) and of corners of
/// a rigid body their areas.
pub(super) fn share<const D: usize>(
    (skin, p): (&Skin<D>, &Pose<D>),
    (convex, q): (&Convex<D>, &Pose<D>),
    points: &[(usize, usize)],
    corners: Range<usize>,
    alert: f64,
    out: &mut [Touch<D>],
) {
    for face in convex.faces() {
        let normal = q.direction(&face.normal);
        let is_under = |t: usize| out[t].normal.dot(&normal) > ALIKE;
        let points: Vec<_> = points.iter().copied().filter(|(_, t)| is_under(*t)).collect();
        let corners: Vec<usize> = corners.clone().filter(|c| is_under(*c)).collect();
        if points.is_empty() && corners.is_empty() {
            continue;
        }
        let near = SAME * convex.breadth();
        Covering::new((skin, p), (face, q), [alert, near]).share(&points, &corners, out);
        // Contacts without a part leave all of the face to the others.
        let mut all: Vec<usize> = points.iter().map(|(_, t)| *t).collect();
        all.extend(corners);
        if all.iter().any(|t| out[*t].area > 0.0) {
            all.retain(|t| out[*t].area <= 0.0);
            all.into_iter().for_each(|t| out[t].area = NO_PART);
        }
    }
}

/// A face over a skin.
struct Covering<'a, const D: usize> {
    skin: &'a Skin<D>,
    p: &'a Pose<D>,
    face: &'a Face<D>,
    q: &'a Pose<D>,
    /// Outward normal of the face, and axes in its plane.
    normal: Vector<D>,
    axes: Vec<Vector<D>>,
    alert: f64,
    /// Places closer together than this are one (m).
    near: f64,
}

impl<'a, const D: usize> Covering<'a, D> {
    fn new(
        (skin, p): (&'a Skin<D>, &'a Pose<D>),
        (face, q): (&'a Face<D>, &'a Pose<D>),
        [alert, near]: [f64; 2],
    ) -> Self {
        let normal = q.direction(&face.normal);
        let all = frame(&normal, None);
        let axes = (1..D).map(|k| all.column(k).into_owned()).collect();
        Self { skin, p, face, q, normal, axes, alert, near }
    }

    fn share(&self, points: &[(usize, usize)], corners: &[usize], out: &mut [Touch<D>]) {
        let place = |t: usize| (t, self.flat(&out[t].on_candidate));
        let mut places: Vec<(usize, Flat)> = points.iter().map(|(_, t)| place(*t)).collect();
        let known = places.len();
        for corner in corners.iter().map(|t| place(*t)) {
            let apart = |at: Flat| (at[0] - corner.1[0]).hypot(at[1] - corner.1[1]);
            if places[..known].iter().all(|(_, at)| apart(*at) > self.near) {
                places.push(corner);
            }
        }
        // The parts of facets that points have.
        let mut of_facets: Vec<(u32, usize, f64)> = vec![];
        for (k, t) in points {
            let shares = self.skin.shares(&self.skin.points()[*k]);
            let facing = shares.iter().filter(|own| self.faces(&own.normal));
            of_facets.extend(facing.map(|own| (own.spot.facet, *t, own.area * own.turn)));
        }
        of_facets.sort_by_key(|(facet, ..)| *facet);
        for pieces in self.skin.pieces().chunk_by(|a, b| a.facet == b.facet) {
            let facet = pieces[0].facet;
            if !self.is_near(pieces) || self.covers(pieces) {
                continue;
            }
            let first = of_facets.partition_point(|(f, ..)| *f < facet);
            let end = of_facets.partition_point(|(f, ..)| *f <= facet);
            let known = &of_facets[first..end];
            for (_, t, area) in known {
                out[*t].area -= area;
            }
            let is_on = |t: usize| {
                known.iter().any(|(_, own, _)| *own == t)
                    || (corners.contains(&t) && out[t].spots[0].facet == facet)
            };
            let mut here: Vec<(usize, Flat)> =
                places.iter().copied().filter(|(t, _)| is_on(*t)).collect();
            for region in pieces.iter().map(|piece| self.region(piece)) {
                if here.is_empty() {
                    here.extend(nearest(&region, &places));
                }
                for (t, place) in &here {
                    let others = here.iter().filter(|(other, _)| other != t);
                    let own = others.fold(region.clone(), |own, (_, other)| {
                        // x is nearer to the place than to the other: 2 (o - p) · x ≤ o² - p².
                        let way = [0, 1].map(|k| 2.0 * (other[k] - place[k]));
                        clip(&own, way, dot(*other, *other) - dot(*place, *place))
                    });
                    out[*t].area += size::<D>(&own) * self.skin.turn(facet);
                }
            }
        }
        for (t, _) in places {
            out[t].area = out[t].area.max(0.0);
        }
    }

    fn faces(&self, normal: &Vector<D>) -> bool {
        self.p.direction(normal).dot(&self.normal) < -FACING
    }

    /// True where a facet faces this face with all of its corners within the alert distance.
    fn is_near(&self, pieces: &[Piece<D>]) -> bool {
        let height = |corner: &Vector<D>| {
            let place = self.q.local_point(&self.p.point(corner));
            (self.face.normal.dot(&place) - self.face.offset).abs()
        };
        let mut corners = pieces.iter().flat_map(|piece| &piece.corners);
        pieces.iter().all(|piece| self.faces(&piece.normal))
            && corners.all(|corner| height(corner) <= self.alert)
    }

    /// True where a facet is wholly under the face.
    fn covers(&self, pieces: &[Piece<D>]) -> bool {
        let under = |corner: &Vector<D>| {
            let place = self.q.local_point(&self.p.point(corner));
            let sides = self.face.sides.iter();
            sides.map(|side| side.normal.dot(&place) - side.offset).all(|x| x <= self.near)
        };
        pieces.iter().flat_map(|piece| &piece.corners).all(under)
    }

    /// A place in the scene, seen along the normal.
    fn flat(&self, place: &Vector<D>) -> Flat {
        let along = |k: usize| self.axes.get(k).map_or(0.0, |axis| axis.dot(place));
        [along(0), along(1)]
    }

    /// The part of a piece under the face: a polygon, in the plane the ends of a line.
    fn region(&self, piece: &Piece<D>) -> Vec<Flat> {
        let all = piece.corners.iter().map(|corner| self.flat(&self.p.point(corner))).collect();
        self.face.sides.iter().fold(all, |region: Vec<Flat>, side| {
            let normal = self.q.direction(&side.normal);
            clip(&region, self.flat(&normal), side.offset + normal.dot(&self.q.position))
        })
    }
}

/// The place nearest to the middle of a region that is not empty.
fn nearest(region: &[Flat], places: &[(usize, Flat)]) -> Option<(usize, Flat)> {
    let count = region.len().max(1) as f64;
    let middle = [0, 1].map(|k| region.iter().map(|x| x[k]).sum::<f64>() / count);
    let away = |place: &Flat| (place[0] - middle[0]).hypot(place[1] - middle[1]);
    let all = places.iter().filter(|_| !region.is_empty());
    all.min_by(|a, b| away(&a.1).total_cmp(&away(&b.1))).copied()
}

fn dot(a: Flat, b: Flat) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

/// The part of a convex region where n · x ≤ c (Sutherland and Hodgman).
fn clip(region: &[Flat], n: Flat, c: f64) -> Vec<Flat> {
    let mut out = vec![];
    for (k, a) in region.iter().enumerate() {
        let b = &region[(k + 1) % region.len()];
        let (above, next) = (dot(n, *a) - c, dot(n, *b) - c);
        if above <= 0.0 {
            out.push(*a);
        }
        if (above < 0.0 && next > 0.0) || (above > 0.0 && next < 0.0) {
            let way = above / (above - next);
            out.push([0, 1].map(|i| a[i] + way * (b[i] - a[i])));
        }
    }
    out
}

/// Length in the plane, area in space.
fn size<const D: usize>(region: &[Flat]) -> f64 {
    if D == 2 {
        let most = region.iter().map(|x| x[0]).fold(f64::NEG_INFINITY, f64::max);
        let least = region.iter().map(|x| x[0]).fold(f64::INFINITY, f64::min);
        return (most - least).max(0.0);
    }
    let next = |k: usize| region[(k + 1) % region.len()];
    let cross = |(k, a): (usize, &Flat)| a[0] * next(k)[1] - a[1] * next(k)[0];
    0.5 * region.iter().enumerate().map(cross).sum::<f64>().abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_are_cut() {
        let square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
        assert_eq!(size::<3>(&square), 1.0);
        assert_eq!(size::<3>(&clip(&square, [1.0, 0.0], 0.25)), 0.25);
        assert_eq!(size::<3>(&clip(&square, [1.0, 1.0], 1.0)), 0.5);
        assert!(clip(&square, [1.0, 0.0], -1.0).is_empty());
        let line = [[0.0, 0.0], [2.0, 0.0]];
        assert_eq!(size::<2>(&clip(&line, [-1.0, 0.0], -0.5)), 1.5);
        assert_eq!(size::<2>(&clip(&line, [-1.0, 0.0], -3.0)), 0.0);
    }
}
