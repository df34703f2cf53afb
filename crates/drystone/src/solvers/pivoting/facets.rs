//! Coulomb's cone with facets as a linear complementarity problem (000 §4.3, §5.4; Klarbring 1986;
//! Stewart and Trinkle 1996; Anitescu and Potra 1997).
//!
//! The disk of friction becomes the polygon of the vertices μ r_N d_j; with weights β_j ≥ 0 and the
//! sliding speed λ
//!
//! ```text
//! u_N ≥ 0            ⊥ r_N ≥ 0
//! λ + d_j·u_T ≥ 0    ⊥ β_j ≥ 0,    r_T = Σ β_j d_j
//! μ r_N - Σ β_j ≥ 0  ⊥ λ ≥ 0
//! ```
//!
//! is solved by Lemke's method (`lcp.rs`), which finds a solution where bodies at rest violate
//! nothing. In the plane two vertices are the segment itself. In space a polygon of k vertices
//! ([`faceted`]) is wrong by up to half an angle between them: a contact slides along a vertex, not
//! against its velocity. The error falls like 1/k where contacts slide, and like 1/k² where only
//! the radius of the polygon matters.
//!
//! So the polygon is refined where it counts: each contact keeps k vertices, turned so that one
//! lies along its friction, and gets two more at ±δ beside it. Where the new friction falls between
//! those, δ is divided by four, otherwise doubled. The brackets close on the direction of sliding,
//! and the residual falls with δ. After each round the statuses (open, sticking, sliding along that
//! direction) are tried as they are: Newton's method on the exact cones (`statuses/`) finds the
//! last digits as soon as they are the right ones, mostly after the first round.
//!
//! All 30 problems of the collection with at most 60 contacts are solved to 1e-11 or better, the
//! slowest (54 contacts, 400 pivots) in 0.3 s, dependent contacts included.

use super::Limits;
use super::fan::Fan;
use super::lcp::{End, Lcp};
use crate::problem::{Cone, Form, Problem};
use crate::solvers::dense::Dense;
use crate::solvers::statuses::{State, Statuses};
use crate::solvers::{About, FACETS, Report, Settings, Solver, Status, Watch};
use nalgebra::SVector;

/// For the table of solvers.
pub const ABOUT: About = About {
    name: "lemke",
    summary: "cones with facets by Lemke's pivots, facets refined about the sliding, small problems",
    rolling: false,
    free: false,
    max_contacts: 60,
    references: "Klarbring 1986; Stewart, Trinkle 1996; Anitescu, Potra 1997; Lemke 1965",
    reads: &["facets"],
    ..About::GENERAL
};

/// Most rounds of refinement.
const ROUNDS: usize = 20;
/// Scaled impulses and speeds below this share of the largest are none.
const NONE: f64 = 1e-9;

/// The solver with its buffers.
#[derive(Default)]
pub struct Lemke<const B: usize> {
    lcp: Lcp,
    matrix: Vec<f64>,
    right: Vec<f64>,
    solution: Vec<f64>,
    x: Vec<f64>,
    impulses: Vec<SVector<f64, B>>,
    fans: Vec<Fan>,
    columns: Vec<Column>,
    speeds: Vec<f64>,
}

/// What an unknown stands for.
#[derive(Clone, Copy)]
enum Column {
    Normal(usize),
    /// A vertex with its direction.
    Vertex(usize, [f64; 2]),
    Speed(usize),
}

impl<const B: usize> Solver<B> for Lemke<B> {
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
        self.start(&problem, settings.facets.clamp(*FACETS.start(), *FACETS.end()));
        let mut pivots = 0;
        for _ in 0..ROUNDS {
            let limits =
                Limits::of(settings, watch, self.right.len().max(12 * problem.len()), pivots);
            let end = self.round(&statuses.dense, &problem, &limits);
            pivots += self.lcp.pivots;
            match end {
                End::Solved => {}
                End::Ray => return watch.finish(Status::Stagnated, pivots, r),
                End::GivenUp if limits.late() => return watch.finish(Status::TimeLimit, pivots, r),
                End::GivenUp => return watch.finish(Status::IterationLimit, pivots, r),
            }
            statuses.dense.impulses(&self.x, &mut self.impulses);
            if let Some(status) = watch.judge_inside(&problem, settings, pivots, &self.impulses) {
                return watch.finish(status, pivots, r);
            }
            if statuses.correct(&self.states(&problem), &self.x) {
                statuses.dense.impulses(&statuses.x, &mut self.impulses);
                match watch.judge_inside(&problem, settings, pivots, &self.impulses) {
                    Some(Status::Diverged) | None => {}
                    Some(status) => return watch.finish(status, pivots, r),
                }
            }
            if B < 3 {
                break;
            }
            for (fan, x) in self.fans.iter_mut().zip(self.x.chunks_exact(B)) {
                fan.turn_to([x[1], x[2]]);
            }
        }
        watch.finish(Status::Stagnated, pivots, r)
    }
}

/// The impulses of a problem whose disks are polygons of so many vertices, the first along the
/// first tangent; `None` when Lemke's method does not end with a solution.
pub fn faceted<const B: usize>(
    problem: &Problem<B>,
    vertices: usize,
) -> Option<Vec<SVector<f64, B>>> {
    let mut solver = Lemke::<B>::default();
    let dense = Dense::of(problem);
    solver.start(problem, vertices);
    let limits = Limits { pivots: 100_000, deadline: None };
    let end = solver.round(&dense, problem, &limits);
    dense.impulses(&solver.x, &mut solver.impulses);
    (end == End::Solved).then_some(solver.impulses)
}

