//! Slip weakening: μ falls with the way slid, and what that costs.

use crate::slider::{N, Slider, friction, near};
use drystone::laws::Friction;
use drystone::laws::friction::SlipWeakening;

const STATIC: f64 = 0.7;
const DYNAMIC: f64 = 0.3;
const WAY: f64 = 0.05;

fn law() -> drystone::laws::ContactLaw {
    let law = SlipWeakening { at_rest: STATIC, dynamic: DYNAMIC, distance: WAY };
    friction(Friction::SlipWeakening(law))
}

/// ∫μ from 0 to s.
fn integral(s: f64) -> f64 {
    let fallen = s.min(WAY);
    STATIC * fallen - (STATIC - DYNAMIC) * fallen * fallen / (2.0 * WAY) + DYNAMIC * (s - fallen)
}

/// Driven to and fro: the way counts whatever its direction; each step has the mean of μ over it.
fn curve<const D: usize>() {
    let h = 1e-2;
    let mut slider = Slider::<D>::driven(h, law(), &[0.04]);
    let (mut way, mut last) = (0.0, 0.04_f64);
    for speed in [0.04, -0.08, 0.03, 0.5, -0.5] {
        slider.drive(&[speed]);
        for _ in 0..23 {
            let found = slider.step()[0];
            let next = way + 0.5 * h * (last + speed).abs();
            if next > way {
                let mean = (integral(next) - integral(way)) / (next - way);
                near(found, -speed.signum() * mean * N, 1e-9);
            }
            (way, last) = (next, speed);
        }
    }
    assert!(way > 2.0 * WAY);
}

#[test]
fn friction_falls_with_the_way() {
    curve::<2>();
    curve::<3>();
}

/// What friction dissipates beyond μ_d is (μ_s - μ_d) N D_c / 2, whatever the step.
fn energy<const D: usize>(speed: f64, h: f64) {
    let mut slider = Slider::<D>::driven(h, law(), &[speed]);
    let mut cost = 0.0;
    for _ in 0..(2.0 * WAY / (speed * h)) as usize {
        cost += (slider.step()[0].abs() - DYNAMIC * N) * speed * h;
    }
    let expected = 0.5 * (STATIC - DYNAMIC) * N * WAY;
    near(cost / expected, 1.0, 1e-6);
}

#[test]
fn weakening_costs_its_energy() {
    energy::<2>(0.1, 1e-3);
    energy::<2>(0.1, 3.7e-2);
    energy::<3>(0.1, 1.7e-2);
}

/// Pulled by a constant force above μ_s N: m s″ = F - N μ(s), a cosh until D_c, to second order.
fn runs_away<const D: usize>(h: f64) -> f64 {
    let force = STATIC * N + 0.1;
    let rate = (N * (STATIC - DYNAMIC) / WAY).sqrt();
    let mut slider = Slider::<D>::pulled(h, law());
    slider.push(force);
    let mut worst = 0.0_f64;
    loop {
        slider.step();
        let t = slider.world.time;
        // s = (0.1/k²)(cosh kt - 1).
        let s = 0.1 / (rate * rate) * ((rate * t).cosh() - 1.0);
        if s > WAY {
            return worst;
        }
        worst = worst.max((slider.velocity()[0] - 0.1 / rate * (rate * t).sinh()).abs());
    }
}

#[test]
fn a_weakening_contact_runs_away_like_a_cosh() {
    for run in [runs_away::<2>, runs_away::<3>] {
        let (coarse, fine) = (run(4e-3), run(2e-3));
        assert!(coarse < 1e-3, "{coarse:e}");
        let order = (coarse / fine).log2();
        assert!((order - 2.0).abs() < 0.15, "order {order}");
    }
}
