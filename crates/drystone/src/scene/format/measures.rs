//! Which measures a run records.

use super::Region;
use crate::measures::{Options, Wanted, recordable};
use schemars::JsonSchema;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;

/// A measure to record: its name, or a table that says what it looks at.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum RecordedMeasure {
    /// By its name, of everything.
    Name(#[schemars(extend("enum" = recordable()))] String),
    /// Of a part of the scene.
    Part(Box<MeasuredPart>),
}

/// A measure of a part of the scene.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MeasuredPart {
    /// Its name.
    #[schemars(extend("enum" = recordable()))]
    pub measure: String,
    /// What the names of its columns begin with. Needed where a measure is recorded twice.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// Only bodies with their centre in this box, and contacts in it. Default: everywhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<Region>,
    /// Only bodies of these names and their contacts, `*` standing for any letters. Default: all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bodies: Vec<String>,
    /// The plane that `cut` needs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut: Option<Plane>,
    /// The point (m) that `node_displacement` needs: that of the nearest node without stress.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Vec<f64>>,
}

/// A plane (a line in the plane).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Plane {
    /// A point of it (m).
    pub point: Vec<f64>,
    /// Its normal, of any length.
    pub normal: Vec<f64>,
}

impl RecordedMeasure {
    /// As the measures take it.
    pub fn wanted(&self) -> Wanted {
        match self {
            Self::Name(name) => Wanted { measure: name.clone(), ..Wanted::default() },
            Self::Part(part) => {
                let MeasuredPart { measure, label, region, bodies, cut, at } =
                    part.as_ref().clone();
                let options = Options {
                    region: region.map(|region| [region.min, region.max]),
                    bodies,
                    cut: cut.map(|plane| [plane.point, plane.normal]),
                    at,
                    ..Options::default()
                };
                Wanted { measure, label, options }
            }
        }
    }
}

impl<'de> Deserialize<'de> for RecordedMeasure {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(RecordedVisitor)
    }
}

struct RecordedVisitor;

impl<'de> Visitor<'de> for RecordedVisitor {
    type Value = RecordedMeasure;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(
            "the name of a measure, or a table such as { measure = \"stress\", label = \"a\" }",
        )
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<RecordedMeasure, E> {
        Ok(RecordedMeasure::Name(name.to_string()))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<RecordedMeasure, A::Error> {
        let part = MeasuredPart::deserialize(MapAccessDeserializer::new(map))?;
        Ok(RecordedMeasure::Part(Box::new(part)))
    }
}
