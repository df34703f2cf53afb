//! Cohesion: permanent, brittle, capillary, Mohr and Coulomb.

use crate::common::*;
use crate::driver::*;
use drystone::bodies::Function;
use drystone::laws::Bond;
use drystone::laws::bonds::{Brittle, Capillary, MohrCoulomb, Permanent, Zone};
use drystone::laws::friction::Friction;
use drystone::space::Vector;
use drystone::world::World;

/// Whether a pull parts the two blocks.
fn parts<const D: usize>(bond: &Bond, pull: f64) -> bool {
    let (mut world, upper) = blocks::<D>(bonded(bond.clone(), 0.4), 1e-3);
    push(&mut world, upper, axis(D - 1, pull), Function::Constant(1.0));
    run(&mut world, 0.1, |_, report| assert!(report.solver.residual.quadratic_mean < 1e-8));
    position(&world, upper)[D - 1] > 0.5 + 1e-11
}

/// A contact point has its own force: two in the plane, four in space.
fn opens_at_its_force<const D: usize>() {
    let points = if D == 2 { 2.0 } else { 4.0 };
    for bond in [Bond::Brittle(Brittle { force: 50.0 }), Bond::Permanent(Permanent { force: 50.0 })]
    {
        assert!(!parts::<D>(&bond, points * 50.0 * (1.0 - 1e-6)), "{bond:?}");
        assert!(parts::<D>(&bond, points * 50.0 * (1.0 + 1e-6)), "{bond:?}");
    }
    let joint = MohrCoulomb { tension: 300.0, cohesion: 500.0, internal_friction: 0.4, area: None };
    assert!(!parts::<D>(&Bond::MohrCoulomb(joint), 300.0 * (1.0 - 1e-6)));
    assert!(parts::<D>(&Bond::MohrCoulomb(joint), 300.0 * (1.0 + 1e-6)));
}

#[test]
fn contacts_open_exactly_at_their_cohesion() {
    opens_at_its_force::<2>();
    opens_at_its_force::<3>();
}

/// Pulled apart, brought back: brittle cohesion is gone for good, permanent cohesion is back.
fn after_a_break(bond: Bond) -> f64 {
    let (mut world, upper) = blocks::<2>(bonded(bond, 0.4), 1e-3);
    world.scheme.alert_distance = 1e-3;
    let pulls = vec![200.0, 200.0, -400.0, -400.0, 50.0];
    let times = vec![0.0, 0.2, 0.20001, 1.5, 1.5001];
    let table = drystone::bodies::Table::new(times, pulls).expect("a table");
    push(&mut world, upper, axis(1, 1.0), Function::Table(table));
    let mut far = 0.0_f64;
    run(&mut world, 1.5, |world, _| far = far.max(position(world, upper)[1] - 0.5));
    // Farther than the alert distance: the contact was out of the list meanwhile.
    assert!(far > 3e-3, "{far}");
    assert!((position(&world, upper)[1] - 0.5).abs() < 1e-6);
    run(&mut world, 2.0, |_, _| ());
    position(&world, upper)[1] - 0.5
}

#[test]
fn what_is_broken_stays_broken_out_of_sight() {
    assert!(after_a_break(Bond::Brittle(Brittle { force: 50.0 })) > 1e-3);
    assert!(after_a_break(Bond::Permanent(Permanent { force: 50.0 })).abs() < 1e-6);
}

/// Shear strength c + μ σ, exactly; dry friction after it.
fn shears<const D: usize>(joint: MohrCoulomb, pressure: f64, mu: f64) {
    let strength = joint.cohesion + mu * pressure;
    for (share, slides) in [(1.0 - 1e-5, false), (1.0 + 1e-5, true)] {
        let (mut world, upper) = blocks::<D>(bonded(Bond::MohrCoulomb(joint), mu), 1e-3);
        push(&mut world, upper, axis(D - 1, -pressure), Function::Constant(1.0));
        push(&mut world, upper, axis(0, strength * share), Function::Constant(1.0));
        run(&mut world, 0.2, |_, report| assert!(report.solver.residual.quadratic_mean < 1e-8));
        // Once broken the push is more than friction holds: it goes, and tips.
        let speed = velocity(&world, upper)[0];
        assert_eq!(speed > 1e-3, slides, "{joint:?} {pressure}: {speed}");
        assert!(slides || speed.abs() < 1e-10, "{joint:?} {pressure}: {speed}");
    }
}

#[test]
fn shear_strength_is_cohesion_and_friction() {
    for tension in [0.0, 100.0, 1250.0] {
        let joint = MohrCoulomb { tension, cohesion: 500.0, internal_friction: 0.4, area: None };
        for pressure in [10.0, 700.0] {
            shears::<2>(joint, pressure, 0.4);
            shears::<3>(joint, pressure, 0.4);
        }
    }
}

/// A block on a slope that tilts: with cohesion it holds up to m g sin α = μ (m g cos α + Coh).
fn holds_up_to<const D: usize>(angle: f64) -> f64 {
    let points = if D == 2 { 2.0 } else { 4.0 };
    let (mu, mass) = (0.5, 1000.0);
    let force = 0.3 * mass * G / points;
    let law = bonded(Bond::Brittle(Brittle { force }), mu);
    let mut world: World<D> = world(1e-3, law);
    let (plane, normal, downhill) = slope::<D>(angle);
    add_fixed(&mut world, plane, drystone::space::Pose::identity());
    let block = add(&mut world, cuboid(Vector::repeat(0.5)), pose_at(normal * 0.5, angle), &[]);
    // Pushed at the foot: no tipping.
    world.gravity = Vector::zeros();
    let weight = axis::<D>(D - 1, -mass * G);
    push(&mut world, block, weight, Function::Constant(1.0));
    run(&mut world, 0.1, |_, _| ());
    velocity(&world, block).dot(&downhill) / (0.1 * G)
}

