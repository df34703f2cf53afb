//! Every step: momentum to round-off, energy accounted for, the law to the tolerance asked for.

use crate::common::*;
use drystone::space::Pose;

/// Balls poured into a box of half-spaces with friction.
fn poured<const D: usize>() {
    let mut world = world::<D>(1e-3, dry(0.4));
    world.solver.tolerance = 1e-8;
    let mut random = Random(7);
    add_fixed(&mut world, slope::<D>(0.0).0, Pose::identity());
    for i in 0..D - 1 {
        for sign in [1.0, -1.0] {
            let normal = axis::<D>(i, -sign);
            add_fixed(&mut world, half_space(normal), pose_at(axis(i, 0.35 * sign), 0.0));
        }
    }
    for k in 0..40 {
        let mut at = axis::<D>(D - 1, 0.2 + 0.11 * k as f64);
        for i in 0..D - 1 {
            at[i] = random.range(-0.2, 0.2);
        }
        add(&mut world, ball(random.range(0.04, 0.055)), pose_at(at, 0.0), &[]);
    }
    let mut dissipated = 0.0;
    run(&mut world, 1.5, |world, report| {
        let ledger = &report.ledger;
        assert!(ledger.momentum_error < 1e-12, "momentum {:e}", ledger.momentum_error);
        let scale = ledger.kinetic + ledger.potential.abs();
        assert!(ledger.energy_error.abs() < 1e-11 * scale, "energy {:e}", ledger.energy_error);
        dissipated += ledger.friction_dissipation + ledger.impact_dissipation;
        for contact in &world.contacts {
            let r = &contact.impulse;
            let tangent = (1..D).map(|i| r[i] * r[i]).sum::<f64>().sqrt();
            assert!(r[0] >= 0.0 && tangent <= 0.4 * r[0] * (1.0 + 1e-12));
        }
    });
    assert!(dissipated > 0.0);
}

#[test]
fn the_books_close_in_every_step() {
    poured::<2>();
    poured::<3>();
}
