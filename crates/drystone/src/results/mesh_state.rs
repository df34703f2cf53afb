//! The state of deformable bodies in a frame: nodes and elements of all of them, body by body.
//!
//! | path | what |
//! |---|---|
//! | `/frames/node_place`, `node_velocity` | of each node: where it is (m), its velocity (m/s) |
//! | `/frames/element_stress` | the mean of Cauchy's stress in each element (Pa), in the axes of space: xx, yy, zz, xy, in space also yz, zx |
//! | `/frames/element_strain` | the mean of the strain that the material sees, with shears γ |
//! | `/frames/facet_pressure` | of each facet of the skins: the contacts' normal forces over its area (Pa) |
//! | `/frames/element_plastic_strain`, `element_plastic` | only with materials that yield: the mean of the plastic strain with shears γ, and of what has accumulated |
//!
//! Nodes, elements and their bodies are those of `meshes.rs`.

use super::meshes::{Counts, Meshes};
use crate::bodies::{Deformable, facet_area};
use crate::fem::Field;
use crate::fem::material::Components;
use crate::fem::mesh::Facet;
use crate::space::Matrix;
use crate::world::World;
use std::cell::LazyCell;
use std::collections::HashMap;

/// The list that is there where some material can yield.
pub const YIELDED: &str = "element_plastic";

/// The state of all deformable bodies.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeshState {
    /// Where nodes are, axis by axis (m).
    pub places: Vec<f64>,
    /// Their velocities (m/s).
    pub velocities: Vec<f64>,
    /// What elements carry; not numbers where a body is turned inside out.
    pub fields: Vec<Field>,
    /// The contacts' normal forces on facets over their areas (Pa).
    pub pressures: Vec<f64>,
    /// What materials remember; frames of files have none, checkpoints do.
    pub memory: Vec<f64>,
    /// How bodies were turned when their matrices were made; frames of files have none, checkpoints do.
    pub turned: Vec<f64>,
}

/// A list of a frame.
#[derive(Clone, Copy, Debug)]
pub struct FrameList {
    /// Its name.
    pub name: &'static str,
    /// Its unit.
    pub unit: &'static str,
    /// Numbers each.
    pub size: usize,
}

impl FrameList {
    /// How many nodes, elements or facets it has numbers of.
    pub fn count(&self, counts: &Counts) -> usize {
        owners(self.name, counts)
    }
}

/// How many a list of this name has numbers of; none where it is no list of meshes.
pub fn owners(name: &str, counts: &Counts) -> usize {
    match name.split_once('_') {
        Some(("node", _)) => counts.nodes,
        Some(("element", _)) => counts.elements,
        Some(("facet", _)) => counts.facets,
        _ => 0,
    }
}

/// The lists of a frame.
pub fn lists<const D: usize>(meshes: &Meshes) -> Vec<FrameList> {
    let tensor = if D == 2 { 4 } else { 6 };
    let list = |name, unit, size| FrameList { name, unit, size };
    let mut lists = vec![
        list("node_place", "m", D),
        list("node_velocity", "m/s", D),
        list("element_stress", "Pa", tensor),
        list("element_strain", "", tensor),
        list("facet_pressure", "Pa", 1),
    ];
    if meshes.plastic {
        lists.push(list("element_plastic_strain", "", tensor));
        lists.push(list(YIELDED, "", 1));
    }
    if meshes.is_empty() { vec![] } else { lists }
}

impl MeshState {
    /// Of the present state of a world.
    pub fn of<const D: usize>(world: &World<D>) -> Self {
        let (bodies, mut state) = (&world.bodies, Self::default());
        for i in 0..bodies.len() {
            let Some(soft) = bodies.deformable(i) else { continue };
            let x = &bodies.q[bodies.q_range(i)];
            state.places.extend_from_slice(x);
            state.velocities.extend_from_slice(bodies.velocity(i));
            let fields = soft.fields(x);
            let count: usize = soft.model.solid.regions.iter().map(|region| region.len()).sum();
            let missing = count - fields.len();
            state.fields.extend(fields);
            state.fields.extend(std::iter::repeat_n(unknown(), missing));
            state.pressures.extend(pressures(world, i, soft));
            state.memory.extend_from_slice(&soft.memory);
            state.turned.extend(soft.turned.iter());
        }
        state
    }

    /// Gives the deformable bodies of a world this state.
    pub fn restore<const D: usize>(&self, world: &mut World<D>) {
        let bodies = &mut world.bodies;
        let (mut node, mut memory, mut turned) = (0, &self.memory[..], self.turned.chunks(D * D));
        for i in 0..bodies.len() {
            if bodies.deformable(i).is_none() {
                continue;
            }
            let (q, v) = (bodies.q_range(i), bodies.v_range(i));
            let own = node..node + q.len();
            node = own.end;
            bodies.q[q].copy_from_slice(&self.places[own.clone()]);
            bodies.v[v].copy_from_slice(&self.velocities[own]);
            let k = bodies.soft_index(i);
            let soft = &mut bodies.deformables[k];
            if let Some((own, rest)) = memory.split_at_checked(soft.memory.len()) {
                soft.memory.copy_from_slice(own);
                memory = rest;
            }
            if let Some(own) = turned.next() {
                soft.turned = Matrix::from_column_slice(own);
            }
        }
    }

