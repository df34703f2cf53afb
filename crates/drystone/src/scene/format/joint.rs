//! Joints.

use super::Function;
use crate::joints::JointKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A joint between two bodies, or a body and the ground.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Joint {
    /// Its name. Default "joint-1", "joint-2" and so on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The names of the two bodies; of one body for a joint with the ground.
    pub bodies: Vec<String>,
    /// What it is, a table by its name: `kind.hinge = {}`.
    pub kind: JointKind,
    /// Where it is, in global coordinates at the beginning (m). Needed for weld, hinge, ball and slider.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Vec<f64>>,
    /// Where it is fixed to the first and to the second body (m). Needed for rod and rope.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<[Vec<f64>; 2]>,
    /// Its axis. Needed for sliders, and in space for hinges and gears.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub axis: Option<Vec<f64>>,
    /// A motor: what the joint leaves free moves as prescribed. Hinges and sliders only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub motor: Option<JointMotor>,
    /// Least and greatest displacement (m) or angle (rad) of the first body, from the beginning. Hinges
    /// and sliders only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limits: Option<[f64; 2]>,
    /// The greatest force (N) or couple (N m) of friction. Default 0.
    #[serde(default, skip_serializing_if = "super::is_zero")]
    pub friction: f64,
    /// Friction for each newton that the joint carries: the coefficient, for hinges times the radius of
    /// the pin (m). Default 0.
    #[serde(default, skip_serializing_if = "super::is_zero")]
    pub friction_coefficient: f64,
    /// Stiffness of a spring that rests at the beginning (N/m, N m/rad). Default 0.
    #[serde(default, skip_serializing_if = "super::is_zero")]
    pub stiffness: f64,
    /// Damping beside it (N s/m, N m s/rad). Default 0.
    #[serde(default, skip_serializing_if = "super::is_zero")]
    pub damping: f64,
    /// Whether the two bodies may touch each other. Default false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub contact: bool,
}

/// A prescribed motion of the first body with respect to the second.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum JointMotor {
    /// The displacement (m) or angle (rad) from the beginning.
    Displacement(Function),
    /// The velocity (m/s, rad/s).
    Velocity(Function),
}
