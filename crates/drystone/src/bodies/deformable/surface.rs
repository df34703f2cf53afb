//! The surface of a meshed body: facets that others meet, and points that meet others.

use crate::fem::element::Shape;
use crate::fem::mesh::{Facet, Spot};
use crate::shapes::{Point, Skin};
use crate::space::{Pose, Vector, across};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The share of its thickness by which a body that meets itself may be inside itself.
const DEEP: f64 = 0.4;

/// Where on its surface a body looks for contact.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Candidates {
    /// At its nodes.
    Nodes,
    /// In the middle of each facet.
    Middles,
    /// At the points of integration of each facet: of a straight edge two.
    #[default]
    Quadrature,
    /// At these shares of each edge, from 0 to 1 (in the plane).
    At(Vec<f64>),
    /// Nowhere: others may still meet its facets.
    Nothing,
}

/// The surface of a mesh.
#[derive(Clone, Debug, Default)]
pub struct Surface {
    /// Its facets.
    pub facets: Vec<Facet>,
    /// Points that look for contact, with the share of their facet that they stand for.
    pub candidates: Vec<(Spot, f64)>,
    /// Of a body that meets itself: how deep each candidate may be inside it (m).
    pub depths: Option<Vec<f64>>,
    /// Whether it is all there is: a bar's or membrane's, which others meet on both sides.
    pub is_thin: bool,
}

impl Surface {
    /// Of facets, with the candidates of a choice; `at` says where nodes are.
    pub fn new(facets: Vec<Facet>, choice: &Candidates, seen: impl Fn(u32) -> bool) -> Self {
        let mut candidates = vec![];
        let mut taken = std::collections::HashSet::new();
        for (f, facet) in facets.iter().enumerate().filter(|(f, _)| seen(*f as u32)) {
            let mut push = |at: [f64; 2], share: f64| {
                candidates.push((Spot { facet: f as u32, at }, share));
            };
            let element = facet.element;
            match choice {
                Candidates::Nothing => {}
                Candidates::Nodes => {
                    for (i, node) in facet.nodes.iter().enumerate() {
                        if taken.insert(*node) {
                            let [x, y, _] = element.places[i];
                            push([x, y], 1.0);
                        }
                    }
                }
                Candidates::Middles => {
                    let [x, y, _] = element.middle();
                    push([x, y], 1.0);
                }
                Candidates::Quadrature => {
                    let rule = if element.corners == 3 { element.rule } else { element.mass_rule };
                    let rule = rule();
                    let whole: f64 = rule.iter().map(|(_, weight)| weight).sum();
                    rule.iter().for_each(|([x, y, _], weight)| push([*x, *y], weight / whole));
                }
                Candidates::At(shares) => {
                    let weight = 1.0 / shares.len() as f64;
                    shares.iter().for_each(|share| push([2.0 * share - 1.0, 0.0], weight));
                }
            }
        }
        Self { facets, candidates, depths: None, is_thin: false }
    }

    /// The surface of a body that meets itself; nodes stand at `x` at rest. A point may come as deep as a share
    /// of the thickness there: what is deeper is the other side, seen through the matter.
    #[must_use]
    pub fn meeting_itself<const D: usize>(mut self, x: &[f64]) -> Self {
        let skin = self.skin(x, &Pose::<D>::identity());
        let most = 2.0 * skin.radius();
        let points = 0..self.candidates.len();
        self.depths = Some(points.map(|k| DEEP * skin.thickness(k, most)).collect());
        self
    }

    /// The skin when nodes stand at `x`, in the frame of a pose.
    pub fn skin<const D: usize>(&self, x: &[f64], pose: &Pose<D>) -> Skin<D> {
        let local = |place: Vector<D>| pose.local_point(&place);
        let mut triangles = vec![];
        for (f, facet) in self.facets.iter().enumerate() {
            for piece in facet.element.pieces {
                let corners: [usize; D] = std::array::from_fn(|k| piece[k]);
                let places = corners.map(|k| local(node::<D>(x, facet.nodes[k])));
                let at = corners.map(|k| {
                    let [a, b, _] = facet.element.places[k];
                    [a, b]
                });
                let nodes = corners.map(|k| facet.nodes[k]);
                triangles.push((f as u32, places, at, nodes));
            }
        }
        let points = self.candidates.iter().enumerate().map(|(k, (spot, share))| {
            let area = share * area::<D>(x, &self.facets[spot.facet as usize]);
            let depth = self.depths.as_ref().map(|depths| depths[k]);
            Point { place: local(self.place(x, spot)), spot: *spot, area, depth }
        });
        let skin = Skin::new(points.collect(), triangles);
        if self.is_thin { skin.thin() } else { skin }
    }

    /// Where a spot is when nodes stand at `x`; or its velocity, with those of the nodes.
    pub fn place<const D: usize>(&self, x: &[f64], spot: &Spot) -> Vector<D> {
        let facet = &self.facets[spot.facet as usize];
        let shape = facet.element.shape([spot.at[0], spot.at[1], 0.0]);
        let shares = facet.nodes.iter().zip(&shape.values);
        shares.map(|(i, share)| node::<D>(x, *i) * *share).sum()
    }

    /// Outward unit normal in the middle of a facet when nodes stand at `x`.
    pub fn normal<const D: usize>(&self, x: &[f64], facet: u32) -> Vector<D> {
        let facet = &self.facets[facet as usize];
        let shape = facet.element.shape(facet.element.middle());
        let places = facet.nodes.iter().map(|own| node::<D>(x, *own));
        let normal = across(&tangents(places, &shape));
        normal.try_normalize(0.0).unwrap_or(normal)
    }

    /// Nodes and shares of a spot.
    pub fn shares(&self, spot: &Spot) -> impl Iterator<Item = (usize, f64)> {
        let facet = &self.facets[spot.facet as usize];
        let values = facet.element.shape([spot.at[0], spot.at[1], 0.0]).values;
        facet.nodes.iter().enumerate().map(move |(i, node)| (*node as usize, values[i]))
    }
}

/// The place of a node.
pub fn node<const D: usize>(x: &[f64], node: u32) -> Vector<D> {
    Vector::from_fn(|k, _| x[node as usize * D + k])
}

/// Area of a facet (in the plane its length).
pub fn area<const D: usize>(x: &[f64], facet: &Facet) -> f64 {
    let of = |(at, weight): &([f64; 3], f64)| {
        let places = facet.nodes.iter().map(|own| node::<D>(x, *own));
        weight * across(&tangents(places, &facet.element.shape(*at))).norm()
    };
    (facet.element.mass_rule)().iter().map(of).sum()
}

/// Tangents of a facet with its nodes at these places: derivatives by the reference coordinates.
pub fn tangents<const D: usize>(
    places: impl Iterator<Item = Vector<D>>,
    shape: &Shape,
) -> [Vector<D>; 2] {
    let mut tangents = [Vector::zeros(); 2];
    for (place, gradient) in places.zip(&shape.gradients) {
        (0..2).for_each(|k| tangents[k] += place * gradient[k]);
    }
    tangents
}
