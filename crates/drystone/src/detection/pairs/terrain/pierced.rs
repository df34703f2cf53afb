//! Bodies so deep in rough ground that no pair of closest features tells the way out.
//!
//! An edge of the body that goes in through one facet and comes out through another is led out
//! the nearest way from the middle of the part between, an edge of the surface that goes through
//! the body by the nearest face that faces it.

use super::super::feature::Feature;
use super::{Buffers, Meeting};
use crate::shapes::Convex;
use crate::space::Vector;

impl<const D: usize> Meeting<'_, D> {
    /// Looks at what went through, where nothing was found that parts the core from the ground.
    pub(super) fn pierced(&mut self, near: &Buffers<D>, shape: &Convex<D>) {
        if self.out[self.first..].iter().any(|t| t.gap + self.rounding < 0.0) {
            return;
        }
        for (e, edge) in shape.edges().iter().enumerate() {
            let [start, end] = edge.vertices.map(|v| near.body.vertices[v]);
            if let Some(x) = self.inside(near, &start, &end)
                && let Some(nearest) = self.terrain.nearest(&x, self.deep)
                && self.terrain.is_solid(&x, &nearest)
            {
                self.sunk(&x, Feature::Edge(e), &nearest);
            }
        }
        for &r in &near.ridges {
            self.spiked(near, r);
        }
    }

    /// The middle of the first part of a segment that is behind the surface.
    pub(super) fn inside(
        &self,
        near: &Buffers<D>,
        start: &Vector<D>,
        end: &Vector<D>,
    ) -> Option<Vector<D>> {
        let crossing = |f: usize| {
            let [a, b] = [start, end].map(|x| self.terrain.height(f, x));
            let s = a / (a - b);
            let x = start + (end - start) * s;
            let on = (0..D).all(|k| self.terrain.beyond(f, k, &x) <= self.tiny);
            ((a < 0.0) != (b < 0.0) && on).then_some((s, a > 0.0))
        };
        let crossings = || near.facets.iter().filter_map(|f| crossing(*f));
        let inward = crossings().filter(|c| c.1).map(|c| c.0);
        let enters = inward.reduce(f64::min)?;
        let outward = crossings().filter(|c| !c.1 && c.0 > enters).map(|c| c.0);
        let leaves = outward.reduce(f64::min)?;
        Some(start + (end - start) * (0.5 * (enters + leaves)))
    }

    /// The touch of an edge of the surface with the face of the body it is nearest to.
    fn spiked(&mut self, near: &Buffers<D>, ridge: usize) {
        let crest = &self.terrain.crests()[ridge];
        let [p, q] = crest.vertices.map(|v| self.terrain.vertices()[v]);
        let up: Vector<D> = crest.facets.iter().map(|f| self.terrain.facets()[*f].normal).sum();
        let planes = || near.body.normals.iter().zip(&near.body.offsets);
        let (mut low, mut high) = (0.0_f64, 1.0_f64);
        for (n, d) in planes() {
            let (a, b) = (n.dot(&p) - d, n.dot(&q) - d);
            match (a <= 0.0, b <= 0.0) {
                (false, false) => return,
                (false, true) => low = low.max(a / (a - b)),
                (true, false) => high = high.min(a / (a - b)),
                (true, true) => {}
            }
        }
        if low >= high || near.body.normals.is_empty() {
            return;
        }
        let x = p + (q - p) * (0.5 * (low + high));
        let facing = planes().filter(|(n, _)| n.dot(&up) < 0.0);
        let depth = facing.map(|(n, d)| (n.dot(&x) - d, n)).max_by(|a, b| a.0.total_cmp(&b.0));
        if let Some((height, n)) = depth.filter(|d| d.0 < -self.tiny) {
            let features = [Feature::Face, Feature::Edge(ridge)];
            self.push([&(x - n * height), &x], &-n, features);
        }
    }
}
