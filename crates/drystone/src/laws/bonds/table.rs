//! A cohesive law from tables: traction against opening, and against slip.
//!
//! Each table is the envelope under growing displacement, linear between its points and zero behind
//! the last; it begins with displacement 0 and traction 0. Unloading goes straight to the origin.
//! Damage is d = 1 - t(δ_max) / (k δ_max) with k the first slope; the directions share the greater
//! one. In compression the contact is rigid; friction grows as d μ.

use super::spring::displacement;
use super::{
    BondLaw, BondMemory, DAMAGE, NEVER, SLIP, change, damage_of, damage_shown, damaged, hold,
    slide, sought,
};
use crate::laws::{Blocks, Outcome, Seen, Wrong};
use crate::wrong::positive;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Tractions from tables.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tabulated {
    /// Opening (m) and traction (Pa), point by point, from `[0, 0]`.
    pub normal: Vec<[f64; 2]>,
    /// Slip (m) and shear (Pa), point by point, from `[0, 0]`. Default: as the opening.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tangential: Option<Vec<[f64; 2]>>,
    /// The area of a contact (m²; in the plane m). Default: that of the faces that meet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area: Option<f64>,
}

/// The traction at a displacement.
fn traction(table: &[[f64; 2]], at: f64) -> f64 {
    let above = table.partition_point(|point| point[0] <= at);
    let (Some(a), Some(b)) = (above.checked_sub(1).and_then(|k| table.get(k)), table.get(above))
    else {
        return 0.0;
    };
    a[1] + (b[1] - a[1]) * (at - a[0]) / (b[0] - a[0])
}

/// The first slope (Pa/m).
fn slope(table: &[[f64; 2]]) -> f64 {
    table.get(1).map_or(0.0, |point| point[1] / point[0])
}

/// Damage at a displacement.
fn damage_at(table: &[[f64; 2]], at: f64) -> f64 {
    let elastic = slope(table) * at;
    if elastic > 0.0 { (1.0 - traction(table, at) / elastic).max(0.0) } else { 0.0 }
}

fn check(key: &'static str, table: &[[f64; 2]]) -> Result<(), Wrong> {
    let message = if table.len() < 2 || table[0] != [0.0, 0.0] {
        "the table must begin with [0, 0] and have at least two points".to_string()
    } else if table.windows(2).any(|pair| pair[1][0] <= pair[0][0]) {
        "the displacements must increase".to_string()
    } else if table.iter().any(|point| point[1] < 0.0) || table[1][1] <= 0.0 {
        "tractions must not be negative, and the first after [0, 0] must be positive".to_string()
    } else if let Some(k) = (1..table.len()).find(|&k| {
        let secant = |k: usize| table[k][1] / table[k][0];
        k > 1 && secant(k) > secant(k - 1) * (1.0 + 1e-12)
    }) {
        format!("the joint would get stiffer at point {}: traction / displacement must fall", k + 1)
    } else {
        return Ok(());
    };
    Err(Wrong::new(key, message))
}

impl Tabulated {
    fn tables(&self) -> [&[[f64; 2]]; 2] {
        [&self.normal, self.tangential.as_deref().unwrap_or(&self.normal)]
    }
}

impl BondLaw for Tabulated {
    fn check(&self, _: usize) -> Result<(), Wrong> {
        check("normal", &self.normal)?;
        self.tangential.as_ref().map_or(Ok(()), |table| check("tangential", table))?;
        self.area.map_or(Ok(()), |area| positive("area", area))
    }

    fn pose(&self, seen: &Seen, blocks: &mut Blocks) {
        hold(seen, blocks, self.area.unwrap_or(seen.area), [0.0; 3], |damage| {
            self.tables().map(|table| slope(table) * (1.0 - damage))
        });
    }

    fn remember(&self, seen: &Seen, outcome: &Outcome, memory: &mut BondMemory) -> f64 {
        let (before, posed) = (damage_of(seen, &seen.memory), damage_of(seen, &seen.trial));
        memory[DAMAGE] = before;
        if before == NEVER || before >= 1.0 {
            return 0.0;
        }
        let slip = [seen.memory.bond[SLIP], seen.memory.bond[SLIP + 1]];
        let at = displacement(seen, slip, &outcome.velocity);
        let [normal, tangential] = self.tables();
        let opened = damage_at(normal, at[0].max(0.0));
        let sheared = damage_at(tangential, at[1].hypot(at[2]));
        memory[DAMAGE] = damaged(seen, before.max(opened).max(sheared), posed);
        slide(seen, outcome, memory);
        change(memory[DAMAGE], posed)
    }

    fn reach(&self) -> f64 {
        self.normal.last().map_or(0.0, |point| point[0])
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
