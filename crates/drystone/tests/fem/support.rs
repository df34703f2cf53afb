//! Small meshes, materials and matrices.

use drystone::bodies::{
    Candidates, Deformable, Drive, DriveKind, Function, Model, Rayleigh, Surface,
};
use drystone::detection::Collider;
use drystone::fem::Masses;
use drystone::fem::element::{Element, find};
use drystone::fem::material::Elastic;
use drystone::fem::mesh::{Cut, Facet, Grid, boundary};
use drystone::fem::{Kinematics, Material, Mesh, Plane, Region, Solid, Stuff};
use drystone::laws::ContactLaw;
use drystone::shapes::{HalfSpace, Shape, Skin};
use drystone::space::{Pose, Vector};
use drystone::world::World;
use nalgebra::DMatrix;
use std::sync::Arc;

/// Numbers from -1/2 to 1/2.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn next(&mut self) -> f64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
    }
}

pub const PLANE: [&str; 4] = ["T3", "T6", "Q4", "Q8"];
pub const SPACE: [&str; 4] = ["TE4", "TE10", "H8", "H20"];

pub fn element(name: &str) -> &'static Element {
    find(name).expect("an element")
}

pub fn rubber() -> Material {
    Material::Elastic(Elastic { young_modulus: 1e6, poisson_ratio: 0.3 })
}

pub fn stuff(material: Material, plane: Plane) -> Stuff {
    Stuff { material, density: 1000.0, plane, mean_dilatation: true, enhanced: false }
}

/// What an element of a name is made of: as given, and with strains of its own where it would lock.
pub fn forms(name: &str, stuff: Stuff) -> Vec<Stuff> {
    let mut forms = vec![stuff.clone()];
    if element(name).locks {
        forms.push(Stuff { enhanced: true, ..stuff });
    }
    forms
}

/// The unit square or cube with inner corners moved at random.
pub fn distorted<const D: usize>(name: &str, counts: [usize; D], seed: u64) -> Mesh<D> {
    let mut random = Random::new(seed);
    let mut mesh =
        Grid { counts, element: element(name), cut: Cut::Turning }.mesh().expect("a mesh");
    // A smooth map that keeps the surface, so that edges stay nearly straight, and mid-nodes on them.
    let amount: Vec<f64> = (0..D).map(|_| 0.2 * random.next() + 0.1).collect();
    let corners = element(name).corners;
    let bend = |x: [f64; D]| {
        let bump: f64 = x.iter().map(|x| 4.0 * x * (1.0 - x)).product();
        std::array::from_fn(|k| x[k] + amount[k] * bump)
    };
    let mut moved: Vec<Option<[f64; D]>> = vec![None; mesh.places.len()];
    for cell in mesh.solids() {
        for node in &cell.nodes[..corners] {
            moved[*node as usize] = Some(bend(mesh.places[*node as usize]));
        }
    }
    for cell in mesh.solids() {
        for k in corners..cell.nodes.len() {
            let node = cell.nodes[k] as usize;
            let at = cell.element.places[k];
            // In the middle of the moved edge: the linear map of the corners.
            let ends: Vec<[f64; D]> = (0..corners)
                .flat_map(|a| (a + 1..corners).map(move |b| [a, b]))
                .filter(|[a, b]| {
                    let p = cell.element.places;
                    (0..3).all(|k| (0.5 * (p[*a][k] + p[*b][k]) - at[k]).abs() < 1e-12)
                })
                .take(1)
                .flatten()
                .filter_map(|c| moved[cell.nodes[c] as usize])
                .collect();
            moved[node] = Some(std::array::from_fn(|k| 0.5 * (ends[0][k] + ends[1][k])));
        }
    }
    for (place, moved) in mesh.places.iter_mut().zip(moved) {
        *place = moved.expect("every node is in a cell");
    }
    mesh
}

pub fn solid<const D: usize>(mesh: &Mesh<D>, stuff: Stuff, kinematics: Kinematics) -> Solid<D> {
    let cells: Vec<_> = mesh.solids().collect();
    let nodes = cells.iter().flat_map(|cell| cell.nodes.iter().copied()).collect();
    let region = Region::new(cells[0].element, nodes, stuff, &mesh.places).expect("sound elements");
    Solid::new(mesh.places.clone(), vec![region], kinematics)
}

