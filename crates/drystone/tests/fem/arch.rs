//! An arch of elastic voussoirs (003 §3): at rest, shaken, and with a springing that sinks.

use drystone::scene::Scene;
use drystone::space::Vector;
use drystone::step::Stepper;
use drystone::world::{AnyWorld, World};
use std::path::Path;

fn arch(sets: &[String]) -> World<2> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../gallery/elastic-arch/scene.toml");
    match Scene::load(&file, sets).unwrap_or_else(|e| panic!("{e}")).world {
        AnyWorld::Plane(world) => *world,
        AnyWorld::Space(_) => panic!("a scene of the plane"),
    }
}

/// The force of the ground on the arch over the arch's weight.
fn carried(world: &World<2>) -> f64 {
    let mut sum = Vector::<2>::zeros();
    for contact in &world.contacts {
        let force = contact.frame * contact.impulse / world.scheme.time_step;
        match contact.bodies.map(|body| world.bodies.movable(body)) {
            [true, false] => sum += force,
            [false, true] => sum -= force,
            _ => {}
        }
    }
    let movable = (0..world.bodies.len()).filter(|body| world.bodies.movable(*body));
    sum[1] / (movable.map(|body| world.bodies.list[body].mass()).sum::<f64>() * 9.81)
}

fn places(world: &World<2>) -> Vec<Vector<2>> {
    (0..world.bodies.len()).map(|body| world.bodies.pose(body).position).collect()
}

/// The ground goes to and fro once; when all is over, the arch stands, carries what it weighs, and is not what it
/// was: joints have slipped and stay so.
#[test]
fn a_shaken_arch_stands_with_damage() {
    let pulse = "[{ dof = \"x\", displacement = { points = { times = [0.3, 0.4, 0.5, 0.6, 0.7], \
                 values = [0.0, 0.01, -0.01, 0.005, 0.0] } } }]";
    let drive = |body: usize| format!("bodies.{body}.drives={pulse}");
    let mut world =
        arch(&[drive(0), drive(1), "time_step=2e-3".into(), "solver.tolerance=1e-5".into()]);
    let mut stepper = Stepper::new(&mut world);
    let mut run = |world: &mut World<2>, steps: usize| {
        let mut most = 0.0_f64;
        for _ in 0..steps {
            stepper.step(world);
            most = most.max((carried(world) - 1.0).abs());
        }
        most
    };
    run(&mut world, 145);
    assert!((carried(&world) - 1.0).abs() < 1e-3, "{}", carried(&world));
    let before = places(&world);
    let shaken = run(&mut world, 205);
    run(&mut world, 250);
    let after = places(&world);
    let moved = before.iter().zip(&after).map(|(a, b)| (a - b).norm()).fold(0.0, f64::max);
    println!(
        "reaction off by {shaken:.2} of the weight in the wave, {:.1e} after it; moved by {moved:.2e} m",
        carried(&world) - 1.0
    );
    assert!((carried(&world) - 1.0).abs() < 1e-3, "{}", carried(&world));
    // What elastic bodies alone would leave is of the order of ρ g R² / E: micrometres.
    assert!(shaken > 0.05 && moved > 1e-4 && moved < 0.5, "{shaken} {moved}");
}
