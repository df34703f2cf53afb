//! Bodies that deform: time a step, factorisation, memory, growth.
//!
//! ```text
//! cargo bench --bench soft -- settled DIR [STEPS]   the wall of meshed blocks in DIR/fem2d_q4
//! cargo bench --bench soft -- block [CELLS]         a cube of CELLS³ hexahedra that hits a plane
//! cargo bench --bench soft -- growth [MOST]         walls of 100 to MOST blocks (default 10,000)
//! cargo bench --bench soft -- sheet [CELLS [STEPS]] a membrane of CELLS² squares (default 60) that falls flat on a
//!                                                   plane, and one that a few balls fall on: contacts see nodes,
//!                                                   what they touch, or what is cheaper
//! ```
//!
//! One thread. `settled` begins with the recorded state; ten steps are not counted.

use drystone::bodies::Seen;
use drystone::scene::Scene;
use drystone::step::{StepReport, Stepper};
use drystone::world::{AnyWorld, World};
use flate2::read::GzDecoder;
use serde_json::Value;
use std::fmt::Write;
use std::io::Read;
use std::path::Path;
use std::time::Instant;

fn main() {
    rayon::ThreadPoolBuilder::new().num_threads(1).build_global().expect("one thread");
    let args: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let number = |k: usize, usual: usize| args.get(k).and_then(|x| x.parse().ok()).unwrap_or(usual);
    match args.first().map(String::as_str) {
        Some("settled") if args.len() > 1 => settled(Path::new(&args[1]), number(2, 100)),
        Some("block") => block(number(1, 32)),
        Some("growth") => growth(number(1, 10_000)),
        Some("sheet") => sheet(number(1, 60), number(2, 5)),
        _ => eprintln!("usage: cargo bench --bench soft -- settled DIR | block | growth | sheet"),
    }
}

fn plane(text: &str) -> World<2> {
    match Scene::parse("bench", text, &[], Path::new("")).unwrap_or_else(|e| panic!("{e}")).world {
        AnyWorld::Plane(world) => *world,
        AnyWorld::Space(_) => panic!("a scene of the plane"),
    }
}

/// Means over steps: contacts, sweeps, milliseconds and their parts.
fn measure<const D: usize>(world: &mut World<D>, steps: usize) -> String {
    let mut stepper = Stepper::new(world);
    (0..10).for_each(|_| {
        stepper.step(world);
    });
    let reports: Vec<StepReport> = (0..steps).map(|_| stepper.step(world)).collect();
    let mean = |of: &dyn Fn(&StepReport) -> f64| reports.iter().map(of).sum::<f64>() / steps as f64;
    let parts = [
        1e3 * mean(&|r| r.seconds.detection),
        1e3 * mean(&|r| r.seconds.factor + r.seconds.condensation + r.seconds.assembly),
        1e3 * mean(&|r| r.seconds.solve),
        1e3 * mean(&|r| r.seconds.other),
    ];
    let total: f64 = parts.iter().sum();
    let left = reports.iter().filter(|r| r.solver.status.name() != "converged").count();
    format!(
        "{:.0} contacts, {:.1} sweeps, {total:.2} ms a step, detection {:.2}, assembly {:.2}, \
         solver {:.2}, other {:.2} ms, {left} steps unconverged",
        mean(&|r| r.contacts as f64),
        mean(&|r| r.solver.iterations as f64),
        parts[0],
        parts[1],
        parts[2],
        parts[3],
    )
}

