//! An arch on piers and abutments (003 figs. 3 and 4): under its weight, shaken, and with a right side that sinks.

use drystone::scene::Scene;
use drystone::solvers::Status;
use drystone::space::{Pose, Vector};
use drystone::step::Stepper;
use drystone::world::{AnyWorld, World};
use std::path::{Path, PathBuf};

/// The ground goes to and fro.
const WAVE: &str = "[{ dof = \"x\", displacement = { points = { times = [0.12, 0.17, 0.22, 0.27, 0.32], \
                    values = [0.0, 0.005, -0.005, 0.0025, 0.0] } } }]";

/// Its right side sinks by 4 cm.
const SETTLEMENT: &str =
    "[{ dof = \"y\", displacement = { ramp = { times = [0.12, 0.42], values = [0.0, -0.04] } } }]";

/// What is left of openings and slips counts as damage from here on (m).
const DAMAGE: f64 = 1e-4;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../gallery/arch-on-piers")
}

fn arch(drives: &[(usize, &str)]) -> World<2> {
    let set = |(body, drives): &(usize, &str)| format!("bodies.{body}.drives={drives}");
    let sets: Vec<String> = drives.iter().map(set).collect();
    let scene = Scene::load(&folder().join("scene.toml"), &sets);
    match scene.unwrap_or_else(|e| panic!("{e}")).world {
        AnyWorld::Plane(world) => *world,
        AnyWorld::Space(_) => panic!("a scene of the plane"),
    }
}

/// Forces of the left and the right ground (N), and the weight of what they carry.
fn carried(world: &World<2>) -> ([Vector<2>; 2], f64) {
    let mut sums = [Vector::zeros(); 2];
    for contact in &world.contacts {
        let force = contact.frame * contact.impulse / world.scheme.time_step;
        match contact.bodies.map(|body| world.bodies.movable(body)) {
            [true, false] => sums[contact.bodies[1]] += force,
            [false, true] => sums[contact.bodies[0]] -= force,
            _ => {}
        }
    }
    let movable = (0..world.bodies.len()).filter(|body| world.bodies.movable(*body));
    (sums, movable.map(|body| world.bodies.list[body].mass()).sum::<f64>() * 9.81)
}

/// What the ground carries over what there is to carry, less one.
fn off(world: &World<2>) -> f64 {
    let (sums, weight) = carried(world);
    (sums[0] + sums[1])[1] / weight - 1.0
}

fn steps(world: &mut World<2>, stepper: &mut Stepper<2>, count: usize) -> f64 {
    let mut most = 0.0_f64;
    for _ in 0..count {
        assert_eq!(stepper.step(world).solver.status, Status::Converged);
        most = most.max(off(world).abs());
    }
    most
}

/// A point of a joint, fixed to both of its sides.
struct Mark {
    bodies: [usize; 2],
    points: [Vector<2>; 2],
    axes: [Vector<2>; 2],
}

/// Marks at every contact; blocks strain so little that the motion of the whole is theirs.
fn marks(world: &World<2>) -> Vec<Mark> {
    let local = |body: usize, point: &Vector<2>| pose(world, body).local_point(point);
    let mark = |contact: &drystone::contact::Contact<2>| Mark {
        bodies: contact.bodies,
        points: contact.bodies.map(|body| local(body, &contact.point)),
        axes: [contact.frame.column(0).into_owned(), contact.frame.column(1).into_owned()],
    };
    world.contacts.iter().map(mark).collect()
}

fn pose(world: &World<2>, body: usize) -> Pose<2> {
    world.bodies.pose(body)
}

