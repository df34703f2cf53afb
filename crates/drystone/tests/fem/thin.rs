//! Bodies of bars, cables and membranes; their elements against differences.

use crate::support::*;
use drystone::bodies::{Candidates, Deformable, Model, Rayleigh, Surface};
use drystone::detection::Collider;
use drystone::fem::material::Elastic;
use drystone::fem::mesh::{Cell, outer_sides};
use drystone::fem::sheet::Sheet;
use drystone::fem::{Kinematics, Masses, Material, Mesh, Plane, Region, Solid, Stuff};
use drystone::shapes::{Shape, Skin};
use drystone::space::{Pose, Vector};
use drystone::world::World;
use std::sync::Arc;

pub const YOUNG: f64 = 1e9;

pub fn mesh<const D: usize>(name: &str, places: Vec<[f64; D]>, cells: Vec<Vec<u32>>) -> Mesh<D> {
    let element = element(name);
    let cells = cells.into_iter().map(|nodes| Cell { element, nodes, group: 0 }).collect();
    Mesh { places, cells, names: vec!["body".into()] }
}

pub fn fabric(density: f64) -> Stuff {
    let material = Material::Elastic(Elastic { young_modulus: YOUNG, poisson_ratio: 0.0 });
    Stuff { density, ..stuff(material, Plane::Strain) }
}

/// A body of such a mesh, with the damping of its mass, where the mesh is.
pub fn thin<const D: usize>(
    mesh: &Mesh<D>,
    sheet: Sheet,
    density: f64,
    damping: f64,
) -> Deformable<D> {
    let nodes = mesh.cells.iter().flat_map(|cell| cell.nodes.clone()).collect();
    let element = mesh.cells[0].element;
    let region = Region::sheet(element, nodes, fabric(density), sheet, &mesh.places)
        .expect("sound elements");
    let solid = Solid::new(mesh.places.clone(), vec![region], Kinematics::Finite);
    let surface = Surface::new(outer_sides(mesh), &Candidates::Nodes, |_| true);
    let damping = Rayleigh { mass: damping, stiffness: 0.0 };
    let (model, centre) = Model::new(solid, surface, Masses::Lumped, damping);
    Deformable::new(Arc::new(model), Pose { position: centre, ..Pose::identity() })
}

pub fn join<const D: usize>(world: &mut World<D>, body: Deformable<D>) -> usize {
    let index = world.bodies.add_deformable("thin", body, &Vector::zeros()).expect("a mass");
    world.colliders.push(Collider::new(index, Arc::new(Shape::Skin(Skin::default()))));
    index
}

/// Stiffness is the derivative of forces, these of the energy, and rotations take no force.
fn is_consistent<const D: usize>(name: &str, places: Vec<[f64; D]>) {
    let element = element(name);
    let nodes = (0..element.len() as u32).collect();
    let region = Region::sheet(element, nodes, fabric(1.0), Sheet::new(1e-3), &places);
    let solid = Solid::new(places, vec![region.expect("sound")], Kinematics::Small);
    let mut random = Random::new(3);
    let x: Vec<f64> = solid.rest.as_flattened().iter().map(|x| x + 0.2 * random.next()).collect();
    let (_, stiffness, _) = answer(&solid, &x, &[]);
    let force = answer(&solid, &x, &[]).0;
    for k in 0..x.len() {
        let at = |d: f64| {
            let mut x = x.clone();
            x[k] += d;
            let (force, _, energy) = answer(&solid, &x, &[]);
            (force, energy)
        };
        let (ahead, behind) = (at(1e-6), at(-1e-6));
        let slope = (ahead.1 - behind.1) / 2e-6;
        assert!((slope - force[k]).abs() < 1e-9 * YOUNG * 1e-3, "{name}: {slope} {}", force[k]);
        for i in 0..x.len() {
            let slope = (ahead.0[i] - behind.0[i]) / 2e-6;
            assert!((slope - stiffness[(i, k)]).abs() < 1e-7 * YOUNG * 1e-3, "{name} {i} {k}");
        }
    }
    let turn = nalgebra::Rotation3::new(nalgebra::Vector3::new(0.0, 0.0, 0.9))
        * nalgebra::Rotation3::new(nalgebra::Vector3::new(
            if D == 3 { 0.7 } else { 0.0 },
            0.0,
            0.0,
        ));
    let turned: Vec<f64> = solid
        .rest
        .iter()
        .flat_map(|x| {
            let x = nalgebra::Vector3::from_fn(|k, _| if k < D { x[k] } else { 0.0 });
            (turn * x).as_slice()[..D].iter().map(|x| x + 2.0).collect::<Vec<_>>()
        })
        .collect();
    let most = answer(&solid, &turned, &[]).0.iter().fold(0.0_f64, |most, f| most.max(f.abs()));
    assert!(most < 1e-13 * YOUNG, "{name}: {most:e}");
}

#[test]
fn thin_elements_are_consistent() {
    is_consistent::<2>("L2", vec![[0.1, 0.2], [1.0, 0.7]]);
    is_consistent::<2>("L3", vec![[0.1, 0.2], [1.0, 0.7], [0.5, 0.6]]);
    is_consistent::<3>("L2", vec![[0.1, 0.2, 0.0], [1.0, 0.7, 0.5]]);
    is_consistent::<3>("T3", vec![[0.0, 0.0, 0.2], [1.0, 0.1, 0.0], [0.2, 0.9, 0.3]]);
    let corners = vec![[0.0, 0.0, 0.2], [1.0, 0.1, 0.0], [1.1, 1.0, 0.3], [0.0, 0.9, 0.1]];
    is_consistent::<3>("Q4", corners);
}
