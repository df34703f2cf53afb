//! A slider: sliding along an axis, and nothing else.

use super::{JointLaw, Placed, Row, weld};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Sliding along an axis.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Slider {}

impl JointLaw for Slider {
    fn rows(&self, placed: &Placed, rows: &mut Vec<Row>) {
        // The second body guides: its point is where the first body's is.
        let arms = placed.arms([placed.frames[0].position; 2]);
        for k in 0..2 {
            let across = placed.direction(1, k);
            rows.push(Row::linear(across, arms, across.dot(&placed.between())));
        }
        weld::hold_rotation(placed, rows);
    }

    fn free(&self, placed: &Placed) -> Option<(Row, f64)> {
        let (axis, arms) = (placed.direction(1, 2), placed.arms([placed.frames[0].position; 2]));
        Some((Row::linear(axis, arms, 0.0), axis.dot(&placed.between())))
    }

    fn has_axis(&self) -> [bool; 2] {
        [true; 2]
    }
}
