//! Coulomb's friction: ‖r_T‖ ≤ μ r_N, and r_T against u_T where they slide.

use super::FrictionLaw;
use crate::laws::{Seen, Wrong};
use crate::wrong::not_negative;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One coefficient.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Coulomb {
    /// The coefficient of friction.
    pub coefficient: f64,
}

impl FrictionLaw for Coulomb {
    fn check(&self, _: usize) -> Result<(), Wrong> {
        not_negative("coefficient", self.coefficient)
    }

    fn coefficient(&self, _: &Seen) -> f64 {
        self.coefficient
    }
}
