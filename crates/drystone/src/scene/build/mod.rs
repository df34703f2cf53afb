//! From a resolved description to a world.

mod body;
mod centred;
mod decomposed;
mod deformable;
mod function;
mod groups;
mod joints;
mod laws;
mod loads;
mod periodic;
mod rotation;
mod shape;
mod terrain;

use super::check;
use super::error::Fault;
use super::format::{self, Description, TestConfiguration};
use super::generate::{Placed, expand};
use super::solver::settings;
use crate::detection::Collider;
use crate::shapes::{Shape, Skin};
use crate::world::{self, Events, Scheme, World};
use centred::{Centred, centred};
use deformable::Makes;
pub use deformable::{check as check_deformable, read_mesh, write_mesh};
use groups::Groups;
use laws::Party;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Default of the alert distance, as a share of the smallest extent. Detection looks farther along
/// the way bodies go; a smaller share saves candidates but loses impulses to begin with.
const ALERT_SHARE: f64 = 0.05;

/// Builds the world, with warnings; a missing alert distance is filled from the sizes of the
/// bodies.
pub fn world<const D: usize>(scene: &mut Description) -> Result<(World<D>, Vec<String>), Fault> {
    let mut warnings = vec![];
    let placed = expand::<D>(scene)?;
    let groups = Groups::collect(&placed)?;
    let mut world = World::<D>::new(scheme(scene));
    world.gravity = check::vector_or_zero("gravity", scene.gravity.as_ref())?;
    world.solver = settings(&scene.solver).map_err(|fault| fault.below("solver"))?;
    world.periodic = periodic::cell(scene)?;

    let materials: HashMap<&str, usize> =
        scene.materials.keys().enumerate().map(|(i, name)| (name.as_str(), i)).collect();
    let mut names = HashSet::new();
    let mut smallest = Smallest::default();
    let mut parties: Vec<Party> = vec![];
    let mut known_parties: HashMap<_, usize> = HashMap::new();
    let mut last_shape: Option<Made<D>> = None;
    let mut makes = Makes::default();
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
        let group = groups.index(body.group.as_deref());
        let mut meet = |movable: bool| match known_parties.entry((row, group, movable)) {
            Entry::Occupied(known) => parties[*known.get()].several = true,
            Entry::Vacant(new) => {
                new.insert(parties.len());
                let path = path.clone();
                parties.push(Party { material: row, group, movable, path, several: false });
            }
        };
        if deformable::deforms(body, &scene.materials[material]) {
            let asked = deformable::Asked { placed: &placed, index, materials: &scene.materials };
            let make = makes.of(&asked)?;
            let built = deformable::build(&make, body, path)?;
            smallest.see(Some(make.breadth), built.body.movable());
            meet(built.body.movable());
            let body = deformable::add(&mut world.bodies, &name, built, &make)
                .map_err(|message| Fault::new(path, message))?;
            let shape = Arc::new(Shape::Skin(Skin::default()));
            let (offset, cut) = (None, false);
            world.colliders.push(Collider { body, shape, offset, material: row, group, cut });
            continue;
        }
        // Equal neighbours in the list share their shapes.
        let made = match last_shape.take() {
            Some(last) if last.from == body.shape => last,
            _ => Made::new(&body.shape, path, &name, &mut warnings)?,
        };
        let built = body::build(body, &made.whole, &name, &scene.materials[material], path)?;
        smallest.see(made.whole.breadth, built.rigid.movable());
        meet(built.rigid.movable());
        let body = world.bodies.add(built.rigid, &built.pose, &built.velocity);
        for (shape, (_, offset)) in made.shapes.iter().zip(&made.whole.parts) {
            let (shape, offset, cut) = (shape.clone(), *offset, made.whole.cut);
            world.colliders.push(Collider { body, shape, offset, material: row, group, cut });
        }
        last_shape = Some(made);
    }
    let poses: Vec<_> = (0..world.bodies.len()).map(|i| world.bodies.pose(i)).collect();
    let q = world.bodies.q.clone();
    world.shape_skins(&q, &poses);
    let paths: Vec<&str> = placed.iter().map(|p| p.path.as_str()).collect();
    periodic::check(&world, &paths)?;
    world.visibility = groups.visibility(scene)?;
    world.laws = laws::table(scene, &parties, &world.visibility)?;
    joints::add(&mut world, &scene.joints)?;
    warnings.extend(joints::fit(&mut world)?);
    warnings.extend(joints::warnings(&world));
    world.scheme.alert_distance =
        *scene.alert_distance.get_or_insert(ALERT_SHARE * smallest.extent());
    world.scheme.events = events(scene, world.scheme.alert_distance);
    Ok((world, warnings))
}

/// The shapes of a body, kept for the next one.
struct Made<const D: usize> {
    from: format::Shape,
    whole: Centred<D>,
    shapes: Vec<Arc<Shape<D>>>,
}

impl<const D: usize> Made<D> {
    fn new(
        from: &format::Shape,
        path: &str,
        name: &str,
        warnings: &mut Vec<String>,
    ) -> Result<Self, Fault> {
        let whole = centred::<D>(from, &format!("{path}.shape"))?;
        if let Some(error) = whole.error {
            warnings.push(format!(
                "the mass of `{name}` is integrated numerically, because round parts of the \
                 cluster overlap: estimated relative error {error:.0e}"
            ));
        }
        let shapes = whole.parts.iter().map(|(shape, _)| Arc::new(shape.clone())).collect();
        Ok(Self { from: from.clone(), whole, shapes })
    }
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
        contact_reduction: scene.contact_reduction,
        time_of_impact: scene.time_of_impact,
        penetration_tolerance: scene.penetration_tolerance,
        halvings: scene.halvings,
        // Its tolerance needs the alert distance.
        events: None,
    }
}

/// The default tolerance of events, as a share of the alert distance.
const TOLERANCE_OF_EVENTS: f64 = 1e-6;
/// The default number of impacts in a step that are followed.
const MOST_IMPACTS: u32 = 100;

/// The event-driven scheme, where it is asked for, with its defaults.
fn events(scene: &mut Description, alert_distance: f64) -> Option<Events> {
    let given = scene.event_driven.as_mut()?;
    Some(Events {
        tolerance: *given.tolerance.get_or_insert(TOLERANCE_OF_EVENTS * alert_distance),
        most: *given.most.get_or_insert(MOST_IMPACTS) as usize,
    })
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
