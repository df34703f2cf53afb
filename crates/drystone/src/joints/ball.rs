//! A ball joint: a point in common.

use super::{JointLaw, Placed, Row};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Turning about a point.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ball {}

impl JointLaw for Ball {
    fn rows(&self, placed: &Placed, rows: &mut Vec<Row>) {
        hold_point(placed, rows);
    }
}

/// Three rows that hold a point, along the joint's directions.
pub(super) fn hold_point(placed: &Placed, rows: &mut Vec<Row>) {
    let (arms, between) = (placed.arms(placed.points()), placed.between());
    for k in 0..3 {
        let direction = placed.direction(1, k);
        rows.push(Row::linear(direction, arms, direction.dot(&between)));
    }
}
