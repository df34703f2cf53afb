//! The skin of a deformable body, as it is now: points that look for contact, and pieces that others
//! meet.

mod cells;
mod crossing;
mod curved;
mod feet;
mod itself;
mod landing;
mod piece;
#[cfg(test)]
mod tests;

use super::Aabb;
use crate::fem::mesh::Spot;
use crate::space::{Pose, Vector};
use cells::Cells;
pub use curved::Curved;
use piece::normal;
pub use piece::{Foot, Piece};
use std::collections::HashMap;

/// Cosine of the bend between two pieces up to which the surface counts as smooth there: the polygon of
/// something round, and not a corner.
const SMOOTH: f64 = 0.5;

/// How far a facet may be from its pieces and still be flat, relative to their size.
const FLAT: f64 = 1e-12;

/// A point that looks for contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point<const D: usize> {
    /// Where it is.
    pub place: Vector<D>,
    /// The first of its shares in the skin's list, and the one after its last.
    pub shares: [u32; 2],
    /// How much matter is between it and the middle of its body at rest; infinite where that is not
    /// known (m).
    pub behind: f64,
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
    /// Of a body of revolution the way around at rest, else 1.
    pub turn: f64,
    /// The area at rest that a point of the facet stands for, in the mean.
    pub spacing: f64,
    /// Outward unit normal of the facet.
    pub normal: Vector<D>,
}

/// The skin of a deformable body.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Skin<const D: usize> {
    points: Vec<Point<D>>,
    shares: Vec<Share<D>>,
    pieces: Vec<Piece<D>>,
    /// Facets that may not be flat, by their number; empty where all are.
    curved: Vec<Option<Curved<D>>>,
    /// The way around of facets of bodies of revolution, by their number.
    turns: Vec<f64>,
    cells: Cells<D>,
    radius: f64,
    spacing: f64,
    is_thin: bool,
}

/// A piece as it is given: facet, corners, their reference coordinates, their nodes.
pub type Given<const D: usize> = (u32, [Vector<D>; D], [[f64; 2]; D], [u32; D]);

impl<const D: usize> Skin<D> {
    /// From points, their shares of facets, pieces, and those facets that may not be flat.
    pub fn new(
        points: Vec<Point<D>>,
        shares: Vec<Share<D>>,
        given: Vec<Given<D>>,
        mut curved: Vec<Option<Curved<D>>>,
    ) -> Self {
        let mut pieces: Vec<Piece<D>> = given
            .iter()
            .map(|(facet, corners, at, nodes)| Piece {
                facet: *facet,
                nodes: *nodes,
                corners: *corners,
                at: *at,
                normal: normal(corners),
                smooth: [false; D],
                bulge: 0.0,
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
        for piece in &mut pieces {
            let Some(Some(facet)) = curved.get_mut(piece.facet as usize) else { continue };
            let bulge = facet.bulge(&piece.at);
            piece.bulge = if bulge > FLAT * piece.size() { bulge } else { 0.0 };
            for k in 0..D {
                let ends = [piece.at[k], piece.at[if D == 2 { k } else { (k + 1) % D }]];
                facet.go_on(ends, piece.smooth[k]);
            }
        }
        let places = points.iter().map(|point| point.place.norm());
        let most = |piece: &Piece<D>| {
            piece.corners.map(|corner| corner.norm() + piece.bulge).into_iter().fold(0.0, f64::max)
        };
        let radius = places.chain(pieces.iter().map(most)).fold(0.0, f64::max);
        let cells = Cells::new(&pieces);
        let (spacing, is_thin) = (f64::INFINITY, false);
        let turns = turns(&shares);
        Self { points, shares, pieces, curved, turns, cells, radius, spacing, is_thin }
    }

    /// The way around at rest, in the mean over the points of a facet; 1 of bodies not turned.
    pub fn turn(&self, facet: u32) -> f64 {
        self.turns.get(facet as usize).copied().unwrap_or(1.0)
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
        self.curved.iter_mut().flatten().for_each(|facet| facet.smooth = [true; 4]);
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
        let corners = self.pieces.iter().flat_map(|piece| piece.corners.map(|c| (c, piece.bulge)));
        let places = self.points.iter().map(|point| (point.place, 0.0)).chain(corners);
        let mut bounds = Aabb::<D> {
            min: Vector::repeat(f64::INFINITY),
            max: Vector::repeat(f64::NEG_INFINITY),
        };
        for (place, bulge) in places {
            let (place, around) = (pose.point(&place), Vector::repeat(bulge));
            let (min, max) = (place - around, place + around);
            bounds = Aabb { min: bounds.min.inf(&min), max: bounds.max.sup(&max) };
        }
        bounds
    }
}

/// The way around of every facet with points, in the mean; 1 of others.
fn turns<const D: usize>(shares: &[Share<D>]) -> Vec<f64> {
    let mut sums: Vec<[f64; 2]> = vec![];
    for share in shares.iter().filter(|share| share.spot.is_some()) {
        let facet = share.spot.facet as usize;
        if facet >= sums.len() {
            sums.resize(facet + 1, [0.0; 2]);
        }
        sums[facet] = [sums[facet][0] + share.turn, sums[facet][1] + 1.0];
    }
    sums.into_iter().map(|[sum, count]| if count > 0.0 { sum / count } else { 1.0 }).collect()
}
