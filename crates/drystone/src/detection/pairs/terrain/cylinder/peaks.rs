//! Vertices of the surface under a cylinder.

use super::super::TILT;
use super::OnTerrain;
use crate::detection::pairs::feature::Feature;
use crate::shapes::terrain::FLAT;
use crate::space::Vector;

impl<const D: usize> OnTerrain<'_, '_, D> {
    /// The touches with all vertices that can be touched.
    pub(super) fn peaks(&mut self) {
        for &v in &self.near.peaks {
            if !self.outside(v) {
                self.inside(v);
            }
        }
    }

    /// The touch of a vertex with the nearest point of the solid; whether the vertex is too far
    /// away or has one.
    fn outside(&mut self, vertex: usize) -> bool {
        let y = self.ground.terrain.vertices()[vertex];
        let excess = self.rod.excess(&y);
        let far = excess.norm();
        if far <= self.ground.tiny || far > self.ground.reach {
            return far > self.ground.reach;
        }
        let u = -excess / far;
        let (along, off) = self.rod.split(&y);
        let rim = along.abs() > self.rod.half && off.norm() > self.rod.radius;
        let tilt = if rim { FLAT } else { TILT };
        let faces = self.ground.terrain.faces(vertex, &u, tilt);
        if faces {
            let end = usize::from(along > 0.0);
            let name = if rim { Feature::Edge(end) } else { Feature::Face };
            self.ground.push([&(y - excess), &y], &u, [name, Feature::Vertex(vertex)]);
        }
        faces
    }

    /// The touch of a vertex in the solid with the nearest side that it can touch. One that has
    /// pierced the solid comes out on the other side.
    fn inside(&mut self, vertex: usize) {
        let y = self.ground.terrain.vertices()[vertex];
        let (along, off) = self.rod.split(&y);
        let (distance, tiny) = (off.norm(), self.ground.tiny);
        let within = [distance <= self.rod.radius + tiny, along.abs() <= self.rod.half + tiny];
        let radial = off / distance.max(f64::MIN_POSITIVE);
        let sides = [
            (self.rod.outward(0), self.rod.half + along, within[0]),
            (self.rod.outward(1), self.rod.half - along, within[0]),
            (radial, self.rod.radius - distance, within[1] && distance > 0.0),
            (-radial, self.rod.radius + distance, within[1] && distance > 0.0),
        ];
        let mut best: Option<(f64, Vector<D>)> = None;
        for (n, depth, within) in sides {
            if within
                && depth >= -tiny
                && depth <= self.ground.deep
                && best.is_none_or(|b| depth < b.0)
                && self.ground.terrain.faces(vertex, &-n, TILT)
                && (self.rod.excess(&y).norm() <= tiny || self.ground.is_behind(&(y + n * depth)))
            {
                best = Some((depth, n));
            }
        }
        if let Some((depth, n)) = best {
            let names = [Feature::Face, Feature::Vertex(vertex)];
            self.ground.push([&(y + n * depth), &y], &-n, names);
        }
    }
}
