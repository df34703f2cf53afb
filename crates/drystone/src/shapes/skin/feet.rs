//! Where points meet a skin.

use super::piece::BEYOND;
use super::{Curved, Foot, Piece, Skin};
use crate::fem::mesh::Spot;
use crate::space::Vector;

/// Share of the way to a foot that is left out where the way is looked along.
const BEFORE: f64 = 1e-3;

impl<const D: usize> Skin<D> {
    /// The place nearest to a point that is within `reach` of the surface, on pieces whose normal,
    /// with the gap to them, counts.
    pub fn foot(
        &self,
        point: &Vector<D>,
        reach: f64,
        counts: impl Fn(&Vector<D>, f64) -> bool,
    ) -> Option<Foot<D>> {
        self.nearest(point, reach, |_, _| 1.0, |piece, gap| counts(&piece.normal, gap))
    }

    /// Places of a thin skin that a point meets which belongs to matter about another place: those that it is over
    /// and, at ridges and rims, the nearest. The side is that on which the matter is: where the skin lies
    /// between the two the point has gone through it, however deep.
    pub fn feet(&self, point: &Vector<D>, matter: &Vector<D>, reach: f64, out: &mut Vec<Foot<D>>) {
        let is_through = point != matter && self.lies_between(point, matter);
        let reach = if is_through { reach.max((matter - point).norm()) } else { reach };
        let way = matter - point;
        let none = BEYOND * BEYOND * self.radius;
        let side = |height: f64, normal: &Vector<D>| match way.dot(normal) {
            // On the surface, as far as rounding tells, it is the matter that says on which side.
            matter if height.abs() <= none && matter != 0.0 => matter.signum(),
            _ if (height >= 0.0) == is_through => -1.0,
            _ => 1.0,
        };
        let Some(nearest) = self.nearest(point, reach, side, |_, _| true) else { return };
        let first = out.len();
        out.push(nearest);
        if !is_through {
            self.others(point, reach, side, |_, gap| gap.abs() <= reach, (first, out));
        }
    }

    /// Places of a solid skin that a ball touches whose centre is within `reach` of it: the nearest, and of
    /// every other piece that the centre is over, as in a groove. Of the nearest alone a ball between two sides would
    /// go on into the other one.
    pub fn feet_of_ball(
        &self,
        centre: &Vector<D>,
        reach: f64,
        counts: impl Fn(&Vector<D>, f64) -> bool,
        out: &mut Vec<Foot<D>>,
    ) {
        let Some(nearest) = self.foot(centre, reach, &counts) else { return };
        let first = out.len();
        out.push(nearest);
        // A centre in the matter goes back the nearest way.
        if nearest.gap > 0.0 {
            let touched = |piece: &Piece<D>, gap: f64| {
                0.0 <= gap && gap <= reach && counts(&piece.normal, gap)
            };
            self.others(centre, reach, |_, _| 1.0, touched, (first, out));
            // What lies behind a part of the body is not touched.
            let mut k = 0;
            out.retain(|foot| {
                k += 1;
                let before = centre.lerp(&foot.place, 1.0 - BEFORE);
                k <= first + 1 || !self.lies_between(centre, &before)
            });
        }
    }

    /// Adds the feet on pieces that a point is over, as far as they are wanted and not known.
    fn others(
        &self,
        point: &Vector<D>,
        reach: f64,
        side: impl Fn(f64, &Vector<D>) -> f64 + Copy,
        wanted: impl Fn(&Piece<D>, f64) -> bool,
        (first, out): (usize, &mut Vec<Foot<D>>),
    ) {
        let mut near = vec![];
        let around = reach + 2.0 * BEYOND * self.radius;
        self.cells.near(point, around, self.pieces.len(), |k| near.push(k));
        near.sort_unstable();
        near.dedup();
        for piece in near.into_iter().map(|k| &self.pieces[k]) {
            if let Some((foot, true)) = self.foot_on(piece, point, reach, side)
                && wanted(piece, foot.gap)
                // Where two pieces meet a point may be over both.
                && !out[first..].iter().any(|known| known.is_same(&foot, piece.size()))
            {
                out.push(foot);
            }
        }
    }

