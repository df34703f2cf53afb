//! What a joint did in the last step, and where it stands.

use super::{Joint, JointKind, Placed, Row, RowKind};
use crate::space::Pose;
use nalgebra::Vector3;

/// What happens along the motion that a joint leaves free.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum JointStatus {
    /// Nothing but springs acts along it, or there is none; a rope is slack.
    #[default]
    Free,
    /// A motor drives it.
    Driven,
    /// It is at one of its limits; a rope is taut.
    AtLimit,
    /// Friction holds it.
    Sticking,
    /// It slides or turns against friction.
    Slipping,
}

impl JointStatus {
    /// Every status with its name, in the order of its numbers in files.
    pub const ALL: [(Self, &'static str); 5] = [
        (Self::Free, "free"),
        (Self::Driven, "driven"),
        (Self::AtLimit, "at limit"),
        (Self::Sticking, "sticking"),
        (Self::Slipping, "slipping"),
    ];

    /// Its number in files.
    pub fn number(self) -> u64 {
        Self::ALL.iter().position(|(status, _)| *status == self).unwrap_or(0) as u64
    }

    /// The status of a number.
    pub fn from_number(number: u64) -> Self {
        Self::ALL.get(number as usize).map_or(Self::Free, |entry| entry.0)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::ALL[self.number() as usize].1
    }
}

/// What a joint did in the last step, and where it stands at its end.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct JointReport {
    /// Impulse on the second body (N s) and its moment about the joint's point (N m s), in space.
    pub impulse: [f64; 6],
    /// The angle (rad) or displacement (m) that it leaves free; of rods and ropes, how much longer than
    /// their length they are (m).
    pub coordinate: f64,
    /// How fast that changes (rad/s, m/s).
    pub velocity: f64,
    /// What happens along it.
    pub status: JointStatus,
}

impl JointReport {
    /// Adds the impulse of a row on the second body, whose reference point is this far from the joint's.
    pub fn add<const D: usize>(&mut self, row: &Row, impulse: f64, arm: &Vector3<f64>) {
        let unit = row.in_space(1);
        let force = Vector3::new(unit[0], unit[1], unit[2]) * impulse;
        let moment = Vector3::new(unit[3], unit[4], unit[5]) * impulse - arm.cross(&force);
        // Out of the plane nothing is felt.
        let out = |k: usize| D == 2 && matches!(k, 2..=4);
        let both = force.iter().chain(moment.iter()).enumerate();
        both.filter(|(k, _)| !out(*k)).for_each(|(k, x)| self.impulse[k] += x);
    }

    /// Takes note of a row that acts along the coordinate with an impulse, of which a step of this length
    /// could have had more or not.
    pub fn notice(&mut self, row: &Row, impulse: f64, h: f64) {
        let bound = match row.kind {
            RowKind::Rubs { bound } => bound * h,
            RowKind::RubsBy { impulse } => impulse,
            _ => f64::INFINITY,
        };
        let next = match row.kind {
            RowKind::Held { .. } if row.along => JointStatus::Driven,
            RowKind::AtLeast if impulse > 0.0 => JointStatus::AtLimit,
            RowKind::Rubs { .. } | RowKind::RubsBy { .. } if impulse.abs() >= bound * ALL_OF_IT => {
                JointStatus::Slipping
            }
            RowKind::Rubs { .. } | RowKind::RubsBy { .. } => JointStatus::Sticking,
            _ => return,
        };
        // What stops the motion or prescribes it says more than friction does.
        if matches!(self.status, JointStatus::Free | JointStatus::Sticking | JointStatus::Slipping)
        {
            self.status = next;
        }
    }
}

/// The share of the bound from which on friction is all there can be.
const ALL_OF_IT: f64 = 1.0 - 1e-9;

impl Joint {
    /// Its point where a side has it; a slider's where the first body has it, which the second guides.
    pub fn point(&self, side: usize, poses: [Pose<3>; 2]) -> Vector3<f64> {
        let side = if matches!(self.kind, JointKind::Slider(_)) { 0 } else { side };
        poses[side].point(&self.frames[side].position)
    }

    /// The direction of its coordinate and its value where the bodies stand here.
    pub fn standing(&self, poses: [Pose<3>; 2]) -> Option<(Row, f64)> {
        let placed = Placed::new(&self.frames, poses, self.state.coordinate);
        self.kind.law().standing(&placed)
    }
}
