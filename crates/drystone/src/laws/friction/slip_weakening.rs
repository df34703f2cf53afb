//! Slip-weakening friction, as for faults: the coefficient falls with the way s that a contact has
//! slid,
//!
//! ```text
//! μ(s) = μ_s - (μ_s - μ_d) min(1, s / D_c)
//! ```
//!
//! s at the end of the step counts (implicit). Weakening costs (μ_s - μ_d) σ D_c / 2 an area.

use super::FrictionLaw;
use crate::laws::wrong::{at_most, not_negative, positive};
use crate::laws::{Outcome, Seen, Wrong, sliding};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A coefficient that falls with the way slid.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SlipWeakening {
    /// Coefficient before any sliding.
    #[serde(rename = "static")]
    pub at_rest: f64,
    /// Coefficient after the way `distance`, at most the other.
    pub dynamic: f64,
    /// The way D_c over which it falls (m).
    pub distance: f64,
}

/// What is remembered: the way slid.
const WAY: usize = 0;

impl SlipWeakening {
    fn after(&self, way: f64) -> f64 {
        self.at_rest - (self.at_rest - self.dynamic) * (way / self.distance).min(1.0)
    }
}

impl FrictionLaw for SlipWeakening {
    fn check(&self, _: usize) -> Result<(), Wrong> {
        not_negative("dynamic", self.dynamic)?;
        at_most(("dynamic", self.dynamic), ("static", self.at_rest))?;
        positive("distance", self.distance)
    }

    fn coefficient(&self, seen: &Seen) -> f64 {
        self.after(seen.trial.friction[WAY])
    }

    fn remember(&self, seen: &Seen, outcome: &Outcome, memory: &mut [f64; 2]) -> f64 {
        if outcome.impulse[0] > 0.0 {
            memory[WAY] += sliding(&seen.displacement(&outcome.velocity));
        }
        let (new, old) = (self.after(memory[WAY]), self.after(seen.trial.friction[WAY]));
        if self.at_rest > 0.0 { (new - old).abs() / self.at_rest } else { 0.0 }
    }

    fn remembers(&self) -> bool {
        true
    }
}
