//! Bodies without inertia: equilibrium at the end of every step.

use crate::common::{add_fixed, axis, dry, slope};
use crate::support::*;
use drystone::bodies::{Candidates, Function, NodeLoad, NodeLoadKind};
use drystone::fem::material::{Elastic, NeoHookean};
use drystone::fem::mesh::{Cut, Grid};
use drystone::fem::{Kinematics, Material, Mesh, Plane};
use drystone::solvers::Status;
use drystone::space::{Pose, Vector};
use drystone::step::Stepper;
use drystone::world::LawTable;

const YOUNG: f64 = 1e6;

fn block<const D: usize>(name: &str) -> Mesh<D> {
    Grid { counts: [2; D], element: element(name), cut: Cut::Turning }.mesh().expect("a mesh")
}

/// A block held at its bottom under a pressure that grows: after every step it is shorter by p L / E,
/// however long the step is.
fn follows_its_load<const D: usize>(name: &str, kinematics: Kinematics, theta: f64, h: f64) {
    let mesh = block::<D>(name);
    let mut world = resting::<D>(h);
    world.scheme.theta = theta;
    let material = Material::Elastic(Elastic { young_modulus: YOUNG, poisson_ratio: 0.0 });
    let (stuff, given) = (stuff(material, Plane::Strain), alone(kinematics));
    add_soft(&mut world, &mesh, stuff, given, Pose::identity(), &Vector::zeros());
    let body = &mut world.bodies.deformables[0];
    body.is_quasi_static = true;
    for node in side(&mesh, "bottom") {
        (0..D).for_each(|k| body.hold(fixed(node as usize * D + k)));
    }
    let full = 1e-6 * YOUNG;
    let ramp = Function::Ramp { times: [0.0, 10.0 * h], values: [0.0, full] };
    let kind = NodeLoadKind::Pressure { facets: facets(&mesh, "top") };
    body.loads.push(NodeLoad { kind, function: ramp });
    let rest = world.bodies.q.clone();
    let mut stepper = Stepper::new(&mut world);
    for step in 1..=12 {
        let report = stepper.step(&mut world);
        assert_eq!(report.solver.status, Status::Converged, "{:?}", stepper.imbalances());
        assert_eq!(report.ledger.kinetic, 0.0);
        let exact = (f64::from(step) / 10.0).min(1.0) * full / YOUNG;
        for node in side(&mesh, "top") {
            let shorter =
                rest[node as usize * D + D - 1] - world.bodies.q[node as usize * D + D - 1];
            let off = (shorter / exact - 1.0).abs();
            assert!(off < 3e-6, "{name} {kinematics:?} {theta} {h} {step}: {shorter} {exact}");
        }
    }
}

#[test]
fn loads_are_followed_step_by_step() {
    for kinematics in [Kinematics::Small, Kinematics::Corotational, Kinematics::Finite] {
        for theta in [0.5, 1.0] {
            for h in [1e-4, 1.0] {
                follows_its_load::<2>("Q4", kinematics, theta, h);
            }
        }
        follows_its_load::<3>("H8", kinematics, 1.0, 1.0);
    }
}

