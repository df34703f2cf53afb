//! Static and dynamic friction: μ_s until a contact slides, μ_d while it does, and μ_s again once it
//! has come to rest.
//!
//! The history decides: a contact that slid in the last step has μ_d. One that did not is tried with
//! μ_s; where that slides, the step is solved again with μ_d, so that the drop comes at once.
//!
//! Whether it slides is the contact's [`Status`], which weighs its sliding against what its friction has
//! in reserve: what a solver leaves of either does not decide, and all come to the same motion.

use super::FrictionLaw;
use crate::contact::Status;
use crate::laws::{Outcome, Seen, Wrong};
use crate::wrong::{at_most, not_negative};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Two coefficients.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StaticDynamic {
    /// Coefficient of a contact at rest.
    #[serde(rename = "static")]
    pub at_rest: f64,
    /// Coefficient of a contact that slides, at most the other.
    pub dynamic: f64,
}

/// What is remembered: whether the contact slides.
const SLIDES: usize = 0;

impl FrictionLaw for StaticDynamic {
    fn check(&self, _: usize) -> Result<(), Wrong> {
        not_negative("dynamic", self.dynamic)?;
        at_most(("dynamic", self.dynamic), ("static", self.at_rest))
    }

    fn coefficient(&self, seen: &Seen) -> f64 {
        let slides = seen.memory.friction[SLIDES] + seen.trial.friction[SLIDES] > 0.0;
        if slides { self.dynamic } else { self.at_rest }
    }

    fn remember(&self, seen: &Seen, outcome: &Outcome, memory: &mut [f64; 2]) -> f64 {
        let slides = outcome.status == Status::Sliding;
        if seen.memory.friction[SLIDES] > 0.0 {
            memory[SLIDES] = f64::from(u8::from(slides));
            return 0.0;
        }
        // Once it has slid within the step it does.
        let before = seen.trial.friction[SLIDES] > 0.0;
        memory[SLIDES] = f64::from(u8::from(slides || before));
        if slides && !before && self.at_rest > 0.0 {
            return (self.at_rest - self.dynamic) / self.at_rest;
        }
        0.0
    }

    fn remembers(&self) -> bool {
        true
    }
}
