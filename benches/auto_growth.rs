//! Time and iterations of `auto` against the number of contacts, from nothing.
//!
//! `cargo bench --bench auto_growth [-- MOST]`: brick walls in running bond under gravity (the first
//! step) and spheres poured into a box until they rest (the last step), up to MOST contacts
//! (default 20,000), one thread, limit 60 s a solve. Tolerances are on the quadratic mean, the norm
//! of simulations: 1e-8 for walls, 1e-4 for packings. The exponents are those of time between
//! neighbours in the table.
//!
//! Results are in `benches/README.md`.

use drystone::problem::{Norm, Problem};
use drystone::scene::Scene;
use drystone::solvers::{Auto, Settings, Solver, Watch};
use drystone::step::Stepper;
use drystone::world::{AnyWorld, World};
use nalgebra::SVector;
use std::path::Path;
use std::time::Instant;

fn main() {
    rayon::ThreadPoolBuilder::new().num_threads(1).build_global().expect("one thread");
    let most = std::env::args().skip(1).find_map(|a| a.parse().ok()).unwrap_or(20_000);
    println!(
        "{:<10} {:>7} {:>8} {:>10} {:>9} {:>9}  exponent",
        "", "to", "contacts", "iterations", "s", "error"
    );
    let mut last = None;
    for side in [10, 14, 20, 28, 40] {
        row(&wall(side), 1, 1e-8, most, &mut last);
    }
    last = None;
    for count in [300, 600, 1_200, 2_400, 4_800] {
        row(&packing(count), 1_000, 1e-4, most, &mut last);
    }
}

/// Runs a scene and solves its last problem anew.
fn row(scene: &str, steps: usize, tolerance: f64, most: usize, last: &mut Option<(f64, f64)>) {
    let scene = Scene::parse("bench", scene, &[], Path::new(".")).expect("a sound scene");
    let AnyWorld::Space(mut world) = scene.world else { unreachable!("scenes in space") };
    if last.is_some_and(|(contacts, _)| contacts * 1.5 > most as f64) {
        return;
    }
    let mut stepper = Stepper::new(&mut world);
    settle(&mut world, &mut stepper, steps);
    let posed = stepper.last_problem();
    let form = posed.problem::<3>().expect("contacts in space");
    let problem = Problem::Global(form);
    let settings = Settings {
        tolerance,
        norm: Norm::QuadraticMean,
        newton_share: 1.0,
        max_iterations: usize::MAX,
        max_seconds: 60.0,
        ..Settings::default()
    };
    let mut r = vec![SVector::<f64, 3>::zeros(); form.len()];
    let start = Instant::now();
    let report = Auto::default().solve(problem, &settings, &mut Watch::default(), &mut r);
    let (contacts, seconds) = (r.len() as f64, start.elapsed().as_secs_f64());
    let exponent = last.map(|(c, s): (f64, f64)| (seconds / s).ln() / (contacts / c).ln());
    println!(
        "{:<10} {tolerance:>7.0e} {contacts:>8} {:>10} {seconds:>9.3} {:>9.1e}  {}",
        if steps == 1 { "wall" } else { "packing" },
        report.iterations,
        report.residual.quadratic_mean,
        exponent.map_or(String::new(), |e| format!("{e:.2}")),
    );
    *last = Some((contacts, seconds));
}

fn settle(world: &mut World<3>, stepper: &mut Stepper<3>, steps: usize) {
    for _ in 0..steps {
        stepper.step(world);
    }
}

fn wall(side: usize) -> String {
    format!(
        "dimension = 3\ntime_step = 0.001\nduration = 1.0\n[solver]\nmax_iterations = 1\n\
         [materials.brick]\ndensity = 1800.0\n[[contacts]]\ndefault = true\nfriction = 0.6\n\
         [[bodies]]\nname = \"floor\"\nshape = {{ half_space = {{ normal = [0.0, 0.0, 1.0] }} }}\n\
         [[generators]]\n[generators.bricks]\nmaterial = \"brick\"\nblock = [0.3, 0.14, 0.15]\n\
         courses = {side}\nlength = {side}\norigin = [0.0, 0.0, 0.0]\n"
    )
}

/// A box as wide as the pile in it is high.
fn packing(count: usize) -> String {
    let width = 0.2 * (count as f64 / 1000.0).cbrt();
    let side = |name: &str, normal: [i32; 3], at: [f64; 3]| {
        let [x, y, z] = normal;
        format!(
            "[[bodies]]\nname = \"{name}\"\nposition = {at:?}\n\
             shape = {{ half_space = {{ normal = [{x}.0, {y}.0, {z}.0] }} }}\n"
        )
    };
    let sides = [
        side("floor", [0, 0, 1], [0.0; 3]),
        side("left", [1, 0, 0], [0.0; 3]),
        side("right", [-1, 0, 0], [width, 0.0, 0.0]),
        side("front", [0, 1, 0], [0.0; 3]),
        side("back", [0, -1, 0], [0.0, width, 0.0]),
    ];
    format!(
        "dimension = 3\ntime_step = 0.001\nduration = 1.0\nseed = 2\n\
         [solver]\nname = \"gauss-seidel\"\ntolerance = 1e-3\nmax_iterations = 500\n\
         [materials.glass]\ndensity = 2500.0\n[[contacts]]\ndefault = true\nfriction = 0.4\n{}\
         [[generators]]\n[generators.lattice]\nname = \"sphere\"\nradius = [0.01, 0.0125]\n\
         region = {{ min = [0.0, 0.0, 0.0], max = [{width}, {width}, {}] }}\ncount = {count}\n",
        sides.concat(),
        10.0 * width,
    )
}
