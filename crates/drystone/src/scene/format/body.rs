//! Bodies, their motions and loads.

use super::{Function, Shape};
use schemars::JsonSchema;
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;

/// A body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Body {
    /// Name in messages and results, unique. Default: "body-" and its number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The shape. A shape given by vertices stays where they are; the centre of mass is found.
    pub shape: Shape,
    /// Name of its material. Needed unless the scene has exactly one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub material: Option<String>,
    /// Origin of the shape's coordinates (m). Default: the origin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<Vec<f64>>,
    /// Rotation in the plane, anticlockwise (degrees). Default 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub angle_degrees: Option<f64>,
    /// Rotation in space. Default: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rotation: Option<Rotation>,
    /// Initial velocity of the centre of mass (m/s). Default 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub velocity: Option<Vec<f64>>,
    /// Initial angular velocity (rad/s): a number in the plane, three in space. Default 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub angular_velocity: Option<Components>,
    /// Whether it never moves, except along its `drives`. Default: true for a half-space, a
    /// drum, a terrain or a segment without mass, false for the others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fixed: Option<bool>,
    /// Whether it stays rigid though its material deforms; what is fixed always does. Default false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rigid: bool,
    /// Mass (kg), instead of the material's density.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mass: Option<f64>,
    /// Moment of inertia about the centre of mass (kg·m²): a number in the plane, the three
    /// moments about the body's axes in space. Default: that of the shape, scaled to the mass.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inertia: Option<Components>,
    /// Motions imposed on degrees of freedom.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drives: Vec<Drive>,
    /// Forces, torques and pressures.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub loads: Vec<Load>,
    /// Sides that waves leave by, and come in by, on bodies that deform.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub absorbing: Vec<AbsorbingSide>,
    /// Viscous damping. Default: none.
    #[serde(default)]
    pub damping: Damping,
    /// Group for `no_contact`. Default "default".
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// Copies of the body in rows. Default: one body.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeat: Option<Repeat>,
}

impl Body {
    /// A body of a shape with everything else at its default.
    pub fn new(shape: Shape) -> Self {
        Self {
            name: None,
            shape,
            material: None,
            position: None,
            angle_degrees: None,
            rotation: None,
            velocity: None,
            angular_velocity: None,
            fixed: None,
            rigid: false,
            mass: None,
            inertia: None,
            drives: vec![],
            loads: vec![],
            absorbing: vec![],
            damping: Damping::default(),
            group: None,
            repeat: None,
        }
    }
}

/// A rotation in space: an axis and an angle, or a quaternion.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rotation {
    /// Axis, of any length.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub axis: Option<[f64; 3]>,
    /// Angle about the axis (degrees).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub angle_degrees: Option<f64>,
    /// Quaternion w, x, y, z, of any length; instead of axis and angle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quaternion: Option<[f64; 4]>,
}

/// Copies of a body along the axes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Repeat {
    /// Number of bodies along each axis.
    pub count: Vec<u64>,
    /// Distance between neighbours along each axis (m).
    pub spacing: Vec<f64>,
}

/// Viscous damping proportional to mass.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Damping {
    /// Rate on translations (1/s). Default 0.
    pub linear: f64,
    /// Rate on rotations (1/s). Default 0.
    pub angular: f64,
}

/// A motion imposed on one degree of freedom; exactly one of displacement, velocity,
/// acceleration.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Drive {
    /// The degree of freedom: x, y, rotation in the plane; x, y, z, rx, ry, rz in space. Bodies that deform
    /// have none of rotation, but "all" for every axis.
    pub dof: String,
    /// The side or group of nodes that moves, on bodies that deform. Default: the whole body.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on: Option<String>,
    /// Displacement from the initial position (m or rad).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub displacement: Option<Function>,
    /// Velocity (m/s or rad/s).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub velocity: Option<Function>,
    /// Acceleration (m/s² or rad/s²), from rest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub acceleration: Option<Function>,
}

/// A load; exactly one key.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Load {
    /// A force along a fixed direction.
    Force(ForceLoad),
    /// A torque.
    Torque(TorqueLoad),
    /// A pressure on a flat face, turning with the body.
    Pressure(PressureLoad),
}

/// A force.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ForceLoad {
    /// Direction, of any length.
    pub direction: Vec<f64>,
    /// Force (N) in time.
    pub value: Function,
    /// Point it acts on, in the coordinates of the shape (m); of a body that deforms the nearest node.
    /// Default: the centre of mass, or the whole of a body that deforms.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Vec<f64>>,
    /// The side or group over which it is spread, on bodies that deform. Of a mesh that is split each part has the
    /// share of the force that it has of the group, or of the whole mesh where none is named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on: Option<String>,
}

/// A torque.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TorqueLoad {
    /// Torque (N·m) in time, anticlockwise.
    pub value: Function,
    /// Axis, of any length; space only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub axis: Option<[f64; 3]>,
}

/// A pressure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PressureLoad {
    /// Outward normal of the face, in the coordinates of the shape; of any length.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub face: Vec<f64>,
    /// The side or group that is pressed, on bodies that deform, instead of `face`; the pressure follows it. Of what
    /// is thin "outer" or "inner", the one or the other of its two sides; a group of it is pressed on its outer side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on: Option<String>,
    /// Pressure (Pa) in time, positive when it pushes.
    pub value: Function,
}

/// A side beyond which the body's material goes on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AbsorbingSide {
    /// The side or group.
    pub on: String,
    /// Waves that come in by it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub incoming: Vec<IncomingWave>,
}

/// A wave that comes in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct IncomingWave {
    /// Direction in which it moves the matter, of any length.
    pub direction: Vec<f64>,
    /// Velocity of the matter in it (m/s) in time.
    pub velocity: Function,
}

/// One number or a list of numbers.
#[derive(Clone, Debug, PartialEq, JsonSchema)]
#[schemars(untagged)]
pub enum Components {
    /// One number.
    One(f64),
    /// Several.
    Many(Vec<f64>),
}

impl Components {
    /// The numbers.
    pub fn values(&self) -> &[f64] {
        match self {
            Self::One(x) => std::slice::from_ref(x),
            Self::Many(list) => list,
        }
    }
}

impl Serialize for Components {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::One(x) => x.serialize(serializer),
            Self::Many(list) => list.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Components {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ComponentsVisitor)
    }
}

struct ComponentsVisitor;

impl<'de> Visitor<'de> for ComponentsVisitor {
    type Value = Components;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a number or a list of numbers")
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Components, E> {
        Ok(Components::One(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Components, E> {
        Ok(Components::One(value as f64))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Components, E> {
        Ok(Components::One(value as f64))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Components, A::Error> {
        let mut list = vec![];
        while let Some(x) = seq.next_element()? {
            list.push(x);
        }
        Ok(Components::Many(list))
    }
}
