//! The double cantilever of the gallery against beam theory.

use drystone::scene::Scene;
use drystone::step::Stepper;
use drystone::world::AnyWorld;
use std::path::Path;

/// G = P² a²/(E I) with a from δ = 2 P a³/(3 E I): the crack runs at the energy of the glue.
#[test]
fn peeling_takes_the_energy_of_the_glue() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../gallery/peel/scene.toml");
    let scene = Scene::load(&file, &[]).unwrap_or_else(|e| panic!("{e}"));
    let steps = scene.steps();
    let AnyWorld::Plane(mut world) = scene.world else { panic!("a scene of the plane") };
    let end = world.bodies.list.iter().position(|body| body.name == "upper-1").expect("a body");
    let (stiffness, h) = (1e9 * 0.02_f64.powi(3) / 12.0, world.scheme.time_step);
    let mut stepper = Stepper::new(&mut world);
    let mut energies = vec![];
    for step in 0..steps {
        stepper.step(&mut world);
        if step < steps * 4 / 5 {
            continue;
        }
        let mut pull = 0.0;
        for contact in world.contacts.iter().filter(|c| c.bodies.contains(&end)) {
            let force = (contact.frame * contact.impulse)[1] / h;
            pull -= if contact.bodies[0] == end { force } else { -force };
        }
        let opening = 2.0 * (world.bodies.pose(end).position[1] - 0.01);
        let length = (3.0 * stiffness * opening / (2.0 * pull)).cbrt();
        energies.push(pull * pull * length * length / stiffness);
    }
    let mean = energies.iter().sum::<f64>() / energies.len() as f64;
    assert!((mean / 100.0 - 1.0).abs() < 0.05, "{mean}");
    assert!(energies.iter().all(|g| (g / mean - 1.0).abs() < 0.05));
}
