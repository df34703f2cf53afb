//! From a resolved description to a world.

mod body;
mod function;
mod laws;
mod loads;
mod shape;

use super::check;
use super::error::Fault;
use super::format::{Description, TestConfiguration};
use super::generate::{Placed, expand};
use super::resolve::DEFAULT_GROUP;
use crate::detection::{Collider, Visibility};
use crate::problem::{NORMS, Norm};
use crate::shapes::Shape;
use crate::solvers::Settings;
use crate::world::{self, Scheme, World};
use laws::Party;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Least and greatest default of the alert distance, as shares of the smallest extent.
const ALERT_SHARES: [f64; 2] = [0.05, 0.5];

/// Most groups a scene may have: what [`Visibility`] can tell apart.
const MOST_GROUPS: usize = 64;

/// Builds the world; a missing alert distance is filled from the sizes of the bodies.
pub fn world<const D: usize>(scene: &mut Description) -> Result<World<D>, Fault> {
    let placed = expand::<D>(scene)?;
    let groups = Groups::collect(&placed)?;
    let mut world = World::<D>::new(scheme(scene));
    world.gravity = check::vector_or_zero("gravity", scene.gravity.as_ref())?;
    world.solver = settings(scene);

    let materials: HashMap<&str, usize> =
        scene.materials.keys().enumerate().map(|(i, name)| (name.as_str(), i)).collect();
    let mut names = HashSet::new();
    let mut smallest = Smallest::default();
    let mut parties: Vec<Party> = vec![];
    let mut known_parties: HashMap<_, usize> = HashMap::new();
    let mut last_shape: Option<Arc<Shape<D>>> = None;
    for (index, Placed { body, path }) in placed.iter().enumerate() {
        let name = body.name.clone().unwrap_or_else(|| format!("body-{}", index + 1));
        if !names.insert(name.clone()) {
            let message = format!("there is already a body named `{name}`");
            return Err(Fault::new(format!("{path}.name"), message));
        }
        let material = body.material.as_deref().unwrap_or_default();
        let row = *materials.get(material).ok_or_else(|| {
            let known = scene.materials.keys().map(String::as_str);
            Fault::unknown(format!("{path}.material"), "material", material, known)
        })?;
        let built = body::build::<D>(body, &name, &scene.materials[material], path)?;
        smallest.see(built.shape.breadth, built.rigid.movable());
        let group = groups.index(body.group.as_deref());
        let movable = built.rigid.movable();
        match known_parties.entry((row, group, movable)) {
            Entry::Occupied(known) => parties[*known.get()].several = true,
            Entry::Vacant(new) => {
                new.insert(parties.len());
                let path = path.clone();
                parties.push(Party { material: row, group, movable, path, several: false });
            }
        }
        // Equal neighbours in the list share one shape.
        let shape = match &last_shape {
            Some(last) if **last == built.shape.shape => last.clone(),
            _ => Arc::new(built.shape.shape),
        };
        last_shape = Some(shape.clone());
        let body = world.bodies.add(built.rigid, &built.pose, &built.velocity);
        world.colliders.push(Collider { body, shape, offset: None, material: row, group });
    }
    world.visibility = groups.visibility(scene)?;
    world.laws = laws::table(scene, &parties, &world.visibility)?;
    world.scheme.alert_distance = *scene
        .alert_distance
        .get_or_insert_with(|| default_alert_distance(&world, smallest.extent(), scene.duration));
    Ok(world)
}

