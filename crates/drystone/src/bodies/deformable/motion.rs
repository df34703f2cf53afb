//! One step of a deformable body.

use super::{Condensed, Deformable, Factor, NodeLoadKind, Renewal, area, model, node};
use crate::bodies::StepSize;
use crate::fem::corotational::Cluster;
use crate::fem::mesh::{Facet, Spot};
use crate::fem::{Field, Kinematics};
use crate::linalg::Sparse;
use crate::space::{Matrix, Vector};
use std::sync::Arc;

/// Turning by which a matrix in space is made anew.
const TURNED: f64 = 1e-3;

/// What a round of Newton's method leaves for the next one and for the contacts; one for each body.
#[derive(Clone, Debug)]
pub struct Round<const D: usize> {
    /// The velocity that it was linearised about.
    v: Vec<f64>,
    /// What materials would remember.
    memory: Vec<f64>,
    pub(super) factor: Option<Arc<Factor>>,
    /// What contacts see of a large body.
    pub(super) condensed: Condensed,
    /// Of which step's size the factor is.
    of: [f64; 2],
    /// From the frame of the factor to space.
    turn: Matrix<D>,
    /// How the body was turned when A was made; zero before.
    turned: Matrix<D>,
}

impl<const D: usize> Default for Round<D> {
    fn default() -> Self {
        Self {
            v: vec![],
            memory: vec![],
            factor: None,
            condensed: Condensed::default(),
            of: [0.0; 2],
            turn: Matrix::identity(),
            turned: Matrix::zeros(),
        }
    }
}

