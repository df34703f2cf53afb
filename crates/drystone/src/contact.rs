//! A contact: two bodies, two points, a frame, a signed gap, and an identity that lasts.

use crate::space::{Matrix, Vector};

/// Identity of a contact from step to step: the two colliders (candidate first, always the
/// smaller index) and the pair of geometric features that meet.
///
/// The order of this type is the order of every contact list, so lists of two steps can be
/// matched by one merge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContactId {
    /// Collider of the candidate body.
    pub candidate: u32,
    /// Collider of the antagonist body.
    pub antagonist: u32,
    /// The features that meet, as encoded by the pair's detection.
    pub feature: u64,
}

/// What a pair's detection returns: where two shapes touch or nearly touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch<const D: usize> {
    /// The point on the candidate, global frame.
    pub on_candidate: Vector<D>,
    /// The point on the antagonist, global frame.
    pub on_antagonist: Vector<D>,
    /// Unit normal from the antagonist to the candidate.
    pub normal: Vector<D>,
    /// Signed gap: `normal · (on_candidate - on_antagonist)`, negative when they overlap.
    pub gap: f64,
    /// Stable code of the features that meet.
    pub feature: u64,
}

impl<const D: usize> Touch<D> {
    /// The same touch seen from the other body.
    pub fn swapped(&self) -> Self {
        Self {
            on_candidate: self.on_antagonist,
            on_antagonist: self.on_candidate,
            normal: -self.normal,
            ..*self
        }
    }
}

/// What a contact does at the end of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Status {
    /// No reaction.
    #[default]
    Open,
    /// A reaction and no sliding.
    Sticking,
    /// A reaction on the boundary of the friction cone and a sliding velocity.
    Sliding,
}

/// A candidate to contact during one time step.
#[derive(Clone, Debug)]
pub struct Contact<const D: usize> {
    /// Lasting identity.
    pub id: ContactId,
    /// Candidate and antagonist body.
    pub bodies: [usize; 2],
    /// Lever arms: from each body's reference point to its contact point, test configuration.
    pub arms: [Vector<D>; 2],
    /// The mean of the two contact points, for output.
    pub point: Vector<D>,
    /// Columns: normal (antagonist to candidate), then tangents.
    pub frame: Matrix<D>,
    /// Signed gap in the test configuration, in metres.
    pub gap: f64,
    /// Row of the table of laws.
    pub law: usize,
    /// Impulse over the step in the contact frame, normal first (N·s).
    pub impulse: Vector<D>,
    /// Relative velocity at the end of the step in the contact frame (m/s).
    pub velocity: Vector<D>,
    /// Outcome of the step.
    pub status: Status,
}
