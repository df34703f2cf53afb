//! Elastic joints: springs and dampers per area in series with the contact.
//!
//! Unilateral: bodies penetrate by R_N / (k_N A), part freely, and slide when the tangential spring
//! carries more than friction allows. Bilateral: the springs pull too, without friction and without
//! end.

use super::layer::{Layer, Stiffness};
use super::spring::Spring;
use super::{BondLaw, BondMemory, NEVER, SLIP, damage_of, slide};
use crate::cone::Cone;
use crate::laws::{Block, Blocks, Outcome, Seen, Wrong};
use crate::wrong::{not_negative, positive};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Springs per area.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Elastic {
    /// Normal stiffness k_N (Pa/m); or `layer`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub normal_stiffness: Option<f64>,
    /// Tangential stiffness k_T (Pa/m); or `layer`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tangential_stiffness: Option<f64>,
    /// The layer that fills the joint, in place of stiffnesses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub layer: Option<Layer>,
    /// Normal damping (Pa s/m). Default 0.
    #[serde(default)]
    pub normal_damping: f64,
    /// Tangential damping (Pa s/m). Default 0.
    #[serde(default)]
    pub tangential_damping: f64,
    /// Whether the springs pull too. Default false.
    #[serde(default)]
    pub bilateral: bool,
    /// Distance up to which springs that pull hold (m); farther apart they are gone. Default: the
    /// scene's alert distance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reach: Option<f64>,
    /// The area of a contact (m²; in the plane m). Default: that of the faces that meet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area: Option<f64>,
}

impl Elastic {
    pub(super) fn stiffness(&self) -> Stiffness {
        Stiffness {
            normal: self.normal_stiffness,
            tangential: self.tangential_stiffness,
            layer: self.layer,
        }
    }

    /// The springs of a contact: normal, tangential.
    fn springs(&self, seen: &Seen) -> [Spring; 2] {
        let area = self.area.unwrap_or(seen.area);
        let of = |k: f64, c: f64| Spring { stiffness: k * area, damping: c * area };
        let [normal, tangential] = self.stiffness().values();
        [of(normal, self.normal_damping), of(tangential, self.tangential_damping)]
    }

    /// In series with a contact.
    pub(super) fn soften(&self, seen: &Seen, slip: [f64; 2], contact: &mut Block) {
        let [normal, tangential] = self.springs(seen);
        if normal.stiffness <= 0.0 {
            return;
        }
        normal.pose(seen, 0, seen.gap_before(), contact);
        if tangential.stiffness > 0.0 {
            tangential.pose(seen, 1, slip[0], contact);
            tangential.pose(seen, 2, slip[1], contact);
        }
    }

    /// A block of its own.
    pub(super) fn hold(&self, seen: &Seen, slip: [f64; 2]) -> Block {
        let [normal, tangential] = self.springs(seen);
        let mut block = Block::bond();
        normal.pose(seen, 0, seen.gap_before(), &mut block);
        tangential.pose(seen, 1, slip[0], &mut block);
        tangential.pose(seen, 2, slip[1], &mut block);
        block
    }

    /// The tangential stretch of springs in series with a slider, after a step.
    pub(super) fn stretched(&self, seen: &Seen, outcome: &Outcome, slip: &mut [f64]) {
        let tangential = self.springs(seen)[1];
        if outcome.impulse[0] <= 0.0 || tangential.stiffness <= 0.0 {
            slip.fill(0.0);
            return;
        }
        for (k, slip) in slip.iter_mut().enumerate() {
            *slip = tangential.stretched(seen, *slip, outcome.impulse[k + 1]);
        }
    }

    /// Whether the contact has an area to act on.
    pub(super) fn has_area(&self, seen: &Seen) -> bool {
        self.area.unwrap_or(seen.area) > 0.0
    }
}

/// Where others stand for all of the joint nothing is hard.
pub(super) fn give_way(seen: &Seen, blocks: &mut Blocks) {
    if seen.has_no_part() {
        *blocks = Blocks::default();
    }
}

impl BondLaw for Elastic {
    fn check(&self, _: usize) -> Result<(), Wrong> {
        self.stiffness().check()?;
        not_negative("normal_damping", self.normal_damping)?;
        not_negative("tangential_damping", self.tangential_damping)?;
        self.reach.map_or(Ok(()), |reach| positive("reach", reach))?;
        self.area.map_or(Ok(()), |area| positive("area", area))
    }

    fn pose(&self, seen: &Seen, blocks: &mut Blocks) {
        if !self.has_area(seen) {
            return give_way(seen, blocks);
        }
        let slip = [seen.memory.bond[SLIP], seen.memory.bond[SLIP + 1]];
        if !self.bilateral {
            let contact =
                blocks.contact.get_or_insert_with(|| Block::new(Cone::Coulomb { mu: 0.0 }));
            self.soften(seen, slip, contact);
        } else if damage_of(seen, &seen.memory) != NEVER {
            *blocks = Blocks { contact: None, bond: Some(self.hold(seen, slip)) };
        }
    }

    fn remember(&self, seen: &Seen, outcome: &Outcome, memory: &mut BondMemory) -> f64 {
        memory[super::DAMAGE] = damage_of(seen, &seen.memory);
        if !self.bilateral {
            self.stretched(seen, outcome, &mut memory[SLIP..SLIP + 2]);
        } else {
            slide(seen, outcome, memory);
        }
        0.0
    }

    fn is_anchored(&self) -> bool {
        self.bilateral
    }

    fn gives_way(&self) -> bool {
        true
    }

    fn needs_area(&self) -> bool {
        self.area.is_none()
    }

    fn reach(&self) -> f64 {
        self.reach.filter(|_| self.bilateral).unwrap_or(0.0)
    }

    fn damage(&self, memory: &BondMemory) -> Option<f64> {
        (self.bilateral && memory[super::DAMAGE] != NEVER).then_some(0.0)
    }
}