/// A wall of Q4 blocks from a recorded state.
fn settled(dir: &Path, steps: usize) {
    let folder = dir.join("fem2d_q4");
    let scene = std::fs::read_to_string(folder.join("scene.json")).expect("scene.json");
    let scene: Value = serde_json::from_str(&scene).expect("a JSON scene");
    let mut state = String::new();
    let file = std::fs::File::open(folder.join("state.csv.gz")).expect("state.csv.gz");
    GzDecoder::new(file).read_to_string(&mut state).expect("a gzip stream");
    for (kinematics, candidates) in [
        ("small", "nodes"),
        ("small", "middles"),
        ("corotational", "middles"),
        ("small", "quadrature"),
    ] {
        let mut text = format!(
            "dimension = 2\ntime_step = 1e-4\nduration = 1.0\ntheta = 0.505\nalert_distance = {}\n\
             [solver]\ntolerance = 1e-4\nmax_iterations = 500\n[materials.ground]\n\
             [[contacts]]\nbetween = [\"ground\", \"ground\"]\nfriction = {}\nunilateral = \"position\"\n",
            scene["alert"], scene["mu_pw"]
        );
        let bricks = scene["bricks_x_y_lx_ly_nx_ny"].as_array().expect("bricks");
        // A material for each mesh.
        let mut meshes: Vec<[u64; 2]> = vec![];
        let cells = |brick: &Value| [4, 5].map(|k| brick[k].as_f64().expect("a count") as u64);
        for brick in bricks {
            if !meshes.contains(&cells(brick)) {
                meshes.push(cells(brick));
            }
        }
        let name = |[x, y]: [u64; 2]| format!("brick_{x}_{y}");
        for mesh in &meshes {
            let _ = write!(
                text,
                "[materials.{}]\ndensity = {}\n[materials.{}.deformable]\nlaw.elastic = {{ young_modulus = {}, \
                 poisson_ratio = {} }}\ncells = {mesh:?}\nkinematics = \"{kinematics}\"\ncandidates = \"{candidates}\"\n\
                 [[contacts]]\nbetween = [\"{}\", \"ground\"]\nfriction = {}\nunilateral = \"position\"\n",
                name(*mesh),
                scene["density"],
                name(*mesh),
                scene["young"],
                scene["nu"],
                name(*mesh),
                scene["mu_pw"]
            );
            for other in &meshes {
                if mesh <= other {
                    let _ = write!(
                        text,
                        "[[contacts]]\nbetween = [\"{}\", \"{}\"]\nfriction = {}\nunilateral = \"position\"\n",
                        name(*mesh),
                        name(*other),
                        scene["mu_pp"]
                    );
                }
            }
        }
        text.push_str("[[bodies]]\nname = \"floor\"\nmaterial = \"ground\"\nshape.half_space.normal = [0, 1]\n");
        let side = |brick: &Value, k: usize| brick[k].as_f64().expect("a length");
        for brick in bricks {
            let [x, y, lx, ly] = [0, 1, 2, 3].map(|k| side(brick, k));
            let _ = write!(
                text,
                "[[bodies]]\nmaterial = \"{}\"\nshape.box.size = [{lx:?}, {ly:?}]\nposition = [{:?}, {:?}]\n",
                name(cells(brick)),
                x + 0.5 * lx,
                y + 0.5 * ly
            );
        }
        let mut world = plane(&text);
        take_state(&mut world, &state);
        println!("{kinematics}, {candidates}: {}", measure(&mut world, steps));
    }
}

/// Rows of body, node, place, velocity; the nearest node of ours takes each.
fn take_state(world: &mut World<2>, state: &str) {
    let rest = world.bodies.q.clone();
    for line in state.lines().skip(1) {
        let row: Vec<f64> = line.split(',').map(|x| x.parse().unwrap_or(f64::NAN)).collect();
        let (q, v) = (world.bodies.q_range(row[0] as usize), world.bodies.v_range(row[0] as usize));
        let off =
            |k: &usize| (rest[q.start + 2 * k] - row[2]).hypot(rest[q.start + 2 * k + 1] - row[3]);
        let nearest = (0..q.len() / 2).min_by(|a, b| off(a).total_cmp(&off(b))).expect("a node");
        world.bodies.q[q.start + 2 * nearest..][..2].copy_from_slice(&row[2..4]);
        world.bodies.v[v.start + 2 * nearest..][..2].copy_from_slice(&row[4..6]);
    }
}

