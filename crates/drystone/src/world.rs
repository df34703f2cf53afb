//! A world: the bodies, their shapes, the laws between them, and the state of the contacts.

use crate::bodies::{Bodies, StepSize};
use crate::contact::{Anchor, Contact};
use crate::detection::{Collider, Configuration, Crowd, Detector, Periodic, Visibility};
use crate::joints::Joint;
use crate::laws::{ContactLaw, Extent, Law, Rebound};
use crate::shapes::Shape;
use crate::solvers::Settings;
use crate::space::{Pose, Vector};
use std::sync::Arc;

/// Which configuration the contacts are looked for in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum TestConfiguration {
    /// q + (1 - θ) h v: the gap consistent with the scheme (000 §6.2).
    #[default]
    Theta,
    /// q + h v / 2 (001 §4).
    MidPoint,
}

/// The time scheme's settings.
#[derive(Clone, Debug, PartialEq)]
pub struct Scheme {
    /// Length of a step (s).
    pub time_step: f64,
    /// Weight of the end of the step, in [1/2, 1]. Default 1/2.
    pub theta: f64,
    /// Configuration for detection.
    pub test_configuration: TestConfiguration,
    /// Gaps up to this distance are candidates to contact (m).
    pub alert_distance: f64,
    /// Whether contacts inside the hull of others are dropped, and by which share of its diameter
    /// the hull may shrink; see [`Reduction`](crate::detection::Reduction).
    pub contact_reduction: Option<f64>,
    /// Whether steps are cut at the impacts of fast bodies.
    pub time_of_impact: bool,
    /// Penetration, as a share of the smaller body's size (radius, or half of its smallest width), beyond
    /// which bodies are brought out of each other after a step. Usual 1e-4; from 1 on, never.
    pub penetration_tolerance: f64,
    /// How often a step is halved at most where the motion of deformable bodies is not found.
    pub halvings: u32,
    /// Whether steps go from event to event instead of over them, and how.
    pub events: Option<Events>,
}

/// How the event-driven scheme finds its events (`step/events`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Events {
    /// Gap up to which an impact is located (m). Usual 1e-6 of the alert distance.
    pub tolerance: f64,
    /// Impacts in one step, from which on time stepping takes the rest of it. Usual 100.
    pub most: usize,
}

impl Default for Scheme {
    /// Steps of a millisecond by time stepping, for bodies of about a metre.
    fn default() -> Self {
        Self {
            time_step: 1e-3,
            theta: 0.5,
            test_configuration: TestConfiguration::default(),
            alert_distance: 0.05,
            contact_reduction: None,
            time_of_impact: false,
            penetration_tolerance: 1e-4,
            halvings: 6,
            events: None,
        }
    }
}

impl Scheme {
    /// Whether shocks are forecast a step ahead: not where steps end at impacts.
    pub fn looks_ahead(&self) -> bool {
        !self.time_of_impact && self.events.is_none()
    }

    /// Gaps up to this one count as touching (m).
    pub fn touch(&self) -> f64 {
        1e-3 * self.alert_distance
    }
}

/// Laws by pair of materials.
#[derive(Clone, Debug, Default)]
pub struct LawTable {
    /// The distinct laws.
    pub laws: Vec<Arc<dyn Law>>,
    /// Row of `laws` for materials i and j at `i * materials + j`.
    pub by_pair: Vec<usize>,
    /// Number of materials.
    pub materials: usize,
}

impl LawTable {
    /// One law for everything, one material.
    pub fn single(law: impl Law + 'static) -> Self {
        Self { laws: vec![Arc::new(law)], by_pair: vec![0], materials: 1 }
    }

    /// Which motions some law resists.
    pub fn extent(&self) -> Extent {
        self.laws.iter().map(|law| law.extent()).max().unwrap_or_default()
    }

    /// Whether some law remembers contacts.
    pub fn remember(&self) -> bool {
        self.laws.iter().any(|law| law.remembers())
    }

    /// Whether contacts of some law collide one after the other.
    pub fn shocks(&self) -> bool {
        self.laws.iter().any(|law| law.shocks().is_some())
    }

    /// Whether rebounds of some law are known only after a step without them.
    pub fn rebound(&self) -> bool {
        self.laws.iter().any(|law| law.rebound() != Rebound::AtOnce)
    }

    /// Distance up to which some law acts between bodies that do not touch (m).
    pub fn reach(&self) -> f64 {
        self.laws.iter().map(|law| law.reach()).fold(0.0, f64::max)
    }

    /// Row of the law between two materials.
    pub fn row(&self, i: usize, j: usize) -> usize {
        self.by_pair[i * self.materials + j]
    }
}

