//! A meshed body without its motion: nodes, elements, and the forces that displacements take.

use super::corotational::{Cluster, Frame};
use super::kinematics::{Kinematics, Local};
use super::placed::Placed;
use super::region::Region;
use nalgebra::{DMatrix, Matrix3};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How the mass of elements goes to their nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Masses {
    /// As the shape functions say: a full matrix.
    Consistent,
    /// The diagonal of that, scaled to the whole mass.
    #[default]
    Lumped,
    /// To each node of an element the same.
    Nodal,
}

/// A meshed body.
#[derive(Clone, Debug)]
pub struct Solid<const D: usize> {
    /// Where the nodes are without stress.
    pub rest: Vec<[f64; D]>,
    /// Elements.
    pub regions: Vec<Region<D>>,
    /// How strains follow from displacements.
    pub kinematics: Kinematics,
    /// Mean gradients of the whole body, node by node.
    pub means: Vec<[f64; D]>,
    /// First number of each region in the memory of the points; one more than regions.
    memory_start: Vec<usize>,
}

/// Takes the stiffness of elements, with their nodes.
pub type Sink<'a> = &'a mut dyn FnMut(&[u32], &DMatrix<f64>);

impl<const D: usize> Solid<D> {
    /// From nodes and elements. Bars and membranes have finite kinematics.
    pub fn new(rest: Vec<[f64; D]>, regions: Vec<Region<D>>, kinematics: Kinematics) -> Self {
        let is_thin = regions.iter().any(|region| region.sheet.is_some());
        let kinematics = if is_thin { Kinematics::Finite } else { kinematics };
        let mut means = vec![[0.0; D]; rest.len()];
        let (mut volume, mut memory_start) = (0.0, vec![0]);
        for region in &regions {
            for e in 0..region.len() {
                let own = region.volume(e);
                volume += own;
                for (node, mean) in region.of(e).iter().zip(region.means_of(e)) {
                    for k in 0..D {
                        means[*node as usize][k] += own * mean[k];
                    }
                }
            }
            let numbers = region.stuff.material.law().memory() * region.points * region.len();
            memory_start.push(memory_start[memory_start.len() - 1] + numbers);
        }
        means.iter_mut().flatten().for_each(|x| *x /= volume);
        Self { rest, regions, kinematics, means, memory_start }
    }

    /// Every element: its region, its number there, and where its numbers are in what materials remember.
    pub(super) fn elements(
        &self,
    ) -> impl Iterator<Item = (&Region<D>, usize, std::ops::Range<usize>)> {
        self.regions.iter().zip(&self.memory_start).flat_map(|(region, first)| {
            let numbers = region.stuff.material.law().memory() * region.points;
            (0..region.len())
                .map(move |e| (region, e, first + e * numbers..first + (e + 1) * numbers))
        })
    }

    /// Degrees of freedom.
    pub fn len(&self) -> usize {
        self.rest.len() * D
    }

    /// Whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// How many numbers its materials remember.
    pub fn memory(&self) -> usize {
        self.memory_start[self.regions.len()]
    }

    /// The rotation of the whole where its nodes stand at `x`, and the stretch beside it; none where it is
    /// turned inside out.
    pub fn frame(&self, x: &[f64]) -> Option<Frame> {
        Cluster { x, means: &self.means }.frame()
    }

    /// The greatest angle between an element and the frame in which its kinematics takes perturbations for
    /// small (rad), where nodes stand at `x`; nothing where each element has a frame of its own.
    pub fn greatest_turn(&self, x: &[f64]) -> f64 {
        let whole = match self.kinematics {
            Kinematics::Small => Matrix3::identity(),
            Kinematics::Corotational => match self.frame(x) {
                Some(frame) => frame.rotation,
                None => return 0.0,
            },
            Kinematics::CorotationalElements | Kinematics::Finite => return 0.0,
        };
        let mut places = vec![];
        let turn = |(region, e, _): (&Region<D>, usize, _)| {
            places.clear();
            for node in region.of(e) {
                places.extend_from_slice(&x[*node as usize * D..][..D]);
            }
            // Bars and membranes have gradients along themselves alone.
            let cluster = Cluster { x: &places, means: region.means_of(e) };
            let frame = cluster.frame().filter(|_| region.sheet.is_none())?;
            Some((0.5 * (whole.tr_mul(&frame.rotation).trace() - 1.0)).clamp(-1.0, 1.0).acos())
        };
        self.elements().filter_map(turn).fold(0.0, f64::max)
    }

