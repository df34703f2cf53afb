//! The semismooth Newton methods: exact answers, rates, problems of the literature, the polish.

mod common;

use common::Random;
use drystone::problem::fclib::ProblemFile;
use drystone::problem::{Cone, Norm, Problem, Reduced, Residual};
use drystone::solvers::laboratory::solve_file;
use drystone::solvers::{
    InteriorPoint, LINE_SEARCHES, LineSearch, NewtonAlartCurnier, NewtonNaturalMap, Polish,
    Settings, Solver, Status, Watch, find, solve,
};
use nalgebra::{Matrix2, Matrix3, SVector, Vector2, Vector3};
use std::path::{Path, PathBuf};

const FAMILIES: [&str; 6] = [
    "newton-alart-curnier",
    "newton-jean-moreau",
    "newton-natural-map",
    "newton-fischer-burmeister",
    "newton-velocity",
    "proximal",
];

fn settings(tolerance: f64) -> Settings {
    Settings { tolerance, norm: Norm::NaturalMap, max_iterations: 2_000, ..Settings::default() }
}

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/fclib").join(name)
}

fn solved<const B: usize>(name: &str, problem: &Reduced<B>, tolerance: f64) -> SVector<f64, B> {
    let mut solver = find(name).and_then(|f| f.make::<B>()).expect("a family of the table");
    let mut r = vec![SVector::zeros(); problem.b.len()];
    let report = solve(solver.as_mut(), Problem::Reduced(problem), &settings(tolerance), &mut r);
    assert_eq!(report.status, Status::Converged, "{name} {report:?}");
    r[0]
}

/// Take-off, stick and slide of one contact, worked out by hand.
#[test]
fn one_contact_has_its_exact_answer() {
    let w = Matrix2::new(2.0, 0.0, 0.0, 1.0);
    let cone = Cone::Coulomb { mu: 0.5 };
    let cases = [
        (Vector2::new(1.0, 0.7), Vector2::zeros()),
        (Vector2::new(-2.0, 0.3), Vector2::new(1.0, -0.3)),
        (Vector2::new(-2.0, 1.0), Vector2::new(1.0, -0.5)),
        (Vector2::new(-2.0, -3.0), Vector2::new(1.0, 0.5)),
    ];
    for name in FAMILIES {
        for (b, exact) in cases {
            let r = solved(name, &Reduced::single(w, b, cone), 1e-13);
            assert!((r - exact).norm() < 1e-11, "{name} {b} {r}");
        }
        // In space, sliding along (0.6, 0.8): r_T = -μ r_N (0.6, 0.8).
        let b = Vector3::new(-2.0, 1.8, 2.4);
        let r = solved(name, &Reduced::single(Matrix3::identity(), b, cone), 1e-13);
        assert!((r - Vector3::new(2.0, -0.6, -0.8)).norm() < 1e-11, "{name} {r}");
        // Without friction.
        let w = nalgebra::Matrix1::new(4.0);
        let r = solved(name, &Reduced::single(w, [-2.0].into(), Cone::Coulomb { mu: 0.0 }), 1e-13);
        assert!((r[0] - 0.5).abs() < 1e-12, "{name} {r}");
    }
}

/// A row of spheres, each coupled to its neighbours: regular, no contact degenerate.
fn chain(contacts: usize) -> Reduced<3> {
    let mut random = Random(4);
    let (mut start, mut columns, mut blocks) = (vec![0], vec![], vec![]);
    for c in 0..contacts {
        for other in c.saturating_sub(1)..(c + 2).min(contacts) {
            columns.push(other);
            let weight = if other == c { 2.0 } else { -0.7 };
            blocks.push(Matrix3::from_diagonal(&Vector3::new(1.0, 1.4, 1.4)) * weight);
        }
        start.push(columns.len());
    }
    let mut velocity = || Vector3::from_fn(|_, _| random.range(-1.0, 1.0)) - Vector3::x();
    let b = (0..contacts).map(|_| velocity()).collect();
    Reduced::new(start, columns, blocks, b, vec![Cone::Coulomb { mu: 0.4 }; contacts])
}

#[test]
fn convergence_is_quadratic_on_a_regular_problem() {
    let problem = chain(60);
    for name in &FAMILIES[..4] {
        let mut solver = find(name).and_then(|f| f.make::<3>()).expect("a family of the table");
        let mut watch = Watch::default();
        watch.history = Some(vec![]);
        let mut r = vec![Vector3::zeros(); 60];
        let report = solver.solve(Problem::Reduced(&problem), &settings(1e-14), &mut watch, &mut r);
        assert_eq!(report.status, Status::Converged, "{name} {report:?}");
        assert!(report.iterations < 25, "{name} {report:?}");
        let e: Vec<f64> = watch.history.iter().flatten().map(|m| m.residual).collect();
        // The order of convergence from three residuals in a row, the last above round-off.
        let orders = e.windows(3).filter(|e| e[0] < 1e-2 && e[2] > 1e-15);
        for e in orders {
            let order = (e[2] / e[1]).ln() / (e[1] / e[0]).ln();
            assert!(order > 1.7 || e[2] < 1e-13, "{name} {order} {e:?}");
        }
        // And the last step but one has found all statuses.
        let [.., before, last] = e[..] else { panic!("{name} took no step") };
        assert!(last < 1e-4 * before || before < 1e-10, "{name} {e:?}");
    }
}

