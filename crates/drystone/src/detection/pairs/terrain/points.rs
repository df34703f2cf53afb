//! Corners of a body, or the centre of a ball, over the surface.
//!
//! In front of the surface every point of it is reported that is the nearest of what is around
//! it: one on a facet whose prism holds the corner, one on a ridge or a peak whose cone does.
//! Behind the surface the nearest point alone counts, with the planes of all facets that meet
//! there: out of a crease both of its sides lead.

use super::super::feature::Feature;
use super::{Buffers, Meeting, above};
use crate::shapes::terrain::{FLAT, Joint, Nearest, Site};
use crate::space::Vector;

impl<const D: usize> Meeting<'_, D> {
    /// The touches of one corner.
    pub(super) fn point(&mut self, near: &Buffers<D>, corner: usize, name: Feature) {
        let x = near.body.vertices[corner];
        let Some(nearest) = self.terrain.nearest(&x, self.deep) else { return };
        let solid = self.terrain.is_solid(&x, &nearest);
        if solid && nearest.distance > self.slack {
            self.sunk(&x, name, &nearest);
            return;
        }
        if nearest.distance > self.reach {
            return;
        }
        for &f in &near.facets {
            let height = self.terrain.height(f, &x);
            if height >= -self.slack && height <= self.reach && self.over(f, &x, height) {
                self.on_facet(f, &x, height, name);
            }
        }
        if solid {
            return;
        }
        for &e in &near.ridges {
            let crest = &self.terrain.crests()[e];
            let [p, q] = crest.vertices.map(|v| self.terrain.vertices()[v]);
            let along = q - p;
            let t = along.dot(&(x - p)) / along.norm_squared();
            let foot = p + along * t;
            let (far, slop) = ((x - foot).norm(), self.tiny / along.norm());
            if t < -slop || t > 1.0 + slop || far > self.reach || far <= self.slack {
                continue;
            }
            let up = (x - foot) / far;
            let faces = crest.cone.iter().all(|e| e.dot(&up) <= FLAT);
            if faces && self.lowest(near, &foot, &up, far) {
                self.push([&x, &foot], &up, [name, Feature::Edge(e)]);
            }
        }
        for &v in &near.peaks {
            let foot = self.terrain.vertices()[v];
            let far = (x - foot).norm();
            if far > self.reach || far <= self.slack {
                continue;
            }
            let up = (x - foot) / far;
            if self.terrain.faces(v, &up, FLAT) && self.lowest(near, &foot, &up, far) {
                self.push([&x, &foot], &up, [name, Feature::Vertex(v)]);
            }
        }
    }

    /// Whether no part of the body is nearer to the point `foot` along a direction than `far`.
    fn lowest(&self, near: &Buffers<D>, foot: &Vector<D>, up: &Vector<D>, far: f64) -> bool {
        above(&near.body, &(foot + up * far), up, self.tiny + FLAT * self.deep)
    }

    /// Whether a point is in the prism over a facet. Beyond a crease it still is as long as it
    /// touches the other side: a corner that rests in a crease must not lose one of them.
    pub(super) fn over(&self, facet: usize, x: &Vector<D>, height: f64) -> bool {
        let facets = self.terrain.facets();
        let (rims, normal) = (&facets[facet].rims, facets[facet].normal);
        (0..D).all(|k| {
            let beyond = self.terrain.beyond(facet, k, x);
            // Between the prisms of two facets that are bent by less than can be felt.
            let bend = || (facets[rims[k].neighbour].normal - normal).norm();
            let between = if rims[k].joint == Joint::Flat { bend() } else { 0.0 };
            let on = self.tiny + between * height.abs();
            beyond <= on
                || rims[k].joint == Joint::Valley
                    && beyond <= self.slack
                    && self.terrain.height(rims[k].neighbour, x) <= self.slack
        })
    }

    pub(super) fn on_facet(&mut self, facet: usize, x: &Vector<D>, height: f64, name: Feature) {
        let normal = self.terrain.facets()[facet].normal;
        self.push([x, &(x - normal * height)], &normal, [name, Feature::Facet(facet)]);
    }

    /// A corner, or another point of the body, behind the surface.
    pub(super) fn sunk(&mut self, x: &Vector<D>, name: Feature, nearest: &Nearest<D>) {
        let facets: &[usize] = match &nearest.site {
            Site::Facet(f) => std::slice::from_ref(f),
            Site::Crest(e) => &self.terrain.crests()[*e].facets,
            Site::Vertex(v) => self.terrain.fan(*v),
        };
        for &f in facets {
            let height = self.terrain.height(f, x);
            if height < 0.0 {
                self.on_facet(f, x, height, name);
            }
        }
    }
}
