//! Restitution of shocks (001 §5).
//!
//! | law | statement |
//! |---|---|
//! | Moreau | Signorini and Coulomb hold for weighted means of the velocities before and after |
//! | Newton | the same, but contacts that part before the shock do not count |
//! | Poisson | the impulse of expansion is at least e times that of compression |
//! | sequential | closed contacts collide in turn, the fastest first, each by Newton's law |
//! | consistent | Poisson's with coefficients λ e, λ ≤ 1 as great as the energy before allows |
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
//! **Poisson** needs two phases: the first gives the impulses r_C of an inelastic shock, the second
//! has r_N ≥ (1 + e) r_CN, an offset of the impulse, and gives back e_T r_CT along the tangents (e_T ≤ e). The
//! impulses of either phase obey Coulomb's law by themselves (Pfeiffer and Glocker 1996): in expansion
//!
//! ```text
//! ‖r_ET‖ ≤ μ r_EN,   r_E = r - r_C,   r_EN = e r_CN + s,   s ≥ 0
//! ```
//!
//! This set is the sum of the cone of s and of a disk of radius μ e r_CN. So the contact has a second block beside
//! its own, a slider with that bound less what is given back: what slides throughout has μ (1 + e) r_CN in all.
//! Where compression ends at rest, what is given back is not held up by it. What of r_C the forces of the step
//! ask for is not given back: e counts for the share u_N⁻/u_N,free of the approach that was there before the
//! step, and of a contact that its neighbours close for what is more than its impulse of the last step. So one
//! contact without friction has u_N⁺ = -e u_N⁻, with weight too, and bodies at rest do not jump.
//!
//! **Sequential** shocks come before the step's problem, which then is inelastic (`step/shocks.rs`) and keeps
//! the velocities with which they part contacts, as far as these are pressed: else the weight of a step
//! would be taken from every rebound.
//!
//! **Consistent** is Poisson's law with all coefficients of bodies that touch each other or are joined made
//! less by one factor λ, where that law would gain energy:
//!
//! ```text
//! r_EN ≥ λ e r_CN,   0 ≤ λ ≤ 1 the greatest share, found from λ = 1 downwards, with
//! A(λ) = r · (u⁻ + u⁺)/2 = T⁺ - T⁻ ≤ 0,   r = r_C + r_E over all contacts
//! ```
//!
//! Such a λ exists for any mass matrix and any contacts, each with its own e and μ. With u_C = u⁻ + W r_C, W = Wᵀ ≥ 0,
//!
//! ```text
//! A(0) = r_C · u_C - ½ r_C · W r_C ≤ 0,   since  r_CN u_CN = 0  and  r_CT · u_CT = -μ r_CN ‖u_CT‖ ≤ 0
//! ```
//!
//! and no λ > 0 is taken but one whose phase was solved and whose A, from the velocities of the bodies, is not positive.
//! So energy is never gained (energetic consistency: Glocker 2013, Multibody Syst. Dyn. 29, 77; Leine and van de Wouw 2008,
//! Stability and Convergence of Mechanical Systems with Unilateral Constraints), u_N⁺ ≥ 0, and impulses, sums of two in
//! Coulomb's cones, are in them. Every phase has solutions, for its free velocities are those of bodies
//! (with Newton's law a wedge can be asked for a rebound from all sides at once). What of r_C forces ask for is not given
//! back: e counts for the share u_N⁻/u_N,free of the approach that was there before the step, so that one
//! contact without friction has u_N⁺ = -e u_N⁻, with weight too, and bodies at rest do not jump. Friction is
//! judged at the end of either phase: what it does before sliding turns within a phase (Darboux and Keller's integration along
//! the impulse, with Stronge's coefficient) is not followed. Within a step with forces A(0) is that of the
//! scheme without rebounds; see `step/rebounds.rs`.
//!
//! A row of touching balls that is hit by one more (all alike, e = 1, three of them): Moreau, Newton
//! and Poisson send the first back with a third of its velocity and the two others off with two
//! thirds; what one sees, the last alone flying off, is the sequence. Where one contact closes and
//! its neighbour parts, Newton's law may add energy; without friction the others never do. With friction Moreau's,
//! Newton's and Poisson's laws may add energy too, where a shock turns sliding round: a slender rod that falls on
//! its end with e = 1 and μ = 0.3 may gain a seventh.

use super::{Block, Components, Seen, sliding, turning};
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
    /// Impulses of expansion, as far as they give no energy.
    Consistent,
}

