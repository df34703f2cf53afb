//! What holds bodies together beside contact: cohesion, mortar, cohesive zones.
//!
//! Bonds are there from the first step of a simulation, between bodies that touch then; contacts that
//! come later are without. What breaks does not heal, unless a law of damage is told to: then what is
//! left of it grows again, never what is gone.

mod adhesive;
mod brittle;
mod capillary;
mod elastic;
mod layer;
mod mohr_coulomb;
mod mortar;
mod permanent;
pub(crate) mod spring;
mod table;
mod zone;

pub use adhesive::Adhesive;
pub use brittle::Brittle;
pub use capillary::Capillary;
pub use elastic::Elastic;
pub use layer::Layer;
pub use mohr_coulomb::MohrCoulomb;
pub use mortar::Mortar;
pub use permanent::Permanent;
pub use table::Tabulated;
pub use zone::Zone;

use super::{Block, Blocks, Outcome, Seen, Wrong};
use crate::choices::choices;
use crate::contact::Memory;
use spring::Spring;

/// What a bond remembers of a contact.
pub type BondMemory = [f64; 8];

/// A bond.
pub trait BondLaw {
    /// Whether its numbers are possible, in a scene of this dimension.
    ///
    /// # Errors
    ///
    /// The key of one that is not.
    fn check(&self, dimension: usize) -> Result<(), Wrong>;

    /// Changes the contact's block or adds one of its own.
    fn pose(&self, seen: &Seen, blocks: &mut Blocks);

    /// What is remembered of a round; by how much the blocks would be others, relative to themselves.
    fn remember(&self, _seen: &Seen, _outcome: &Outcome, _memory: &mut BondMemory) -> f64 {
        0.0
    }

    /// Distance up to which it acts between bodies that do not touch (m).
    fn reach(&self) -> f64 {
        0.0
    }

    /// Whether it holds on to points of the bodies, wherever their surfaces meet.
    fn is_anchored(&self) -> bool {
        false
    }

    /// Whether it yields under pressure.
    fn gives_way(&self) -> bool {
        false
    }

    /// Whether it needs the area of contacts.
    fn needs_area(&self) -> bool {
        false
    }

    /// The damage in a memory, where it is found in rounds that may be extrapolated.
    fn softening<'a>(&self, _memory: &'a mut BondMemory) -> Option<&'a mut f64> {
        None
    }

    /// How much of it is broken, from 0 to 1; `None` where there never was any.
    fn damage(&self, _memory: &BondMemory) -> Option<f64> {
        None
    }
}

choices! {
    /// The bond of a contact.
    Bond: BondLaw {
        /// A contact that pulls, always.
        Permanent = "permanent",
        /// A contact that pulls until it opens or slides for the first time.
        Brittle = "brittle",
        /// A liquid bridge.
        Capillary = "capillary",
        /// Tension strength and cohesion in shear, until it breaks.
        MohrCoulomb = "mohr_coulomb",
        /// Springs and dampers, in compression alone or both ways.
        Elastic = "elastic",
        /// Springs both ways that break and leave a dry elastic joint.
        Mortar = "mortar",
        /// Adhesion with an intensity that fades (Raous, Cangémi, Cocou).
        Adhesive = "adhesive",
        /// A cohesive zone of mixed mode: bilinear or trapezoidal, damage and plasticity.
        Zone = "zone",
        /// Tractions from a table.
        Tabulated = "table",
    }
}

/// The first number a bond remembers: its damage from 0 to 1, or that there never was one.
const DAMAGE: usize = 0;
pub(super) const NEVER: f64 = -1.0;

/// Where the tangential displacement since the beginning stands.
const SLIP: usize = 1;

/// The damage that a memory speaks of, as of a contact seen now: at the beginning what touches is
/// whole.
fn damage_of(seen: &Seen, memory: &crate::contact::Memory) -> f64 {
    match (seen.memory.begun, seen.is_start && seen.touched()) {
        (true, _) => memory.bond[DAMAGE],
        // What the rounds of the first step have made of it.
        (false, true) if memory.begun => memory.bond[DAMAGE],
        (false, true) => 0.0,
        (false, false) => NEVER,
    }
}

/// Rounds after which damage no longer goes back within a step.
pub(crate) const PATIENCE: usize = 120;

/// The damage after a round: what the displacement of this round asks for. Where contacts and bonds
/// decide against each other round after round, it only grows, which comes to an end.
fn damaged(seen: &Seen, asked: f64, posed: f64) -> f64 {
    if seen.round >= PATIENCE { asked.max(posed) } else { asked }
}

/// Adds the springs of a bond that weakens, each stretched from where it rests, beside a contact whose
/// friction grows as the bond fades. `stiffness` gives normal and tangential stiffness an area (Pa/m).
fn hold(
    seen: &Seen,
    blocks: &mut Blocks,
    area: f64,
    rests: [f64; 3],
    stiffness: impl FnOnce(f64) -> [f64; 2],
) {
    let damage = damage_of(seen, &seen.trial);
    if damage == NEVER || damage >= 1.0 || area <= 0.0 {
        return;
    }
    if let Some(contact) = &mut blocks.contact {
        contact.cone.weaken_friction(damage);
    }
    let [normal, tangential] =
        stiffness(damage).map(|k| Spring { stiffness: k * area, damping: 0.0 });
    let slip = &seen.memory.bond[SLIP..];
    let mut block = Block::bond();
    normal.pose(seen, 0, seen.gap_before().max(0.0) - rests[0], &mut block);
    tangential.pose(seen, 1, slip[0] - rests[1], &mut block);
    tangential.pose(seen, 2, slip[1] - rests[2], &mut block);
    blocks.bond = Some(block);
}

/// Writes where the tangential displacement since the beginning stands.
pub(crate) fn set_slip(memory: &mut Memory, slip: [f64; 2]) {
    memory.bond[SLIP..SLIP + 2].copy_from_slice(&slip);
}

/// Adds the way of a step to the slip since the beginning.
fn slide(seen: &Seen, outcome: &Outcome, memory: &mut BondMemory) {
    let way = seen.displacement(&outcome.velocity);
    memory[SLIP] += way[1];
    memory[SLIP + 1] += way[2];
}

/// By how much the stiffness of a bond would be another with this damage in place of the one posed,
/// relative to the greater.
fn change(damage: f64, posed: f64) -> f64 {
    let stiffer = 1.0 - damage.min(posed);
    if stiffer > 0.0 { (damage - posed).abs() / stiffer } else { 0.0 }
}

/// The damage that rounds look for.
fn sought(memory: &mut BondMemory) -> Option<&mut f64> {
    (memory[DAMAGE] != NEVER).then_some(&mut memory[DAMAGE])
}

/// What there is left, from 0 to 1.
fn damage_shown(memory: &BondMemory) -> Option<f64> {
    (memory[DAMAGE] >= 0.0).then_some(memory[DAMAGE].min(1.0))
}
