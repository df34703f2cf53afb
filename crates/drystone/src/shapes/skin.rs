//! The skin of a deformable body, as it is now: points that look for contact, and pieces that others
//! meet.

use super::Aabb;
use super::skin_cells::Cells;
use crate::fem::mesh::Spot;
use crate::space::{Pose, Vector, across};
use std::collections::HashMap;

/// Cosine of the bend between two pieces up to which the surface counts as smooth there: the polygon of
/// something round, and not a corner.
const SMOOTH: f64 = 0.5;

/// How far beyond its rim a piece is met as if it went on, relative to its size.
const BEYOND: f64 = 1e-6;

/// A point that looks for contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point<const D: usize> {
    /// Where it is.
    pub place: Vector<D>,
    /// The first of its shares in the skin's list, and the one after its last.
    pub shares: [u32; 2],
    /// How deep it may be inside the body it is of; none where the body does not meet itself (m).
    pub depth: Option<f64>,
}

/// A point's share of a facet that it is on: a point within a facet has one, a node one of each around it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share<const D: usize> {
    /// The point on the facet.
    pub spot: Spot,
    /// The area it stands for there (m²; in the plane m).
    pub area: f64,
    /// Outward unit normal of the facet.
    pub normal: Vector<D>,
}

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

/// The skin of a deformable body.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Skin<const D: usize> {
    points: Vec<Point<D>>,
    shares: Vec<Share<D>>,
    pieces: Vec<Piece<D>>,
    cells: Cells<D>,
    radius: f64,
    spacing: f64,
    is_thin: bool,
}

/// A piece as it is given: facet, corners, their reference coordinates, their nodes.
pub type Given<const D: usize> = (u32, [Vector<D>; D], [[f64; 2]; D], [u32; D]);

impl<const D: usize> Skin<D> {
    /// From points, their shares of facets, and pieces.
    pub fn new(points: Vec<Point<D>>, shares: Vec<Share<D>>, given: Vec<Given<D>>) -> Self {
        let mut pieces: Vec<Piece<D>> = given
            .iter()
            .map(|(facet, corners, at, nodes)| Piece {
                facet: *facet,
                nodes: *nodes,
                corners: *corners,
                at: *at,
                normal: normal(corners),
                smooth: [false; D],
            })
            .collect();
        // Rims of pieces by their nodes: in the plane one, in space two.
        let mut rims: HashMap<[u32; 2], (usize, usize)> = HashMap::new();
        for (p, (_, _, _, nodes)) in given.iter().enumerate() {
            for k in 0..D {
                let [a, b] = if D == 2 { [nodes[k]; 2] } else { [nodes[k], nodes[(k + 1) % D]] };
                if let Some((other, side)) = rims.insert([a.min(b), a.max(b)], (p, k)) {
                    let smooth = pieces[p].normal.dot(&pieces[other].normal) > SMOOTH;
                    pieces[p].smooth[k] = smooth;
                    pieces[other].smooth[side] = smooth;
                }
            }
        }
        let places = points.iter().map(|point| point.place);
        let corners = pieces.iter().flat_map(|piece| piece.corners);
        let radius = places.chain(corners).map(|place| place.norm()).fold(0.0, f64::max);
        let cells = Cells::new(&pieces);
        Self { points, shares, pieces, cells, radius, spacing: f64::INFINITY, is_thin: false }
    }

    /// The same with the area that one of its points stands for, in the mean and at rest.
    pub fn spaced(mut self, spacing: f64) -> Self {
        self.spacing = spacing;
        self
    }

    /// The area that one of its points stands for, in the mean and at rest; infinite where it has none.
    pub fn spacing(&self) -> f64 {
        self.spacing
    }

    /// The same with nothing behind it, as bars and membranes are: what comes to it meets it on the side that it
    /// is on, and its rims too.
    pub fn thin(mut self) -> Self {
        self.is_thin = true;
        self.pieces.iter_mut().for_each(|piece| piece.smooth = [true; D]);
        self
    }

    /// Whether there is nothing behind it.
    pub fn is_thin(&self) -> bool {
        self.is_thin
    }

    /// The shares of facets that a point has.
    pub fn shares(&self, point: &Point<D>) -> &[Share<D>] {
        &self.shares[point.shares[0] as usize..point.shares[1] as usize]
    }

    /// Outward at one of its points: the mean of the normals of its facets, not of unit length. Zero where nothing
    /// is behind it.
    pub fn outward(&self, point: &Point<D>) -> Vector<D> {
        let shares = self.shares(point);
        match self.is_thin {
            true => Vector::zeros(),
            false => shares.iter().map(|own| own.normal).sum::<Vector<D>>() / shares.len() as f64,
        }
    }

    /// Points that look for contact.
    pub fn points(&self) -> &[Point<D>] {
        &self.points
    }

