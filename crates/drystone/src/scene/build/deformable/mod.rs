//! Bodies that deform: from a shape and a material to a make, and from that to bodies.

mod mesh;
mod room;
mod sides;
mod thin;
mod written;

pub use room::Asked;
pub use written::{mesh as read_mesh, write as write_mesh};

use super::Placed;
use super::body::{pose, velocity};
use crate::bodies::{self, Bodies, Model, Rayleigh, Renewal, Surface};
use crate::fem::mesh::{Cell, boundary, outer_sides};
use crate::fem::viscosity::Viscosity;
use crate::fem::{self, InitialStress, Kinematics, Mesh, Plane, Region, Solid, Stuff};
use crate::scene::check;
use crate::scene::error::Fault;
use crate::scene::format::{Body, Deformable, Material, Shape, StressAtRest, ViscousStress};
use crate::space::{Pose, Vector, velocity_at};
use room::Room;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// Whether a body is to deform.
pub fn deforms(body: &Body, material: &Material) -> bool {
    let may = material.deformable.is_some() || body.shape.always_deforms();
    may && !body.rigid && body.fixed != Some(true) && body.shape.has_volume()
}

/// Checks what stands alone in the table `deformable` of a material.
pub fn check(given: &Deformable, dimension: usize, place: &str) -> Result<(), Fault> {
    let key = |name: &str| format!("{place}.{name}");
    given.law.law().check().map_err(|wrong| {
        Fault::new(key(&format!("law.{}.{}", given.law.name(), wrong.key)), wrong.message)
    })?;
    check::not_negative(key("damping.mass"), given.damping.mass)?;
    check::not_negative(key("damping.stiffness"), given.damping.stiffness)?;
    check::not_negative(key("viscosity.bulk"), given.viscosity.bulk)?;
    check::not_negative(key("viscosity.shear"), given.viscosity.shear)?;
    match given.plane {
        Some(_) if dimension == 3 => {
            return Err(Fault::new(key("plane"), "`plane` is for scenes of dimension 2"));
        }
        Some(Plane::Axisymmetric)
            if !matches!(given.kinematics, Kinematics::Small | Kinematics::Finite) =>
        {
            let message = "what is turned about an axis cannot turn otherwise: its kinematics are \
                           \"small\" or \"finite\"";
            return Err(Fault::new(key("plane"), message));
        }
        _ => {}
    }
    if let bodies::Candidates::At(shares) = &given.candidates {
        if dimension == 3 {
            return Err(Fault::new(key("candidates"), "`at` is for edges: dimension 2"));
        }
        if shares.is_empty() {
            return Err(Fault::new(key("candidates.at"), "expected one share or more"));
        }
        for (i, share) in shares.iter().enumerate() {
            check::between(key(&format!("candidates.at.{i}")), *share, 0.0, 1.0)?;
        }
    }
    mesh::check(given, dimension, place)
}

/// A make of bodies.
#[derive(Clone)]
pub struct Make<const D: usize> {
    /// What they share.
    pub model: Arc<Model<D>>,
    mesh: Arc<Mesh<D>>,
    /// Where the centre of mass is in the coordinates of the shape.
    centre: Vector<D>,
    /// Smallest extent (m).
    pub breadth: f64,
    /// Volume (m³).
    pub volume: f64,
    renewal: Renewal,
    quasi_static: bool,
    /// ρ c_p and ρ c_s, where the law knows speeds of waves (Pa s/m).
    impedances: Option<[f64; 2]>,
}

/// Makes of bodies already met, by shape and material.
#[derive(Default)]
pub struct Makes<const D: usize> {
    known: HashMap<String, Make<D>>,
    room: Room,
}

impl<const D: usize> Make<D> {
    /// Elements of a body of it.
    pub fn elements(&self) -> usize {
        self.mesh.solids().count()
    }
}

