//! What joints did in a step: their work, their forces, where they stand.

use super::Stepper;
use crate::bodies::StepSize;
use crate::joints::{JointReport, RowKind, embed};
use crate::problem::relative_speed;
use crate::world::World;

/// Work of joints over a step (J).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct JointWork {
    /// Given by motors.
    pub driven: f64,
    /// Taken by springs.
    pub stored: f64,
    /// Lost by friction and dampers.
    pub lost: f64,
    /// Lost by what is held and what stops.
    pub shocks: f64,
}

impl<const D: usize> Stepper<D> {
    /// The work of the joints: with ū the mean of a row's speeds before and after, in the test
    /// configuration, its impulse does r ū. Of a spring with a damper c, h c u_θ ū of it is lost.
    pub(super) fn joint_work(&self, world: &World<D>, size: StepSize) -> JointWork {
        let World { bodies, joints, .. } = world;
        let StepSize { h, theta, .. } = size;
        let mut work = JointWork::default();
        for (j, k, row) in self.interactions.joint_rows() {
            let joint = &joints[*j];
            let impulse = joint.state.impulses.get(*k).copied().unwrap_or(0.0);
            let speed = |v: &[f64]| relative_speed::<D>(row, joint, bodies, v);
            let (before, after) = (speed(&self.v_before), speed(&bodies.v));
            let mean = 0.5 * (before + after);
            let taken = -impulse * mean;
            match row.kind {
                RowKind::Held { .. } if row.along => work.driven -= taken,
                RowKind::Held { .. } | RowKind::AtLeast => work.shocks += taken,
                RowKind::Rubs { .. } | RowKind::RubsBy { .. } => work.lost += taken,
                RowKind::Sprung { damping, .. } => {
                    let lost = h * damping * ((1.0 - theta) * before + theta * after) * mean;
                    work.lost += lost;
                    work.stored += taken - lost;
                }
            }
        }
        work
    }

    /// Tells every joint what it did and where it stands.
    pub(super) fn report_joints(&self, world: &mut World<D>, h: f64) {
        let World { bodies, joints, .. } = world;
        let mut reports = vec![JointReport::default(); joints.len()];
        for (j, k, row) in self.interactions.joint_rows() {
            let joint = &joints[*j];
            let impulse = joint.state.impulses.get(*k).copied().unwrap_or(0.0);
            let poses = joint.bodies.map(|body| embed(&self.poses[body]));
            let arm = joint.point(1, poses) - poses[1].position;
            reports[*j].add::<D>(row, impulse, &arm);
            reports[*j].notice(row, impulse, h);
        }
        for (joint, mut report) in joints.iter_mut().zip(reports) {
            let poses = joint.bodies.map(|body| embed(&bodies.pose(body)));
            if let Some((row, at)) = joint.standing(poses) {
                report.coordinate = at;
                report.velocity = relative_speed::<D>(&row, joint, bodies, &bodies.v);
            }
            joint.state.report = report;
        }
    }
}
