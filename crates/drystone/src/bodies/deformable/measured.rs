//! What is measured of a surface once, at rest.

use super::surface::{Surface, area, node};
use crate::fem::mesh::{Facet, Spot};
use crate::space::Pose;
use std::f64::consts::TAU;

/// The share of its thickness by which a body that meets itself may be inside itself.
const DEEP: f64 = 0.4;

impl Surface {
    /// The same with its spacing, and the matter behind its candidates, measured where nodes stand
    /// at `x`.
    #[must_use]
    pub fn measured<const D: usize>(mut self, x: &[f64]) -> Self {
        let of =
            |(spot, share): &(Spot, f64)| share * area::<D>(x, &self.facets[spot.facet as usize]);
        let whole: f64 = self.candidates.iter().flatten().map(of).sum();
        self.spacing = match self.candidates.len() {
            0 => f64::INFINITY,
            count => whole / count as f64,
        };
        // A node counts for each of its facets as many times less as it has facets.
        let mut counts = vec![0.0; self.facets.len()];
        for spots in &self.candidates {
            spots
                .iter()
                .for_each(|(spot, _)| counts[spot.facet as usize] += 1.0 / spots.len() as f64);
        }
        let mean = |(facet, count): (&Facet, &f64)| area::<D>(x, facet) / count;
        self.spacings = self.facets.iter().zip(&counts).map(mean).collect();
        let skin = self.skin(x, &Pose::<D>::identity());
        self.behind = (0..self.candidates.len()).map(|k| skin.behind(k)).collect();
        self
    }

    /// The surface of what is turned about the axis x = 0; nodes stand at `x` at rest. A node has
    /// the way around in the middle of its part of each facet, so that the sum is that of the whole
    /// turn, and the axis has some.
    #[must_use]
    pub fn turned(mut self, x: &[f64]) -> Self {
        let radius = |facet: &Facet, at: [f64; 3]| {
            let values = facet.element.shape(at).values;
            facet.nodes.iter().zip(&values).map(|(i, n)| node::<2>(x, *i)[0] * n).sum::<f64>()
        };
        // Over a facet, with a weight.
        let mean = |facet: &Facet, weigh: &dyn Fn(&[f64]) -> f64| {
            let (mut sum, mut whole) = (0.0, 0.0);
            for (at, weight) in (facet.element.mass_rule)() {
                let weight = weight * weigh(&facet.element.shape(at).values);
                (sum, whole) = (sum + weight * radius(facet, at), whole + weight);
            }
            TAU * sum / whole
        };
        let around = |(spot, _): &(Spot, f64)| {
            let facet = &self.facets[spot.facet as usize];
            let own = self.node_at(spot);
            match facet.nodes.iter().position(|node| Some(*node) == own) {
                Some(i) => mean(facet, &|values| values[i].powi(2)),
                None => TAU * radius(facet, [spot.at[0], spot.at[1], 0.0]),
            }
        };
        let each = |spots: &Vec<(Spot, f64)>| spots.iter().map(around).collect();
        self.turns = self.candidates.iter().map(each).collect();
        self.rings = self.facets.iter().map(|facet| mean(facet, &|_| 1.0)).collect();
        self
    }

    /// The surface of a body that meets itself; nodes stand at `x` at rest. A point may come as
    /// deep as a share of the thickness there: what is deeper is the other side, seen through the
    /// matter.
    #[must_use]
    pub fn meeting_itself<const D: usize>(mut self, x: &[f64]) -> Self {
        let skin = self.skin(x, &Pose::<D>::identity());
        let most = 2.0 * skin.radius();
        let points = 0..self.candidates.len();
        self.depths = Some(points.map(|k| DEEP * skin.thickness(k, most)).collect());
        self
    }
}
