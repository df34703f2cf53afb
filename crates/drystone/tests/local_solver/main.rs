//! The one-contact solvers on random problems: the judge, not the solver, decides.

#[path = "../common/mod.rs"]
mod common;
mod rolling;

use common::Random;
use drystone::problem::{Cone, Reduced, Residual};
use drystone::solvers::local::{LOCAL_METHODS, Local, LocalMethod};
use nalgebra::{SMatrix, SVector};

/// A random positive definite block with a condition number up to 10^`decades`.
fn random_block<const B: usize>(random: &mut Random, decades: f64) -> SMatrix<f64, B, B> {
    // Gram–Schmidt on random columns.
    let mut orthogonal = SMatrix::<f64, B, B>::from_fn(|_, _| random.range(-1.0, 1.0));
    for i in 0..B {
        for j in 0..i {
            let other = orthogonal.column(j).into_owned();
            let along = other.dot(&orthogonal.column(i));
            orthogonal.column_mut(i).axpy(-along, &other, 1.0);
        }
        orthogonal.column_mut(i).normalize_mut();
    }
    let values = SVector::<f64, B>::from_fn(|_, _| random.magnitude(-decades, 0.0));
    let w = orthogonal * SMatrix::from_diagonal(&values) * orthogonal.transpose();
    (w + w.transpose()) * 0.5 * random.magnitude(-3.0, 3.0)
}

fn judge<const B: usize>(w: SMatrix<f64, B, B>, q: SVector<f64, B>, mu: f64) -> (f64, bool) {
    judge_by(w, q, Cone::Coulomb { mu }, LocalMethod::default(), SVector::zeros())
}

fn judge_by<const B: usize>(
    w: SMatrix<f64, B, B>,
    q: SVector<f64, B>,
    cone: Cone,
    method: LocalMethod,
    previous: SVector<f64, B>,
) -> (f64, bool) {
    let local = Local::new(w, cone).by(method);
    let r = local.solve(&q, &previous);
    let problem = Reduced::single(w, q, cone);
    (Residual::of_impulses(&problem, &[r]).natural_map, local.ill_posed)
}

/// `count` random problems; gives how many violated the uniqueness condition.
fn random_problems<const B: usize>(count: usize, decades: f64, seed: u64) -> usize {
    let mut random = Random(seed);
    let mut ill_posed = 0;
    for i in 0..count {
        let w = random_block::<B>(&mut random, decades);
        let q = SVector::<f64, B>::from_fn(|_, _| random.range(-1.0, 1.0)) * w.trace();
        let mu = match i % 5 {
            0 => 0.0,
            1 => 2.0,
            2 => random.magnitude(-6.0, -2.0),
            _ => random.range(0.0, 1.5),
        };
        let (residual, flagged) = judge(w, q, mu);
        assert!(residual.is_finite());
        assert!(
            residual < 1e-12 || flagged,
            "case {i}: residual {residual:e}, mu = {mu}, W = {w}, q = {q}"
        );
        // Even without uniqueness a solution exists for positive definite W.
        assert!(residual < 1e-9, "case {i}: {residual:e} with {flagged}, mu = {mu}, {w} {q}");
        ill_posed += usize::from(flagged);
    }
    ill_posed
}

#[test]
fn plane_problems_are_solved_exactly() {
    random_problems::<2>(100_000, 1.0, 1);
}

#[test]
fn space_problems_are_solved_exactly() {
    random_problems::<3>(100_000, 1.0, 2);
}

#[test]
fn nearly_singular_blocks_are_solved_or_reported() {
    assert!(random_problems::<2>(100_000, 10.0, 3) > 0);
    assert!(random_problems::<3>(100_000, 10.0, 4) > 0);
}

#[test]
fn spherical_blocks_are_solved_exactly() {
    let mut random = Random(5);
    for _ in 0..100_000 {
        let (normal, tangent) = (random.magnitude(-3.0, 3.0), random.magnitude(-3.0, 3.0));
        let w = SMatrix::<f64, 3, 3>::from_diagonal(&SVector::from([normal, tangent, tangent]));
        let q = SVector::<f64, 3>::from_fn(|_, _| random.range(-1.0, 1.0));
        let mu = random.range(0.0, 2.0);
        assert!(judge(w, q, mu).0 < 1e-12);
    }
}

