//! A skin that meets itself.

use super::{Foot, Piece, Skin};
use crate::space::Vector;

impl<const D: usize> Skin<D> {
    /// Whether it may meet itself.
    pub fn meets_itself(&self) -> bool {
        self.points().iter().any(|point| point.depth.is_some())
    }

    /// Where a point is over another part of the same skin that faces it, within `reach`: not on pieces beside
    /// its own, and not on the other side of a thin part that it looks at through the matter.
    pub fn own_foot(&self, k: usize, reach: f64) -> Option<Foot<D>> {
        let point = &self.points()[k];
        let depth = point.depth?;
        let own = self.own_pieces(self.shares(point)[0].spot.facet);
        let beside = |piece: &Piece<D>| {
            own.clone().any(|own| piece.nodes.iter().any(|node| own.nodes.contains(node)))
        };
        let normal = own.clone().map(|piece| piece.normal).sum::<Vector<D>>();
        self.nearest(
            &point.place,
            reach,
            |_, _| 1.0,
            |piece, gap| gap > -depth && piece.normal.dot(&normal) < 0.0 && !beside(piece),
        )
    }

    /// How far it is from a point through the matter to what faces away on the other side, at most `most`.
    pub fn thickness(&self, k: usize, most: f64) -> f64 {
        let point = &self.points()[k];
        let own = self.own_pieces(self.shares(point)[0].spot.facet);
        let normal = own.map(|piece| piece.normal).sum::<Vector<D>>();
        let across = |piece: &Piece<D>, gap: f64| gap < 0.0 && piece.normal.dot(&normal) < 0.0;
        self.nearest(&point.place, most, |_, _| 1.0, across).map_or(most, |foot| -foot.gap)
    }

    /// How far it is from a point straight through the matter to the middle of it: half of the way
    /// to what faces away on the other side; infinite where nothing does.
    pub fn behind(&self, k: usize) -> f64 {
        let point = &self.points()[k];
        let Some(inward) = (-self.outward(point)).try_normalize(0.0) else { return f64::INFINITY };
        let (from, most) = (point.place, 2.5 * self.radius);
        let (to, mut first) = (from + inward * most, f64::INFINITY);
        self.cells.along([&from, &to], 0.0, self.pieces.len(), |k| {
            let piece = &self.pieces[k];
            let slope = piece.normal.dot(&inward);
            if slope > 0.0 && piece.parts(&from, &to) {
                let depth = -piece.height(&from) / slope;
                first = if depth > 0.0 { first.min(depth) } else { first };
            }
        });
        0.5 * first
    }

    /// The pieces of a facet, which stand together.
    fn own_pieces(&self, facet: u32) -> std::slice::Iter<'_, Piece<D>> {
        let first = self.pieces().partition_point(|piece| piece.facet < facet);
        let last = self.pieces().partition_point(|piece| piece.facet <= facet);
        self.pieces()[first..last].iter()
    }
}
