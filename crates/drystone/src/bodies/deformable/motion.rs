//! One step of a deformable body.

use super::{Deformable, Factor, NodeLoadKind, Renewal, area, model, node};
use crate::bodies::StepSize;
use crate::fem::Kinematics;
use crate::fem::corotational::Cluster;
use crate::fem::mesh::{Facet, Spot};
use crate::linalg::Sparse;
use crate::space::{Matrix, Vector};
use std::sync::Arc;

/// Turning by which a matrix in space is made anew.
const TURNED: f64 = 1e-3;

/// What a round of Newton's method leaves for the next one and for the contacts; one for each body.
#[derive(Clone, Debug, Default)]
pub struct Round<const D: usize> {
    /// The velocity that it was linearised about.
    v: Vec<f64>,
    /// What materials would remember.
    memory: Vec<f64>,
    factor: Option<Arc<Factor>>,
    /// Of which step's size the factor is.
    of: [f64; 2],
    /// From the frame of the factor to space.
    turn: Matrix<D>,
    /// How the body was turned when A was made.
    turned: Matrix<D>,
}

impl<const D: usize> Deformable<D> {
    /// Velocity at the end of the step without contacts, linearised about the last round's; begins with
    /// the velocity before.
    pub(in crate::bodies) fn free_motion(
        &self,
        step: StepSize,
        gravity: &Vector<D>,
        (q, v): (&[f64], &[f64]),
        first: bool,
        round: &mut Round<D>,
        v_free: &mut [f64],
    ) {
        let StepSize { t, h, theta } = step;
        if first || round.v.len() != v.len() {
            round.v = v.to_vec();
            for drive in &self.held {
                let ahead = t + (1.0 - theta) * h;
                round.v[drive.dof] = drive.mean_velocity(ahead, ahead + h);
            }
        }
        let about = std::mem::take(&mut round.v);
        let mut residual = vec![0.0; v.len()];
        let x = self.imbalance(step, gravity, (q, v), &about, round, &mut residual);
        self.renew(step, &x, first, round);
        residual.iter_mut().zip(&self.is_held).filter(|(_, held)| **held).for_each(|(r, _)| *r = 0.0);
        self.solve(round, &mut residual);
        for (free, (about, change)) in v_free.iter_mut().zip(about.iter().zip(&residual)) {
            *free = about - change;
        }
        round.v = about;
    }

    /// M (v⁺ - v) + h (f(q_θ) + V v_θ - P) of a velocity v⁺; gives q_θ.
    fn imbalance(
        &self,
        step: StepSize,
        gravity: &Vector<D>,
        (q, v): (&[f64], &[f64]),
        end: &[f64],
        round: &mut Round<D>,
        out: &mut [f64],
    ) -> Vec<f64> {
        let StepSize { h, theta, .. } = step;
        let mean: Vec<f64> =
            end.iter().zip(v).map(|(end, v)| theta * end + (1.0 - theta) * v).collect();
        let x: Vec<f64> = q.iter().zip(&mean).map(|(q, mean)| q + h * theta * mean).collect();
        let damping = self.model.damping;
        // Forces, of deformation and of damping by stiffness.
        self.forces(&x, (&mean, damping.stiffness), round, out);
        out.iter_mut().for_each(|f| *f *= h);
        let weight: Vec<f64> = (0..v.len())
            .map(|k| end[k] - v[k] + h * (damping.mass * mean[k] - gravity[k % D]))
            .collect();
        self.model.add_momentum(&weight, out);
        let mut push = vec![0.0; v.len()];
        self.loads_at(step, &x, &mut push);
        out.iter_mut().zip(&push).for_each(|(out, push)| *out -= h * push);
        x
    }

    /// f(x) + b K₀ v, where nodes stand at x.
    fn forces(
        &self,
        x: &[f64],
        (v, b): (&[f64], f64),
        round: &mut Round<D>,
        out: &mut [f64],
    ) {
        let (model, solid) = (&self.model, &self.model.solid);
        let whole = solid.kinematics == Kinematics::Corotational;
        let turn = if whole { self.turn_of(x) } else { self.origin.rotation };
        let rest = solid.rest.as_flattened();
        round.memory.resize(self.memory.len(), 0.0);
        if solid.is_linear() {
            let mut u = vec![0.0; x.len()];
            let cluster = Cluster { x, means: &solid.means };
            let frame = if whole { solid.frame(x) } else { None };
            match &frame {
                Some(frame) => cluster.displacements(frame, rest, &mut u),
                None => {
                    to_local::<D>(&self.origin.rotation, &self.origin.position, x, &mut u);
                    u.iter_mut().zip(rest).for_each(|(u, rest)| *u -= rest);
                }
            }
            let mut g = vec![0.0; x.len()];
            model.stiffness.multiply(&u, &mut g);
            match &frame {
                Some(frame) => {
                    cluster.turn_forces(frame, &mut g);
                }
                None => turned::<D>(&turn, &mut g),
            }
            out.iter_mut().zip(&g).for_each(|(out, g)| *out += g);
        } else if whole {
            let energy = solid.forces(x, &self.memory, &mut round.memory, out, None);
            if energy.is_nan() {
                out.fill(f64::NAN);
            }
        } else {
            let (mut local, mut g) = (vec![0.0; x.len()], vec![0.0; x.len()]);
            to_local::<D>(&turn, &self.origin.position, x, &mut local);
            let energy = solid.forces(&local, &self.memory, &mut round.memory, &mut g, None);
            if energy.is_nan() {
                g.fill(f64::NAN);
            }
            turned::<D>(&turn, &mut g);
            out.iter_mut().zip(&g).for_each(|(out, g)| *out += g);
        }
        if b != 0.0 {
            let (mut local, mut g) = (vec![0.0; x.len()], vec![0.0; x.len()]);
            to_local::<D>(&turn, &Vector::zeros(), v, &mut local);
            model.stiffness.multiply(&local, &mut g);
            turned::<D>(&turn, &mut g);
            out.iter_mut().zip(&g).for_each(|(out, g)| *out += b * g);
        }
    }

