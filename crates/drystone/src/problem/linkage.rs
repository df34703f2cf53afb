//! Joints as blocks of the problem.

use super::assemble::{Assembly, AssemblyInput, Owner};
use crate::bodies::Bodies;
use crate::cone::Cone;
use crate::joints::{Joint, Row, RowKind, embed};
use crate::laws::bonds::spring::Spring;
use crate::linalg::{BlockDiagonal, Side};
use crate::space::Pose;
use crate::wrench::{Wrench, push_row};
use nalgebra::SVector;

impl<const B: usize> Assembly<B> {
    /// Appends the blocks of all joints: rows that are held or sprung as many at a time as a block
    /// has, rows that are bounded or rub one at a time.
    pub(super) fn push_joints<const D: usize>(&mut self, input: &AssemblyInput<D>) {
        self.collect::<D>(input.joints, input.poses, input.time);
        let starts = self.speeds_at_start(input);
        let mut first = 0;
        while first < self.rows.len() {
            let count = self.together(first);
            match self.rows[first].2.kind {
                RowKind::Held { .. } | RowKind::Sprung { .. } => {
                    self.push_held(input, first, &starts[first..first + count]);
                }
                RowKind::AtLeast => {
                    let row = self.rows[first].2;
                    let free = self.speed(input.joints, input.bodies, first, input.v_free);
                    let b = unit(0, free + row.error.max(0.0) / input.h);
                    self.push_one(input, first, 0, (b, Cone::Coulomb { mu: 0.0 }, 0.0));
                }
                RowKind::Rubs { bound } => self.push_rubbing(input, first, bound * input.h),
                RowKind::RubsBy { impulse } => self.push_rubbing(input, first, impulse),
            }
            first += count;
        }
    }

    /// The problem of putting joints right: errors take the place of velocities. Gives the greatest
    /// one.
    pub fn build_corrections<const D: usize>(
        &mut self,
        joints: &[Joint],
        bodies: &Bodies<D>,
        (poses, time): (&[Pose<D>], f64),
        factor: &BlockDiagonal,
    ) -> f64 {
        self.clear(bodies.v.len());
        self.collect::<D>(joints, poses, time);
        let is_wrong = |row: &Row| match row.kind {
            RowKind::Held { .. } => true,
            RowKind::AtLeast => row.error < 0.0,
            _ => false,
        };
        self.rows.retain(|(_, _, row)| is_wrong(row));
        let worst = self.rows.iter().map(|(_, _, row)| row.error.abs()).fold(0.0, f64::max);
        let mut first = 0;
        while first < self.rows.len() {
            let count = self.together(first);
            let mut b = SVector::zeros();
            for k in 0..count {
                b[k] = self.rows[first + k].2.error;
            }
            let held = matches!(self.rows[first].2.kind, RowKind::Held { .. });
            let cone = if held { Cone::Free } else { Cone::Coulomb { mu: 0.0 } };
            self.open_block(b, cone, Owner::Joint { first, count, component: 0 });
            self.fill_rows(joints, bodies, factor, (first, count, 0));
            first += count;
        }
        self.complete();
        worst
    }

    /// The rows of every joint that do anything in D dimensions.
    fn collect<const D: usize>(&mut self, joints: &[Joint], poses: &[Pose<D>], time: f64) {
        let mut rows = vec![];
        for (j, joint) in joints.iter().enumerate() {
            joint.rows(joint.bodies.map(|body| embed(&poses[body])), time, &mut rows);
            let acting = rows.iter().enumerate().filter(|(_, row)| row.acts::<D>());
            self.rows.extend(acting.map(|(k, row)| (j, k, *row)));
        }
    }

    /// How many rows from this one on go into one block.
    fn together(&self, first: usize) -> usize {
        let held = |row: &Row| matches!(row.kind, RowKind::Held { .. } | RowKind::Sprung { .. });
        if !held(&self.rows[first].2) {
            return 1;
        }
        let joint = self.rows[first].0;
        let same = self.rows[first..].iter().take(B);
        same.take_while(|(j, _, row)| *j == joint && held(row)).count()
    }

