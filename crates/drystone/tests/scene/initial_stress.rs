//! Stress that bodies have before they move.

use crate::errors::marked;
use crate::{bad, good, parse, plane, space};
use drystone::solvers::Status;
use drystone::step::Stepper;
use drystone::world::World;

/// A block of ground, two metres wide and one high, in a box with smooth walls; its middle is the origin. The
/// stress is that of its weight, and K₀ = 0.8 of it to the sides, which the law would have as 0.43.
fn ground(dimension: usize, element: &str, kinematics: &str) -> String {
    let (up, size) = match dimension {
        2 => ("yy", "[2, 1]"),
        _ => ("zz", "[2, 1.5, 1]"),
    };
    let sides = match dimension {
        2 => "drives = [{ on = \"left\", dof = \"x\", velocity = 0 }, { on = \"right\", dof = \"x\", velocity = 0 },
            { on = \"bottom\", dof = \"y\", velocity = 0 }]",
        _ => "drives = [{ on = \"left\", dof = \"x\", velocity = 0 }, { on = \"right\", dof = \"x\", velocity = 0 },
            { on = \"front\", dof = \"y\", velocity = 0 }, { on = \"back\", dof = \"y\", velocity = 0 },
            { on = \"bottom\", dof = \"z\", velocity = 0 }]",
    };
    // ρ g = 10 kPa/m, nothing on the top at 0.5 m.
    let stress = |[side, top]: [f64; 2]| {
        let axes = ["xx", "yy", "zz"].map(|axis| (axis, if axis == up { top } else { side }));
        axes.map(|(axis, value)| format!("{axis} = {value}")).join(", ")
    };
    format!(
        "dimension = {dimension}
time_step = 0.01
duration = 1.0
gravity = {gravity}
[materials.soil]
density = 2000.0
[materials.soil.deformable]
law.elastic = {{ young_modulus = 1e7, poisson_ratio = 0.3 }}
element = \"{element}\"
kinematics = \"{kinematics}\"
masses = \"consistent\"
initial_stress.at_origin = {{ {origin} }}
initial_stress.slope = {{ {slope} }}
[[bodies]]
name = \"ground\"
shape.box.size = {size}
{sides}
",
        gravity = if dimension == 2 { "[0, -5.0]" } else { "[0, 0, -5.0]" },
        origin = stress([-4e3, -5e3]),
        slope = stress([8e3, 1e4]),
    )
}

fn stays<const D: usize>(mut world: World<D>, name: &str) {
    let rest = world.bodies.q.clone();
    let mut stepper = Stepper::new(&mut world);
    for _ in 0..20 {
        let report = stepper.step(&mut world);
        assert_eq!(report.solver.status, Status::Converged, "{name}");
    }
    // Without the stress it would sink by ρ g H² / 2 E = 5e-4 m.
    let off =
        world.bodies.q.iter().zip(&rest).fold(0.0_f64, |most, (a, b)| most.max((a - b).abs()));
    assert!(off < 1e-13, "{name}: {off:e}");
}

#[test]
fn ground_under_its_own_weight_stays_where_it_is() {
    for kinematics in ["small", "corotational", "corotational_elements", "finite"] {
        for element in ["T3", "T6", "Q4", "Q8"] {
            let world = plane(good(parse(&ground(2, element, kinematics))));
            stays(world, &format!("{element} {kinematics}"));
        }
        for element in ["TE4", "TE10", "H8", "H20"] {
            let world = space(good(parse(&ground(3, element, kinematics))));
            stays(world, &format!("{element} {kinematics}"));
        }
    }
}

/// A block that is let go comes to where it has no stress: its strain is minus that of the stress.
fn released(law: &str, kinematics: &str, stress: f64) -> World<2> {
    let text = format!(
        "dimension = 2
time_step = 1.0
duration = 1.0
gravity = [0, 0]
[materials.steel]
density = 1000.0
[materials.steel.deformable]
law.{law}
kinematics = \"{kinematics}\"
quasi_static = true
plane = \"stress\"
initial_stress.at_origin = {{ xx = {stress:e} }}
[[bodies]]
shape.box.size = [2, 1]
drives = [{{ on = \"left\", dof = \"x\", velocity = 0 }}, {{ on = \"bottom\", dof = \"y\", velocity = 0 }}]
"
    );
    let mut world = plane(good(parse(&text)));
    let report = Stepper::new(&mut world).step(&mut world);
    assert_eq!(report.solver.status, Status::Converged);
    assert!(report.rounds < 10, "{}", report.rounds);
    world
}

fn extent(world: &World<2>, axis: usize) -> f64 {
    let along = || world.bodies.q.iter().skip(axis).step_by(2).copied();
    along().fold(f64::MIN, f64::max) - along().fold(f64::MAX, f64::min)
}

#[test]
fn a_block_that_is_let_go_has_no_stress() {
    let elastic = "elastic = { young_modulus = 1e6, poisson_ratio = 0.3 }";
    let world = released(elastic, "small", 1e3);
    assert!((extent(&world, 0) - 2.0 * (1.0 - 1e-3)).abs() < 1e-12);
    assert!((extent(&world, 1) - (1.0 + 0.3e-3)).abs() < 1e-12);
    // By a fifth of its modulus, with rubber that is stretched a lot: the stress is gone all the same.
    let rubber = "neo_hookean = { young_modulus = 1e6, poisson_ratio = 0.3 }";
    let world = released(rubber, "finite", 2e5);
    let body = &world.bodies.deformables[0];
    let fields = body.model.solid.fields(&world.bodies.q, &body.memory);
    assert!(!fields.is_empty() && fields.iter().all(|field| field.stress.norm() < 1e-4));
    assert!(extent(&world, 0) < 1.8, "{}", extent(&world, 0));
}

#[test]
fn stresses_that_cannot_be_are_refused() {
    let of = |from: &str, to: &str, message: &str| {
        let text = ground(2, "Q4", "small");
        assert!(text.contains(from));
        let error = bad(parse(&text.replace(from, to)));
        assert!(error.message.contains(message), "{error}");
        marked(&error)
    };
    let elastic = "law.elastic = { young_modulus = 1e7, poisson_ratio = 0.3 }";
    let weak = "law.von_mises = { young_modulus = 1e7, poisson_ratio = 0.3, yield_stress = 500.0 }";
    of(elastic, weak, "yields under this stress");
    of("xx = -4000", "yz = -4000", "no stress across");
    of("xx = -4000", "xx = nan", "");
    assert_eq!(of("xx = -4000", "xz = -4000", "unknown"), "xz");
    of("masses =", "plane = \"stress\"\nmasses =", "no stress across");
}
