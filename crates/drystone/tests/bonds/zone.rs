//! Cohesive zones: bilinear and trapezoidal, pure and mixed modes, damage and plasticity.

use crate::common::*;
use crate::driver::*;
use drystone::bodies::{Drive, DriveKind, Function, Table};
use drystone::laws::Bond;
use drystone::laws::bonds::Zone;
use drystone::step::Stepper;

const ZONE: Zone = Zone {
    normal_stiffness: 1e9,
    tangential_stiffness: Some(4e8),
    normal_strength: 1e5,
    tangential_strength: Some(6e4),
    normal_energy: 50.0,
    tangential_energy: Some(90.0),
    power: 1.0,
    plateau: 0.0,
    plasticity: 0.0,
    healing_time: None,
    area: None,
};

/// Stress of a bilinear or trapezoidal mode under growing displacement.
fn envelope(stiffness: f64, strength: f64, energy: f64, plateau: f64, at: f64) -> f64 {
    let first = strength / stiffness;
    // G = strength (last + plateau end - first) / 2.
    let last = (2.0 * energy / strength + plateau * first) / (1.0 + plateau);
    let end = first + plateau * (last - first);
    match at {
        at if at <= first => stiffness * at,
        at if at <= end => strength,
        at if at <= last => strength * (last - at) / (last - end),
        _ => 0.0,
    }
}

fn pure_modes<const D: usize>(plateau: f64) {
    let zone = Zone { plateau, ..ZONE };
    let modes = [(0, 1e9, 1e5, 50.0), (1, 4e8, 6e4, 90.0)];
    for (mode, stiffness, strength, energy) in modes {
        let mut end = [0.0; 2];
        end[mode] = 1.05 * 2.0 * energy / strength;
        let moments = follow::<D>(Bond::Zone(zone), &[[0.0; 2], end], 2000);
        let off = difference(&moments, |m| {
            let mut s = [0.0; 2];
            s[mode] = envelope(stiffness, strength, energy, plateau, m.at[mode]);
            s
        });
        assert!(off < 1e-7, "mode {mode} plateau {plateau}: {off}");
        let spent: f64 = moments.iter().map(Moment::work).sum();
        assert!((spent / energy - 1.0).abs() < 1e-6, "mode {mode}: {spent} of {energy}");
    }
}

#[test]
fn pure_modes_follow_their_curves_and_spend_their_energies() {
    for plateau in [0.0, 0.4] {
        pure_modes::<2>(plateau);
        pure_modes::<3>(plateau);
    }
}

/// Unloading goes to the origin, reloading back to where it left.
fn unloads_to_the_origin<const D: usize>() {
    let path = [[0.0; 2], [4e-4, 0.0], [1e-5, 0.0], [7e-4, 0.0], [1e-5, 0.0], [1.05e-3, 0.0]];
    let moments = follow::<D>(Bond::Zone(ZONE), &path, 1000);
    let mut most = 0.0_f64;
    let off = difference(&moments, |m| {
        most = most.max(m.at[0]);
        [envelope(1e9, 1e5, 50.0, 0.0, most) * m.at[0] / most, 0.0]
    });
    assert!(off < 1e-7, "{off}");
}

#[test]
fn damage_unloads_to_the_origin() {
    unloads_to_the_origin::<2>();
    unloads_to_the_origin::<3>();
}

/// With plasticity a the unloaded joint keeps a (δ - σ/K).
fn keeps_a_share<const D: usize>(plasticity: f64) {
    let path = [[0.0; 2], [4e-4, 0.0], [3.5e-4, 0.0], [7e-4, 0.0], [6.5e-4, 0.0], [1.05e-3, 0.0]];
    let zone = Zone { plasticity, ..ZONE };
    let moments = follow::<D>(Bond::Zone(zone), &path, 1000);
    let mut most = 0.0_f64;
    let off = difference(&moments, |m| {
        most = most.max(m.at[0]);
        let stress = envelope(1e9, 1e5, 50.0, 0.0, most);
        let stays = plasticity * (most - stress / 1e9);
        [if stress > 0.0 { stress * (m.at[0] - stays) / (most - stays) } else { 0.0 }, 0.0]
    });
    assert!(off < 1e-6, "{plasticity}: {off}");
}

#[test]
fn plasticity_keeps_a_share_of_the_displacement() {
    for plasticity in [0.3, 1.0] {
        keeps_a_share::<2>(plasticity);
        keeps_a_share::<3>(plasticity);
    }
}

/// Shear there and back beyond the first strength: with full plasticity it yields in the other
/// direction at the strength that is left.
#[test]
fn shear_yields_in_both_directions() {
    let zone = Zone { plasticity: 1.0, ..ZONE };
    let moments = follow::<2>(Bond::Zone(zone), &[[0.0; 2], [0.0, 8e-4], [0.0, -8e-4]], 4000);
    // Yielding is when the stress follows the envelope of the whole way of yielding.
    let (mut yielded, mut stays) = (0.0_f64, 0.0_f64);
    let first = 6e4 / 4e8;
    let off = difference(&moments, |m| {
        let trial = 4e8 * (m.at[1] - stays);
        let strength = |y: f64| envelope(4e8, 6e4, 90.0, 0.0, first + y).max(0.0);
        // σ + K Δ = |trial| with σ the strength after Δ more: the envelope is linear behind the first.
        let last = 2.0 * 90.0 / 6e4;
        let slope = 6e4 / (last - first);
        let over = trial.abs() - plastic_strength(yielded, first, last);
        if over > 0.0 {
            // Along the envelope total displacement κ grows by the plastic way and σ falls.
            let way = over / (4e8 - slope_of_plastic(slope));
            yielded += way;
            stays += way * trial.signum();
        }
        let _ = strength;
        [0.0, 4e8 * (m.at[1] - stays)]
    });
    assert!(off < 1e-6, "{off}");
}

