//! Slip-weakening friction, as for faults: the coefficient falls with the way s that a contact has
//! slid,
//!
//! ```text
//! μ(s) = μ_s - (μ_s - μ_d) min(1, s / D_c)
//! ```
//!
//! A step has the mean of μ over the way slid in it, so that weakening costs
//! (μ_s - μ_d) N D_c / 2, whatever the step.

use super::FrictionLaw;
use crate::laws::{Outcome, Seen, Wrong, sliding};
use crate::wrong::{at_most, not_negative, positive};
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
    /// The mean of μ over a step from one way to another.
    fn mean(&self, [from, to]: [f64; 2]) -> f64 {
        let fall = self.at_rest - self.dynamic;
        if to <= self.distance {
            return self.at_rest - fall * 0.5 * (from + to) / self.distance;
        }
        if from >= self.distance {
            return self.dynamic;
        }
        // Over a part of the step it is above μ_d, by half of what it is at first.
        let left = self.distance - from;
        self.dynamic + 0.5 * fall * left * left / (self.distance * (to - from))
    }
}

impl FrictionLaw for SlipWeakening {
    fn check(&self, _: usize) -> Result<(), Wrong> {
        not_negative("dynamic", self.dynamic)?;
        at_most(("dynamic", self.dynamic), ("static", self.at_rest))?;
        positive("distance", self.distance)
    }

    fn coefficient(&self, seen: &Seen) -> f64 {
        self.mean([seen.memory.friction[WAY], seen.trial.friction[WAY]])
    }

    fn remember(&self, seen: &Seen, outcome: &Outcome, memory: &mut [f64; 2]) -> f64 {
        if outcome.impulse[0] > 0.0 {
            memory[WAY] += sliding(&seen.displacement(&outcome.velocity));
        }
        let from = seen.memory.friction[WAY];
        let (new, old) =
            (self.mean([from, memory[WAY]]), self.mean([from, seen.trial.friction[WAY]]));
        if self.at_rest > 0.0 { (new - old).abs() / self.at_rest } else { 0.0 }
    }

    fn remembers(&self) -> bool {
        true
    }
}
