//! A law put together from parts.

use super::{
    Block, Blocks, Bond, Extent, Friction, Law, Outcome, Rebound, Restitution, Rolling, Seen,
    bonds, end_gap, lasting, position, quasi_inelastic, schatzman_paoli, turning, velocity,
};
use crate::contact::Memory;

/// How impenetrability is written over a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Unilateral {
    /// Velocity Signorini condition on contacts forecast by the test configuration.
    Velocity,
    /// Quasi-inelastic shock: closes a positive gap first, then an inelastic shock.
    #[default]
    QuasiInelastic,
    /// Signorini condition on the gap at the next test configuration; corrects penetration.
    Position,
    /// Signorini condition on the gap at the end of the step, which is inconsistent where θ < 1.
    EndGap,
    /// Signorini condition on a mean of the positions after and before, after Schatzman and Paoli: has
    /// restitution in it.
    SchatzmanPaoli,
}

/// One row of [`UNILATERAL`]: the law, its name in scene files, one line about it.
pub type UnilateralEntry = (Unilateral, &'static str, &'static str);

/// Every unilateral condition with its name in scene files.
pub const UNILATERAL: &[UnilateralEntry] = &[
    (Unilateral::Velocity, "velocity", "velocity Signorini with forecast; needed for restitution"),
    (Unilateral::QuasiInelastic, "quasi_inelastic", "inelastic shock in two steps, no forecast"),
    (Unilateral::Position, "position", "gap Signorini; corrects penetration, may add energy"),
    (
        Unilateral::EndGap,
        "end_gap",
        "gap Signorini at the end of the step: inconsistent, oscillates",
    ),
    (
        Unilateral::SchatzmanPaoli,
        "schatzman_paoli",
        "Signorini on positions after and before; with theta = 1 the scheme of Schatzman and Paoli",
    ),
];

/// A law of parts: impenetrability, restitution, friction, resistance to rolling, and a bond.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ContactLaw {
    /// How impenetrability is written.
    pub unilateral: Unilateral,
    /// Restitution of shocks.
    pub restitution: Restitution,
    /// Friction.
    pub friction: Friction,
    /// Resistance to rolling and spinning, as lengths.
    pub rolling: Rolling,
    /// The same as shares of the radius with which the bodies roll on each other, beside the lengths.
    pub rolling_of_radius: Rolling,
    /// What holds the bodies together.
    pub bond: Option<Bond>,
}

impl ContactLaw {
    /// Whether its condition is one on velocities, which leaves penetration where it is.
    fn speaks_of_velocities(&self) -> bool {
        matches!(self.unilateral, Unilateral::Velocity | Unilateral::QuasiInelastic)
    }

    /// Resistance to rolling and spinning with this radius.
    fn resistance(&self, radius: f64) -> Rolling {
        let (own, shares) = (&self.rolling, &self.rolling_of_radius);
        Rolling {
            rolling: own.rolling + shares.rolling * radius,
            spinning: own.spinning + shares.spinning * radius,
        }
    }

    /// The contact itself, without a bond.
    fn contact(&self, seen: &Seen) -> Option<Block> {
        if seen.between_events {
            return self.lasting(seen);
        }
        let gap = match self.unilateral {
            Unilateral::Velocity => velocity::shift(seen, self.restitution.rebounds())?,
            Unilateral::QuasiInelastic => quasi_inelastic::shift(seen.gap, seen.h),
            Unilateral::Position => position::shift(seen.gap, seen.h),
            Unilateral::EndGap => end_gap::shift(seen.gap, seen.theta, seen.h),
            Unilateral::SchatzmanPaoli => schatzman_paoli::shift(seen, self.restitution.normal),
        };
        let friction = self.friction.law();
        let mut block = Block::new(self.resistance(seen.radius).cone(friction.coefficient(seen)));
        block.shift[0] = gap;
        if self.unilateral != Unilateral::SchatzmanPaoli {
            self.restitution.pose(seen, &mut block);
        }
        if self.speaks_of_velocities() {
            let hovers = self.unilateral == Unilateral::Velocity && velocity::hovers(seen);
            turning::pose(seen, hovers, self.restitution.rebounds(), &mut block);
        }
        friction.pose(seen, &mut block);
        Some(block)
    }

