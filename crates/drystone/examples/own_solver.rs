//! A solver from outside the crate: on a problem file and in a simulation.
//!
//! ```sh
//! cargo run --release --example own_solver [-- PROBLEM.hdf5]
//! ```
//!
//! The method is a projected fixed point with a corrector (extragradient; Korpelevich 1976,
//! Khobotov 1987) on the law in the form r = P_K(r - ρ ũ), ũ = (u_N + μ‖u_T‖, u_T):
//!
//! ```text
//! r̄  = P_K(r - ρ ũ(r))                  predictor
//! r⁺ = P_K(r - ρ ũ(r̄))                  corrector
//! ```
//!
//! Step rule: the predictor is accepted when ρ‖ũ(r) - ũ(r̄)‖ ≤ 0.9 ‖r - r̄‖; if not, ρ shrinks to
//! fit and the predictor is repeated; where the ratio is below 0.3, ρ grows for the next
//! iteration. It needs products with W and projections only, and it is slow where W is badly
//! conditioned: a stack of blocks takes thousands of iterations.

use drystone::problem::fclib::ProblemFile;
use drystone::problem::{Form, Problem};
use drystone::scene::Scene;
use drystone::solvers::laboratory::solve_file;
use drystone::solvers::{About, Family, Report, Settings, Solver, Watch};
use drystone::step::Stepper;
use drystone::world::AnyWorld;
use nalgebra::SVector;
use std::error::Error;
use std::path::{Path, PathBuf};

/// The solver with its buffers: nothing is allocated inside the iteration.
#[derive(Default)]
struct Extragradient<const B: usize> {
    z: Vec<f64>,
    /// ũ(r) and ũ(r̄).
    velocities: [Vec<SVector<f64, B>>; 2],
    predicted: Vec<SVector<f64, B>>,
}

impl<const B: usize> Solver<B> for Extragradient<B> {
    fn solve(
        &mut self,
        problem: Problem<B>,
        settings: &Settings,
        watch: &mut Watch<B>,
        r: &mut [SVector<f64, B>],
    ) -> Report {
        if let Some(status) = watch.judge(&problem, settings, 0, r) {
            return watch.finish(status, 0, r);
        }
        let largest = problem.diagonal().iter().map(|w| w.trace()).fold(0.0, f64::max);
        let mut rho = if largest > 0.0 { B as f64 / largest } else { 1.0 };
        let mut iteration = 0;
        loop {
            iteration += 1;
            let ratio = self.predict(problem, &mut rho, r);
            self.shifted_velocities(problem, 1);
            for (c, cone) in problem.cones().iter().enumerate() {
                r[c] = cone.project(&(r[c] - rho * self.velocities[1][c]));
            }
            if ratio < 0.3 {
                rho *= 1.5;
            }
            // The judge costs as much as a product with W: ask every tenth iteration.
            let due = iteration % 10 == 0 || watch.out_of_time(settings);
            if due && let Some(status) = watch.judge(&problem, settings, iteration, r) {
                return watch.finish(status, iteration, r);
            }
        }
    }
}

impl<const B: usize> Extragradient<B> {
    /// The predictor, with a ρ that it accepts; gives ρ‖ũ(r) - ũ(r̄)‖/‖r - r̄‖.
    fn predict(&mut self, problem: Problem<B>, rho: &mut f64, r: &[SVector<f64, B>]) -> f64 {
        self.predicted.clear();
        self.predicted.extend_from_slice(r);
        self.shifted_velocities(problem, 0);
        loop {
            for (c, cone) in problem.cones().iter().enumerate() {
                self.predicted[c] = cone.project(&(r[c] - *rho * self.velocities[0][c]));
            }
            self.shifted_velocities(problem, 1);
            let [here, there] = &self.velocities;
            let turned: f64 = here.iter().zip(there).map(|(a, b)| (a - b).norm_squared()).sum();
            let moved: f64 =
                r.iter().zip(&self.predicted).map(|(a, b)| (a - b).norm_squared()).sum();
            let ratio = if moved > 0.0 { *rho * (turned / moved).sqrt() } else { 0.0 };
            // A ratio that is not a number is for the judge to notice.
            if ratio.is_nan() || ratio <= 0.9 {
                return ratio;
            }
            *rho *= (0.6 / ratio).min(0.67);
        }
    }

    /// ũ of the predicted impulses.
    fn shifted_velocities(&mut self, problem: Problem<B>, which: usize) {
        problem.carry(&self.predicted, &mut self.z);
        let target = &mut self.velocities[which];
        target.clear();
        let shifted = problem
            .cones()
            .iter()
            .enumerate()
            .map(|(c, cone)| cone.shifted(&problem.velocity(c, &self.predicted, &self.z)));
        target.extend(shifted);
    }
}

/// What the table of solvers would say of it.
const FAMILY: Family = Family {
    about: About {
        name: "own-extragradient",
        summary: "projected fixed point with a corrector and a step of its own choice",
        promise: 1e-4,
        references: "Korpelevich 1976; Khobotov 1987",
        ..About::GENERAL
    },
    one: || Box::new(Extragradient::default()),
    two: || Box::new(Extragradient::default()),
    three: || Box::new(Extragradient::default()),
    five: || Box::new(Extragradient::default()),
    six: || Box::new(Extragradient::default()),
};

const SCENE: &str = r#"
    dimension = 2
    time_step = 0.005
    duration = 0.5
    [materials.stone]
    density = 2000.0
    [[contacts]]
    default = true
    friction = 0.5
    [[bodies]]
    shape.half_space = { normal = [0.0, 1.0] }
    [[bodies]]
    shape.box = { size = [1.0, 1.0] }
    position = [0.0, 0.5]
    [[bodies]]
    shape.box = { size = [0.8, 0.5] }
    position = [0.1, 1.3]
"#;

fn main() -> Result<(), Box<dyn Error>> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/fclib/Rover1040.hdf5");
    let path = std::env::args().nth(1).map_or(own, PathBuf::from);
    let settings = Settings { tolerance: 1e-6, max_iterations: 200_000, ..Settings::default() };

    let problem = ProblemFile::read(&path)?;
    let outcome = solve_file(&problem, &FAMILY, &settings, None, false)?;
    println!(
        "{}: {} after {} iterations, error {:.1e}",
        path.display(),
        outcome.report.status.name(),
        outcome.report.iterations,
        outcome.measure.error
    );

    let scene = Scene::parse("example.toml", SCENE, &[], Path::new("."))?;
    let steps = scene.steps();
    let AnyWorld::Plane(mut world) = scene.world else { return Err("a scene in the plane".into()) };
    world.solver = settings;
    let mut stepper = Stepper::with_solver(&mut world, Box::new(Extragradient::default()));
    let (mut iterations, mut worst) = (0, 0.0_f64);
    for _ in 0..steps {
        let report = stepper.step(&mut world);
        iterations += report.solver.iterations;
        worst = worst.max(report.solver.residual.quadratic_mean);
    }
    println!("{steps} steps of two blocks: {iterations} iterations, worst residual {worst:.1e}");
    Ok(())
}
