//! What a measure looks at: one state, borrowed from a frame or from a world that runs.

use super::options::Scope;
use crate::contact::Contact;
use crate::joints::{Joint, JointReport, JointState, embed};
use crate::results::{Constants, Frame, Geometry, JointAbout, MeshState, lost};
use crate::shapes::Aabb;
use crate::space::{Pose, Vector, configuration_size, pose, velocity_size};
use crate::world::World;

/// A state, what does not change, and which part of it counts.
#[derive(Clone, Copy, Debug)]
pub struct View<'a, const D: usize> {
    /// Time (s).
    pub time: f64,
    /// Configurations of all bodies.
    pub q: &'a [f64],
    /// Velocities of all bodies.
    pub v: &'a [f64],
    /// Contacts.
    pub contacts: &'a [Contact<D>],
    /// How many bonds are or were at contacts out of sight, the sum of their damage, and how many of them
    /// are whole and how many broken.
    pub lost: [f64; 4],
    /// What the joints did.
    pub joints: Joints<'a>,
    /// Of the deformable bodies; none of a world's.
    pub meshes: Option<&'a MeshState>,
    /// What does not change.
    pub constants: &'a Constants,
    /// What counts.
    pub scope: &'a Scope<D>,
    /// The earlier state to compare with, where one is given.
    pub reference: Option<&'a Frame<D>>,
    /// What the bodies look like and where space repeats, where that is known.
    pub geometry: Option<&'a Geometry<D>>,
}

/// The joints of a frame or of a world that runs.
#[derive(Clone, Copy, Debug)]
pub enum Joints<'a> {
    /// Of a frame.
    Frame(&'a [JointState]),
    /// Of a world.
    World(&'a [Joint]),
}

impl<'a> Joints<'a> {
    /// What a joint did.
    pub fn report(&self, joint: usize) -> Option<&'a JointReport> {
        match self {
            Self::Frame(joints) => joints.get(joint).map(|joint| &joint.report),
            Self::World(joints) => joints.get(joint).map(|joint| &joint.state.report),
        }
    }
}

impl<'a, const D: usize> View<'a, D> {
    /// Of a frame.
    pub fn of_frame(
        frame: &'a Frame<D>,
        constants: &'a Constants,
        geometry: Option<&'a Geometry<D>>,
        scope: &'a Scope<D>,
    ) -> Self {
        let Frame { time, q, v, contacts, lost, meshes, .. } = frame;
        let (time, lost, joints) = (*time, *lost, Joints::Frame(&frame.joints));
        let (reference, meshes) = (None, Some(meshes));
        let contacts = &contacts[..];
        Self { time, q, v, contacts, lost, joints, meshes, constants, scope, reference, geometry }
    }

    /// Of the present state of a world without deformable bodies; of others look at a frame.
    pub fn of_world(
        world: &'a World<D>,
        constants: &'a Constants,
        geometry: Option<&'a Geometry<D>>,
        scope: &'a Scope<D>,
    ) -> Self {
        let World { bodies, contacts, dormant, time, joints, .. } = world;
        let joints = Joints::World(joints);
        let (q, v, time, lost) = (&bodies.q[..], &bodies.v[..], *time, lost(dormant));
        let (reference, meshes) = (None, None);
        Self { time, q, v, contacts, lost, joints, meshes, constants, scope, reference, geometry }
    }

    /// The joints that count: between bodies one of which is named, and in the region.
    pub fn counted_joints(&self) -> impl Iterator<Item = (&'a JointAbout, &'a JointReport)> {
        let all = self.constants.joints.iter().enumerate();
        let told = all.filter_map(|(k, about)| Some((about, self.joints.report(k)?)));
        let named = told.filter(|(about, _)| about.bodies.iter().any(|b| self.scope.names(*b)));
        named.filter(|(about, _)| self.place(&self.joint_point(about)).is_some())
    }

