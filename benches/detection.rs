//! Time of broad and narrow phase in dense packings, and their share of a whole step.
//!
//! `cargo bench --bench detection [-- SHARE]`: 100,000 spheres with diameters in the ratio 1 to
//! 10, and to 100 and 1,000 fewer large ones, and 10,000 polyhedra of 20 faces; SHARE (default 1)
//! scales the numbers. One thread. Of each packing, after a while under gravity:
//!
//! * list: the neighbour list built from nothing, boxes and grid included;
//! * narrow: detection with a list that holds, as in most steps, a pair of the list, a pair of
//!   bodies in contact;
//! * share of detection in whole steps, solved to 1e-3.

mod packings;

use drystone::detection::{Configuration, Detector};
use drystone::step::Stepper;
use drystone::world::World;
use packings::{polyhedra, spheres};
use std::time::Instant;

fn main() {
    rayon::ThreadPoolBuilder::new().num_threads(1).build_global().expect("one thread");
    let share: f64 = std::env::args().skip(1).find_map(|a| a.parse().ok()).unwrap_or(1.0);
    let count = |n: f64| (n * share) as usize;
    measure("spheres 1:1", spheres(count(1e5), 1.0), 5);
    measure("spheres 1:10", spheres(count(1e5), 10.0), 5);
    measure("spheres 1:100", spheres(count(1e5), 100.0), 5);
    measure("spheres 1:1000", spheres(count(1e5), 1000.0), 5);
    measure("polyhedra", polyhedra(count(1e4)), 40);
}

fn measure(name: &str, mut world: World<3>, settle: usize) {
    let mut stepper = Stepper::new(&mut world);
    let (mut detection, mut total) = (0.0, 0.0);
    for step in 0..settle + 5 {
        let report = stepper.step(&mut world);
        if step >= settle {
            let s = report.seconds;
            detection += s.detection;
            total += s.detection + s.assembly + s.solve + s.other;
        }
    }
    let poses: Vec<_> = (0..world.bodies.len()).map(|i| world.bodies.pose(i)).collect();
    let movable: Vec<bool> = world.bodies.list.iter().map(|b| b.movable()).collect();
    let now = Configuration {
        colliders: &world.colliders,
        poses: &poses,
        movable: &movable,
        visibility: &world.visibility,
        periodic: &world.periodic,
        alert: world.scheme.alert_distance,
        motions: &[],
    };
    let mut out = vec![];
    let rounds = 20;
    let mut detector = Detector::new();
    detector.detect(&now, &world.contacts, &mut out);
    let mut narrow = f64::INFINITY;
    let mut both = f64::INFINITY;
    for _ in 0..rounds {
        let start = Instant::now();
        detector.detect(&now, &world.contacts, &mut out);
        narrow = narrow.min(start.elapsed().as_secs_f64());
        let mut fresh = detector.clone();
        fresh.forget();
        let start = Instant::now();
        fresh.detect(&now, &world.contacts, &mut out);
        both = both.min(start.elapsed().as_secs_f64());
    }
    let touching = out.chunk_by(|a, b| a.bodies == b.bodies).count();
    let bodies = world.bodies.len();
    println!(
        "{name:<15} {bodies:>6} bodies {:>7} pairs {touching:>6} touch {:>7} contacts   list {:>7.1} ms \
         {:>5.2} µs/body   narrow {:>7.1} ms {:>5.2} µs/pair {:>5.2} µs/touch   {:>4.1} % of a step of {:.0} ms",
        detector.neighbour_pairs(),
        out.len(),
        1e3 * (both - narrow),
        1e6 * (both - narrow) / bodies as f64,
        1e3 * narrow,
        1e6 * narrow / detector.neighbour_pairs() as f64,
        1e6 * narrow / touching as f64,
        100.0 * detection / total,
        1e3 * total / 5.0,
    );
}
