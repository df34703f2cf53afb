//! Bodies that move in their lowest modes.

use crate::common::{add_fixed, axis};
use crate::support::*;
use drystone::bodies::{Candidates, Deformable, Model, Rayleigh, Surface};
use drystone::detection::Collider;
use drystone::fem::material::Elastic;
use drystone::fem::mesh::{Cut, Grid, boundary};
use drystone::fem::{Kinematics, Masses, Material, Mesh, Plane};
use drystone::shapes::{Shape, Skin};
use drystone::space::{Pose, Vector};
use drystone::step::Stepper;
use drystone::world::World;
use std::f64::consts::PI;
use std::sync::Arc;

const SOUND: f64 = 100.0;

/// A bar of a metre along the first axis.
fn bar(kinematics: Kinematics, damping: Rayleigh) -> (Model<2>, Mesh<2>) {
    let mesh: Mesh<2> = Grid { counts: [20, 1], element: element("Q4"), cut: Cut::Turning }
        .mesh()
        .expect("a mesh")
        .map(|x| [x[0], 0.1 * x[1]]);
    let material =
        Material::Elastic(Elastic { young_modulus: 1000.0 * SOUND * SOUND, poisson_ratio: 0.0 });
    let solid = solid(&mesh, stuff(material, Plane::Strain), kinematics);
    let surface = Surface::new(boundary(&mesh), &Candidates::Nodes, |_| true);
    (Model::new(solid, surface, Masses::Consistent, damping).0, mesh)
}

/// The bar flies at a wall and rebounds; modes, if any.
fn hits_a_wall(modes: Option<usize>, steps: usize) -> (World<2>, f64) {
    let (model, _) = bar(Kinematics::Small, Rayleigh { mass: 0.1, stiffness: 1e-6 });
    let model = match modes {
        Some(count) => model.with_modes(count).expect("a linear body"),
        None => model,
    };
    let mut world = resting::<2>(5e-5);
    world.scheme.theta = 0.5;
    let at = Pose { position: axis(0, 0.5005), ..Pose::identity() };
    let body = Deformable::new(Arc::new(model), at);
    let index = world.bodies.add_deformable("bar", body, &axis(0, -0.1)).expect("a mass");
    world.colliders.push(Collider::new(index, Arc::new(Shape::Skin(Skin::default()))));
    let (shape, at) = wall::<2>();
    add_fixed(&mut world, shape, at);
    let mut stepper = Stepper::new(&mut world);
    let mut worst = 0.0_f64;
    for _ in 0..steps {
        let ledger = stepper.step(&mut world).ledger;
        worst = worst.max(ledger.momentum_error);
    }
    (world, worst)
}

/// With all its modes a body moves as without.
#[test]
fn all_modes_are_the_body() {
    let (whole, _) = hits_a_wall(None, 700);
    let (modal, error) = hits_a_wall(Some(usize::MAX), 700);
    assert!(error < 1e-9, "{error}");
    assert!(mean_velocity(&whole, 0)[0] > 0.05, "it rebounds");
    for (a, b) in whole.bodies.q.iter().zip(&modal.bodies.q) {
        assert!((a - b).abs() < 1e-9, "{a} {b}");
    }
}

/// With a few it still rebounds as fast, and its momentum is the wall's impulse.
#[test]
fn few_modes_rebound_too() {
    let (whole, _) = hits_a_wall(None, 700);
    let (modal, error) = hits_a_wall(Some(25), 700);
    assert!(error < 1e-9, "{error}");
    let [a, b] = [&whole, &modal].map(|world| mean_velocity(world, 0)[0]);
    assert!((a / b - 1.0).abs() < 0.05, "{a} {b}");
}

/// Frequencies of the modes: three rigid ones, then those of a free bar, k c / 2 L along it.
#[test]
fn few_modes_have_the_first_frequencies() {
    let model = bar(Kinematics::Small, Rayleigh::default()).0.with_modes(30).expect("linear");
    let modes = model.modes.as_ref().expect("modes");
    assert_eq!(modes.squares.len(), 33);
    let rigid = modes.squares[..3].iter().fold(0.0_f64, |most, x| most.max(*x));
    assert!(rigid < 1e-6 * modes.squares[3], "{:?}", modes.squares);
    for k in 1..=3 {
        let exact = f64::from(k) * PI * SOUND;
        let off = |square: &f64| (square.sqrt() / exact - 1.0).abs();
        let least = modes.squares.iter().map(off).fold(f64::MAX, f64::min);
        // Consistent masses: (k π/n)²/24 too high.
        assert!(least < (f64::from(k) * PI / 20.0).powi(2) / 20.0, "{k}: {least}");
    }
}

/// A body in its modes rings in the first one, as the whole does.
#[test]
fn a_mode_rings_at_its_frequency() {
    let (model, mesh) = bar(Kinematics::Small, Rayleigh::default());
    let model = model.with_modes(20).expect("linear");
    let exact = model.modes.as_ref().expect("modes").squares.iter().copied();
    let exact = exact
        .map(f64::sqrt)
        .min_by(|a, b| (a - PI * SOUND).abs().total_cmp(&(b - PI * SOUND).abs()));
    let exact = 2.0 * PI / exact.expect("a mode");
    let h = exact / 400.0;
    let mut world = resting::<2>(h);
    world.scheme.theta = 0.5;
    let body = Deformable::new(Arc::new(model), Pose::identity());
    world.bodies.add_deformable("bar", body, &Vector::zeros()).expect("a mass");
    for i in 0..mesh.places.len() {
        world.bodies.v[2 * i] = -(PI * mesh.places[i][0]).cos() * 1e-3;
    }
    let (end, mut before, mut crossings) = (world.bodies.q[0], 0.0, vec![]);
    let mut stepper = Stepper::new(&mut world);
    for step in 1..=1600 {
        stepper.step(&mut world);
        let now = world.bodies.q[0] - end;
        if before * now < 0.0 {
            crossings.push(h * (f64::from(step) - now / (now - before)));
        }
        before = now;
    }
    let found = 2.0 * (crossings[6] - crossings[0]) / 6.0;
    assert!((found / exact - 1.0).abs() < 1e-3, "{found} {exact}");
}

#[test]
fn modes_of_what_turns_are_refused() {
    let (model, _) = bar(Kinematics::Corotational, Rayleigh::default());
    assert_eq!(model.with_modes(3).expect_err("it turns").key, "modes");
}
