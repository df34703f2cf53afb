//! Contact laws as changes of variables.
//!
//! A law never reaches a solver. For each contact it turns gap and velocity before the step
//! into a shift of the velocity, so that what remains is always the same problem: Signorini
//! and Coulomb between the shifted velocity `u + shift` and the impulse r.
//!
//! | unilateral condition | file | normal shift |
//! |---|---|---|
//! | [`Unilateral::Velocity`] | `velocity.rs` | 0 where contact is forecast (000 eq. 23) |
//! | [`Unilateral::QuasiInelastic`] | `quasi_inelastic.rs` | max(0, g)/h (000 eq. 25) |
//! | [`Unilateral::Position`] | `position.rs` | g/h (000 eq. 24) |
//!
//! Restitution adds its own shift, see `restitution.rs` (001 §5).

mod position;
mod quasi_inelastic;
mod restitution;
mod velocity;

use nalgebra::SVector;

/// How impenetrability is written over a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Unilateral {
    /// Velocity Signorini condition on contacts forecast by the test configuration.
    Velocity,
    /// Quasi-inelastic shock: closes a positive gap first, then an inelastic shock.
    #[default]
    QuasiInelastic,
    /// Signorini condition on the gap at the end of the step; corrects penetration.
    Position,
}

/// One row of [`UNILATERAL`]: the law, its name in scene files, one line about it.
pub type UnilateralEntry = (Unilateral, &'static str, &'static str);

/// Every unilateral condition with its name in scene files.
pub const UNILATERAL: &[UnilateralEntry] = &[
    (Unilateral::Velocity, "velocity", "velocity Signorini with forecast; needed for restitution"),
    (Unilateral::QuasiInelastic, "quasi_inelastic", "inelastic shock in two steps, no forecast"),
    (Unilateral::Position, "position", "gap Signorini; corrects penetration, may add energy"),
];

/// The law between two materials.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactLaw {
    /// How impenetrability is written.
    pub unilateral: Unilateral,
    /// Coulomb's coefficient.
    pub friction: f64,
    /// Moreau's normal restitution ρ, in [0, 1].
    pub normal_restitution: f64,
    /// Moreau's tangential restitution τ, in [0, 1].
    pub tangential_restitution: f64,
}

impl Default for ContactLaw {
    fn default() -> Self {
        Self {
            unilateral: Unilateral::default(),
            friction: 0.0,
            normal_restitution: 0.0,
            tangential_restitution: 0.0,
        }
    }
}

impl ContactLaw {
    /// Shift of the velocity for a contact with gap `gap` in the test configuration and
    /// relative velocity `before` at the beginning of the step; `None` when the law sees no
    /// contact during this step.
    pub fn shift<const B: usize>(
        &self,
        gap: f64,
        before: &SVector<f64, B>,
        h: f64,
    ) -> Option<SVector<f64, B>> {
        let normal = match self.unilateral {
            Unilateral::Velocity => velocity::shift(gap)?,
            Unilateral::QuasiInelastic => quasi_inelastic::shift(gap, h),
            Unilateral::Position => position::shift(gap, h),
        };
        let mut shift =
            restitution::shift(self.normal_restitution, self.tangential_restitution, before, gap);
        shift[0] += normal;
        Some(shift)
    }
}