impl<const D: usize> Makes<D> {
    /// The make of a body, which is counted.
    pub fn of(&mut self, asked: &Asked) -> Result<Make<D>, Fault> {
        let make = self.known_or_new(asked)?;
        self.room.add(make.elements(), &asked.placed[asked.index].path)?;
        Ok(make)
    }

    fn known_or_new(&mut self, asked: &Asked) -> Result<Make<D>, Fault> {
        let Placed { body, path } = &asked.placed[asked.index];
        let materials = asked.materials;
        let name = body.material.as_deref().unwrap_or_default();
        let away = from_axis::<D>(body, materials.get(name), path)?;
        // Equal texts are equal shapes: numbers are written so that they read back.
        let text = serde_json::to_string(&(&body.shape, name, away));
        let text = text.map_err(|e| Fault::new(format!("{path}.shape"), e.to_string()))?;
        if let Some(known) = self.known.get(&text) {
            return Ok(known.clone());
        }
        let given = table(materials, name, &format!("{path}.material"))?;
        let place = format!("materials.{name}.deformable");
        let mesh = mesh::of::<D>(&body.shape, given, (path, &place))?;
        self.room.take(&mesh, asked)?;
        let make = make::<D>((&body.shape, away), mesh, name, materials, path)?;
        self.known.insert(text, make.clone());
        Ok(make)
    }
}

/// How far the origin of a shape is from the axis x = 0 that the body is turned about.
fn from_axis<const D: usize>(
    body: &Body,
    material: Option<&Material>,
    path: &str,
) -> Result<f64, Fault> {
    let given = material.and_then(|material| material.deformable.as_ref());
    if D != 2 || given.and_then(|given| given.plane) != Some(Plane::Axisymmetric) {
        return Ok(0.0);
    }
    if body.angle_degrees.is_some_and(|angle| angle != 0.0) {
        let message = "what is turned about the axis x = 0 cannot be turned in the plane";
        return Err(Fault::new(format!("{path}.angle_degrees"), message));
    }
    let position: Vector<D> =
        check::vector_or_zero(format!("{path}.position"), body.position.as_ref())?;
    Ok(position[0])
}

/// Places of nodes from the axis.
fn places_from_axis<const D: usize>(
    mesh: &Mesh<D>,
    given: &Deformable,
    away: f64,
    path: &str,
) -> Result<Vec<[f64; D]>, Fault> {
    let mut places = mesh.places.clone();
    places.iter_mut().for_each(|x| x[0] += away);
    if D == 2 && given.plane == Some(Plane::Axisymmetric) {
        let far = places.iter().fold(0.0_f64, |far, x| far.max(x[0].abs()));
        let least = places.iter().fold(f64::INFINITY, |least, x| least.min(x[0]));
        if least < -1e-9 * far {
            let message =
                format!("it is turned about the axis x = 0 and reaches beyond it, to x = {least}");
            let help = "put it aside with `position`: a tube is a box whose left side is its bore";
            return Err(Fault::new(format!("{path}.shape"), message).help(help.to_string()));
        }
        // What lies on the axis lies there exactly.
        places.iter_mut().for_each(|x| x[0] = x[0].max(0.0));
    }
    Ok(places)
}