    /// Pieces that others meet.
    pub fn pieces(&self) -> &[Piece<D>] {
        &self.pieces
    }

    /// Radius of the ball about the origin that holds it.
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// The box around it at a pose.
    pub fn bounds(&self, pose: &Pose<D>) -> Aabb<D> {
        let corners = self.pieces.iter().flat_map(|piece| piece.corners);
        let places = self.points.iter().map(|point| point.place).chain(corners);
        let mut bounds = Aabb::<D> {
            min: Vector::repeat(f64::INFINITY),
            max: Vector::repeat(f64::NEG_INFINITY),
        };
        for place in places {
            let place = pose.point(&place);
            bounds = Aabb { min: bounds.min.inf(&place), max: bounds.max.sup(&place) };
        }
        bounds
    }

    /// The place nearest to a point that is within `reach` of the surface, on pieces whose normal counts.
    pub fn foot(
        &self,
        point: &Vector<D>,
        reach: f64,
        counts: impl Fn(&Vector<D>) -> bool,
    ) -> Option<Foot<D>> {
        self.nearest(point, reach, |_| 1.0, |piece, _| counts(&piece.normal))
    }

    /// Places of a thin skin that a point meets which belongs to matter about another place: those that it is over
    /// and, at ridges and rims, the nearest. The side is that on which the matter is: where the skin lies
    /// between the two the point has gone through it, however deep.
    pub fn feet(&self, point: &Vector<D>, matter: &Vector<D>, reach: f64, out: &mut Vec<Foot<D>>) {
        let is_through = point != matter && self.lies_between(point, matter);
        let reach = if is_through { reach.max((matter - point).norm()) } else { reach };
        let side = |height: f64| if (height >= 0.0) == is_through { -1.0 } else { 1.0 };
        let Some(nearest) = self.nearest(point, reach, side, |_, _| true) else { return };
        let first = out.len();
        out.push(nearest);
        if is_through {
            return;
        }
        let mut near = vec![];
        let around = reach + 2.0 * BEYOND * self.radius;
        self.cells.near(point, around, self.pieces.len(), |k| near.push(k));
        near.sort_unstable();
        near.dedup();
        for piece in near.into_iter().map(|k| &self.pieces[k]) {
            let height = piece.height(point);
            if height.abs() <= reach
                && let Some((foot, true)) = piece.foot(point, height, side(height))
                // Where two pieces meet a point may be over both.
                && !out[first..].iter().any(|known| known.is_same(&foot, piece.size()))
            {
                out.push(foot);
            }
        }
    }

    /// Whether some piece lies between two points.
    fn lies_between(&self, from: &Vector<D>, to: &Vector<D>) -> bool {
        // Pieces reach a little beyond their rim, along both sides of a corner.
        let (around, mut found) = (8.0 * BEYOND * self.radius, false);
        self.cells.along([from, to], around, self.pieces.len(), |k| {
            found = found || self.pieces[k].parts(from, to);
        });
        found
    }

    /// The nearest place on pieces that count, with their gap; they are met on the side that `side` gives for the
    /// height of the point over them.
    pub(super) fn nearest(
        &self,
        point: &Vector<D>,
        reach: f64,
        side: impl Fn(f64) -> f64,
        counts: impl Fn(&Piece<D>, f64) -> bool,
    ) -> Option<Foot<D>> {
        let mut nearest: Option<(Foot<D>, usize)> = None;
        // Pieces are met a little beyond their rim.
        let around = reach + 2.0 * BEYOND * self.radius;
        self.cells.near(point, around, self.pieces.len(), |k| {
            let piece = &self.pieces[k];
            let height = piece.height(point);
            if height.abs() > reach {
                return;
            }
            // Of equally near ones the first, in whatever order they come.
            let closer = |foot: &Foot<D>| {
                nearest.is_none_or(|(known, of)| {
                    let (gap, least) = (foot.gap.abs(), known.gap.abs());
                    gap < least || (gap == least && k < of)
                })
            };
            if let Some((foot, _)) = piece.foot(point, height, side(height))
                && foot.gap.abs() <= reach
                && closer(&foot)
                && counts(piece, foot.gap)
            {
                nearest = Some((foot, k));
            }
        });
        nearest.map(|(foot, _)| foot)
    }
}

impl<const D: usize> Foot<D> {
    /// Whether another one is no more than rounding away from it, on pieces of a size.
    fn is_same(&self, other: &Self, size: f64) -> bool {
        (self.place - other.place).norm() < 3.0 * BEYOND * size
            && self.normal.dot(&other.normal) > 1.0 - BEYOND
    }
}

impl<const D: usize> Piece<D> {
    /// The length of its first edge.
    fn size(&self) -> f64 {
        (self.corners[1] - self.corners[0]).norm()
    }

