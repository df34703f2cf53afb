//! What gets stiffer does what is rigid, and walls of both.

use drystone::scene::Scene;
use drystone::solvers::Status;
use drystone::space::Vector;
use drystone::step::Stepper;
use drystone::world::{AnyWorld, World};
use std::path::Path;

fn plane(text: &str) -> World<2> {
    let scene = Scene::parse("test.toml", text, &[], Path::new(""));
    match scene.unwrap_or_else(|e| panic!("{e}")).world {
        AnyWorld::Plane(world) => *world,
        AnyWorld::Space(_) => panic!("a scene of the plane"),
    }
}

/// Blocks that are tossed onto a slope turn, land on a corner, rock and slide; their centres at the end.
fn tossed(young_modulus: Option<f64>) -> Vec<f64> {
    let deformable = young_modulus.map_or(String::new(), |modulus| {
        format!(
            "deformable = {{ law = {{ elastic = {{ young_modulus = {modulus:e}, poisson_ratio = 0.25 }} }}, \
             candidates = \"nodes\", cells = [2, 1], damping = {{ stiffness = 1e-4 }} }}"
        )
    });
    let mut world = plane(&format!(
        "dimension = 2
time_step = 5e-4
duration = 1.0
solver.tolerance = 1e-8
[materials.ground]
[materials.stone]
density = 2000.0
{deformable}
[[contacts]]
default = true
friction = 0.3
[[bodies]]
name = \"slope\"
material = \"ground\"
shape.half_space.normal = [0.1, 1.0]
[[bodies]]
material = \"stone\"
shape.box.size = [0.4, 0.2]
position = [0.0, 0.3]
velocity = [1.0, 0.0]
angular_velocity = -1.0
"
    ));
    let mut stepper = Stepper::new(&mut world);
    for _ in 0..1600 {
        assert_eq!(stepper.step(&mut world).solver.status, Status::Converged);
    }
    let pose = world.bodies.pose(1);
    let turn = pose.rotation[(1, 0)].atan2(pose.rotation[(0, 0)]);
    vec![pose.position[0], pose.position[1], turn]
}

#[test]
fn stiffer_bodies_come_to_the_rigid_motion() {
    let rigid = tossed(None);
    let off = |young_modulus: f64| {
        let soft = tossed(Some(young_modulus));
        soft.iter().zip(&rigid).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
    };
    let errors = [1e7, 1e9, 1e11].map(off);
    println!("off the rigid motion: {errors:?}, which ends at {rigid:?}");
    // The softest one jumps otherwise; of the others the error goes with 1 / E.
    assert!(errors[1] < 1e-5 && errors[2] < 0.02 * errors[1], "{errors:?}");
}

/// Courses of rigid and of elastic blocks, one over the other: all of the weight arrives below.
#[test]
fn walls_of_rigid_and_elastic_blocks_stand() {
    let mut world = plane(
        "dimension = 2
time_step = 1e-3
duration = 1.0
solver.tolerance = 1e-7
[materials.ground]
[materials.stone]
density = 2000.0
[materials.brick]
density = 1500.0
deformable = { law = { elastic = { young_modulus = 1e8, poisson_ratio = 0.2 } }, damping = { mass = 10.0, stiffness = 1e-3 } }
[[contacts]]
default = true
friction = 0.6
[[bodies]]
name = \"floor\"
material = \"ground\"
shape.half_space.normal = [0, 1]
[[bodies]]
name = \"rigid\"
material = \"stone\"
shape.box.size = [0.4, 0.2]
position = [0.2, 0.1]
repeat = { count = [4, 3], spacing = [0.4, 0.4] }
[[bodies]]
name = \"soft\"
material = \"brick\"
shape.box.size = [0.4, 0.2]
position = [0.2, 0.3]
repeat = { count = [4, 3], spacing = [0.4, 0.4] }
",
    );
    let mut stepper = Stepper::new(&mut world);
    for _ in 0..600 {
        assert_eq!(stepper.step(&mut world).solver.status, Status::Converged);
    }
    let movable = (0..world.bodies.len()).filter(|body| world.bodies.movable(*body));
    let weight = movable.map(|body| world.bodies.list[body].mass()).sum::<f64>() * 9.81;
    let places = |world: &World<2>| -> Vec<Vector<2>> {
        (0..world.bodies.len()).map(|body| world.bodies.pose(body).position).collect()
    };
    let (before, mut below) = (places(&world), 0.0);
    for _ in 0..100 {
        assert_eq!(stepper.step(&mut world).solver.status, Status::Converged);
        let ground = world.contacts.iter().filter(|contact| contact.bodies.contains(&0));
        below += ground.map(|contact| contact.impulse[0]).sum::<f64>();
    }
    let mean = below / (100.0 * world.scheme.time_step);
    assert!((mean / weight - 1.0).abs() < 1e-4, "{mean} of {weight}");
    // Nothing creeps.
    let moved = before.iter().zip(places(&world)).map(|(a, b)| (a - b).norm());
    let most = moved.fold(0.0, f64::max);
    assert!(most < 1e-6, "{most}");
    let speed = world.bodies.v.iter().fold(0.0_f64, |most, v| most.max(v.abs()));
    assert!(speed < 1e-4, "{speed}");
}
