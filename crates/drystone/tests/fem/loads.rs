//! Forces and pressures on meshed bodies.

use crate::common::*;
use crate::support::*;
use drystone::bodies::{Function, NodeLoad, NodeLoadKind};
use drystone::fem::material::Elastic;
use drystone::fem::mesh::{Cut, Grid, Ring};
use drystone::fem::{Kinematics, Material, Mesh, Plane};
use drystone::solvers::Status;
use drystone::space::{Pose, Vector};
use drystone::step::Stepper;
use std::f64::consts::TAU;

const YOUNG: f64 = 1e9;

const KINEMATICS: [Kinematics; 4] = [
    Kinematics::Small,
    Kinematics::Corotational,
    Kinematics::CorotationalElements,
    Kinematics::Finite,
];

fn constant<const D: usize>(kind: NodeLoadKind<D>, value: f64) -> NodeLoad<D> {
    NodeLoad { kind, function: Function::Constant(value) }
}

/// A block two metres high, held along its axis at its bottom, pressed on its top: shorter by p L / E.
fn shortens<const D: usize>(name: &str, kinematics: Kinematics, by_pressure: bool) {
    let mesh: Mesh<D> = Grid { counts: [2; D], element: element(name), cut: Cut::Turning }
        .mesh()
        .expect("a mesh")
        .map(|x| std::array::from_fn(|k| if k == D - 1 { 2.0 * x[k] } else { 0.5 * x[k] }));
    let mut world = resting::<D>(1.0);
    let material = Material::Elastic(Elastic { young_modulus: YOUNG, poisson_ratio: 0.0 });
    let (stuff, given) = (stuff(material, Plane::Strain), alone(kinematics));
    add_soft(&mut world, &mesh, stuff, given, Pose::identity(), &Vector::zeros());
    let pressure = 1e-6 * YOUNG;
    let body = &mut world.bodies.deformables[0];
    for node in side(&mesh, "bottom") {
        (0..D).for_each(|k| body.hold(fixed(node as usize * D + k)));
    }
    let kind = if by_pressure {
        NodeLoadKind::Pressure { facets: facets(&mesh, "top") }
    } else {
        // Shares of nodes are those of areas: from an even pressure.
        let mut shares = vec![0.0; mesh.places.len() * D];
        let kind = NodeLoadKind::Pressure { facets: facets(&mesh, "top") };
        body.loads.push(constant(kind, 1.0));
        let step = drystone::bodies::StepSize { t: 0.0, h: 1.0, theta: 1.0 };
        body.loads_at(step, &body.places(), &mut shares);
        body.loads.clear();
        let nodes = shares.iter().skip(D - 1).step_by(D).enumerate();
        let nodes = nodes.map(|(node, share)| (node as u32, -share)).collect();
        NodeLoadKind::Force { nodes, direction: axis(D - 1, -1.0) }
    };
    body.loads.push(constant(kind, pressure));
    let rest = world.bodies.q.clone();
    let (mut stepper, mut work, mut stored) = (Stepper::new(&mut world), 0.0, 0.0);
    for _ in 0..6 {
        let report = stepper.step(&mut world);
        assert_eq!(report.solver.status, Status::Converged, "{:?}", stepper.imbalances());
        work += report.ledger.load_work;
        stored = report.ledger.elastic;
    }
    let exact = 2.0 * pressure / YOUNG;
    for node in side(&mesh, "top") {
        let dof = node as usize * D + D - 1;
        let shorter = rest[dof] - world.bodies.q[dof];
        // Strains of 1e-6 are small to their square.
        let off = (shorter / exact - 1.0).abs();
        assert!(off < 3e-6, "{name} {kinematics:?} {by_pressure}: {shorter} {exact}");
    }
    let section = 0.5_f64.powi(D as i32 - 1);
    assert!((stored / (0.5 * pressure * section * exact) - 1.0).abs() < 1e-5, "{stored}");
    assert!(work >= stored);
}

#[test]
fn a_pressed_block_is_shorter() {
    for kinematics in KINEMATICS {
        for by_pressure in [true, false] {
            shortens::<2>("Q4", kinematics, by_pressure);
            shortens::<2>("T6", kinematics, by_pressure);
            shortens::<3>("H8", kinematics, by_pressure);
            shortens::<3>("TE4", kinematics, by_pressure);
        }
    }
}

