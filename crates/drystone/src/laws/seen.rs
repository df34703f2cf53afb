//! What a law sees of a contact, and what it makes of it.
//!
//! Everything is in the contact's frame and of six components, whatever the dimension:
//!
//! | component | plane | space |
//! |---|---|---|
//! | 0 | normal | normal |
//! | 1, 2 | tangent, none | two tangents |
//! | 3, 4 | rolling, none | rolling about the two tangents |
//! | 5 | none | spinning about the normal |

use crate::cone::Cone;
use crate::contact::{Memory, NO_PART, Status};
use nalgebra::SVector;

/// Components of a velocity or an impulse in a contact's frame.
pub type Components = SVector<f64, 6>;

/// What a law sees of a contact.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// Gap in the test configuration (m).
    pub gap: f64,
    /// Gaps up to this one count as touching (m): rounding leaves some.
    pub touch: f64,
    /// The area that the contact stands for (m²; in the plane m).
    pub area: f64,
    /// The radius with which the bodies roll on each other (m), where the law needs it; else zero.
    pub radius: f64,
    /// Relative velocity at the beginning of the step.
    pub before: Components,
    /// Half of what the turning of its frame since the last test configuration changed of `before`; zero of
    /// contacts that were not closed in the last step, or are new.
    pub turn: Components,
    /// Whether it was closed in the last step.
    pub closed: bool,
    /// Whether the bodies, apart yet, would be in each other before they are looked at again.
    pub meets: bool,
    /// Impulse of the contact itself in the last step (N s).
    pub had: Components,
    /// What the law remembers from the end of the last step.
    pub memory: Memory,
    /// What it would remember at the end of this step, as far as is known: in the first round the same
    /// as `memory`, then what [`Law::remember`](super::Law::remember) made of the round before.
    pub trial: Memory,
    /// What came of the round before; none in the first.
    pub outcome: Option<Outcome>,
    /// Whether this is the smooth motion between two events: what is closed stays closed or parts, and
    /// nothing collides.
    pub between_events: bool,
    /// What a step without rebounds comes to; none while that is looked for.
    pub compression: Option<Outcome>,
    /// Relative velocity at the end of the step without contacts, where rebounds are known after a step without
    /// them; else zero.
    pub free: Components,
    /// The share of restitution that its law is to take, in [0, 1]: less than all where all would give energy.
    pub rebound: f64,
    /// The normal velocity with which a sequence of shocks parted the bodies in this step (m/s).
    pub parting: f64,
    /// Rounds of this step before this one.
    pub round: usize,
    /// Whether this is the first step of the simulation: glue is there from the beginning.
    pub is_start: bool,
    /// Length of the step (s).
    pub h: f64,
    /// Weight of the end of the step.
    pub theta: f64,
    /// How much of the step's motion is behind the bodies where bonds take their forces: θ, or all
    /// where one of them has no inertia and is in equilibrium at the end of the step.
    pub reach: f64,
}

impl Seen {
    /// The displacement of a step that ends with this relative velocity, from its beginning.
    pub fn displacement(&self, after: &Components) -> Components {
        (self.before * (1.0 - self.theta) + after * self.theta) * self.h
    }

    /// Relative velocity at the beginning of the step in the frame that the contact has there, midway between
    /// two test configurations: what a shock has to do with.
    pub fn approach(&self) -> Components {
        self.before - self.turn
    }

    /// Whether a shock is of this step.
    pub fn collides(&self) -> bool {
        self.gap <= 0.0 || self.meets
    }

    /// Whether other contacts stand for all of the faces that meet here.
    pub fn has_no_part(&self) -> bool {
        self.area.to_bits() == NO_PART.to_bits()
    }

    /// Whether the bodies touch in the test configuration.
    pub fn touches(&self) -> bool {
        self.gap <= self.touch
    }

    /// Whether the bodies touch at the beginning of the step.
    pub fn touched(&self) -> bool {
        self.gap_before() <= self.touch
    }

    /// The gap at the beginning of the step.
    pub fn gap_before(&self) -> f64 {
        self.gap - (1.0 - self.theta) * self.h * self.before[0]
    }
}

/// What a round of solving gives to a contact.
#[derive(Clone, Copy, Debug, Default)]
pub struct Outcome {
    /// Relative velocity at the end of the step.
    pub velocity: Components,
    /// Impulse of the contact itself.
    pub impulse: Components,
    /// Impulse of the bond.
    pub bond: Components,
    /// What the contact itself does.
    pub status: Status,
    /// Velocities up to this one are what the solver's tolerance leaves to a contact at rest (m/s).
    pub creep: f64,
}

impl Outcome {
    /// Whether the bodies part or slide here: because the contact gives way, and by more than the
    /// solver's tolerance leaves to one that holds.
    pub fn moves(&self) -> bool {
        match self.status {
            Status::Open => self.velocity[0] > self.creep,
            Status::Sliding => sliding(&self.velocity) > self.creep,
            Status::Sticking | Status::Bonded => false,
        }
    }
}

/// A block of the contact problem: between the impulse r = scale (r′ - offset) and
/// u′ = scale (u + shift + compliance r) the cone's law holds for r′ and u′.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    /// Added to the velocity (m/s).
    pub shift: Components,
    /// Added to the impulse before the cone's law (N s): a contact that can pull.
    pub offset: Components,
    /// Of a spring in series (1/kg).
    pub compliance: Components,
    /// Of each component: with a coefficient of 1, other frictions along other directions.
    pub scale: Components,
    /// The cone.
    pub cone: Cone,
}

impl Block {
    /// A block of this cone and nothing else.
    pub fn new(cone: Cone) -> Self {
        let (zero, one) = (Components::zeros(), Components::repeat(1.0));
        Self { shift: zero, offset: zero, compliance: zero, scale: one, cone }
    }

    /// A slider that takes up to this impulse along the tangents, whatever the normal impulse. Its own
    /// normal component belongs to nobody: r′_N is the bound.
    pub fn slider(bound: f64) -> Self {
        let mut block = Self::new(Cone::Coulomb { mu: 1.0 });
        block.offset[0] = bound;
        block.scale[0] = 0.0;
        block.scale.fixed_rows_mut::<3>(3).fill(0.0);
        block
    }

    /// A block that holds, but does not keep from rolling.
    pub fn bond() -> Self {
        let mut block = Self::new(Cone::Free);
        block.scale.fixed_rows_mut::<3>(3).fill(0.0);
        block
    }
}

/// The blocks of a contact.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blocks {
    /// The contact itself.
    pub contact: Option<Block>,
    /// What holds the bodies together beside it.
    pub bond: Option<Block>,
}

/// Length of the tangential part.
pub fn sliding(x: &Components) -> f64 {
    x[1].hypot(x[2])
}