    /// Whether some piece lies between two points.
    pub(super) fn lies_between(&self, from: &Vector<D>, to: &Vector<D>) -> bool {
        // Pieces reach a little beyond their rim, along both sides of a corner.
        let (around, mut found) = (8.0 * BEYOND * self.radius, false);
        self.cells.along([from, to], around, self.pieces.len(), |k| {
            found = found || self.parts(&self.pieces[k], from, to);
        });
        found
    }

    /// The nearest place on pieces that count, with their gap; they are met on the side that `side` gives for the
    /// height of the point over them and their normal.
    pub(super) fn nearest(
        &self,
        point: &Vector<D>,
        reach: f64,
        side: impl Fn(f64, &Vector<D>) -> f64 + Copy,
        counts: impl Fn(&Piece<D>, f64) -> bool,
    ) -> Option<Foot<D>> {
        let mut nearest: Option<(Foot<D>, usize)> = None;
        // Pieces are met a little beyond their rim.
        let around = reach + 2.0 * BEYOND * self.radius;
        self.cells.near(point, around, self.pieces.len(), |k| {
            let piece = &self.pieces[k];
            // What cannot be nearer than what is known needs no landing.
            let least = nearest.map_or(reach, |(known, _)| known.gap.abs());
            // Of equally near ones the first, in whatever order they come.
            let closer = |foot: &Foot<D>| {
                nearest.is_none_or(|(known, of)| {
                    let (gap, least) = (foot.gap.abs(), known.gap.abs());
                    gap < least || (gap == least && k < of)
                })
            };
            if let Some((foot, _)) = self.foot_on(piece, point, least, side)
                && foot.gap.abs() <= reach
                && closer(&foot)
                && counts(piece, foot.gap)
            {
                nearest = Some((foot, k));
            }
        });
        nearest.map(|(foot, _)| foot)
    }

    /// The facet of a piece, where it is not flat.
    fn curved(&self, piece: &Piece<D>) -> Option<&Curved<D>> {
        self.curved.get(piece.facet as usize)?.as_ref().filter(|_| piece.bulge > 0.0)
    }

    /// The foot of a point on the facet of a piece, if the piece may be within `reach`, and whether the point is
    /// over the facet. On the flat piece where the nearest place of the facet is not found.
    fn foot_on(
        &self,
        piece: &Piece<D>,
        point: &Vector<D>,
        reach: f64,
        side: impl Fn(f64, &Vector<D>) -> f64,
    ) -> Option<(Foot<D>, bool)> {
        let height = piece.height(point);
        if height.abs() > reach + piece.bulge {
            return None;
        }
        if let Some(facet) = self.curved(piece) {
            let (start, distance) = piece.closest(point);
            if distance > reach + piece.bulge {
                return None;
            }
            if let Some(landing) = facet.land(point, start) {
                let away = point - landing.place;
                let height = landing.normal.dot(&away);
                let sign = side(height, &landing.normal);
                let is_over = !landing.beyond.contains(&true);
                let goes_on = (0..4).all(|k| facet.smooth[k] || !landing.beyond[k]);
                if !(is_over || goes_on && height * sign >= 0.0) {
                    return None;
                }
                let (normal, gap) = match away.try_normalize(0.0) {
                    Some(direction) if !is_over => (direction, away.norm()),
                    _ => (landing.normal * sign, height * sign),
                };
                let spot = Spot { facet: piece.facet, at: landing.at };
                return Some((Foot { place: landing.place, spot, normal, gap }, is_over));
            }
        }
        piece.foot(point, height, side(height, &piece.normal))
    }

    /// Whether the facet of a piece lies between two points.
    fn parts(&self, piece: &Piece<D>, from: &Vector<D>, to: &Vector<D>) -> bool {
        let flat = || piece.parts(from, to);
        let Some(facet) = self.curved(piece) else { return flat() };
        let [below, above] = [from, to].map(|point| piece.height(point));
        if below.min(above) > piece.bulge || below.max(above) < -piece.bulge {
            return false;
        }
        let share = (below / (below - above)).clamp(0.0, 1.0);
        let place = if share.is_finite() { from + (to - from) * share } else { *from };
        facet.crosses(from, to, piece.closest(&place).0).unwrap_or_else(flat)
    }
}
