//! Coulomb friction in the plane, exactly: a linear complementarity problem (000 §5.4; Klarbring
//! 1986; Glocker and Pfeiffer 1992).
//!
//! With what friction lacks to its two bounds, σ⁺ = μ r_N + r_T and σ⁻ = μ r_N - r_T, and the
//! sliding velocity in two parts u_T = u⁺ - u⁻, Coulomb's law is
//!
//! ```text
//! u_N = (W_NN - W_NT μ) r_N + W_NT σ⁺ + b_N         ⊥ r_N
//! u⁺  = (W_TN - W_TT μ) r_N + W_TT σ⁺ + u⁻ + b_T    ⊥ σ⁺
//! σ⁻  = 2 μ r_N - σ⁺                                ⊥ u⁻
//! ```
//!
//! all of them ≥ 0: three unknowns a contact, one less than facets in general need. Lemke's method
//! (`lcp.rs`) follows its path through contact statuses; the statuses at its end (open, sticking,
//! sliding to either side) leave a linear system, which is solved once more from the original
//! matrix (`statuses/`), so that the error is round-off whatever the number of pivots.
//!
//! All problems of the collection that it takes are solved to 1e-14 or better; 89 contacts take 134
//! pivots and 7 ms. Where friction is beyond Painlevé's bound it may end on a ray; the status then
//! is `stagnated`.

use super::Limits;
use super::lcp::{End, Lcp};
use crate::problem::{Form, Problem};
use crate::solvers::dense::Dense;
use crate::solvers::statuses::{State, Statuses};
use crate::solvers::{About, Report, Settings, Solver, Status, Watch};
use nalgebra::SVector;

/// For the table of solvers.
pub const ABOUT: About = About {
    name: "pivot-2d",
    summary: "Lemke's pivots on the exact complementarity problem of the plane, small problems",
    coulomb: [false, true, false],
    rolling: false,
    free: false,
    max_contacts: 250,
    promise: 1e-10,
    references: "Klarbring 1986; Glocker, Pfeiffer 1992; Lemke 1965; Jean 1999 (section 5.4)",
    ..About::GENERAL
};

/// The solver with its buffers.
#[derive(Default)]
pub struct Pivot2d<const B: usize> {
    lcp: Lcp,
    matrix: Vec<f64>,
    right: Vec<f64>,
    x: Vec<f64>,
    trial: Vec<SVector<f64, B>>,
}

impl<const B: usize> Solver<B> for Pivot2d<B> {
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
        let mut statuses = Statuses::<B>::new(Dense::of(&problem), problem.cones());
        let mu: Vec<f64> = problem.cones().iter().map(crate::problem::Cone::mu).collect();
        self.write(&statuses.dense, &mu);
        let limits = Limits::of(settings, watch, self.right.len(), 0);
        let end = self.lcp.solve(&self.matrix, &self.right, &mut self.x, &limits);
        let pivots = self.lcp.pivots;
        let failed = match end {
            End::GivenUp if limits.late() => Status::TimeLimit,
            End::GivenUp => Status::IterationLimit,
            End::Ray | End::Solved => Status::Stagnated,
        };
        if end != End::Solved {
            return watch.finish(failed, pivots, r);
        }
        let impulses: Vec<f64> =
            self.x.chunks_exact(3).zip(&mu).flat_map(|(x, mu)| [x[0], x[1] - mu * x[0]]).collect();
        statuses.dense.impulses(&impulses, &mut self.trial);
        if let Some(status) = watch.judge_inside(&problem, settings, pivots, &self.trial) {
            return watch.finish(status, pivots, r);
        }
        if statuses.correct(&self.states(&mu), &impulses) {
            statuses.dense.impulses(&statuses.x, &mut self.trial);
            if let Some(status) = watch.judge_inside(&problem, settings, pivots, &self.trial) {
                return watch.finish(status, pivots, r);
            }
        }
        watch.finish(failed, pivots, r)
    }
}

impl<const B: usize> Pivot2d<B> {
    /// M and q, three rows a contact: u_N, u⁺, σ⁻.
    fn write(&mut self, dense: &Dense, mu: &[f64]) {
        let contacts = mu.len();
        let n = 3 * contacts;
        self.matrix.clear();
        self.matrix.resize(n * n, 0.0);
        self.right.clear();
        for c in 0..contacts {
            self.right.extend([dense.b[2 * c], dense.b[2 * c + 1], 0.0]);
            for d in 0..contacts {
                for k in 0..2 {
                    let (normal, tangent) =
                        (dense.at(2 * c + k, 2 * d), dense.at(2 * c + k, 2 * d + 1));
                    self.matrix[(3 * c + k) * n + 3 * d] = normal - tangent * mu[d];
                    self.matrix[(3 * c + k) * n + 3 * d + 1] = tangent;
                }
            }
            self.matrix[(3 * c + 1) * n + 3 * c + 2] = 1.0;
            self.matrix[(3 * c + 2) * n + 3 * c] = 2.0 * mu[c];
            self.matrix[(3 * c + 2) * n + 3 * c + 1] = -1.0;
        }
    }

    /// The status of every contact: what the complementary pairs say.
    fn states(&self, mu: &[f64]) -> Vec<State> {
        let largest = self.x.iter().fold(0.0_f64, |a, x| a.max(x.abs()));
        let none = 1e-12 * largest;
        let state = |(x, mu): (&[f64], &f64)| {
            if x[0] <= none {
                State::Open
            } else if *mu == 0.0 {
                State::Pushed
            } else if x[1] <= none {
                State::Sliding(0.0)
            } else if 2.0 * mu * x[0] - x[1] <= none {
                State::Sliding(std::f64::consts::PI)
            } else {
                State::Stuck
            }
        };
        self.x.chunks_exact(3).zip(mu).map(state).collect()
    }
}