    /// How far a point is above the piece's plane.
    fn height(&self, point: &Vector<D>) -> f64 {
        self.normal.dot(&(point - self.corners[0]))
    }

    /// Whether the piece lies between two points.
    fn parts(&self, from: &Vector<D>, to: &Vector<D>) -> bool {
        let (below, above) = (self.height(from), self.height(to));
        if (below >= 0.0) == (above >= 0.0) {
            return false;
        }
        let place = from + (to - from) * (below / (below - above));
        self.shares(&place).iter().all(|share| *share >= -BEYOND)
    }

    /// The nearest place of the piece, met on the side of the sign, if the point is over it (then true); or,
    /// outside the body, beyond a side where the surface goes on smoothly.
    fn foot(&self, point: &Vector<D>, height: f64, sign: f64) -> Option<(Foot<D>, bool)> {
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
        let place: Vector<D> =
            self.corners.iter().zip(&shares).map(|(corner, share)| corner * *share).sum();
        let mut at = [0.0; 2];
        for (own, share) in self.at.iter().zip(&shares) {
            (0..2).for_each(|k| at[k] += own[k] * share);
        }
        let away = point - place;
        let (normal, gap) = match away.try_normalize(0.0) {
            Some(direction) if beyond.is_some() => (direction, away.norm()),
            _ => (self.normal * sign, height),
        };
        Some((Foot { place, spot: Spot { facet: self.facet, at }, normal, gap }, beyond.is_none()))
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
fn normal<const D: usize>(corners: &[Vector<D>; D]) -> Vector<D> {
    let normal = across(&[corners[1] - corners[0], corners[D - 1] - corners[0]]);
    normal.try_normalize(0.0).unwrap_or(normal)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A roof of two slopes, without anything behind it.
    fn roof() -> Skin<2> {
        let corners = [[-1.0, 0.0], [0.0, 1.0], [1.0, 0.0]].map(Vector::<2>::from);
        let piece = |k: usize| {
            let nodes = [k as u32, k as u32 + 1];
            (k as u32, [corners[k], corners[k + 1]], [[-1.0, 0.0], [1.0, 0.0]], nodes)
        };
        Skin::new(vec![], vec![], (0..2).map(piece).collect()).thin()
    }

    #[test]
    fn thin_skins_are_met_on_the_side_of_the_matter() {
        let (skin, at) = (roof(), |x: f64, y: f64| Vector::<2>::new(x, y));
        let feet = |point: Vector<2>, matter: Vector<2>, reach: f64| {
            let mut out = vec![];
            skin.feet(&point, &matter, reach, &mut out);
            out
        };
        let half = 0.5_f64.sqrt();
        // Under the ridge a ball meets both slopes, over it the ridge alone.
        let under = feet(at(0.0, 0.8), at(0.0, 0.8), 0.5);
        assert_eq!(under.len(), 2);
        assert!(under.iter().all(|foot| (foot.gap - 0.2 * half).abs() < 1e-15));
        assert!(under.iter().all(|foot| (foot.normal[1] + half).abs() < 1e-15));
        let over = feet(at(0.0, 1.1), at(0.0, 1.1), 0.5);
        assert!(over.len() == 1 && (over[0].gap - 0.1).abs() < 1e-15);
        assert!((over[0].normal - at(0.0, 1.0)).norm() < 1e-15);
        // Beyond the rim.
        let beyond = feet(at(1.3, -0.3), at(1.3, -0.3), 0.5);
        assert!(beyond.len() == 1 && (beyond[0].gap - 0.6 * half).abs() < 1e-15);
        // A corner that came through from above, and one from below, farther than the reach.
        for (point, matter, sign) in
            [(at(0.5, 0.2), at(1.5, 1.2), 1.0), (at(0.5, 0.8), at(-0.2, 0.1), -1.0)]
        {
            let found = feet(point, matter, 0.1);
            assert_eq!(found.len(), 1);
            assert!((found[0].gap + 0.3 * half).abs() < 1e-15, "{found:?}");
            assert!((found[0].normal - at(half, half) * sign).norm() < 1e-15);
        }
        // The same corners on their own side of it.
        let found = feet(at(0.5, 0.6), at(1.5, 1.6), 0.1);
        assert!((found[0].gap - 0.1 * half).abs() < 1e-15 && found[0].normal[1] > 0.0);
    }

    /// A membrane of waves with n² squares of two triangles, at random heights.
    fn waves(n: usize, heights: &[f64]) -> Skin<3> {
        let corner = |k: usize| {
            let [x, y] = [k % (n + 1), k / (n + 1)].map(|x| x as f64 / n as f64 - 0.5);
            Vector::<3>::new(x, 0.6 * y, heights[k])
        };
        let piece = |k: usize| {
            let a = k / 2 % n + k / 2 / n * (n + 1);
            let nodes =
                if k.is_multiple_of(2) { [a, a + 1, a + n + 2] } else { [a, a + n + 2, a + n + 1] };
            let at = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]];
            (k as u32, nodes.map(corner), at, nodes.map(|node| node as u32))
        };
        Skin::new(vec![], (0..2 * n * n).map(piece).collect()).thin()
    }

