//! Vertices of the surface under faces and edges of a body.

use super::super::closest::on_segment;
use super::super::feature::Feature;
use super::{Buffers, Meeting, TILT, above};
use crate::shapes::Convex;
use crate::shapes::terrain::FLAT;
use crate::space::Vector;

impl<const D: usize> Meeting<'_, D> {
    pub(super) fn peaks(&mut self, near: &Buffers<D>, shape: &Convex<D>) {
        for &v in &near.peaks {
            let x = self.terrain.vertices()[v];
            if !self.under_face(near, shape, v, &x) && D == 3 {
                self.under_edges(near, shape, v, &x);
            }
        }
    }

    /// The touch of a vertex with a face of the body; whether the vertex is that near.
    fn under_face(
        &mut self,
        near: &Buffers<D>,
        shape: &Convex<D>,
        vertex: usize,
        x: &Vector<D>,
    ) -> bool {
        let body = &near.body;
        if body.normals.is_empty() {
            return false;
        }
        let height = |f: usize| body.normals[f].dot(x) - body.offsets[f];
        let highest = (0..body.normals.len()).map(height).fold(f64::NEG_INFINITY, f64::max);
        if highest > self.reach {
            return true;
        }
        // Inside the body the nearest face that the vertex can touch, outside the one it is over.
        // A vertex that has pierced the body comes out on the other side.
        let pierced =
            |h: f64, f: usize| -h <= self.deep && self.is_behind(&(x - body.normals[f] * h));
        let mut best: Option<(f64, usize)> = None;
        for f in 0..body.normals.len() {
            let h = height(f);
            if best.is_none_or(|b| h > b.0)
                && self.terrain.faces(vertex, &-body.normals[f], TILT)
                && self.within(near, shape, f, x)
                && (highest <= self.tiny || h > 0.0 || pierced(h, f))
            {
                best = Some((h, f));
            }
        }
        if let Some((h, f)) = best {
            let normal = -body.normals[f];
            self.push([&(x + normal * h), x], &normal, [Feature::Face, Feature::Vertex(vertex)]);
        }
        best.is_some() || highest <= self.tiny
    }

    /// Whether a point is in the prism over a face of the body.
    fn within(&self, near: &Buffers<D>, shape: &Convex<D>, face: usize, x: &Vector<D>) -> bool {
        let rim = &shape.faces()[face];
        rim.sides.iter().zip(&rim.vertices).all(|(side, v)| {
            let outward = near.body.rotation * side.normal;
            outward.dot(&(x - near.body.vertices[*v])) <= self.tiny
        })
    }

    /// The touches of a vertex with edges of the body.
    fn under_edges(&mut self, near: &Buffers<D>, shape: &Convex<D>, vertex: usize, x: &Vector<D>) {
        for (e, edge) in shape.edges().iter().enumerate() {
            let [p, q] = edge.vertices.map(|v| near.body.vertices[v]);
            let t = on_segment(&p, &q, x);
            let foot = p + (q - p) * t;
            let far = (foot - x).norm();
            if t <= 0.0 || t >= 1.0 || far > self.reach || far <= self.slack {
                continue;
            }
            let up = (foot - x) / far;
            if self.terrain.faces(vertex, &up, FLAT)
                && above(&near.body, &foot, &up, self.tiny + FLAT * self.deep)
            {
                self.push([&foot, x], &up, [Feature::Edge(e), Feature::Vertex(vertex)]);
            }
        }
    }
}
