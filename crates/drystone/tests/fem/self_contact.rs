//! Bodies that touch themselves.

use crate::common::*;
use crate::support::*;
use drystone::bodies::{Candidates, Deformable, Model, Rayleigh, Surface};
use drystone::detection::Collider;
use drystone::fem::material::Elastic;
use drystone::fem::mesh::{Cut, Grid, boundary};
use drystone::fem::{Kinematics, Masses, Material, Mesh, Plane, Region, Solid};
use drystone::laws::ContactLaw;
use drystone::shapes::{Shape, Skin};
use drystone::solvers::Status;
use drystone::space::{Pose, Vector};
use drystone::step::Stepper;
use drystone::world::World;
use std::sync::Arc;

/// Gap between the two parts (m).
const GAP: f64 = 1e-3;

/// The unit square or cube with a slit in the middle of its height, but for the cells at the left, which hold
/// the two parts together.
fn slit<const D: usize>(name: &str) -> (Mesh<D>, usize) {
    let mut counts = [2; D];
    (counts[0], counts[D - 1]) = (4, 5);
    let grid = Grid { counts, element: element(name), cut: Cut::Turning };
    let mut mesh: Mesh<D> = grid.mesh().expect("a mesh");
    let places = mesh.places.clone();
    let middle = |nodes: &[u32], k: usize| {
        nodes.iter().map(|n| places[*n as usize][k]).sum::<f64>() / nodes.len() as f64
    };
    let in_slit = |nodes: &[u32]| (0.4..0.6).contains(&middle(nodes, D - 1));
    mesh.cells.retain(|cell| {
        let solid = cell.element.dimension == D;
        !(in_slit(&cell.nodes) && (!solid || middle(&cell.nodes, 0) > 0.25))
    });
    // The cells that hold it together come last.
    mesh.cells.sort_by_key(|cell| cell.element.dimension == D && in_slit(&cell.nodes));
    let links = mesh.solids().filter(|cell| in_slit(&cell.nodes)).count();
    let squeezed = |y: f64| match y {
        y if y < 0.5 => (y - 0.4) * 1.25,
        y => GAP + (y - 0.6) * 1.25,
    };
    for place in &mut mesh.places {
        place[D - 1] = squeezed(place[D - 1]);
    }
    (mesh, links)
}

/// A body with a slit whose parts are held together by next to nothing, held at its bottom, under its weight.
fn gaping<const D: usize>(name: &str, meets_itself: bool) -> World<D> {
    let (mesh, links) = slit::<D>(name);
    let law = |young_modulus| Material::Elastic(Elastic { young_modulus, poisson_ratio: 0.0 });
    let cells: Vec<_> = mesh.solids().collect();
    let (firm, soft) = cells.split_at(cells.len() - links);
    let region = |cells: &[&drystone::fem::mesh::Cell], young: f64| {
        let nodes = cells.iter().flat_map(|cell| cell.nodes.iter().copied()).collect();
        Region::new(element(name), nodes, stuff(law(young), Plane::Strain), &mesh.places)
            .expect("sound elements")
    };
    let regions = vec![region(firm, 1e7), region(soft, 1e-3)];
    let solid = Solid::new(mesh.places.clone(), regions, Kinematics::Small);
    let mut surface = Surface::new(boundary(&mesh), &Candidates::Middles, |_| true);
    if meets_itself {
        surface = surface.meeting_itself::<D>(mesh.places.as_flattened());
    }
    let damping = Rayleigh { mass: 50.0, stiffness: 2e-3 };
    let (model, _) = Model::new(solid, surface, Masses::Lumped, damping);
    let mut world = world::<D>(5e-4, ContactLaw::default());
    let mut body = Deformable::new(Arc::new(model), Pose::identity());
    for node in side(&mesh, "bottom") {
        (0..D).for_each(|k| body.hold(fixed(node as usize * D + k)));
    }
    let index = world.bodies.add_deformable("slit", body, &Vector::zeros()).expect("a mass");
    world.colliders.push(Collider::new(index, Arc::new(Shape::Skin(Skin::default()))));
    world.scheme.alert_distance = 0.02;
    world.solver.tolerance = 1e-9;
    world
}