#[test]
fn every_rule_for_the_step_solves_the_chain() {
    let problem = chain(100);
    for (rule, name) in LINE_SEARCHES {
        let settings = Settings { line_search: *rule, ..settings(1e-12) };
        let mut r = vec![Vector3::zeros(); 100];
        let mut solver = NewtonAlartCurnier::default();
        let report = solve(&mut solver, Problem::Reduced(&problem), &settings, &mut r);
        assert_eq!(report.status, Status::Converged, "{name} {report:?}");
    }
    assert_eq!(Settings::default().line_search, LineSearch::NonmonotoneArmijo);
}

/// The files that a family is known to fail on.
fn fails(family: &str, file: &str) -> bool {
    let rolling =
        ["GRFC3D_Chute-ndof-768-nc-4-3.hdf5", "RFC3D_cube_1.hdf5", "rockfall_14_25792.hdf5"];
    match family {
        "newton-fischer-burmeister" => rolling.contains(&file),
        "newton-jean-moreau" => file == rolling[0],
        _ => false,
    }
}

#[test]
fn problems_of_the_literature_are_solved() {
    let folder = std::fs::read_dir(data("")).expect("the folder of problems");
    for path in folder.map(|entry| entry.expect("an entry").path()).filter(|p| p.is_file()) {
        let file = ProblemFile::read(&path).expect("a problem");
        for name in FAMILIES {
            let family = find(name).expect("a family of the table");
            let settings =
                Settings { tolerance: 1e-8, max_iterations: 20_000, ..Settings::default() };
            let outcome = solve_file(&file, family, &settings, None, false).expect("regular");
            let known = fails(name, path.file_name().and_then(|n| n.to_str()).unwrap_or(""));
            let status = outcome.report.status;
            assert_eq!(status == Status::Converged, !known, "{name} {path:?} {status:?}");
            assert!(known || outcome.measure.error <= 1.01e-8, "{name} {path:?}");
        }
    }
}

/// From the interior point's answer to round-off.
#[test]
fn the_polish_finds_the_last_digits() {
    for name in ["Capsules-i101-404.hdf5", "Sim_spheres-n5-step20-c150.hdf5", "Rover1040.hdf5"] {
        let file = ProblemFile::read(&data(name)).expect("a problem");
        struct Last;
        impl drystone::problem::fclib::Visitor for Last {
            type Output = (f64, f64, usize);
            fn visit<const B: usize>(self, problem: Problem<B>) -> Self::Output {
                use drystone::problem::Form;
                let mut r = vec![SVector::zeros(); problem.len()];
                let mut watch = Watch::default();
                let first =
                    InteriorPoint::default().solve(problem, &settings(1e-8), &mut watch, &mut r);
                let last = Polish::default().solve(problem, &settings(1e-13), &mut watch, &mut r);
                let judged = Residual::of_impulses(&problem, &r).natural_map;
                assert_eq!(judged, last.residual.natural_map);
                (first.residual.natural_map, judged, last.iterations)
            }
        }
        let (before, after, iterations) = file.visit(Last).expect("regular");
        assert!(after <= 1e-13 && after <= before, "{name} {before:e} {after:e}");
        assert!(iterations <= 4, "{name} {iterations}");
    }
}

#[test]
fn limits_are_kept_and_nothing_is_ever_nan() {
    let mut random = Random(9);
    for case in 0..300 {
        // Walls that close on a block, huge and tiny numbers: there may be no solution.
        let size = random.magnitude(-120.0, 120.0);
        let one = Matrix3::identity() * size;
        let blocks = vec![one, -one, -one, one];
        let b = (0..2).map(|_| Vector3::from_fn(|_, _| random.range(-1.0, 1.0))).collect();
        let cones = vec![Cone::Coulomb { mu: if case % 3 == 0 { 0.0 } else { 0.7 } }; 2];
        let problem = Reduced::new(vec![0, 2, 4], vec![0, 1, 0, 1], blocks, b, cones);
        for name in FAMILIES {
            let mut solver = find(name).and_then(|f| f.make::<3>()).expect("a family");
            let settings = Settings { max_iterations: 60, ..settings(1e-9) };
            let mut r = vec![Vector3::zeros(); 2];
            let report = solve(solver.as_mut(), Problem::Reduced(&problem), &settings, &mut r);
            assert!(r.iter().all(|r| r.iter().all(|x| x.is_finite())), "{name} {report:?}");
            assert!(report.residual.natural_map.is_finite(), "{name} {report:?}");
            // An inner solve of the proximal method may be under way.
            assert!(report.iterations <= 60 + 30, "{name} {report:?}");
        }
    }
    let problem = chain(2_000);
    for name in FAMILIES {
        let mut solver = find(name).and_then(|f| f.make::<3>()).expect("a family");
        let settings = Settings { max_seconds: 0.0, ..settings(1e-15) };
        let mut r = vec![Vector3::zeros(); 2_000];
        let report = solve(solver.as_mut(), Problem::Reduced(&problem), &settings, &mut r);
        assert_eq!((report.status, report.iterations), (Status::TimeLimit, 0), "{name}");
    }
}

#[test]
fn a_second_solve_starts_from_the_same_bits() {
    let problem = chain(50);
    let mut solver = NewtonNaturalMap::default();
    let mut answers = vec![];
    for _ in 0..2 {
        let mut r = vec![Vector3::zeros(); 50];
        solve(&mut solver, Problem::Reduced(&problem), &settings(1e-10), &mut r);
        answers.push(r);
    }
    assert_eq!(answers[0], answers[1]);
}
