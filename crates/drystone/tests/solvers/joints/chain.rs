//! A long chain of rods in the plane that hangs from a fixed point: impulses travel along it, which
//! sweeps do slowly and Newton's methods at once.

use drystone::linalg::{ContactRows, Side};
use drystone::problem::{Cone, Form, Global, Problem};
use drystone::solvers::{Auto, Settings, Status, solve};
use nalgebra::SVector;

/// Rods of 1 m and 1 kg, one after the other in the direction of an angle that alternates about
/// `angle`; one step of 10 ms from rest.
pub fn chain(bodies: usize, angle: f64, bend: f64) -> Global<2> {
    let (mass, inertia) = (1.0_f64, 1.0_f64 / 12.0);
    let mut rows = ContactRows::<2>::default();
    for body in 0..bodies {
        // u = velocity of the upper end of a rod relative to the lower end of the one before.
        let side = |rows: &mut ContactRows<2>, body: usize, end: f64, sign: f64| {
            let angle = angle + if body.is_multiple_of(2) { bend } else { -bend };
            let arm = [end * angle.cos(), end * angle.sin()];
            let (m, i) = (sign / mass.sqrt(), sign / inertia.sqrt());
            let start = rows.data.len() as u32;
            rows.data.extend([m, 0.0, -arm[1] * i, 0.0, m, arm[0] * i]);
            Side { dof: 3 * body as u32, size: 3, start }
        };
        let upper = side(&mut rows, body, -0.5, 1.0);
        let lower = match body.checked_sub(1) {
            Some(before) => side(&mut rows, before, 0.5, -1.0),
            None => Side { dof: 0, size: 0, start: rows.data.len() as u32 },
        };
        rows.sides.push([upper, lower]);
    }
    // Gravity alone: all fall alike, so that only the first joint moves.
    let mut b = vec![SVector::zeros(); bodies];
    b[0][1] = -9.81 * 0.01;
    let mut problem =
        Global { rows, b, cones: vec![Cone::Free; bodies], dofs: 3 * bodies, ..Global::default() };
    problem.complete();
    problem
}

/// Ten times as long a straight chain would take a hundred thousand sweeps.
#[test]
fn a_hanging_chain_takes_few_iterations() {
    let straight = -std::f64::consts::FRAC_PI_2;
    for (bodies, angle, bend) in
        [(100, straight, 0.0), (100, -1.2, 0.3), (100, 0.0, 0.0), (1000, straight, 0.0)]
    {
        let global = chain(bodies, angle, bend);
        let reduced = global.reduce();
        for problem in [Problem::Global(&global), Problem::Reduced(&reduced)] {
            let settings =
                Settings { tolerance: 1e-10, max_iterations: 100_000, ..Settings::default() };
            let mut r = vec![SVector::zeros(); problem.len()];
            let report = solve(&mut Auto::default(), problem, &settings, &mut r);
            assert_eq!(report.status, Status::Converged, "{report:?}");
            assert!(report.iterations < 400, "{bodies} rods at {angle}: {report:?}");
        }
    }
}

/// A chain that hangs down straight carries the weight below each joint.
#[test]
fn a_straight_chain_carries_its_weight() {
    let problem = chain(100, -std::f64::consts::FRAC_PI_2, 0.0);
    // W is as badly conditioned as the square of their number.
    let (tolerance, condition) = (1e-12, 1e4);
    let settings = Settings { tolerance, ..Settings::default() };
    let mut r = vec![SVector::zeros(); 100];
    solve(&mut Auto::default(), Problem::Global(&problem), &settings, &mut r);
    for (c, r) in r.iter().enumerate() {
        let weight = (100 - c) as f64 * 9.81 * 0.01;
        let error = (r - SVector::from([0.0, weight])).norm();
        assert!(error < condition * tolerance * 9.81, "{c}: {r}, {weight}");
    }
}