    fn turn_of(&self, x: &[f64]) -> Matrix<D> {
        self.rotation(x).unwrap_or(self.origin.rotation)
    }

    /// A and its factor, where they are due.
    fn renew(&self, step: StepSize, x: &[f64], first: bool, round: &mut Round<D>) {
        let StepSize { h, theta, .. } = step;
        let solid = &self.model.solid;
        let whole = solid.kinematics == Kinematics::Corotational;
        let turn = if whole { self.turn_of(x) } else { self.origin.rotation };
        let fresh = round.factor.is_none() || round.of != [h, theta];
        let free = !self.is_held.iter().any(|held| *held);
        let at_rest = solid.is_linear() || self.renewal == Renewal::Never;
        if at_rest && free {
            if fresh {
                round.factor = self.model.shared_factor(h, theta).ok();
            }
            (round.of, round.turn) = ([h, theta], turn);
            return;
        }
        // Held axes are those of space: A is turned to it, and again where the body has turned on.
        let due = match self.renewal {
            _ if fresh => true,
            _ if at_rest => (turn - round.turned).norm() > TURNED,
            Renewal::Round => true,
            Renewal::Step => first,
            Renewal::Never | Renewal::Mass => false,
        };
        if !due {
            return;
        }
        let stiffness = if at_rest {
            self.model.stiffness.clone()
        } else if self.renewal == Renewal::Mass {
            Sparse::from_triplets(x.len(), x.len(), &[])
        } else if whole {
            model::stiffness(solid, x, &self.memory)
        } else {
            let mut local = vec![0.0; x.len()];
            to_local::<D>(&turn, &self.origin.position, x, &mut local);
            model::stiffness(solid, &local, &self.memory)
        };
        let mut a = self.model.matrix(h, theta, &stiffness);
        if !free {
            a = turn_matrix::<D>(&a, &turn);
        }
        round.factor = Factor::of(&a, &self.is_held).ok().map(Arc::new);
        (round.of, round.turned) = ([h, theta], turn);
        round.turn = if free { turn } else { Matrix::identity() };
    }

    /// x ← w x: what impulses on the nodes do to velocities.
    fn solve(&self, round: &Round<D>, x: &mut [f64]) {
        let Some(factor) = &round.factor else {
            x.fill(f64::NAN);
            return;
        };
        let mut local = vec![0.0; x.len()];
        to_local::<D>(&round.turn, &Vector::zeros(), x, &mut local);
        factor.solve(&mut local);
        turned::<D>(&round.turn, &mut local);
        x.copy_from_slice(&local);
    }

    /// The velocity at the end of the step under the contacts' impulse on the nodes, and how far the
    /// equation of motion is from holding, relative to the impulses in it.
    pub(in crate::bodies) fn settle(
        &self,
        step: StepSize,
        gravity: &Vector<D>,
        (q, v): (&[f64], &[f64]),
        impulse: &[f64],
        round: &mut Round<D>,
        v_end: &mut [f64],
    ) -> f64 {
        let mut change = impulse.to_vec();
        change.iter_mut().zip(&self.is_held).filter(|(_, held)| **held).for_each(|(r, _)| *r = 0.0);
        self.solve(round, &mut change);
        v_end.iter_mut().zip(&change).for_each(|(end, change)| *end += change);
        round.v = v_end.to_vec();
        if self.is_linear() {
            return 0.0;
        }
        let mut off = vec![0.0; v.len()];
        self.imbalance(step, gravity, (q, v), v_end, round, &mut off);
        let (mut error, mut scale) = (0.0, 0.0_f64);
        let mut momentum = vec![0.0; v.len()];
        self.model.add_momentum(v_end, &mut momentum);
        for k in (0..v.len()).filter(|k| !self.is_held[*k]) {
            error += (off[k] - impulse[k]).powi(2);
            scale += momentum[k].powi(2) + impulse[k].powi(2);
        }
        let weight = self.model.mass * step.h * gravity.norm();
        let scale = scale.sqrt().max(weight);
        if scale > 0.0 { error.sqrt() / scale } else { 0.0 }
    }

