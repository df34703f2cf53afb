//! The point of the surface nearest to a point, and on which side of the surface that is.

use super::Terrain;
use super::tree::DEEP;
use crate::shapes::Aabb;
use crate::space::Vector;

/// A piece of the surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Site {
    /// The inside of a facet.
    Facet(usize),
    /// The inside of an edge; not in the plane.
    Crest(usize),
    /// A vertex.
    Vertex(usize),
}

/// The nearest point of the surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest<const D: usize> {
    /// Where it is.
    pub point: Vector<D>,
    /// What it is on.
    pub site: Site,
    /// How far it is.
    pub distance: f64,
}

impl<const D: usize> Terrain<D> {
    /// The point of the surface nearest to a point, if it is within `reach`.
    pub fn nearest(&self, x: &Vector<D>, reach: f64) -> Option<Nearest<D>> {
        let mut best: Option<Nearest<D>> = None;
        let mut squared = reach * reach;
        let away = |at: usize| distance_squared(&self.tree.nodes[at].bounds, x);
        let (mut stack, mut height) = ([(0, 0.0); DEEP], 1);
        stack[0].1 = away(0);
        while height > 0 {
            height -= 1;
            let (at, least) = stack[height];
            if least > squared {
                continue;
            }
            let node = &self.tree.nodes[at];
            if node.second == 0 {
                let [start, end] = node.facets;
                for &f in &self.tree.order[start..end] {
                    let found = self.nearest_on(f, x);
                    let distance = (x - found.0).norm_squared();
                    if distance < squared || best.is_none() && distance <= squared {
                        squared = distance;
                        let (point, site) = found;
                        best = Some(Nearest { point, site, distance: distance.sqrt() });
                    }
                }
                continue;
            }
            // The nearer child is looked at first.
            let mut children = [at + 1, node.second].map(|child| (child, away(child)));
            if children[0].1 < children[1].1 {
                children.swap(0, 1);
            }
            stack[height..height + 2].copy_from_slice(&children);
            height += 2;
        }
        best
    }

    /// The point of a facet nearest to a point.
    fn nearest_on(&self, facet: usize, x: &Vector<D>) -> (Vector<D>, Site) {
        let f = &self.facets[facet];
        let mut best: Option<(f64, Vector<D>, Site)> = None;
        for k in 0..D {
            if self.beyond(facet, k, x) <= 0.0 {
                continue;
            }
            let p = self.vertices[f.vertices[k]];
            let (point, site) = if D == 2 {
                (p, Site::Vertex(f.vertices[k]))
            } else {
                let next = f.vertices[(k + 1) % D];
                let along = self.vertices[next] - p;
                let t = along.dot(&(x - p)) / along.norm_squared();
                match t {
                    t if t <= 0.0 => (p, Site::Vertex(f.vertices[k])),
                    t if t >= 1.0 => (self.vertices[next], Site::Vertex(next)),
                    t => (p + along * t, Site::Crest(f.rims[k].feature)),
                }
            };
            let squared = (x - point).norm_squared();
            if best.is_none_or(|b| squared < b.0) {
                best = Some((squared, point, site));
            }
        }
        match best {
            Some((_, point, site)) => (point, site),
            None => (x - f.normal * self.height(facet, x), Site::Facet(facet)),
        }
    }

    /// Whether a point whose nearest point is known is behind the surface. What is beyond a
    /// border is not.
    pub fn is_solid(&self, x: &Vector<D>, nearest: &Nearest<D>) -> bool {
        let (normal, border) = match nearest.site {
            Site::Facet(f) => (self.facets[f].normal, false),
            Site::Crest(e) => {
                let [a, b] = self.crests[e].facets;
                (self.facets[a].normal + self.facets[b].normal, a == b)
            }
            Site::Vertex(v) => (self.corners[v].normal, self.corners[v].border),
        };
        !border && normal.dot(&(x - nearest.point)) < 0.0
    }
}

fn distance_squared<const D: usize>(bounds: &Aabb<D>, x: &Vector<D>) -> f64 {
    (0..D)
        .map(|i| (bounds.min[i] - x[i]).max(x[i] - bounds.max[i]).max(0.0))
        .map(|away| away * away)
        .sum()
}
