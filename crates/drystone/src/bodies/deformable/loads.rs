//! Forces on the nodes of a deformable body.

use super::{Deformable, node, tangents};
use crate::bodies::{Function, StepSize};
use crate::fem::element::Shape;
use crate::fem::mesh::Facet;
use crate::space::{Matrix, Vector, across};
use std::f64::consts::TAU;

/// A force on nodes.
#[derive(Clone, Debug)]
pub struct NodeLoad<const D: usize> {
    /// What is pushed.
    pub kind: NodeLoadKind<D>,
    /// Factor in time (N or Pa).
    pub function: Function,
}

impl<const D: usize> NodeLoad<D> {
    /// θ (t + h) + (1 - θ) (t).
    fn mean(&self, step: StepSize) -> f64 {
        let StepSize { t, h, theta } = step;
        theta * self.function.value(t + h) + (1.0 - theta) * self.function.value(t)
    }
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
        for load in &self.loads {
            let value = load.mean(step);
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
                        self.press(&self.model.surface.facets[*facet as usize], x, value, out);
                    }
                }
            }
        }
    }

    /// Whether some load turns with the body.
    pub(super) fn is_pressed(&self) -> bool {
        let follows = |load: &NodeLoad<D>| matches!(load.kind, NodeLoadKind::Pressure { .. });
        self.loads.iter().any(follows)
    }

    /// A pressure against a facet where its nodes are now: ∫ -p N n.
    fn press(&self, facet: &Facet, x: &[f64], pressure: f64, out: &mut [f64]) {
        for (at, weight) in (facet.element.mass_rule)() {
            let shape = facet.element.shape(at);
            let places = facet.nodes.iter().map(|own| node::<D>(x, *own));
            let own = pressure * weight * self.turn_length(facet, &shape, x);
            let inward = across(&tangents(places, &shape)) * -own;
            for (own, share) in facet.nodes.iter().zip(&shape.values) {
                for k in 0..D {
                    out[*own as usize * D + k] += share * inward[k];
                }
            }
        }
    }

    /// Length of the way round the axis of what is turned about it, 2 π r; else one.
    fn turn_length(&self, facet: &Facet, shape: &Shape, x: &[f64]) -> f64 {
        if !self.model.solid.regions.iter().any(|region| region.is_turned()) {
            return 1.0;
        }
        let radii = facet.nodes.iter().zip(&shape.values);
        TAU * radii.map(|(own, share)| share * node::<D>(x, *own)[0]).sum::<f64>()
    }

    /// Appends the symmetric part of -∂P/∂x of pressures, which follow the body, times a factor. (All of it for
    /// closed surfaces; else what is left out is at their rim.)
    pub(super) fn push_pressures(
        &self,
        step: StepSize,
        x: &[f64],
        factor: f64,
        entries: &mut Vec<(u32, u32, f64)>,
    ) {
        for load in &self.loads {
            let NodeLoadKind::Pressure { facets } = &load.kind else { continue };
            let value = 0.5 * factor * load.mean(step);
            for facet in facets.iter().map(|k| &self.model.surface.facets[*k as usize]) {
                for (at, weight) in (facet.element.mass_rule)() {
                    let shape = facet.element.shape(at);
                    let places = facet.nodes.iter().map(|own| node::<D>(x, *own));
                    let tangents = tangents(places, &shape);
                    let own = value * weight * self.turn_length(facet, &shape, x);
                    for (j, b) in facet.nodes.iter().enumerate() {
                        let slope = slope(&tangents, &shape.gradients[j]);
                        for (i, a) in facet.nodes.iter().enumerate() {
                            push_both(*a, *b, &(slope * (own * shape.values[i])), entries);
                        }
                    }
                }
            }
        }
    }
}

/// The derivative of what stands across these tangents by the place of a node with this gradient.
fn slope<const D: usize>([a, b]: &[Vector<D>; 2], gradient: &[f64; 3]) -> Matrix<D> {
    let mut slope = Matrix::<D>::zeros();
    for k in 0..D {
        let mut unit = Vector::<D>::zeros();
        unit[k] = 1.0;
        let mut column = across(&[unit * gradient[0], *b]);
        if D == 3 {
            column += across(&[*a, unit * gradient[1]]);
        }
        slope.set_column(k, &column);
    }
    slope
}

/// A block between two nodes, and the same seen from the other.
fn push_both<const D: usize>(
    a: u32,
    b: u32,
    block: &Matrix<D>,
    entries: &mut Vec<(u32, u32, f64)>,
) {
    let d = D as u32;
    for i in 0..D {
        for j in 0..D {
            let (row, column) = (a * d + i as u32, b * d + j as u32);
            entries.push((row, column, block[(i, j)]));
            entries.push((column, row, block[(i, j)]));
        }
    }
}
