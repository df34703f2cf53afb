//! Joints and solvers: every family that takes a linkage comes to the same motion.
//!
//! A ball hangs on the ground by a hinge, a second one on the first by the joint in question; the
//! second is thrown on a slope and rubs along it. Balls, so that there is one contact and one answer.
//! Beside it a four-bar linkage, which closes a loop, and wheels with a gear.

use crate::build::*;
use crate::common::conformity::Scene;
use crate::common::*;
use drystone::bodies::Function;
use drystone::joints::{
    Ball, Coordinate, Gear, Hinge, JointKind, Motor, Rod, Rope, Slider, Spring, Weld,
};
use drystone::laws::{ContactLaw, Rolling};
use drystone::space::Vector;
use drystone::world::{LawTable, World};

const STEPS: usize = 40;
const H: f64 = 2e-3;

/// The family that must solve every linkage: impulses travel along it, which sweeps do slowly.
const RELIABLE: [&str; 1] = ["auto"];

/// A point of the plane of the linkage: along the first and the last axis.
fn at<const D: usize>(x: f64, y: f64) -> [f64; 3] {
    if D == 2 { [x, y, 0.0] } else { [x, 0.0, y] }
}

/// The axis across that plane.
fn across<const D: usize>() -> [f64; 3] {
    if D == 2 { OUT } else { [0.0, 1.0, 0.0] }
}

/// A bar from x along the first axis, at a height.
fn bar<const D: usize>(world: &mut World<D>, (x, y): (f64, f64), length: f64) -> usize {
    let mut half = Vector::<D>::repeat(0.05);
    half[0] = 0.5 * length;
    let mut centre = axis::<D>(D - 1, y);
    centre[0] = x + 0.5 * length;
    add(world, cuboid(half), pose_at(centre, 0.0), &[])
}

/// Two balls with a joint between them, over a slope that the second one falls on.
fn balls<const D: usize>(law: &ContactLaw, kind: JointKind, coordinate: Coordinate) -> World<D> {
    let mut world = grounded::<D>(H);
    world.laws = LawTable::single(law.clone());
    let centre = |x: f64, y: f64| Vector::<D>::from_fn(|k, _| at::<D>(x, y)[k]);
    // Hinges in space and a contact that sticks share forces across the linkage in no unique way: no
    // matter, but where the friction of a joint goes by its force.
    if D == 2 || coordinate.friction_coefficient == 0.0 {
        add_fixed(&mut world, slope::<D>(-0.1).0, pose_at(centre(0.6, -0.12), 0.0));
    }
    let first = add(&mut world, ball(0.1), pose_at(centre(0.2, 0.0), 0.0), &[]);
    let mut thrown = vec![0.1; D];
    thrown[D - 1] = -0.4;
    let second = add(&mut world, ball(0.1), pose_at(centre(0.6, 0.0), 0.0), &thrown);
    let hinge = JointKind::Hinge(Hinge {});
    join(&mut world, [first, 0], [at::<D>(0.0, 0.0); 2], across::<D>(), hinge);
    let along = matches!(kind, JointKind::Slider(_));
    let is_line = matches!(kind, JointKind::Rod(_) | JointKind::Rope(_) | JointKind::Spring(_));
    let points = [at::<D>(if is_line { 0.5 } else { 0.4 }, 0.0), at::<D>(0.4, 0.0)];
    let direction = if along { at::<D>(1.0, 0.0) } else { across::<D>() };
    let joint = join(&mut world, [second, first], points, direction, kind);
    world.joints[joint].coordinate = coordinate;
    world
}

/// Four hinges and three bars: a parallelogram that falls over, driven or not.
fn four_bars<const D: usize>(coordinate: Coordinate) -> World<D> {
    let mut world = grounded::<D>(H);
    let lower = bar(&mut world, (0.0, 0.0), 0.3);
    let second = bar(&mut world, (0.3, 0.0), 0.4);
    let mut half = Vector::<D>::repeat(0.05);
    half[D - 1] = 0.15;
    let mut centre = axis::<D>(D - 1, -0.15);
    centre[0] = 0.7;
    let last = add(&mut world, cuboid(half), pose_at(centre, 0.0), &[]);
    let ends = [
        ([lower, 0], (0.0, 0.0)),
        ([second, lower], (0.3, 0.0)),
        ([last, second], (0.7, 0.0)),
        ([last, 0], (0.7, -0.3)),
    ];
    for (bodies, (x, y)) in ends {
        let hinge = JointKind::Hinge(Hinge {});
        join(&mut world, bodies, [at::<D>(x, y); 2], across::<D>(), hinge);
    }
    world.joints[1].coordinate = coordinate;
    world
}