/// Everything a simulation consists of.
pub struct World<const D: usize> {
    /// Bodies and state.
    pub bodies: Bodies<D>,
    /// Shapes attached to bodies.
    pub colliders: Vec<Collider<D>>,
    /// Who may touch whom.
    pub visibility: Visibility,
    /// Where space repeats.
    pub periodic: Periodic<D>,
    /// Laws by pair of materials.
    pub laws: LawTable,
    /// Joints.
    pub joints: Vec<Joint>,
    /// Gravity (m/s²).
    pub gravity: Vector<D>,
    /// Time scheme.
    pub scheme: Scheme,
    /// Solver settings.
    pub solver: Settings,
    /// Time (s).
    pub time: f64,
    /// Steps done.
    pub steps: u64,
    /// Contacts of the last step, sorted by id.
    pub contacts: Vec<Contact<D>>,
    /// What bonds hold on to, sorted by id.
    pub anchors: Vec<Anchor<D>>,
    /// Contacts out of sight that laws remember, sorted by id.
    pub dormant: Vec<Contact<D>>,
    /// Neighbour lists and buffers of the detection.
    pub detector: Detector<D>,
}

impl<const D: usize> World<D> {
    /// An empty world without gravity.
    pub fn new(scheme: Scheme) -> Self {
        Self {
            bodies: Bodies::new(),
            colliders: vec![],
            visibility: Visibility::default(),
            periodic: Periodic::default(),
            laws: LawTable::single(ContactLaw::default()),
            joints: vec![],
            gravity: Vector::zeros(),
            scheme,
            solver: Settings::default(),
            time: 0.0,
            steps: 0,
            contacts: vec![],
            anchors: vec![],
            dormant: vec![],
            detector: Detector::default(),
        }
    }

    /// The constants of the step that begins now.
    pub fn step_size(&self) -> StepSize {
        StepSize { t: self.time, h: self.scheme.time_step, theta: self.scheme.theta }
    }

    /// Gives the skins of deformable bodies the shape they have where nodes stand at `q`, in the frames of
    /// the bodies' poses.
    pub fn shape_skins(&mut self, q: &[f64], poses: &[Pose<D>]) {
        let Self { bodies, colliders, .. } = self;
        if bodies.deformables.is_empty() {
            return;
        }
        for collider in colliders {
            let Some(body) = bodies.deformable(collider.body) else { continue };
            let x = &q[bodies.q_range(collider.body)];
            let skin = body.model.surface.skin(x, &poses[collider.body]);
            collider.shape = Arc::new(Shape::Skin(skin));
        }
    }

    /// The contacts of the present configuration, found anew and without a past.
    pub fn contacts_now(&self) -> Vec<Contact<D>> {
        self.contacts_or_crowd().0
    }

    /// The same, or none and what there are too many of.
    pub fn contacts_or_crowd(&self) -> (Vec<Contact<D>>, Option<Crowd>) {
        let poses: Vec<_> = (0..self.bodies.len()).map(|i| self.bodies.pose(i)).collect();
        let movable: Vec<bool> = (0..self.bodies.len()).map(|i| self.bodies.movable(i)).collect();
        let now = Configuration {
            colliders: &self.colliders,
            poses: &poses,
            movable: &movable,
            visibility: &self.visibility,
            periodic: &self.periodic,
            alert: self.scheme.alert_distance,
            motions: &[],
        };
        let mut contacts = vec![];
        let mut detector = Detector::default();
        detector.detect(&now, &[], &mut contacts);
        drop_joined(&self.joints, &mut contacts);
        (contacts, detector.crowd())
    }

    /// A hash of the bits of q and v (FNV-1a): equal only if two runs ended in the same state.
    pub fn state_hash(&self) -> u64 {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for x in self.bodies.q.iter().chain(&self.bodies.v) {
            for byte in x.to_bits().to_le_bytes() {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
            }
        }
        hash
    }
}

/// Bodies of a joint do not touch each other, unless it says so.
pub(crate) fn drop_joined<const D: usize>(joints: &[Joint], contacts: &mut Vec<Contact<D>>) {
    let sorted = |[a, b]: [usize; 2]| [a.min(b), a.max(b)];
    let apart = joints.iter().filter(|joint| !joint.contact);
    let mut pairs: Vec<[usize; 2]> = apart.map(|joint| sorted(joint.bodies)).collect();
    if !pairs.is_empty() {
        pairs.sort_unstable();
        contacts.retain(|contact| pairs.binary_search(&sorted(contact.bodies)).is_err());
    }
}

/// A world of either dimension, for the borders: files, command line.
pub enum AnyWorld {
    /// The plane.
    Plane(Box<World<2>>),
    /// Space.
    Space(Box<World<3>>),
}
