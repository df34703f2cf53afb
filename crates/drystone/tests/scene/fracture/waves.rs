//! A pulse of pressure runs up a bar, turns round at its free end and comes back as tension: where
//! and when that breaks a joint follows from d'Alembert's solution.

use super::bars::Bar;
use super::beams::run;
use std::f64::consts::PI;

/// Greatest pressure (Pa), duration of the pulse (s), speed of waves (m/s), strength of the joints
/// (Pa).
const PRESSURE: f64 = 1e6;
const PULSE: f64 = 8e-4;
const SPEED: f64 = 1000.0;
const STRENGTH: f64 = 8e5;
const STEP: f64 = 1e-5;

/// Stress at a distance from the free end of a bar of one metre, tension positive.
fn stress(distance: f64, time: f64) -> f64 {
    let pulse = |t: f64| {
        if (0.0..PULSE).contains(&t) { PRESSURE * (PI * t / PULSE).sin().powi(2) } else { 0.0 }
    };
    pulse(time - (1.0 + distance) / SPEED) - pulse(time - (1.0 - distance) / SPEED)
}

/// The first joint, seen from below, is the one whose stress reaches the strength first. The piece
/// beyond it flies with the momentum that went in before; while the joint opened it was held back
/// by less than the strength.
#[test]
fn a_bar_spalls_where_and_when_the_wave_says() {
    let times: Vec<f64> = (0..=80).map(|k| PULSE * f64::from(k) / 80.0).collect();
    let values: Vec<f64> =
        times.iter().map(|t| PRESSURE * (PI * t / PULSE).sin().powi(2)).collect();
    let push = format!(
        "loads = [{{ force = {{ on = \"foot\", direction = [0, 1], value = {{ points = {{ \
         times = {times:?}, values = {values:?} }} }} }} }}]"
    );
    let bar = Bar {
        parts: 10,
        part: 0.1,
        cells: 10,
        young: 1e9,
        density: 1000.0,
        strengths: [STRENGTH; 2],
        stiffness: 1e13,
        energy: 10.0,
        time_step: STEP,
        theta: 0.5,
        further: "kinematics = \"small\"",
        ends: [&push, ""],
    };
    let reached = |distance: f64| {
        (0..25_000).map(|k| f64::from(k) * 1e-7).find(|t| stress(distance, *t) >= STRENGTH)
    };
    let joints = (1..10).map(|k| 0.1 * f64::from(k));
    let (distance, expected) = joints
        .filter_map(|distance| reached(distance).map(|time| (distance, time)))
        .min_by(|a, b| a.1.total_cmp(&b.1))
        .expect("a joint that breaks");
    let weak = 10 - (10.0 * distance).round() as usize;
    let (mut begun, mut broken, mut given, mut error) = (vec![], None, 0.0, 0.0);
    let mut flies = 0.0;
    run(&bar.text(), 230, |world, report| {
        given += report.ledger.load_work;
        error += report.ledger.energy_error;
        for contact in &world.contacts {
            let joint = contact.bodies[0].max(contact.bodies[1]);
            if contact.damage > 0.0 && !begun.iter().any(|(own, _)| *own == joint) {
                begun.push((joint, report.time));
            }
            if contact.damage >= 1.0 && broken.is_none() {
                broken = Some((joint, report.time));
            }
        }
        let of_body = |b: usize| {
            let v = world.bodies.velocity(b);
            let inner = v.chunks(2).enumerate().map(|(k, v)| {
                // Nodes at the two ends have half of the mass.
                if k < 2 || k + 2 >= v.len() && k >= 20 { 0.5 * v[1] } else { v[1] }
            });
            inner.sum::<f64>() / 20.0
        };
        flies = (weak..10).map(of_body).sum::<f64>() / (10 - weak) as f64;
    });
    assert_eq!(begun[0].0, weak, "{begun:?}");
    assert!((begun[0].1 - expected).abs() < 2.0 * STEP, "{begun:?} {expected}");
    let (joint, parted) = broken.expect("a joint that breaks");
    assert_eq!(joint, weak);
    let brought: f64 = (0..15_500)
        .map(|k| f64::from(k) * 1e-7)
        .filter(|t| *t < expected)
        .map(|t| -stress(distance, t) * 1e-7)
        .sum();
    let most = brought / (1000.0 * distance);
    let least = most - STRENGTH * (parted - begun[0].1 + STEP) / (1000.0 * distance);
    assert!(least < flies && flies < most * 1.01, "{least} {flies} {most}");
    assert!(error.abs() < 1e-8 * given, "{error} of {given}");
}
