//! A cohesive zone of mixed mode, with damage and plasticity.
//!
//! Displacements are measured by those of the first damage in each mode, δ_0 = strength / stiffness:
//! κ² = (⟨δ_N⟩/δ_N0)² + (δ_T/δ_T0)². Up to κ = 1 the zone is elastic (a quadratic criterion of
//! stress); then its stress, relative to the strength, stays 1 up to κ_p (trapezoidal; bilinear
//! with no plateau) and falls to 0 at κ_f:
//!
//! ```text
//! s(κ) = κ | 1 | (κ_f - κ)/(κ_f - κ_p)          d = 1 - s/κ,   κ_p = 1 + plateau (κ_f - 1)
//! ```
//!
//! κ_f is such that the energy spent is G_c of the mode: with E = Σ strength δ_0 (share of κ²) and p
//! the share of mode I in it, (p G_c/G_I)^m + ((1-p) G_c/G_II)^m = 1. So the energies of pure modes
//! are G_I and G_II.
//!
//! Plasticity: a share a of what is not elastic stays when unloaded. With δ_p the displacement that
//! stays, t = (1 - d)/(1 - a d) K (δ - δ_p); loading goes on from κ = κ_e + a d κ_max, κ_e that of
//! δ - δ_p. With a = 0 unloading goes to the origin, with a = 1 along the first stiffness.
//!
//! In compression the contact is rigid, whatever the damage. Friction grows as cohesion fades: its
//! coefficient is d μ.
//!
//! Healing: while the faces touch, d falls at the rate d/τ. What grows new grows without
//! stress: the place δ_p where the zone rests moves along, so that (1 - d)(δ - δ_p) stays.

use super::spring::displacement;
use super::{
    BondLaw, BondMemory, DAMAGE, NEVER, SLIP, change, damage_of, damage_shown, damaged, hold,
    slide, sought,
};
use crate::laws::{Blocks, Outcome, Seen, Wrong};
use crate::wrong::{positive, share};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Strengths, energies and stiffnesses.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Zone {
    /// Normal stiffness (Pa/m).
    pub normal_stiffness: f64,
    /// Tangential stiffness (Pa/m). Default: the normal one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tangential_stiffness: Option<f64>,
    /// Strength in mode I (Pa).
    pub normal_strength: f64,
    /// Strength in mode II (Pa). Default: that of mode I.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tangential_strength: Option<f64>,
    /// Fracture energy G_I of mode I (J/m²).
    pub normal_energy: f64,
    /// Fracture energy G_II of mode II (J/m²). Default: that of mode I.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tangential_energy: Option<f64>,
    /// The power m of the criterion of mixed energies. Default 1.
    #[serde(default = "one")]
    pub power: f64,
    /// Length of the plateau at full strength, from 0 (bilinear) to 1. Default 0.
    #[serde(default)]
    pub plateau: f64,
    /// Share of what is not elastic that stays when unloaded, from 0 (damage) to 1 (plasticity).
    /// Default 0.
    #[serde(default)]
    pub plasticity: f64,
    /// Time τ in which damage heals to 1/e where the faces touch (s); not with plasticity.
    /// Default: it does not heal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub healing_time: Option<f64>,
    /// The area of a contact (m²; in the plane m). Default: that of the faces that meet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area: Option<f64>,
}

fn one() -> f64 {
    1.0
}

/// What is remembered besides damage and slip: κ_max, and δ_p.
const MOST: usize = 3;
const STAYS: usize = 4;

/// A direction: its stiffness, strength and energy.
struct Mode {
    stiffness: f64,
    strength: f64,
    energy: f64,
}

impl Mode {
    /// The displacement of the first damage.
    fn first(&self) -> f64 {
        self.strength / self.stiffness
    }
}

impl Zone {
    fn modes(&self) -> [Mode; 2] {
        [
            Mode {
                stiffness: self.normal_stiffness,
                strength: self.normal_strength,
                energy: self.normal_energy,
            },
            Mode {
                stiffness: self.tangential_stiffness.unwrap_or(self.normal_stiffness),
                strength: self.tangential_strength.unwrap_or(self.normal_strength),
                energy: self.tangential_energy.unwrap_or(self.normal_energy),
            },
        ]
    }

    /// Squares of the two parts of κ.
    fn parts(&self, [normal, first, second]: [f64; 3]) -> [f64; 2] {
        let [one, two] = self.modes();
        [(normal.max(0.0) / one.first()).powi(2), (first.hypot(second) / two.first()).powi(2)]
    }

    /// κ_f for a mixture of modes.
    fn last(&self, parts: [f64; 2]) -> f64 {
        let [one, two] = self.modes();
        let shares = [parts[0] * one.strength * one.first(), parts[1] * two.strength * two.first()];
        let (energy, sum) = (shares[0] + shares[1], parts[0] + parts[1]);
        let terms = [(shares[0], one.energy), (shares[1], two.energy)]
            .map(|(share, of_mode)| (share / energy / of_mode).powf(self.power));
        let spent = (terms[0] + terms[1]).powf(-1.0 / self.power);
        (2.0 * spent * sum / energy + self.plateau) / (1.0 + self.plateau)
    }

    /// Damage and place of rest after healing for a step.
    fn heal(&self, memory: &mut BondMemory, h: f64) {
        let Some(time) = self.healing_time else { return };
        let before = memory[DAMAGE];
        memory[DAMAGE] = before / (1.0 + h / time);
        let left = (1.0 - before) / (1.0 - memory[DAMAGE]);
        for k in 0..2 {
            let slip = memory[SLIP + k];
            memory[STAYS + 1 + k] = slip - left * (slip - memory[STAYS + 1 + k]);
        }
    }