/// A thick tube, turned about its axis: Lamé's displacements again.
#[test]
fn a_turned_tube_widens_as_lame_says() {
    let (inner, outer, poisson_ratio) = (1.0, 1.5, 0.3);
    let grid = Grid { counts: [8, 2], element: element("Q8"), cut: Cut::Turning };
    let mesh = grid.mesh().expect("a mesh").map(|x| [inner + (outer - inner) * x[0], 0.2 * x[1]]);
    let pressure = 1e-6 * YOUNG;
    let mut world = resting::<2>(1.0);
    let material = Material::Elastic(Elastic { young_modulus: YOUNG, poisson_ratio });
    let (stuff, given) = (stuff(material, Plane::Axisymmetric), alone(Kinematics::Small));
    add_soft(&mut world, &mesh, stuff, given, Pose::identity(), &Vector::zeros());
    let body = &mut world.bodies.deformables[0];
    // Where the mesh was before its centre of mass became its origin.
    let shift = mesh.places[0][0] - body.model.solid.rest[0][0];
    body.origin.position[0] = shift;
    (0..mesh.places.len()).for_each(|node| body.hold(fixed(node * 2 + 1)));
    let kind = NodeLoadKind::Pressure { facets: facets(&mesh, "left") };
    body.loads.push(constant(kind, pressure));
    world.bodies.q = world.bodies.deformables[0].places();
    let mut stepper = Stepper::new(&mut world);
    for _ in 0..6 {
        assert_eq!(stepper.step(&mut world).solver.status, Status::Converged);
    }
    for (i, [r, _]) in mesh.places.iter().enumerate() {
        let moved = world.bodies.q[2 * i] - r;
        let exact = (1.0 + poisson_ratio) / YOUNG * pressure * inner * inner
            / (outer * outer - inner * inner)
            * ((1.0 - 2.0 * poisson_ratio) * r + outer * outer / r);
        assert!((moved / exact - 1.0).abs() < 1e-4, "{r}: {moved} {exact}");
    }
}

/// A thick ring under pressure from inside: Lamé's displacements, wherever it is and however it is turned.
#[test]
fn a_ring_under_pressure_widens_as_lame_says() {
    let (inner, outer, poisson_ratio) = (1.0, 1.5, 0.3);
    let grid = Grid { counts: [3, 32], element: element("Q8"), cut: Cut::Turning };
    let ring = Ring { inner, outer, from: 0.0, to: TAU };
    let mesh = ring.mesh(&grid, 1.0).expect("a ring");
    let pressure = 1e-6 * YOUNG;
    for kinematics in KINEMATICS {
        let mut world = resting::<2>(1.0);
        let material = Material::Elastic(Elastic { young_modulus: YOUNG, poisson_ratio });
        let at = pose_at(Vector::from([3.0, -2.0]), 0.8);
        let (stuff, given) = (stuff(material, Plane::Strain), alone(kinematics));
        add_soft(&mut world, &mesh, stuff, given, at, &Vector::zeros());
        let kind = NodeLoadKind::Pressure { facets: facets(&mesh, "inner") };
        world.bodies.deformables[0].loads.push(constant(kind, pressure));
        let mut stepper = Stepper::new(&mut world);
        for _ in 0..6 {
            assert_eq!(stepper.step(&mut world).solver.status, Status::Converged);
        }
        for (i, rest) in mesh.places.iter().enumerate() {
            let r = rest[0].hypot(rest[1]);
            let place = Vector::<2>::from([world.bodies.q[2 * i], world.bodies.q[2 * i + 1]]);
            let moved = (place - at.position).norm() - r;
            let exact = (1.0 + poisson_ratio) / YOUNG * pressure * inner * inner
                / (outer * outer - inner * inner)
                * ((1.0 - 2.0 * poisson_ratio) * r + outer * outer / r);
            assert!((moved / exact - 1.0).abs() < 1e-3, "{kinematics:?} {r}: {moved} {exact}");
        }
    }
}