/// Forces, stiffness and energy.
pub fn answer<const D: usize>(
    solid: &Solid<D>,
    x: &[f64],
    before: &[f64],
) -> (Vec<f64>, DMatrix<f64>, f64) {
    let mut force = vec![0.0; solid.len()];
    let mut after = vec![0.0; solid.memory()];
    let mut stiffness = DMatrix::zeros(solid.len(), solid.len());
    let mut sink = |nodes: &[u32], k: &DMatrix<f64>| {
        for (i, a) in nodes.iter().enumerate() {
            for (j, b) in nodes.iter().enumerate() {
                for m in 0..D {
                    for n in 0..D {
                        stiffness[(*a as usize * D + m, *b as usize * D + n)] +=
                            k[(i * D + m, j * D + n)];
                    }
                }
            }
        }
    };
    let energy = solid.forces(x, before, &mut after, &mut force, Some(&mut sink));
    (force, stiffness, energy)
}

/// How a mesh becomes a body.
#[derive(Clone, Debug, Default)]
pub struct Given {
    pub kinematics: Kinematics,
    pub candidates: Candidates,
    pub masses: Masses,
    pub damping: Rayleigh,
}

/// Adds a meshed body to a world.
pub fn add_soft<const D: usize>(
    world: &mut World<D>,
    mesh: &Mesh<D>,
    stuff: Stuff,
    given: Given,
    at: Pose<D>,
    velocity: &Vector<D>,
) -> usize {
    let surface = Surface::new(boundary(mesh), &given.candidates, |_| true);
    let solid = solid(mesh, stuff, given.kinematics);
    let (model, _) = Model::new(solid, surface, given.masses, given.damping);
    let body = Deformable::new(Arc::new(model), at);
    let index = world.bodies.add_deformable("soft", body, velocity).expect("a mass");
    world.colliders.push(Collider::new(index, Arc::new(Shape::Skin(Skin::default()))));
    index
}

/// A half-space on the side of negative x.
pub fn wall<const D: usize>() -> (Shape<D>, Pose<D>) {
    let mut normal = Vector::zeros();
    normal[0] = 1.0;
    (Shape::HalfSpace(HalfSpace::new(normal).expect("a normal")), Pose::identity())
}

/// Momentum over mass.
pub fn mean_velocity<const D: usize>(world: &World<D>, body: usize) -> Vector<D> {
    let soft = world.bodies.deformable(body).expect("a deformable body");
    let mut momentum = vec![0.0; world.bodies.v_range(body).len()];
    soft.model.add_momentum(world.bodies.velocity(body), &mut momentum);
    let sum: Vector<D> = momentum.chunks_exact(D).map(Vector::<D>::from_column_slice).sum();
    sum / soft.model.mass
}

/// A fixed degree of freedom.
pub fn fixed(dof: usize) -> Drive {
    moving(dof, DriveKind::Velocity, Function::Constant(0.0))
}

/// One whose motion is given.
pub fn moving(dof: usize, kind: DriveKind, function: Function) -> Drive {
    Drive { dof, kind, function }
}

/// Nodes of a group.
pub fn side<const D: usize>(mesh: &Mesh<D>, name: &str) -> Vec<u32> {
    mesh.nodes_of(mesh.group(name).expect("a group"))
}

/// Facets of the surface all of whose nodes belong to a group.
pub fn facets<const D: usize>(mesh: &Mesh<D>, name: &str) -> Vec<u32> {
    let nodes = side(mesh, name);
    let own = |facet: &Facet| facet.nodes.iter().all(|node| nodes.contains(node));
    let all = boundary(mesh);
    (0..all.len() as u32).filter(|k| own(&all[*k as usize])).collect()
}

/// A world without gravity and contacts whose steps look for rest: θ = 1, and a long step.
pub fn resting<const D: usize>(h: f64) -> World<D> {
    let mut world = crate::common::world::<D>(h, ContactLaw::default());
    world.scheme.theta = 1.0;
    world.gravity = Vector::zeros();
    world.solver.tolerance = 1e-12;
    world
}

/// A body that looks for no contact.
pub fn alone(kinematics: Kinematics) -> Given {
    Given { kinematics, candidates: Candidates::Nothing, ..Given::default() }
}
