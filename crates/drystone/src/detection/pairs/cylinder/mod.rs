//! A solid cylinder and every other shape.
//!
//! A direction d from the cylinder to the other shape comes first: the one along which the two
//! are farthest apart, or overlap least. What of each shape faces the other along d is a patch (a
//! cap, a generator, a face, an edge, a corner), and the touches are where two patches lie
//! opposite each other (`patch`, `meeting`). A cap that lies on something flat stands on eight
//! marks of its rim, which are fixed to the body, on the lowest point of the rim, exact, and where
//! the rim crosses an edge; a cylinder that lies stands on the two ends of a generator, or of the
//! part of it that is over the other shape; one on its rim on one exact point.

mod ball;
mod crossing;
mod in_drum;
pub(super) mod meeting;
mod on_core;
mod on_cylinder;
mod on_half_space;
pub(super) mod patch;
pub(super) mod rod;
pub(super) mod root;

pub(super) use ball::collide as ball;
pub(super) use in_drum::collide as in_drum;
pub(super) use meeting::Found;
pub(super) use on_core::collide as core;
pub(super) use on_cylinder::collide as cylinder;
pub(super) use on_half_space::collide as half_space;

/// Sine of the angle up to which a flat patch and a direction count as square: a cap tilted by
/// more touches with its lowest point alone.
pub(super) const TILT: f64 = 0.1;