    fn push_held<const D: usize>(
        &mut self,
        input: &AssemblyInput<D>,
        first: usize,
        starts: &[f64],
    ) {
        let count = starts.len();
        let (h, theta) = (input.h, input.theta);
        let (mut b, mut compliance) = (SVector::<f64, B>::zeros(), SVector::<f64, B>::zeros());
        for k in 0..count {
            let row = self.rows[first + k].2;
            let before = self.speed(input.joints, input.bodies, first + k, &input.bodies.v);
            b[k] = self.speed(input.joints, input.bodies, first + k, input.v_free);
            match row.kind {
                RowKind::Held { rate } => {
                    let turning = before - starts[k];
                    b[k] += (1.0 - theta) / theta * turning - rate;
                }
                RowKind::Sprung { stiffness, damping } => {
                    let stretch = row.error - (1.0 - theta) * h * before;
                    let spring = Spring { stiffness, damping };
                    if let Some([soft, shift]) = spring.terms((h, theta), theta, before, stretch) {
                        compliance[k] = soft;
                        b[k] += shift;
                    }
                }
                _ => {}
            }
        }
        self.open_block(b, Cone::Free, Owner::Joint { first, count, component: 0 });
        self.soften(&compliance);
        self.fill_rows(input.joints, input.bodies, input.factor, (first, count, 0));
    }

    /// A bound that does not depend on anything: its own normal component is the bound.
    fn push_rubbing<const D: usize>(&mut self, input: &AssemblyInput<D>, first: usize, bound: f64) {
        let free = self.speed(input.joints, input.bodies, first, input.v_free);
        self.push_one(input, first, 1, (unit(1, free), Cone::Coulomb { mu: 1.0 }, bound));
    }

    /// A block of one row, which is this component.
    fn push_one<const D: usize>(
        &mut self,
        input: &AssemblyInput<D>,
        first: usize,
        component: usize,
        (b, cone, offset): (SVector<f64, B>, Cone, f64),
    ) {
        let cone = cone.of_components::<D, B>();
        self.open_block(b, cone, Owner::Joint { first, count: 1, component });
        if offset != 0.0 {
            self.has_offsets = true;
            let last = self.offsets.len() - 1;
            self.offsets[last][0] = offset;
        }
        self.soften(&SVector::zeros());
        self.fill_rows(input.joints, input.bodies, input.factor, (first, 1, component));
    }

    /// The rows of the block that was opened last: mass-normalised, and what is idle.
    fn fill_rows<const D: usize>(
        &mut self,
        joints: &[Joint],
        bodies: &Bodies<D>,
        factor: &BlockDiagonal,
        (first, count, component): (usize, usize, usize),
    ) {
        let ends = joints[self.rows[first].0].bodies;
        let (rows, data) = (&self.rows, &mut self.problem.rows.data);
        let sides = [0, 1].map(|side| {
            let range = bodies.v_range(ends[side]);
            let start = data.len() as u32;
            if !bodies.movable(ends[side]) {
                return Side { dof: 0, size: 0, start };
            }
            for k in 0..B {
                let own = k.checked_sub(component).filter(|k| *k < count);
                let wrench: Wrench = own.map_or([0.0; 6], |k| rows[first + k].2.wrench::<D>(side));
                push_row(factor.block(ends[side]), &wrench[..range.len()], data);
            }
            Side { dof: range.start as u32, size: range.len() as u32, start }
        });
        self.problem.rows.sides.push(sides);
        let used = |k: usize| (component..component + count).contains(&k);
        self.scales.push(SVector::from_fn(|k, _| f64::from(u8::from(used(k)))));
    }

    /// The relative velocities along the rows as they were at the beginning of the step: what is left of
    /// them is not of the rows' turning.
    fn speeds_at_start<const D: usize>(&self, input: &AssemblyInput<D>) -> Vec<f64> {
        let (mut speeds, mut rows, mut of) = (vec![], vec![], usize::MAX);
        for (j, k, _) in &self.rows {
            let joint = &input.joints[*j];
            if of != *j {
                let poses = joint.bodies.map(|body| embed(&input.bodies.pose(body)));
                joint.rows(poses, input.time, &mut rows);
                of = *j;
            }
            let speed = |row| relative_speed::<D>(row, joint, input.bodies, &input.bodies.v);
            speeds.push(rows.get(*k).map_or(0.0, speed));
        }
        speeds
    }

    /// The relative velocity along a row.
    fn speed<const D: usize>(
        &self,
        joints: &[Joint],
        bodies: &Bodies<D>,
        row: usize,
        v: &[f64],
    ) -> f64 {
        let (joint, _, row) = &self.rows[row];
        relative_speed::<D>(row, &joints[*joint], bodies, v)
    }
}

/// The relative velocity of a joint's bodies along one of its rows.
pub(crate) fn relative_speed<const D: usize>(
    row: &Row,
    joint: &Joint,
    bodies: &Bodies<D>,
    v: &[f64],
) -> f64 {
    let side = |side: usize| {
        let v = &v[bodies.v_range(joint.bodies[side])];
        row.wrench::<D>(side).iter().zip(v).map(|(a, b)| a * b).sum::<f64>()
    };
    side(0) + side(1)
}

/// A vector with one component.
fn unit<const B: usize>(k: usize, value: f64) -> SVector<f64, B> {
    let mut out = SVector::zeros();
    out[k] = value;
    out
}
