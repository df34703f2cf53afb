//! Stribeck's friction: the coefficient falls with the speed v of sliding, and may rise again where
//! the contact is lubricated,
//!
//! ```text
//! μ(v) = μ_d + (μ_s - μ_d) exp(-(v / v_s)^p) + c v
//! ```
//!
//! The speed v at the end of the step counts (implicit). A round with μ(v_k) ends with some speed
//! f(v_k); v = f(v) is sought by going round and, where f falls as under viscosity, by secants.

use super::FrictionLaw;
use crate::laws::{Outcome, Seen, Wrong, sliding};
use crate::wrong::{at_most, not_negative, positive};
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

/// What is remembered: the speed, and that of the round before.
const SPEED: usize = 0;
const BEFORE: usize = 1;

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
        if outcome.impulse[0] <= 0.0 {
            *memory = [0.0; 2];
            return 0.0;
        }
        let (tried, found) = (seen.trial.friction[SPEED], sliding(&outcome.velocity));
        let mut slope = 0.0_f64;
        if let Some(last) = seen.outcome {
            let before = seen.trial.friction[BEFORE];
            let rise = (found - sliding(&last.velocity)) / (tried - before);
            slope = if rise.is_finite() { rise.min(0.0) } else { 0.0 };
        }
        memory[SPEED] = tried + (found - tried) / (1.0 - slope);
        memory[BEFORE] = tried;
        let (new, old) = (self.at(found), self.at(tried));
        if old > 0.0 { (new - old).abs() / old } else { 0.0 }
    }

    fn remembers(&self) -> bool {
        true
    }
}
