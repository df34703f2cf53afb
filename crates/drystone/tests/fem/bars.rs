//! Trusses and cables against closed forms.

use crate::common::{add, axis, ball, dry};
use crate::support::*;
use crate::thin::*;
use drystone::bodies::{Function, NodeLoad, NodeLoadKind};
use drystone::fem::sheet::Sheet;
use drystone::fem::{Kinematics, Region, Solid};
use drystone::solvers::Status;
use drystone::space::Pose;
use drystone::step::Stepper;
use std::f64::consts::{PI, TAU};

/// Bars from points on a circle down to a tip one metre below, which is pulled. In equilibrium at a depth y the
/// force is n A E ε y / L, with ε of Green and Lagrange: exact for any way.
fn pulls_a_tip<const D: usize>(bars: usize, way: f64) {
    let mut places: Vec<[f64; D]> = (0..bars)
        .map(|k| {
            let angle = TAU * k as f64 / bars as f64;
            let mut place = [0.0; D];
            place[0] = angle.cos();
            if D == 3 {
                place[1] = angle.sin();
            }
            place
        })
        .collect();
    let mut tip = [0.0; D];
    tip[D - 1] = -1.0;
    places.push(tip);
    let cells = (0..bars as u32).map(|k| vec![k, bars as u32]).collect();
    let (mesh, section) = (mesh("L2", places, cells), 1e-4);
    let mut body = thin(&mesh, Sheet::new(section), 1000.0, 0.0);
    (0..bars * D).for_each(|dof| body.hold(fixed(dof)));
    // In the plane all is in it; in space the bars hold the tip.
    let (rest, now) = (2.0_f64.sqrt(), (1.0 + (1.0 + way).powi(2)).sqrt());
    let strain = (now * now - rest * rest) / (2.0 * rest * rest);
    let force = bars as f64 * section * YOUNG * strain * (1.0 + way) / rest;
    let kind =
        NodeLoadKind::Force { nodes: vec![(bars as u32, 1.0)], direction: axis(D - 1, -1.0) };
    let ramp = Function::Ramp { times: [0.0, 5.0], values: [0.0, force] };
    body.loads.push(NodeLoad { kind, function: ramp });
    let mut world = resting::<D>(0.5);
    join(&mut world, body);
    let mut stepper = Stepper::new(&mut world);
    for _ in 0..20 {
        let report = stepper.step(&mut world);
        assert_eq!(report.solver.status, Status::Converged, "{:?}", stepper.imbalances());
    }
    let depth = -world.bodies.q[bars * D + D - 1];
    assert!((depth - 1.0 - way).abs() < 1e-7 * way, "{D} {bars} {way}: {depth}");
    // The axial force in each bar, by its true length.
    let tension = section * YOUNG * strain * now / rest;
    let body = &world.bodies.deformables[0];
    for field in body.fields(&world.bodies.q) {
        let stress = field.principal().0[0] * section;
        assert!((stress / tension - 1.0).abs() < 1e-6, "{stress} {tension}");
    }
}

#[test]
fn trusses_carry_what_statics_say() {
    for way in [1e-6, 0.01, 0.4] {
        pulls_a_tip::<2>(2, way);
        pulls_a_tip::<3>(3, way);
        pulls_a_tip::<3>(5, way);
    }
}

