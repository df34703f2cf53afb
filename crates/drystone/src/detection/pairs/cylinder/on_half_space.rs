//! Cylinder on half-space, and on the flat wall of a drum.

use super::meeting::{Found, Meeting};
use super::patch::Patch;
use super::rod::Rod;
use crate::contact::Touch;
use crate::detection::pairs::feature::{Feature, code};
use crate::fem::mesh::Spot;
use crate::shapes::{Cylinder, HalfSpace};
use crate::space::{Pose, Vector};

pub(in super::super) fn collide<const D: usize>(
    buffer: &mut Vec<Found<D>>,
    cylinder: &Cylinder<D>,
    pose: &Pose<D>,
    ground: &HalfSpace<D>,
    ground_pose: &Pose<D>,
    alert: f64,
    out: &mut Vec<Touch<D>>,
) {
    let normal = ground_pose.direction(ground.normal());
    let base = normal.dot(&(pose.position - ground_pose.position));
    on_plane(buffer, cylinder, pose, &normal, base, Feature::Face, alert, out);
}

/// Touches with the plane at the distance `base` below the cylinder's centre.
#[allow(clippy::too_many_arguments)] // a shape, a plane and where touches go
pub(super) fn on_plane<const D: usize>(
    buffer: &mut Vec<Found<D>>,
    cylinder: &Cylinder<D>,
    pose: &Pose<D>,
    normal: &Vector<D>,
    base: f64,
    name: Feature,
    alert: f64,
    out: &mut Vec<Touch<D>>,
) {
    if base > cylinder.reach() + alert {
        return;
    }
    // Heights are taken in the cylinder's own frame, where coordinates are small.
    let rod = Rod::at_home(cylinder);
    let d = -pose.local_direction(normal);
    let size = cylinder.breadth();
    let mut meeting = Meeting { d, alert, on: 2e-10 * size, close: 1e-5 * size, found: buffer };
    meeting.patches([Patch::of_rod(&rod, &d), Patch::Plane(-d, d * base)]);
    for found in buffer.iter() {
        let [mine, theirs] = found.points.map(|p| pose.point(&p));
        out.push(Touch {
            on_candidate: mine,
            on_antagonist: theirs,
            normal: *normal,
            gap: found.gap,
            feature: code(found.names[0], name),
            spots: [Spot::NONE; 2],
            area: 0.0,
        });
    }
}