/// Strength after a plastic way: with σ = s (δ_f - δ)/(δ_f - δ_0) and δ = σ/K + way.
fn plastic_strength(way: f64, first: f64, last: f64) -> f64 {
    let slope = 6e4 / (last - first);
    (slope * (last - way)) / (1.0 + slope / 4e8)
}

/// How fast it falls with the plastic way.
fn slope_of_plastic(slope: f64) -> f64 {
    slope / (1.0 + slope / 4e8)
}

/// Proportional mixed mode: bilinear along the way, with the energy of the criterion.
fn mixed<const D: usize>(power: f64, end: [f64; 2]) {
    let zone = Zone { power, ..ZONE };
    let moments = follow::<D>(Bond::Zone(zone), &[[0.0; 2], end], 4000);
    let spent: f64 = moments.iter().map(Moment::work).sum();
    // Shares of the elastic energy of the two modes.
    let [one, two] = [1e9 * end[0] * end[0], 4e8 * end[1] * end[1]];
    let p = one / (one + two);
    let exact = ((p / 50.0).powf(power) + ((1.0 - p) / 90.0).powf(power)).powf(-1.0 / power);
    assert!((spent / exact - 1.0).abs() < 1e-6, "{power} {end:?}: {spent} of {exact}");
    let shares: Vec<f64> = (0..2)
        .map(|k| moments.iter().map(|m| m.stress[k] * (m.to[k] - m.from[k])).sum::<f64>())
        .collect();
    assert!((shares[0] / spent - p).abs() < 1e-6, "{shares:?} {p}");
    // First damage where the stresses meet the quadratic criterion.
    let first = moments.iter().find(|m| {
        (m.stress[0] / 1e5).hypot(m.stress[1] / 6e4)
            < (1e9 * m.at[0] / 1e5).hypot(4e8 * m.at[1] / 6e4) - 1e-9
    });
    let first = first.expect("damage");
    assert!((1e9 * first.at[0] / 1e5).hypot(4e8 * first.at[1] / 6e4) < 1.05);
}

#[test]
fn mixed_modes_spend_the_energy_of_the_criterion() {
    for power in [1.0, 2.0] {
        for end in [[1e-3, 3e-3], [2e-3, 1e-3]] {
            mixed::<2>(power, end);
            mixed::<3>(power, end);
        }
    }
}

/// Sheared to half its damage under pressure, held, then sheared back: while it is held the stress stays
/// and the damage falls as e^(-t/τ), so that the way back is stiffer.
fn heals<const D: usize>() {
    let (tau, h) = (0.2, 1e-3);
    let zone = Zone { healing_time: Some(tau), ..ZONE };
    let (there, back) = (5e-4, 4.5e-4);
    // Fast there, a long rest, fast back.
    let (mut world, upper) = blocks::<D>(bonded(Bond::Zone(zone), 0.0), h);
    push(&mut world, upper, axis(D - 1, -1e3), Function::Constant(1.0));
    let times = vec![2.0 * h, 10.0 * h, 310.0 * h, 318.0 * h];
    let table = Table::new(times, vec![0.0, there, there, back]).expect("a table");
    let mut drive = |dof: usize, function: Function| {
        let kind = DriveKind::Displacement;
        world.bodies.list[upper].drives.push(Drive { dof, kind, function });
    };
    drive(0, Function::Table(table));
    (D..D * (D + 1) / 2).for_each(|turn| drive(turn, Function::Constant(0.0)));
    let mut stepper = Stepper::new(&mut world);
    let mut history = vec![];
    for _ in 0..320 {
        stepper.step(&mut world);
        let damage = world.contacts.iter().map(|c| c.damage).fold(0.0, f64::max);
        history.push((stress(&world)[1], damage));
    }
    let (loaded, rested) = (history[12], history[308]);
    assert!((loaded.0 / rested.0 - 1.0).abs() < 1e-6, "{loaded:?} {rested:?}");
    // Implicit, 296 steps.
    let exact = loaded.1 / (1.0 + h / tau).powi(296);
    assert!((rested.1 / exact - 1.0).abs() < 1e-9, "{rested:?} {exact}");
    assert!((rested.1 / (loaded.1 * (-0.296_f64 / tau).exp()) - 1.0).abs() < 5e-3);
    // What it had lost before: the damage of the greatest displacement, less ten steps of healing.
    let damage = 1.0 - envelope(4e8, 6e4, 90.0, 0.0, there) / (4e8 * there);
    assert!((0.95..1.0).contains(&(loaded.1 / damage)), "{loaded:?} {damage}");
    // Back it goes with the stiffness that has grown since.
    let way = history[312].0 - history[311].0;
    let slope = -way / (4e8 * (there - back) / 8.0);
    assert!((slope - (1.0 - rested.1)).abs() < 5e-3, "{slope} {}", 1.0 - rested.1);
}

#[test]
fn damage_heals_where_faces_touch() {
    heals::<2>();
    heals::<3>();
}