/// A point mass pushed on a plane: every outcome by hand.
#[test]
fn outcomes_by_hand() {
    let local = Local::new(SMatrix::<f64, 3, 3>::identity() * 0.5, Cone::Coulomb { mu: 0.5 });
    let none = SVector::zeros();
    let off = local.solve(&SVector::from([1.0, -3.0, 0.0]), &none);
    assert_eq!(off, none, "leaves: no reaction");
    let stick = local.solve(&SVector::from([-1.0, 0.3, 0.4]), &none);
    assert!((stick - SVector::from([2.0, -0.6, -0.8])).norm() < 1e-15);
    let slide = local.solve(&SVector::from([-1.0, 3.0, 4.0]), &none);
    assert!((slide - SVector::from([2.0, -0.6, -0.8])).norm() < 1e-15);
}

/// Painlevé: a rod sliding on a rough plane. Beyond the bound μ W_NT ≥ W_NN the contact says so
/// and still returns a finite reaction.
#[test]
fn painleve_rod_is_reported() {
    // Rod of mass 1 and length 2 (inertia 1/3) at angle a: the end is at (cos a, -sin a) of it.
    let rod = |angle: f64, mu: f64| {
        let (s, c) = angle.sin_cos();
        let inverse_inertia = 3.0;
        let w = SMatrix::<f64, 2, 2>::new(
            1.0 + inverse_inertia * c * c,
            inverse_inertia * s * c,
            inverse_inertia * s * c,
            1.0 + inverse_inertia * s * s,
        );
        (Local::new(w, Cone::Coulomb { mu }), w)
    };
    // The bound for this angle: μ* = (1 + 3 c²)/(3 s c).
    let angle: f64 = 1.1;
    let bound = (1.0 + 3.0 * angle.cos().powi(2)) / (3.0 * angle.sin() * angle.cos());
    assert!(!rod(angle, 0.99 * bound).0.ill_posed);
    let (beyond, w) = rod(angle, 1.01 * bound);
    assert!(beyond.ill_posed);
    for speed in [-2.0, -0.1, 0.1, 2.0] {
        let q = SVector::from([-0.01, speed]);
        let r = beyond.solve(&q, &SVector::zeros());
        assert!(r.iter().all(|x| x.is_finite()));
        assert!(judge(w, q, 1.01 * bound).0 < 1e-9);
    }
}

/// Drives may leave a contact no tangential or no normal give at all.
#[test]
fn blocks_with_a_zero_are_solved_or_reported() {
    for w in [[2.0, 0.0, 0.0], [2.0, 0.0, 3.0], [2.0, 3.0, 0.0]] {
        let w = SMatrix::<f64, 3, 3>::from_diagonal(&SVector::from(w));
        for q in [[-1.0, 0.5, 0.5], [-1.0, 0.0, 0.0], [-1.0, 0.0, 1e-3], [0.5, 1.0, 0.0]] {
            let (residual, ill_posed) = judge(w, SVector::from(q), 0.4);
            assert!(residual < 1e-9 && !ill_posed, "{residual:e} for {w} {q:?}");
        }
    }
    let (residual, _) =
        judge(SMatrix::<f64, 2, 2>::new(2.0, 0.0, 0.0, 0.0), [-1.0, 0.3].into(), 0.4);
    assert!(residual < 1e-12);
    let (residual, ill_posed) =
        judge(SMatrix::<f64, 2, 2>::new(0.0, 0.0, 0.0, 1.0), [-1.0, 0.3].into(), 0.4);
    assert!(ill_posed && residual.is_finite(), "nothing can stop it");
}