impl<const B: usize> Lemke<B> {
    fn start(&mut self, problem: &Problem<B>, count: usize) {
        self.fans.clear();
        self.fans.resize(problem.len(), Fan::new(count));
    }

    /// Solves with the present polygons; `self.x` are the scaled impulses.
    fn round(&mut self, dense: &Dense, problem: &Problem<B>, limits: &Limits) -> End {
        self.write(dense, problem);
        let end = self.lcp.solve(&self.matrix, &self.right, &mut self.solution, limits);
        self.x.clear();
        self.x.resize(dense.n, 0.0);
        self.speeds.clear();
        self.speeds.resize(self.fans.len(), 0.0);
        for (column, value) in self.columns.iter().zip(&self.solution) {
            match column {
                Column::Normal(c) => self.x[c * B] += value,
                Column::Vertex(c, d) => {
                    (1..B).for_each(|i| self.x[c * B + i] += value * d[i - 1]);
                }
                Column::Speed(c) => self.speeds[*c] = *value,
            }
        }
        end
    }

    /// The status of every contact.
    fn states(&self, problem: &Problem<B>) -> Vec<State> {
        let largest = |x: &[f64]| x.iter().fold(0.0_f64, |a, x| a.max(x.abs()));
        let (impulse, speed) = (NONE * largest(&self.x), NONE * largest(&self.speeds));
        let state = |(c, cone): (usize, &Cone)| {
            let x = &self.x[c * B..(c + 1) * B];
            if x[0] <= impulse {
                State::Open
            } else if B == 1 || cone.mu() == 0.0 {
                State::Pushed
            } else if self.speeds[c] <= speed {
                State::Stuck
            } else {
                // It slides against its friction.
                State::Sliding((if B == 2 { 0.0 } else { -x[2] }).atan2(-x[1]))
            }
        };
        problem.cones().iter().enumerate().map(state).collect()
    }

    /// M and q.
    fn write(&mut self, dense: &Dense, problem: &Problem<B>) {
        self.columns.clear();
        for (c, (cone, fan)) in problem.cones().iter().zip(&self.fans).enumerate() {
            self.columns.push(Column::Normal(c));
            if B > 1 && cone.mu() > 0.0 {
                self.columns.extend(fan.directions::<B>().map(|d| Column::Vertex(c, d)));
                self.columns.push(Column::Speed(c));
            }
        }
        let n = self.columns.len();
        self.matrix.clear();
        self.matrix.resize(n * n, 0.0);
        self.right.clear();
        self.right.resize(n, 0.0);
        let along = |c: usize, d: &[f64; 2], row: &dyn Fn(usize) -> f64| -> f64 {
            (1..B).map(|i| d[i - 1] * row(c * B + i)).sum()
        };
        for (i, of_row) in self.columns.iter().enumerate() {
            // The velocity of an unknown: its component of W x + b.
            let velocity = |row: &dyn Fn(usize) -> f64| match of_row {
                Column::Normal(c) => row(c * B),
                Column::Vertex(c, d) => along(*c, d, row),
                Column::Speed(_) => 0.0,
            };
            self.right[i] = velocity(&|row| dense.b[row]);
            for (j, of_column) in self.columns.iter().enumerate() {
                self.matrix[i * n + j] = match (of_row, of_column) {
                    (Column::Speed(c), Column::Normal(d)) if c == d => problem.cones()[*c].mu(),
                    (Column::Speed(c), Column::Vertex(d, _)) if c == d => -1.0,
                    (Column::Vertex(c, _), Column::Speed(d)) if c == d => 1.0,
                    (Column::Speed(_), _) | (_, Column::Speed(_)) => 0.0,
                    (_, Column::Normal(d)) => velocity(&|row| dense.at(row, d * B)),
                    (_, Column::Vertex(c, d)) => {
                        velocity(&|row| along(*c, d, &|column| dense.at(row, column)))
                    }
                };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::{Reduced, Residual};
    use nalgebra::{Matrix3, Vector3};

    /// The worst error over directions of sliding is half an angle between vertices: twice the
    /// vertices, half the error.
    #[test]
    fn the_error_of_facets_is_their_angle() {
        let w = Matrix3::new(2.0, 0.3, 0.1, 0.3, 1.5, 0.2, 0.1, 0.2, 1.0);
        let worst = |vertices: usize| {
            let residual = |k: usize| {
                let (y, x) = (0.1 * k as f64).sin_cos();
                let b = Vector3::new(-1.0, 3.0 * x, 3.0 * y);
                let form = Reduced::single(w, b, Cone::Coulomb { mu: 0.4 });
                let problem = Problem::Reduced(&form);
                let r = faceted(&problem, vertices).expect("a solution");
                Residual::of_impulses(&problem, &r).natural_map
            };
            (0..63).map(residual).fold(0.0, f64::max)
        };
        for vertices in [8, 16, 32] {
            let ratio = worst(vertices) / worst(2 * vertices);
            assert!((1.7..2.4).contains(&ratio), "{vertices} vertices: {ratio}");
        }
    }
}
