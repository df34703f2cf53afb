//! The error measure against exact answers and against itself in two forms.

use crate::{load, numbers};
use drystone::linalg::Sparse;
use drystone::problem::fclib::{Block, Equations, Info, ProblemFile};
use nalgebra::{DMatrix, DVector};

/// One contact of unit mass, u = r + q.
fn unit(block: Block, mu: f64, mu_r: Option<f64>, q: &[f64]) -> ProblemFile {
    let diagonal: Vec<_> = (0..q.len() as u32).map(|k| (k, k, 1.0)).collect();
    let delassus = Sparse::from_triplets(q.len(), q.len(), &diagonal);
    let equations = Equations::Local { delassus, q: q.to_vec() };
    let (mu, mu_r) = (vec![mu], Vec::from_iter(mu_r));
    ProblemFile {
        equations,
        block,
        mu,
        mu_r,
        info: Info::default(),
        solution: None,
        guesses: vec![],
    }
}

#[test]
fn exact_answers_have_no_error() {
    let stick = unit(Block::Space, 0.5, None, &[-4.0, 1.0, -1.0]);
    assert_eq!(stick.measure(&[], &[4.0, -1.0, 1.0]).error, 0.0);
    let open = unit(Block::Plane, 0.5, None, &[4.0, 1.0]);
    assert_eq!(open.measure(&[], &[0.0, 0.0]).error, 0.0);
    // u = (0, 1.8, 2.4, 0, 5) slides and rolls; r_T = -0.5 · 4 (0.6, 0.8), r_R = -0.25 · 4 e₂.
    let slide = unit(Block::RollingSpace, 0.5, Some(0.25), &[-4.0, 3.0, 4.0, 0.0, 6.0]);
    assert!(slide.measure(&[], &[4.0, -1.2, -1.6, 0.0, -1.0]).error < 1e-16);
    let plane = unit(Block::RollingPlane, 0.5, Some(0.25), &[-4.0, 3.0, 0.5]);
    assert!(plane.measure(&[], &[4.0, -2.0, -0.5]).error < 1e-16);
}

/// r = 0, u = q = (-3, 4): x = -ũ = (3 - 0.5 · 4, -4) = (1, -4), on the cone's boundary
/// p_N = (1 + 0.5 · 4)/(1 + 0.25) = 2.4, p_T = -1.2; ‖e‖ = √7.2, divided by ‖q‖ = 5.
#[test]
fn a_wrong_answer_has_the_error_worked_out_by_hand() {
    let measure = unit(Block::Plane, 0.5, None, &[-3.0, 4.0]).measure(&[], &[0.0, 0.0]);
    assert!((measure.natural_map - 7.2f64.sqrt()).abs() < 1e-15);
    assert_eq!((measure.natural_scale, measure.balance), (5.0, 0.0));
    assert!((measure.error - 7.2f64.sqrt() / 5.0).abs() < 1e-16);
}

/// Both frictions clip: x = (1, 2, 2) with μ = 0.5, μ_r = 0.25 gives
/// p_N = (1 + 1 + 0.5)/(1 + 0.25 + 0.0625) = 40/21. With r = x and u = 0 the error is ‖x - p‖/‖x‖.
#[test]
fn the_cone_of_rolling_friction_is_the_smaller_one() {
    let problem = unit(Block::RollingPlane, 0.5, Some(0.25), &[-1.0, -2.0, -2.0]);
    let expected = [1.0 - 40.0 / 21.0, 2.0 - 20.0 / 21.0, 2.0 - 10.0 / 21.0_f64];
    let norm = expected.iter().map(|e| e * e).sum::<f64>().sqrt();
    let measure = problem.measure(&[], &[1.0, 2.0, 2.0]);
    assert!((measure.natural_map - norm).abs() < 1e-15);
    assert_eq!(measure.natural_scale, 3.0);
}

#[test]
fn nothing_is_divided_by_nothing() {
    let measure = unit(Block::Plane, 0.5, None, &[0.0, 1e-17]).measure(&[], &[0.0, 0.0]);
    assert_eq!(measure.natural_scale, 1.0);
    assert!(measure.error.is_finite());
}

fn dense(a: &Sparse) -> DMatrix<f64> {
    let mut full = DMatrix::zeros(a.rows(), a.cols());
    for row in 0..a.rows() {
        let (columns, values) = a.row(row);
        columns.iter().zip(values).for_each(|(&c, x)| full[(row, c as usize)] = *x);
    }
    full
}

/// The same problem as its producer wrote it in both forms: with v = M⁻¹ (H r + f) the relative
/// velocities and the natural map agree, up to the seven digits of the condensed W (q has all).
/// This fails if triplets are read as (row, column) = (p, i).
#[test]
fn global_and_condensed_form_agree() {
    let (global, local) = (load("GFC3D_TwoRods1"), load("GFC3D_TwoRods1-condensed"));
    let Equations::Global { mass, kinematic, f, .. } = &global.equations else { panic!("global") };
    for (r, digits) in [(vec![0.0; 9], 1e-14), (numbers(9, 5), 9.0 * 0.5e-6)] {
        let right = dense(kinematic) * DVector::from_row_slice(&r) + DVector::from_row_slice(f);
        let v = dense(mass).lu().solve(&right).expect("a mass matrix");
        let (u, condensed) =
            (global.relative_velocity(v.as_slice(), &r), local.relative_velocity(&[], &r));
        for (a, b) in u.iter().zip(&condensed) {
            assert!((a - b).abs() < digits, "{a} {b}");
        }
        let (graded, condensed) = (global.measure(v.as_slice(), &r), local.measure(&[], &r));
        // The natural map changes by at most (2 + μ) ‖change of u‖, here ≤ 3 √9 `digits`.
        assert!((graded.natural_map - condensed.natural_map).abs() < 9.0 * digits);
        assert!(graded.balance < 1e-12 * graded.balance_scale);
    }
}

/// A first guess that came with a problem, graded by `check.py`.
#[test]
fn a_guess_has_the_error_numpy_finds() {
    let problem = load("Sim_spheres-n5-step20-c150");
    let error = problem.measure(&[], &problem.guesses[0].r).error;
    assert!((error - 0.7046793618730673).abs() < 1e-14, "{error}");
}
