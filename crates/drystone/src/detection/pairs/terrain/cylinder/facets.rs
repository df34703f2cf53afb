//! The patch of a cylinder that faces a facet.

use super::super::super::cylinder::patch::Patch;
use super::OnTerrain;
use crate::detection::pairs::feature::Feature;
use crate::shapes::terrain::Joint;
use crate::space::Vector;

impl<const D: usize> OnTerrain<'_, '_, D> {
    /// The touches with all facets.
    pub(super) fn facets(&mut self) {
        for &f in &self.near.facets {
            if self.lowest(f) > self.ground.reach {
                continue;
            }
            self.facing(f);
            for k in 0..self.along.found.len() {
                let found = self.along.found[k];
                self.over_facet(f, &found.points[0], found.names[0]);
            }
        }
    }

    /// Height over the plane of a facet of the lowest point.
    pub(super) fn lowest(&self, facet: usize) -> f64 {
        let n = self.ground.terrain.facets()[facet].normal;
        self.ground.terrain.height(facet, &self.rod.farthest(&-n))
    }

    /// Looks for the touches with the plane of a facet.
    pub(super) fn facing(&mut self, facet: usize) {
        let terrain = self.ground.terrain;
        let f = &terrain.facets()[facet];
        self.along.d = -f.normal;
        let plane = Patch::Plane(f.normal, terrain.vertices()[f.vertices[0]]);
        self.along.patches([Patch::of_rod(self.rod, &-f.normal), plane]);
    }

    /// Takes a point that is over a facet, or over one that goes on in its plane: two facets that
    /// are bent by less than can be felt, or by rounding, may each have its lowest point over the
    /// other.
    fn over_facet(&mut self, facet: usize, x: &Vector<D>, name: Feature) {
        if self.touches(facet, x) {
            return self.ground.on_facet(facet, x, self.ground.terrain.height(facet, x), name);
        }
        for rim in &self.ground.terrain.facets()[facet].rims {
            if rim.joint == Joint::Flat && self.touches(rim.neighbour, x) {
                let height = self.ground.terrain.height(rim.neighbour, x);
                self.ground.on_facet(rim.neighbour, x, height, name);
            }
        }
    }

    /// Whether a point is within reach in front of a facet, or behind it and nowhere nearer to the
    /// surface.
    fn touches(&self, facet: usize, x: &Vector<D>) -> bool {
        let ground = &self.ground;
        let height = ground.terrain.height(facet, x);
        if height > ground.reach || height < -ground.deep || !ground.over(facet, x, height) {
            return false;
        }
        let Some(nearest) = ground.terrain.nearest(x, ground.deep) else { return false };
        let solid = ground.terrain.is_solid(x, &nearest);
        if height < -ground.slack {
            solid && -height <= nearest.distance + ground.tiny
        } else {
            !solid || nearest.distance <= ground.slack
        }
    }
}