/// The way a body can go between detection and the end of the step, θ h v, with v the greatest
/// initial or imposed speed plus that of a fall through the whole scene; within shares of the
/// smallest extent. A smaller distance would let a fast body penetrate before it is seen.
fn default_alert_distance<const D: usize>(world: &World<D>, extent: f64, duration: f64) -> f64 {
    let gravity = world.gravity.norm();
    let (mut low, mut high, mut speed) = (f64::INFINITY, f64::NEG_INFINITY, 0.0f64);
    for collider in &world.colliders {
        let v = &world.bodies.velocity(collider.body)[..D];
        speed = speed.max(v.iter().map(|x| x * x).sum::<f64>().sqrt());
        let radius = collider.shape.bounding_radius().unwrap_or(0.0);
        for drive in &world.bodies.list[collider.body].drives {
            let arm = if drive.dof < D { 1.0 } else { radius };
            speed = speed.max(arm * drive.greatest_speed(duration));
        }
        let bounds = collider.shape.bounds(&world.bodies.pose(collider.body));
        let middle = world.gravity.dot(&((bounds.min + bounds.max) * 0.5)) / gravity.max(1e-300);
        if middle.is_finite() {
            low = low.min(middle);
            high = high.max(middle);
        }
    }
    let fall = (2.0 * gravity * (high - low).max(0.0)).sqrt();
    let way = world.scheme.theta * world.scheme.time_step * (speed + fall);
    way.clamp(ALERT_SHARES[0] * extent, ALERT_SHARES[1] * extent)
}

fn scheme(scene: &Description) -> Scheme {
    Scheme {
        time_step: scene.time_step,
        theta: scene.theta,
        test_configuration: match scene.test_configuration {
            TestConfiguration::Theta => world::TestConfiguration::Theta,
            TestConfiguration::Midpoint => world::TestConfiguration::MidPoint,
        },
        alert_distance: 0.0,
    }
}

fn settings(scene: &Description) -> Settings {
    let solver = &scene.solver;
    let norm = NORMS.iter().find(|entry| entry.1 == solver.norm);
    Settings {
        tolerance: solver.tolerance,
        norm: norm.map_or(Norm::default(), |entry| entry.0),
        max_iterations: usize::try_from(solver.max_iterations).unwrap_or(usize::MAX),
        max_seconds: solver.max_seconds.unwrap_or(f64::INFINITY),
        relaxation: solver.relaxation,
        acceleration: solver.acceleration,
    }
}

/// The smallest extent of the bodies that can move; of all bodies if none can.
#[derive(Default)]
struct Smallest {
    movable: Option<f64>,
    any: Option<f64>,
}

impl Smallest {
    fn see(&mut self, breadth: Option<f64>, movable: bool) {
        let Some(breadth) = breadth else { return };
        let smaller = |known: Option<f64>| Some(known.map_or(breadth, |k| k.min(breadth)));
        self.any = smaller(self.any);
        if movable {
            self.movable = smaller(self.movable);
        }
    }

    fn extent(&self) -> f64 {
        self.movable.or(self.any).unwrap_or(1.0)
    }
}

/// Names of the groups in use.
struct Groups(Vec<String>);

impl Groups {
    fn collect(placed: &[Placed]) -> Result<Self, Fault> {
        let mut names = vec![DEFAULT_GROUP.to_string()];
        for Placed { body, path } in placed {
            let Some(group) = &body.group else { continue };
            if names.contains(group) {
                continue;
            }
            if names.len() == MOST_GROUPS {
                let message = format!("a scene has at most {MOST_GROUPS} groups");
                return Err(Fault::new(format!("{path}.group"), message));
            }
            names.push(group.clone());
        }
        Ok(Self(names))
    }

    fn find(&self, name: &str) -> Option<u8> {
        self.0.iter().position(|known| known == name).map(|i| i as u8)
    }

    fn index(&self, name: Option<&str>) -> u8 {
        name.and_then(|name| self.find(name)).unwrap_or(0)
    }

    /// Who may touch whom.
    fn visibility(&self, scene: &Description) -> Result<Visibility, Fault> {
        let mut visibility = Visibility::default();
        for (i, pair) in scene.no_contact.iter().enumerate() {
            let mut index = [0; 2];
            for (k, name) in pair.between.iter().enumerate() {
                index[k] = self.find(name).ok_or_else(|| {
                    let path = format!("no_contact.{i}.between.{k}");
                    Fault::unknown(path, "group", name, self.0.iter().map(String::as_str))
                })?;
            }
            visibility.set(index[0], index[1], false);
        }
        Ok(visibility)
    }
}
