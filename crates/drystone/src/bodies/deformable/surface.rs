//! The surface of a meshed body: facets that others meet, and points that meet others.

use crate::fem::element::{Element, Shape};
use crate::fem::mesh::{Facet, Spot};
use crate::shapes::{Curved, Point, Share, Skin};
use crate::space::{Pose, Vector, across, frame};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// Where on its surface a body looks for contact.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Candidates {
    /// At its nodes; on curved facets in space, where the nodes of an even pressure would have to pull, at the
    /// points of integration.
    #[default]
    Auto,
    /// At its nodes.
    Nodes,
    /// In the middle of each facet.
    Middles,
    /// At the points of integration of each facet: of a straight edge two.
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
    /// Points that look for contact: where each is on its facet, with the share of it that it stands for; of a
    /// node on each facet that has it.
    pub candidates: Vec<Vec<(Spot, f64)>>,
    /// The area that a candidate stands for, in the mean and at rest (m²; in the plane m).
    pub spacing: f64,
    /// Of a body that meets itself: how deep each candidate may be inside it (m).
    pub depths: Option<Vec<f64>>,
    /// The same facet by facet; empty until measured.
    pub spacings: Vec<f64>,
    /// Of a body of revolution the way around where each candidate is, share by share (m); else
    /// empty.
    pub turns: Vec<Vec<f64>>,
    /// The same in the mean of each facet.
    pub rings: Vec<f64>,
    /// How much matter is between each candidate and the middle of its body at rest (m); empty
    /// until measured.
    pub behind: Vec<f64>,
    /// Whether it is all there is: a bar's or membrane's, which others meet on both sides.
    pub is_thin: bool,
}

impl Surface {
    /// Of facets, with the candidates of a choice; `at` says where nodes are.
    pub fn new(facets: Vec<Facet>, choice: &Candidates, seen: impl Fn(u32) -> bool) -> Self {
        let mut candidates = vec![];
        let mut nodes: HashMap<u32, usize> = HashMap::new();
        for (f, facet) in facets.iter().enumerate().filter(|(f, _)| seen(*f as u32)) {
            let spot = |at: [f64; 2]| Spot { facet: f as u32, at };
            let mut push = |at: [f64; 2], share: f64| candidates.push(vec![(spot(at), share)]);
            let element = facet.element;
            let is_plain = element.dimension == 1 || element.len() == element.corners;
            let choice = match choice {
                Candidates::Auto if is_plain => &Candidates::Nodes,
                Candidates::Auto => &Candidates::Quadrature,
                given => given,
            };
            match choice {
                Candidates::Nothing => {}
                Candidates::Nodes => {
                    for ((node, share), [x, y, _]) in
                        facet.nodes.iter().zip(node_shares(element)).zip(element.places)
                    {
                        let k = *nodes.entry(*node).or_insert(candidates.len());
                        candidates.resize(candidates.len().max(k + 1), vec![]);
                        candidates[k].push((spot([*x, *y]), share));
                    }
                }
                Candidates::Middles => {
                    let [x, y, _] = element.middle();
                    push([x, y], 1.0);
                }
                Candidates::Auto | Candidates::Quadrature => {
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
        Self { facets, candidates, spacing: f64::INFINITY, ..Self::default() }
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
        let measured = |f: usize| {
            let normal = pose.local_direction(&self.normal(x, f as u32));
            (area::<D>(x, &self.facets[f]), normal)
        };
        let facets: Vec<(f64, Vector<D>)> = (0..self.facets.len()).map(measured).collect();
        let (mut points, mut shares) = (vec![], vec![]);
        for (k, spots) in self.candidates.iter().enumerate() {
            let first = shares.len() as u32;
            shares.extend(spots.iter().enumerate().map(|(i, (spot, share))| {
                let (area, normal) = facets[spot.facet as usize];
                let turn = self.turns.get(k).map_or(1.0, |turns| turns[i]);
                let spacing = self.spacings.get(spot.facet as usize).map_or(0.0, |own| *own);
                Share { spot: *spot, area: share * area, turn, spacing, normal }
            }));
            points.push(Point {
                place: local(self.place(x, &spots[0].0)),
                shares: [first, shares.len() as u32],
                behind: self.behind.get(k).copied().unwrap_or(f64::INFINITY),
                depth: self.depths.as_ref().map(|depths| depths[k]),
            });
        }
        let curved = |facet: &Facet| {
            // Most facets have linear shape functions: no places are looked up for them.
            let (element, nodes) = (facet.element, facet.nodes.iter());
            let places = || nodes.map(|own| local(node::<D>(x, *own))).collect::<Vec<_>>();
            (element.len() > D).then(|| Curved::new(element, &places())).flatten()
        };
        let is_curved = self.facets.iter().any(|facet| facet.element.len() > D);
        let facets = self.facets.iter().filter(|_| is_curved);
        let skin =
            Skin::new(points, shares, triangles, facets.map(curved).collect()).spaced(self.spacing);
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

    /// The frame of the matter at a spot when nodes stand at `x`: its place, the normal, tangents.
    pub fn frame_at<const D: usize>(&self, x: &[f64], spot: &Spot) -> Pose<D> {
        let facet = &self.facets[spot.facet as usize];
        let shape = facet.element.shape([spot.at[0], spot.at[1], 0.0]);
        let along = tangents(facet.nodes.iter().map(|own| node::<D>(x, *own)), &shape);
        let unit = |v: Vector<D>| v.try_normalize(0.0).unwrap_or(v);
        let rotation = frame(&unit(across(&along)), Some(&unit(along[0])));
        Pose { position: self.place(x, spot), rotation }
    }

    /// The node that a spot is at, if it is at one.
    pub fn node_at(&self, spot: &Spot) -> Option<u32> {
        let facet = &self.facets[spot.facet as usize];
        let is_at = |place: &[f64; 3]| (0..2).all(|k| (place[k] - spot.at[k]).abs() < 1e-9);
        facet.element.places.iter().position(is_at).map(|i| facet.nodes[i])
    }

    /// Nodes and shares of a spot.
    pub fn shares(&self, spot: &Spot) -> impl Iterator<Item = (usize, f64)> {
        let facet = &self.facets[spot.facet as usize];
        let values = facet.element.shape([spot.at[0], spot.at[1], 0.0]).values;
        facet.nodes.iter().enumerate().map(move |(i, node)| (*node as usize, values[i]))
    }
}

/// Which share of a facet each of its nodes stands for: as the squares of the shape functions have it, all of
/// them positive; of a quadratic edge a sixth, four, a sixth.
fn node_shares(element: &Element) -> Vec<f64> {
    let mut shares = vec![0.0; element.len()];
    for (at, weight) in (element.mass_rule)() {
        let values = element.shape(at).values;
        shares.iter_mut().zip(&values).for_each(|(share, value)| *share += weight * value * value);
    }
    let whole: f64 = shares.iter().sum();
    shares.iter().map(|share| share / whole).collect()
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
