//! A rope: two points at most its length apart.

use super::{JointLaw, Placed, Row, RowKind, rod};
use crate::laws::Wrong;
use crate::wrong::positive;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A greatest distance between two points.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rope {
    /// Its length (m). Default: the distance at the beginning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<f64>,
}

impl JointLaw for Rope {
    fn check(&self) -> Result<(), Wrong> {
        self.length.map_or(Ok(()), |length| positive("length", length))
    }

    fn rows(&self, placed: &Placed, rows: &mut Vec<Row>) {
        let Some((row, distance)) = rod::between(placed) else { return };
        let slack = self.length.unwrap_or(distance) - distance;
        rows.push(row.reversed().with(RowKind::AtLeast, slack));
    }

    fn standing(&self, placed: &Placed) -> Option<(Row, f64)> {
        let length = |distance: f64| self.length.unwrap_or(distance);
        rod::between(placed).map(|(row, distance)| (row, distance - length(distance)))
    }

    fn has_two_points(&self) -> bool {
        true
    }
}