fn make<const D: usize>(
    (shape, away): (&Shape, f64),
    mesh: Mesh<D>,
    name: &str,
    materials: &BTreeMap<String, Material>,
    path: &str,
) -> Result<Make<D>, Fault> {
    let given = table(materials, name, &format!("{path}.material"))?;
    let places = places_from_axis(&mesh, given, away, path)?;
    let mut regions = vec![];
    for (cells, group) in by_kind(&mesh) {
        let of_group = match shape {
            Shape::Mesh(shape) => shape.materials.get(&mesh.names[group as usize]),
            _ => None,
        };
        let place = match of_group {
            Some(_) => format!("{path}.shape.mesh.materials.{}", mesh.names[group as usize]),
            None => format!("{path}.material"),
        };
        let stuff = stuff(materials, of_group.map_or(name, String::as_str), &place)?;
        let nodes = cells.iter().flat_map(|cell| cell.nodes.iter().copied()).collect();
        let of = table(materials, of_group.map_or(name, String::as_str), &place)?;
        thin::suit_mesh(&mesh, of, &place)?;
        let element = cells[0].element;
        let region = match thin::sheet(of) {
            Some(sheet) => Region::sheet(element, nodes, stuff, sheet, &places),
            None => Region::new(element, nodes, stuff, &places),
        };
        let region =
            region.map_err(|wrong| Fault::new(format!("{path}.shape"), wrong.to_string()))?;
        let ViscousStress { bulk, shear } = of.viscosity;
        let region = region.with_viscosity(Viscosity { bulk, shear });
        let owner = of_group.map_or(name, String::as_str);
        let region = region.with_initial_stress(&at_rest(of), &places).map_err(|wrong| {
            Fault::new(format!("materials.{owner}.deformable.{}", wrong.key), wrong.message)
        })?;
        regions.push(region);
    }
    let solid = Solid::new(places, regions, given.kinematics);
    let is_thin = mesh.dimension() < D;
    let facets = if is_thin { outer_sides(&mesh) } else { boundary(&mesh) };
    // What a membrane lies around touches it between its nodes.
    let candidates = match &given.candidates {
        bodies::Candidates::Auto if is_thin => &bodies::Candidates::Quadrature,
        given => given,
    };
    let mut surface = Surface::new(facets, candidates, |_| true);
    if given.self_contact && is_thin {
        let message = "bars, cables and membranes do not meet themselves";
        return Err(Fault::new(format!("materials.{name}.deformable.self_contact"), message));
    }
    if given.self_contact {
        surface = surface.meeting_itself::<D>(mesh.places.as_flattened());
    }
    let damping = Rayleigh { mass: given.damping.mass, stiffness: given.damping.stiffness };
    let (mut model, mut centre) = Model::new(solid, surface, given.masses, damping);
    centre[0] -= away;
    if let Some(count) = given.modes {
        model = model.with_modes(count as usize).map_err(|wrong| {
            Fault::new(format!("materials.{name}.deformable.{}", wrong.key), wrong.message)
        })?;
    }
    let extent = |k: usize| {
        let along = || mesh.places.iter().map(|place| place[k]);
        along().fold(f64::NEG_INFINITY, f64::max) - along().fold(f64::INFINITY, f64::min)
    };
    let mut breadth = (0..D).map(extent).fold(f64::INFINITY, f64::min);
    let mut volume = mesh.volume();
    if is_thin {
        let regions = &model.solid.regions;
        volume = regions.iter().flat_map(|r| (0..r.len()).map(|e| r.volume(e))).sum();
        // It may lie in a plane: what counts is how long an element is.
        let size: f64 = regions.iter().map(thin::size).sum();
        breadth = (size / mesh.solids().count() as f64).powf(1.0 / mesh.dimension() as f64);
    }
    let impedances = match (&given.law, materials[name].density) {
        (fem::Material::Elastic(law), Some(density)) => {
            Some(law.speeds(density).map(|speed| speed * density))
        }
        _ => None,
    };
    Ok(Make {
        model: Arc::new(model),
        mesh: Arc::new(mesh),
        centre,
        breadth,
        volume,
        renewal: given.renewal,
        quasi_static: given.quasi_static,
        impedances,
    })
}

fn at_rest(given: &Deformable) -> InitialStress {
    let StressAtRest { at_origin, slope } = &given.initial_stress;
    InitialStress { at_origin: at_origin.components(), slope: slope.components() }
}

