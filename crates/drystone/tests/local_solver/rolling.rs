//! Rolling and spinning friction: several bounds at once.

use crate::common::Random;
use crate::{asymmetric_block, judge_by};
use drystone::problem::Cone;
use drystone::solvers::local::{Local, LocalMethod};
use nalgebra::{SMatrix, SVector};

/// The cone with resistance to rolling of B components; of six, to spinning too.
fn rolling_cone<const B: usize>(mut coefficient: impl FnMut() -> f64) -> Cone {
    let (mu, mu_r) = (coefficient(), coefficient());
    if B < 6 {
        return Cone::Rolling { mu, mu_r };
    }
    Cone::Spinning { mu, mu_r, mu_s: coefficient() }
}

/// Random problems with rolling friction; the worst residual where the solution is unique, and how
/// many there were.
fn rolling<const B: usize>(count: usize, decades: f64, seed: u64) -> (f64, usize) {
    let mut random = Random(seed);
    let (mut worst, mut posed) = (0.0_f64, 0);
    for i in 0..count {
        let w = if i % 10 == 0 {
            // Spherical in each part.
            let mut entries = SVector::<f64, B>::repeat(random.magnitude(-2.0, 2.0));
            for (from, to, _) in rolling_cone::<B>(|| 0.0).parts::<B>() {
                let entry = random.magnitude(-2.0, 2.0);
                (from..to).for_each(|k| entries[k] = entry);
            }
            SMatrix::from_diagonal(&entries)
        } else {
            asymmetric_block::<B>(&mut random, decades)
        };
        let q = SVector::<f64, B>::from_fn(|_, _| random.range(-1.0, 1.0)) * w.trace();
        let cone = rolling_cone::<B>(|| match i % 5 {
            0 => 0.0,
            1 => random.magnitude(-6.0, -1.0),
            _ => random.range(0.0, 1.5),
        });
        let x = SVector::<f64, B>::from_fn(|_, _| random.range(-1.0, 1.0));
        let previous = if i % 2 == 0 { cone.project(&x) } else { SVector::zeros() };
        let (residual, ill_posed) = judge_by(w, q, cone, LocalMethod::default(), previous);
        assert!(residual.is_finite());
        if !ill_posed {
            posed += 1;
            worst = worst.max(residual);
            assert!(residual < 1e-12, "case {i}: {residual:e}, {cone:?}, W = {w}, q = {q}");
        }
    }
    (worst, posed)
}

#[test]
fn rolling_problems_are_solved_exactly() {
    for (decades, seed) in [(1.0, 8), (3.0, 9), (8.0, 10)] {
        let (plane, of_plane) = rolling::<3>(40_000, decades, seed);
        let (space, of_space) = rolling::<5>(40_000, decades, seed);
        println!("condition 1e{decades}: {plane:.1e} of {of_plane}, {space:.1e} of {of_space}");
        assert!(of_plane > 10_000 && of_space > 10_000);
    }
}

#[test]
fn spinning_problems_are_solved_exactly() {
    for (decades, seed) in [(1.0, 11), (3.0, 12), (8.0, 13)] {
        let (worst, posed) = rolling::<6>(4_000, decades, seed);
        println!("condition 1e{decades}: {worst:.1e} of {posed}");
        assert!(posed > 1_000, "{posed}");
    }
}

/// A ball pushed down with w = 1 that slides, rolls and spins: each part on its own.
#[test]
fn spinning_outcomes_by_hand() {
    let cone = Cone::Spinning { mu: 0.5, mu_r: 0.1, mu_s: 0.05 };
    let local = Local::new(SMatrix::<f64, 6, 6>::identity(), cone);
    let none = SVector::zeros();
    let sticks = local.solve(&SVector::from([-1.0, 0.3, 0.0, 0.0, 0.05, 0.02]), &none);
    assert!((sticks - SVector::from([1.0, -0.3, 0.0, 0.0, -0.05, -0.02])).norm() < 1e-15);
    let all = local.solve(&SVector::from([-1.0, 3.0, -4.0, 0.0, 2.0, -0.2]), &none);
    assert!((all - SVector::from([1.0, -0.3, 0.4, 0.0, -0.1, 0.05])).norm() < 1e-15);
    let spins = local.solve(&SVector::from([-1.0, 0.1, 0.2, 0.03, 0.0, 1.0]), &none);
    assert!((spins - SVector::from([1.0, -0.1, -0.2, -0.03, 0.0, -0.05])).norm() < 1e-15);
}

/// A disk pushed down with w = 1: each part on its own.
#[test]
fn rolling_outcomes_by_hand() {
    let cone = Cone::Rolling { mu: 0.5, mu_r: 0.1 };
    let local = Local::new(SMatrix::<f64, 3, 3>::identity(), cone);
    let none = SVector::zeros();
    assert_eq!(local.solve(&SVector::from([1.0, -3.0, 0.0]), &none), none);
    let sticks = local.solve(&SVector::from([-1.0, 0.3, 0.05]), &none);
    assert!((sticks - SVector::from([1.0, -0.3, -0.05])).norm() < 1e-15);
    let rolls = local.solve(&SVector::from([-1.0, 0.3, 2.0]), &none);
    assert!((rolls - SVector::from([1.0, -0.3, -0.1])).norm() < 1e-15);
    let both = local.solve(&SVector::from([-1.0, 3.0, -2.0]), &none);
    assert!((both - SVector::from([1.0, -0.5, 0.1])).norm() < 1e-15);
}
