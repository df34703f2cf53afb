//! A hinge: a point and an axis in common. In the plane the axis is its normal.

use super::{JointLaw, Placed, Row, ball};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::f64::consts::TAU;

/// Turning about an axis.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hinge {}

impl JointLaw for Hinge {
    fn rows(&self, placed: &Placed, rows: &mut Vec<Row>) {
        ball::hold_point(placed, rows);
        // With z the axis, z₂ × z₁ is the small rotation that brings them apart.
        let apart = placed.direction(1, 2).cross(&placed.direction(0, 2));
        for k in 0..2 {
            let across = placed.direction(1, k);
            rows.push(Row::angular([across, -across], across.dot(&apart)));
        }
    }

    fn free(&self, placed: &Placed) -> Option<(Row, f64)> {
        let x = placed.direction(0, 0);
        let angle = x.dot(&placed.direction(1, 1)).atan2(x.dot(&placed.direction(1, 0)));
        // The turn nearest to the last angle.
        let angle = angle + TAU * ((placed.last - angle) / TAU).round();
        let axis = placed.direction(1, 2);
        Some((Row::angular([axis, -axis], 0.0), angle))
    }

    fn has_axis(&self) -> [bool; 2] {
        [true, false]
    }
}
