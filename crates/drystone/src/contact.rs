//! A contact: two bodies, two points, a frame, a signed gap, and an identity that lasts.

use crate::fem::mesh::Spot;
use crate::space::{Matrix, Pose, Vector};

/// Which image of the antagonist a contact is with, where space repeats: how many periods along
/// each axis the antagonist stands from its own coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Image(u64);

impl Image {
    /// The antagonist itself.
    pub const HOME: Self = Self(0);
    const BITS: u32 = 21;

    /// So many periods along each axis, less than a million.
    pub fn new<const D: usize>(periods: [i32; D]) -> Self {
        let mask = (1 << Self::BITS) - 1;
        let field =
            |(k, n): (usize, &i32)| (i64::from(*n) as u64 & mask) << (k as u32 * Self::BITS);
        Self(periods.iter().enumerate().map(field).sum())
    }

    /// A number for it, for files.
    pub fn code(self) -> u64 {
        self.0
    }

    /// The image of a number.
    pub fn from_code(code: u64) -> Self {
        Self(code)
    }

    /// Periods along each axis.
    pub fn periods<const D: usize>(self) -> [i32; D] {
        // Shifted to the top and back, a field gets its sign.
        let top = |k: usize| self.0 << (64 - (k as u32 + 1) * Self::BITS);
        std::array::from_fn(|k| (top(k) as i64 >> (64 - Self::BITS)) as i32)
    }
}

/// Identity of a contact from step to step: the two colliders (candidate first, always the
/// smaller index), the image of the second, and the pair of geometric features that meet.
///
/// The order of this type is the order of every contact list, so lists of two steps can be
/// matched by one merge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContactId {
    /// Collider of the candidate body.
    pub candidate: u32,
    /// Collider of the antagonist body.
    pub antagonist: u32,
    /// Image of the antagonist.
    pub image: Image,
    /// The features that meet, as encoded by the pair's detection.
    pub feature: u64,
}

/// The area of a contact that stands for no part of two faces that meet, since others do for all of
/// them: minus zero, where that of a contact whose part is not known is zero.
pub const NO_PART: f64 = -0.0;

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
    /// Where on the meshes of deformable bodies.
    pub spots: [Spot; 2],
    /// The area that a point of a mesh stands for (m²; in the plane m), else zero.
    pub area: f64,
}

impl<const D: usize> Touch<D> {
    /// The same touch seen from the other body.
    pub fn swapped(&self) -> Self {
        Self {
            on_candidate: self.on_antagonist,
            on_antagonist: self.on_candidate,
            normal: -self.normal,
            spots: [self.spots[1], self.spots[0]],
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
    /// Held by a bond: springs, glue, mortar.
    Bonded,
}

/// Numbers that a law keeps on a contact from step to step; what they mean is the law's affair.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Memory {
    /// Whether the law has seen the contact before.
    pub begun: bool,
    /// Of the friction law.
    pub friction: [f64; 2],
    /// Of the bond.
    pub bond: [f64; 8],
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
    /// Where on the meshes of deformable bodies.
    pub spots: [Spot; 2],
    /// The mean of the two contact points, for output.
    pub point: Vector<D>,
    /// Columns: normal (antagonist to candidate), then tangents.
    pub frame: Matrix<D>,
    /// Signed gap in the test configuration, in metres.
    pub gap: f64,
    /// Row of the table of laws.
    pub law: usize,
    /// The area that the contact stands for (m²; in the plane m, for a depth of 1 m): its share of
    /// the face where two faces meet, zero elsewhere.
    pub area: f64,
    /// What the law remembers of the contact.
    pub memory: Memory,
    /// Impulse over the step in the contact frame, normal first (N·s).
    pub impulse: Vector<D>,
    /// The share of a bond in the impulse: of springs and glue beside the contact itself.
    pub bond: Vector<D>,
    /// Couple over the step (N·m·s): rolling, about the first and the second tangent (in the plane
    /// the one axis there is), then spinning about the normal.
    pub couple: [f64; 3],
    /// How much of its bond is broken, from 0 (whole) to 1; [`Self::NO_BOND`] where there never was one.
    pub damage: f64,
    /// Work of friction, sliding and rolling, that became heat (J): over the step, and since the two
    /// bodies came near each other. Not a number where it is not known.
    pub heat: [f64; 2],
    /// Relative velocity at the end of the step in the contact frame (m/s).
    pub velocity: Vector<D>,
    /// Outcome of the step.
    pub status: Status,
    /// Its motion in the last step, if it was closed then.
    pub past: Option<Past<D>>,
}

/// The motion of a closed contact in the last step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Past<const D: usize> {
    /// Relative velocity at the end of the step, in the frame that the contact had then (m/s).
    pub velocity: Vector<D>,
}

