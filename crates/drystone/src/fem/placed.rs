//! Displacements as kinematics see them: beside the rigid motion of the body or of an element, or from
//! rest.

use super::corotational::{Cluster, Frame};
use super::kinematics::Kinematics;
use super::region::Region;
use super::solid::Solid;

/// A body whose nodes stand somewhere.
pub struct Whole {
    /// The frame of a corotational body.
    pub frame: Option<Frame>,
    /// Small displacements beside it, of all nodes.
    small: Vec<f64>,
}

/// An element of it.
#[derive(Default)]
pub struct Placed {
    /// Displacements of its nodes.
    pub u: Vec<f64>,
    /// Its own frame, where each element has one.
    pub frame: Option<Frame>,
    places: Vec<f64>,
    rest: Vec<f64>,
}

impl<const D: usize> Solid<D> {
    /// The body with its nodes at `x`; none where it is turned inside out.
    pub(super) fn whole(&self, x: &[f64]) -> Option<Whole> {
        if self.kinematics != Kinematics::Corotational {
            return Some(Whole { frame: None, small: vec![] });
        }
        let (cluster, mut small) = (Cluster { x, means: &self.means }, vec![0.0; x.len()]);
        let frame = cluster.frame()?;
        cluster.displacements(&frame, self.rest.as_flattened(), &mut small);
        Some(Whole { frame: Some(frame), small })
    }
}

impl Placed {
    /// Looks at an element of a body with its nodes at `x`; whether it is not turned inside out.
    pub fn look<const D: usize>(
        &mut self,
        (solid, whole): (&Solid<D>, &Whole),
        (region, e): (&Region<D>, usize),
        x: &[f64],
    ) -> bool {
        let nodes = region.of(e);
        self.frame = None;
        if whole.frame.is_some() {
            gather::<D>(nodes, &whole.small, &mut self.u);
            return true;
        }
        gather::<D>(nodes, x, &mut self.places);
        gather::<D>(nodes, solid.rest.as_flattened(), &mut self.rest);
        self.u.clear();
        self.u.extend(self.places.iter().zip(&self.rest).map(|(x, rest)| x - rest));
        if solid.kinematics != Kinematics::CorotationalElements {
            return true;
        }
        let cluster = Cluster { x: &self.places, means: region.means_of(e) };
        self.frame = cluster.frame();
        let Some(frame) = &self.frame else { return false };
        cluster.displacements(frame, &self.rest, &mut self.u);
        true
    }

    /// The nodes of the element looked at.
    pub fn cluster<'a, const D: usize>(
        &'a self,
        region: &'a Region<D>,
        e: usize,
    ) -> Cluster<'a, D> {
        Cluster { x: &self.places, means: region.means_of(e) }
    }
}

fn gather<const D: usize>(nodes: &[u32], from: &[f64], to: &mut Vec<f64>) {
    to.clear();
    for node in nodes {
        let start = *node as usize * D;
        to.extend_from_slice(&from[start..start + D]);
    }
}
