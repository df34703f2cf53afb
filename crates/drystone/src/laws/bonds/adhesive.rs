//! Adhesion with an intensity β from 1 (whole) to 0 (gone), beside contact and friction (Raous,
//! Cangémi, Cocou 1999):
//!
//! ```text
//! t = β² C δ                                        traction of the adhesive: C_N and C_T
//! b dβ/dt = -[ β (C_N δ_N² + C_T δ_T²) - w ]₊        β never grows, or with `healing`
//! b dβ/dt = -β (C_N δ_N² + C_T δ_T²) + w             up to 1, as long as there is any
//! ```
//!
//! w is the energy that is spent by parting (J/m²), b a viscosity. Without viscosity
//! β = w / (C_N δ_N² + C_T δ_T²) from δ₀ = sqrt(w/C) on, so that t = w²/(C δ³). The step is implicit:
//! β⁺ (b/h + C δ²) = b β/h + w. Friction grows as adhesion fades: its coefficient is (1 - β) μ.
//! In compression the contact is rigid, whatever β.

use super::spring::displacement;
use super::{
    BondLaw, BondMemory, DAMAGE, NEVER, SLIP, change, damage_of, damage_shown, damaged, hold,
    slide, sought,
};
use crate::laws::{Blocks, Outcome, Seen, Wrong};
use crate::wrong::{not_negative, positive};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Adhesion that fades.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Adhesive {
    /// Normal stiffness C_N (Pa/m).
    pub normal_stiffness: f64,
    /// Tangential stiffness C_T (Pa/m).
    pub tangential_stiffness: f64,
    /// Energy w of parting (J/m²).
    pub energy: f64,
    /// Viscosity b (J s/m²). Default 0.
    #[serde(default)]
    pub viscosity: f64,
    /// Whether what is left of it grows again where it is not pulled; takes a viscosity. Default false.
    #[serde(default)]
    pub healing: bool,
    /// The area of a contact (m²; in the plane m). Default: that of the faces that meet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area: Option<f64>,
}

/// Intensity below which there is none.
const LEAST: f64 = 1e-6;

impl Adhesive {
    /// The intensity after a step with this displacement.
    fn faded(&self, intensity: f64, [normal, first, second]: [f64; 3], h: f64) -> f64 {
        let opened = normal.max(0.0);
        let pull = self.normal_stiffness * opened * opened
            + self.tangential_stiffness * (first * first + second * second);
        let is_gone = intensity == 0.0;
        if is_gone || intensity * pull <= self.energy && !self.healing {
            return intensity;
        }
        let slow = self.viscosity / h;
        let next = (slow * intensity + self.energy) / (slow + pull);
        if next < LEAST { 0.0 } else { next.min(1.0) }
    }
}

impl BondLaw for Adhesive {
    fn check(&self, _: usize) -> Result<(), Wrong> {
        positive("normal_stiffness", self.normal_stiffness)?;
        not_negative("tangential_stiffness", self.tangential_stiffness)?;
        positive("energy", self.energy)?;
        not_negative("viscosity", self.viscosity)?;
        if self.healing && self.viscosity == 0.0 {
            let message = "`healing` takes a `viscosity` greater than 0, which says how fast";
            return Err(Wrong::new("healing", message));
        }
        self.area.map_or(Ok(()), |area| positive("area", area))
    }

    fn pose(&self, seen: &Seen, blocks: &mut Blocks) {
        hold(seen, blocks, self.area.unwrap_or(seen.area), [0.0; 3], |damage| {
            let intensity = 1.0 - damage;
            [self.normal_stiffness, self.tangential_stiffness].map(|k| k * intensity * intensity)
        });
    }

    fn remember(&self, seen: &Seen, outcome: &Outcome, memory: &mut BondMemory) -> f64 {
        let (before, posed) = (damage_of(seen, &seen.memory), damage_of(seen, &seen.trial));
        memory[DAMAGE] = before;
        if before == NEVER {
            return 0.0;
        }
        let slip = [seen.memory.bond[SLIP], seen.memory.bond[SLIP + 1]];
        let at = displacement(seen, slip, &outcome.velocity);
        memory[DAMAGE] = damaged(seen, 1.0 - self.faded(1.0 - before, at, seen.h), posed);
        slide(seen, outcome, memory);
        change(memory[DAMAGE], posed)
    }

    fn reach(&self) -> f64 {
        (self.energy / (self.normal_stiffness * LEAST)).sqrt()
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
