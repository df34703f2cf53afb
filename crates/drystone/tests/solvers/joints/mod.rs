//! Joints (free cones) and springs (compliance): every family that takes them keeps its promise, in
//! both forms, and finds the impulses of an oracle where they are unique; the others refuse.
//!
//! The oracle eliminates joints by a dense Schur complement, W_cc - W_cf W_ff⁻¹ W_fc, and solves what
//! is left, which has contacts only, by enumeration.

mod cases;
mod chain;

use crate::common::Random;
use cases::{Case, cases};
use drystone::problem::{Cone, Form, Norm, Problem, Reduced, Residual};
use drystone::solvers::{About, Auto, SOLVERS, Settings, Solver, Status, Watch, enumerate, solve};
use nalgebra::{DMatrix, DVector, SMatrix, SVector};

/// Error of the impulses, relative to the residual promised.
const ERROR: f64 = 200.0;

fn settings(tolerance: f64) -> Settings {
    let norm = Norm::NaturalMap;
    Settings { tolerance, norm, max_iterations: 100_000, ..Settings::default() }
}

/// W and b, dense.
fn dense<const B: usize>(form: &Reduced<B>) -> (DMatrix<f64>, DVector<f64>) {
    let n = B * form.b.len();
    let mut w = DMatrix::zeros(n, n);
    for c in 0..form.b.len() {
        for k in form.start[c]..form.start[c + 1] {
            let mut place = w.fixed_view_mut::<B, B>(c * B, form.columns[k] * B);
            place += form.blocks[k];
        }
    }
    (w, DVector::from_iterator(n, form.b.iter().flat_map(|b| b.iter().copied())))
}

/// The shortest solution: joints by a pseudo-inverse, contacts by enumeration, which must find one
/// answer only (rolling: by sweeps and Newton's method).
fn oracle<const B: usize>(form: &Reduced<B>) -> Vec<SVector<f64, B>> {
    let (w, b) = dense(form);
    let (joints, contacts): (Vec<usize>, Vec<usize>) =
        (0..form.b.len()).partition(|&c| form.cones[c].is_free());
    let rows = |list: &[usize]| list.iter().flat_map(|c| c * B..(c + 1) * B).collect::<Vec<_>>();
    let part = |i: &[usize], j: &[usize]| w.select_rows(&rows(i)).select_columns(&rows(j));
    let of_joints = part(&joints, &joints);
    let inverse = match joints.len() {
        0 => of_joints,
        _ => of_joints.pseudo_inverse(1e-10).expect("a pseudo-inverse"),
    };
    let (to_contacts, from) = (part(&contacts, &joints), part(&joints, &contacts));
    let (b_joints, b_contacts) = (b.select_rows(&rows(&joints)), b.select_rows(&rows(&contacts)));
    let schur = part(&contacts, &contacts) - &to_contacts * &inverse * &from;
    let left = b_contacts - &to_contacts * &inverse * &b_joints;

    let m = contacts.len();
    let pairs = || (0..m).flat_map(|c| (0..m).map(move |d| (c, d)));
    let blocks =
        pairs().map(|(c, d)| SMatrix::<f64, B, B>::from(schur.fixed_view(c * B, d * B))).collect();
    let of_contact = |x: &DVector<f64>, c: usize| SVector::<f64, B>::from(x.fixed_rows(c * B));
    let contacts_only = Reduced::new(
        (0..=m).map(|c| c * m).collect(),
        pairs().map(|(_, d)| d).collect(),
        blocks,
        (0..m).map(|c| of_contact(&left, c)).collect(),
        contacts.iter().map(|&c| form.cones[c]).collect(),
    );
    let found = only_solution(&contacts_only);
    let flat = DVector::from_iterator(m * B, found.iter().flat_map(|r| r.iter().copied()));
    let of_joints = -(inverse * (b_joints + from * flat));
    let mut r = vec![SVector::zeros(); form.b.len()];
    joints.iter().enumerate().for_each(|(k, &c)| r[c] = of_contact(&of_joints, k));
    contacts.iter().zip(found).for_each(|(&c, found)| r[c] = found);
    r
}

fn only_solution<const B: usize>(form: &Reduced<B>) -> Vec<SVector<f64, B>> {
    let problem = Problem::Reduced(form);
    if form.is_empty() {
        return vec![];
    }
    if !form.is_rolling() {
        let mut all = enumerate::all(&problem);
        assert_eq!(all.len(), 1, "one solution");
        return all.remove(0);
    }
    let mut r = vec![SVector::zeros(); form.b.len()];
    let report = solve(&mut Auto::default(), problem, &settings(1e-12), &mut r);
    assert_eq!(report.status, Status::Converged, "{report:?}");
    r
}