    /// A contact that lasts from one event to the next.
    fn lasting(&self, seen: &Seen) -> Option<Block> {
        let friction = self.friction.law();
        let mut block = Block::new(self.resistance(seen.radius).cone(friction.coefficient(seen)));
        lasting::pose(seen, &mut block);
        friction.pose(seen, &mut block);
        seen.closed.then_some(block)
    }
}

impl Law for ContactLaw {
    fn pose(&self, seen: &Seen) -> Blocks {
        let mut blocks = Blocks { contact: self.contact(seen), bond: None };
        let collides = self.unilateral != Unilateral::SchatzmanPaoli && !seen.between_events;
        match (&self.bond, &blocks.contact) {
            (Some(bond), _) => bond.law().pose(seen, &mut blocks),
            (None, Some(block)) if collides => {
                let mu = self.friction.law().coefficient(seen);
                blocks.bond = self.restitution.slider(seen, mu, block);
            }
            _ => {}
        }
        blocks
    }

    fn remember(&self, seen: &Seen, outcome: &Outcome, memory: &mut Memory) -> f64 {
        memory.begun = true;
        let mut change = self.friction.law().remember(seen, outcome, &mut memory.friction);
        if let Some(bond) = &self.bond {
            let bond = bond.law();
            if bond.needs_area() && seen.area <= 0.0 {
                // A strength an area, and none: there is no bond.
                memory.bond[0] = bonds::NEVER;
            } else {
                change = change.max(bond.remember(seen, outcome, &mut memory.bond));
            }
        }
        change
    }

    fn remembers(&self) -> bool {
        self.friction.law().remembers() || self.bond.is_some()
    }

    fn has_bond(&self) -> bool {
        self.bond.is_some()
    }

    fn extent(&self) -> Extent {
        self.rolling.extent().max(self.rolling_of_radius.extent())
    }

    fn reach(&self) -> f64 {
        self.bond.as_ref().map_or(0.0, |bond| bond.law().reach())
    }

    fn is_anchored(&self) -> bool {
        self.bond.as_ref().is_some_and(|bond| bond.law().is_anchored())
    }

    fn needs_area(&self) -> bool {
        self.bond.as_ref().is_some_and(|bond| bond.law().needs_area())
    }

    fn needs_radius(&self) -> bool {
        self.rolling_of_radius != Rolling::default()
    }

    fn texture(&self) -> Option<[f64; 3]> {
        self.friction.law().texture()
    }

    fn waits_for_contact(&self) -> bool {
        self.unilateral == Unilateral::Velocity
    }

    fn corrects_penetration(&self) -> bool {
        !self.speaks_of_velocities()
    }

    fn gives_way(&self) -> bool {
        self.bond.as_ref().is_some_and(|bond| bond.law().gives_way())
    }

    fn shocks(&self) -> Option<[f64; 2]> {
        let own = self.unilateral != Unilateral::SchatzmanPaoli;
        self.restitution.shocks().filter(|_| own)
    }

    fn looks_ahead(&self) -> bool {
        self.unilateral == Unilateral::Velocity && self.restitution.rebounds()
    }

    fn rebound(&self) -> Rebound {
        match self.unilateral {
            Unilateral::SchatzmanPaoli => Rebound::AtOnce,
            _ => self.restitution.rebound(),
        }
    }

    fn softening<'a>(&self, memory: &'a mut Memory) -> Option<&'a mut f64> {
        self.bond.as_ref().and_then(|bond| bond.law().softening(&mut memory.bond))
    }

    fn damage(&self, memory: &Memory) -> Option<f64> {
        self.bond.as_ref().and_then(|bond| bond.law().damage(&memory.bond))
    }
}
