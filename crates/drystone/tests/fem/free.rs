//! Free motion of deformable bodies: momenta, energy, frequencies.

use crate::common::*;
use crate::support::*;
use drystone::bodies::{Candidates, Rayleigh};
use drystone::fem::material::Elastic;
use drystone::fem::mesh::{Cut, Grid};
use drystone::fem::{Kinematics, Masses, Material, Mesh, Plane, Stuff};
use drystone::laws::ContactLaw;
use drystone::space::{Pose, Vector};
use drystone::step::Stepper;
use drystone::world::World;

/// A free bar that was stretched in its first mode oscillates at c / 2L.
fn rings<const D: usize>(name: &str, masses: Masses) {
    let (length, sound, count) = (1.0, 100.0, 40);
    let mut counts = [1; D];
    counts[0] = count;
    let mesh: Mesh<D> = Grid { counts, element: element(name), cut: Cut::Turning }
        .mesh()
        .expect("a mesh")
        .map(|x| std::array::from_fn(|k| if k == 0 { length * x[0] } else { 0.05 * x[k] }));
    let period = 2.0 * length / sound;
    let h = period / 400.0;
    let mut world = world::<D>(h, ContactLaw::default());
    world.gravity = Vector::zeros();
    let material =
        Material::Elastic(Elastic { young_modulus: 1000.0 * sound * sound, poisson_ratio: 0.0 });
    let given = Given {
        kinematics: Kinematics::Small,
        candidates: Candidates::Nothing,
        masses,
        ..Given::default()
    };
    let body = add_soft(
        &mut world,
        &mesh,
        stuff(material, Plane::Strain),
        given,
        Pose::identity(),
        &Vector::zeros(),
    );
    let range = world.bodies.q_range(body);
    let amplitude = 1e-5;
    for i in (0..range.len()).step_by(D) {
        let x = world.bodies.q[range.start + i];
        world.bodies.q[range.start + i] += amplitude * (std::f64::consts::PI * x / length).sin();
    }
    let end = world.bodies.q[range.start];
    let mut stepper = Stepper::new(&mut world);
    // Through the middle: a quarter, three quarters, …
    let (mut crossings, mut before) = (vec![], -amplitude);
    let rest = end + amplitude;
    for step in 1..2000 {
        let report = stepper.step(&mut world);
        assert!(report.ledger.energy_error.abs() < 1e-12, "{:e}", report.ledger.energy_error);
        let now = world.bodies.q[range.start] - rest;
        if before * now < 0.0 {
            crossings.push(h * (step as f64 - now / (now - before)));
        }
        before = now;
    }
    let found = 2.0 * (crossings[8] - crossings[0]) / 8.0;
    assert!((found / period - 1.0).abs() < 2e-3, "{name} {masses:?}: {found} {period}");
}

#[test]
fn a_free_bar_rings_at_its_frequency() {
    for masses in [Masses::Consistent, Masses::Lumped, Masses::Nodal] {
        rings::<2>("Q4", masses);
    }
    rings::<2>("Q8", Masses::Consistent);
    rings::<3>("H8", Masses::Lumped);
}