    /// Whether it is of bodies like those of a world.
    pub fn fits<const D: usize>(&self, world: &World<D>) -> bool {
        let soft = &world.bodies.deformables;
        let nodes: usize = soft.iter().map(|soft| soft.model.len()).sum();
        let memory: usize = soft.iter().map(|soft| soft.memory.len()).sum();
        self.places.len() == nodes
            && self.velocities.len() == nodes
            && self.memory.len() == memory
            && self.turned.len() == soft.len() * D * D
    }

    /// The numbers of a list.
    pub fn numbers<const D: usize>(&self, list: &str) -> Vec<f64> {
        let tensor = |get: fn(&Field) -> &Components| {
            let of = |field| get(field).iter().copied().take(if D == 2 { 4 } else { 6 });
            self.fields.iter().flat_map(of).collect()
        };
        match list {
            "node_place" => self.places.clone(),
            "node_velocity" => self.velocities.clone(),
            "element_stress" => tensor(|field| &field.stress),
            "element_strain" => tensor(|field| &field.strain),
            "element_plastic_strain" => tensor(|field| &field.plastic_strain),
            "facet_pressure" => self.pressures.clone(),
            _ => self.fields.iter().map(|field| field.plastic).collect(),
        }
    }

    /// No state yet, of elements of these volumes.
    pub fn blank(meshes: &Meshes) -> Self {
        let volumes = meshes.list.iter().flat_map(|mesh| &mesh.volumes);
        let field = |volume: &f64| Field {
            stress: Components::zeros(),
            strain: Components::zeros(),
            plastic_strain: Components::zeros(),
            plastic: 0.0,
            volume: *volume,
        };
        Self { fields: volumes.map(field).collect(), ..Self::default() }
    }

    /// Takes over the numbers of a list.
    pub fn fill<const D: usize>(&mut self, list: &str, numbers: Vec<f64>) {
        let mut tensor = |get: fn(&mut Field) -> &mut Components| {
            let size = if D == 2 { 4 } else { 6 };
            for (field, numbers) in self.fields.iter_mut().zip(numbers.chunks_exact(size)) {
                get(field).as_mut_slice()[..size].copy_from_slice(numbers);
            }
        };
        match list {
            "node_place" => self.places = numbers,
            "node_velocity" => self.velocities = numbers,
            "element_stress" => tensor(|field| &mut field.stress),
            "element_strain" => tensor(|field| &mut field.strain),
            "element_plastic_strain" => tensor(|field| &mut field.plastic_strain),
            "facet_pressure" => self.pressures = numbers,
            _ => self.fields.iter_mut().zip(numbers).for_each(|(field, p)| field.plastic = p),
        }
    }
}

/// The contacts' normal forces on the facets of a body over their areas. A force at a node is shared by the facets
/// around it that look much the same way, as their areas.
fn pressures<const D: usize>(world: &World<D>, body: usize, soft: &Deformable<D>) -> Vec<f64> {
    let surface = &soft.model.surface;
    let x = &world.bodies.q[world.bodies.q_range(body)];
    // Forces on what is turned about an axis are of the whole turn.
    let area = |(f, facet)| surface.rings.get(f).unwrap_or(&1.0) * facet_area::<D>(x, facet);
    let areas: Vec<f64> = surface.facets.iter().enumerate().map(area).collect();
    let around = LazyCell::new(|| around(&surface.facets));
    let mut forces = vec![0.0; areas.len()];
    for contact in &world.contacts {
        for side in (0..2).filter(|side| contact.bodies[*side] == body) {
            let spot = &contact.spots[side];
            if !spot.is_some() || contact.impulse[0] == 0.0 {
                continue;
            }
            let normal = surface.normal::<D>(x, spot.facet);
            let alike = |f: &u32| surface.normal::<D>(x, *f).dot(&normal) > 0.5;
            let carrying = match surface.node_at(spot) {
                Some(node) => around[&node].iter().copied().filter(alike).collect(),
                None => vec![spot.facet],
            };
            let whole: f64 = carrying.iter().map(|f| areas[*f as usize]).sum();
            for f in carrying.into_iter().map(|f| f as usize) {
                forces[f] += contact.impulse[0] / world.scheme.time_step * areas[f] / whole;
            }
        }
    }
    // A facet on the axis has no area, and meets nothing.
    let pressure = |(force, area): (&f64, &f64)| if *area > 0.0 { force / area } else { 0.0 };
    forces.iter().zip(&areas).map(pressure).collect()
}

/// The facets around each node.
fn around(facets: &[Facet]) -> HashMap<u32, Vec<u32>> {
    let mut around: HashMap<u32, Vec<u32>> = HashMap::new();
    for (f, facet) in facets.iter().enumerate() {
        facet.nodes.iter().for_each(|node| around.entry(*node).or_default().push(f as u32));
    }
    around
}

/// What an element carries of which nothing is known.
fn unknown() -> Field {
    let nothing = Components::repeat(f64::NAN);
    Field {
        stress: nothing,
        strain: nothing,
        plastic_strain: nothing,
        plastic: f64::NAN,
        volume: f64::NAN,
    }
}
