//! A rod: two points at a fixed distance; with a stiffness, a spring between them.

use super::{JointLaw, Placed, Row, RowKind};
use crate::laws::Wrong;
use crate::wrong::{not_negative, positive};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A fixed distance between two points.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rod {
    /// Its length (m). Default: the distance at the beginning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<f64>,
    /// Its stiffness (N/m). Default: rigid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stiffness: Option<f64>,
    /// Its damping, with a stiffness (N s/m). Default 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub damping: Option<f64>,
}

impl JointLaw for Rod {
    fn check(&self) -> Result<(), Wrong> {
        self.length.map_or(Ok(()), |length| positive("length", length))?;
        self.stiffness.map_or(Ok(()), |stiffness| positive("stiffness", stiffness))?;
        match (self.stiffness, self.damping) {
            (None, Some(_)) => Err(Wrong::new("damping", "a rod without `stiffness` is rigid")),
            (_, damping) => damping.map_or(Ok(()), |damping| not_negative("damping", damping)),
        }
    }

    fn rows(&self, placed: &Placed, rows: &mut Vec<Row>) {
        let Some((row, distance)) = between(placed) else { return };
        let error = distance - self.length.unwrap_or(distance);
        let damping = self.damping.unwrap_or(0.0);
        let kind = self.stiffness.map_or(RowKind::Held { rate: 0.0 }, |stiffness| {
            RowKind::Sprung { stiffness, damping }
        });
        rows.push(row.with(kind, error));
    }

    fn standing(&self, placed: &Placed) -> Option<(Row, f64)> {
        between(placed).map(|(row, distance)| (row, distance - self.length.unwrap_or(distance)))
    }

    fn has_two_points(&self) -> bool {
        true
    }
}

/// The direction from one point to the other, and their distance; none where they coincide.
pub(super) fn between(placed: &Placed) -> Option<(Row, f64)> {
    let (between, arms) = (placed.between(), placed.arms(placed.points()));
    let distance = between.norm();
    (distance > 0.0).then(|| (Row::linear(between / distance, arms, 0.0), distance))
}