    /// κ at a damage between 0 and 1.
    fn kappa_at(&self, damage: f64, parts: [f64; 2]) -> f64 {
        let last = self.last(parts);
        let plateau = 1.0 + self.plateau * (last - 1.0);
        let whole = 1.0 - damage;
        if whole * plateau >= 1.0 { 1.0 / whole } else { last / (1.0 + whole * (last - plateau)) }
    }

    /// The place of rest with the damage that is posed: what stays grows with it, along the same
    /// way.
    fn rest(&self, seen: &Seen) -> [f64; 3] {
        let (had, bond) = (&seen.memory.bond, &seen.trial.bond);
        let stays = |k: usize| bond[STAYS + k];
        let moved: [f64; 3] = std::array::from_fn(|k| stays(k) - had[STAYS + k]);
        let parts = self.parts(moved.map(f64::abs));
        let before = had[DAMAGE] * had[MOST];
        let found = self.damage_at(bond[MOST], parts) * bond[MOST] - before;
        if self.plasticity == 0.0 || parts == [0.0; 2] || found <= 0.0 || bond[DAMAGE] >= 1.0 {
            return std::array::from_fn(stays);
        }
        let posed = bond[DAMAGE] * self.kappa_at(bond[DAMAGE], parts) - before;
        std::array::from_fn(|k| had[STAYS + k] + moved[k] * posed / found)
    }

    /// Damage at κ.
    fn damage_at(&self, kappa: f64, parts: [f64; 2]) -> f64 {
        if kappa <= 1.0 {
            return 0.0;
        }
        let last = self.last(parts);
        let plateau = 1.0 + self.plateau * (last - 1.0);
        if kappa >= last {
            return 1.0;
        }
        let stress = if kappa <= plateau { 1.0 } else { (last - kappa) / (last - plateau) };
        1.0 - stress / kappa
    }
}

impl BondLaw for Zone {
    fn check(&self, _: usize) -> Result<(), Wrong> {
        let numbers = [
            ("normal_stiffness", Some(self.normal_stiffness)),
            ("tangential_stiffness", self.tangential_stiffness),
            ("normal_strength", Some(self.normal_strength)),
            ("tangential_strength", self.tangential_strength),
            ("normal_energy", Some(self.normal_energy)),
            ("tangential_energy", self.tangential_energy),
            ("power", Some(self.power)),
            ("healing_time", self.healing_time),
            ("area", self.area),
        ];
        for (key, value) in numbers {
            value.map_or(Ok(()), |value| positive(key, value))?;
        }
        for (key, mode) in ["normal_energy", "tangential_energy"].into_iter().zip(self.modes()) {
            let least = 0.5 * mode.strength * mode.first();
            if mode.energy <= least {
                let message = format!(
                    "the energy must be more than the elastic energy at the strength, \
                     strength² / (2 stiffness) = {least}, found {}",
                    mode.energy
                );
                return Err(Wrong::new(key, message));
            }
        }
        share("plateau", self.plateau)?;
        if self.plateau == 1.0 {
            return Err(Wrong::new("plateau", "`plateau` must be less than 1"));
        }
        if self.healing_time.is_some() && self.plasticity != 0.0 {
            let message = "a zone with `plasticity` does not heal";
            return Err(Wrong::new("healing_time", message));
        }
        share("plasticity", self.plasticity)
    }

    fn pose(&self, seen: &Seen, blocks: &mut Blocks) {
        let rest = self.rest(seen);
        hold(seen, blocks, self.area.unwrap_or(seen.area), rest, |damage| {
            let left = (1.0 - damage) / (1.0 - self.plasticity * damage);
            self.modes().map(|mode| mode.stiffness * left)
        });
    }

    fn remember(&self, seen: &Seen, outcome: &Outcome, memory: &mut BondMemory) -> f64 {
        let (before, posed) = (damage_of(seen, &seen.memory), damage_of(seen, &seen.trial));
        memory[DAMAGE] = before;
        if before == NEVER || before >= 1.0 {
            return 0.0;
        }
        let mut had = seen.memory.bond;
        if seen.touches() {
            self.heal(&mut had, seen.h);
        }
        let at = displacement(seen, [had[SLIP], had[SLIP + 1]], &outcome.velocity);
        let elastic: [f64; 3] = std::array::from_fn(|k| at[k] - had[STAYS + k]);
        let stayed = self.plasticity * had[DAMAGE] * had[MOST];
        let parts = self.parts(elastic);
        let kappa = (parts[0] + parts[1]).sqrt() + stayed;
        memory[MOST] = kappa.max(had[MOST]);
        let asked = self.damage_at(kappa, parts).max(had[DAMAGE]);
        memory[DAMAGE] = damaged(seen, asked, posed);
        // What stays moves along with what is not elastic.
        let more = self.plasticity * memory[DAMAGE] * memory[MOST] - stayed;
        for k in 0..3 {
            let moved = if kappa > stayed { more * elastic[k] / (kappa - stayed) } else { 0.0 };
            memory[STAYS + k] = had[STAYS + k] + moved;
        }
        slide(seen, outcome, memory);
        change(memory[DAMAGE], posed)
    }

    fn reach(&self) -> f64 {
        self.last([1.0, 0.0]) * self.modes()[0].first()
    }

    fn is_anchored(&self) -> bool {
        true
    }

    fn needs_area(&self) -> bool {
        self.area.is_none()
    }

    fn softening<'a>(&self, memory: &'a mut BondMemory) -> Option<&'a mut f64> {
        sought(memory)
    }

    fn damage(&self, memory: &BondMemory) -> Option<f64> {
        damage_shown(memory)
    }
}