/// The upper part comes to lie on the lower one, which carries its weight.
fn closes<const D: usize>(name: &str) {
    let mut world = gaping::<D>(name, true);
    let mut stepper = Stepper::new(&mut world);
    let mut deepest = 0.0_f64;
    for _ in 0..1500 {
        let report = stepper.step(&mut world);
        assert_eq!(report.solver.status, Status::Converged, "{name}: {:?}", report.solver);
        assert!(report.ledger.momentum_error < 1e-9, "{}", report.ledger.momentum_error);
        assert!(report.ledger.energy_error.abs() < 1e-9, "{}", report.ledger.energy_error);
        deepest = deepest.max(report.penetration_max);
    }
    let force: f64 = world.contacts.iter().map(|contact| contact.impulse[0]).sum::<f64>();
    // Half of what holds it together hangs on the upper part.
    let mass = 1000.0 * (0.5 + 0.5 * 0.25 * GAP);
    let weight = mass * world.gravity.norm() * world.scheme.time_step;
    assert!((force / weight - 1.0).abs() < 1e-5, "{name}: {force} of {weight}");
    // Facets of hexahedra that bend are met as two triangles each.
    assert!(deepest < 5e-3 * GAP, "{name}: {deepest:e}");
    let pressed = world.contacts.iter().filter(|contact| contact.impulse[0] > 0.0);
    assert!(pressed.clone().all(|contact| contact.bodies == [0, 0]));
    // One point for each pair of facets across the slit, though both have one.
    let pairs = if D == 2 { 3 } else { 6 };
    assert_eq!(world.contacts.len(), pairs, "{name}: {}", pressed.count());
}

#[test]
fn a_slit_closes_under_the_weight_above() {
    ["Q4", "T3"].into_iter().for_each(closes::<2>);
    closes::<3>("H8");
}

#[test]
fn a_body_that_does_not_meet_itself_passes_through() {
    let mut world = gaping::<2>("Q4", false);
    let mut stepper = Stepper::new(&mut world);
    for _ in 0..60 {
        stepper.step(&mut world);
    }
    assert!(world.contacts.is_empty());
    let top = world.bodies.q.iter().skip(1).step_by(2).fold(f64::MIN, |most, y| most.max(*y));
    let bottom = world.bodies.q.iter().skip(1).step_by(2).fold(f64::MAX, |least, y| least.min(*y));
    assert!(top - bottom < 1.0, "{}", top - bottom);
}

/// Nothing that is whole meets itself, also where it is thinner than the distance at which contacts are
/// looked for, and where it bends.
#[test]
fn thin_and_round_bodies_do_not_meet_themselves_through_the_matter() {
    let grid = Grid { counts: [20, 1], element: element("Q4"), cut: Cut::Turning };
    let mesh: Mesh<2> = grid.mesh().expect("a mesh");
    let thin = |bend: f64| {
        let round = move |x: [f64; 2]| {
            let (angle, radius) = (bend * x[0], 1.0 + 0.01 * (x[1] - 0.5));
            [radius * angle.sin(), radius * angle.cos()]
        };
        mesh.clone().map(round)
    };
    for bend in [1e-3, 1.0, 3.0, 6.0] {
        let mesh = thin(bend);
        let surface = Surface::new(boundary(&mesh), &Candidates::Quadrature, |_| true)
            .meeting_itself::<2>(mesh.places.as_flattened());
        let skin = surface.skin(mesh.places.as_flattened(), &Pose::<2>::identity());
        let touching = (0..skin.points().len()).filter(|k| skin.own_foot(*k, 0.05).is_some());
        assert_eq!(touching.count(), 0, "{bend}");
    }
    // Of a ring that is nearly closed the ends see each other.
    let mesh = thin(std::f64::consts::TAU - 0.02);
    let surface = Surface::new(boundary(&mesh), &Candidates::Middles, |_| true)
        .meeting_itself::<2>(mesh.places.as_flattened());
    let skin = surface.skin(mesh.places.as_flattened(), &Pose::<2>::identity());
    let feet: Vec<f64> =
        (0..skin.points().len()).filter_map(|k| Some(skin.own_foot(k, 0.05)?.gap)).collect();
    assert_eq!(feet.len(), 2, "{feet:?}");
    assert!(feet.iter().all(|gap| (gap - 0.02).abs() < 1e-3), "{feet:?}");
}
