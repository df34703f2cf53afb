//! The skin of a deformable body, as it is now: points that look for contact, and pieces that others
//! meet.

mod cells;
mod itself;
mod piece;
#[cfg(test)]
mod tests;

use super::Aabb;
use crate::fem::mesh::Spot;
use crate::space::{Pose, Vector};
use cells::Cells;
use piece::{BEYOND, normal};
pub use piece::{Foot, Piece};
use std::collections::HashMap;

/// Cosine of the bend between two pieces up to which the surface counts as smooth there: the polygon of
/// something round, and not a corner.
const SMOOTH: f64 = 0.5;

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
