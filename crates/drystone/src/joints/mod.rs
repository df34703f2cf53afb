//! Joints: ideal linkages between two bodies, or a body and the ground.
//!
//! A joint is a list of rows ([`Row`]): directions of relative motion, each held, bounded on one side,
//! sprung or rubbing. They become blocks of the same problem that contacts are in, with the free cone
//! where both directions are held, so that no solver knows of joints.
//!
//! With J(q) the row, J̃ that of the test configuration, a row that is held has at the end of a step
//!
//! ```text
//! J̃ v⁺ + (1 - θ)/θ (J̃ v⁻ - J(q) v⁻) = rate
//! ```
//!
//! J̃ v⁻ - J v⁻ is what the turning of the row makes of velocities that were right before. With them
//! and θ = 1/2 the impulse does no work, so that linkages keep their energy to second order; what was
//! not right, after a shock, is gone at once. Positions are put right after each step by the least
//! motion in the norm of the masses, which costs no velocity: linkages do not drift however long
//! they run.
//!
//! Everything is written for space; in the plane the rows out of it vanish and are dropped.
//!
//! | joint | file | holds (space) | holds (plane) |
//! |---|---|---|---|
//! | weld | `weld.rs` | all | all |
//! | hinge | `hinge.rs` | all but turning about the axis | position |
//! | ball | `ball.rs` | position | position |
//! | slider | `slider.rs` | all but sliding along the axis | all but sliding along the axis |
//! | rod | `rod.rs` | a distance | a distance |
//! | rope | `rope.rs` | a distance from above | a distance from above |
//! | spring | `spring.rs` | nothing: a force along a line | nothing |
//! | gear | `gear.rs` | a ratio of spins | a ratio of spins |

mod ball;
mod coordinate;
mod feasibility;
mod gear;
mod hinge;
mod place;
mod redundancy;
mod report;
mod rod;
mod rope;
mod row;
mod slider;
mod spring;
mod weld;

pub use ball::Ball;
pub use coordinate::{Coordinate, Motor};
pub use feasibility::{Misfit, misfit};
pub use gear::Gear;
pub use hinge::Hinge;
pub use place::{Placed, embed};
pub use redundancy::{held_twice, redundancy};
pub use report::{JointReport, JointStatus};
pub use rod::Rod;
pub use rope::Rope;
pub use row::{Row, RowKind};
pub use slider::Slider;
pub use spring::Spring;
pub use weld::Weld;

use crate::choices::choices;
use crate::laws::Wrong;

/// A kind of joint.
pub trait JointLaw {
    /// Whether its numbers are possible.
    ///
    /// # Errors
    ///
    /// The key of one that is not.
    fn check(&self) -> Result<(), Wrong> {
        Ok(())
    }

    /// The rows of a joint whose sides stand here.
    fn rows(&self, placed: &Placed, rows: &mut Vec<Row>);

    /// The direction that the joint leaves free, where there is one, and the angle or displacement along
    /// it: followed from step to step, so that angles may go round.
    fn free(&self, _placed: &Placed) -> Option<(Row, f64)> {
        None
    }

    /// The direction along which it is told where a joint stands, and where: what is free, or the
    /// length of a rod beyond its own.
    fn standing(&self, placed: &Placed) -> Option<(Row, f64)> {
        self.free(placed)
    }

    /// Whether it has two points, one on each body, rather than one.
    fn has_two_points(&self) -> bool {
        false
    }

    /// Whether it has an axis in space; and in the plane.
    fn has_axis(&self) -> [bool; 2] {
        [false; 2]
    }
}

choices! {
    /// The kind of a joint.
    JointKind: JointLaw {
        /// Two bodies become one.
        Weld = "weld",
        /// Turning about an axis.
        Hinge = "hinge",
        /// Turning about a point.
        Ball = "ball",
        /// Sliding along an axis.
        Slider = "slider",
        /// A fixed distance between two points.
        Rod = "rod",
        /// A greatest distance between two points.
        Rope = "rope",
        /// A spring between two points.
        Spring = "spring",
        /// Spins in a fixed ratio.
        Gear = "gear",
    }
}

/// A joint between two bodies.
#[derive(Clone, Debug)]
pub struct Joint {
    /// Its name.
    pub name: String,
    /// The two bodies.
    pub bodies: [usize; 2],
    /// The joint's frame in each body's frame: its point, and its axis as the third direction.
    pub frames: [crate::space::Pose<3>; 2],
    /// What it does.
    pub kind: JointKind,
    /// Motor, limits, friction and spring of what it leaves free.
    pub coordinate: Coordinate,
    /// Whether the two bodies may touch each other.
    pub contact: bool,
    /// What it keeps from step to step.
    pub state: JointState,
}

/// What a joint keeps from step to step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JointState {
    /// The angle or displacement that it leaves free, since the beginning.
    pub coordinate: f64,
    /// Impulses of its rows in the last step (N s, N m s).
    pub impulses: Vec<f64>,
    /// What it did in the last step.
    pub report: JointReport,
}

impl Joint {
    /// Its rows where the bodies stand here, at a time (s).
    pub fn rows(&self, poses: [crate::space::Pose<3>; 2], t: f64, rows: &mut Vec<Row>) {
        rows.clear();
        let placed = Placed::new(&self.frames, poses, self.state.coordinate);
        let law = self.kind.law();
        law.rows(&placed, rows);
        if let Some((row, at)) = law.free(&placed) {
            let reaction = self.state.reaction(rows.len());
            self.coordinate.rows(&row, at, t, reaction, rows);
        }
    }

    /// The coordinate where the bodies stand here.
    pub fn coordinate_at(&self, poses: [crate::space::Pose<3>; 2]) -> Option<f64> {
        let placed = Placed::new(&self.frames, poses, self.state.coordinate);
        self.kind.law().free(&placed).map(|(_, at)| at)
    }
}

impl JointState {
    /// The length of the impulses of the first rows, three at most: the force of the joint.
    fn reaction(&self, rows: usize) -> f64 {
        let first = &self.impulses[..rows.min(3).min(self.impulses.len())];
        first.iter().map(|r| r * r).sum::<f64>().sqrt()
    }
}
