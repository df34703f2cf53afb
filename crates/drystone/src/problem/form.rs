//! What the forms of a problem have in common: enough to sweep over its contacts, to multiply by
//! W, and to judge. Solvers that need no more are written once for both.

use super::{Cone, Global, Reduced};
use nalgebra::{SMatrix, SVector};

/// In which units a problem's numbers are: 1 of them is this many m/s, this many N s.
/// The judge's natural map depends on units; it speaks of the original ones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Units {
    /// Of u and b.
    pub velocity: f64,
    /// Of r.
    pub impulse: f64,
}

impl Default for Units {
    fn default() -> Self {
        Self { velocity: 1.0, impulse: 1.0 }
    }
}

/// A problem u = W r + b with a law between u and r, contact by contact. `z` carries what r has
/// done to the bodies (H r) where the form needs it.
pub trait Form<const B: usize> {
    /// Relative velocity without reactions.
    fn b(&self) -> &[SVector<f64, B>];
    /// The cone of each contact.
    fn cones(&self) -> &[Cone];
    /// Diagonal blocks of W.
    fn diagonal(&self) -> &[SMatrix<f64, B, B>];
    /// The units of the numbers.
    fn units(&self) -> Units;
    /// z for r, from scratch.
    fn carry(&self, r: &[SVector<f64, B>], z: &mut Vec<f64>);
    /// u_c = (W r + b)_c, with z that of r.
    fn velocity(&self, c: usize, r: &[SVector<f64, B>], z: &[f64]) -> SVector<f64, B>;
    /// Changes z as r_c changes by `step`.
    fn change(&self, c: usize, step: &SVector<f64, B>, z: &mut [f64]);

    /// Number of contacts.
    fn len(&self) -> usize {
        self.b().len()
    }

    /// Whether there is no contact.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether any block is a joint's.
    fn has_free(&self) -> bool {
        self.cones().iter().any(Cone::is_free)
    }

    /// Whether some degrees of freedom are those of meshes with an inertia of their own. `change` is then as
    /// dear as `carry`.
    fn has_meshes(&self) -> bool {
        false
    }

    /// Whether any contact resists rolling.
    fn is_rolling(&self) -> bool {
        self.cones().iter().any(|cone| cone.mu_r().is_some())
    }

    /// u = W r + b; z becomes that of r.
    fn velocities(&self, r: &[SVector<f64, B>], z: &mut Vec<f64>, u: &mut Vec<SVector<f64, B>>) {
        self.carry(r, z);
        u.clear();
        u.extend((0..self.len()).map(|c| self.velocity(c, r, z)));
    }
}

/// A problem in one of its forms.
#[derive(Clone, Copy, Debug)]
pub enum Problem<'a, const B: usize> {
    /// In velocity space.
    Global(&'a Global<B>),
    /// Condensed on the contacts.
    Reduced(&'a Reduced<B>),
}

/// Evaluates an expression on whichever form is there.
macro_rules! on_form {
    ($self:expr, $form:ident => $value:expr) => {
        match $self {
            Problem::Global($form) => $value,
            Problem::Reduced($form) => $value,
        }
    };
}

impl<const B: usize> Form<B> for Problem<'_, B> {
    fn b(&self) -> &[SVector<f64, B>] {
        on_form!(self, form => form.b())
    }

    fn cones(&self) -> &[Cone] {
        on_form!(self, form => form.cones())
    }

    fn diagonal(&self) -> &[SMatrix<f64, B, B>] {
        on_form!(self, form => form.diagonal())
    }

    fn units(&self) -> Units {
        on_form!(self, form => form.units())
    }

    fn has_meshes(&self) -> bool {
        on_form!(self, form => form.has_meshes())
    }

    fn carry(&self, r: &[SVector<f64, B>], z: &mut Vec<f64>) {
        on_form!(self, form => form.carry(r, z));
    }

    fn velocity(&self, c: usize, r: &[SVector<f64, B>], z: &[f64]) -> SVector<f64, B> {
        on_form!(self, form => form.velocity(c, r, z))
    }

    fn change(&self, c: usize, step: &SVector<f64, B>, z: &mut [f64]) {
        on_form!(self, form => form.change(c, step, z));
    }
}
