//! Elastic joints and mortar.

use crate::common::*;
use crate::driver::*;
use drystone::bodies::{Function, Table};
use drystone::laws::Bond;
use drystone::laws::bonds::{Elastic, Layer, Mortar};
use drystone::step::Stepper;

const SPRINGS: Elastic = Elastic {
    normal_stiffness: Some(1e7),
    tangential_stiffness: Some(4e6),
    layer: None,
    normal_damping: 0.0,
    tangential_damping: 0.0,
    bilateral: true,
    reach: None,
    area: None,
};

fn springs_follow_their_stiffness<const D: usize>() {
    let path = [[0.0, 0.0], [1e-4, 0.0], [1e-4, 3e-4], [-2e-4, -1e-4], [0.0, 0.0]];
    let moments = follow::<D>(Bond::Elastic(SPRINGS), &path, 50);
    let off = difference(&moments, |m| [1e7 * m.at[0], 4e6 * m.at[1]]);
    assert!(off < 1e-9, "{off}");
    // With dampers.
    let damped = Elastic { normal_damping: 2e3, tangential_damping: 5e2, ..SPRINGS };
    let moments = follow::<D>(Bond::Elastic(damped), &path, 50);
    let speed = |m: &Moment, k: usize| (m.to[k] - m.from[k]) / 1e-3;
    let off = difference(&moments, |m| {
        [1e7 * m.at[0] + 2e3 * speed(m, 0), 4e6 * m.at[1] + 5e2 * speed(m, 1)]
    });
    assert!(off < 1e-9, "{off}");
}

#[test]
fn springs_that_pull_follow_their_stiffness() {
    springs_follow_their_stiffness::<2>();
    springs_follow_their_stiffness::<3>();
}

/// A block on a spring oscillates at sqrt(k/m) and keeps its energy (θ = 1/2).
fn oscillates<const D: usize>() {
    let h = 1e-3;
    let (mut world, upper) = blocks::<D>(bonded(Bond::Elastic(SPRINGS), 0.3), h);
    let mass = world.bodies.list[upper].mass();
    let range = world.bodies.v_range(upper);
    world.bodies.v[range][D - 1] = 0.01;
    let omega = (1e7 / mass).sqrt();
    let mut stepper = Stepper::new(&mut world);
    // The midpoint rule turns by 2 atan(ω h / 2) a step.
    let turn = 2.0 * (0.5 * omega * h).atan();
    for k in 1..2000 {
        stepper.step(&mut world);
        let v = velocity(&world, upper)[D - 1];
        let exact = 0.01 * (k as f64 * turn).cos();
        assert!((v - exact).abs() < 1e-7, "{k} {v} {exact}");
    }
}

#[test]
fn a_block_on_a_spring_oscillates_and_keeps_its_energy() {
    oscillates::<2>();
    oscillates::<3>();
}

/// Pressed by N, pushed by T: sinks by N/k, is displaced by T/k, and slides at μ N.
fn gives_way<const D: usize>() {
    let springs =
        Elastic { bilateral: false, normal_damping: 1e5, tangential_damping: 1e5, ..SPRINGS };
    let (mut world, upper) = blocks::<D>(bonded(Bond::Elastic(springs), 0.5), 1e-3);
    let mass = world.bodies.list[upper].mass();
    push(&mut world, upper, axis(D - 1, -1000.0), Function::Constant(1.0));
    // Up to 480 N it sticks; 520 N are more than friction allows.
    let times = vec![0.5, 1.0, 2.0, 2.5];
    let pushes = Table::new(times, vec![0.0, 480.0, 480.0, 520.0]).expect("a table");
    push(&mut world, upper, axis(0, 1.0), Function::Table(pushes));
    run(&mut world, 2.0, |_, report| assert!(report.solver.residual.quadratic_mean < 1e-8));
    let sunk = position(&world, upper)[D - 1] - 0.5;
    assert!((sunk + 1000.0 / 1e7).abs() < 1e-9, "{sunk}");
    // The load's line has moved with the block, which it turns a little: its foot counts.
    let pushed = world.bodies.pose(upper).point(&axis(D - 1, -0.5))[0];
    assert!((pushed - 480.0 / 4e6).abs() < 1e-9, "{pushed}");
    run(&mut world, 3.0, |_, _| ());
    let before = velocity(&world, upper)[0];
    run(&mut world, 3.5, |_, _| ());
    let gained = velocity(&world, upper)[0] - before;
    assert!((gained - 0.5 * 20.0 / mass).abs() < 1e-6, "{gained}");
}

#[test]
fn a_pressed_joint_gives_way_and_slides() {
    gives_way::<2>();
    gives_way::<3>();
}

#[test]
fn mortar_breaks_at_its_strength() {
    let mortar = Mortar {
        normal_stiffness: None,
        tangential_stiffness: None,
        layer: Some(Layer { thickness: 0.01, modulus: 1e5, shear_modulus: 4e4 }),
        tension: 500.0,
        cohesion: 800.0,
        internal_friction: 0.5,
        normal_damping: 0.0,
        tangential_damping: 0.0,
        area: None,
    };
    // Opened to 1e-4 m: 1 kPa would be needed, it breaks at 500 Pa.
    let moments = follow::<2>(Bond::Mortar(mortar), &[[0.0, 0.0], [1e-4, 0.0], [0.0, 0.0]], 100);
    let off = difference(&moments, |m| {
        let whole = m.to[0] > m.from[0] && 1e7 * m.at[0] <= 500.0;
        [if whole { 1e7 * m.at[0] } else { 0.0 }, 0.0]
    });
    assert!(off < 1e-9, "{off}");
    // Sheared: at 800 Pa.
    let moments = follow::<3>(Bond::Mortar(mortar), &[[0.0, 0.0], [0.0, 4e-4]], 100);
    let off =
        difference(&moments, |m| [0.0, if 4e6 * m.at[1] <= 800.0 { 4e6 * m.at[1] } else { 0.0 }]);
    assert!(off < 1e-9, "{off}");
}
