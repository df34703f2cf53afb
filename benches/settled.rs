//! Settled scenes: time a step, near rest.
//!
//! `cargo bench --bench settled -- DIR [STEPS] [SCENE|all] [TOLERANCE] [SOLVER] [cold]`, DIR holding
//! one folder a scene with `scene.json` and `state.csv.gz`. Each scene runs STEPS steps (default 100) with h = 1 ms,
//! θ = 1/2, tolerance 1e-4 (or TOLERANCE) in the quadratic mean, warm started
//! unless `cold` asks for zero impulses in every step, on one thread; the first ten
//! steps (cold start) are not counted. Beside the field's reference code: `benches/lmgc90`.

use drystone::bodies::Rigid;
use drystone::detection::Collider;
use drystone::laws::{ContactLaw, Law};
use drystone::shapes::{Ball, Convex, HalfSpace, Shape};
use drystone::space::{Inertia, Matrix, Pose, Vector};
use drystone::step::Stepper;
use drystone::world::{LawTable, Scheme, TestConfiguration, World};
use flate2::read::GzDecoder;
use serde_json::Value;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

const SCENES: [&str; 6] = [
    "disks2d_1000",
    "disks2d_5000",
    "disks2d_20000",
    "spheres3d_1000",
    "spheres3d_10000",
    "wall3d",
];

fn main() {
    rayon::ThreadPoolBuilder::new().num_threads(1).build_global().expect("one thread");
    let args: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let Some(dir) = args.first() else {
        eprintln!(
            "usage: cargo bench --bench settled -- DIR [STEPS] [SCENE|all] [TOLERANCE] [SOLVER] [cold]"
        );
        return;
    };
    let steps = args.get(1).and_then(|s| s.parse().ok()).unwrap_or(100);
    let cold = args.get(5).is_some_and(|word| word == "cold");
    println!(
        "{:<16} {:>8} {:>8} {:>8} {:>6}  {:>21} {:>9} {:>9} {:>9}",
        "scene",
        "contacts",
        "sweeps",
        "ms/step",
        "open%",
        "detect/build/solve %",
        "pen mean",
        "pen max",
        "Mupd/s"
    );
    for name in SCENES {
        if args.get(2).is_some_and(|only| only != name && only != "all") {
            continue;
        }
        let folder = Path::new(dir).join(name);
        let scene = std::fs::read_to_string(folder.join("scene.json")).expect("scene.json");
        let scene: Value = serde_json::from_str(&scene).expect("a JSON scene");
        let rows = read_state(&folder.join("state.csv.gz"));
        if scene["dim"] == 2 {
            let world = choose(plane_world(&scene, &rows), &args);
            measure(name, world, steps, cold);
        } else {
            let world = choose(space_world(&scene, &rows), &args);
            measure(name, world, steps, cold);
        }
    }
}

/// Sets the tolerance and the solver of the command line; without them 500 sweeps are the limit.
fn choose<const D: usize>(mut world: World<D>, args: &[String]) -> World<D> {
    world.solver.max_iterations = 500;
    if let Some(tolerance) = args.get(3) {
        world.solver.tolerance = tolerance.parse().expect("a tolerance");
        world.solver.max_iterations = 10_000;
    }
    if let Some(name) = args.get(4) {
        world.solver.name = name.clone().into();
    }
    world
}

fn measure<const D: usize>(name: &str, mut world: World<D>, steps: usize, cold: bool) {
    let mut stepper = Stepper::new(&mut world);
    for _ in 0..10 {
        stepper.step(&mut world);
    }
    let (mut sums, mut sweeps, mut updates, mut unconverged) = ([0.0; 4], 0, 0.0, 0);
    let (mut penetration, mut worst, mut contacts, mut open) = (0.0, 0.0_f64, 0, 0);
    for _ in 0..steps {
        if cold {
            world.contacts.iter_mut().for_each(|contact| contact.impulse = Vector::zeros());
        }
        let report = stepper.step(&mut world);
        let s = report.seconds;
        sums = [sums[0] + s.detection, sums[1] + s.assembly, sums[2] + s.solve, sums[3] + s.other];
        sweeps += report.solver.iterations;
        updates += (report.solver.iterations * report.contacts) as f64;
        unconverged += usize::from(report.solver.status.name() != "converged");
        penetration += report.penetration_mean;
        worst = worst.max(report.penetration_max);
        contacts += report.contacts;
        open += report.contacts - report.active;
    }
    let n = steps as f64;
    let total: f64 = sums.iter().sum();
    let share = |x: f64| 100.0 * x / total;
    println!(
        "{:<16} {:>8.0} {:>8.1} {:>8.3} {:>6.0}  {:>21} {:>9.1e} {:>9.1e} {:>9.1} {}",
        name,
        contacts as f64 / n,
        sweeps as f64 / n,
        1e3 * total / n,
        100.0 * open as f64 / contacts as f64,
        format!("{:.0}/{:.0}/{:.0}", share(sums[0]), share(sums[1]), share(sums[2])),
        penetration / n,
        worst,
        updates / sums[2] / 1e6,
        if unconverged > 0 { format!("{unconverged} steps unconverged") } else { String::new() },
    );
    let weight: f64 =
        world.bodies.list.iter().filter(|b| !b.fixed).map(|b| b.mass()).sum::<f64>() * 9.81;
    let mut reaction = Vector::<D>::zeros();
    for contact in &world.contacts {
        for (side, sign) in [(0, -1.0), (1, 1.0)] {
            if world.bodies.list[contact.bodies[side]].fixed {
                reaction += contact.frame * contact.impulse * (sign / world.scheme.time_step);
            }
        }
    }
    println!("{:<16} reactions {:.3} N, weight {weight:.3} N", "", reaction[D - 1].abs());
}

