//! Restitution of shocks (001 §5).
//!
//! | law | statement |
//! |---|---|
//! | Moreau | Signorini and Coulomb hold for weighted means of the velocities before and after |
//! | Newton | the same, but contacts that part before the shock do not count |
//! | Poisson | the impulse of expansion is at least e times that of compression |
//! | sequential | closed contacts collide in turn, the fastest first, each by Newton's law |
//!
//! **Moreau**: with
//!
//! ```text
//! ū_N = (ρ u_N⁻ + u_N⁺)/(1 + ρ),   ū_T = (τ u_T⁻ + u_T⁺)/(1 + τ)
//! ```
//!
//! Signorini's condition and Coulomb's law do not change when u_N or u_T is multiplied by a
//! positive number, so this is a shift by (ρ u_N⁻, τ u_T⁻). For a single contact ρ is Newton's
//! coefficient; with ρ = τ = 1 and no friction a multiple collision keeps the energy.
//!
//! **Newton** takes min(0, u_N⁻) instead of u_N⁻: a contact that is parting is not sent back.
//!
//! **Poisson** needs two rounds: the first gives the impulses r_C of an inelastic shock, the second
//! has r_N ≥ (1 + e) r_CN, an offset of the impulse, and gives back e_T r_CT along the tangents (e_T ≤ e). The
//! impulses of either phase obey Coulomb's law by themselves (Pfeiffer and Glocker 1996): in expansion
//!
//! ```text
//! ‖r_ET‖ ≤ μ r_EN,   r_E = r - r_C,   r_EN = e r_CN + s,   s ≥ 0
//! ```
//!
//! This set is the sum of the cone of s and of a disk of radius μ e r_CN. So the contact has a second block beside
//! its own, a slider with that bound less what is given back: what slides throughout has μ (1 + e) r_CN in all.
//! Where compression ends at rest, what is given back is not held up by it. Bodies at rest feel the law too and
//! jump by e g h a step; it is meant for shocks.
//!
//! **Sequential** shocks come before the step's problem, which then is inelastic (`step/shocks.rs`).
//!
//! A row of touching balls that is hit by one more (all alike, e = 1, three of them): Moreau, Newton
//! and Poisson send the first back with a third of its velocity and the two others off with two
//! thirds; what one sees, the last alone flying off, is the sequence. Where one contact closes and
//! its neighbour parts, Newton's law may add energy; without friction the others never do. With friction Moreau's,
//! Newton's and Poisson's laws may add energy too, where a shock turns sliding round: a slender rod that falls on
//! its end with e = 1 and μ = 0.3 may gain a seventh.

use super::{Block, Seen, sliding};
use crate::cone::Cone;

/// Share of the bound of friction up to which a contact counts as sliding.
const SLID: f64 = 1e-6;

/// Which law of restitution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum RestitutionKind {
    /// Weighted means of velocities.
    #[default]
    Moreau,
    /// The same for approaching contacts alone.
    Newton,
    /// Impulses of expansion.
    Poisson,
    /// One shock after the other.
    Sequential,
}

/// Every law of restitution with its name in scene files.
pub const RESTITUTIONS: &[(RestitutionKind, &str)] = &[
    (RestitutionKind::Moreau, "moreau"),
    (RestitutionKind::Newton, "newton"),
    (RestitutionKind::Poisson, "poisson"),
    (RestitutionKind::Sequential, "sequential"),
];

/// Restitution of shocks.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Restitution {
    /// The law.
    pub kind: RestitutionKind,
    /// Normal coefficient, in [0, 1].
    pub normal: f64,
    /// Tangential coefficient, in [0, 1].
    pub tangential: f64,
}

impl Restitution {
    /// Whether there is no rebound.
    fn is_none(&self) -> bool {
        self.normal == 0.0 && self.tangential == 0.0
    }

    /// Whether it is solved in two rounds.
    pub(super) fn takes_rounds(&self) -> bool {
        self.kind == RestitutionKind::Poisson && !self.is_none()
    }

    /// The coefficients, where shocks come one after the other.
    pub(super) fn shocks(&self) -> Option<[f64; 2]> {
        let sequential = self.kind == RestitutionKind::Sequential && !self.is_none();
        sequential.then_some([self.normal, self.tangential])
    }

    /// Whether another round is needed.
    pub(super) fn unsettled(&self, seen: &Seen) -> f64 {
        let collides = seen.gap <= 0.0 && !seen.between_events;
        let compressed = self.takes_rounds() && seen.outcome.is_none() && collides;
        f64::from(u8::from(compressed))
    }

    /// Friction on what Poisson's law gives back, beside the contact's own `block` of this coefficient.
    pub(super) fn slider(&self, seen: &Seen, mu: f64, block: &Block) -> Option<Block> {
        let compression = seen.outcome.filter(|_| self.takes_rounds() && seen.gap <= 0.0)?;
        let (normal, tangent) = (compression.impulse[0], sliding(&compression.impulse));
        let rests = tangent < mu * normal * (1.0 - SLID);
        if mu <= 0.0 || (rests && self.tangential > 0.0) {
            return None;
        }
        let bound = self.normal * normal - self.tangential * tangent / mu;
        let mut slider = Block::slider(bound.max(0.0));
        slider.cone = Cone::Coulomb { mu };
        for k in 1..3 {
            (slider.scale[k], slider.shift[k]) = (block.scale[k], block.shift[k]);
        }
        (bound > 0.0).then_some(slider)
    }

    /// Adds it to a block; nothing before the bodies touch.
    pub(super) fn pose(&self, seen: &Seen, block: &mut Block) {
        if seen.gap > 0.0 || self.is_none() {
            return;
        }
        let approach = match self.kind {
            RestitutionKind::Sequential => return,
            RestitutionKind::Moreau => seen.approach()[0],
            RestitutionKind::Newton => seen.approach()[0].min(0.0),
            RestitutionKind::Poisson => {
                if let Some(compression) = seen.outcome {
                    // In the cone of the expansion, with the slider of [`Self::slider`].
                    block.offset[0] = -(1.0 + self.normal) * compression.impulse[0];
                    for k in 1..3 {
                        block.offset[k] = -(1.0 + self.tangential) * compression.impulse[k];
                    }
                }
                return;
            }
        };
        block.shift[0] += self.normal * approach;
        for k in 1..6 {
            block.shift[k] += self.tangential * seen.approach()[k];
        }
    }
}