/// A cube of hexahedra that hits a plane at 1 m/s.
fn block(cells: usize) {
    let text = format!(
        "dimension = 3\ntime_step = 1e-4\nduration = 1.0\nsolver.tolerance = 1e-6\n\
         [materials.ground]\n[materials.rubber]\ndensity = 1000.0\n\
         [materials.rubber.deformable]\nlaw.elastic = {{ young_modulus = 1e7, poisson_ratio = 0.3 }}\n\
         cells = [{cells}, {cells}, {cells}]\ncandidates = \"nodes\"\n[[contacts]]\ndefault = true\nfriction = 0.3\n\
         [[bodies]]\nname = \"floor\"\nmaterial = \"ground\"\nshape.half_space.normal = [0, 0, 1]\n\
         [[bodies]]\nname = \"cube\"\nmaterial = \"rubber\"\nshape.box.size = [1, 1, 1]\nposition = [0, 0, 0.5002]\n\
         velocity = [0, 0, -1]\n"
    );
    let begin = Instant::now();
    let scene = Scene::parse("bench", &text, &[], Path::new("")).unwrap_or_else(|e| panic!("{e}"));
    let AnyWorld::Space(mut world) = scene.world else { panic!("a scene of space") };
    println!(
        "{} degrees of freedom, made in {:.1} s",
        world.bodies.v_range(1).len(),
        begin.elapsed().as_secs_f64()
    );
    let mut stepper = Stepper::new(&mut world);
    for step in 1..=12 {
        let begin = Instant::now();
        let report = stepper.step(&mut world);
        println!(
            "step {step}: {:.2} s, {} contacts, {} iterations, {} rounds, {} ({:.2} s factor, {:.2} s condensation, \
             {:.2} s assembly, {:.2} s solver, {:.1} million numbers in factors, {:.2} GB)",
            begin.elapsed().as_secs_f64(),
            report.contacts,
            report.solver.iterations,
            report.rounds,
            report.solver.status.name(),
            report.seconds.factor,
            report.seconds.condensation,
            report.seconds.assembly,
            report.seconds.solve,
            1e-6 * report.factors.numbers as f64,
            1e-9 * report.factors.bytes as f64
        );
    }
    if let Some(memory) = peak_memory() {
        println!("most memory: {memory:.2} GB");
    }
}

fn space(text: &str) -> World<3> {
    match Scene::parse("bench", text, &[], Path::new("")).unwrap_or_else(|e| panic!("{e}")).world {
        AnyWorld::Space(world) => *world,
        AnyWorld::Plane(_) => panic!("a scene of space"),
    }
}

/// A membrane that falls flat on a plane, a thin plate that does, and a membrane that a few balls fall on, with each
/// way of seeing it.
fn sheet(cells: usize, steps: usize) {
    let head = |cells: &str, more: &str| {
        format!(
            "dimension = 3\ntime_step = 1e-3\nduration = 1.0\n[solver]\ntolerance = 1e-6\nmax_iterations = 1000\n\
             [materials.ground]\n[materials.stone]\ndensity = 2500.0\n[materials.rubber]\ndensity = 1000.0\n\
             [materials.rubber.deformable]\nlaw.elastic = {{ young_modulus = 1e6, poisson_ratio = 0.3 }}\n\
             cells = {cells}\ncandidates = \"nodes\"\n{more}[[contacts]]\ndefault = true\nfriction = 0.3\n\
             [[bodies]]\nmaterial = \"rubber\"\nvelocity = [0.3, 0.1, -1]\n"
        )
    };
    let floor = "[[bodies]]\nname = \"floor\"\nmaterial = \"ground\"\nshape.half_space.normal = [0, 0, 1]\n";
    let thin = head(&format!("[{cells}, {cells}]"), "thickness = 2e-3\n");
    let thick = head(&format!("[{cells}, {cells}, 1]"), "");
    let mut balls = format!("{thin}shape.sheet.size = [1, 1]\n");
    for [x, y] in [[0.1, 0.1], [-0.2, 0.2], [0.3, -0.1], [-0.1, -0.3]] {
        let _ = write!(
            balls,
            "[[bodies]]\nmaterial = \"stone\"\nshape.sphere.radius = 0.04\nposition = [{x}, {y}, 0.0402]\n\
             velocity = [0, 0, -2]\n"
        );
    }
    let membrane = format!("{thin}shape.sheet.size = [1, 1]\nposition = [0, 0, 2e-4]\n{floor}");
    let plate = format!("{thick}shape.box.size = [1, 1, 0.02]\nposition = [0, 0, 0.0102]\n{floor}");
    let scenes = [
        ("membrane on a plane", membrane),
        ("plate on a plane", plate),
        ("membrane, four balls", balls),
    ];
    for (name, text) in scenes {
        for (how, seen) in
            [("nodes", Seen::Nodes), ("cheaper", Seen::Cheaper), ("touched", Seen::Touched)]
        {
            let mut world = space(&text);
            world.bodies.deformables[0].seen = seen;
            println!("{name}, {how}: {}", seen_as(&mut world, steps));
        }
    }
}

