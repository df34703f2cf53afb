//! Edges of the surface under a cylinder.
//!
//! Along the unit directions u(θ) = m cos θ + o sin θ of an edge's cone, from the normal m of one
//! facet over its outward normal o to the normal of the other, the cylinder is
//! s(θ) = u · (x - p) away from the line of the edge through p, where x is its lowest point. The
//! derivative of s is u' · (x - p): where it falls through zero the lowest point is over the line,
//! and s is the distance, or minus the depth.

use super::super::super::closest::on_segment;
use super::super::super::cylinder::meeting::{generator, nearly_parallel};
use super::super::super::cylinder::patch::Patch;
use super::super::super::cylinder::{TILT as LEVEL, root::falls};
use super::super::TILT;
use super::OnTerrain;
use crate::detection::pairs::feature::Feature;
use crate::space::Vector;
use std::f64::consts::{FRAC_PI_2, TAU};

impl<const D: usize> OnTerrain<'_, '_, D> {
    /// The touches with all edges that can be touched.
    pub(super) fn ridges(&mut self) {
        for &r in &self.near.ridges {
            if let Some(u) = self.direction(r) {
                self.ridge(r, u);
            }
        }
    }

    /// The direction of an edge's cone along which the cylinder is farthest from it.
    fn direction(&self, ridge: usize) -> Option<Vector<D>> {
        let (terrain, rod) = (self.ground.terrain, self.rod);
        let crest = &terrain.crests()[ridge];
        let [p, q] = crest.vertices.map(|v| terrain.vertices()[v]);
        let near = p + (q - p) * on_segment(&p, &q, &rod.centre);
        if (near - rod.centre).norm() > rod.radius.hypot(rod.half) + self.ground.reach {
            return None;
        }
        let [f, g] = crest.facets;
        let (m, o) = (terrain.facets()[f].normal, -crest.cone[0]);
        let other = terrain.facets()[g].normal;
        // At a border the cone ends at the outward normal.
        let turn = if f == g { FRAC_PI_2 } else { other.dot(&o).atan2(other.dot(&m)) };
        let turn = if turn < 0.0 { turn + TAU } else { turn };
        let at = |angle: f64| {
            let (s, c) = angle.sin_cos();
            (m * c + o * s, o * c - m * s)
        };
        let slope = |angle: f64| {
            let (u, change) = at(angle);
            change.dot(&(rod.farthest(&-u) - p))
        };
        let mut best: Option<(f64, Vector<D>)> = None;
        falls(-TILT, turn + TILT, slope, |angle| {
            let u = at(angle).0;
            let away = u.dot(&(rod.farthest(&-u) - p));
            if best.is_none_or(|b| away > b.0) {
                best = Some((away, u));
            }
        });
        best.filter(|b| b.0 <= self.ground.reach).map(|b| b.1)
    }

    /// The touches with an edge along a direction.
    fn ridge(&mut self, ridge: usize, u: Vector<D>) {
        let (terrain, rod) = (self.ground.terrain, self.rod);
        let [p, q] = terrain.crests()[ridge].vertices.map(|v| terrain.vertices()[v]);
        let name = Feature::Edge(ridge);
        // What passes between two edges in line must meet one of them.
        let slop = (q - p).normalize() * self.ground.tiny;
        let line = [p - slop, q + slop];
        let d = -u;
        self.along.d = d;
        self.along.found.clear();
        if let Patch::Cap(_, end) = Patch::of_rod(rod, &d) {
            self.along.rim_on_line(rod, end, line, name, 0);
        } else {
            if nearly_parallel(&rod.axis, &(q - p)) {
                self.along.edge_beyond_ends(rod, line, ridge);
            }
            self.along.lines([generator(rod, &d), line], [Feature::Face, name]);
        }
        // The lowest point itself, where it is on a rim.
        let x = rod.farthest(&d);
        let foot = p + (q - p) * on_segment(&line[0], &line[1], &x);
        let gap = u.dot(&(x - foot));
        if self.along.lowest() > gap + self.along.on && (x - foot - u * gap).norm() <= self.along.on
        {
            self.along.push([x, foot], [Feature::Edge(rod.facing(&d)), name]);
        }
        for k in 0..self.along.found.len() {
            let found = self.along.found[k];
            let [x, y] = found.points;
            // A body below an overhang is not on it.
            let inside = self.ground.tiny + LEVEL * found.gap.abs();
            if found.gap >= -self.ground.slack || rod.excess(&y).norm() <= inside {
                self.ground.push([&x, &y], &u, found.names);
            }
        }
    }
}
