//! Which contact problems of a run are kept.

use schemars::JsonSchema;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;

/// Which contact problems are written: a word, a table `{ every = N }`, or a list of steps.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Problems {
    /// By a word.
    When(When),
    /// At regular intervals.
    Every(Every),
    /// Of these steps, counted from 1.
    Steps(Vec<u64>),
}

/// Words for which problems are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum When {
    /// None.
    Never,
    /// Those of the first 10 steps that do not converge.
    Unconverged,
    /// Those of every step.
    All,
}

/// Regular intervals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Every {
    /// Steps between two problems.
    pub every: u64,
}

impl<'de> Deserialize<'de> for Problems {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ProblemsVisitor)
    }
}

struct ProblemsVisitor;

impl<'de> Visitor<'de> for ProblemsVisitor {
    type Value = Problems;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(
            "\"never\", \"unconverged\", \"all\", a table such as { every = 10 }, or a list of steps",
        )
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<Problems, E> {
        match word {
            "never" => Ok(Problems::When(When::Never)),
            "unconverged" => Ok(Problems::When(When::Unconverged)),
            "all" => Ok(Problems::When(When::All)),
            _ => Err(E::unknown_variant(word, &["never", "unconverged", "all"])),
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Problems, A::Error> {
        Every::deserialize(MapAccessDeserializer::new(map)).map(Problems::Every)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Problems, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(list)).map(Problems::Steps)
    }
}
