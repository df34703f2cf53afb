//! What of a cylinder is behind the surface without a touch near it.
//!
//! On blunt edges and vertices the lowest point along each facet's normal may be over another
//! facet, and no other feature leads out: then it goes out the nearest way. A thin wall may stand
//! through the cylinder with all lowest points in front of it: the middle of the part of
//! a generator or of a cap's diameter that is behind the surface is led out.

use super::super::super::cylinder::rod::MARKS;
use super::OnTerrain;
use crate::detection::pairs::feature::Feature;
use crate::space::Vector;

impl<const D: usize> OnTerrain<'_, '_, D> {
    /// Leads lowest points out that have no touch near them.
    pub(super) fn sunk(&mut self) {
        for &f in &self.near.facets {
            if self.lowest(f) >= -self.ground.tiny {
                continue;
            }
            self.facing(f);
            for k in 0..self.along.found.len() {
                let found = self.along.found[k];
                if found.gap < -self.ground.tiny {
                    self.lead_out(&found.points[0], found.names[0]);
                }
            }
        }
    }

    /// Looks at what went through, where nothing was found that parts cylinder and ground.
    pub(super) fn pierced(&mut self) {
        if self.ground.out[self.ground.first..].iter().any(|t| t.gap < 0.0) {
            return;
        }
        let rod = self.rod;
        for k in 0..MARKS {
            self.through([rod.mark(0, k), rod.mark(1, k)], 2 * MARKS + k);
        }
        for end in 0..2 {
            for k in 0..MARKS / 2 {
                let ends = [rod.mark(end, k), rod.mark(end, k + MARKS / 2)];
                self.through(ends, (3 + end) * MARKS + k);
            }
        }
    }

    /// Leads the middle of the sunk part of a segment out.
    fn through(&mut self, [start, end]: [Vector<D>; 2], name: usize) {
        if let Some(x) = self.ground.inside(self.near, &start, &end) {
            self.lead_out(&x, Feature::Vertex(name));
        }
    }

    fn lead_out(&mut self, x: &Vector<D>, name: Feature) {
        let global = self.ground.pose.point(x);
        let near = self.neighbourhood * self.neighbourhood;
        let mut touches = self.ground.out[self.ground.first..].iter();
        if touches
            .any(|t| t.gap <= self.ground.slack && (t.on_candidate - global).norm_squared() <= near)
        {
            return;
        }
        if let Some(nearest) = self.ground.terrain.nearest(x, self.ground.deep)
            && self.ground.terrain.is_solid(x, &nearest)
        {
            self.ground.sunk(x, name, &nearest);
        }
    }
}