    /// Takes over what materials remember of the last round.
    pub(in crate::bodies) fn remember(&mut self, round: &Round<D>) {
        if !self.memory.is_empty() {
            self.memory.clone_from(&round.memory);
        }
    }

    /// Appends what a unit force along a direction at shares of nodes is to the contacts: L⁻¹ of it.
    pub fn push_row(
        &self,
        round: &Round<D>,
        spot: &Spot,
        direction: &Vector<D>,
        data: &mut Vec<f64>,
    ) {
        let start = data.len();
        let n = self.model.len();
        data.resize(start + n, 0.0);
        let Some(factor) = &round.factor else { return };
        let Factor::Dense(inverse) = &**factor else { return };
        let local = round.turn.tr_mul(direction);
        let row = &mut data[start..];
        for (node, share) in self.model.surface.shares(spot) {
            for k in (0..D).filter(|k| !self.is_held[node * D + k]) {
                let column = node * D + k;
                let factor = share * local[k];
                for (i, row) in row.iter_mut().enumerate().skip(column) {
                    *row += inverse[(i, column)] * factor;
                }
            }
        }
    }

    /// Forces on nodes other than gravity: θ P(t + h) + (1 - θ) P(t).
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
                        self.press(&self.model.surface.facets[*facet as usize], x, value, out);
                    }
                }
            }
        }
    }

    /// A pressure against a facet where its nodes are now.
    fn press(&self, facet: &Facet, x: &[f64], pressure: f64, out: &mut [f64]) {
        for (at, weight) in (facet.element.mass_rule)() {
            let shape = facet.element.shape(at);
            let mut tangents = [Vector::<D>::zeros(); 2];
            for (i, own) in facet.nodes.iter().enumerate() {
                let place = node::<D>(x, *own);
                (0..2).for_each(|k| tangents[k] += place * shape.gradients[i][k]);
            }
            let outward = outward(&tangents) * (-pressure * weight);
            for (i, own) in facet.nodes.iter().enumerate() {
                for k in 0..D {
                    out[*own as usize * D + k] += shape.values[i] * outward[k];
                }
            }
        }
    }

    /// Kinetic energy, and the energy that unloading would give back, where nodes stand at `x`.
    pub fn energies(&self, x: &[f64], v: &[f64]) -> [f64; 2] {
        let mut momentum = vec![0.0; v.len()];
        self.model.add_momentum(v, &mut momentum);
        let kinetic = 0.5 * momentum.iter().zip(v).map(|(p, v)| p * v).sum::<f64>();
        let (mut force, mut memory) = (vec![0.0; x.len()], vec![0.0; self.memory.len()]);
        let solid = &self.model.solid;
        let stored = if solid.kinematics == Kinematics::Corotational {
            solid.forces(x, &self.memory, &mut memory, &mut force, None)
        } else {
            let mut local = vec![0.0; x.len()];
            to_local::<D>(&self.origin.rotation, &self.origin.position, x, &mut local);
            solid.forces(&local, &self.memory, &mut memory, &mut force, None)
        };
        [kinetic, stored]
    }

    /// The facet's area now.
    pub fn area(&self, x: &[f64], facet: u32) -> f64 {
        area::<D>(x, &self.model.surface.facets[facet as usize])
    }
}

/// Normal of a surface with these tangents, as long as its area.
fn outward<const D: usize>([a, b]: &[Vector<D>; 2]) -> Vector<D> {
    let mut normal = Vector::zeros();
    if D == 2 {
        (normal[0], normal[1]) = (a[1], -a[0]);
        return normal;
    }
    for k in 0..D {
        let (i, j) = ((k + 1) % D, (k + 2) % D);
        normal[k] = a[i] * b[j] - a[j] * b[i];
    }
    normal
}

/// Rᵀ (x - c), node by node.
fn to_local<const D: usize>(r: &Matrix<D>, c: &Vector<D>, x: &[f64], out: &mut [f64]) {
    for (x, out) in x.chunks_exact(D).zip(out.chunks_exact_mut(D)) {
        let local = r.tr_mul(&(Vector::from_column_slice(x) - c));
        out.copy_from_slice(local.as_slice());
    }
}

/// R x, node by node.
fn turned<const D: usize>(r: &Matrix<D>, x: &mut [f64]) {
    for x in x.chunks_exact_mut(D) {
        let global = r * Vector::from_column_slice(x);
        x.copy_from_slice(global.as_slice());
    }
}

/// R A Rᵀ, block by block.
fn turn_matrix<const D: usize>(a: &Sparse, r: &Matrix<D>) -> Sparse {
    let mut entries = vec![];
    let d = D as u32;
    for i in 0..a.rows() {
        let (columns, values) = a.row(i);
        for (j, value) in columns.iter().zip(values) {
            for m in 0..D {
                for n in 0..D {
                    let turned = r[(m, i % D)] * value * r[(n, *j as usize % D)];
                    entries.push(((i / D * D + m) as u32, j / d * d + n as u32, turned));
                }
            }
        }
    }
    Sparse::from_triplets(a.rows(), a.cols(), &entries)
}
