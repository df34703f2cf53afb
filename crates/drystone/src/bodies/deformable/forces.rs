//! Forces, energies and stresses of a deformable body where its nodes stand somewhere.

use super::turning::{to_local, turn_matrix, turned};
use super::{Deformable, area};
use crate::fem::corotational::{Cluster, Frame};
use crate::fem::{Field, Kinematics};
use crate::linalg::Sparse;
use crate::space::{Matrix, Vector};
use std::borrow::Cow;

impl<const D: usize> Deformable<D> {
    /// Places as the mesh takes them: in space where it finds the rotation of the whole itself, otherwise
    /// in the frame in which it was put.
    pub(super) fn own_places<'a>(&self, x: &'a [f64]) -> Cow<'a, [f64]> {
        if self.finds_its_turn() {
            return Cow::Borrowed(x);
        }
        let mut local = vec![0.0; x.len()];
        to_local::<D>(&self.origin.rotation, &self.origin.position, x, &mut local);
        Cow::Owned(local)
    }

    /// Forces in space from those at [`Self::own_places`], in place.
    fn turn_back(&self, forces: &mut [f64]) {
        if !self.finds_its_turn() {
            turned::<D>(&self.origin.rotation, forces);
        }
    }

    fn finds_its_turn(&self) -> bool {
        self.model.solid.kinematics == Kinematics::Corotational
    }

    /// The turn of the frame that the stiffness is in, where nodes stand at x.
    pub(super) fn frame_turn(&self, x: &[f64]) -> Matrix<D> {
        let own = if self.finds_its_turn() { self.rotation(x) } else { None };
        own.unwrap_or(self.origin.rotation)
    }

    /// The turn of damping by stiffness. It goes with the body unless motions are small: K₀ as it is at rest would
    /// brake whatever has turned.
    fn damping_turn(&self, x: &[f64]) -> Matrix<D> {
        let is_small = self.model.solid.kinematics == Kinematics::Small;
        let own = if is_small { None } else { self.rotation(x) };
        own.unwrap_or(self.origin.rotation)
    }

    /// K₀ as damping has it, in the frame that the stiffness is in.
    pub(super) fn damping_stiffness(&self, x: &[f64]) -> Cow<'_, Sparse> {
        let (model, kinematics) = (&self.model, self.model.solid.kinematics);
        let together = matches!(kinematics, Kinematics::Small | Kinematics::Corotational);
        if together || model.damping.stiffness == 0.0 {
            return Cow::Borrowed(&model.stiffness);
        }
        let turn = self.frame_turn(x).tr_mul(&self.damping_turn(x));
        Cow::Owned(turn_matrix::<D>(&model.stiffness, &turn, vec![]))
    }

    /// Adds f(x), where nodes stand at x; writes what materials would remember. Not a number where elements
    /// are turned inside out.
    pub(super) fn add_internal(&self, x: &[f64], memory: &mut Vec<f64>, out: &mut [f64]) {
        let solid = &self.model.solid;
        memory.resize(self.memory.len(), 0.0);
        if solid.is_linear() {
            self.add_linear(x, out);
            return;
        }
        let mut own = vec![0.0; x.len()];
        let energy = solid.forces(&self.own_places(x), &self.memory, memory, &mut own, None);
        if energy.is_nan() {
            own.fill(f64::NAN);
        }
        self.turn_back(&mut own);
        out.iter_mut().zip(&own).for_each(|(out, own)| *out += own);
    }

    /// f₀ + K₀ u in the body's frame, turned.
    fn add_linear(&self, x: &[f64], out: &mut [f64]) {
        let Some((mut own, frame)) = self.small_forces(x) else {
            out.fill(f64::NAN);
            return;
        };
        match &frame {
            Some(frame) => {
                Cluster { x, means: &self.model.solid.means }.turn_forces(frame, &mut own);
            }
            None => self.turn_back(&mut own),
        }
        out.iter_mut().zip(&own).for_each(|(out, own)| *out += own);
    }

    /// f₀ + K₀ u of a linear body in its frame, and that where it is found; none where it is turned inside out.
    pub(super) fn small_forces(&self, x: &[f64]) -> Option<(Vec<f64>, Option<Frame>)> {
        let (u, frame) = self.displacements(x)?;
        let mut own = vec![0.0; x.len()];
        self.model.stiffness.multiply(&u, &mut own);
        own.iter_mut().zip(&self.model.at_rest).for_each(|(own, rest)| *own += rest);
        Some((own, frame))
    }

    /// Displacements in the frame of a linear body, and that frame where it is found; none where it is turned
    /// inside out.
    fn displacements(&self, x: &[f64]) -> Option<(Vec<f64>, Option<Frame>)> {
        let (solid, mut u) = (&self.model.solid, vec![0.0; x.len()]);
        let rest = solid.rest.as_flattened();
        if self.finds_its_turn() {
            let cluster = Cluster { x, means: &solid.means };
            let frame = cluster.frame()?;
            cluster.displacements(&frame, rest, &mut u);
            return Some((u, Some(frame)));
        }
        let places = self.own_places(x);
        u.iter_mut().zip(places.iter().zip(rest)).for_each(|(u, (x, rest))| *u = x - rest);
        Some((u, None))
    }

    /// The energy that unloading would give back, where nodes stand at `x`.
    fn stored(&self, x: &[f64]) -> f64 {
        let model = &self.model;
        if !model.solid.is_linear() {
            let (mut force, mut memory) = (vec![0.0; x.len()], vec![0.0; self.memory.len()]);
            let places = self.own_places(x);
            return model.solid.forces(&places, &self.memory, &mut memory, &mut force, None);
        }
        // u·f₀ + ½ u·K₀ u
        let Some((u, _)) = self.displacements(x) else { return f64::NAN };
        let mut force = vec![0.0; x.len()];
        model.stiffness.multiply(&u, &mut force);
        let of = |(u, force): (&f64, &f64)| u * force;
        let quadratic: f64 = u.iter().zip(&force).map(of).sum();
        let linear: f64 = u.iter().zip(&model.at_rest).map(of).sum();
        model.rest_energy + linear + 0.5 * quadratic
    }

    /// Adds V v = (a M + b K₀ + C) v.
    pub(super) fn add_damping(&self, x: &[f64], v: &[f64], out: &mut [f64]) {
        let (a, b) = (self.model.damping.mass, self.model.damping.stiffness);
        if a != 0.0 {
            let slow: Vec<f64> = v.iter().map(|v| a * v).collect();
            self.model.add_momentum(&slow, out);
        }
        if b != 0.0 {
            let turn = self.damping_turn(x);
            let (mut local, mut own) = (vec![0.0; x.len()], vec![0.0; x.len()]);
            to_local::<D>(&turn, &Vector::zeros(), v, &mut local);
            self.model.stiffness.multiply(&local, &mut own);
            turned::<D>(&turn, &mut own);
            out.iter_mut().zip(&own).for_each(|(out, own)| *out += b * own);
        }
        if self.model.solid.is_viscous() {
            self.add_viscous(x, v, out);
        }
    }

    /// Adds C(x) v: viscous stresses.
    fn add_viscous(&self, x: &[f64], v: &[f64], out: &mut [f64]) {
        let (model, solid) = (&self.model, &self.model.solid);
        let (mut rates, mut own) = (v.to_vec(), vec![0.0; x.len()]);
        match solid.kinematics {
            Kinematics::Corotational => {
                let cluster = Cluster { x, means: &solid.means };
                let Some(frame) = cluster.frame() else { return };
                cluster.rates(&frame, &mut rates);
                model.viscosity.multiply(&rates, &mut own);
                cluster.turn_forces(&frame, &mut own);
            }
            kinematics => {
                to_local::<D>(&self.origin.rotation, &Vector::zeros(), v, &mut rates);
                if kinematics == Kinematics::Small {
                    model.viscosity.multiply(&rates, &mut own);
                } else if !solid.viscous(&self.own_places(x), &rates, &mut own, None) {
                    own.fill(f64::NAN);
                }
                self.turn_back(&mut own);
            }
        }
        out.iter_mut().zip(&own).for_each(|(out, own)| *out += own);
    }

    /// Kinetic energy, and the energy that unloading would give back, where nodes stand at `x`.
    pub fn energies(&self, x: &[f64], v: &[f64]) -> [f64; 2] {
        let mut momentum = vec![0.0; v.len()];
        self.model.add_momentum(v, &mut momentum);
        let mut kinetic = 0.5 * momentum.iter().zip(v).map(|(p, v)| p * v).sum::<f64>();
        if self.is_quasi_static {
            kinetic = 0.0;
        }
        [kinetic, self.stored(x)]
    }

    /// Stresses and strains of its elements where nodes stand at `x`.
    pub fn fields(&self, x: &[f64]) -> Vec<Field> {
        let mut fields = self.model.solid.fields(&self.own_places(x), &self.memory);
        if !self.finds_its_turn() {
            fields.iter_mut().for_each(|field| field.turn(&self.origin.rotation));
        }
        fields
    }

    /// The facet's area now.
    pub fn area(&self, x: &[f64], facet: u32) -> f64 {
        area::<D>(x, &self.model.surface.facets[facet as usize])
    }
}
