//! Sides that waves leave by: dashpots of Lysmer and Kuhlemeyer on the nodes of facets.
//!
//! With the impedances ρ c_p along the normal and ρ c_s across it, a plane wave that meets the side head on
//! is taken whole. The medium beyond may send a wave in: with its velocity v_in the side is pulled by
//!
//! ```text
//! t = -(ρ c_p n nᵀ + ρ c_s (1 - n nᵀ)) (v - 2 v_in)
//! ```

use super::{Deformable, node, tangents};
use crate::bodies::{Function, StepSize};
use crate::space::{Matrix, Vector, across};

/// A side that waves leave by.
#[derive(Clone, Debug)]
pub struct Absorbing<const D: usize> {
    /// Its facets, which hardly move: their normals are those of rest.
    pub facets: Vec<u32>,
    /// ρ c_p and ρ c_s of what lies beyond (Pa s/m).
    pub impedances: [f64; 2],
    /// The velocity of the wave that comes in, where the side is (m/s): directions and factors in time.
    pub incoming: Vec<(Vector<D>, Function)>,
}

/// An absorbing side as nodes see it.
#[derive(Clone, Debug)]
pub(super) struct Dashpots<const D: usize> {
    /// Nodes and what their velocities are multiplied by (N s/m).
    nodes: Vec<(u32, Matrix<D>)>,
    incoming: Vec<(Vector<D>, Function)>,
}

impl<const D: usize> Deformable<D> {
    /// Lets waves leave by a side.
    pub fn absorb(&mut self, side: Absorbing<D>) {
        let x = self.places();
        let mut nodes: Vec<(u32, Matrix<D>)> = vec![];
        for facet in &side.facets {
            let facet = &self.model.surface.facets[*facet as usize];
            let [along, beside] = side.impedances;
            let (mut own, mut whole, mut shared) =
                (vec![Matrix::zeros(); facet.nodes.len()], 0.0, 0.0);
            for (at, weight) in (facet.element.mass_rule)() {
                let shape = facet.element.shape(at);
                let places = facet.nodes.iter().map(|own| node::<D>(&x, *own));
                let area = across(&tangents(places, &shape)) * weight;
                let Some(normal) = area.try_normalize(0.0) else { continue };
                let normals = normal * normal.transpose();
                let dashpot = normals * along + (Matrix::identity() - normals) * beside;
                whole += area.norm();
                for (own, value) in own.iter_mut().zip(&shape.values) {
                    let share = value * value * area.norm();
                    *own += dashpot * share;
                    shared += share;
                }
            }
            // As lumped masses: to each node its share of the squares, all positive.
            let own = own.iter().map(|dashpot| dashpot * (whole / shared));
            nodes.extend(facet.nodes.iter().copied().zip(own));
        }
        nodes.sort_by_key(|(node, _)| *node);
        nodes.dedup_by(|next, first| {
            let same = next.0 == first.0;
            if same {
                first.1 += next.1;
            }
            same
        });
        self.dashpots.push(Dashpots { nodes, incoming: side.incoming });
    }

    /// Adds what dashpots take from velocities.
    pub(super) fn add_dashpots(&self, v: &[f64], out: &mut [f64]) {
        for (own, dashpot) in self.dashpots.iter().flat_map(|side| &side.nodes) {
            let force = dashpot * node::<D>(v, *own);
            (0..D).for_each(|k| out[*own as usize * D + k] += force[k]);
        }
    }

    /// Adds the forces of waves that come in: θ (t + h) + (1 - θ) (t).
    pub(super) fn add_incoming(&self, step: StepSize, out: &mut [f64]) {
        let StepSize { t, h, theta } = step;
        for side in self.dashpots.iter().filter(|side| !side.incoming.is_empty()) {
            let mean = |f: &Function| theta * f.value(t + h) + (1.0 - theta) * f.value(t);
            let waves = side.incoming.iter().map(|(direction, f)| direction * mean(f));
            let twice = waves.sum::<Vector<D>>() * 2.0;
            for (own, dashpot) in &side.nodes {
                let force = dashpot * twice;
                (0..D).for_each(|k| out[*own as usize * D + k] += force[k]);
            }
        }
    }

    /// Appends the dashpots times a factor.
    pub(super) fn push_dashpots(&self, factor: f64, entries: &mut Vec<(u32, u32, f64)>) {
        for (own, dashpot) in self.dashpots.iter().flat_map(|side| &side.nodes) {
            let first = *own * D as u32;
            for i in 0..D {
                for j in 0..D {
                    let value = dashpot[(i, j)] * factor;
                    entries.push((first + i as u32, first + j as u32, value));
                }
            }
        }
    }
}