/// Two wheels on hinges with a gear, one of them with a rubbing bearing.
fn wheels<const D: usize>() -> World<D> {
    let mut world = grounded::<D>(H);
    let spins = [vec![], vec![0.0; D * (D + 1) / 2]];
    let mut wheels = vec![];
    for (k, mut spin) in spins.into_iter().enumerate() {
        if let Some(last) = spin.get_mut(if D == 2 { 2 } else { 4 }) {
            *last = 3.0;
        }
        let x = 0.5 * k as f64;
        let wheel = add(&mut world, ball(0.1), pose_at(axis(0, x), 0.0), &spin);
        let hinge = JointKind::Hinge(Hinge {});
        join(&mut world, [wheel, 0], [at::<D>(x, 0.0); 2], across::<D>(), hinge);
        wheels.push(wheel);
    }
    let gear = JointKind::Gear(Gear { ratio: -2.0 });
    join(&mut world, [wheels[1], wheels[0]], [[0.0; 3]; 2], across::<D>(), gear);
    world.joints[0].coordinate = Coordinate { friction: 0.5, ..Coordinate::default() };
    world
}

/// Everything that can act along what a joint leaves free.
fn coordinates() -> Vec<(&'static str, Coordinate)> {
    let none = Coordinate::default();
    let sine = Function::Sine { amplitude: 0.05, frequency: 3.0, phase: 0.0, offset: 0.0 };
    vec![
        ("nothing", none.clone()),
        ("a motor", Coordinate { motor: Some(Motor::Displacement(sine)), ..none.clone() }),
        ("limits", Coordinate { limits: Some([-0.01, 0.01]), ..none.clone() }),
        ("friction", Coordinate { friction: 0.3, ..none.clone() }),
        ("Coulomb friction", Coordinate { friction_coefficient: 0.02, ..none.clone() }),
        ("a spring", Coordinate { spring: [200.0, 0.1], ..none }),
    ]
}

fn complaints<const D: usize>(
    title: &str,
    build: &dyn Fn() -> World<D>,
    least: usize,
) -> Vec<String> {
    let title = format!("{title} in {D}");
    Scene { title, build, steps: STEPS, reliable: &RELIABLE, least }.complaints()
}

fn agree<const D: usize>(law: &ContactLaw, least: usize) {
    let mut all = vec![];
    for (what, coordinate) in coordinates() {
        for kind in [JointKind::Hinge(Hinge {}), JointKind::Slider(Slider {})] {
            let build = || balls::<D>(law, kind.clone(), coordinate.clone());
            all.extend(complaints(&format!("{kind:?} with {what}"), &build, least));
        }
    }
    let others = [
        JointKind::Weld(Weld {}),
        JointKind::Ball(Ball {}),
        JointKind::Rod(Rod { length: Some(0.1), ..Rod::default() }),
        JointKind::Rod(Rod { length: Some(0.1), stiffness: Some(500.0), damping: Some(0.2) }),
        JointKind::Rope(Rope { length: Some(0.11) }),
        JointKind::Spring(Spring { stiffness: 500.0, damping: Some(0.2), length: Some(0.12) }),
    ];
    for kind in others {
        let build = || balls::<D>(law, kind.clone(), Coordinate::default());
        all.extend(complaints(&format!("{kind:?}"), &build, least));
    }
    assert!(all.is_empty(), "\n{}", all.join("\n"));
}

/// The scene is about what it says: the second ball meets the slope.
#[test]
fn linkages_touch_the_slope() {
    let mut world = balls::<3>(&dry(0.3), JointKind::Hinge(Hinge {}), Coordinate::default());
    let mut touches = 0;
    run(&mut world, STEPS as f64 * H, |world, _| {
        touches += usize::from(world.contacts.iter().any(|contact| contact.impulse[0] > 0.0));
    });
    assert!(touches > 5, "{touches}");
}

#[test]
fn families_agree_in_the_plane() {
    agree::<2>(&dry(0.3), 10);
}

#[test]
fn families_agree_in_space() {
    agree::<3>(&dry(0.3), 10);
}

#[test]
fn families_agree_on_loops_and_gears() {
    let mut all = vec![];
    for (what, coordinate) in coordinates() {
        let title = format!("four bars with {what}");
        all.extend(complaints::<2>(&title, &|| four_bars(coordinate.clone()), 10));
        all.extend(complaints::<3>(&title, &|| four_bars(coordinate.clone()), 10));
    }
    all.extend(complaints::<2>("gear", &wheels, 10));
    all.extend(complaints::<3>("gear", &wheels, 10));
    assert!(all.is_empty(), "\n{}", all.join("\n"));
}

/// Blocks of five and six components hold up to six rows of a joint at once.
#[test]
fn families_agree_in_larger_blocks() {
    for spinning in [0.0, 0.001] {
        let rolling = Rolling { rolling: 0.002, spinning };
        agree::<3>(&ContactLaw { rolling, ..dry(0.3) }, 7);
    }
}
