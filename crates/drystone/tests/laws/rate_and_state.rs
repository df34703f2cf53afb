//! Rate-and-state friction: velocity steps in closed form, and a pulled body beside an independent
//! integration of its equations.

use crate::slider::{N, Slider, friction, near};
use drystone::laws::Friction;
use drystone::laws::friction::{Evolution, RateAndState};

fn rock(evolution: Evolution) -> RateAndState {
    RateAndState { coefficient: 0.6, a: 0.01, b: 0.015, speed: 1e-3, distance: 1e-4, evolution }
}

/// a asinh(V/2V₀ exp(ψ/a)).
fn mu(law: &RateAndState, v: f64, state: f64) -> f64 {
    let psi = law.coefficient + law.b * (law.speed * state / law.distance).ln();
    law.a * (v / (2.0 * law.speed) * (psi / law.a).exp()).asinh()
}

/// The state after a time of constant speed.
fn state_after(law: &RateAndState, from: f64, v: f64, t: f64) -> f64 {
    let (steady, decay) = (law.distance / v, (-v * t / law.distance).exp());
    match law.evolution {
        Evolution::Aging => steady + (from - steady) * decay,
        Evolution::Slip => steady * (decay * (from / steady).ln()).exp(),
    }
}

/// Driven at V₁, then V₂, and back: the direct effect a ln(V₂/V₁) at once, (a - b) ln(V₂/V₁) in the
/// end, and the closed form between.
fn velocity_steps<const D: usize>(evolution: Evolution) {
    let (law, h) = (rock(evolution), 2e-3);
    let mut slider = Slider::<D>::driven(h, friction(Friction::RateAndState(law)), &[1e-3]);
    let mut state = law.distance / law.speed;
    let mut last_steady = 0.6;
    for (v, steps) in [(1e-3, 20), (1e-2, 100), (1e-3, 1000), (-1e-3, 20), (-3e-3, 400)] {
        slider.drive(&[v]);
        let speed = f64::abs(v);
        for step in 0..steps {
            let before = state;
            state = state_after(&law, state, speed, h);
            let found = slider.step()[0];
            near(found, -v.signum() * N * mu(&law, speed, state), 1e-9 * N);
            if step == 0 {
                // Before the state has moved; that it moves within the step is known.
                let direct = mu(&law, speed, before);
                let moved = mu(&law, speed, state) - direct;
                let jump = found.abs() / N - moved - last_steady;
                let old = law.distance / before;
                near(jump, law.a * (speed / old).ln(), 1e-6);
            }
        }
        let steady = 0.6 + (law.a - law.b) * (speed / law.speed).ln();
        near(mu(&law, speed, state), steady, 1e-6);
        last_steady = steady;
    }
}

#[test]
fn velocity_steps_have_a_direct_effect_and_an_evolution() {
    for evolution in [Evolution::Aging, Evolution::Slip] {
        velocity_steps::<2>(evolution);
        velocity_steps::<3>(evolution);
    }
}

/// The state heals at rest under aging, θ grows like the time, and does not under slip.
#[test]
fn a_contact_at_rest_heals() {
    for (evolution, healed) in [(Evolution::Aging, 0.1 + 1.0), (Evolution::Slip, 0.1)] {
        let law = rock(evolution);
        let mut slider = Slider::<2>::driven(1e-2, friction(Friction::RateAndState(law)), &[1e-3]);
        slider.steps(5);
        slider.drive(&[0.0]);
        slider.steps(100);
        let state = slider.world.contacts[0].memory.friction[0];
        near(state, healed, 1e-9);
    }
}

/// m V′ = F - N μ(V, θ) by Runge and Kutta's classic scheme, in the variable ln V.
fn integrate(law: &RateAndState, force: f64, until: f64, steps: usize) -> f64 {
    integrate_from(law, force, until, steps, [1e-3, law.distance / 1e-3])
}

/// The same from a speed and a state.
fn integrate_from(
    law: &RateAndState,
    force: f64,
    until: f64,
    steps: usize,
    mut x: [f64; 2],
) -> f64 {
    let rates = |x: [f64; 2]| {
        let (v, state) = (x[0], x[1]);
        let way = v * state / law.distance;
        let evolution = match law.evolution {
            Evolution::Aging => 1.0 - way,
            Evolution::Slip => -way * way.ln(),
        };
        [force - N * mu(law, v, state), evolution]
    };
    let h = until / steps as f64;
    let add = |x: [f64; 2], k: [f64; 2], h: f64| [x[0] + h * k[0], x[1] + h * k[1]];
    for _ in 0..steps {
        let k1 = rates(x);
        let k2 = rates(add(x, k1, 0.5 * h));
        let k3 = rates(add(x, k2, 0.5 * h));
        let k4 = rates(add(x, k3, h));
        for i in 0..2 {
            x[i] += h / 6.0 * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i]);
        }
    }
    x[0]
}

