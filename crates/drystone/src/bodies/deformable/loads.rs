//! Forces on the nodes of a deformable body.

use super::{Deformable, node, tangents};
use crate::bodies::{Function, StepSize};
use crate::fem::mesh::Facet;
use crate::space::{Vector, across};

/// A force on nodes.
#[derive(Clone, Debug)]
pub struct NodeLoad<const D: usize> {
    /// What is pushed.
    pub kind: NodeLoadKind<D>,
    /// Factor in time (N or Pa).
    pub function: Function,
}

/// Kinds of forces on nodes.
#[derive(Clone, Debug)]
pub enum NodeLoadKind<const D: usize> {
    /// A force, in shares, on nodes along a direction.
    Force {
        /// Nodes and shares.
        nodes: Vec<(u32, f64)>,
        /// Direction.
        direction: Vector<D>,
    },
    /// A pressure against facets, which follows them.
    Pressure {
        /// The facets.
        facets: Vec<u32>,
    },
}

impl<const D: usize> Deformable<D> {
    /// Adds forces on nodes other than gravity: θ P(t + h) + (1 - θ) P(t), where nodes stand at `x`.
    pub fn loads_at(&self, step: StepSize, x: &[f64], out: &mut [f64]) {
        let StepSize { t, h, theta } = step;
        for load in &self.loads {
            let value = theta * load.function.value(t + h) + (1.0 - theta) * load.function.value(t);
            match &load.kind {
                NodeLoadKind::Force { nodes, direction } => {
                    for (node, share) in nodes {
                        for k in 0..D {
                            out[*node as usize * D + k] += value * share * direction[k];
                        }
                    }
                }
                NodeLoadKind::Pressure { facets } => {
                    for facet in facets {
                        press::<D>(&self.model.surface.facets[*facet as usize], x, value, out);
                    }
                }
            }
        }
    }
}

/// A pressure against a facet where its nodes are now.
fn press<const D: usize>(facet: &Facet, x: &[f64], pressure: f64, out: &mut [f64]) {
    for (at, weight) in (facet.element.mass_rule)() {
        let shape = facet.element.shape(at);
        let places = facet.nodes.iter().map(|own| node::<D>(x, *own));
        let inward = across(&tangents(places, &shape)) * (-pressure * weight);
        for (own, share) in facet.nodes.iter().zip(&shape.values) {
            for k in 0..D {
                out[*own as usize * D + k] += share * inward[k];
            }
        }
    }
}