    proptest::proptest! {
        /// Cells find what trying every piece finds, in the same order.
        #[test]
        fn feet_are_those_of_every_piece(
            heights in proptest::collection::vec(-0.1..0.1_f64, 121),
            points in proptest::collection::vec([-0.8..0.8_f64, -0.5..0.5, -0.3..0.3], 20),
            ways in proptest::collection::vec([-2.0..2.0_f64, -1.0..1.0, -2.0..2.0], 20),
            scale in 0.0..1.0_f64,
            reach in 0.0..0.4_f64,
        ) {
            let skin = waves(10, &heights);
            let every = Skin { cells: Cells::default(), ..skin.clone() };
            for (k, (point, way)) in points.iter().zip(&ways).enumerate() {
                let point = Vector::<3>::from(*point);
                // Balls, corners near their matter, along an axis, and far from it.
                let way = Vector::<3>::from(*way);
                let matter = point + match k % 4 {
                    0 => Vector::<3>::zeros(),
                    1 => way * scale,
                    2 => Vector::<3>::new(0.0, 0.0, way.z),
                    _ => way * 1e6,
                };
                let feet = |skin: &Skin<3>| {
                    let mut out = vec![];
                    skin.feet(&point, &matter, reach, &mut out);
                    out
                };
                proptest::prop_assert_eq!(feet(&skin), feet(&every));
                let between = |skin: &Skin<3>| skin.lies_between(&point, &matter);
                proptest::prop_assert_eq!(between(&skin), between(&every));
            }
        }
    }

    /// A square of side 1, matter inside.
    fn square() -> Skin<2> {
        let corners = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]].map(Vector::<2>::from);
        let piece = |k: usize| {
            let next = (k + 1) % 4;
            let nodes = [k as u32, next as u32];
            (k as u32, [corners[k], corners[next]], [[-1.0, 0.0], [1.0, 0.0]], nodes)
        };
        Skin::new(vec![], vec![], (0..4).map(piece).collect())
    }

    #[test]
    fn points_find_their_foot() {
        let skin = square();
        let above = skin.foot(&Vector::<2>::new(0.25, 1.1), 0.2, |_| true).expect("a foot");
        assert!((above.gap - 0.1).abs() < 1e-15 && above.normal == Vector::<2>::new(0.0, 1.0));
        assert!((above.place - Vector::<2>::new(0.25, 1.0)).norm() < 1e-15);
        // The upper side runs from right to left.
        assert!(above.spot.facet == 2 && (above.spot.at[0] - 0.5).abs() < 1e-15);
        let inside = skin.foot(&Vector::<2>::new(0.95, 0.5), 0.2, |_| true).expect("a foot");
        assert!((inside.gap + 0.05).abs() < 1e-15 && inside.spot.facet == 1);
        // Beyond a corner, and too far.
        assert_eq!(skin.foot(&Vector::<2>::new(1.1, 1.1), 0.2, |_| true), None);
        assert_eq!(skin.foot(&Vector::<2>::new(0.5, 1.3), 0.2, |_| true), None);
        // On the corner: a foot, by which side ever.
        assert!(skin.foot(&Vector::<2>::new(1.0, 1.0), 0.2, |_| true).is_some());
    }

    /// Outside a polygon of a circle there is a foot everywhere, and normals turn without a jump.
    #[test]
    fn round_skins_have_no_gaps() {
        let count = 12;
        let corner = |k: usize| {
            let angle = std::f64::consts::TAU * (k % count) as f64 / count as f64;
            Vector::<2>::new(angle.cos(), angle.sin())
        };
        let piece = |k: usize| {
            let nodes = [k as u32, ((k + 1) % count) as u32];
            (k as u32, [corner(k), corner(k + 1)], [[-1.0, 0.0], [1.0, 0.0]], nodes)
        };
        let skin = Skin::new(vec![], vec![], (0..count).map(piece).collect());
        let mut last: Option<Vector<2>> = None;
        for k in 0..=3600 {
            let angle = std::f64::consts::TAU * f64::from(k) / 3600.0;
            let point = Vector::<2>::new(angle.cos(), angle.sin()) * 1.2;
            let foot = skin.foot(&point, 0.5, |_| true).expect("a foot");
            assert!((point - foot.place - foot.normal * foot.gap).norm() < 1e-12);
            if let Some(last) = last {
                assert!((foot.normal - last).norm() < 0.02, "{angle}");
            }
            last = Some(foot.normal);
        }
    }
}