fn read_state(path: &Path) -> Vec<Vec<f64>> {
    let mut text = String::new();
    GzDecoder::new(std::fs::File::open(path).expect("state.csv.gz"))
        .read_to_string(&mut text)
        .expect("a gzip stream");
    let number = |x: &str| x.parse().unwrap_or(f64::NAN);
    text.lines().skip(1).map(|line| line.split(',').map(number).collect()).collect()
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

fn vector<const D: usize>(value: &Value) -> Vector<D> {
    Vector::from_fn(|i, _| number(&value[i]))
}

fn new_world<const D: usize>(scene: &Value) -> World<D> {
    let mut world = World::new(Scheme {
        time_step: 1e-3,
        theta: 0.5,
        test_configuration: TestConfiguration::Theta,
        alert_distance: number(&scene["alert"]),
        time_of_impact: false,
        penetration_tolerance: 1e-4,
        halvings: 0,
        events: None,
        contact_reduction: None,
    });
    world.gravity = vector(&scene["gravity"]);
    world.solver.tolerance = 1e-4;
    let law = |friction: &Value| -> Arc<dyn Law> {
        Arc::new(ContactLaw { friction: number(friction).into(), ..Default::default() })
    };
    world.laws = LawTable {
        laws: vec![law(&scene["mu_pp"]), law(&scene["mu_pw"])],
        by_pair: vec![0, 1, 1, 1],
        materials: 2,
    };
    world
}

fn wall<const D: usize>(world: &mut World<D>, shape: Shape<D>, at: Pose<D>) {
    let body = world.bodies.add(Rigid::fixed("wall"), &at, &[]);
    let mut collider = Collider::new(body, Arc::new(shape));
    collider.material = 1;
    world.colliders.push(collider);
}

fn plane_world(scene: &Value, rows: &[Vec<f64>]) -> World<2> {
    let mut world = new_world::<2>(scene);
    let count = scene["n"].as_u64().expect("n") as usize;
    for row in &rows[..count] {
        let (mass, radius) = (row[7], row[8]);
        let inertia = Inertia::identity() * (0.5 * mass * radius * radius);
        let rigid = Rigid::new("disk", mass, inertia).expect("a disk");
        let mut at = Pose::identity();
        at.position = Vector::<2>::new(row[1], row[2]);
        let body = world.bodies.add(rigid, &at, &row[4..7]);
        world
            .colliders
            .push(Collider::new(body, Arc::new(Shape::Ball(Ball::new(radius).expect("a radius")))));
    }
    for w in scene["walls"].as_array().expect("walls") {
        let half = Vector::<2>::new(number(&w["axe1"]), number(&w["axe2"]));
        let (s, c) = number(&w["psi"]).sin_cos();
        let at = Pose { position: vector(&w["center"]), rotation: Matrix::<2>::new(c, -s, s, c) };
        wall(&mut world, Shape::Convex(Convex::cuboid(half).expect("a wall")), at);
    }
    world
}

fn space_world(scene: &Value, rows: &[Vec<f64>]) -> World<3> {
    let mut world = new_world::<3>(scene);
    let count = scene["n"].as_u64().expect("n") as usize;
    let vertices = scene.get("vertices");
    for (i, row) in rows[..count].iter().enumerate() {
        // The rows of the file are the axes of the local frame.
        let rotation = Matrix::<3>::from_fn(|a, b| row[4 + 3 * b + a]);
        let at = Pose { position: Vector::<3>::new(row[1], row[2], row[3]), rotation };
        let (mass, radius) = (row[19], row[20]);
        let (shape, mass, inertia) = match vertices {
            None => {
                let inertia = Inertia::identity() * (0.4 * mass * radius * radius);
                (Shape::Ball(Ball::new(radius).expect("a radius")), mass, inertia)
            }
            Some(list) => {
                let corners: Vec<Vector<3>> =
                    list[i].as_array().expect("vertices").iter().map(vector).collect();
                let hull = Convex::from_vertices(&corners).expect("a block");
                let own = Shape::Convex(hull.clone()).mass_properties().expect("a volume");
                let density = number(&scene["density"]);
                let shape = Shape::Convex(hull.translated(&-own.centroid));
                (shape, density * own.volume, own.inertia * density)
            }
        };
        let rigid = Rigid::new("body", mass, inertia).expect("a body");
        let body = world.bodies.add(rigid, &at, &row[13..19]);
        world.colliders.push(Collider::new(body, Arc::new(shape)));
    }
    if let Some(plane) = scene.get("plane") {
        let at = Pose { position: vector(&plane["center"]), ..Pose::identity() };
        wall(
            &mut world,
            Shape::Convex(Convex::cuboid(vector(&plane["axe"])).expect("a floor")),
            at,
        );
    } else {
        let [lx, ly] = [number(&scene["lx"]), number(&scene["ly"])];
        for (position, normal) in [
            ([0.0, 0.0, 0.0], [0.0, 0.0, 1.0]),
            ([-lx / 2.0, 0.0, 0.0], [1.0, 0.0, 0.0]),
            ([lx / 2.0, 0.0, 0.0], [-1.0, 0.0, 0.0]),
            ([0.0, -ly / 2.0, 0.0], [0.0, 1.0, 0.0]),
            ([0.0, ly / 2.0, 0.0], [0.0, -1.0, 0.0]),
        ] {
            let at = Pose { position: Vector::from(position), ..Pose::identity() };
            wall(
                &mut world,
                Shape::HalfSpace(HalfSpace::new(Vector::from(normal)).expect("a normal")),
                at,
            );
        }
    }
    world
}
