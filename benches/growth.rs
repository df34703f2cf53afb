//! Cost of a step against the number of bodies, and the rate of contact updates in the sweep.
//!
//! `cargo bench --bench growth [-- MOST]`: regular packings of touching disks and spheres under
//! gravity in a box, 1,000 to MOST bodies (default 100,000), one thread. Two tables:
//!
//! * cost: 20 steps of the whole engine with a fixed 20 sweeps a step, so that only the cost of
//!   the work grows and not the number of sweeps; milliseconds and microseconds a body;
//! * rate: plain sweeps alone (no acceleration, judged once), contact updates a second.

use drystone::bodies::Rigid;
use drystone::detection::Collider;
use drystone::laws::ContactLaw;
use drystone::shapes::{Ball, Convex, HalfSpace, Shape};
use drystone::space::{Pose, Vector};
use drystone::step::Stepper;
use drystone::world::{LawTable, Scheme, TestConfiguration, World};
use std::sync::Arc;

fn main() {
    rayon::ThreadPoolBuilder::new().num_threads(1).build_global().expect("one thread");
    let most = std::env::args().skip(1).find_map(|a| a.parse().ok()).unwrap_or(100_000);
    println!("cost of a step with 20 sweeps");
    for count in [1_000, 3_000, 10_000, 30_000, 100_000].into_iter().filter(|n| *n <= most) {
        cost("disks", packing::<2>(count, Grain::Ball));
        cost("spheres", packing::<3>(count, Grain::Ball));
    }
    println!("rate of plain sweeps");
    rate("disks", packing::<2>(1_000, Grain::Ball));
    rate("spheres", packing::<3>(1_000, Grain::Ball));
    rate("squares", packing::<2>(400, Grain::Box));
    rate("cubes", packing::<3>(343, Grain::Box));
}

#[derive(Clone, Copy)]
enum Grain {
    Ball,
    Box,
}

/// Twenty steps of the whole engine with twenty sweeps each.
fn cost<const D: usize>(name: &str, mut world: World<D>) {
    world.solver.max_iterations = 20;
    world.solver.tolerance = 0.0;
    let mut stepper = Stepper::new(&mut world);
    stepper.step(&mut world);
    let (mut stages, mut contacts) = ([0.0; 4], 0);
    for _ in 0..20 {
        let report = stepper.step(&mut world);
        let s = report.seconds;
        for (sum, x) in stages.iter_mut().zip([s.detection, s.assembly, s.solve, s.other]) {
            *sum += x;
        }
        contacts = report.contacts;
    }
    let total = stages.iter().sum::<f64>() / 20.0;
    let bodies = world.bodies.len();
    println!(
        "{name:<8} {bodies:>7} bodies {contacts:>7} contacts {:>9.3} ms {:>7.3} µs a body  \
         detect/build/solve/rest {:.0}/{:.0}/{:.0}/{:.0} %",
        1e3 * total,
        1e6 * total / bodies as f64,
        100.0 * stages[0] / total / 20.0,
        100.0 * stages[1] / total / 20.0,
        100.0 * stages[2] / total / 20.0,
        100.0 * stages[3] / total / 20.0,
    );
}

/// Many plain sweeps of one problem.
fn rate<const D: usize>(name: &str, mut world: World<D>) {
    world.solver.tolerance = 0.0;
    world.solver.name = "gauss-seidel".into();
    world.solver.acceleration = false;
    world.solver.max_iterations = 1;
    let mut stepper = Stepper::new(&mut world);
    stepper.step(&mut world);
    world.solver.max_iterations = 2_000;
    let report = stepper.step(&mut world);
    let updates = (report.solver.iterations * report.contacts) as f64;
    println!(
        "{name:<8} {:>6} contacts {:>6.1} million updates a second",
        report.contacts,
        updates / report.seconds.solve / 1e6
    );
}

/// A regular packing of touching grains in a box of half-spaces, slightly disturbed.
fn packing<const D: usize>(count: usize, grain: Grain) -> World<D> {
    let mut world = World::<D>::new(Scheme {
        time_step: 1e-3,
        theta: 0.5,
        test_configuration: TestConfiguration::Theta,
        alert_distance: 1e-3,
        time_of_impact: false,
        penetration_tolerance: 1e-4,
        halvings: 0,
        events: None,
        contact_reduction: None,
    });
    world.gravity[D - 1] = -9.81;
    world.laws = LawTable::single(ContactLaw { friction: 0.3.into(), ..Default::default() });
    let side = (count as f64).powf(1.0 / D as f64).round() as usize;
    let radius = 0.01;
    for k in 0..side.pow(D as u32) {
        let mut at = Vector::<D>::zeros();
        let mut rest = k;
        for i in 0..D {
            at[i] = 2.0 * radius * ((rest % side) as f64 + 0.5);
            rest /= side;
        }
        let shape = match grain {
            Grain::Ball => Shape::Ball(Ball::new(radius).expect("a radius")),
            Grain::Box => Shape::Convex(Convex::cuboid(Vector::repeat(radius)).expect("a box")),
        };
        let own = shape.mass_properties().expect("a volume");
        let rigid = Rigid::new("grain", 2500.0 * own.volume, own.inertia * 2500.0).expect("sound");
        // Small velocities of both signs make some contacts slide and some open.
        let mut velocity = [0.0; 6];
        for (i, v) in velocity.iter_mut().enumerate() {
            *v = 1e-3 * ((k * 7 + i * 13) as f64).sin();
        }
        let body = world.bodies.add(rigid, &Pose { position: at, ..Pose::identity() }, &velocity);
        world.colliders.push(Collider::new(body, Arc::new(shape)));
    }
    let far = 2.0 * radius * side as f64;
    for i in 0..D {
        for (sign, at) in [(1.0, 0.0), (-1.0, far)] {
            let (mut normal, mut position) = (Vector::<D>::zeros(), Vector::<D>::zeros());
            normal[i] = sign;
            position[i] = at;
            let wall = Shape::HalfSpace(HalfSpace::new(normal).expect("a normal"));
            let body =
                world.bodies.add(Rigid::fixed("wall"), &Pose { position, ..Pose::identity() }, &[]);
            world.colliders.push(Collider::new(body, Arc::new(wall)));
        }
    }
    world
}
