//! What bonds and joints hold on to, as numbers and back, for checkpoints.

use crate::contact::{Anchor, ContactId, Image};
use crate::fem::mesh::Spot;
use crate::joints::{JointReport, JointState, JointStatus};
use crate::space::{Matrix, Vector};

/// Numbers of an anchor beside its points and its frame: identity, bodies, spots, whether it is broken.
const ANCHOR: usize = 15;

/// For each anchor its identity, bodies, spots, whether it is broken, its points and its frame.
pub fn of_anchors<const D: usize>(anchors: &[Anchor<D>]) -> Vec<f64> {
    let mut numbers = vec![];
    for anchor in anchors {
        let ContactId { candidate, antagonist, image, feature } = anchor.id;
        numbers.extend([f64::from(candidate), f64::from(antagonist)]);
        numbers.extend([image.code(), feature].into_iter().flat_map(halves));
        numbers.extend(anchor.bodies.map(|body| body as f64));
        for spot in anchor.spots {
            numbers.extend([f64::from(spot.facet), spot.at[0], spot.at[1]]);
        }
        numbers.push(f64::from(u8::from(anchor.is_broken)));
        numbers.extend(anchor.points.iter().flat_map(|point| point.iter().copied()));
        numbers.extend(anchor.frame.iter());
    }
    numbers
}

/// A number of 64 bits as two that a float keeps.
fn halves(number: u64) -> [f64; 2] {
    [number >> 32, number & 0xffff_ffff].map(|half| half as f64)
}

/// The anchors of such numbers; `None` where they are none.
pub fn anchors<const D: usize>(numbers: &[f64]) -> Option<Vec<Anchor<D>>> {
    let size = ANCHOR + 2 * D + D * D;
    if !numbers.len().is_multiple_of(size) {
        return None;
    }
    let whole = |x: f64| (x >= 0.0 && x <= f64::from(u32::MAX) && x.fract() == 0.0).then_some(x);
    let anchor = |numbers: &[f64]| {
        let count = |k: usize| whole(numbers[k]).map(|x| x as u32);
        let long = |k: usize| Some(u64::from(count(k)?) << 32 | u64::from(count(k + 1)?));
        let spot = |k: usize| Some(Spot { facet: count(k)?, at: [numbers[k + 1], numbers[k + 2]] });
        let rest = &numbers[ANCHOR..];
        let point = |k: usize| Vector::<D>::from_column_slice(&rest[k * D..(k + 1) * D]);
        Some(Anchor {
            id: ContactId {
                candidate: count(0)?,
                antagonist: count(1)?,
                image: Image::from_code(long(2)?),
                feature: long(4)?,
            },
            bodies: [count(6)? as usize, count(7)? as usize],
            spots: [spot(8)?, spot(11)?],
            points: [point(0), point(1)],
            frame: Matrix::<D>::from_column_slice(&rest[2 * D..]),
            is_broken: count(14)? != 0,
        })
    };
    numbers.chunks_exact(size).map(anchor).collect()
}

/// For each joint its coordinate, how many impulses it has, and these.
pub fn of_joints(joints: &[JointState]) -> Vec<f64> {
    let mut numbers = vec![];
    for joint in joints {
        numbers.extend([joint.coordinate, joint.impulses.len() as f64]);
        numbers.extend(&joint.impulses);
    }
    numbers
}

/// The joints of such numbers; `None` where they are none.
pub fn joints(mut numbers: &[f64]) -> Option<Vec<JointState>> {
    let mut joints = vec![];
    while let [coordinate, count, rest @ ..] = numbers {
        let (impulses, rest) = rest.split_at_checked(*count as usize)?;
        let impulses = impulses.to_vec();
        joints.push(JointState { coordinate: *coordinate, impulses, ..JointState::default() });
        numbers = rest;
    }
    numbers.is_empty().then_some(joints)
}

/// Numbers of what a joint did.
const REPORT: usize = 9;

/// For each joint its impulse and moment, where it stands, how fast, and the number of its status.
pub fn of_reports(joints: &[JointState]) -> Vec<f64> {
    let of = |joint: &JointState| {
        let JointReport { impulse, coordinate, velocity, status } = joint.report;
        impulse.into_iter().chain([coordinate, velocity, status.number() as f64])
    };
    joints.iter().flat_map(of).collect()
}

/// Gives joints such numbers.
pub fn fill_reports(numbers: &[f64], joints: &mut [JointState]) {
    for (joint, numbers) in joints.iter_mut().zip(numbers.chunks_exact(REPORT)) {
        let (impulse, rest) = numbers.split_at(6);
        joint.report.impulse.copy_from_slice(impulse);
        (joint.report.coordinate, joint.report.velocity) = (rest[0], rest[1]);
        joint.report.status = JointStatus::from_number(rest[2] as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joints_come_back_and_what_is_cut_off_does_not() {
        let state = |k: usize| {
            let impulses = vec![0.5; k];
            JointState { coordinate: k as f64, impulses, ..JointState::default() }
        };
        let states: Vec<_> = (0..4).map(state).collect();
        let numbers = of_joints(&states);
        assert_eq!(joints(&numbers), Some(states));
        assert_eq!(joints(&numbers[..numbers.len() - 1]), None);
        let report = JointReport {
            impulse: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
            coordinate: 7.0,
            velocity: 8.0,
            status: JointStatus::AtLimit,
        };
        let told = JointState { report, ..JointState::default() };
        let mut again = [JointState::default(), JointState::default()];
        fill_reports(&of_reports(&[JointState::default(), told.clone()]), &mut again);
        assert_eq!(again, [JointState::default(), told]);
    }
}
