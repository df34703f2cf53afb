//! Functions of time: a plain number, or one of the named forms.

use schemars::JsonSchema;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;

/// A function of time: a number, or exactly one of `ramp`, `sine`, `points`, `table`.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Function {
    /// The same value at all times.
    Constant(f64),
    /// A named form.
    Shaped(FunctionShape),
}

/// The named functions of time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FunctionShape {
    /// From one value to another between two times, constant before and after.
    Ramp(Ramp),
    /// offset + amplitude sin(2π frequency t + phase).
    Sine(Sine),
    /// Straight lines between points given here, constant before and after.
    Points(Points),
    /// Straight lines between the rows of a CSV file, constant before and after.
    Table(TableFile),
}

/// A ramp.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ramp {
    /// Start and end (s).
    pub times: [f64; 2],
    /// Values at start and end.
    pub values: [f64; 2],
}

/// A sine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sine {
    /// Amplitude, in the unit of the value.
    pub amplitude: f64,
    /// Frequency (Hz). Needed unless `period` is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frequency: Option<f64>,
    /// Period (s). Needed unless `frequency` is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period: Option<f64>,
    /// Phase at t = 0 (degrees). Default 0.
    #[serde(default)]
    pub phase_degrees: f64,
    /// Mean value. Default 0.
    #[serde(default)]
    pub offset: f64,
}

/// Points of a piecewise linear function.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Points {
    /// Times (s), increasing.
    pub times: Vec<f64>,
    /// Values at these times.
    pub values: Vec<f64>,
}

/// Two columns of a CSV file with a header line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TableFile {
    /// The file, relative to the scene's folder.
    pub file: String,
    /// Name of the column of times (s). Default "t".
    #[serde(default = "time_column")]
    pub time: String,
    /// Name of the column of values.
    pub value: String,
    /// Factor on the values. Default 1.
    #[serde(default = "one")]
    pub scale: f64,
}

fn time_column() -> String {
    "t".to_string()
}

fn one() -> f64 {
    1.0
}

impl Function {
    /// The same function times a factor.
    #[must_use]
    pub fn scaled(mut self, factor: f64) -> Self {
        match &mut self {
            Self::Constant(value) => *value *= factor,
            Self::Shaped(FunctionShape::Ramp(ramp)) => {
                ramp.values.iter_mut().for_each(|value| *value *= factor);
            }
            Self::Shaped(FunctionShape::Sine(sine)) => {
                sine.amplitude *= factor;
                sine.offset *= factor;
            }
            Self::Shaped(FunctionShape::Points(points)) => {
                points.values.iter_mut().for_each(|value| *value *= factor);
            }
            Self::Shaped(FunctionShape::Table(table)) => table.scale *= factor,
        }
        self
    }
}

impl<'de> Deserialize<'de> for Function {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(FunctionVisitor)
    }
}

struct FunctionVisitor;

impl<'de> Visitor<'de> for FunctionVisitor {
    type Value = Function;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a number, or a table with one of ramp, sine, points, table")
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Function, E> {
        Ok(Function::Constant(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Function, E> {
        Ok(Function::Constant(value as f64))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Function, E> {
        Ok(Function::Constant(value as f64))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Function, A::Error> {
        let shape = FunctionShape::deserialize(MapAccessDeserializer::new(&mut map))?;
        match map.next_key::<String>()? {
            None => Ok(Function::Shaped(shape)),
            Some(extra) => Err(A::Error::custom(format!(
                "a function of time has exactly one form; `{extra}` is one too many"
            ))),
        }
    }
}