/// A random block with a condition up to 10^`decades` and a skew part of a thousandth of it, which
/// leaves it positive definite.
fn asymmetric_block<const B: usize>(random: &mut Random, decades: f64) -> SMatrix<f64, B, B> {
    let w = random_block::<B>(random, decades);
    let size = 1e-3 * w.norm();
    let x = SMatrix::<f64, B, B>::from_fn(|_, _| size * random.range(-1.0, 1.0));
    w + x - x.transpose()
}

/// How many of `count` well-posed and of all other problems a method leaves above 1e-12.
fn failures<const B: usize>(method: LocalMethod, count: usize, seed: u64) -> [usize; 4] {
    let mut random = Random(seed);
    let mut counts = [0; 4];
    for i in 0..count {
        let w = asymmetric_block::<B>(&mut random, if i % 2 == 0 { 1.0 } else { 10.0 });
        let q = SVector::<f64, B>::from_fn(|_, _| random.range(-1.0, 1.0)) * w.trace();
        let mu = match i % 4 {
            0 => random.magnitude(-4.0, 1.0),
            1 => random.range(0.0, 10.0),
            _ => random.range(0.0, 1.0),
        };
        let previous = if i % 3 == 0 {
            SVector::zeros()
        } else {
            let x = SVector::<f64, B>::from_fn(|_, _| random.range(-1.0, 1.0));
            Cone::Coulomb { mu }.project(&x)
        };
        let (residual, ill_posed) = judge_by(w, q, Cone::Coulomb { mu }, method, previous);
        assert!(residual.is_finite(), "case {i}: mu = {mu}, W = {w}, q = {q}");
        let failed = residual > 1e-12;
        counts[if ill_posed { 2 } else { 0 }] += 1;
        counts[if ill_posed { 3 } else { 1 }] += usize::from(failed);
        assert!(
            !failed || ill_posed || !method.is_guaranteed(),
            "case {i} by {method:?}: {residual:e}, mu = {mu}, W = {w}, q = {q}"
        );
    }
    counts
}

/// What a method without guarantee must solve of the well-posed problems.
fn least_share(method: LocalMethod) -> f64 {
    match method {
        LocalMethod::NewtonAlartCurnier | LocalMethod::NewtonJeanMoreau => 0.99,
        LocalMethod::Projection => 0.99,
        _ => 1.0,
    }
}

#[test]
fn every_method_is_judged() {
    for (method, name) in LOCAL_METHODS {
        for (size, counts) in
            [(2, failures::<2>(*method, 100_000, 6)), (3, failures::<3>(*method, 100_000, 7))]
        {
            let [posed, failed, ill_posed, ill_failed] = counts;
            println!(
                "{name} in {size}: leaves {failed} of {posed}, and {ill_failed} of {ill_posed} \
                 without uniqueness, above 1e-12"
            );
            let share = 1.0 - failed as f64 / posed as f64;
            assert!(share >= least_share(*method), "{name} in {size}: {share}");
        }
    }
}

/// A joint holds up to six components, whatever they have to do with each other; a row of nothing
/// takes nothing.
fn joints_hold<const B: usize>() {
    let mut random = Random(14 + B as u64);
    for i in 0..20_000 {
        let mut w = asymmetric_block::<B>(&mut random, if i % 2 == 0 { 1.0 } else { 6.0 });
        let mut q = SVector::<f64, B>::from_fn(|_, _| random.range(-1.0, 1.0)) * w.trace();
        if i % 3 == 0 && B > 1 {
            w.row_mut(B - 1).fill(0.0);
            w.column_mut(B - 1).fill(0.0);
            q[B - 1] = 0.0;
        }
        let r = Local::new(w, Cone::Free).solve(&q, &SVector::zeros());
        let left = (w * r + q).norm() / q.norm().max(w.norm() * r.norm());
        assert!(left < 1e-11, "case {i}: {left:e}, W = {w}, q = {q}");
        assert!(i % 3 != 0 || B == 1 || r[B - 1] == 0.0, "case {i}: {r}");
    }
}

#[test]
fn joints_of_every_size_are_solved_exactly() {
    joints_hold::<1>();
    joints_hold::<2>();
    joints_hold::<3>();
    joints_hold::<5>();
    joints_hold::<6>();
}