/// The greatest opening and slip since marks were made (m), and how many marks have opened or slipped.
fn damage(world: &World<2>, marks: &[Mark]) -> (f64, f64, usize) {
    let (mut opening, mut slip, mut count) = (0.0_f64, 0.0_f64, 0);
    for mark in marks {
        let [a, b] = [0, 1].map(|k| pose(world, mark.bodies[k]).point(&mark.points[k]));
        let [normal, along] = mark.axes.map(|axis| axis.dot(&(a - b)));
        opening = opening.max(normal);
        slip = slip.max(along.abs());
        count += usize::from(normal.max(along.abs()) > DAMAGE);
    }
    (opening, slip, count)
}

#[test]
fn an_arch_on_piers_stands_shaken_with_damage() {
    let mut world = arch(&[(0, WAVE), (1, WAVE)]);
    let mut stepper = Stepper::new(&mut world);
    steps(&mut world, &mut stepper, 29);
    // At rest both sides push the piers inwards alike.
    let ([left, right], weight) = carried(&world);
    println!("at rest off by {:.1e}; thrust {left:.0?} {right:.0?} of {weight:.0} N", off(&world));
    assert!(off(&world).abs() < 5e-3, "{}", off(&world));
    assert!(
        left[0] > 0.05 * weight && (left[0] + right[0]).abs() < 0.01 * weight,
        "{left} {right}"
    );
    let joints = marks(&world);
    let shaken = steps(&mut world, &mut stepper, 51);
    steps(&mut world, &mut stepper, 70);
    let (opening, slip, count) = damage(&world, &joints);
    println!(
        "off by {shaken:.2} of the weight in the wave, {:.1e} after it; left are openings of {:.2} mm, slips of \
         {:.2} mm, at {count} of {} points",
        off(&world),
        1e3 * opening,
        1e3 * slip,
        joints.len()
    );
    assert!(shaken > 0.05 && off(&world).abs() < 5e-3, "{shaken} {}", off(&world));
    // Without joints it would spring back to micrometres, ρ g R² / E.
    assert!(opening > 2e-4 && slip > 2e-4 && opening.max(slip) < 0.05, "{opening} {slip}");
    assert!(count > joints.len() / 10, "{count} of {}", joints.len());
}

#[test]
fn an_arch_on_piers_follows_a_side_that_sinks() {
    let mut world = arch(&[(1, SETTLEMENT)]);
    let mut stepper = Stepper::new(&mut world);
    steps(&mut world, &mut stepper, 29);
    let (joints, [before, _]) = (marks(&world), carried(&world).0);
    let top = |world: &World<2>| {
        let heights = (0..world.bodies.len()).map(|body| pose(world, body).position[1]);
        heights.fold(f64::NEG_INFINITY, f64::max)
    };
    let crown = top(&world);
    steps(&mut world, &mut stepper, 131);
    // It still swings a little: what the ground carries is the weight in the mean of a swing.
    let mut mean = 0.0;
    for _ in 0..40 {
        steps(&mut world, &mut stepper, 1);
        mean += off(&world) / 40.0;
    }
    let (opening, slip, count) = damage(&world, &joints);
    let [after, _] = carried(&world).0;
    println!(
        "off by {mean:.1e}; crown down by {:.1} mm; thrust {:.0} N, before {:.0} N; openings of {:.2} mm, slips of {:.2} mm \
         at {count} points",
        1e3 * (crown - top(&world)),
        after[0],
        before[0],
        1e3 * opening,
        1e3 * slip
    );
    assert!(mean.abs() < 5e-3, "{mean}");
    // About as far as the mean of both sides.
    assert!((0.01..0.04).contains(&(crown - top(&world))), "{crown} {}", top(&world));
    // The joints that are now hinges have opened by about 4 cm times thickness over span.
    assert!((1e-3..0.02).contains(&opening), "{opening} {slip}");
}

/// The page shows what is tested.
#[test]
fn the_page_of_the_arch_on_piers_has_these_loads() {
    let page = std::fs::read_to_string(folder().join("README.md")).expect("a page");
    for load in [WAVE, SETTLEMENT] {
        assert!(page.contains(load), "{load}");
    }
}