/// The first step, the mean of those after it, and what contacts see.
fn seen_as(world: &mut World<3>, steps: usize) -> String {
    let mut stepper = Stepper::new(world);
    let begin = Instant::now();
    stepper.step(world);
    let first = begin.elapsed().as_secs_f64();
    let begin = Instant::now();
    let reports: Vec<StepReport> = (0..steps).map(|_| stepper.step(world)).collect();
    let mean = |of: &dyn Fn(&StepReport) -> f64| reports.iter().map(of).sum::<f64>() / steps as f64;
    let each = begin.elapsed().as_secs_f64() / steps as f64;
    let posed = stepper.last_problem();
    let problem = posed.problem::<3>().expect("blocks of three");
    let wide = problem.rows.sides.iter().flatten().map(|side| side.size as usize).max();
    let root = if problem.meshes.is_empty() { wide.map_or(0, |m| m * m) } else { 0 };
    let factors = reports.last().map(|report| report.factors).unwrap_or_default();
    let beside = factors.bytes - 8 * factors.numbers + 8 * (root + problem.rows.data.len());
    let left = reports.iter().filter(|r| r.solver.status.name() != "converged").count();
    format!(
        "{} degrees of freedom, {:.0} contacts, seen by {}, first step {first:.2} s, then {:.1} ms a step (detection {:.1}, \
         assembly {:.1}, solver {:.1}), {:.1} iterations, {:.1} MB seen, most memory {:.2} GB, {left} unconverged, residual {:.1e}",
        world.bodies.v.len(),
        mean(&|r| r.contacts as f64),
        if problem.meshes.is_empty() { "touched" } else { "nodes" },
        1e3 * each,
        1e3 * mean(&|r| r.seconds.detection),
        1e3 * mean(&|r| r.seconds.factor + r.seconds.condensation + r.seconds.assembly),
        1e3 * mean(&|r| r.seconds.solve),
        mean(&|r| r.solver.iterations as f64),
        1e-6 * beside as f64,
        peak_memory().unwrap_or(0.0),
        mean(&|r| r.solver.residual.quadratic_mean),
    )
}

/// The most memory this process had (GB), where the system tells.
fn peak_memory() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes / 1e6)
}

/// Walls of more and more blocks under gravity.
fn growth(most: usize) {
    for (courses, length) in [(5, 20), (10, 30), (20, 50), (30, 100), (50, 200)] {
        if courses * length > most {
            break;
        }
        let text = format!(
            "dimension = 2\ntime_step = 1e-4\nduration = 1.0\n[solver]\ntolerance = 1e-4\nmax_iterations = 100\n\
             [materials.ground]\n[materials.stone]\ndensity = 2000.0\n[materials.stone.deformable]\n\
             law.elastic = {{ young_modulus = 1e9, poisson_ratio = 0.2 }}\ncells = [4, 2]\ncandidates = \"middles\"\n\
             [[contacts]]\ndefault = true\nfriction = 0.5\n[[bodies]]\nname = \"floor\"\nmaterial = \"ground\"\n\
             shape.half_space.normal = [0, 1]\n[[generators]]\n[generators.bricks]\nmaterial = \"stone\"\n\
             block = [0.1, 0.05]\ncourses = {courses}\nlength = {length}\n"
        );
        let mut world = plane(&text);
        let (blocks, mut stepper) = (world.bodies.len() - 1, Stepper::new(&mut world));
        (0..3).for_each(|_| {
            stepper.step(&mut world);
        });
        let reports: Vec<StepReport> = (0..10).map(|_| stepper.step(&mut world)).collect();
        let sum = |of: &dyn Fn(&StepReport) -> f64| reports.iter().map(of).sum::<f64>() / 10.0;
        let solve = sum(&|r| r.seconds.solve);
        let factors = sum(&|r| r.seconds.factor + r.seconds.condensation);
        let rest = factors + sum(&|r| r.seconds.detection + r.seconds.assembly + r.seconds.other);
        let updates = sum(&|r| (r.solver.iterations * r.contacts) as f64);
        println!(
            "{blocks} blocks: {:.0} contacts, {:.1} µs a block and step beside the solver, {:.0} ns an update of a \
             contact, {:.1} sweeps",
            sum(&|r| r.contacts as f64),
            1e6 * rest / blocks as f64,
            1e9 * solve / updates,
            sum(&|r| r.solver.iterations as f64)
        );
    }
}
