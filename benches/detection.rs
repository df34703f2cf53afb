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

use drystone::bodies::Rigid;
use drystone::detection::{Collider, Configuration, Detector};
use drystone::laws::ContactLaw;
use drystone::shapes::{Ball, Convex, HalfSpace, Shape};
use drystone::space::{Pose, Vector, pose};
use drystone::step::Stepper;
use drystone::world::{LawTable, Scheme, TestConfiguration, World};
use std::sync::Arc;
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

/// A small deterministic generator.
struct Random(u64);

impl Random {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    fn signed(&mut self) -> f64 {
        2.0 * self.unit() - 1.0
    }
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

/// Spheres of diameters 1 to `ratio`, equal volumes in equal intervals of the logarithm, on a
/// lattice for the smallest with holes for the larger ones, and grown until they touch.
fn spheres(count: usize, ratio: f64) -> World<3> {
    let mut random = Random(1);
    // Number density of radius r is r^-4 between 1 and the ratio.
    let mut radii: Vec<f64> = (0..count)
        .map(|_| {
            let u = random.unit();
            (1.0 - u * (1.0 - ratio.powi(-3))).powf(-1.0 / 3.0)
        })
        .collect();
    radii.sort_by(|a, b| b.total_cmp(a));
    let volume: f64 = radii.iter().map(|r| 4.19 * r.powi(3)).sum();
    let side = (volume / 0.36).cbrt().max(2.2 * radii[0]);
    // Random sequential addition, largest first, on a grid of cells by the size of the moment.
    let mut placed: Vec<(Vector<3>, f64)> = vec![];
    let mut grid: std::collections::HashMap<(i32, [i32; 3]), Vec<usize>> = Default::default();
    let level = |r: f64| r.log2().ceil() as i32;
    let cell = |x: &Vector<3>, level: i32| {
        let size = 2f64.powi(level + 1);
        [0, 1, 2].map(|k| (x[k] / size).floor() as i32)
    };
    let mut levels: Vec<i32> = vec![];
    for &r in &radii {
        for _ in 0..200 {
            let x = Vector::<3>::from_fn(|_, _| r + (side - 2.0 * r) * random.unit());
            let free = levels.iter().all(|&l| {
                let high = r + 2f64.powi(l);
                let [a, b] = [x.add_scalar(-high), x.add_scalar(high)].map(|p| cell(&p, l));
                (a[0]..=b[0]).all(|i| {
                    (a[1]..=b[1]).all(|j| {
                        (a[2]..=b[2]).all(|k| {
                            grid.get(&(l, [i, j, k])).is_none_or(|list| {
                                list.iter().all(|&n| (placed[n].0 - x).norm() >= placed[n].1 + r)
                            })
                        })
                    })
                })
            });
            if free {
                let l = level(r);
                if !levels.contains(&l) {
                    levels.push(l);
                }
                grid.entry((l, cell(&x, l))).or_default().push(placed.len());
                placed.push((x, r));
                break;
            }
        }
    }
    let scale = 1e-3;
    let mut world = empty(0.1 * scale);
    for (x, r) in placed {
        // Grown until spheres touch about six others.
        let shape = Shape::Ball(Ball::new(1.17 * r * scale).expect("a radius"));
        grain(&mut world, shape, Pose { position: x * scale, ..Pose::identity() });
    }
    walls(&mut world, side * scale);
    world
}

/// Polyhedra with 12 corners on a sphere, hence 20 faces, as many shapes as bodies.
fn polyhedra(count: usize) -> World<3> {
    let mut random = Random(2);
    let n = (count as f64).cbrt().round() as usize;
    let (radius, spacing) = (0.01, 0.0160);
    let mut world = empty(2e-4);
    for k in 0..n * n * n {
        let shape = loop {
            let mut direction = || {
                let x = Vector::<3>::from_fn(|_, _| random.signed());
                if x.norm() > 0.1 && x.norm() < 1.0 { Some(x.normalize() * radius) } else { None }
            };
            let corners: Vec<Vector<3>> = (0..40).filter_map(|_| direction()).take(12).collect();
            let Ok(hull) = Convex::from_vertices(&corners) else { continue };
            if hull.vertices().len() == 12 && hull.faces().len() == 20 && hull.breadth() > radius {
                break hull;
            }
        };
        let own = shape.mass_properties().expect("a volume");
        let centred: Vec<_> = shape.vertices().iter().map(|v| v - own.centroid).collect();
        let shape = Shape::Convex(Convex::from_vertices(&centred).expect("a hull"));
        let q: Vec<f64> = (0..4).map(|_| random.signed()).collect();
        let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
        let place = |i: usize| spacing * (((k / n.pow(i as u32)) % n) as f64 + 0.5);
        let at = pose::<3>(&[
            place(0),
            place(1),
            place(2),
            q[0] / length,
            q[1] / length,
            q[2] / length,
            q[3] / length,
        ]);
        grain(&mut world, shape, at);
    }
    walls(&mut world, spacing * n as f64);
    world
}

fn empty(alert_distance: f64) -> World<3> {
    let mut world = World::<3>::new(Scheme {
        time_step: 1e-3,
        theta: 0.5,
        test_configuration: TestConfiguration::Theta,
        alert_distance,
        time_of_impact: false,
        contact_reduction: None,
    });
    world.gravity[2] = -9.81;
    world.laws = LawTable::single(ContactLaw { friction: 0.3, ..Default::default() });
    world.solver.tolerance = 1e-3;
    world.solver.max_iterations = 100;
    world
}

fn grain(world: &mut World<3>, shape: Shape<3>, at: Pose<3>) {
    let own = shape.mass_properties().expect("a volume");
    let rigid = Rigid::new("grain", 2500.0 * own.volume, own.inertia * 2500.0).expect("sound");
    let body = world.bodies.add(rigid, &at, &[0.0; 6]);
    world.colliders.push(Collider::new(body, Arc::new(shape)));
}

fn walls(world: &mut World<3>, side: f64) {
    for i in 0..3 {
        for (sign, at) in [(1.0, 0.0), (-1.0, side)] {
            let (mut normal, mut position) = (Vector::<3>::zeros(), Vector::<3>::zeros());
            normal[i] = sign;
            position[i] = at;
            let wall = Shape::HalfSpace(HalfSpace::new(normal).expect("a normal"));
            let at = Pose { position, ..Pose::identity() };
            let body = world.bodies.add(Rigid::fixed("wall"), &at, &[]);
            world.colliders.push(Collider::new(body, Arc::new(wall)));
        }
    }
}
