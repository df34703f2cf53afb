//! Pieces of a skin: segments of the plane, triangles of space.

use crate::fem::mesh::Spot;
use crate::space::{Vector, across};

/// How far beyond its rim a piece is met as if it went on, relative to its size.
pub(super) const BEYOND: f64 = 1e-6;

/// A segment or triangle of the surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Piece<const D: usize> {
    /// The facet it is of.
    pub facet: u32,
    /// Their nodes.
    pub nodes: [u32; D],
    /// Corners, seen from outside counter-clockwise (in the plane matter lies to the left).
    pub corners: [Vector<D>; D],
    /// Their reference coordinates in the facet.
    pub at: [[f64; 2]; D],
    /// Unit normal, outward.
    pub normal: Vector<D>,
    /// Whether the surface goes on smoothly beyond each side (in space side k is from corner k to the
    /// next, in the plane at corner k).
    pub smooth: [bool; D],
    /// How far the facet is from the piece at most; nothing where they are the same (m).
    pub bulge: f64,
}

/// A place on a skin near a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Foot<const D: usize> {
    /// The nearest place.
    pub place: Vector<D>,
    /// The same on the mesh.
    pub spot: Spot,
    /// Outward unit normal.
    pub normal: Vector<D>,
    /// Signed distance, negative inside.
    pub gap: f64,
}

impl<const D: usize> Foot<D> {
    /// Whether another one is no more than rounding away from it, on pieces of a size.
    pub(super) fn is_same(&self, other: &Self, size: f64) -> bool {
        (self.place - other.place).norm() < 3.0 * BEYOND * size
            && self.normal.dot(&other.normal) > 1.0 - BEYOND
    }
}

impl<const D: usize> Piece<D> {
    /// The length of its first edge.
    pub(super) fn size(&self) -> f64 {
        (self.corners[1] - self.corners[0]).norm()
    }

    /// How far a point is above the piece's plane.
    pub(super) fn height(&self, point: &Vector<D>) -> f64 {
        self.normal.dot(&(point - self.corners[0]))
    }

    /// Whether the piece lies between two points.
    pub(super) fn parts(&self, from: &Vector<D>, to: &Vector<D>) -> bool {
        let (below, above) = (self.height(from), self.height(to));
        if (below >= 0.0) == (above >= 0.0) {
            return false;
        }
        let place = from + (to - from) * (below / (below - above));
        self.shares(&place).iter().all(|share| *share >= -BEYOND)
    }

    /// The nearest place of the piece, met on the side of the sign, if the point is over it (then true); or,
    /// outside the body, beyond a side where the surface goes on smoothly.
    pub(super) fn foot(
        &self,
        point: &Vector<D>,
        height: f64,
        sign: f64,
    ) -> Option<(Foot<D>, bool)> {
        let height = height * sign;
        let mut shares = self.shares(point);
        let mut beyond = None;
        for k in (0..D).filter(|k| shares[*k] < -BEYOND) {
            // Share k is negative beyond the side that corner k does not belong to.
            let side = if D == 2 { 1 - k } else { (k + 1) % D };
            if !(self.smooth[side] && height >= 0.0) {
                return None;
            }
            beyond = Some(side);
        }
        if let Some(side) = beyond {
            shares = self.shares_on(side, point);
        }
        let (place, at) = self.place(&shares);
        let away = point - place;
        let (normal, gap) = match away.try_normalize(0.0) {
            Some(direction) if beyond.is_some() => (direction, away.norm()),
            _ => (self.normal * sign, height),
        };
        Some((Foot { place, spot: Spot { facet: self.facet, at }, normal, gap }, beyond.is_none()))
    }

    /// The reference coordinates of the nearest place of the piece, and how far it is.
    pub(super) fn closest(&self, point: &Vector<D>) -> ([f64; 2], f64) {
        let shares = self.shares(point);
        let inside = shares.iter().all(|share| *share >= 0.0).then_some(shares);
        let rims = (0..D).map(|side| self.shares_on(side, point)).filter(|_| inside.is_none());
        let found = inside.into_iter().chain(rims).map(|shares| {
            let (place, at) = self.place(&shares);
            (at, (point - place).norm())
        });
        found.min_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((self.at[0], f64::INFINITY))
    }

    /// A place by the shares of the corners, and its reference coordinates.
    fn place(&self, shares: &[f64; D]) -> (Vector<D>, [f64; 2]) {
        let (mut place, mut at) = (Vector::zeros(), [0.0; 2]);
        for ((corner, own), share) in self.corners.iter().zip(&self.at).zip(shares) {
            place += corner * *share;
            (0..2).for_each(|k| at[k] += own[k] * share);
        }
        (place, at)
    }

    /// Shares of the corners in the nearest place of a side.
    fn shares_on(&self, side: usize, point: &Vector<D>) -> [f64; D] {
        let mut shares = [0.0; D];
        if D == 2 {
            shares[side] = 1.0;
            return shares;
        }
        let next = (side + 1) % D;
        let along = self.corners[next] - self.corners[side];
        let way = (point - self.corners[side]).dot(&along) / along.norm_squared();
        shares[next] = way.clamp(0.0, 1.0);
        shares[side] = 1.0 - shares[next];
        shares
    }

    /// Shares of the corners in the point's projection; their sum is one.
    fn shares(&self, point: &Vector<D>) -> [f64; D] {
        let mut shares = [0.0; D];
        let first = point - self.corners[0];
        let a = self.corners[1] - self.corners[0];
        if D == 2 {
            shares[1] = first.dot(&a) / a.norm_squared();
        } else {
            let b = self.corners[D - 1] - self.corners[0];
            let (aa, ab, bb) = (a.norm_squared(), a.dot(&b), b.norm_squared());
            let (pa, pb) = (first.dot(&a), first.dot(&b));
            let size = aa * bb - ab * ab;
            shares[1] = (bb * pa - ab * pb) / size;
            shares[D - 1] = (aa * pb - ab * pa) / size;
        }
        shares[0] = 1.0 - shares[1..].iter().sum::<f64>();
        shares
    }
}

/// Outward unit normal.
pub(super) fn normal<const D: usize>(corners: &[Vector<D>; D]) -> Vector<D> {
    let normal = across(&[corners[1] - corners[0], corners[D - 1] - corners[0]]);
    normal.try_normalize(0.0).unwrap_or(normal)
}