/// A cable of 1.2 m between points a metre apart: the catenary, and the tension in its middle.
fn hangs<const D: usize>(count: usize) {
    let (span, length) = (1.0, 1.2);
    let a = {
        // 2 a sinh(span / 2a) = length.
        let (mut low, mut high) = (0.1, 10.0);
        for _ in 0..200 {
            let middle = 0.5 * (low + high);
            let long = 2.0 * middle * (0.5_f64 * span / middle).sinh();
            if long > length { low = middle } else { high = middle }
        }
        low
    };
    // It begins as a circle's arc of its length: length = 2 r φ, span = 2 r sin φ.
    let (mut low, mut high) = (0.01, PI);
    for _ in 0..200 {
        let middle: f64 = 0.5 * (low + high);
        if middle.sin() / middle > span / length { low = middle } else { high = middle }
    }
    let radius = length / (2.0 * low);
    let places = (0..=count)
        .map(|k| {
            let angle = low * (2.0 * k as f64 / count as f64 - 1.0);
            let mut place = [0.0; D];
            place[0] = radius * angle.sin();
            place[D - 1] = radius * (low.cos() - angle.cos());
            place
        })
        .collect();
    let cells = (0..count as u32).map(|k| vec![k, k + 1]).collect();
    let mesh = mesh("L2", places, cells);
    let (section, density) = (1e-4, 1000.0);
    let mut body = thin(&mesh, Sheet::cable(section), density, 4.0);
    (0..D).for_each(|k| body.hold(fixed(k)));
    (0..D).for_each(|k| body.hold(fixed(count * D + k)));
    let mut world = resting::<D>(0.05);
    world.gravity[D - 1] = -9.81;
    join(&mut world, body);
    let mut stepper = Stepper::new(&mut world);
    for _ in 0..400 {
        let report = stepper.step(&mut world);
        assert_eq!(report.solver.status, Status::Converged, "{:?}", stepper.imbalances());
    }
    let mut worst = 0.0_f64;
    for k in 0..=count {
        let (x, y) = (world.bodies.q[k * D], world.bodies.q[k * D + D - 1]);
        let exact = a * ((x / a).cosh() - (0.5 * span / a).cosh());
        worst = worst.max((y - exact).abs());
    }
    println!("{D} {count}: off the catenary by {worst:e}");
    // Of second order in the length of elements.
    assert!(worst < 0.2 / (count * count) as f64, "{D} {count}: {worst:e}");
    let body = &world.bodies.deformables[0];
    let middle = body.fields(&world.bodies.q)[count / 2].principal().0[0] * section;
    let exact = section * density * 9.81 * a;
    assert!((middle / exact - 1.0).abs() < 5e-3, "{middle} {exact}");
}

#[test]
fn a_cable_hangs_as_a_catenary() {
    hangs::<2>(20);
    hangs::<2>(40);
    hangs::<3>(20);
}

/// A cable pulls and does not push.
#[test]
fn a_cable_goes_slack() {
    let mesh = mesh::<2>("L2", vec![[0.0, 0.0], [1.0, 0.0]], vec![vec![0, 1]]);
    let nodes = vec![0, 1];
    for (sheet, pushes) in [(Sheet::new(1e-4), true), (Sheet::cable(1e-4), false)] {
        let element = element("L2");
        let region = Region::sheet(element, nodes.clone(), fabric(1.0), sheet, &mesh.places);
        let solid =
            Solid::new(mesh.places.clone(), vec![region.expect("a bar")], Kinematics::Finite);
        let (pulled, ..) = answer(&solid, &[0.0, 0.0, 1.1, 0.0], &[]);
        let (pushed, ..) = answer(&solid, &[0.0, 0.0, 0.9, 0.0], &[]);
        assert!(pulled[2] > 0.0);
        assert_eq!(pushed[2] < 0.0, pushes);
    }
}

/// A disk lies in a hammock: the cloth carries its weight.
#[test]
fn a_hammock_carries_a_disk() {
    let count = 20_u32;
    let places = (0..=count).map(|k| [f64::from(k) / 10.0 - 1.0, 0.0]).collect();
    // From right to left: the outer side, to the right of the way, is the upper one.
    let cells = (0..count).map(|k| vec![k + 1, k]).collect();
    let mesh = mesh("L2", places, cells);
    let mut body = thin(&mesh, Sheet::cable(1e-3), 1000.0, 2.0);
    (0..2).for_each(|k| body.hold(fixed(k)));
    (0..2).for_each(|k| body.hold(fixed(count as usize * 2 + k)));
    // A step that damps: the disk swings on the cloth.
    let mut world = resting::<2>(1e-2);
    world.laws = drystone::world::LawTable::single(dry(0.3));
    world.solver.tolerance = 1e-10;
    world.gravity[1] = -9.81;
    join(&mut world, body);
    let at = Pose { position: axis(1, 0.301), ..Pose::identity() };
    let disk = add(&mut world, ball(0.3), at, &[0.0; 3]);
    let mut stepper = Stepper::new(&mut world);
    for _ in 0..1500 {
        stepper.step(&mut world);
    }
    let lift: f64 =
        world.contacts.iter().map(|c| (c.frame * c.impulse)[1] * side_of(c, disk)).sum();
    let weight = world.bodies.list[disk].mass() * 9.81 * world.scheme.time_step;
    assert!((lift / weight - 1.0).abs() < 1e-3, "{lift} {weight}");
    assert!(world.bodies.pose(disk).position[1] < 0.3);
}

fn side_of(contact: &drystone::contact::Contact<2>, body: usize) -> f64 {
    if contact.bodies[0] == body { 1.0 } else { -1.0 }
}
