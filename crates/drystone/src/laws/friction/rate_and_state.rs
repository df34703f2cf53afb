//! Rate-and-state friction (Dieterich, Ruina), for rocks and faults: with the speed V and a state θ,
//!
//! ```text
//! μ = a asinh((V / 2 V₀) exp(ψ / a)),   ψ = μ₀ + b ln(V₀ θ / D_c)
//! dθ/dt = 1 - V θ / D_c                      aging;   -(V θ / D_c) ln(V θ / D_c)   slip
//! ```
//!
//! which is μ₀ + a ln(V/V₀) + b ln(V₀ θ/D_c) for V well above zero. A contact never sticks, it
//! creeps. Within a step V is constant and the state's equation has a closed solution.
//!
//! Friction that depends on V at the end of the step is linearised about the V of the round before,
//! `‖r_T‖ = r_N (μ_k + μ′ (V - V_k))`: a compliance 1/(r_N μ′) in a cone that does not bind, and a
//! shift. It is Newton's method for the speed; from below it cannot overshoot, from above it is
//! held back.

use super::FrictionLaw;
use crate::laws::wrong::{not_negative, positive};
use crate::laws::{Block, Components, Outcome, Seen, Wrong, sliding};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How the state evolves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Evolution {
    /// It grows at rest.
    #[default]
    Aging,
    /// It changes only with slip.
    Slip,
}

/// A coefficient that depends on speed and history.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RateAndState {
    /// Coefficient μ₀ of steady sliding at the reference speed.
    pub coefficient: f64,
    /// The direct effect a.
    pub a: f64,
    /// The evolution effect b.
    pub b: f64,
    /// The reference speed V₀ (m/s). Default 1e-6.
    #[serde(default = "micrometre_a_second")]
    pub speed: f64,
    /// The way D_c of the evolution (m).
    pub distance: f64,
    /// How the state evolves. Default "aging".
    #[serde(default)]
    pub evolution: Evolution,
}

fn micrometre_a_second() -> f64 {
    1e-6
}

/// What is remembered: θ (zero before the first step: that of steady sliding), and V.
const STATE: usize = 0;
const SPEED: usize = 1;

/// Least share of the speed of the round before.
const LEAST: f64 = 0.1;

impl RateAndState {
    /// θ after a step with a constant speed.
    fn evolved(&self, state: f64, speed: f64, h: f64) -> f64 {
        let way = speed * h / self.distance;
        match self.evolution {
            // (1 - e^-x)/x times h, also for x = 0.
            Evolution::Aging => {
                let growth = if way < 1e-8 { 1.0 - 0.5 * way } else { -(-way).exp_m1() / way };
                state * (-way).exp() + h * growth
            }
            Evolution::Slip if speed > 0.0 => {
                let steady = self.distance / speed;
                steady * (state / steady).powf((-way).exp())
            }
            Evolution::Slip => state,
        }
    }

    fn state(&self, memory: &[f64; 2]) -> f64 {
        let steady = self.distance / self.speed;
        if memory[STATE] > 0.0 { memory[STATE] } else { steady }
    }

    /// μ and dμ/dV.
    fn friction(&self, speed: f64, state: f64) -> (f64, f64) {
        let psi = self.coefficient + self.b * (self.speed * state / self.distance).ln();
        let scale = (psi / self.a).exp() / (2.0 * self.speed);
        let x = scale * speed;
        (self.a * x.asinh(), self.a * scale / x.hypot(1.0))
    }
}

impl FrictionLaw for RateAndState {
    fn check(&self, _: usize) -> Result<(), Wrong> {
        let numbers = [
            ("coefficient", self.coefficient),
            ("a", self.a),
            ("speed", self.speed),
            ("distance", self.distance),
        ];
        numbers.into_iter().try_for_each(|(key, value)| positive(key, value))?;
        not_negative("b", self.b)
    }

    /// A bound that does not bind.
    fn coefficient(&self, _: &Seen) -> f64 {
        2.0 * (self.coefficient + 30.0 * (self.a + self.b))
    }

    fn pose(&self, seen: &Seen, block: &mut Block) {
        let last = seen.outcome.map_or(seen.had, |outcome| outcome.impulse);
        if last[0] <= 0.0 {
            return;
        }
        let speed = seen.trial.friction[SPEED];
        let state = self.evolved(self.state(&seen.memory.friction), speed, seen.h);
        let (mu, rate) = self.friction(speed, state);
        let compliance = 1.0 / (last[0] * rate);
        let size = sliding(&last);
        for k in 1..3 {
            block.compliance[k] = compliance;
            if size > 0.0 {
                block.shift[k] += last[k] / size * (speed - mu / rate);
            }
        }
    }

    fn remember(&self, seen: &Seen, outcome: &Outcome, memory: &mut [f64; 2]) -> f64 {
        if outcome.impulse[0] <= 0.0 {
            memory[STATE] = self.evolved(self.state(&seen.memory.friction), 0.0, seen.h);
            memory[SPEED] = 0.0;
            return 0.0;
        }
        let (before, found) = (seen.trial.friction[SPEED], sliding(&outcome.velocity));
        let opposed = along(&outcome.velocity, &outcome.impulse) <= 0.0;
        let speed = if opposed { found.max(LEAST * before) } else { LEAST * before };
        memory[SPEED] = speed;
        memory[STATE] = self.evolved(self.state(&seen.memory.friction), speed, seen.h);
        let (mu, _) = self.friction(speed, memory[STATE]);
        (sliding(&outcome.impulse) / outcome.impulse[0] - mu).abs() / self.coefficient
    }

    fn remembers(&self) -> bool {
        true
    }
}

fn along(u: &Components, r: &Components) -> f64 {
    u[1] * r[1] + u[2] * r[2]
}
