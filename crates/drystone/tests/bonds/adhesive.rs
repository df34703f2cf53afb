//! Adhesion with an intensity that fades.

use crate::driver::*;
use drystone::bodies::{Drive, DriveKind, Function, Rigid, Table};
use drystone::laws::Bond;
use drystone::laws::bonds::Adhesive;
use drystone::step::Stepper;

const GLUE: Adhesive = Adhesive {
    normal_stiffness: 1e9,
    tangential_stiffness: 5e8,
    energy: 20.0,
    viscosity: 0.0,
    healing: false,
    area: None,
};

/// t = C δ up to δ₀ = sqrt(w/C), then w²/(C δ³); straight back to the origin.
fn fades<const D: usize>(mode: usize, stiffness: f64) {
    let point = |x: f64| if mode == 0 { [x, 0.0] } else { [0.0, x] };
    let path = [0.0, 3e-4, 1e-5, 1.5e-3].map(point);
    let moments = follow::<D>(Bond::Adhesive(GLUE), &path, 1000);
    let mut most = 0.0_f64;
    let off = difference(&moments, |m| {
        let at = m.at[mode];
        most = most.max(at.abs());
        let intensity = (20.0 / (stiffness * most * most)).min(1.0);
        point(stiffness * intensity * intensity * at)
    });
    assert!(off < 1e-7, "{off}");
}

#[test]
fn adhesion_fades_as_the_formula_says() {
    fades::<2>(0, 1e9);
    fades::<3>(0, 1e9);
    fades::<2>(1, 5e8);
    fades::<3>(1, 5e8);
}

/// All of the energy is spent in the end: what is missing at δ is w β/2 = w²/(2 C δ²).
#[test]
fn parting_spends_its_energy() {
    let path = [[0.0; 2], [4e-4, 0.0], [4e-3, 0.0], [4e-2, 0.0]];
    let moments = follow::<2>(Bond::Adhesive(GLUE), &path, 20_000);
    let spent: f64 = moments.iter().map(Moment::work).sum();
    let left = 20.0 * 20.0 / (2.0 * 1e9 * 4e-2 * 4e-2);
    assert!((spent + left - 20.0).abs() < 20.0 * 1e-6, "{spent} {left}");
}

/// With viscosity β follows its equation: the step converges to it with order one.
#[test]
fn viscous_adhesion_converges() {
    let (b, speed) = (5.0, 0.01);
    let exact = {
        // b β' = -(β C (v t)² - w)₊, by small steps of fourth order.
        let rate = |t: f64, beta: f64| {
            let x = speed * t;
            -(beta * 1e9 * x * x - 20.0).max(0.0) / b
        };
        let (mut beta, n, end) = (1.0, 200_000, 0.05);
        let h = end / f64::from(n);
        for k in 0..n {
            let t = f64::from(k) * h;
            let k1 = rate(t, beta);
            let k2 = rate(t + 0.5 * h, beta + 0.5 * h * k1);
            let k3 = rate(t + 0.5 * h, beta + 0.5 * h * k2);
            let k4 = rate(t + h, beta + h * k3);
            beta += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
        }
        beta
    };
    let glue = Adhesive { viscosity: b, ..GLUE };
    let error = |steps: usize| {
        let law = bonded(Bond::Adhesive(glue), 0.3);
        let moments = follow_with::<2>(law, &[[0.0; 2], [5e-4, 0.0]], steps, 0.05 / steps as f64);
        let last = moments[moments.len() - 1];
        ((last.stress[0] / (1e9 * last.at[0])).sqrt() - exact).abs()
    };
    let (coarse, fine) = (error(200), error(400));
    assert!(fine < 0.02 && (1.6..2.6).contains(&(coarse / fine)), "{coarse} {fine}");
}

/// Opened at once, held, and closed: held, β goes to w/(C δ²) as e^(-C δ² t/b); closed, it grows by w t/b up
/// to one.
#[test]
fn what_is_left_heals() {
    let (b, h, open) = (5.0, 1e-3, 4e-4);
    let times = [0.0, 0.02, 0.07, 0.09, 1.0];
    let points = [0.0, open, open, 0.0, 0.0];
    let glue = Adhesive { viscosity: b, healing: true, ..GLUE };
    let (mut world, upper) = blocks::<2>(bonded(Bond::Adhesive(glue), 0.3), h);
    let inertia = world.bodies.list[upper].inertia() * 1e15;
    world.bodies.list[upper] = Rigid::new("upper", 1000.0, inertia).expect("a sound body");
    let moments = times.map(|t| t + 2.0 * h).to_vec();
    let function = Function::Table(Table::new(moments, points.to_vec()).expect("a table"));
    world.bodies.list[upper].drives.push(Drive { dof: 1, kind: DriveKind::Displacement, function });
    let mut stepper = Stepper::new(&mut world);
    let mut history = vec![];
    for _ in 0..600 {
        stepper.step(&mut world);
        history.push(world.contacts.iter().map(|c| 1.0 - c.damage).fold(1.0, f64::min));
    }
    let pull = 1e9 * open * open;
    let rest = 20.0 / pull;
    // Held, from step 22 on: geometric, as the implicit step is.
    let shrinks = 1.0 / (1.0 + pull * h / b);
    for k in 24..70 {
        let exact = rest + (history[23] - rest) * shrinks.powi(k as i32 - 23);
        assert!((history[k] - exact).abs() < 1e-9, "{k} {} {exact}", history[k]);
    }
    // Closed, from step 92 on: straight, and whole in the end.
    for k in 94..600 {
        let exact = (history[93] + (k - 93) as f64 * h * 20.0 / b).min(1.0);
        assert!((history[k] - exact).abs() < 1e-9, "{k} {} {exact}", history[k]);
    }
    assert!(history[93] < 0.5 && history[599] == 1.0);
}
