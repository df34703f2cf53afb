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
//! held back. The direction is that of the round before: in space one that turns within a step settles
//! by a share a/μ a round only.

use super::FrictionLaw;
use crate::laws::{Block, Components, Outcome, Seen, Wrong, sliding};
use crate::wrong::{not_negative, positive};
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
        // x = e^log is the argument of asinh, which is ln 2x from far below overflow on.
        let log = (speed / (2.0 * self.speed)).ln() + psi / self.a;
        if log > 20.0 {
            return (self.a * (log + std::f64::consts::LN_2), self.a / speed);
        }
        let (x, scale) = (log.exp(), (psi / self.a).exp() / (2.0 * self.speed));
        (self.a * x.asinh(), self.a * scale / x.hypot(1.0))
    }
}

/// The law about a speed: u_T + shift + compliance r_T = 0.
struct Tangent {
    shift: Components,
    compliance: f64,
    /// The greatest coefficient that a round may find.
    bound: f64,
}

impl RateAndState {
    /// About the speed and the direction of the round before; none before there is a normal force.
    fn tangent(&self, seen: &Seen) -> Option<Tangent> {
        let last = seen.outcome.map_or(seen.had, |outcome| outcome.impulse);
        let speed = seen.trial.friction[SPEED];
        // One that was open a step ago may have kept a trace of an impulse, which says nothing.
        let was_open = seen.outcome.is_none() && speed == 0.0;
        if last[0] <= 0.0 || was_open {
            return None;
        }
        let state = self.evolved(self.state(&seen.memory.friction), speed, seen.h);
        let (mu, rate) = self.friction(speed, state);
        let size = sliding(&last);
        let mut shift = Components::zeros();
        for k in (1..3).filter(|_| size > 0.0) {
            shift[k] = last[k] / size * (speed - mu / rate);
        }
        let bound = 2.0 * mu.max(self.coefficient);
        Some(Tangent { shift, compliance: 1.0 / (last[0] * rate), bound })
    }

    /// The speed at which the coefficient is μ: 2 V₀ sinh(μ/a) e^(-ψ/a).
    fn speed_of(&self, mu: f64, state: f64) -> f64 {
        let psi = self.coefficient + self.b * (self.speed * state / self.distance).ln();
        let [up, down] = [mu, -mu].map(|x| ((x - psi) / self.a).exp());
        self.speed * (up - down)
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

    /// μ₀ for a first guess; then a bound that does not bind near the solution.
    fn coefficient(&self, seen: &Seen) -> f64 {
        self.tangent(seen).map_or(self.coefficient, |tangent| tangent.bound)
    }

    fn pose(&self, seen: &Seen, block: &mut Block) {
        if let Some(tangent) = self.tangent(seen) {
            for k in 1..3 {
                block.compliance[k] = tangent.compliance;
                block.shift[k] += tangent.shift[k];
            }
        }
    }

    fn remember(&self, seen: &Seen, outcome: &Outcome, memory: &mut [f64; 2]) -> f64 {
        let from = self.state(&seen.memory.friction);
        let normal = outcome.impulse[0];
        if normal <= 0.0 {
            *memory = [self.evolved(from, 0.0, seen.h), 0.0];
            return 0.0;
        }
        let before = seen.trial.friction[SPEED];
        let ratio = sliding(&outcome.impulse) / normal;
        // The velocity that the impulse stands for: of creeping contacts the bodies' own is rounding.
        let velocity = match self.tangent(seen) {
            Some(tangent) if ratio < tangent.bound * (1.0 - 1e-9) => {
                -(tangent.shift + outcome.impulse * tangent.compliance)
            }
            _ => outcome.velocity,
        };
        let mut speed = sliding(&velocity);
        if before == 0.0 {
            speed = self.speed_of(ratio, self.evolved(from, 0.0, seen.h)).min(self.speed);
        } else if along(&velocity, &outcome.impulse) > 0.0 {
            speed = 0.0;
        }
        speed = speed.max(LEAST * before);
        *memory = [self.evolved(from, speed, seen.h), speed];
        // Without a speed to begin with the round had μ₀, which says nothing about V.
        if self.tangent(seen).is_none() {
            return 1.0;
        }
        let (mu, _) = self.friction(speed, memory[STATE]);
        let apart = (self.speed_of(ratio, memory[STATE]) - speed).abs() / self.speed;
        apart.min((ratio - mu).abs() / self.coefficient)
    }

    fn remembers(&self) -> bool {
        true
    }
}

fn along(u: &Components, r: &Components) -> f64 {
    u[1] * r[1] + u[2] * r[2]
}
