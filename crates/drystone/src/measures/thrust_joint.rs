//! The joints of a line of thrust: pairs of bodies, the force between them and where it acts.

use super::View;
use super::view::inside;
use crate::contact::Image;
use crate::space::{Matrix, Vector};
use std::collections::BTreeMap;

/// The contacts of two bodies.
pub(super) struct Joint<const D: usize> {
    pub bodies: [usize; 2],
    /// To the image that counts.
    way: Vector<D>,
    /// On the first body.
    pub force: Vector<D>,
    pub normal_force: f64,
    pub pressure: Vector<D>,
    pub frame: Matrix<D>,
    points: Vec<Vector<D>>,
}

/// The joints that carry something, in the order of their bodies.
pub(super) fn joints<const D: usize>(view: &View<D>) -> Vec<Joint<D>> {
    let mut found: BTreeMap<([usize; 2], Image), Joint<D>> = BTreeMap::new();
    for contact in view.contacts.iter().filter(|contact| view.names(contact)) {
        let Some(place) = view.place(&contact.point) else { continue };
        let joint = found.entry((contact.bodies, contact.id.image)).or_insert_with(|| Joint {
            way: place - contact.point,
            bodies: contact.bodies,
            force: Vector::zeros(),
            normal_force: 0.0,
            pressure: Vector::zeros(),
            frame: contact.frame,
            points: vec![],
        });
        // All points of a joint by the image of the first, which a border does not tear apart.
        let point = contact.point + joint.way;
        if view.scope.region.as_ref().is_some_and(|region| !inside(region, &point)) {
            continue;
        }
        joint.points.push(point);
        if contact.impulse[0] > 0.0 {
            let normal = contact.impulse[0] / view.constants.time_step;
            joint.force += view.force(contact);
            joint.pressure += point * normal;
            joint.normal_force += normal;
        }
    }
    let least = view.least_impulse() / view.constants.time_step;
    let mut joints: Vec<Joint<D>> =
        found.into_values().filter(|joint| joint.normal_force > least).collect();
    joints.iter_mut().for_each(|joint| joint.pressure /= joint.normal_force);
    joints
}

impl<const D: usize> Joint<D> {
    /// The ends left and right of a way through the joint.
    pub fn ends(&self, along: &Vector<D>) -> [Vector<D>; 2] {
        let mut left = Vector::<D>::zeros();
        // Turned by a right angle in the plane that is seen: of the first and the last axis.
        (left[0], left[D - 1]) = (-along[D - 1], along[0]);
        let place = |point: &&Vector<D>| left.dot(point);
        let by_place = |a: &&Vector<D>, b: &&Vector<D>| place(a).total_cmp(&place(b));
        let [low, high] =
            [self.points.iter().min_by(by_place), self.points.iter().max_by(by_place)];
        [high, low].map(|end| end.copied().unwrap_or(self.pressure))
    }

    /// The eccentricity, and half the extent along it.
    pub fn eccentricity(&self) -> [f64; 2] {
        let normal = self.frame.column(0).into_owned();
        let in_plane = |x: Vector<D>| x - normal * normal.dot(&x);
        let first = self.points[0];
        // The middle of the box of the points, along the tangents.
        let mut middle = Vector::<D>::zeros();
        for k in 1..D {
            let tangent = self.frame.column(k).into_owned();
            let along = self.points.iter().map(|point| tangent.dot(&(point - first)));
            let (low, high) = along.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| {
                (low.min(x), high.max(x))
            });
            middle += tangent * (0.5 * (low + high));
        }
        let away = in_plane(self.pressure - first) - middle;
        let mut direction = self.frame.column(1).into_owned();
        if D == 3 && away.norm() > 0.0 {
            direction = away / away.norm();
        }
        let reach = |point: &Vector<D>| (point - first - middle).dot(&direction).abs();
        let half = self.points.iter().map(reach).fold(0.0, f64::max);
        [away.dot(&direction), half]
    }
}