/// Pulled with a little more, or less, than steady sliding takes: beside the integration, the error
/// halves with the step.
fn pulled<const D: usize>(evolution: Evolution, extra: f64) {
    let law = RateAndState { distance: 1e-3, ..rock(evolution) };
    let (until, force) = (0.4, (0.6 + extra) * N);
    let exact = integrate(&law, force, until, 400_000);
    assert!((integrate(&law, force, until, 200_000) / exact - 1.0).abs() < 1e-9);
    let run = |h: f64| {
        let rs = friction(Friction::RateAndState(law));
        let mut slider = Slider::<D>::driven(h, rs, &[1e-3]);
        // One step driven, to begin with sliding; then it is let go.
        slider.step();
        slider.release(1e-3);
        slider.push(force);
        slider.steps((until / h).round() as usize);
        slider.velocity()[0]
    };
    let [coarse, fine] = [1e-3, 5e-4].map(|h| run(h) - exact);
    assert!((fine / exact).abs() < 0.02, "{fine:e} of {exact:e}");
    let order = (coarse / fine).log2();
    assert!((order - 1.0).abs() < 0.1, "order {order}: {coarse:e} {fine:e} of {exact:e}");
}

#[test]
fn a_pulled_body_follows_the_equations_to_first_order() {
    for evolution in [Evolution::Aging, Evolution::Slip] {
        pulled::<2>(evolution, 0.003);
        pulled::<3>(evolution, 0.003);
        pulled::<2>(evolution, -0.02);
    }
}

/// The direct effect may be so small, μ₀/a = 6000, that its exponential is beyond all numbers.
#[test]
fn a_small_direct_effect_is_no_overflow() {
    let law = RateAndState { a: 1e-4, b: 2e-4, ..rock(Evolution::Aging) };
    let mut slider = Slider::<3>::pulled(1e-2, friction(Friction::RateAndState(law)));
    for force in [1.0, 1.7, 1.75, 2.0, 0.5] {
        slider.push(force);
        slider.steps(10);
        assert!(slider.velocity().norm().is_finite());
    }
    assert!(slider.velocity()[0].abs() < 1e-9, "rests at last");
}

/// A force below what steady sliding takes lets a contact creep, far slower than V₀, with the speed
/// at which friction balances it; on its own and in whatever step.
#[test]
fn a_loaded_contact_creeps() {
    for (speed, force) in [(1e-3, 1.0), (1e-6, 1.0), (1e-6, 1.5), (1e-6, 1.7), (1e-3, 0.0)] {
        let law = RateAndState { speed, ..rock(Evolution::Slip) };
        let mut slider = Slider::<3>::pulled(1e-2, friction(Friction::RateAndState(law)));
        slider.push(force);
        slider.steps(20);
        // asinh is a logarithm up to e^(-2 μ/a) here; the state has not moved.
        let expected = law.speed * ((force / N - 0.6) / law.a).exp() * f64::from(force > 0.0);
        near(slider.velocity()[0], expected, 1e-3 * expected + 1e-16);
    }
}

/// A spring that is pulled slowly: with less than (b - a) N / D_c of stiffness the steady motion is
/// unstable, and the body sticks and slips; with more it settles.
#[test]
fn a_soft_spring_makes_it_stick_and_slip() {
    let peak = |stiffness: f64| {
        let law = RateAndState { a: 0.01, b: 0.03, ..rock(Evolution::Aging) };
        let mut slider = Slider::<2>::pulled(1e-3, friction(Friction::RateAndState(law)));
        let (mut x, mut late) = (0.0, 0.0_f64);
        for k in 0..8000 {
            let t = k as f64 * 1e-3;
            slider.push(1.8 + stiffness * (1e-3 * t - x));
            slider.step();
            x += 1e-3 * slider.velocity()[0];
            if t > 4.0 {
                late = late.max(slider.velocity()[0]);
            }
        }
        late
    };
    let critical = 0.02 * N / 1e-4;
    let (stiff, soft) = (peak(3.0 * critical), peak(0.5 * critical));
    near(stiff, 1e-3, 1e-6);
    assert!(soft > 5e-3, "{soft}");
}

/// A contact that begins, or begins again, while its bodies slide has the friction of its speed in that step: it had μ₀, and
/// the state of the slip law did not follow until the next.
#[test]
fn a_contact_that_begins_sliding_was_a_step_late() {
    for evolution in [Evolution::Aging, Evolution::Slip] {
        for v in [1e-4, 1e-2, 0.3] {
            let (law, h) = (rock(evolution), 2e-3);
            let mut slider = Slider::<3>::driven(h, friction(Friction::RateAndState(law)), &[v]);
            let mut state = law.distance / law.speed;
            for step in 0..5 {
                state = state_after(&law, state, v, h);
                let found = slider.step()[0];
                let expected = -N * mu(&law, v, state);
                assert!(
                    (found - expected).abs() < 1e-8,
                    "{evolution:?} {v} {step}: {found} {expected}"
                );
            }
        }
    }
}

/// Thrown onto the plane at ten times V₀ it slows down as the equations say, to first order, from the first step on.
#[test]
fn a_thrown_body_follows_the_equations() {
    for evolution in [Evolution::Aging, Evolution::Slip] {
        let law = RateAndState { distance: 1e-2, a: 0.05, ..rock(evolution) };
        let until = 0.004;
        let exact = integrate_from(&law, 0.0, until, 100_000, [1e-2, law.distance / law.speed]);
        let run = |h: f64| {
            let mut slider = Slider::<2>::pulled(h, friction(Friction::RateAndState(law)));
            slider.release(1e-2);
            slider.push(0.0);
            slider.steps((until / h).round() as usize);
            slider.velocity()[0]
        };
        let [coarse, fine] = [1e-4, 5e-5].map(|h| run(h) - exact);
        let order = (coarse / fine).log2();
        assert!(
            (order - 1.0).abs() < 0.1,
            "{evolution:?} {order}: {coarse:e} {fine:e} of {exact:e}"
        );
    }
}
