//! Edges of a body across edges of the surface.

use super::super::feature::Feature;
use super::{Buffers, Meeting, TILT, above};
use crate::shapes::Convex;
use crate::space::{Vector, moment};

impl<const D: usize> Meeting<'_, D> {
    pub(super) fn ridges(&mut self, near: &Buffers<D>, shape: &Convex<D>) {
        for &r in &near.ridges {
            let crest = &self.terrain.crests()[r];
            let [p, q] = crest.vertices.map(|v| self.terrain.vertices()[v]);
            for (e, edge) in shape.edges().iter().enumerate() {
                let [start, end] = edge.vertices.map(|v| near.body.vertices[v]);
                let (along, across) = (q - p, end - start);
                let m = moment(&along, &across);
                let product = Vector::<D>::from_fn(|k, _| m[k]);
                let squared = product.norm_squared();
                // Of parallel edges the ends tell.
                if squared <= 1e-12 * along.norm_squared() * across.norm_squared() {
                    continue;
                }
                let length = squared.sqrt();
                let leaves = crest.cone.map(|e| e.dot(&product));
                let up = match leaves {
                    _ if leaves.iter().all(|l| *l <= TILT * length) => product / length,
                    _ if leaves.iter().all(|l| *l >= -TILT * length) => -product / length,
                    _ => continue,
                };
                let gap = up.dot(&(start - p));
                if gap > self.reach || gap < -self.deep {
                    continue;
                }
                // Where the lines cross, seen along their product: at p + t along and
                // start + u across, with t and u from products with the other line.
                let between = start - p;
                let cross = |a: &Vector<D>, b: &Vector<D>| {
                    let m = moment(a, b);
                    (0..D).map(|k| m[k] * product[k]).sum::<f64>() / squared
                };
                let (t, u) = (cross(&between, &across), cross(&between, &along));
                let slop = [self.tiny / along.norm(), self.tiny / across.norm()];
                if t < -slop[0] || t > 1.0 + slop[0] || u < -slop[1] || u > 1.0 + slop[1] {
                    continue;
                }
                let points = [start + across * u, p + along * t];
                if above(&near.body, &points[0], &up, self.tiny + TILT * self.deep)
                    && (gap >= -self.slack || self.overlaps(near, &points))
                {
                    let features = [Feature::Edge(e), Feature::Edge(r)];
                    self.push([&points[0], &points[1]], &up, features);
                }
            }
        }
    }

    /// Whether the ridge is in the body, or the edge of a body without faces behind the surface:
    /// a body below an overhang is not on it.
    fn overlaps(&self, near: &Buffers<D>, [core, ground]: &[Vector<D>; 2]) -> bool {
        let body = &near.body;
        if body.normals.is_empty() {
            return self.is_behind(core);
        }
        body.normals.iter().zip(&body.offsets).all(|(n, d)| n.dot(ground) - d <= self.tiny)
    }
}
