//! Filling a front: blocks of the matrix, and what the children hand up.

use super::plan::{Entry, Front, Plan, Run};

impl Plan {
    /// Writes the blocks of the matrix into the zero factors of a front.
    pub fn enter(&self, front: &Front, values: &[f64], factors: &mut [f64]) {
        for entry in &self.entries[front.entries.clone()] {
            let (rows, columns) = (entry.rows as usize, entry.columns as usize);
            match (rows, columns) {
                (3, 3) => enter_square::<3>(entry, values, factors),
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
        let (p, order) = (front.pivots, front.order());
        for &c in &self.children[front.children.clone()] {
            let child = &self.fronts[c];
            let m = child.below;
            let runs = &self.runs[child.in_parent.clone()];
            let border = runs.partition_point(|run| run.to < p);
            for run in runs {
                for k in 0..run.length {
                    let from = &stack[child.handed + (run.from + k) * m..][..m];
                    if run.to < p {
                        add_runs(runs, from, 0, &mut left[(run.to + k) * order..][..order]);
                    } else {
                        let to = &mut upper[(run.to + k - p) * p..][..p];
                        add_runs(&runs[..border], from, 0, to);
                    }
                }
            }
        }
    }

    /// Adds what the children hand up to the rows and columns below the pivots.
    pub fn gather_below(&self, front: &Front, stack: &[f64], handed: &mut [f64]) {
        let p = front.pivots;
        for &c in &self.children[front.children.clone()] {
            let child = &self.fronts[c];
            let m = child.below;
            let runs = &self.runs[child.in_parent.clone()];
            let runs = &runs[runs.partition_point(|run| run.to < p)..];
            for run in runs {
                for k in 0..run.length {
                    let from = &stack[child.handed + (run.from + k) * m..][..m];
                    let to = &mut handed[(run.to + k - p) * front.below..][..front.below];
                    add_runs(runs, from, p, to);
                }
            }
        }
    }
}

/// to += from, run by run; `to` begins at row `origin` of the runs' target.
fn add_runs(runs: &[Run], from: &[f64], origin: usize, to: &mut [f64]) {
    for run in runs {
        let from = &from[run.from..run.from + run.length];
        let to = &mut to[run.to - origin..][..run.length];
        for (to, from) in to.iter_mut().zip(from) {
            *to += from;
        }
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
