//! Independence of the solver: every family of the table that takes the problems of a scene, and says
//! that it has solved them, comes to the same motion and the same damage.

use drystone::problem::Norm;
use drystone::solvers::{About, SOLVERS, Status, find};
use drystone::step::Stepper;
use drystone::world::World;

/// What laws of any kind are solved by.
const REFERENCE: &str = "auto";
/// Residual of the answer that others are compared with.
const EXACT: f64 = 1e-11;
/// What a step may add to the difference, relative to the residual promised.
const GROWTH: f64 = 10.0;

/// A scene.
pub struct Scene<'a, const D: usize> {
    /// For complaints.
    pub title: String,
    /// The world; the solver is put in here.
    pub build: &'a dyn Fn() -> World<D>,
    /// How many steps are compared.
    pub steps: usize,
    /// Families that must solve every step.
    pub reliable: &'a [&'a str],
    /// How many families must, at least.
    pub least: usize,
}

/// Where a family came to.
struct End {
    velocities: Vec<f64>,
    /// The greatest on the way there.
    fastest: f64,
    damage: Vec<f64>,
}

impl<const D: usize> Scene<'_, D> {
    /// What is wrong: families that come to something else, or too few that come to anything.
    pub fn complaints(&self) -> Vec<String> {
        let reference = find(REFERENCE).expect("a family of the table").about;
        let exact = match self.end(&reference, EXACT) {
            Ok(exact) => exact,
            Err(why) => return vec![format!("{}: {REFERENCE}: {why}", self.title)],
        };
        let (mut complaints, mut agreeing) = (vec![], vec![]);
        for about in SOLVERS.iter().map(|family| family.about).filter(|about| about.promise <= 1e-6)
        {
            let name = about.name;
            match self.end(&about, about.promise) {
                Ok(end) => {
                    let moved = apart(&end.velocities, &exact.velocities) / exact.fastest;
                    let broken = apart(&end.damage, &exact.damage);
                    let allowed = GROWTH * self.steps as f64 * about.promise;
                    if moved.max(broken) <= allowed {
                        agreeing.push(name);
                    } else {
                        let what = format!("velocities {moved:.1e}, damage {broken:.1e} apart");
                        complaints.push(format!("{}: {name}: {what}", self.title));
                    }
                }
                Err(why) if self.reliable.contains(&name) => {
                    complaints.push(format!("{}: {name}: {why}", self.title));
                }
                Err(_) => {}
            }
        }
        if agreeing.len() < self.least {
            complaints.push(format!("{}: only {agreeing:?} agree", self.title));
        }
        complaints
    }

    fn end(&self, about: &About, tolerance: f64) -> Result<End, String> {
        let mut world = (self.build)();
        world.solver.name = about.name.to_string().into();
        world.solver.tolerance = tolerance;
        // A norm of velocities, which are what is compared.
        world.solver.norm = Norm::QuadraticMean;
        world.solver.max_iterations = 20_000;
        let (mut stepper, mut fastest) = (Stepper::new(&mut world), 0.0_f64);
        for step in 1..=self.steps {
            let report = stepper.step(&mut world).solver;
            if report.status != Status::Converged {
                return Err(format!("{} in step {step}: {report:?}", report.status.name()));
            }
            fastest = world.bodies.v.iter().fold(fastest, |a, x| a.max(x.abs()));
        }
        let known = world.contacts.iter().chain(&world.dormant);
        let damage = known.map(|contact| contact.damage).collect();
        Ok(End { velocities: world.bodies.v.clone(), fastest, damage })
    }
}

/// The greatest difference; infinite where there is no comparing.
fn apart(a: &[f64], b: &[f64]) -> f64 {
    let differences = a.iter().zip(b).map(|(a, b)| (a - b).abs());
    let worst = differences.fold(0.0, |worst: f64, x| if x <= worst { worst } else { x });
    if a.len() == b.len() && !worst.is_nan() { worst } else { f64::INFINITY }
}
