//! Filling a front: blocks of the matrix, and what the children hand up.

use super::kernels::{AddRuns, run};
use super::plan::{Entry, Front, Plan, Run};

impl Plan {
    /// Writes the blocks of the matrix into the zero factors of a front.
    pub fn enter(&self, front: &Front, values: &[f64], factors: &mut [f64]) {
        for entry in &self.entries[front.entries.clone()] {
            let (rows, columns) = (entry.rows as usize, entry.columns as usize);
            match (rows, columns) {
                (2, 2) => enter_square::<2>(entry, values, factors),
                (3, 3) => enter_square::<3>(entry, values, factors),
                (5, 5) => enter_square::<5>(entry, values, factors),
                (6, 6) => enter_square::<6>(entry, values, factors),
                _ => {
                    for c in 0..columns {
                        for r in 0..rows {
                            factors[entry.to + c * entry.stride + r] =
                                values[entry.from + r * columns + c];
                        }
                    }
                }
            }
        }
    }

    /// Adds what the children hand up to the rows and columns of the pivots.
    pub fn gather_pivots(&self, front: &Front, stack: &[f64], left: &mut [f64], upper: &mut [f64]) {
        for &c in &self.children[front.children.clone()] {
            let (child, pivots, below) = self.runs_of(c, front.pivots);
            let (p, order) = (front.pivots, child.below);
            let from = &stack[child.handed..][..order * order];
            let (rows, stride) = (&self.runs[child.in_parent.clone()], front.order());
            let to = &mut *left;
            run(AddRuns { from, order, to, stride, origin: (0, 0), rows, columns: pivots });
            let (to, rows, stride) = (&mut *upper, pivots, p);
            run(AddRuns { from, order, to, stride, origin: (0, p), rows, columns: below });
        }
    }

    /// Adds what the children hand up to the rows and columns below the pivots.
    pub fn gather_below(&self, front: &Front, stack: &[f64], to: &mut [f64]) {
        for &c in &self.children[front.children.clone()] {
            let (child, _, rows) = self.runs_of(c, front.pivots);
            let (p, order, stride) = (front.pivots, child.below, front.below);
            let from = &stack[child.handed..][..order * order];
            let to = &mut *to;
            run(AddRuns { from, order, to, stride, origin: (p, p), rows, columns: rows });
        }
    }

    /// A child, and the runs of its rows that go to the parent's `p` pivots and below them.
    fn runs_of(&self, child: usize, p: usize) -> (&Front, &[Run], &[Run]) {
        let child = &self.fronts[child];
        let runs = &self.runs[child.in_parent.clone()];
        let (pivots, below) = runs.split_at(runs.partition_point(|run| run.to < p));
        (child, pivots, below)
    }
}

/// A square block of a size known at compile time, from rows to columns.
fn enter_square<const N: usize>(entry: &Entry, values: &[f64], factors: &mut [f64]) {
    let (rows, _) = values[entry.from..entry.from + N * N].as_chunks::<N>();
    for c in 0..N {
        let column = &mut factors[entry.to + c * entry.stride..][..N];
        for r in 0..N {
            column[r] = rows[r][c];
        }
    }
}
