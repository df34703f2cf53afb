//! Mortar: an elastic joint that holds both ways until its stress exceeds its strength,
//!
//! ```text
//! σ > f_t  (tension)   or   ‖τ‖ > c - μ σ
//! ```
//!
//! and is then, at once and for good, a dry elastic joint with friction μ.

use super::elastic::{Elastic, give_way};
use super::layer::Layer;
use super::{BondLaw, BondMemory, DAMAGE, NEVER, SLIP, damage_of, damage_shown, slide};
use crate::laws::{Blocks, Outcome, Seen, Wrong, sliding};
use crate::wrong::not_negative;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Springs with a strength.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Mortar {
    /// Normal stiffness (Pa/m); or `layer`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub normal_stiffness: Option<f64>,
    /// Tangential stiffness (Pa/m); or `layer`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tangential_stiffness: Option<f64>,
    /// The layer that fills the joint, in place of stiffnesses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub layer: Option<Layer>,
    /// Tension strength f_t (Pa).
    pub tension: f64,
    /// Cohesion c: shear strength without pressure (Pa).
    pub cohesion: f64,
    /// Friction of the whole joint: how much its shear strength grows with pressure. Default: none.
    #[serde(default)]
    pub internal_friction: f64,
    /// Normal damping (Pa s/m). Default 0.
    #[serde(default)]
    pub normal_damping: f64,
    /// Tangential damping (Pa s/m). Default 0.
    #[serde(default)]
    pub tangential_damping: f64,
    /// The area of a contact (m²; in the plane m). Default: that of the faces that meet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area: Option<f64>,
}

impl Mortar {
    fn springs(&self) -> Elastic {
        Elastic {
            normal_stiffness: self.normal_stiffness,
            tangential_stiffness: self.tangential_stiffness,
            layer: self.layer,
            normal_damping: self.normal_damping,
            tangential_damping: self.tangential_damping,
            bilateral: true,
            reach: None,
            area: self.area,
        }
    }
}

fn slip(memory: &BondMemory) -> [f64; 2] {
    [memory[SLIP], memory[SLIP + 1]]
}

impl BondLaw for Mortar {
    fn check(&self, dimension: usize) -> Result<(), Wrong> {
        self.springs().check(dimension)?;
        not_negative("tension", self.tension)?;
        not_negative("cohesion", self.cohesion)?;
        not_negative("internal_friction", self.internal_friction)
    }

    fn pose(&self, seen: &Seen, blocks: &mut Blocks) {
        let springs = self.springs();
        if !springs.has_area(seen) {
            return give_way(seen, blocks);
        }
        let slip = slip(&seen.memory.bond);
        if damage_of(seen, &seen.memory) == 0.0 && damage_of(seen, &seen.trial) == 0.0 {
            *blocks = Blocks { contact: None, bond: Some(springs.hold(seen, slip)) };
        } else if let Some(contact) = &mut blocks.contact {
            springs.soften(seen, slip, contact);
        }
    }

    fn remember(&self, seen: &Seen, outcome: &Outcome, memory: &mut BondMemory) -> f64 {
        let (before, posed) = (damage_of(seen, &seen.memory), damage_of(seen, &seen.trial));
        memory[DAMAGE] = posed;
        if before == NEVER || posed > 0.0 || before > 0.0 {
            self.springs().stretched(seen, outcome, &mut memory[SLIP..SLIP + 2]);
            return 0.0;
        }
        let area = seen.h * self.area.unwrap_or(seen.area);
        let (pressure, shear) = (outcome.bond[0] / area, sliding(&outcome.bond) / area);
        let holds =
            pressure >= -self.tension && shear <= self.cohesion + self.internal_friction * pressure;
        if holds || area == 0.0 {
            slide(seen, outcome, memory);
            return 0.0;
        }
        memory[DAMAGE] = 1.0;
        1.0
    }

    fn is_anchored(&self) -> bool {
        true
    }

    fn gives_way(&self) -> bool {
        true
    }

    fn needs_area(&self) -> bool {
        self.area.is_none()
    }

    fn reach(&self) -> f64 {
        self.tension / self.springs().stiffness().values()[0]
    }

    fn damage(&self, memory: &BondMemory) -> Option<f64> {
        damage_shown(memory)
    }
}
