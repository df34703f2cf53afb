//! The books of energy with bonds: what a joint takes to break is booked as the work of bonds, and
//! nothing remains unexplained.

use crate::common::*;
use crate::driver::*;
use drystone::laws::Bond;
use drystone::laws::bonds::{Brittle, Elastic, Zone};
use drystone::step::Ledger;

/// Throws the upper block up; gives the sums of the books and the damage of the joint at the end.
fn thrown<const D: usize>(bond: Bond, speed: f64, h: f64, steps: usize) -> (Ledger, f64) {
    let (mut world, upper) = blocks::<D>(bonded(bond, 0.3), h);
    let mass = world.bodies.list[upper].mass();
    let start = world.bodies.v_range(upper).start;
    world.bodies.v[start + D - 1] = speed;
    let energy = 0.5 * mass * speed * speed;
    let mut sum = Ledger::default();
    run(&mut world, steps as f64 * h, |world, report| {
        let ledger = &report.ledger;
        assert!(ledger.energy_error.abs() < 1e-11 * energy, "{:e}", ledger.energy_error);
        assert!(ledger.momentum_error < 1e-12, "{:e}", ledger.momentum_error);
        sum.bond_work += ledger.bond_work;
        sum.friction_dissipation += ledger.friction_dissipation;
        sum.impact_dissipation += ledger.impact_dissipation;
        sum.kinetic = ledger.kinetic;
        assert!(world.contacts.iter().all(|contact| contact.has_bond() || contact.gap > 0.0));
    });
    let bonds = world.contacts.iter().chain(&world.dormant).filter(|contact| contact.has_bond());
    let damage = bonds.map(|contact| contact.damage).fold(f64::INFINITY, f64::min);
    assert!((energy - sum.kinetic - sum.bond_work).abs() < 1e-9 * energy, "{sum:?}");
    assert!(sum.friction_dissipation.abs() + sum.impact_dissipation.abs() < 1e-9 * energy);
    (sum, damage)
}

/// A block with four times the energy that its joint takes to break: 50 J.
fn zone_takes_its_energy<const D: usize>() {
    let zone = Zone {
        normal_stiffness: 1e9,
        tangential_stiffness: None,
        normal_strength: 1e5,
        tangential_strength: None,
        normal_energy: 50.0,
        tangential_energy: None,
        power: 1.0,
        plateau: 0.0,
        plasticity: 0.0,
        healing_time: None,
        area: Some(if D == 2 { 0.5 } else { 0.25 }),
    };
    let (sum, damage) = thrown::<D>(Bond::Zone(zone), 0.6, 1e-6, 4000);
    assert_eq!(damage, 1.0);
    assert!((sum.bond_work / 50.0 - 1.0).abs() < 1e-4, "{}", sum.bond_work);
}

#[test]
fn a_zone_takes_its_fracture_energy() {
    zone_takes_its_energy::<2>();
    zone_takes_its_energy::<3>();
}

/// A spring takes ½ k x², and gives it back: after half a period the block has all of it again.
#[test]
fn a_spring_stores_and_gives_back() {
    let springs = Elastic {
        normal_stiffness: Some(1e7),
        tangential_stiffness: Some(1e7),
        layer: None,
        normal_damping: 0.0,
        tangential_damping: 0.0,
        bilateral: true,
        reach: None,
        area: Some(0.5),
    };
    let (mut most, mut world) = (0.0_f64, blocks::<2>(bonded(Bond::Elastic(springs), 0.3), 1e-5));
    let (world, upper) = (&mut world.0, world.1);
    let mass = world.bodies.list[upper].mass();
    let speed = 0.1;
    let start = world.bodies.v_range(upper).start;
    world.bodies.v[start + 1] = speed;
    let half_period = std::f64::consts::PI * (mass / 1e7).sqrt();
    let mut taken = 0.0;
    run(world, half_period, |_, report| {
        taken += report.ledger.bond_work;
        most = most.max(taken);
    });
    let energy = 0.5 * mass * speed * speed;
    assert!((most / energy - 1.0).abs() < 1e-4, "{most} of {energy}");
    assert!(taken.abs() < 1e-3 * energy, "{taken} is left of {energy}");
}

/// Every law: the block is thrown up and aside, turning; nothing is unexplained, whatever holds or breaks.
#[test]
fn the_books_close_with_every_law() {
    let stiff = "normal_stiffness = 1e8, tangential_stiffness = 1e8";
    let laws = [
        "permanent = { force = 1e4 }".to_string(),
        "brittle = { force = 1e3 }".to_string(),
        "capillary = { force = 100.0, length = 1e-3, rupture = 4e-3 }".to_string(),
        "mohr_coulomb = { tension = 1e4, cohesion = 1e4, internal_friction = 0.5 }".to_string(),
        format!("elastic = {{ {stiff}, normal_damping = 1e3, bilateral = true }}"),
        format!("elastic = {{ {stiff} }}"),
        format!("mortar = {{ {stiff}, tension = 1e4, cohesion = 1e4, internal_friction = 0.5 }}"),
        format!("adhesive = {{ {stiff}, energy = 5.0, viscosity = 10.0 }}"),
        "zone = { normal_stiffness = 1e8, normal_strength = 1e4, normal_energy = 5.0 }".to_string(),
        "table = { normal = [[0, 0], [1e-4, 1e4], [1e-3, 0]] }".to_string(),
    ];
    for text in laws {
        let bond: Bond = toml::from_str(&text).expect(&text);
        let (mut world, upper) = blocks::<2>(bonded(bond, 0.3), 1e-4);
        let range = world.bodies.v_range(upper);
        world.bodies.v[range].copy_from_slice(&[0.2, 0.3, 0.1]);
        let energy = world.bodies.list[upper].mass() * 0.1;
        let (mut taken, mut kinetic) = (0.0, f64::NAN);
        run(&mut world, 0.1, |_, report| {
            let ledger = &report.ledger;
            let error = ledger.energy_error.abs();
            assert!(error < 1e-11 * energy, "{text}: {error:e} at {}", report.step);
            taken += ledger.bond_work;
            kinetic = ledger.kinetic;
        });
        assert!(taken.is_finite() && kinetic.is_finite(), "{text}");
    }
}

/// What a brittle contact takes is little: it breaks at once.
#[test]
fn a_brittle_contact_takes_next_to_nothing() {
    let (sum, damage) = thrown::<2>(Bond::Brittle(Brittle { force: 10.0 }), 0.1, 1e-4, 100);
    assert_eq!(damage, 1.0);
    assert!(sum.bond_work.abs() < 1e-3, "{}", sum.bond_work);
}