/// A spinning body that rings keeps both momenta to rounding and its energy nearly.
fn spins<const D: usize>(name: &str, kinematics: Kinematics, enhanced: bool) {
    let mesh: Mesh<D> =
        Grid { counts: [2; D], element: element(name), cut: Cut::Turning }.mesh().expect("a mesh");
    let h = 1e-3;
    let mut world = world::<D>(h, ContactLaw::default());
    world.solver.tolerance = 1e-12;
    world.gravity = Vector::zeros();
    let given = Given { kinematics, candidates: Candidates::Nothing, ..Given::default() };
    let stuff = Stuff { enhanced, ..stuff(rubber(), Plane::Strain) };
    let none = Vector::zeros();
    let body = add_soft(&mut world, &mesh, stuff, given, Pose::identity(), &none);
    let (q, v) = (world.bodies.q_range(body), world.bodies.v_range(body));
    for i in (0..q.len()).step_by(D) {
        let x = Vector::<D>::from_column_slice(&world.bodies.q[q.start + i..][..D]);
        // Turning about the last axis at 3 rad/s, and growing.
        world.bodies.v[v.start + i] = -3.0 * x[1] + 0.1 * x[0];
        world.bodies.v[v.start + i + 1] = 3.0 * x[0] - 0.05 * x[1];
    }
    let spin = |world: &World<D>| -> f64 {
        let soft = world.bodies.deformable(body).expect("a deformable body");
        let mut momentum = vec![0.0; v.len()];
        soft.model.add_momentum(&world.bodies.v[v.clone()], &mut momentum);
        let x = &world.bodies.q[q.clone()];
        (0..x.len()).step_by(D).map(|i| x[i] * momentum[i + 1] - x[i + 1] * momentum[i]).sum()
    };
    let (before, mut total) = (spin(&world), None);
    let mut stepper = Stepper::new(&mut world);
    for _ in 0..2200 {
        let report = stepper.step(&mut world);
        assert!(
            report.ledger.momentum_error < 1e-9,
            "{kinematics:?} {}",
            report.ledger.momentum_error
        );
        let now = report.ledger.kinetic + report.ledger.elastic;
        let first = *total.get_or_insert(now);
        assert!((now / first - 1.0).abs() < 1e-3, "{name} {kinematics:?}: {now} {first}");
    }
    // A full turn and more.
    let after = spin(&world);
    assert!((after / before - 1.0).abs() < 1e-9, "{name} {kinematics:?}: {before} {after}");
}

#[test]
fn a_spinning_body_keeps_its_momentum() {
    let all = [Kinematics::Corotational, Kinematics::CorotationalElements, Kinematics::Finite];
    for kinematics in all {
        spins::<2>("T3", kinematics, false);
        for enhanced in [false, true] {
            spins::<2>("Q4", kinematics, enhanced);
            spins::<3>("H8", kinematics, enhanced);
        }
    }
}

/// What turns as if it were rigid is not braked by damping in proportion to stiffness, however far it has turned.
fn goes_on_turning<const D: usize>(name: &str, kinematics: Kinematics) {
    let mesh: Mesh<D> =
        Grid { counts: [2; D], element: element(name), cut: Cut::Turning }.mesh().expect("a mesh");
    let mut world = world::<D>(2e-3, ContactLaw::default());
    world.solver.tolerance = 1e-10;
    world.gravity = Vector::zeros();
    let damping = Rayleigh { mass: 0.0, stiffness: 2e-3 };
    let given = Given { damping, ..alone(kinematics) };
    let (stuff, none) = (stuff(rubber(), Plane::Strain), Vector::zeros());
    add_soft(&mut world, &mesh, stuff, given, Pose::identity(), &none);
    for (x, v) in world.bodies.q.chunks(D).zip(world.bodies.v.chunks_mut(D)) {
        // At 1 rad/s about the last axis: ρ ω² / E is 1e-3, so that the body hardly widens.
        (v[0], v[1]) = (-x[1], x[0]);
    }
    let mut stepper = Stepper::new(&mut world);
    let first = stepper.step(&mut world).ledger.kinetic;
    // A quarter of a turn.
    let last = (0..785).map(|_| stepper.step(&mut world).ledger.kinetic).last().expect("steps");
    println!("{name} {kinematics:?}: kinetic energy {first} becomes {last}");
    assert!((last / first - 1.0).abs() < 2e-3, "{name} {kinematics:?}: {first} {last}");
}

#[test]
fn damping_by_stiffness_does_not_brake_what_turns() {
    let all = [Kinematics::Corotational, Kinematics::CorotationalElements, Kinematics::Finite];
    for kinematics in all {
        goes_on_turning::<2>("Q4", kinematics);
        goes_on_turning::<3>("H8", kinematics);
    }
}
