//! Independence of the solver: every family of the table that takes the problems of a scene, and says
//! that it has solved them, comes to the same motion and the same damage.

use drystone::problem::Norm;
use drystone::solvers::{About, SOLVERS, Status, find};
use drystone::step::Stepper;
use drystone::world::World;

/// What laws of any kind are solved by.
const REFERENCE: &str = "gauss-seidel";
/// Residual of the answer that others are compared with.
const EXACT: f64 = 1e-12;
/// Differences up to this are what rounding, and laws that go round until they change no more than the
/// tolerance, leave after some steps, whatever a family promises.
const ROUNDING: f64 = 1e-6;
/// How much a promise may grow over the steps of a scene.
const GROWTH: f64 = 100.0;

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
        let scale = exact.velocities.iter().fold(0.0_f64, |a, x| a.max(x.abs()));
        let (mut complaints, mut agreeing) = (vec![], vec![]);
        for about in SOLVERS.iter().map(|family| family.about).filter(|about| about.promise <= 1e-6)
        {
            let name = about.name;
            match self.end(&about, about.promise) {
                Ok(end) => {
                    let moved = apart(&end.velocities, &exact.velocities) / scale;
                    let broken = apart(&end.damage, &exact.damage);
                    let allowed = (GROWTH * about.promise).max(ROUNDING);
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
        // What families promise is in this norm.
        world.solver.norm = Norm::NaturalMap;
        world.solver.max_iterations = 20_000;
        let mut stepper = Stepper::new(&mut world);
        for step in 1..=self.steps {
            let report = stepper.step(&mut world).solver;
            if report.status != Status::Converged {
                return Err(format!("{} in step {step}: {report:?}", report.status.name()));
            }
        }
        let known = world.contacts.iter().chain(&world.dormant);
        let damage = known.map(|contact| contact.damage).collect();
        Ok(End { velocities: world.bodies.v.clone(), damage })
    }
}

/// The greatest difference; infinite where there is no comparing.
fn apart(a: &[f64], b: &[f64]) -> f64 {
    let differences = a.iter().zip(b).map(|(a, b)| (a - b).abs());
    let worst = differences.fold(0.0, |worst: f64, x| if x <= worst { worst } else { x });
    if a.len() == b.len() && !worst.is_nan() { worst } else { f64::INFINITY }
}