/// Cells of the solid by kind and group, in the order of their first ones.
fn by_kind<const D: usize>(mesh: &Mesh<D>) -> Vec<(Vec<&Cell>, u32)> {
    let mut kinds: Vec<(Vec<&Cell>, u32)> = vec![];
    for cell in mesh.solids() {
        let known = kinds
            .iter_mut()
            .find(|(cells, group)| *group == cell.group && cells[0].element == cell.element);
        match known {
            Some((cells, _)) => cells.push(cell),
            None => kinds.push((vec![cell], cell.group)),
        }
    }
    kinds
}

/// How bodies of a material deform.
fn table<'a>(
    materials: &'a BTreeMap<String, Material>,
    name: &str,
    place: &str,
) -> Result<&'a Deformable, Fault> {
    let material = materials.get(name).ok_or_else(|| {
        Fault::unknown(place, "material", name, materials.keys().map(String::as_str))
    })?;
    material.deformable.as_ref().ok_or_else(|| {
        let message = format!("this shape deforms, and the material `{name}` does not");
        let help = format!("add `[materials.{name}.deformable]` with its `law`");
        Fault::new(place, message).help(help)
    })
}

fn stuff(materials: &BTreeMap<String, Material>, name: &str, place: &str) -> Result<Stuff, Fault> {
    let given = table(materials, name, place)?;
    let density = materials[name].density.ok_or_else(|| {
        let help = format!("give the material `{name}` a `density`");
        Fault::new(place, "the density of this body's material is missing").help(help)
    })?;
    Ok(Stuff {
        material: given.law.clone(),
        density,
        plane: given.plane.unwrap_or_default(),
        mean_dilatation: given.mean_dilatation,
        enhanced: given.enhanced.unwrap_or(given.element.is_none()),
    })
}

/// A body ready for the world.
pub struct Built<const D: usize> {
    /// The engine's body.
    pub body: bodies::Deformable<D>,
    /// Where it is as a whole.
    pub pose: Pose<D>,
    /// Its velocity as a whole.
    pub velocity: Vec<f64>,
}

/// Builds the body at a key.
pub fn build<const D: usize>(make: &Make<D>, body: &Body, path: &str) -> Result<Built<D>, Fault> {
    let refuse = |name: &str, instead: &str| {
        let message = format!("a body that deforms has no `{name}` of its own");
        Err(Fault::new(format!("{path}.{name}"), message).help(instead.to_string()))
    };
    if body.mass.is_some() {
        return refuse("mass", "give its material a `density`");
    }
    if body.inertia.is_some() {
        return refuse("inertia", "it follows from the density of its material");
    }
    if body.damping.linear != 0.0 || body.damping.angular != 0.0 {
        return refuse("damping", "give its material `deformable.damping`");
    }
    let at = pose(body, &make.centre, path)?;
    let velocity = velocity::<D>(body, path)?;
    let mut built = bodies::Deformable::new(make.model.clone(), at);
    (built.renewal, built.is_quasi_static) = (make.renewal, make.quasi_static);
    sides::drive(make, body, &mut built, path)?;
    sides::absorb(make, body, &mut built, path)?;
    sides::load(make, body, &mut built, path)?;
    Ok(Built { body: built, pose: at, velocity })
}

/// Adds a body to the others with the velocity it has as a whole; gives its index.
pub fn add<const D: usize>(
    bodies: &mut Bodies<D>,
    name: &str,
    built: Built<D>,
    make: &Make<D>,
) -> Result<usize, String> {
    let Built { body, pose, velocity } = built;
    let index = bodies.add_deformable(name, body, &Vector::zeros())?;
    bodies.list[index].volume = make.volume;
    let (q, v) = (bodies.q_range(index), bodies.v_range(index));
    let places = bodies.q[q].chunks_exact(D);
    for (x, v) in places.zip(bodies.v[v].chunks_exact_mut(D)) {
        let arm = Vector::<D>::from_column_slice(x) - pose.position;
        v.copy_from_slice(velocity_at(&velocity, &arm).as_slice());
    }
    Ok(index)
}
