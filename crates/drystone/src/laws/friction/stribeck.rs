//! Stribeck's friction: the coefficient falls with the speed v of sliding, and may rise again where
//! the contact is lubricated,
//!
//! ```text
//! μ(v) = μ_d + (μ_s - μ_d) exp(-(v / v_s)^p) + c v
//! ```
//!
//! The speed at the end of the step counts (implicit).

use super::FrictionLaw;
use crate::laws::wrong::{at_most, not_negative, positive};
use crate::laws::{Outcome, Seen, Wrong, sliding};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A coefficient that depends on the speed of sliding.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Stribeck {
    /// Coefficient at rest.
    #[serde(rename = "static")]
    pub at_rest: f64,
    /// Coefficient of fast sliding without viscosity, at most the other.
    pub dynamic: f64,
    /// The speed v_s at which most of the fall is over (m/s).
    pub speed: f64,
    /// The power p. Default 2.
    #[serde(default = "two")]
    pub power: f64,
    /// The viscous rise c (s/m). Default 0.
    #[serde(default)]
    pub viscosity: f64,
}

fn two() -> f64 {
    2.0
}

/// What is remembered: the speed.
const SPEED: usize = 0;

impl Stribeck {
    fn at(&self, speed: f64) -> f64 {
        let fall = (-(speed / self.speed).powf(self.power)).exp();
        self.dynamic + (self.at_rest - self.dynamic) * fall + self.viscosity * speed
    }
}

impl FrictionLaw for Stribeck {
    fn check(&self, _: usize) -> Result<(), Wrong> {
        not_negative("dynamic", self.dynamic)?;
        at_most(("dynamic", self.dynamic), ("static", self.at_rest))?;
        positive("speed", self.speed)?;
        positive("power", self.power)?;
        not_negative("viscosity", self.viscosity)
    }

    fn coefficient(&self, seen: &Seen) -> f64 {
        self.at(seen.trial.friction[SPEED])
    }

    fn remember(&self, seen: &Seen, outcome: &Outcome, memory: &mut [f64; 2]) -> f64 {
        let touching = outcome.impulse[0] > 0.0;
        memory[SPEED] = if touching { sliding(&outcome.velocity) } else { 0.0 };
        let (new, old) = (self.at(memory[SPEED]), self.at(seen.trial.friction[SPEED]));
        if touching && old > 0.0 { (new - old).abs() / old } else { 0.0 }
    }

    fn remembers(&self) -> bool {
        true
    }
}
