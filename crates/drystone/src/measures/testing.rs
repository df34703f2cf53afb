//! States with known answers, for the tests of measures.

use super::options::{Options, Scope};
use super::value::Value;
use super::view::View;
use crate::contact::Contact;
use crate::detection::Periodic;
use crate::fem::mesh::Facet;
use crate::joints::JointState;
use crate::results::{
    Constants, Counts, Frame, Geometry, JointAbout, MeshAbout, MeshState, Meshes, blank,
};
use crate::space::{Pose, Vector, configuration_size, spins, velocity_size};
use nalgebra::{Matrix2, Vector2};

/// A state and all that belongs to it.
pub struct Setting<const D: usize> {
    pub frame: Frame<D>,
    pub constants: Constants,
    pub scope: Scope<D>,
    pub geometry: Option<Geometry<D>>,
}

impl<const D: usize> Setting<D> {
    /// Bodies at the origin, without velocity, and contacts.
    pub fn new(contacts: Vec<Contact<D>>, constants: Constants) -> Self {
        let n = constants.free.len();
        let (mut q, v) = (vec![0.0; n * configuration_size(D)], vec![0.0; n * velocity_size(D)]);
        if D == 3 {
            q.chunks_exact_mut(configuration_size(D)).for_each(|q| q[3] = 1.0);
        }
        let scope = Scope::new(&Options::default(), &constants).expect("no options");
        let frame = Frame {
            step: 0,
            time: 0.0,
            q,
            v,
            contacts,
            dormant: vec![],
            anchors: vec![],
            joints: vec![],
            lost: [0.0; 4],
            meshes: MeshState::default(),
        };
        Self { frame, constants, scope, geometry: None }
    }

    /// Balls of radius 1/2 and mass 1 at these places, without contacts.
    pub fn balls(places: &[Vector<D>]) -> Self {
        let volume = std::f64::consts::PI / if D == 2 { 4.0 } else { 6.0 };
        let count = places.len();
        let inertia = if D == 2 { 0.125 } else { 0.1 };
        let one = |k: usize| if k.is_multiple_of(spins(D) + 1) { inertia } else { 0.0 };
        let mut gravity = vec![0.0; D];
        gravity[D - 1] = -10.0;
        let constants = Constants {
            time_step: 0.01,
            names: (0..count).map(|k| format!("ball-{k}")).collect(),
            mass: vec![1.0; count],
            volume: vec![volume; count],
            inertia: (0..count).flat_map(|_| (0..spins(D) * spins(D)).map(one)).collect(),
            movable: vec![true; count],
            free: vec![true; count],
            gravity,
            joints: vec![],
            meshes: Meshes::default(),
        };
        let mut setting = Self::new(vec![], constants);
        for (k, place) in places.iter().enumerate() {
            setting.put(k, place);
        }
        setting
    }

    /// Puts a body somewhere.
    pub fn put(&mut self, body: usize, place: &Vector<D>) {
        let start = body * configuration_size(D);
        self.frame.q[start..start + D].copy_from_slice(place.as_slice());
    }

    /// Lets a contact between two balls press, at the middle between them.
    pub fn press(&mut self, candidate: usize, antagonist: usize, force: f64) {
        let place = |body: usize| super::view::position_in::<D>(&self.frame.q, body);
        let (x, y) = (place(candidate), place(antagonist));
        let mut contact = blank::<D>(1).remove(0);
        contact.bodies = [candidate, antagonist];
        contact.point = (x + y) * 0.5;
        contact.arms = [contact.point - x, contact.point - y];
        contact.frame = crate::space::frame(&(x - y).normalize(), None);
        contact.impulse[0] = force * self.constants.time_step;
        self.frame.contacts.push(contact);
    }

    /// Space that repeats along an axis.
    pub fn repeating(mut self, axis: usize, from: f64, to: f64) -> Self {
        let mut periodic = Periodic::default();
        periodic.repeat(axis, from, to);
        self.geometry = Some(Geometry { pieces: vec![], outlines: vec![], periodic });
        self
    }

    /// Options of its own.
    pub fn with(mut self, options: &Options) -> Self {
        self.scope = Scope::new(options, &self.constants).expect("sound options");
        self
    }