/// When a law's rebounds are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Rebound {
    /// From what is known before the step.
    #[default]
    AtOnce,
    /// From what a step without rebounds comes to.
    Afterwards,
    /// From that too, and they are made less until the step gives no energy.
    WithinEnergy,
}

/// Every law of restitution with its name in scene files.
pub const RESTITUTIONS: &[(RestitutionKind, &str)] = &[
    (RestitutionKind::Moreau, "moreau"),
    (RestitutionKind::Newton, "newton"),
    (RestitutionKind::Poisson, "poisson"),
    (RestitutionKind::Sequential, "sequential"),
    (RestitutionKind::Consistent, "consistent"),
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

    /// Whether bodies are sent back along the normal.
    pub(super) fn rebounds(&self) -> bool {
        self.normal > 0.0
    }

    /// When rebounds are known.
    pub(super) fn rebound(&self) -> Rebound {
        match self.kind {
            _ if self.is_none() => Rebound::AtOnce,
            RestitutionKind::Poisson => Rebound::Afterwards,
            RestitutionKind::Consistent => Rebound::WithinEnergy,
            _ => Rebound::AtOnce,
        }
    }

    /// The coefficients, where shocks come one after the other.
    pub(super) fn shocks(&self) -> Option<[f64; 2]> {
        let sequential = self.kind == RestitutionKind::Sequential && !self.is_none();
        sequential.then_some([self.normal, self.tangential])
    }

    /// The impulses of compression, and the shares of them that expansion gives back along the normal and the
    /// tangents.
    fn expansion(&self, seen: &Seen) -> Option<(Components, [f64; 2])> {
        let compression = seen.compression.filter(|_| seen.collides())?.impulse;
        let share = match self.rebound() {
            Rebound::AtOnce => return None,
            Rebound::Afterwards => shocked(seen, compression[0]),
            Rebound::WithinEnergy => seen.rebound * approached(seen),
        };
        (share > 0.0).then_some((compression, [self.normal * share, self.tangential * share]))
    }

    /// Friction on what expansion gives back, beside the contact's own `block` of this coefficient.
    pub(super) fn slider(&self, seen: &Seen, mu: f64, block: &Block) -> Option<Block> {
        let (compression, [e, back]) = self.expansion(seen)?;
        let (normal, tangent) = (compression[0], sliding(&compression));
        let rests = tangent < mu * normal * (1.0 - SLID);
        if mu <= 0.0 || (rests && back > 0.0) {
            return None;
        }
        let bound = e * normal - back * tangent / mu;
        let mut slider = Block::slider(bound.max(0.0));
        slider.cone = Cone::Coulomb { mu };
        for k in 1..3 {
            (slider.scale[k], slider.shift[k]) = (block.scale[k], block.shift[k]);
        }
        (bound > 0.0).then_some(slider)
    }

    /// Adds it to a block; nothing before the bodies touch.
    pub(super) fn pose(&self, seen: &Seen, block: &mut Block) {
        if !seen.collides() || self.is_none() {
            return;
        }
        let approach = match self.kind {
            RestitutionKind::Sequential => {
                block.shift[0] -= seen.parting;
                return;
            }
            RestitutionKind::Moreau if !turning::sent_off(seen) => seen.approach()[0],
            RestitutionKind::Moreau | RestitutionKind::Newton => seen.approach()[0].min(0.0),
            RestitutionKind::Poisson | RestitutionKind::Consistent => {
                if let Some((compression, [e, back])) = self.expansion(seen) {
                    // In the cone of the expansion, with the slider of [`Self::slider`].
                    block.offset[0] = -(1.0 + e) * compression[0];
                    for k in 1..3 {
                        block.offset[k] = -(1.0 + back) * compression[k];
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

/// Which share of the impulse of compression is of a shock, and not of the forces of the step.
fn shocked(seen: &Seen, compression: f64) -> f64 {
    if seen.approach()[0] < 0.0 || seen.free[0] >= 0.0 || compression <= 0.0 {
        return approached(seen);
    }
    // Closed by its neighbours, and pressed by forces too: by as much as they did before.
    if seen.closed { (1.0 - seen.had[0] / compression).clamp(0.0, 1.0) } else { 0.0 }
}

/// Which share of an approach was there before the forces of the step.
fn approached(seen: &Seen) -> f64 {
    let (before, free) = (-seen.approach()[0], -seen.free[0]);
    if before <= 0.0 {
        // Closed by its neighbours: what of its impulse is of the shock is not known if forces press it too.
        return if free > 0.0 { 0.0 } else { 1.0 };
    }
    if free > before { before / free } else { 1.0 }
}
