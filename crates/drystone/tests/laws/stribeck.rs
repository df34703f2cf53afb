//! Stribeck's friction: driven speeds give μ(v); a pulled body finds its speed.

use crate::slider::{N, Slider, friction, near};
use drystone::laws::Friction;
use drystone::laws::friction::Stribeck;

fn stribeck(viscosity: f64, power: f64) -> Stribeck {
    Stribeck { at_rest: 0.6, dynamic: 0.4, speed: 0.1, power, viscosity }
}

fn mu(law: &Stribeck, v: f64) -> f64 {
    0.4 + 0.2 * (-(v / 0.1).powf(law.power)).exp() + law.viscosity * v
}

fn driven<const D: usize>(law: Stribeck) {
    let mut slider = Slider::<D>::driven(1e-2, friction(Friction::Stribeck(law)), &[0.0]);
    for v in [1e-4, 0.03, 0.1, 0.3, 2.0, -2.0, -0.05, 0.0001, 0.2] {
        slider.drive(&[v]);
        for _ in 0..2 {
            near(slider.step()[0], -f64::signum(v) * mu(&law, v.abs()) * N, 1e-10);
        }
    }
}

#[test]
fn driven_speeds_reproduce_the_curve() {
    for (viscosity, power) in [(0.0, 2.0), (0.2, 2.0), (1.0, 0.7)] {
        driven::<2>(stribeck(viscosity, power));
        driven::<3>(stribeck(viscosity, power));
    }
}

/// v⁺ = v + h (F - μ(v⁺) N) at every step of a pulled body, also where viscosity is so large that
/// going round plainly would not settle (c N h > 1).
fn pulled<const D: usize>(law: Stribeck, h: f64) {
    let mut slider = Slider::<D>::pulled(h, friction(Friction::Stribeck(law)));
    let (mut v, mut stuck) = (0.0, 0);
    for force in [1.7, 1.9, 3.0, 1.5, 0.0, 1.79, -2.4, 0.5, 0.0] {
        slider.push(force);
        for _ in 0..25 {
            let found = slider.step()[0];
            let next = slider.velocity()[0];
            near(next, v + h * (force + found), 1e-11);
            if next == 0.0 || next.abs() < 1e-11 {
                assert!(found.abs() <= 0.6 * N * (1.0 + 1e-9));
                stuck += 1;
            } else {
                near(found, -next.signum() * mu(&law, next.abs()) * N, 1e-9);
            }
            v = next;
        }
    }
    assert!(stuck > 10, "{stuck}");
}

#[test]
fn pulled_bodies_obey_the_curve_at_the_end_of_the_step() {
    for run in [pulled::<2>, pulled::<3>] {
        run(stribeck(0.0, 2.0), 1e-2);
        run(stribeck(0.5, 2.0), 1e-2);
        run(stribeck(40.0, 2.0), 1e-1);
    }
}

/// A steady force above the curve ends at the speed where μ(v) N balances it.
#[test]
fn viscosity_sets_a_final_speed() {
    let law = stribeck(0.5, 2.0);
    let mut slider = Slider::<2>::pulled(1e-2, friction(Friction::Stribeck(law)));
    slider.push(2.1);
    slider.steps(2000);
    near(mu(&law, slider.velocity()[0]) * N, 2.1, 1e-9);
}
