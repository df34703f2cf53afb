//! Adhesion with an intensity that fades.

use crate::driver::*;
use drystone::laws::Bond;
use drystone::laws::bonds::Adhesive;

const GLUE: Adhesive = Adhesive {
    normal_stiffness: 1e9,
    tangential_stiffness: 5e8,
    energy: 20.0,
    viscosity: 0.0,
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
