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
//! has r - (1 + e) r_C in the cone, an offset of the impulse; tangents alike with their coefficient,
//! which must not be larger. Bodies at rest feel it too and jump by e g h a step; it is meant for
//! shocks.
//!
//! **Sequential** shocks come before the step's problem, which then is inelastic (`step/shocks.rs`).
//!
//! A row of touching balls that is hit by one more (all alike, e = 1, three of them): Moreau, Newton
//! and Poisson send the first back with a third of its velocity and the two others off with two
//! thirds; what one sees, the last alone flying off, is the sequence. Where one contact closes and
//! its neighbour parts, Newton's law may add energy; the others never do.

use super::{Block, Seen};

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
        let compressed = self.takes_rounds() && seen.outcome.is_none() && seen.gap <= 0.0;
        f64::from(u8::from(compressed))
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
