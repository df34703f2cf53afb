//! A cylinder inside a drum.
//!
//! The distance from the drum's axis is a convex function, so over a cylinder it is greatest on a
//! rim. Along a rim its square is a trigonometric polynomial of degree 2 with at most two maxima,
//! and every maximum of either rim within the alert distance is a touch: one of each rim for
//! a roller, two of each for a disc that stands across. The flat walls are planes.

use super::meeting::Found;
use super::on_half_space::on_plane;
use super::rod::Rod;
use super::root::falls;
use crate::contact::Touch;
use crate::detection::pairs::feature::{Feature, code};
use crate::fem::mesh::Spot;
use crate::shapes::{Cylinder, Drum};
use crate::space::{Pose, Vector};
use std::f64::consts::TAU;

pub(in super::super) fn collide<const D: usize>(
    buffer: &mut Vec<Found<D>>,
    cylinder: &Cylinder<D>,
    pose: &Pose<D>,
    drum: &Drum<D>,
    drum_pose: &Pose<D>,
    alert: f64,
    out: &mut Vec<Touch<D>>,
) {
    let between = drum_pose.local_direction(&(pose.position - drum_pose.position));
    let relative = Pose { position: between, rotation: drum_pose.rotation.tr_mul(&pose.rotation) };
    let rod = Rod::at(cylinder, &relative);
    if let Some(half) = drum.half_length() {
        let along = drum.axis().dot(&between);
        for (wall, sign) in [1.0, -1.0].into_iter().enumerate() {
            let normal = drum_pose.direction(&(drum.axis() * -sign));
            let base = half - sign * along;
            on_plane(buffer, cylinder, pose, &normal, base, Feature::Edge(wall), alert, out);
        }
    }
    let mut push = |point: Vector<D>, name: Feature| {
        let radial = drum.radial(&point);
        let distance = radial.norm();
        let gap = drum.radius() - distance;
        if gap <= alert && distance > 0.0 {
            let outward = drum_pose.direction(&(radial / distance));
            let on_candidate = drum_pose.point(&point);
            out.push(Touch {
                on_candidate,
                on_antagonist: on_candidate + outward * gap,
                normal: -outward,
                gap,
                feature: code(name, Feature::Face),
                spots: [Spot::NONE; 2],
                area: 0.0,
            });
        }
    };
    for end in 0..2 {
        let slope = |angle: f64| {
            let point = drum.radial(&rod.on_rim(end, angle));
            point.dot(&rod.rim_slope(angle))
        };
        // A rim that is coaxial with the drum is equally far everywhere.
        let off = drum.radial(&rod.end(end)).norm() + drum.radial(&rod.axis).norm() * rod.radius;
        if off <= 1e-12 * rod.radius {
            push(rod.mark(end, 0), Feature::Edge(end));
            continue;
        }
        let (start, mut count) = (0.1, 0);
        falls(start, start + TAU, slope, |angle| {
            push(rod.on_rim(end, angle), Feature::Edge(end + 2 * count));
            count += 1;
        });
    }
}
