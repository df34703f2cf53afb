//! A block that a spring pulls: it sticks up to static friction and slips by the drop, whatever the step.
//!
//! The two corners of a block that rests may press against each other by friction, at the rim of their
//! cones: creep that a solver leaves there is no slip.

use drystone::scene::Scene;
use drystone::step::Stepper;
use drystone::world::AnyWorld;
use std::path::Path;

fn scene(time_step: f64) -> String {
    format!(
        "dimension = 2
        time_step = {time_step}
        duration = 1.0
        gravity = [0, -9.81]
        materials.stone.density = 1000.0
        contacts = [{{ default = true, friction_law.static_dynamic = {{ static = 0.6, dynamic = 0.4 }} }}]
        [[bodies]]
        shape.half_space = {{ normal = [0, 1] }}
        [[bodies]]
        name = \"block\"
        shape.box = {{ size = [0.2, 0.1] }}
        position = [0, 0.05]
        [[bodies]]
        name = \"puller\"
        shape.disk = {{ radius = 0.02 }}
        position = [1.0, 0.05]
        drives = [{{ dof = \"x\", velocity = 0.1 }}, {{ dof = \"y\", displacement = 0.0 }},
            {{ dof = \"rotation\", displacement = 0.0 }}]
        [[joints]]
        bodies = [\"puller\", \"block\"]
        points = [[1.0, 0.05], [0.0, 0.05]]
        kind.rod = {{ stiffness = 500.0 }}"
    )
}

/// When the block leaves its place by a tenth of a millimetre.
fn leaves(time_step: f64) -> f64 {
    let scene = Scene::parse("scene", &scene(time_step), &[], Path::new("")).expect("a good scene");
    let AnyWorld::Plane(mut world) = scene.world else { panic!("a plane scene") };
    let mut stepper = Stepper::new(&mut world);
    let start = world.bodies.pose(1).position[0];
    while world.bodies.pose(1).position[0] < start + 1e-4 && world.time < 5.0 {
        stepper.step(&mut world);
    }
    world.time
}

#[test]
fn a_block_sticks_up_to_static_friction_whatever_the_step() {
    // 0.6 m g / k / speed, and the way of 0.1 mm at 0.2 g takes 10 ms.
    let exact = 0.6 * 20.0 * 9.81 / 500.0 / 0.1 + (2.0 * 1e-4 / (0.2 * 9.81_f64)).sqrt();
    for time_step in [5e-3, 2e-3, 1e-3, 5e-4] {
        let found = leaves(time_step);
        assert!((found - exact).abs() < 1.5 * time_step + 3e-3, "{time_step}: {found} of {exact}");
    }
}