/// A rubber bar pulled to twice its length: the closed form of the plane, step by step.
#[test]
fn rubber_is_stretched_as_its_law_says() {
    let mesh = block::<2>("Q4");
    let mut world = resting::<2>(1.0);
    let law = NeoHookean { young_modulus: YOUNG, poisson_ratio: 0.0 };
    let given = alone(Kinematics::Finite);
    let stuff = stuff(Material::NeoHookean(law), Plane::Strain);
    add_soft(&mut world, &mesh, stuff, given, Pose::identity(), &Vector::zeros());
    let body = &mut world.bodies.deformables[0];
    body.is_quasi_static = true;
    for node in side(&mesh, "bottom") {
        (0..2).for_each(|k| body.hold(fixed(node as usize * 2 + k)));
    }
    let top = side(&mesh, "top");
    for node in &top {
        let way = Function::Ramp { times: [0.0, 10.0], values: [0.0, 1.0] };
        let kind = drystone::bodies::DriveKind::Displacement;
        body.hold(moving(*node as usize * 2 + 1, kind, way));
    }
    let mut stepper = Stepper::new(&mut world);
    for step in 1..=10 {
        let report = stepper.step(&mut world);
        assert_eq!(report.solver.status, Status::Converged, "{:?}", stepper.imbalances());
        // Without λ, with μ = E/2: P = μ (s - 1/s), and no change across.
        let stretch = 1.0 + f64::from(step) / 10.0;
        let exact = 0.5 * YOUNG * (stretch - 1.0 / stretch) / 1.0;
        for field in world.bodies.deformables[0].fields(&world.bodies.q) {
            let off = (field.stress[1] / exact - 1.0).abs();
            assert!(off < 1e-9, "{step}: {} {exact}", field.stress[1]);
        }
    }
}

/// A block that nothing but the ground holds: its weight is carried, and it is pressed by ρ g (L - y).
#[test]
fn contact_alone_holds_a_block() {
    let mesh = block::<2>("Q4");
    let mut world = resting::<2>(0.2);
    world.gravity[1] = -9.81;
    world.solver.tolerance = 1e-10;
    world.laws = LawTable::single(dry(0.3));
    let material = Material::Elastic(Elastic { young_modulus: 1e8, poisson_ratio: 0.0 });
    let given = Given { candidates: Candidates::Nodes, ..alone(Kinematics::Corotational) };
    let at = Pose { position: axis(1, 0.5), ..Pose::identity() };
    add_soft(&mut world, &mesh, stuff(material, Plane::Strain), given, at, &Vector::zeros());
    world.bodies.deformables[0].is_quasi_static = true;
    add_fixed(&mut world, slope::<2>(0.0).0, Pose::identity());
    let mut stepper = Stepper::new(&mut world);
    for _ in 0..4 {
        let report = stepper.step(&mut world);
        println!("{:?}", stepper.imbalances());
        assert_eq!(report.solver.status, Status::Converged);
    }
    let lift: f64 = world.contacts.iter().map(|c| c.impulse[0]).sum();
    let weight = 1000.0 * 9.81 * world.scheme.time_step;
    assert!((lift / weight - 1.0).abs() < 1e-8, "{lift} {weight}");
    // Two rows of elements: the mean stress of each is that in its middle.
    for field in world.bodies.deformables[0].fields(&world.bodies.q) {
        let upper = 1000.0 * 9.81 * 0.25;
        let found = -field.stress[1];
        let off = (found / upper - 1.0).abs().min((found / (3.0 * upper) - 1.0).abs());
        assert!(off < 1e-3, "{found} {upper}");
    }
}

/// A block that nothing holds has no equilibrium, and that is told.
#[test]
fn what_nothing_holds_is_told() {
    let mut world = resting::<2>(0.1);
    world.gravity[1] = -9.81;
    let given = alone(Kinematics::Corotational);
    let stuff = stuff(rubber(), Plane::Strain);
    add_soft(&mut world, &block::<2>("Q4"), stuff, given, Pose::identity(), &Vector::zeros());
    world.bodies.deformables[0].is_quasi_static = true;
    let report = Stepper::new(&mut world).step(&mut world);
    assert_eq!(report.solver.status, Status::IterationLimit);
    assert!(world.bodies.first_not_finite().is_none());
    // Held at one node it still turns, at one axis of another it does not.
    for (dof, is_loose) in
        [(None, true), (Some(0), true), (Some(1), true), (Some(4), true), (Some(5), false)]
    {
        let body = &mut world.bodies.deformables[0];
        dof.into_iter().for_each(|dof| body.hold(fixed(dof)));
        assert_eq!(body.is_loose(&world.bodies.q), is_loose, "{dof:?}");
    }
    let body = &mut world.bodies.deformables[0];
    body.held.clear();
    body.is_quasi_static = false;
    assert!(!body.is_loose(&world.bodies.q));
}
