//! A solid cylinder on a terrain.
//!
//! The lowest points of a cylinder depend on the direction, so every piece of the surface asks for
//! its own: a facet for the patch that faces it, cap or generator, of which the points over the
//! facet touch (`facets`); an edge for the direction of its cone along which the cylinder is
//! farthest from it, or overlaps it least (`ridges`); a vertex for the nearest point of the solid
//! (`peaks`). What went behind the surface next to these is led out the nearest way (`sunk`).

mod facets;
mod peaks;
mod ridges;
mod sunk;

use super::super::cylinder::Found;
use super::super::cylinder::meeting::Meeting as Along;
use super::super::cylinder::rod::Rod;
use super::{Buffers, Meeting};
use crate::contact::Touch;
use crate::shapes::{Cylinder, Terrain};
use crate::space::Pose;

/// A cylinder in the frame of the terrain it meets.
struct OnTerrain<'a, 'b, const D: usize> {
    rod: &'a Rod<D>,
    near: &'a Buffers<D>,
    ground: Meeting<'b, D>,
    /// The search along one direction.
    along: Along<'a, D>,
    /// Touches so near to a sunk point lead it out too.
    neighbourhood: f64,
}

pub(in super::super) fn collide<const D: usize>(
    work: &mut Buffers<D>,
    found: &mut Vec<Found<D>>,
    cylinder: &Cylinder<D>,
    cylinder_pose: &Pose<D>,
    (terrain, pose): (&Terrain<D>, &Pose<D>),
    alert: f64,
    out: &mut Vec<Touch<D>>,
) {
    let relative = Pose {
        position: pose.local_point(&cylinder_pose.position),
        rotation: pose.rotation.tr_mul(&cylinder_pose.rotation),
    };
    if !work.gather(terrain, &cylinder.bounds(&relative).grown(alert)) {
        return;
    }
    let rod = Rod::at(cylinder, &relative);
    let size = cylinder.breadth();
    let ground = Meeting::new((terrain, pose), [0.0, size, cylinder.reach()], alert, out);
    let along = Along {
        d: -rod.axis,
        alert: ground.reach,
        on: 2e-10 * size + ground.tiny,
        close: ground.close,
        found,
    };
    let neighbourhood = 0.5 * size;
    let mut body = OnTerrain { rod: &rod, near: work, ground, along, neighbourhood };
    body.facets();
    body.ridges();
    body.peaks();
    body.sunk();
    body.pierced();
    body.ground.keep_shorter(|up| rod.farthest(&-up));
}