    /// Where a joint holds its second body.
    pub fn joint_point(&self, about: &JointAbout) -> Vector<D> {
        let point = about.point(1, about.bodies.map(|body| embed(&self.pose(body))));
        Vector::from_fn(|k, _| point[k])
    }

    /// Number of bodies.
    pub fn bodies(&self) -> usize {
        self.constants.free.len()
    }

    /// The pose of a body.
    pub fn pose(&self, body: usize) -> Pose<D> {
        pose_in(self.q, body)
    }

    /// The centre of mass of a body.
    pub fn position(&self, body: usize) -> Vector<D> {
        position_in(self.q, body)
    }

    /// The velocity of a body, translations first.
    pub fn velocity(&self, body: usize) -> &'a [f64] {
        &self.v[body * velocity_size(D)..(body + 1) * velocity_size(D)]
    }

    /// A place, or its image in the cell where space repeats.
    pub fn shown(&self, point: &Vector<D>) -> Vector<D> {
        self.geometry.map_or(*point, |geometry| geometry.periodic.wrap(point))
    }

    /// All contacts with a reaction, however small: what sums of forces are made of.
    pub fn reacting(&self) -> impl Iterator<Item = &'a Contact<D>> {
        self.contacts.iter().filter(|contact| strength(contact) > 0.0)
    }

    /// The impulse above which a contact is active: a millionth of the mean (N s). Solvers that
    /// come from inside the cone leave less than a billionth of it where a contact is open.
    pub fn least_impulse(&self) -> f64 {
        let add = |(sum, n): (f64, f64), c: &Contact<D>| (sum + strength(c), n + 1.0);
        let (sum, n) = self.reacting().fold((0.0, 0.0), add);
        if n > 0.0 { 1e-6 * sum / n } else { 0.0 }
    }

    /// Contacts that are active, whether they count or not.
    pub fn touching(&self) -> impl Iterator<Item = &'a Contact<D>> {
        let least = self.least_impulse();
        self.reacting().filter(move |contact| strength(contact) > least)
    }

    /// All contacts that count, active or not.
    pub fn counted(&self) -> impl Iterator<Item = &'a Contact<D>> {
        let named = self.contacts.iter().filter(|contact| self.names(contact));
        named.flat_map(|contact| self.places(&contact.point).map(move |_| contact))
    }

    /// Active contacts that count: with a body that is named, once for each place in the region.
    pub fn active(&self) -> impl Iterator<Item = &'a Contact<D>> {
        let named = self.touching().filter(|contact| self.names(contact));
        named.flat_map(|contact| self.places(&contact.point).map(move |_| contact))
    }

    /// Whether a contact counts by the names of its bodies.
    pub fn names(&self, contact: &Contact<D>) -> bool {
        contact.bodies.iter().any(|body| self.scope.names(*body))
    }

    /// The force on the candidate in global coordinates (N).
    pub fn force(&self, contact: &Contact<D>) -> Vector<D> {
        contact.frame * contact.impulse / self.constants.time_step
    }

    /// The couple on the candidate in global coordinates, as [`moment`](crate::space::moment) gives
    /// moments (N m).
    pub fn couple(&self, contact: &Contact<D>) -> [f64; 3] {
        contact.couple_on_candidate().map(|couple| couple / self.constants.time_step)
    }

    /// Of each body: active contacts that it takes part in, points of touch.
    pub fn contacts_of_bodies(&self) -> Vec<usize> {
        let mut count = vec![0; self.bodies()];
        for contact in self.touching() {
            contact.bodies.iter().for_each(|body| count[*body] += 1);
        }
        count
    }

    /// Of each body: others, or images of them, that it has active contacts with, however many.
    pub fn neighbours_of_bodies(&self) -> Vec<usize> {
        let pair = |contact: &Contact<D>| (contact.bodies, contact.id.image);
        let mut pairs: Vec<_> = self.touching().map(pair).collect();
        pairs.sort_unstable();
        pairs.dedup();
        let mut count = vec![0; self.bodies()];
        pairs.iter().flat_map(|pair| pair.0).for_each(|body| count[body] += 1);
        count
    }

    /// The box around the centres of the grains; nothing where there are none.
    pub fn box_of_grains(&self) -> Option<Aabb<D>> {
        let mut around: Option<Aabb<D>> = None;
        for (_, x) in self.grain_places() {
            let old = around.unwrap_or(Aabb { min: x, max: x });
            around = Some(Aabb { min: old.min.inf(&x), max: old.max.sup(&x) });
        }
        around
    }

    /// The region, or else the box around the grains' centres, along an axis where space repeats the
    /// whole cell; nothing where there is neither.
    pub fn region_or_box(&self) -> Option<Aabb<D>> {
        if self.scope.region.is_some() {
            return self.scope.region;
        }
        let mut region = self.box_of_grains()?;
        if let Some(periodic) = self.geometry.map(|geometry| &geometry.periodic) {
            for k in (0..D).filter(|k| periodic.repeats(*k)) {
                region.min[k] = periodic.origin()[k];
                region.max[k] = region.min[k] + periodic.period(k);
            }
        }
        Some(region)
    }

    /// The ways to the images of a box that may reach into a region; never none.
    pub fn images(&self, bounds: &Aabb<D>, region: &Aabb<D>) -> Vec<Vector<D>> {
        let mut ways = vec![Vector::zeros()];
        let Some(periodic) = self.geometry.map(|geometry| &geometry.periodic) else { return ways };
        for k in (0..D).filter(|k| periodic.repeats(*k)) {
            let period = periodic.period(k);
            let first = ((region.min[k] - bounds.max[k]) / period).ceil() as i64;
            let last = ((region.max[k] - bounds.min[k]) / period).floor() as i64;
            let along = |way: &Vector<D>| {
                let mut images: Vec<Vector<D>> = vec![];
                for n in first..=last.max(first) {
                    let mut image = *way;
                    image[k] += n as f64 * period;
                    images.push(image);
                }
                images
            };
            ways = ways.iter().flat_map(along).collect();
        }
        ways
    }

    /// The mean diameter of the grains: of balls of their volumes.
    pub fn diameter(&self) -> f64 {
        let one = |volume: f64| {
            let of_unit = std::f64::consts::PI / if D == 2 { 4.0 } else { 6.0 };
            (volume / of_unit).powf(1.0 / D as f64)
        };
        let volumes = self.grains().map(|body| self.constants.volume[body]);
        let (sum, n) = volumes
            .filter(|volume| *volume > 0.0)
            .fold((0.0, 0.0), |(sum, n), volume| (sum + one(volume), n + 1.0));
        sum / n
    }
}

/// How strong a reaction is: its pressure, or all of it where a bond may pull and shear (N s).
fn strength<const D: usize>(contact: &Contact<D>) -> f64 {
    let is_bonded = contact.bond != Vector::<D>::zeros() || contact.impulse[0] < 0.0;
    if is_bonded { contact.impulse.norm() } else { contact.impulse[0] }
}

/// Whether a box holds a point; its lower sides belong to it.
pub(super) fn inside<const D: usize>(region: &Aabb<D>, point: &Vector<D>) -> bool {
    (0..D).all(|k| region.min[k] <= point[k] && point[k] < region.max[k])
}

/// The pose of a body in a list of configurations.
pub(super) fn pose_in<const D: usize>(q: &[f64], body: usize) -> Pose<D> {
    pose(&q[body * configuration_size(D)..(body + 1) * configuration_size(D)])
}

/// The place of a body in a list of configurations.
pub(super) fn position_in<const D: usize>(q: &[f64], body: usize) -> Vector<D> {
    Vector::from_fn(|k, _| q[body * configuration_size(D) + k])
}
