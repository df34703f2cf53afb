//! Every combination of contact statuses, one after the other: tiny problems, exactly.
//!
//! A contact is open (r = 0), sticks (u = 0) or slides (u_N = 0, r_T = -μ r_N d, u_T along d). In
//! the plane d is one of two signs and a combination of statuses is a linear system; in space the
//! directions of sliding are unknowns of Newton's method (`statuses/`), from several starts. A
//! combination whose solution contradicts it (a pull, friction beyond its bound, sliding the wrong
//! way) is refused by the judge.
//!
//! The solver stops at the first combination that satisfies the tolerance; [`all`] goes on and
//! gives every solution, for who wants to know whether there are several (Painlevé's paradoxes). A
//! family of solutions, as of the impulses on more contacts than a body needs, is represented by
//! its corners.
//!
//! In the plane 4ⁿ systems for n contacts; in space 3ⁿ, then 4ⁿ and 6ⁿ with two and four starts for
//! each direction. Singular combinations are passed over: a solution with redundant contacts has a
//! corner where some of them are open or slide, and that combination is regular.
//!
//! All 21 problems of the collection with at most 7 contacts are solved to round-off, in 0.5 s at
//! most (five contacts in space, 4,500 combinations).

use super::dense::Dense;
use super::statuses::{State, Statuses};
use super::{About, Report, Settings, Solver, Status, Watch};
use crate::problem::{Form, Problem, Residual};
use nalgebra::SVector;

/// For the table of solvers.
pub const ABOUT: About = About {
    name: "enumerate",
    summary: "all combinations of open, sticking and sliding, tiny problems",
    rolling: false,
    max_contacts: 7,
    promise: 1e-10,
    references: "Painleve 1895; Klarbring 1990",
    ..About::GENERAL
};

/// Starts for each sliding direction in space, round by round.
const STARTS: [usize; 3] = [1, 2, 4];
/// The natural map below which a combination is a solution.
const EXACT: f64 = 1e-10;
/// Relative difference of impulses that makes two solutions.
const DISTINCT: f64 = 1e-6;
/// Most contacts of [`all`]: in the plane, in space.
const ALL: (usize, usize) = (8, 4);
/// Starts for each sliding direction in [`all`].
const ALL_STARTS: usize = 8;

/// The solver.
#[derive(Default)]
pub struct Enumerate<const B: usize> {
    impulses: Vec<SVector<f64, B>>,
}

impl<const B: usize> Solver<B> for Enumerate<B> {
    fn solve(
        &mut self,
        problem: Problem<B>,
        settings: &Settings,
        watch: &mut Watch<B>,
        r: &mut [SVector<f64, B>],
    ) -> Report {
        if let Some(report) = watch.begin(&problem, &ABOUT, settings, r) {
            return report;
        }
        let mut guess = Statuses::<B>::new(Dense::of(&problem), problem.cones());
        let mut tried = 0;
        let rounds = if B == 3 { &STARTS[..] } else { &STARTS[..1] };
        for &starts in rounds {
            let mut states = Combinations::new(&guess, starts);
            while let Some(combination) = states.next() {
                tried += 1;
                if tried >= settings.max_iterations || watch.out_of_time(settings) {
                    let late = watch.out_of_time(settings);
                    let status = if late { Status::TimeLimit } else { Status::IterationLimit };
                    return watch.finish(status, tried, r);
                }
                if !guess.solve(combination) {
                    continue;
                }
                guess.dense.impulses(&guess.x, &mut self.impulses);
                match watch.judge_inside(&problem, settings, tried, &self.impulses) {
                    Some(Status::Diverged) | None => {}
                    Some(status) => return watch.finish(status, tried, r),
                }
            }
        }
        watch.finish(Status::Stagnated, tried, r)
    }
}

/// Every solution of a tiny problem (8 contacts in the plane, 4 in space); none where there are
/// more contacts, or rolling friction.
pub fn all<const B: usize>(problem: &Problem<B>) -> Vec<Vec<SVector<f64, B>>> {
    let most = if B == 3 { ALL.1 } else { ALL.0 };
    let rolling = problem.is_rolling();
    let mut found: Vec<Vec<SVector<f64, B>>> = vec![];
    if B > 3 || rolling || problem.len() > most {
        return found;
    }
    let mut guess = Statuses::<B>::new(Dense::of(problem), problem.cones());
    let mut states = Combinations::new(&guess, if B == 3 { ALL_STARTS } else { 1 });
    let mut r = vec![];
    while let Some(combination) = states.next() {
        if !guess.solve(combination) {
            continue;
        }
        guess.dense.impulses(&guess.x, &mut r);
        // A NaN is no solution.
        let exact = Residual::of_impulses(problem, &r).natural_map <= EXACT;
        let norm = |a: &[SVector<f64, B>]| a.iter().map(SVector::norm_squared).sum::<f64>().sqrt();
        let far = |other: &Vec<SVector<f64, B>>| {
            let apart: Vec<_> = other.iter().zip(&r).map(|(a, b)| a - b).collect();
            norm(&apart) > DISTINCT * norm(&r).max(norm(other))
        };
        if exact && found.iter().all(far) {
            found.push(r.clone());
        }
    }
    found
}

/// The combinations in the order of an odometer: open contacts first.
struct Combinations {
    choices: Vec<Vec<State>>,
    at: Vec<usize>,
    current: Vec<State>,
    begun: bool,
}

impl Combinations {
    fn new<const B: usize>(problem: &Statuses<B>, starts: usize) -> Self {
        let choices: Vec<Vec<State>> =
            (0..problem.contacts()).map(|c| problem.states(c, starts)).collect();
        let at = vec![0; choices.len()];
        Self { current: choices.iter().map(|c| c[0]).collect(), choices, at, begun: false }
    }

    fn next(&mut self) -> Option<&[State]> {
        if self.begun {
            let turn = (0..self.at.len()).find(|&c| self.at[c] + 1 < self.choices[c].len())?;
            for c in 0..turn {
                self.at[c] = 0;
                self.current[c] = self.choices[c][0];
            }
            self.at[turn] += 1;
            self.current[turn] = self.choices[turn][self.at[turn]];
        }
        self.begun = true;
        Some(&self.current)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::{Cone, Reduced};
    use nalgebra::{Matrix2, Matrix3, Vector2, Vector3};

    /// Painlevé: beyond μ W_NT = W_NN a contact that would part may also stick or slide.
    #[test]
    fn a_paradox_has_three_solutions() {
        let w = Matrix2::new(1.0, 1.2, 1.2, 2.0);
        let form = Reduced::single(w, Vector2::new(0.1, 1.0), Cone::Coulomb { mu: 1.5 });
        let mut normals: Vec<f64> = all(&Problem::Reduced(&form)).iter().map(|r| r[0][0]).collect();
        normals.sort_by(f64::total_cmp);
        // Open; sliding, r_N = 0.1/0.8; sticking, r_N = 1/0.56.
        let expected = [0.0, 0.125, 1.0 / 0.56];
        assert_eq!(normals.len(), 3);
        assert!(normals.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{normals:?}");
    }

    #[test]
    fn a_regular_problem_has_one() {
        let w = Matrix3::new(2.0, 0.3, 0.1, 0.3, 1.5, 0.2, 0.1, 0.2, 1.0);
        let cone = Cone::Coulomb { mu: 0.3 };
        for b in [Vector3::new(-1.0, 2.0, 0.5), Vector3::new(-1.0, 0.1, 0.0), Vector3::x()] {
            let form = Reduced::single(w, b, cone);
            assert_eq!(all(&Problem::Reduced(&form)).len(), 1);
        }
    }
}
