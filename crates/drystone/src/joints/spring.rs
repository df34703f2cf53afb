//! A spring between two points, with a damper beside it: no distance is held, so that the points may also meet.
//!
//! ```text
//! r = -h (k (d + h θ u_θ) + c u_θ) along the line between the points, d = distance - length
//! ```
//!
//! as every sprung row (`row.rs`): with θ = ½ and a direction that does not turn, energy is kept exactly.

use super::{JointLaw, Placed, Row, RowKind, rod};
use crate::laws::Wrong;
use crate::wrong::{not_negative, positive};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A spring between two points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Spring {
    /// Its stiffness (N/m).
    pub stiffness: f64,
    /// Its damping (N s/m). Default 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub damping: Option<f64>,
    /// Its length without force (m). Default: the distance at the beginning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<f64>,
}

impl JointLaw for Spring {
    fn check(&self) -> Result<(), Wrong> {
        positive("stiffness", self.stiffness)?;
        self.damping.map_or(Ok(()), |damping| not_negative("damping", damping))?;
        // One that draws its points together as far as they can has no length.
        self.length.map_or(Ok(()), |length| not_negative("length", length))
    }

    fn rows(&self, placed: &Placed, rows: &mut Vec<Row>) {
        let Some((row, error)) = self.standing(placed) else { return };
        let (stiffness, damping) = (self.stiffness, self.damping.unwrap_or(0.0));
        rows.push(row.with(RowKind::Sprung { stiffness, damping }, error));
    }

    fn standing(&self, placed: &Placed) -> Option<(Row, f64)> {
        let length = |distance: f64| self.length.unwrap_or(distance);
        rod::between(placed).map(|(row, distance)| (row, distance - length(distance)))
    }

    fn has_two_points(&self) -> bool {
        true
    }
}
