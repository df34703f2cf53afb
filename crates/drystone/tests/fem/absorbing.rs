//! Sides that waves leave by, and come in by.

use crate::common::axis;
use crate::support::*;
use drystone::bodies::{Absorbing, Function, Table};
use drystone::fem::material::Elastic;
use drystone::fem::mesh::{Cut, Grid};
use drystone::fem::{Kinematics, Masses, Material, Mesh, Plane};
use drystone::space::{Pose, Vector};
use drystone::step::Stepper;
use drystone::world::World;

const DENSITY: f64 = 1000.0;

/// A column along the first axis whose nodes move along one axis alone: waves of pressure (0) or shear (1).
/// Its right side lets waves out, and `incoming` in.
fn column<const D: usize>(
    name: &str,
    wave: usize,
    count: usize,
    incoming: Option<Function>,
) -> (World<D>, Mesh<D>, f64) {
    let mut counts = [1; D];
    counts[0] = count;
    let mesh: Mesh<D> = Grid { counts, element: element(name), cut: Cut::Turning }
        .mesh()
        .expect("a mesh")
        .map(|x| std::array::from_fn(|k| if k == 0 { x[0] } else { 0.02 * x[k] }));
    let rock = Elastic { young_modulus: 1e9, poisson_ratio: 0.25 };
    let speeds = rock.speeds(DENSITY);
    let speed = speeds[wave];
    let mut world = resting::<D>(0.5 / count as f64 / speed);
    world.scheme.theta = 0.5;
    let stuff = stuff(Material::Elastic(rock), Plane::Strain);
    // Quadratic elements with masses at their nodes carry waves badly.
    let masses = if name == "Q8" { Masses::Consistent } else { Masses::Lumped };
    let given = Given { masses, ..alone(Kinematics::Small) };
    add_soft(&mut world, &mesh, stuff, given, Pose::identity(), &Vector::zeros());
    let body = &mut world.bodies.deformables[0];
    for node in 0..mesh.places.len() {
        (0..D).filter(|k| *k != wave).for_each(|k| body.hold(fixed(node * D + k)));
    }
    let incoming = incoming.into_iter().map(|f| (axis(wave, 1.0), f)).collect();
    let impedances = speeds.map(|c| DENSITY * c);
    body.absorb(Absorbing { facets: facets(&mesh, "right"), impedances, incoming });
    (world, mesh, speed)
}

/// A pulse that runs to the right leaves next to nothing behind.
fn leaves<const D: usize>(name: &str, wave: usize) {
    let (mut world, mesh, speed) = column::<D>(name, wave, 160, None);
    let width = 0.06;
    for (i, place) in mesh.places.iter().enumerate() {
        let s = (place[0] - 0.4) / width;
        let pulse = 1e-5 * (-s * s).exp();
        world.bodies.q[i * D + wave] += pulse;
        world.bodies.v[i * D + wave] = speed * pulse * 2.0 * s / width;
    }
    let mut stepper = Stepper::new(&mut world);
    let (mut first, mut last, mut lost) = (0.0, 0.0, 0.0);
    let steps = (1.2 / speed / world.scheme.time_step) as usize;
    for step in 0..steps {
        let ledger = stepper.step(&mut world).ledger;
        last = ledger.kinetic + ledger.elastic;
        lost += ledger.damping_dissipation;
        if step == 0 {
            first = last;
        }
        assert!(ledger.energy_error.abs() < 1e-9 * first, "{:e}", ledger.energy_error);
    }
    println!("{name} {wave}: {:e} of the energy stays", last / first);
    assert!(last < 1e-3 * first, "{name} {wave}: {last:e} of {first:e}");
    assert!((lost / first - 1.0).abs() < 1e-3);
}

#[test]
fn a_pulse_leaves() {
    for wave in [0, 1] {
        leaves::<2>("Q4", wave);
        leaves::<2>("Q8", wave);
        leaves::<3>("H8", wave);
    }
}

/// A pulse that comes in arrives at the free end, moves it at twice its velocity, and leaves again.
#[test]
fn a_wave_comes_in() {
    for wave in [0, 1] {
        let rock = Elastic { young_modulus: 1e9, poisson_ratio: 0.25 };
        let speed = rock.speeds(DENSITY)[wave];
        let (length, count) = (0.3 / speed, 300);
        let pulse = |t: f64| {
            let s = t / length;
            if (0.0..1.0).contains(&s) {
                0.5 * (1.0 - (std::f64::consts::TAU * s).cos())
            } else {
                0.0
            }
        };
        let times: Vec<f64> = (0..=400).map(|k| f64::from(k) / 400.0 * length).collect();
        let values = times.iter().map(|t| pulse(*t)).collect();
        let table = Function::Table(Table::new(times, values).expect("a table"));
        let (mut world, mesh, speed) = column::<2>("Q4", wave, count, Some(table));
        let left = side(&mesh, "left")[0] as usize;
        let mut stepper = Stepper::new(&mut world);
        let (mut most, mut off) = (0.0_f64, 0.0_f64);
        let end = 1.0 / speed;
        while world.time < 2.6 * end {
            stepper.step(&mut world);
            let found = world.bodies.v[left * 2 + wave];
            off = off.max((found - 2.0 * pulse(world.time - end)).abs());
            most = most.max(found);
        }
        println!("wave {wave}: {most}, off by {off}");
        assert!((most - 2.0).abs() < 0.01 && off < 0.02, "{wave}: {most} {off}");
        let ledger = stepper.step(&mut world).ledger;
        let pulse_energy = 0.5 * DENSITY * 0.02 * 0.3;
        assert!(ledger.kinetic + ledger.elastic < 1e-3 * pulse_energy);
    }
}
