//! Bodies that are bent by more than their kinematics allows for.
//!
//! With "small" displacements, and with one rotation for the whole body ("corotational"), what an
//! element turns beside its frame is taken for small: strains are wrong by half of its square. A
//! cantilever whose end turns by a radian is far too stiff by then, and nothing else tells.

use crate::world::World;
use serde::Serialize;

/// Angle beside the frame from which on a body is told (rad): a cantilever that is turned about so
/// far at its end gives way by 2 % too little.
const MOST: f64 = 0.03;

/// A body that is bent too far.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Bent {
    /// Its name.
    pub body: String,
    /// The greatest angle between an element and its frame (rad).
    pub angle: f64,
}

/// The worst one, as the world stands.
pub(super) fn worst<const D: usize>(world: &World<D>) -> Option<Bent> {
    let bodies = &world.bodies;
    let angle = |i: usize| {
        let x = &bodies.q[bodies.q_range(i)];
        bodies.deformable(i).map_or(0.0, |soft| soft.greatest_turn(x))
    };
    let angles = (0..bodies.len()).map(|i| (i, angle(i)));
    let (i, angle) =
        angles.filter(|(_, angle)| *angle > MOST).max_by(|a, b| a.1.total_cmp(&b.1))?;
    Some(Bent { body: bodies.list[i].name.clone(), angle })
}