/// Two points of two bodies that a bond holds together.
///
/// Each point stands in a frame that moves with the matter around it: that of a rigid body, or that
/// of the facet of a deformable one.
#[derive(Clone, Debug, PartialEq)]
pub struct Anchor<const D: usize> {
    /// The contact.
    pub id: ContactId,
    /// Candidate and antagonist body.
    pub bodies: [usize; 2],
    /// Where on the meshes of deformable bodies.
    pub spots: [Spot; 2],
    /// The point of each side, in the frame of the matter there.
    pub points: [Vector<D>; 2],
    /// The contact's frame, in that of the antagonist's matter.
    pub frame: Matrix<D>,
    /// The bond is broken: contacts near its points are met again.
    pub is_broken: bool,
}

impl<const D: usize> Anchor<D> {
    /// Of a contact of bodies in these poses, whose matter stands in these frames.
    pub fn of(contact: &Contact<D>, poses: [&Pose<D>; 2], matter: [&Pose<D>; 2]) -> Self {
        let point = |k: usize| {
            let place = poses[k].position + contact.arms[k];
            matter[k].local_direction(&(place - matter[k].position))
        };
        Self {
            id: contact.id,
            bodies: contact.bodies,
            spots: contact.spots,
            points: [point(0), point(1)],
            frame: matter[1].rotation.tr_mul(&contact.frame),
            is_broken: false,
        }
    }

    /// Puts a contact where the anchor is, with the antagonist's image shifted.
    pub fn place(
        &self,
        poses: [&Pose<D>; 2],
        matter: [&Pose<D>; 2],
        shift: &Vector<D>,
        contact: &mut Contact<D>,
    ) {
        let [on_a, mut on_b] =
            [0, 1].map(|k| matter[k].position + matter[k].direction(&self.points[k]));
        contact.arms = [on_a - poses[0].position, on_b - poses[1].position];
        contact.spots = self.spots;
        on_b += shift;
        contact.frame = matter[1].rotation * self.frame;
        contact.point = (on_a + on_b) * 0.5;
        contact.gap = contact.frame.column(0).dot(&(on_a - on_b));
    }
}

impl<const D: usize> Contact<D> {
    /// The damage of a contact that never had a bond.
    pub const NO_BOND: f64 = -1.0;

    /// A contact of nothing with nothing.
    pub fn blank() -> Self {
        Self {
            id: ContactId { candidate: 0, antagonist: 0, image: Image::HOME, feature: 0 },
            bodies: [0; 2],
            arms: [Vector::zeros(); 2],
            spots: [Spot::NONE; 2],
            point: Vector::zeros(),
            frame: Matrix::zeros(),
            gap: 0.0,
            law: 0,
            area: 0.0,
            memory: Memory::default(),
            impulse: Vector::zeros(),
            bond: Vector::zeros(),
            couple: [0.0; 3],
            damage: Self::NO_BOND,
            heat: [0.0; 2],
            velocity: Vector::zeros(),
            status: Status::Open,
            past: None,
        }
    }

    /// The couple on the candidate over the step in global coordinates (N·m·s): in the plane one number,
    /// then zeros.
    pub fn couple_on_candidate(&self) -> [f64; 3] {
        let [first, second, about_normal] = self.couple;
        if D == 2 {
            return [first, 0.0, 0.0];
        }
        let column = |k: usize| self.frame.column(k);
        let axis = column(1) * first + column(D - 1) * second + column(0) * about_normal;
        std::array::from_fn(|k| axis[k.min(D - 1)])
    }

    /// Half of what the turning of its frame since the last test configuration changed of the relative
    /// velocity at the beginning of the step, which is `before` now: zero of contacts that were not
    /// closed then, and on meshes, where contacts wander from facet to facet.
    pub fn turn(&self, before: &Vector<D>) -> Vector<D> {
        let past = self.past.filter(|_| !self.spots.iter().any(Spot::is_some));
        past.map_or(Vector::zeros(), |past| (before - past.velocity) * 0.5)
    }

    /// Whether it has or had a bond.
    pub fn has_bond(&self) -> bool {
        self.damage >= 0.0
    }

    /// Whether anything acts between the bodies: pressure, a bond that pulls, a couple.
    pub fn acts(&self) -> bool {
        let zero = Vector::<D>::zeros();
        self.impulse != zero || self.bond != zero || self.couple != [0.0; 3]
    }
}

#[cfg(test)]
mod tests {
    use super::Image;

    #[test]
    fn images_keep_their_periods() {
        for periods in [[0, 0, 0], [-1, 2, -3], [1_000_000, -1_000_000, 1], [-1, -1, -1]] {
            assert_eq!(Image::new(periods).periods::<3>(), periods);
            let plane = [periods[0], periods[1]];
            assert_eq!(Image::new(plane).periods::<2>(), plane);
        }
        assert_eq!(Image::new([0, 0]), Image::HOME);
    }
}
