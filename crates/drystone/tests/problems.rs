//! Problems of many contacts: the two forms agree, Gauss–Seidel solves them, statuses are honest.

mod common;

use common::Random;
use drystone::linalg::{ContactRows, Side};
use drystone::problem::{Cone, Global, Norm, Problem, Residual};
use drystone::solvers::{GaussSeidel, Settings, Status, solve};
use nalgebra::SVector;

/// A random problem: bodies of `n` degrees of freedom, contacts between random pairs (or one
/// body and the ground), pushed towards each other.
fn random_problem<const B: usize>(
    random: &mut Random,
    bodies: usize,
    contacts: usize,
    n: usize,
) -> Global<B> {
    let mut rows = ContactRows::<B>::default();
    let (mut b, mut cones) = (vec![], vec![]);
    for c in 0..contacts {
        let first = (c + (random.unit() * 3.0) as usize) % bodies;
        let second = (random.unit() * bodies as f64) as usize;
        let mut side = |body: usize, present: bool| {
            let start = rows.data.len() as u32;
            if !present {
                return Side { dof: 0, size: 0, start };
            }
            rows.data.extend((0..B * n).map(|_| random.range(-1.0, 1.0)));
            Side { dof: (body * n) as u32, size: n as u32, start }
        };
        let sides = [side(first, true), side(second, second != first)];
        rows.sides.push(sides);
        b.push(SVector::from_fn(|_, _| random.range(-1.0, 0.5)));
        cones.push(Cone::Coulomb { mu: random.range(0.0, 0.4) });
    }
    let mut problem = Global { rows, b, cones, dofs: bodies * n, ..Global::default() };
    problem.complete();
    problem
}

fn forms_agree<const B: usize>(n: usize) {
    let mut random = Random(11);
    let problem = random_problem::<B>(&mut random, 6, 9, n);
    let reduced = problem.reduce();
    let r: Vec<_> =
        (0..9).map(|_| SVector::<f64, B>::from_fn(|_, _| random.range(-1.0, 1.0))).collect();
    let mut z = vec![];
    problem.momentum(&r, &mut z);
    for c in 0..9 {
        let difference = problem.relative_velocity(c, &r[c], &z) - reduced.relative_velocity(c, &r);
        assert!(difference.norm() < 1e-13);
        assert!((problem.diagonal[c] - reduced.diagonal[c]).norm() < 1e-13);
    }
    let (a, b) = (Residual::of(&problem, &r, &z), Residual::of_impulses(&reduced, &r));
    for norm in [Norm::NaturalMap, Norm::ContactMax, Norm::QuadraticMean] {
        assert!((a.value(norm) - b.value(norm)).abs() < 1e-12 * a.value(norm));
    }
}

#[test]
fn global_and_reduced_forms_agree() {
    forms_agree::<2>(3);
    forms_agree::<3>(6);
    // Sizes without an unrolled kernel, as deformable bodies will have.
    forms_agree::<3>(8);
    forms_agree::<1>(3);
}

/// Every norm, plain and accelerated, relaxed and not, on problems of all block sizes. The
/// verdict is recomputed on the reduced form, which shares no code with the sweeps.
fn solved<const B: usize>(n: usize) {
    let mut random = Random(21);
    for case in 0..20 {
        let problem = random_problem::<B>(&mut random, 12, 10, n);
        let norm = [Norm::NaturalMap, Norm::ContactMax, Norm::QuadraticMean][case % 3];
        let settings = Settings {
            tolerance: 1e-10,
            norm,
            max_iterations: 200_000,
            relaxation: [1.0, 0.8, 1.2][case % 3],
            acceleration: case % 2 == 0,
            ..Settings::default()
        };
        let mut r = vec![SVector::zeros(); problem.len()];
        let report =
            solve(&mut GaussSeidel::default(), Problem::Global(&problem), &settings, &mut r);
        assert_eq!(report.status, Status::Converged, "B = {B}, case {case}: {report:?}");
        let verdict = Residual::of_impulses(&problem.reduce(), &r).value(norm);
        assert!(verdict < 1.001e-10, "{verdict:e}");
        assert!((verdict - report.residual.value(norm)).abs() < 1e-13);
    }
}

#[test]
fn gauss_seidel_solves_random_problems() {
    solved::<1>(3);
    solved::<2>(3);
    solved::<3>(6);
    solved::<3>(8);
}

#[test]
fn a_warm_start_at_the_solution_takes_one_sweep() {
    let problem = random_problem::<3>(&mut Random(5), 12, 10, 6);
    let tight = Settings { tolerance: 1e-12, max_iterations: 200_000, ..Settings::default() };
    let mut r = vec![SVector::zeros(); problem.len()];
    let mut solver = GaussSeidel::default();
    let cold = solve(&mut solver, Problem::Global(&problem), &tight, &mut r);
    let loose = Settings { tolerance: 1e-9, ..tight };
    let warm = solve(&mut solver, Problem::Global(&problem), &loose, &mut r);
    assert_eq!(warm.iterations, 1, "cold start took {}", cold.iterations);
}

#[test]
fn limits_are_reported() {
    let problem = random_problem::<3>(&mut Random(6), 40, 120, 6);
    let settings = Settings { tolerance: 0.0, max_iterations: 7, ..Settings::default() };
    let mut r = vec![SVector::zeros(); problem.len()];
    let report = solve(&mut GaussSeidel::default(), Problem::Global(&problem), &settings, &mut r);
    assert_eq!((report.status, report.iterations), (Status::IterationLimit, 7));
    let settings = Settings { max_seconds: 0.02, max_iterations: usize::MAX, ..settings };
    let start = std::time::Instant::now();
    let report = solve(&mut GaussSeidel::default(), Problem::Global(&problem), &settings, &mut r);
    // With tolerance zero only time, or a residual at round-off, can end it.
    assert!(matches!(report.status, Status::TimeLimit | Status::Stagnated), "{report:?}");
    assert!(start.elapsed().as_secs_f64() < 1.0);
}

/// Friction beyond the uniqueness bound everywhere: if it does not converge, it says why.
#[test]
fn painleve_problems_are_called_ill_posed() {
    let mut random = Random(8);
    let mut problem = random_problem::<2>(&mut random, 6, 12, 3);
    problem.cones.fill(Cone::Coulomb { mu: 20.0 });
    let settings = Settings { tolerance: 0.0, max_iterations: 50, ..Settings::default() };
    let mut r = vec![SVector::zeros(); problem.len()];
    let report = solve(&mut GaussSeidel::default(), Problem::Global(&problem), &settings, &mut r);
    assert!(report.ill_posed > 0);
    assert_eq!(report.status, Status::IllPosed);
    assert!(r.iter().all(|r| r.iter().all(|x| x.is_finite())));
}

#[test]
fn no_contact_is_no_problem() {
    let problem = Global::<3>::default();
    let report = solve(
        &mut GaussSeidel::default(),
        Problem::Global(&problem),
        &Settings::default(),
        &mut [],
    );
    assert_eq!((report.status, report.iterations), (Status::Converged, 0));
}