#[test]
fn a_glued_block_holds_up_to_the_exact_angle_and_then_slides() {
    // sin α = 0.5 (cos α + 0.3).
    let exact = {
        let (mut low, mut high) = (0.0_f64, 1.5_f64);
        for _ in 0..100 {
            let x = 0.5 * (low + high);
            if x.sin() < 0.5 * (x.cos() + 0.3) { low = x } else { high = x }
        }
        low
    };
    for (off, slides) in [(-1e-5, false), (1e-5, true)] {
        let angle = exact + off;
        let expected = if slides { angle.sin() - 0.5 * angle.cos() } else { 0.0 };
        for found in [holds_up_to::<2>(angle), holds_up_to::<3>(angle)] {
            assert!((found - expected).abs() < 1e-6, "{off} {found} {expected}");
        }
    }
}

/// A ball is pulled off a wall through its liquid bridge: F₀ exp(-g/λ), nothing behind the rupture,
/// and nothing on the way back until it touches.
fn bridge<const D: usize>() {
    use drystone::bodies::{Drive, DriveKind, Table};
    let capillary = Capillary { force: 2.0, length: 2e-3, rupture: 5e-3 };
    let mut world: World<D> = world(1e-3, bonded(Bond::Capillary(capillary), 0.3));
    world.gravity = Vector::zeros();
    add_fixed(&mut world, half_space(axis(D - 1, 1.0)), drystone::space::Pose::identity());
    let ball = add(&mut world, ball(0.1), pose_at(axis(D - 1, 0.1), 0.0), &[]);
    for dof in 0..D * (D + 1) / 2 {
        let way = if dof == D - 1 { vec![0.0, 8e-3, 1e-3] } else { vec![0.0; 3] };
        let function = Function::Table(Table::new(vec![0.0, 1.0, 2.0], way).expect("a table"));
        world.bodies.list[ball].drives.push(Drive { dof, kind: DriveKind::Displacement, function });
    }
    run(&mut world, 2.0, |world, report| {
        let Some(contact) = world.contacts.first() else { return };
        let force = -contact.impulse[0] / 1e-3;
        let bridged = report.time < 1.0 && contact.gap <= 5e-3;
        let expected = if bridged { 2.0 * (-contact.gap.max(0.0) / 2e-3).exp() } else { 0.0 };
        assert!((force - expected).abs() < 1e-9, "{}: {force} {expected}", report.time);
    });
}

#[test]
fn liquid_bridges_depend_on_the_past() {
    bridge::<2>();
    bridge::<3>();
}

#[test]
fn friction_of_cohesive_contacts_is_lifted() {
    // Permanent cohesion γ: sliding at μ (N + γ).
    let points = 2.0;
    for (share, slides) in [(1.0 - 1e-6, false), (1.0 + 1e-6, true)] {
        let mut law = bonded(Bond::Permanent(Permanent { force: 100.0 }), 0.0);
        law.friction = Friction::from(0.5);
        let (mut world, upper) = blocks::<2>(law, 1e-3);
        push(&mut world, upper, axis(1, -300.0), Function::Constant(1.0));
        let strength = 0.5 * (300.0 + points * 100.0);
        push(&mut world, upper, axis(0, strength * share), Function::Constant(1.0));
        run(&mut world, 0.1, |_, _| ());
        assert_eq!(velocity(&world, upper)[0] > 1e-8, slides);
    }
}

/// Glued bodies that begin with a velocity away from each other are glued all the same.
fn holds_from_the_start<const D: usize>(bond: Bond) {
    let (mut world, upper) = blocks::<D>(bonded(bond.clone(), 0.5), 1e-3);
    let start = world.bodies.v_range(upper).start;
    world.bodies.v[start + D - 1] = 0.2;
    run(&mut world, 0.05, |_, _| ());
    let (place, speed) = (position(&world, upper)[D - 1] - 0.5, velocity(&world, upper)[D - 1]);
    assert!(place.abs() < 2e-4 && speed.abs() < 0.2, "{bond:?}: {place} {speed}");
    assert!(world.contacts.iter().any(|contact| contact.gap <= 1e-3));
}

#[test]
fn bonds_hold_bodies_that_begin_apart_in_velocity() {
    let zone = Zone {
        normal_stiffness: 1e10,
        tangential_stiffness: None,
        normal_strength: 1e7,
        tangential_strength: None,
        normal_energy: 1e5,
        tangential_energy: None,
        power: 1.0,
        plateau: 0.0,
        plasticity: 0.0,
        healing_time: None,
        area: None,
    };
    let bonds = [
        Bond::Permanent(Permanent { force: 1e6 }),
        Bond::Brittle(Brittle { force: 1e6 }),
        Bond::MohrCoulomb(MohrCoulomb {
            tension: 1e7,
            cohesion: 1e7,
            internal_friction: 0.5,
            area: None,
        }),
        Bond::Zone(zone),
    ];
    for bond in bonds {
        holds_from_the_start::<2>(bond.clone());
        holds_from_the_start::<3>(bond);
    }
}
