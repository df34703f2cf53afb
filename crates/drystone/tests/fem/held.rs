//! Sides of bodies whose motion is given.

use crate::common::*;
use crate::support::*;
use drystone::bodies::{DriveKind, Function};
use drystone::fem::material::Elastic;
use drystone::fem::mesh::{Cut, Grid};
use drystone::fem::{Kinematics, Material, Mesh, Plane};
use drystone::laws::ContactLaw;
use drystone::space::{Pose, Vector};
use drystone::step::Stepper;

const YOUNG: f64 = 1e8;

/// A unit block without transverse strain, its bottom held, its top moved along the last axis.
fn stretched<const D: usize>(name: &str, kinematics: Kinematics, angle: f64) {
    let mesh: Mesh<D> =
        Grid { counts: [2; D], element: element(name), cut: Cut::Turning }.mesh().expect("a mesh");
    let material = Material::Elastic(Elastic { young_modulus: YOUNG, poisson_ratio: 0.0 });
    let mut world = resting::<D>(0.05);
    let at = pose_at(Vector::zeros(), angle);
    let given = alone(kinematics);
    add_soft(&mut world, &mesh, stuff(material, Plane::Strain), given, at, &Vector::zeros());
    let stretch = 1e-3;
    let body = &mut world.bodies.deformables[0];
    // Whichever way it is turned, its bottom is pulled from its top along what was its last axis.
    let along = at.direction(&axis::<D>(D - 1, 1.0));
    for node in side(&mesh, "bottom") {
        (0..D).for_each(|k| body.hold(fixed(node as usize * D + k)));
    }
    for node in side(&mesh, "top") {
        for k in 0..D {
            let values = [0.0, stretch * along[k]];
            let way = Function::Ramp { times: [0.0, 0.5], values };
            body.hold(moving(node as usize * D + k, DriveKind::Displacement, way));
        }
    }
    let rest = world.bodies.q.clone();
    let (mut work, mut stored) = (0.0, 0.0);
    let mut stepper = Stepper::new(&mut world);
    for _ in 0..40 {
        let ledger = stepper.step(&mut world).ledger;
        work += ledger.drive_work;
        stored = ledger.elastic;
    }
    for node in side(&mesh, "top") {
        for k in 0..D {
            let dof = node as usize * D + k;
            let moved = world.bodies.q[dof] - rest[dof];
            assert!((moved - stretch * along[k]).abs() < 1e-14, "{name} {kinematics:?}: {moved}");
        }
    }
    for node in side(&mesh, "bottom") {
        (0..D).for_each(|k| {
            assert_eq!(world.bodies.q[node as usize * D + k], rest[node as usize * D + k])
        });
    }
    let exact = 0.5 * YOUNG * stretch * stretch;
    // Of second order in the strain where that is not small strain.
    let order = if kinematics == Kinematics::Finite { 3.0 * stretch } else { 1e-9 };
    assert!((stored / exact - 1.0).abs() < order, "{name} {kinematics:?}: {stored} {exact}");
    // The scheme takes a little while it moves, and gives nothing.
    assert!(work >= stored * (1.0 - 1e-9), "{name} {kinematics:?}: {work} {stored}");
    let body = &world.bodies.deformables[0];
    for field in body.fields(&world.bodies.q) {
        let stress = drystone::fem::fields::matrix(&field.stress);
        let mut direction = nalgebra::Vector3::zeros();
        (0..D).for_each(|k| direction[k] = along[k]);
        let pull = (stress * direction).dot(&direction);
        assert!((pull / (YOUNG * stretch) - 1.0).abs() < order, "{name} {kinematics:?}: {pull}");
    }
}

#[test]
fn a_side_that_is_moved_stretches_the_body() {
    let all = [
        Kinematics::Small,
        Kinematics::Corotational,
        Kinematics::CorotationalElements,
        Kinematics::Finite,
    ];
    for kinematics in all {
        stretched::<2>("Q4", kinematics, 0.0);
        stretched::<2>("T3", kinematics, 0.7);
        stretched::<3>("H8", kinematics, 0.4);
    }
}

/// A side that is shaken is on its path in every test configuration, and the books close.
#[test]
fn a_shaken_side_follows_its_path() {
    let mesh: Mesh<2> =
        Grid { counts: [3, 3], element: element("Q4"), cut: Cut::Turning }.mesh().expect("a mesh");
    let h = 1e-3;
    let mut world = world::<2>(h, ContactLaw::default());
    world.gravity = Vector::zeros();
    world.solver.tolerance = 1e-12;
    let material = Material::Elastic(Elastic { young_modulus: YOUNG, poisson_ratio: 0.3 });
    let given = alone(Kinematics::Small);
    add_soft(
        &mut world,
        &mesh,
        stuff(material, Plane::Strain),
        given,
        Pose::identity(),
        &Vector::zeros(),
    );
    let way = Function::Sine { amplitude: 0.01, frequency: 20.0, phase: 0.0, offset: 0.0 };
    let bottom = side(&mesh, "bottom");
    for node in &bottom {
        let body = &mut world.bodies.deformables[0];
        body.hold(moving(*node as usize * 2, DriveKind::Displacement, way.clone()));
        body.hold(fixed(*node as usize * 2 + 1));
    }
    let rest = world.bodies.q.clone();
    let mut stepper = Stepper::new(&mut world);
    for _ in 0..200 {
        let ledger = stepper.step(&mut world).ledger;
        let scale = ledger.kinetic + ledger.elastic;
        assert!(ledger.energy_error.abs() < 1e-10 * scale.max(1e-3), "{:e}", ledger.energy_error);
        for node in &bottom {
            let dof = *node as usize * 2;
            let ahead = world.bodies.q[dof] + 0.5 * h * world.bodies.v[dof] - rest[dof];
            let exact = way.value(world.time + 0.5 * h);
            assert!((ahead - exact).abs() < 1e-14, "{ahead} {exact}");
        }
    }
}
