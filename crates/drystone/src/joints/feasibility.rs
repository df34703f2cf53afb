//! Whether joints can hold together at all, where the bodies stand at the beginning.
//!
//! Most joints hold there by the way they are given. A rod or rope with a length of its own need not, and
//! then the bodies must be brought to where all of them hold. The errors e of the rows are made least by
//! Levenberg's and Marquardt's method: motions δ = Jᵀ y with (J Jᵀ + λ) y = -e. What is left of
//! them at the least, from several configurations near the first, is what joints demand of each other in
//! vain.

use super::{Joint, Row, RowKind, embed};
use crate::bodies::Bodies;
use crate::space::{advance, configuration_size};
use nalgebra::{DMatrix, DVector};

/// Most rows that are looked into: the work grows with their third power.
const MOST: usize = 600;
/// Errors that are none (m, rad).
const NOTHING: f64 = 1e-9;
/// Most steps from one configuration.
const STEPS: usize = 200;
/// Configurations that are begun with.
const TRIALS: usize = 5;

/// How far joints are from holding.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Misfit {
    /// Joints that do not hold at the beginning, with their errors (m, rad), the greatest first.
    pub before: Vec<(usize, f64)>,
    /// Joints that do not hold however the bodies are moved.
    pub after: Vec<(usize, f64)>,
    /// Where all bodies would have to be for the others to hold.
    pub q: Vec<f64>,
}

/// How far joints are from holding where the bodies stand, and where they can be brought. `None` where there
/// are too many rows.
pub fn misfit<const D: usize>(joints: &[Joint], bodies: &Bodies<D>) -> Option<Misfit> {
    let rows = active::<D>(joints, &bodies.q);
    let before = wrong(joints.len(), &rows);
    if before.is_empty() {
        return Some(Misfit::default());
    }
    if rows.len() > MOST {
        return None;
    }
    let (mut after, mut moved_to) = (vec![], vec![]);
    for trial in 0..TRIALS {
        let mut start = bodies.q.clone();
        if trial > 0 {
            let jolt = jolt(bodies, trial, before[0].1);
            moved(bodies, &jolt, &mut start);
        }
        let (rows, q) = least(joints, bodies, start);
        let left = wrong(joints.len(), &rows);
        if left.is_empty() {
            return Some(Misfit { before, after: left, q });
        }
        if trial == 0 {
            (after, moved_to) = (left, q);
        }
    }
    Some(Misfit { before, after, q: moved_to })
}

/// The rows where their errors are least, from a configuration on, and where that is.
fn least<const D: usize>(
    joints: &[Joint],
    bodies: &Bodies<D>,
    mut q: Vec<f64>,
) -> (Vec<(usize, Row)>, Vec<f64>) {
    let mut rows = active::<D>(joints, &q);
    let (mut damping, mut sum) = (1e-3, square(&rows));
    for _ in 0..STEPS {
        if sum <= NOTHING * NOTHING || damping > 1e12 {
            break;
        }
        let Some(motion) = step(joints, bodies, &rows, damping) else { break };
        let mut next = q.clone();
        moved(bodies, motion.as_slice(), &mut next);
        let new = active::<D>(joints, &next);
        if square(&new) < sum {
            (q, rows, damping) = (next, new, (0.1 * damping).max(1e-15));
            sum = square(&rows);
        } else {
            damping *= 10.0;
        }
    }
    (rows, q)
}

/// Moves all bodies.
fn moved<const D: usize>(bodies: &Bodies<D>, motion: &[f64], q: &mut [f64]) {
    for body in 0..bodies.len() {
        advance::<D>(&mut q[bodies.q_range(body)], &motion[bodies.v_range(body)], 1.0);
    }
}

/// Motions in all directions, of the size of the errors: from where a linkage is stretched the errors do not
/// say where to go.
fn jolt<const D: usize>(bodies: &Bodies<D>, trial: usize, size: f64) -> Vec<f64> {
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(trial as u64);
    let mut motion = vec![0.0; bodies.v.len()];
    for body in 0..bodies.len() {
        let rigid = &bodies.list[body];
        for (k, dof) in bodies.v_range(body).enumerate() {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let share = (seed >> 33) as f64 / f64::from(1_u32 << 31) - 0.5;
            if rigid.movable() && rigid.drives.iter().all(|drive| drive.dof != k) {
                motion[dof] = share * size.min(1.0);
            }
        }
    }
    motion
}

/// Rows that are held, and those that are beyond their bound, with their joints.
fn active<const D: usize>(joints: &[Joint], q: &[f64]) -> Vec<(usize, Row)> {
    let n = configuration_size(D);
    let (mut all, mut rows) = (vec![], vec![]);
    for (j, joint) in joints.iter().enumerate() {
        let pose = |body: usize| crate::space::pose::<D>(&q[body * n..(body + 1) * n]);
        joint.rows(joint.bodies.map(|body| embed(&pose(body))), 0.0, &mut rows);
        let counts = |row: &&Row| match row.kind {
            RowKind::Held { .. } => true,
            RowKind::AtLeast => row.error < 0.0,
            _ => false,
        };
        all.extend(rows.iter().filter(|r| r.acts::<D>()).filter(counts).map(|row| (j, *row)));
    }
    all
}

fn square(rows: &[(usize, Row)]) -> f64 {
    rows.iter().map(|(_, row)| row.error * row.error).sum()
}

/// The motion that lessens the errors; bodies count with mass 1, and not where they are fixed or driven.
fn step<const D: usize>(
    joints: &[Joint],
    bodies: &Bodies<D>,
    rows: &[(usize, Row)],
    damping: f64,
) -> Option<DVector<f64>> {
    let mut matrix = DMatrix::<f64>::zeros(rows.len(), bodies.v.len());
    for (i, (j, row)) in rows.iter().enumerate() {
        for side in 0..2 {
            let body = joints[*j].bodies[side];
            let rigid = &bodies.list[body];
            let free = |k: usize| rigid.movable() && rigid.drives.iter().all(|d| d.dof != k);
            for (k, dof) in bodies.v_range(body).enumerate().filter(|(k, _)| free(*k)) {
                matrix[(i, dof)] += row.wrench::<D>(side)[k];
            }
        }
    }
    let mut square = &matrix * matrix.transpose();
    for i in 0..rows.len() {
        square[(i, i)] += damping;
    }
    let errors = DVector::from_iterator(rows.len(), rows.iter().map(|(_, row)| -row.error));
    Some(matrix.transpose() * square.cholesky()?.solve(&errors))
}

/// Joints whose errors are not nothing, the greatest first.
fn wrong(joints: usize, rows: &[(usize, Row)]) -> Vec<(usize, f64)> {
    let mut worst = vec![0.0_f64; joints];
    for (j, row) in rows {
        worst[*j] = worst[*j].max(row.error.abs());
    }
    let mut wrong: Vec<_> = worst.into_iter().enumerate().filter(|(_, e)| *e > NOTHING).collect();
    wrong.sort_by(|a, b| b.1.total_cmp(&a.1));
    wrong
}