    /// Whether forces are linear in displacements, but for a rotation of the whole.
    pub fn is_linear(&self) -> bool {
        matches!(self.kinematics, Kinematics::Small | Kinematics::Corotational)
            && self.regions.iter().all(|region| region.stuff.material.law().is_linear())
    }

    /// The forces that the places `x` of the nodes take, added to `force`; what materials remember; the
    /// energy that unloading gives back. `stiffness` is given those of the elements, of a corotational
    /// body in its own frame and without terms of second order. Not a number where elements are turned
    /// inside out.
    pub fn forces(
        &self,
        x: &[f64],
        before: &[f64],
        after: &mut [f64],
        force: &mut [f64],
        mut stiffness: Option<Sink>,
    ) -> f64 {
        let Some(whole) = self.whole(x) else { return f64::NAN };
        let mut local = Local::new(stiffness.is_some());
        // Of a corotational body: in its own frame.
        let mut own = vec![0.0; if whole.frame.is_some() { x.len() } else { 0 }];
        let (mut energy, mut placed) = (0.0, Placed::default());
        for (region, e, memory) in self.elements() {
            if !placed.look((self, &whole), (region, e), x) {
                return f64::NAN;
            }
            let finite = self.kinematics == Kinematics::Finite;
            let (old, new) = (&before[memory.clone()], &mut after[memory]);
            region.answer(e, &placed.u, finite, old, new, &mut local);
            energy += local.energy;
            if let Some(frame) = &placed.frame {
                let cluster = placed.cluster(region, e);
                if let Some(k) = &mut local.stiffness {
                    *k = cluster.turn_stiffness(frame, &local.force, k);
                }
                cluster.turn_forces(frame, &mut local.force);
            }
            let target = if whole.frame.is_some() { &mut own } else { &mut *force };
            for (i, node) in region.of(e).iter().enumerate() {
                for k in 0..D {
                    target[*node as usize * D + k] += local.force[i * D + k];
                }
            }
            if let (Some(sink), Some(k)) = (&mut stiffness, &local.stiffness) {
                sink(region.of(e), k);
            }
        }
        if let Some(frame) = &whole.frame {
            Cluster { x, means: &self.means }.turn_forces(frame, &mut own);
            force.iter_mut().zip(&own).for_each(|(force, own)| *force += own);
        }
        energy
    }

    /// The mass between nodes of each element, without dimensions: the same along every axis.
    pub fn masses(&self, kind: Masses, mut sink: impl FnMut(&[u32], &DMatrix<f64>)) {
        for region in &self.regions {
            let n = region.element.len();
            let rule = (region.element.mass_rule)();
            let shapes: Vec<_> = rule.iter().map(|(at, _)| region.element.shape(*at)).collect();
            for e in 0..region.len() {
                let nodes = region.of(e);
                let places: Vec<[f64; D]> =
                    nodes.iter().map(|node| self.rest[*node as usize]).collect();
                let mut mass = DMatrix::zeros(n, n);
                for (shape, (_, weight)) in shapes.iter().zip(&rule) {
                    let Some(size) = region.measure(&places, &shape.gradients) else { continue };
                    let radius: f64 = places.iter().zip(&shape.values).map(|(x, n)| x[0] * n).sum();
                    let around =
                        if region.is_turned() { std::f64::consts::TAU * radius } else { 1.0 };
                    let own = region.stuff.density * weight * size * around;
                    for i in 0..n {
                        for j in 0..n {
                            mass[(i, j)] += own * shape.values[i] * shape.values[j];
                        }
                    }
                }
                let (whole, diagonal) = (mass.sum(), mass.trace());
                let nodal = match kind {
                    Masses::Consistent => mass,
                    Masses::Lumped => {
                        DMatrix::from_diagonal(&(mass.diagonal() * (whole / diagonal)))
                    }
                    Masses::Nodal => DMatrix::identity(n, n) * (whole / n as f64),
                };
                sink(nodes, &nodal);
            }
        }
    }
}
