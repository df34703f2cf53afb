//! An elastic bar that hits a wall: contact lasts 2 L/c, the force is ρ c v A, the bar leaves at speed v.

use crate::common::*;
use crate::support::*;
use drystone::bodies::Candidates;
use drystone::fem::material::Elastic;
use drystone::fem::mesh::{Cut, Grid};
use drystone::fem::{Kinematics, Material, Mesh, Plane};
use drystone::laws::{ContactLaw, Unilateral};
use drystone::space::{Pose, Vector};
use drystone::step::Stepper;
use drystone::world::{LawTable, World};

const SPEED: f64 = 0.1;
const LENGTH: f64 = 1.0;
const SOUND: f64 = 100.0;

/// A bar along the first axis without transverse strain effects (ν = 0), a gap away from a wall at x = 0
/// that it flies to.
fn bar<const D: usize>(name: &str, count: usize, h: f64) -> (World<D>, usize) {
    let mut counts = [1; D];
    counts[0] = count;
    let grid = Grid { counts, element: element(name), cut: Cut::Turning };
    let mesh: Mesh<D> = grid
        .mesh()
        .expect("a mesh")
        .map(|x| std::array::from_fn(|k| if k == 0 { LENGTH * x[0] } else { 0.1 * x[k] }));
    let law = ContactLaw { unilateral: Unilateral::QuasiInelastic, ..ContactLaw::default() };
    let mut world = world::<D>(h, law);
    world.gravity = Vector::zeros();
    let material =
        Material::Elastic(Elastic { young_modulus: 1000.0 * SOUND * SOUND, poisson_ratio: 0.0 });
    let at = Pose { position: axis(0, 0.5 * LENGTH + 1e-4), ..Pose::identity() };
    let given =
        Given { kinematics: Kinematics::Small, candidates: Candidates::Nodes, ..Given::default() };
    let stuff = stuff(material, Plane::Strain);
    let body = add_soft(&mut world, &mesh, stuff, given, at, &axis(0, -SPEED));
    let (wall, turn) = wall::<D>();
    add_fixed(&mut world, wall, turn);
    (world, body)
}

/// Contact force along the wall's normal, per area of the bar.
fn pressure<const D: usize>(world: &World<D>) -> f64 {
    let section = 0.1_f64.powi(D as i32 - 1);
    let sum: f64 = world.contacts.iter().map(|contact| contact.impulse[0]).sum();
    sum / world.scheme.time_step / section
}

fn hits<const D: usize>(name: &str) {
    let count = 50;
    let h = 0.25 * LENGTH / count as f64 / SOUND;
    let (mut world, body) = bar::<D>(name, count, h);
    let mut stepper = Stepper::new(&mut world);
    let (mut forces, mut energy) = (vec![], 0.0_f64);
    for _ in 0..1200 {
        let report = stepper.step(&mut world);
        energy = energy.max(report.ledger.energy_error.abs());
        assert!(report.ledger.momentum_error < 1e-10, "{}", report.ledger.momentum_error);
        forces.push(pressure(&world));
    }
    let kinetic = 0.5 * 1000.0 * LENGTH * 0.1_f64.powi(D as i32 - 1) * SPEED * SPEED;
    assert!(energy < 1e-10 * kinetic, "{name}: {energy:e} of {kinetic}");
    let touching: Vec<f64> = forces.iter().copied().filter(|p| *p > 0.0).collect();
    let lasts = touching.len() as f64 * h;
    assert!((lasts / (2.0 * LENGTH / SOUND) - 1.0).abs() < 0.05, "{name}: {lasts}");
    let mean = touching.iter().sum::<f64>() / touching.len() as f64;
    assert!((mean / (1000.0 * SOUND * SPEED) - 1.0).abs() < 0.05, "{name}: {mean}");
    let momentum: f64 = mean_velocity(&world, body)[0];
    assert!((momentum / SPEED - 1.0).abs() < 0.03, "{name}: leaves at {momentum}");
}

#[test]
fn a_bar_hits_a_wall() {
    ["T3", "Q4"].into_iter().for_each(hits::<2>);
    hits::<3>("H8");
}

/// Velocity of the node at the wall while the bar is pressed against it.
fn velocity_at_the_wall(unilateral: Unilateral) -> Vec<f64> {
    let count = 20;
    let h = 0.25 * LENGTH / count as f64 / SOUND;
    let (mut world, _) = bar::<2>("Q4", count, h);
    world.laws = LawTable::single(ContactLaw { unilateral, ..ContactLaw::default() });
    let mut stepper = Stepper::new(&mut world);
    let mut seen = vec![];
    for _ in 0..200 {
        stepper.step(&mut world);
        if pressure(&world) > 0.0 {
            seen.push(world.bodies.v[0]);
        }
    }
    seen
}

/// The consistent gap leaves a velocity of zero in contact (000 eq. 35); the inconsistent one goes to and fro
/// with every step.
#[test]
fn an_inconsistent_gap_oscillates_with_the_steps() {
    let largest = |seen: &[f64]| seen.iter().fold(0.0_f64, |most, v| most.max(v.abs()));
    for consistent in [Unilateral::QuasiInelastic, Unilateral::Position] {
        let seen = velocity_at_the_wall(consistent);
        // The shock's own steps close the gap; then contact lasts.
        assert!(seen.len() > 100 && largest(&seen[2..]) < 1e-9 * SPEED, "{consistent:?}: {seen:?}");
    }
    let seen = velocity_at_the_wall(Unilateral::EndGap);
    let turns = seen.windows(2).filter(|pair| pair[0] * pair[1] < 0.0).count();
    assert!(turns as f64 > 0.9 * (seen.len() - 1) as f64, "{turns} of {}: {seen:?}", seen.len());
    assert!(largest(&seen[2..]) > 0.2 * SPEED, "{seen:?}");
}
