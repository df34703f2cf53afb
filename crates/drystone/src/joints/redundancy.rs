//! How many directions joints hold more than once.

use super::{Joint, RowKind, embed};
use crate::bodies::Bodies;
use crate::wrench::Wrench;

/// Most rows that are looked into: the work grows with their third power.
const MOST: usize = 1500;
/// What is left of a row that depends on others, relative to it.
const NOTHING: f64 = 1e-10;

/// Rows that are held and follow from others, where the bodies stand now: the number of held rows less
/// the rank of their matrix, by Cholesky's method with the greatest pivot first. Bodies count
/// with mass 1, which changes no rank. `None` where there are too many rows.
pub fn redundancy<const D: usize>(joints: &[Joint], bodies: &Bodies<D>) -> Option<usize> {
    let mut held: Vec<[(usize, Wrench); 2]> = vec![];
    let mut rows = vec![];
    for joint in joints {
        joint.rows(joint.bodies.map(|body| embed(&bodies.pose(body))), 0.0, &mut rows);
        let is_held = |row: &&super::Row| matches!(row.kind, RowKind::Held { .. });
        for row in rows.iter().filter(|row| row.acts::<D>()).filter(is_held) {
            held.push([0, 1].map(|side| {
                let body = joint.bodies[side];
                let free = bodies.list[body].movable();
                (body, if free { row.wrench::<D>(side) } else { [0.0; 6] })
            }));
        }
    }
    if held.len() > MOST {
        return None;
    }
    let n = held.len();
    let product = |i: usize, j: usize| {
        let mut sum = 0.0;
        for (a, left) in &held[i] {
            for (_, right) in held[j].iter().filter(|(b, _)| a == b) {
                sum += left.iter().zip(right).map(|(x, y)| x * y).sum::<f64>();
            }
        }
        sum
    };
    let mut left: Vec<f64> = (0..n).map(|i| product(i, i)).collect();
    let scale = left.clone();
    let mut factor: Vec<Vec<f64>> = vec![];
    let mut pivots: Vec<usize> = vec![];
    loop {
        let share = |i: &usize| left[*i] / scale[*i].max(f64::MIN_POSITIVE);
        let best =
            (0..n).filter(|i| !pivots.contains(i)).max_by(|a, b| share(a).total_cmp(&share(b)));
        let Some(p) = best.filter(|p| share(p) > NOTHING) else { return Some(n - pivots.len()) };
        let root = left[p].sqrt();
        let mut column = vec![0.0; n];
        for i in 0..n {
            let known: f64 = factor.iter().map(|c| c[i] * c[p]).sum();
            column[i] = (product(i, p) - known) / root;
            left[i] -= column[i] * column[i];
        }
        pivots.push(p);
        factor.push(column);
    }
}
