//! How many directions joints hold more than once, and which closed contacts press where joints hold already.

use super::{Joint, RowKind, embed};
use crate::bodies::Bodies;
use crate::contact::Contact;
use crate::wrench::{Wrench, contact_wrench};

/// Most rows that are looked into: the work grows with their third power.
const MOST: usize = 1500;
/// What is left of a row that depends on others, relative to it.
const NOTHING: f64 = 1e-10;

/// Rows that are held and follow from others, where the bodies stand now: the number of held rows less
/// the rank of their matrix, by Cholesky's method with the greatest pivot first. Bodies count
/// with mass 1, which changes no rank. `None` where there are too many rows.
pub fn redundancy<const D: usize>(joints: &[Joint], bodies: &Bodies<D>) -> Option<usize> {
    let held = held(joints, bodies);
    let n = held.len();
    (n <= MOST).then(|| n - Left::of(&held, n).rank)
}

/// Of closed contacts those whose normals joints hold by themselves: what of the force the contact takes, and what
/// the joints, is not unique. `None` where there are too many rows.
pub fn held_twice<const D: usize>(
    joints: &[Joint],
    bodies: &Bodies<D>,
    contacts: &[Contact<D>],
) -> Option<Vec<usize>> {
    let is_joined = |c: &Contact<D>| {
        let of =
            |joint: &Joint| joint.bodies.iter().any(|b| c.bodies.contains(b) && bodies.movable(*b));
        joints.iter().any(of)
    };
    let met: Vec<usize> = (0..contacts.len()).filter(|c| is_joined(&contacts[*c])).collect();
    let mut rows = held(joints, bodies);
    let n = rows.len();
    if n + met.len() > MOST {
        return None;
    }
    rows.extend(met.iter().map(|c| {
        [0, 1].map(|side| {
            let contact = &contacts[*c];
            free(bodies, contact.bodies[side], contact_wrench(contact, side, 0))
        })
    }));
    let left = Left::of(&rows, n);
    Some((0..met.len()).filter(|k| left.share(n + k) <= NOTHING).map(|k| met[k]).collect())
}

/// A row: what a unit of it does to the two bodies.
type Pair = [(usize, Wrench); 2];

/// A side of a row; nothing where the body cannot be moved.
fn free<const D: usize>(bodies: &Bodies<D>, body: usize, wrench: Wrench) -> (usize, Wrench) {
    (body, if bodies.movable(body) { wrench } else { [0.0; 6] })
}

fn held<const D: usize>(joints: &[Joint], bodies: &Bodies<D>) -> Vec<Pair> {
    let (mut held, mut rows) = (vec![], vec![]);
    for joint in joints {
        joint.rows(joint.bodies.map(|body| embed(&bodies.pose(body))), 0.0, &mut rows);
        let is_held = |row: &&super::Row| matches!(row.kind, RowKind::Held { .. });
        for row in rows.iter().filter(|row| row.acts::<D>()).filter(is_held) {
            held.push([0, 1].map(|side| free(bodies, joint.bodies[side], row.wrench::<D>(side))));
        }
    }
    held
}

/// What is left of rows once those that are held are eliminated.
struct Left {
    squares: Vec<f64>,
    scales: Vec<f64>,
    /// How many of the held ones are independent.
    rank: usize,
}

impl Left {
    /// Eliminates the first n of the rows.
    fn of(rows: &[Pair], n: usize) -> Self {
        let product = |i: usize, j: usize| {
            let mut sum = 0.0;
            for (a, left) in &rows[i] {
                for (_, right) in rows[j].iter().filter(|(b, _)| a == b) {
                    sum += left.iter().zip(right).map(|(x, y)| x * y).sum::<f64>();
                }
            }
            sum
        };
        let scales: Vec<f64> = (0..rows.len()).map(|i| product(i, i)).collect();
        let mut left = Self { squares: scales.clone(), scales, rank: 0 };
        let mut factor: Vec<Vec<f64>> = vec![];
        let mut pivots: Vec<usize> = vec![];
        loop {
            let share = |i: &usize| left.share(*i);
            let rest = (0..n).filter(|i| !pivots.contains(i));
            let best = rest.max_by(|a, b| share(a).total_cmp(&share(b)));
            let Some(p) = best.filter(|p| share(p) > NOTHING) else { break };
            let root = left.squares[p].sqrt();
            let mut column = vec![0.0; rows.len()];
            for i in 0..rows.len() {
                let known: f64 = factor.iter().map(|c| c[i] * c[p]).sum();
                column[i] = (product(i, p) - known) / root;
                left.squares[i] -= column[i] * column[i];
            }
            pivots.push(p);
            factor.push(column);
        }
        left.rank = pivots.len();
        left
    }

    fn share(&self, i: usize) -> f64 {
        self.squares[i] / self.scales[i].max(f64::MIN_POSITIVE)
    }
}
