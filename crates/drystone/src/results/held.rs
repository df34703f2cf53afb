//! What bonds and joints hold on to, as numbers and back, for checkpoints.

use super::Frame;
use crate::contact::{Anchor, Contact};
use crate::joints::JointState;
use crate::space::{Matrix, Vector};

/// For each anchor the place of its contact in the list, its points and its frame.
pub fn of_anchors<const D: usize>(frame: &Frame<D>) -> Vec<f64> {
    let mut numbers = vec![];
    for anchor in &frame.anchors {
        let Ok(place) = frame.contacts.binary_search_by_key(&anchor.id, |c| c.id) else { continue };
        numbers.push(place as f64);
        numbers.extend(anchor.points.iter().flat_map(|point| point.iter().copied()));
        numbers.extend(anchor.frame.iter());
    }
    numbers
}

/// The anchors of such numbers; `None` where they are none.
pub fn anchors<const D: usize>(numbers: &[f64], contacts: &[Contact<D>]) -> Option<Vec<Anchor<D>>> {
    let size = 1 + 2 * D + D * D;
    if !numbers.len().is_multiple_of(size) {
        return None;
    }
    let anchor = |numbers: &[f64]| {
        let contact = contacts.get(numbers[0] as usize)?;
        let point = |k: usize| Vector::<D>::from_column_slice(&numbers[1 + k * D..1 + (k + 1) * D]);
        Some(Anchor {
            id: contact.id,
            bodies: contact.bodies,
            points: [point(0), point(1)],
            frame: Matrix::<D>::from_column_slice(&numbers[1 + 2 * D..]),
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
    }
}