    /// The state as measures see it.
    pub fn view(&self) -> View<'_, D> {
        View::of_frame(&self.frame, &self.constants, self.geometry.as_ref(), &self.scope)
    }

    /// The same beside an earlier state.
    pub fn since<'a>(&'a self, earlier: &'a Frame<D>) -> View<'a, D> {
        View { reference: Some(earlier), ..self.view() }
    }
}

/// The same with the last body a triangle without stress.
pub fn meshed(mut setting: Setting<2>) -> Setting<2> {
    let element = crate::fem::element::find("T3").expect("an element");
    let mesh = MeshAbout {
        body: setting.constants.names.len() - 1,
        rest: vec![0.0, 0.0, 1.0, 0.0, 0.0, 1.0],
        elements: vec![Facet { element, nodes: vec![0, 1, 2] }],
        volumes: vec![0.5],
        facets: vec![],
        first: Counts::default(),
    };
    let (places, velocities) = (mesh.rest.clone(), vec![0.0; 6]);
    setting.constants.meshes = Meshes { list: vec![mesh], plastic: false };
    let blank = MeshState::blank(&setting.constants.meshes);
    setting.frame.meshes = MeshState { places, velocities, ..blank };
    setting
}

/// A square lattice of n by n disks that touch: 2 N across the columns, 3 N across the rows.
pub fn lattice(n: usize) -> Setting<2> {
    let at = |k: usize| Vector2::new((k % n) as f64, (k / n) as f64);
    let mut setting = Setting::balls(&(0..n * n).map(at).collect::<Vec<_>>());
    for k in 0..n * n {
        if k % n > 0 {
            setting.press(k, k - 1, 2.0);
        }
        if k >= n {
            setting.press(k, k - n, 3.0);
        }
    }
    setting
}

/// Disks of radius 1/2 in a row along x from the origin on, between two walls that press with 1 N,
/// and some above that touch nothing. Walls are the last bodies, at the ends of the row.
pub fn row(disks: usize, loose: usize) -> Setting<2> {
    let (left, right) = (disks + loose, disks + loose + 1);
    let mut places: Vec<Vector2<f64>> =
        (0..disks).map(|k| Vector2::new(k as f64 + 0.5, 0.0)).collect();
    places.extend((0..loose).map(|k| Vector2::new(k as f64 + 0.5, 5.0)));
    places.extend([Vector2::new(0.0, 0.0), Vector2::new(disks as f64, 0.0)]);
    let mut setting = Setting::balls(&places);
    for wall in [left, right] {
        (setting.constants.movable[wall], setting.constants.free[wall]) = (false, false);
        setting.constants.volume[wall] = 0.0;
        setting.constants.names[wall] = format!("wall-{wall}");
    }
    for k in 0..=disks {
        let mut contact = blank::<2>(1).remove(0);
        // The candidate is on the right.
        contact.bodies = [if k < disks { k } else { right }, if k > 0 { k - 1 } else { left }];
        contact.point = Vector2::new(k as f64, 0.0);
        contact.arms = contact.bodies.map(|body| contact.point - places[body]);
        contact.frame = Matrix2::identity();
        contact.impulse = Vector2::new(setting.constants.time_step, 0.0);
        setting.frame.contacts.push(contact);
    }
    setting
}

/// The same with a hinge between its first two bodies, a quarter of the way from the first to the second, that
/// carries a force of (3, -4) N and a moment of 2 N m.
pub fn joined(mut setting: Setting<2>) -> Setting<2> {
    let way = super::view::position_in::<2>(&setting.frame.q, 1)
        - super::view::position_in::<2>(&setting.frame.q, 0);
    let at = |share: f64| Pose {
        position: Vector::<3>::new(share * way[0], share * way[1], 0.0),
        ..Pose::identity()
    };
    setting.constants.joints.push(JointAbout {
        name: "the pin".into(),
        kind: "hinge".into(),
        bodies: [0, 1],
        frames: [at(0.25), at(-0.75)],
    });
    let mut state = JointState::default();
    let impulses = [3.0, -4.0, 0.0, 0.0, 0.0, 2.0];
    state.report.impulse = impulses.map(|x| x * setting.constants.time_step);
    state.report.coordinate = 0.3;
    setting.frame.joints.push(state);
    setting
}

/// The value of a name.
pub fn value(values: &[Value], name: &str) -> f64 {
    values.iter().find(|value| value.name == name).expect("measured").value
}