/// What the books of a step say of a deformable body (J).
#[derive(Clone, Copy, Debug, Default)]
pub struct Entries {
    /// Work of loads.
    pub load_work: f64,
    /// Work of what holds its degrees of freedom.
    pub drive_work: f64,
    /// Lost by damping.
    pub damping: f64,
    /// Taken by deformation.
    pub internal: f64,
    /// Squares of the momentum that is not explained, and of the momenta and impulses in it, divided by
    /// masses.
    pub defect: f64,
    /// See `defect`.
    pub scale: f64,
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
            if round.factor.is_none() {
                round.turned = self.turned;
            }
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
        residual
            .iter_mut()
            .zip(&self.is_held)
            .filter(|(_, held)| **held)
            .for_each(|(r, _)| *r = 0.0);
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
        let mean: Vec<f64> = means(theta, v, end);
        let x: Vec<f64> = q.iter().zip(&mean).map(|(q, mean)| q + h * theta * mean).collect();
        let damping = self.model.damping;
        self.forces(&x, &mut round.memory, out);
        self.add_stiff_damping(&x, &mean, out);
        out.iter_mut().for_each(|f| *f *= h);
        let push: Vec<f64> = (0..v.len())
            .map(|k| end[k] - v[k] + h * (damping.mass * mean[k] - gravity[k % D]))
            .collect();
        self.model.add_momentum(&push, out);
        if !self.loads.is_empty() {
            let mut push = vec![0.0; v.len()];
            self.loads_at(step, &x, &mut push);
            out.iter_mut().zip(&push).for_each(|(out, push)| *out -= h * push);
        }
        x
    }

    /// What the step's books say of the body, from its state before and its velocity after.
    pub fn books(
        &self,
        step: StepSize,
        gravity: &Vector<D>,
        (q, v): (&[f64], &[f64]),
        end: &[f64],
        impulse: &[f64],
    ) -> Entries {
        let StepSize { h, theta, .. } = step;
        let n = v.len();
        let mean = means(theta, v, end);
        let x: Vec<f64> = q.iter().zip(&mean).map(|(q, mean)| q + h * theta * mean).collect();
        let zeros = || vec![0.0; n];
        let (mut internal, mut viscous, mut push) = (zeros(), zeros(), zeros());
        let (mut inertial, mut weight, mut memory) = (zeros(), zeros(), vec![]);
        self.forces(&x, &mut memory, &mut internal);
        self.add_stiff_damping(&x, &mean, &mut viscous);
        let slow: Vec<f64> = mean.iter().map(|v| self.model.damping.mass * v).collect();
        self.model.add_momentum(&slow, &mut viscous);
        self.loads_at(step, &x, &mut push);
        let change: Vec<f64> = end.iter().zip(v).map(|(end, v)| end - v).collect();
        self.model.add_momentum(&change, &mut inertial);
        let fall: Vec<f64> = (0..n).map(|k| gravity[k % D]).collect();
        self.model.add_momentum(&fall, &mut weight);
        let mut momentum = zeros();
        self.model.add_momentum(end, &mut momentum);
        let mut entries = Entries::default();
        for k in 0..n {
            let way = 0.5 * (v[k] + end[k]);
            entries.load_work += h * push[k] * way;
            entries.damping += h * viscous[k] * way;
            entries.internal += h * internal[k] * way;
            let given =
                inertial[k] + h * (internal[k] + viscous[k] - push[k] - weight[k]) - impulse[k];
            if self.is_held[k] {
                entries.drive_work += given * way;
                continue;
            }
            let mass = self.model.masses.row(k / D).1.iter().sum::<f64>();
            let greatest = momentum[k].abs().max(impulse[k].abs()).max(h * internal[k].abs());
            entries.defect += given * given / mass;
            entries.scale += greatest * greatest / mass;
        }
        entries
    }

    /// The turn of the frame that stiffness and damping are in, where nodes stand at x.
    fn frame_turn(&self, x: &[f64]) -> Matrix<D> {
        match self.model.solid.kinematics {
            Kinematics::Corotational => self.turn_of(x),
            _ => self.origin.rotation,
        }
    }

    /// Adds f(x), where nodes stand at x; writes what materials would remember.
    fn forces(&self, x: &[f64], memory: &mut Vec<f64>, out: &mut [f64]) {
        let solid = &self.model.solid;
        memory.resize(self.memory.len(), 0.0);
        if solid.is_linear() {
            self.linear_forces(x, out);
            return;
        }
        let turns = solid.kinematics == Kinematics::Corotational;
        let (mut local, mut own) = (vec![], vec![0.0; x.len()]);
        if !turns {
            local.resize(x.len(), 0.0);
            to_local::<D>(&self.origin.rotation, &self.origin.position, x, &mut local);
        }
        let places = if turns { x } else { &local };
        let energy = solid.forces(places, &self.memory, memory, &mut own, None);
        // What is turned inside out has no answer.
        if energy.is_nan() {
            own.fill(f64::NAN);
        }
        if !turns {
            turned::<D>(&self.origin.rotation, &mut own);
        }
        out.iter_mut().zip(&own).for_each(|(out, own)| *out += own);
    }

    /// K₀ u in the body's frame, turned.
    fn linear_forces(&self, x: &[f64], out: &mut [f64]) {
        let (model, solid) = (&self.model, &self.model.solid);
        let rest = solid.rest.as_flattened();
        let (mut u, mut own) = (vec![0.0; x.len()], vec![0.0; x.len()]);
        if solid.kinematics == Kinematics::Corotational {
            let cluster = Cluster { x, means: &solid.means };
            let Some(frame) = cluster.frame() else {
                out.fill(f64::NAN);
                return;
            };
            cluster.displacements(&frame, rest, &mut u);
            model.stiffness.multiply(&u, &mut own);
            cluster.turn_forces(&frame, &mut own);
        } else {
            to_local::<D>(&self.origin.rotation, &self.origin.position, x, &mut u);
            u.iter_mut().zip(rest).for_each(|(u, rest)| *u -= rest);
            model.stiffness.multiply(&u, &mut own);
            turned::<D>(&self.origin.rotation, &mut own);
        }
        out.iter_mut().zip(&own).for_each(|(out, own)| *out += own);
    }

    /// Adds b K₀ v.
    fn add_stiff_damping(&self, x: &[f64], v: &[f64], out: &mut [f64]) {
        let b = self.model.damping.stiffness;
        if b == 0.0 {
            return;
        }
        let turn = self.frame_turn(x);
        let (mut local, mut own) = (vec![0.0; x.len()], vec![0.0; x.len()]);
        to_local::<D>(&turn, &Vector::zeros(), v, &mut local);
        self.model.stiffness.multiply(&local, &mut own);
        turned::<D>(&turn, &mut own);
        out.iter_mut().zip(&own).for_each(|(out, own)| *out += b * own);
    }

    fn turn_of(&self, x: &[f64]) -> Matrix<D> {
        self.rotation(x).unwrap_or(self.origin.rotation)
    }

    /// A and its factor, where they are due.
    fn renew(&self, step: StepSize, x: &[f64], first: bool, round: &mut Round<D>) {
        let StepSize { h, theta, .. } = step;
        let solid = &self.model.solid;
        let whole = solid.kinematics == Kinematics::Corotational;
        let turn = self.frame_turn(x);
        let fresh = round.factor.is_none() || round.of != [h, theta];
        let free = !self.is_held.iter().any(|held| *held);
        let at_rest = solid.is_linear() || self.renewal == Renewal::Never;
        if at_rest && free {
            if fresh {
                round.factor = self.model.shared_factor(h, theta).ok();
                round.condensed.clear();
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
        // A of rest is that of the turn it was last made at, also where a run is gone on with.
        let keeps = match self.renewal {
            Renewal::Mass => round.turned != Matrix::<D>::zeros(),
            _ => at_rest && (turn - round.turned).norm() <= TURNED,
        };
        let turn = if keeps { round.turned } else { turn };
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
        round.condensed.clear();
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
        self.turned = round.turned;
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
        data.resize(start + self.row_len(round), 0.0);
        let Some(factor) = &round.factor else { return };
        let local = round.turn.tr_mul(direction);
        let row = &mut data[start..];
        for (node, share) in self.model.surface.shares(spot) {
            for k in (0..D).filter(|k| !self.is_held[node * D + k]) {
                let (dof, force) = (node * D + k, share * local[k]);
                match &**factor {
                    Factor::Dense(inverse) => {
                        for (i, row) in row.iter_mut().enumerate().skip(dof) {
                            *row += inverse[(i, dof)] * force;
                        }
                    }
                    Factor::Sparse(_) => {
                        let Some(own) = round.condensed.row(dof) else { continue };
                        let root = round.condensed.root();
                        for (i, row) in row.iter_mut().enumerate().take(own + 1) {
                            *row += root[(own, i)] * force;
                        }
                    }
                }
            }
        }
    }

    /// How many numbers the rows of contacts have.
    pub fn row_len(&self, round: &Round<D>) -> usize {
        match round.factor.as_deref() {
            Some(Factor::Sparse(_)) => round.condensed.len(),
            _ => self.model.len(),
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

    /// Stresses and strains of its elements where nodes stand at `x`.
    pub fn fields(&self, x: &[f64]) -> Vec<Field> {
        let solid = &self.model.solid;
        if solid.kinematics == Kinematics::Corotational {
            return solid.fields(x, &self.memory);
        }
        let mut local = vec![0.0; x.len()];
        to_local::<D>(&self.origin.rotation, &self.origin.position, x, &mut local);
        let mut fields = solid.fields(&local, &self.memory);
        fields.iter_mut().for_each(|field| field.turn(&self.origin.rotation));
        fields
    }

    /// The facet's area now.
    pub fn area(&self, x: &[f64], facet: u32) -> f64 {
        area::<D>(x, &self.model.surface.facets[facet as usize])
    }
}

/// θ v⁺ + (1 - θ) v.
fn means(theta: f64, v: &[f64], end: &[f64]) -> Vec<f64> {
    v.iter().zip(end).map(|(v, end)| theta * end + (1.0 - theta) * v).collect()
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
