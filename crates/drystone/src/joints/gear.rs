//! Gears: the first body spins `ratio` times as fast as the second, about the same direction for a
//! positive ratio; wheels that mesh from outside have a negative one.

use super::{JointLaw, Placed, Row};
use crate::laws::Wrong;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Spins in a fixed ratio.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Gear {
    /// Spin of the first body over that of the second.
    pub ratio: f64,
}

impl JointLaw for Gear {
    fn check(&self) -> Result<(), Wrong> {
        if self.ratio != 0.0 {
            return Ok(());
        }
        Err(Wrong::new("ratio", "`ratio` must not be 0"))
    }

    fn rows(&self, placed: &Placed, rows: &mut Vec<Row>) {
        let (first, second) = (placed.direction(0, 2), placed.direction(1, 2));
        rows.push(Row::angular([first, -second * self.ratio], 0.0));
    }

    fn has_axis(&self) -> [bool; 2] {
        [true, false]
    }
}
