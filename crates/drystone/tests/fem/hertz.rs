//! Hertz: an elastic half cylinder pressed on a rigid plane, without friction, in plane strain.
//!
//! ```text
//! b² = 4 P R / (π E*),   p₀ = 2 P / (π b),   E* = E / (1 - ν²)
//! ```

use crate::common::{add_fixed, dry, world};
use crate::support::*;
use drystone::bodies::{Candidates, Drive, DriveKind, Function};
use drystone::fem::material::Elastic;
use drystone::fem::mesh::{Cut, Grid};
use drystone::fem::{Kinematics, Material, Mesh, Plane};
use drystone::shapes::{HalfSpace, Shape};
use drystone::solvers::Status;
use drystone::space::{Pose, Vector};
use drystone::step::Stepper;
use std::f64::consts::{FRAC_PI_2, PI};

const YOUNG: f64 = 1e6;
const POISSON: f64 = 0.3;
/// How far the flat side comes down, of a radius of 1.
const DOWN: f64 = 0.005;
/// Share of the way that is even; the rest goes with the cube, so that nodes are dense at the contact.
const EVEN: f64 = 0.06;

fn graded(share: f64) -> f64 {
    EVEN * share + (1.0 - EVEN) * share.powi(3)
}

/// The lower half of a disk that stands on the origin, with a small hole in its middle.
fn half_disk(radial: usize, round: usize) -> Mesh<2> {
    let grid = Grid { counts: [radial, round], element: element("Q4"), cut: Cut::Turning };
    grid.mesh().expect("a mesh").map(|[out, along]| {
        let radius = 1.0 - 0.98 * graded(1.0 - out);
        let angle = -FRAC_PI_2 + FRAC_PI_2 * graded(2.0 * along - 1.0);
        [radius * angle.cos(), 1.0 + radius * angle.sin()]
    })
}

/// Half width and greatest pressure over those of Hertz under the same force.
fn pressed(radial: usize, round: usize) -> [f64; 2] {
    let mesh = half_disk(radial, round);
    let mut world = world::<2>(0.1, dry(0.0));
    world.gravity = Vector::zeros();
    (world.scheme.theta, world.scheme.alert_distance) = (1.0, 0.02);
    let material = Material::Elastic(Elastic { young_modulus: YOUNG, poisson_ratio: POISSON });
    let given =
        Given { candidates: Candidates::Nodes, kinematics: Kinematics::Small, ..Given::default() };
    // Bodies are put by their centre of mass.
    let (lift, at) = (mesh.places[0], Pose::identity());
    add_soft(&mut world, &mesh, stuff(material, Plane::Strain), given, at, &Vector::zeros());
    let moved = [lift[0] - world.bodies.q[0], lift[1] - world.bodies.q[1]];
    let body = &mut world.bodies.deformables[0];
    body.origin.position = Vector::from(moved);
    body.is_quasi_static = true;
    let ramp = Function::Ramp { times: [0.0, 1.0], values: [0.0, -DOWN] };
    for node in ["bottom", "top"].iter().flat_map(|name| side(&mesh, name)) {
        let (x, y) = (node as usize * 2, node as usize * 2 + 1);
        body.hold(fixed(x));
        body.hold(Drive { dof: y, kind: DriveKind::Displacement, function: ramp.clone() });
    }
    world.bodies.q = world.bodies.deformables[0].places();
    let plane = HalfSpace::new(Vector::from([0.0, 1.0])).expect("a normal");
    add_fixed(&mut world, Shape::HalfSpace(plane), Pose::identity());
    let mut stepper = Stepper::new(&mut world);
    for _ in 0..11 {
        assert_eq!(stepper.step(&mut world).solver.status, Status::Converged);
    }
    let mut forces: Vec<[f64; 2]> =
        world.contacts.iter().map(|c| [c.point[0], c.impulse[0] / 0.1]).collect();
    forces.sort_by(|a, b| a[0].total_cmp(&b[0]));
    let force: f64 = forces.iter().map(|[_, force]| force).sum();
    let stiffness = YOUNG / (1.0 - POISSON * POISSON);
    let width = (4.0 * force / (PI * stiffness)).sqrt();
    let most = 2.0 * force / (PI * width);
    let active = |three: &&[[f64; 2]]| three[1][1] > 1e-6 * force;
    // ∫ p x² dx = P b² / 4: the width without asking which node is the last.
    let moment: f64 = forces.iter().map(|[x, force]| x * x * force).sum();
    let found = 2.0 * (moment / force).sqrt();
    let pressures = forces.windows(3).filter(active).map(|t| 2.0 * t[1][1] / (t[2][0] - t[0][0]));
    let pressure = pressures.fold(0.0, f64::max);
    println!(
        "{radial} x {round}: P {force:.1}, b {found:.5} of {width:.5}, p {pressure:.0} of {most:.0}"
    );
    [found / width, pressure / most]
}

#[test]
fn a_pressed_cylinder_is_as_wide_as_hertz_says() {
    let off = |found: [f64; 2]| found.map(|ratio| (ratio - 1.0).abs());
    let (coarse, fine) = (off(pressed(8, 24)), off(pressed(40, 120)));
    // Hertz has half-spaces, and here b / R = 0.05.
    assert!(fine[0] < 0.02 && fine[1] < 0.02, "{fine:?}");
    assert!(fine[0] < coarse[0] && fine[1] < coarse[1], "{coarse:?} {fine:?}");
}