fn norm<const B: usize>(x: &[SVector<f64, B>]) -> f64 {
    x.iter().map(SVector::norm_squared).sum::<f64>().sqrt()
}

/// What is wrong with a family's answer.
fn complaint<const B: usize>(
    about: &About,
    solver: &mut dyn Solver<B>,
    case: &Case<B>,
    problem: Problem<B>,
    expected: &[SVector<f64, B>],
) -> Option<String> {
    let mut r = vec![SVector::zeros(); expected.len()];
    let report = solver.solve(problem, &settings(about.promise), &mut Watch::default(), &mut r);
    if !about.takes(&problem) {
        // Where nothing is the answer there is nothing to refuse.
        let zero = Residual::of_impulses(&case.problem, &vec![SVector::zeros(); expected.len()]);
        let refused = report.status == Status::NotAccepted || zero.natural_map == 0.0;
        return (!refused).then(|| format!("{report:?} instead of a refusal"));
    }
    // Judged in the other form, which shares no code with the solver's.
    let verdict = match problem {
        Problem::Global(form) => Residual::of_impulses(&form.reduce(), &r),
        Problem::Reduced(_) => Residual::of_impulses(&case.problem, &r),
    };
    if report.status != Status::Converged || verdict.natural_map > 1.001 * about.promise {
        return Some(format!("{report:?}, {:e}", verdict.natural_map));
    }
    // Impulses need not be unique; what they do to the bodies is.
    let (mut z, mut z_expected) = (vec![], vec![]);
    case.problem.momentum(&r, &mut z);
    case.problem.momentum(expected, &mut z_expected);
    let apart: Vec<_> = r.iter().zip(expected).map(|(a, b)| a - b).collect();
    let length = |z: &mut dyn Iterator<Item = f64>| z.map(|z| z * z).sum::<f64>().sqrt();
    let of_bodies = length(&mut z.iter().zip(&z_expected).map(|(a, b)| a - b));
    let error = if case.unique { norm(&apart) / norm(expected) } else { 0.0 };
    let error = error.max(of_bodies / length(&mut z_expected.iter().copied()));
    (error > ERROR * about.promise).then(|| format!("impulses are wrong by {error:e}"))
}

fn check<const B: usize>(n: usize, contacts: usize, cone: fn(&mut Random) -> Cone) {
    let mut complaints = vec![];
    for case in cases::<B>(n, contacts, cone) {
        let reduced = case.problem.reduce();
        let expected = oracle(&reduced);
        let verdict = Residual::of_impulses(&case.problem, &expected).natural_map;
        assert!(verdict < 1e-10, "{}: the oracle is wrong by {verdict:e}", case.title);
        for family in SOLVERS {
            for problem in [Problem::Global(&case.problem), Problem::Reduced(&reduced)] {
                let mut solver = family.make::<B>().expect("of this size");
                let what = complaint(&family.about, &mut *solver, &case, problem, &expected);
                let form = if matches!(problem, Problem::Global(_)) { "global" } else { "reduced" };
                let name = family.about.name;
                complaints.extend(what.map(|c| format!("{name}, {}, {form}: {c}", case.title)));
            }
        }
    }
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

fn coulomb(random: &mut Random) -> Cone {
    Cone::Coulomb { mu: random.range(0.1, 0.6) }
}

fn rolling(random: &mut Random) -> Cone {
    Cone::Rolling { mu: random.range(0.1, 0.6), mu_r: random.range(0.05, 0.2) }
}

#[test]
fn joints_and_springs_without_friction() {
    check::<1>(3, 3, |_| Cone::Coulomb { mu: 0.0 });
}

#[test]
fn joints_and_springs_in_the_plane() {
    check::<2>(3, 2, coulomb);
}

#[test]
fn joints_and_springs_in_space() {
    check::<3>(6, 2, coulomb);
}

#[test]
fn joints_and_springs_with_rolling_friction_in_the_plane() {
    check::<3>(6, 2, rolling);
}

#[test]
fn joints_and_springs_with_rolling_friction_in_space() {
    check::<5>(12, 2, rolling);
}

fn spinning(random: &mut Random) -> Cone {
    let Cone::Rolling { mu, mu_r } = rolling(random) else { unreachable!("of rolling") };
    Cone::Spinning { mu, mu_r, mu_s: random.range(0.02, 0.1) }
}

#[test]
fn joints_and_springs_with_spinning_friction() {
    check::<6>(14, 2, spinning);
}

/// The table says it: small problems by pivots take no joints.
#[test]
fn families_that_take_no_joints_are_few() {
    let refuse = SOLVERS.iter().filter(|f| !f.about.free).map(|f| f.about.name);
    assert_eq!(refuse.collect::<Vec<_>>(), ["lemke", "pivot-2d"]);
}
