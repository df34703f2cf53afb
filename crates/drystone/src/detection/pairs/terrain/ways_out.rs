//! Of the ways out of an edge or a vertex of the surface the shorter ones.
//!
//! A body that lies over a border, or over the brim of a cliff, overlaps the edge there along
//! several directions of its cone: it can be lifted a little, or drawn back all the way. As
//! between two convex bodies only what leads out the shorter way is a touch.

use super::super::feature::{Feature, antagonist};
use super::{Meeting, TILT};
use crate::contact::Touch;
use crate::space::Vector;

impl<const D: usize> Meeting<'_, D> {
    /// Drops each overlap with an edge or vertex that another touch ends sooner; `lowest` gives the
    /// point of the core farthest against a direction of the terrain's frame. The shallowest touch
    /// always stays.
    pub(super) fn keep_shorter(&mut self, lowest: impl Fn(&Vector<D>) -> Vector<D>) {
        let (mut at, mut kept) = (self.first, self.out.len());
        while at < kept {
            if self.has_shorter(&self.out[at], &lowest) {
                // Stays among those compared until all are through.
                kept -= 1;
                self.out.swap(at, kept);
            } else {
                at += 1;
            }
        }
        self.out.truncate(kept);
    }

    fn has_shorter(&self, touch: &Touch<D>, lowest: impl Fn(&Vector<D>) -> Vector<D>) -> bool {
        let depth = -(touch.gap + self.rounding);
        let surface = antagonist(touch.feature);
        if depth <= self.slack || matches!(surface, Feature::Facet(_) | Feature::Face) {
            return false;
        }
        let ground = self.pose.local_point(&touch.on_antagonist);
        self.out[self.first..].iter().any(|other| {
            let up = self.pose.local_direction(&other.normal);
            let faces = match surface {
                Feature::Edge(e) => {
                    self.terrain.crests()[e].cone.iter().all(|e| e.dot(&up) <= TILT)
                }
                Feature::Vertex(v) => self.terrain.faces(v, &up, TILT),
                Feature::Facet(_) | Feature::Face => false,
            };
            let way = up.dot(&(ground - lowest(&up)));
            // Only a touch at least that deep leads out all the way.
            faces
                && way < depth - self.slack
                && other.gap > touch.gap
                && way <= self.slack - (other.gap + self.rounding)
        })
    }
}
