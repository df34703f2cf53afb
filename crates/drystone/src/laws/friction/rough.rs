//! Perfectly rough: contacts that touch do not slide. A coefficient of friction so large that
//! nothing reaches it stands for it. Where several rough contacts hold a body, which of them hold it
//! and which are open may have more than one answer, and solvers may find different ones. In a wedge
//! there may even be none that sticks: the forces then grow until the coefficient is reached after all.

use super::FrictionLaw;
use crate::laws::{Seen, Wrong};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// No sliding.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rough {}

/// Forces are within 0.006 degrees of the tangent plane before it is reached.
const COEFFICIENT: f64 = 1e4;

impl FrictionLaw for Rough {
    fn check(&self, _: usize) -> Result<(), Wrong> {
        Ok(())
    }

    fn coefficient(&self, _: &Seen) -> f64 {
        COEFFICIENT
    }
}
