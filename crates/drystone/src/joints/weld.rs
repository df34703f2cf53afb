//! A weld: no relative motion.

use super::{JointLaw, Placed, Row, ball};
use nalgebra::Vector3;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Two bodies become one.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Weld {}

impl JointLaw for Weld {
    fn rows(&self, placed: &Placed, rows: &mut Vec<Row>) {
        ball::hold_point(placed, rows);
        hold_rotation(placed, rows);
    }
}

/// Three rows that hold the rotation.
pub(super) fn hold_rotation(placed: &Placed, rows: &mut Vec<Row>) {
    let turned = placed.turned();
    for k in 0..3 {
        let axis: Vector3<f64> = placed.direction(1, k);
        rows.push(Row::angular([axis, -axis], axis.dot(&turned)));
    }
}
