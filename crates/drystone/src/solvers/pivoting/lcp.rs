//! Lemke's method for the linear complementarity problem w = M x + q, 0 ≤ w ⊥ x ≥ 0.
//!
//! An artificial variable x₀ with column (1, …, 1) makes any start feasible; pivots then follow one
//! edge path until x₀ leaves (a solution) or nothing blocks (a ray). The tableau has one column for
//! each nonbasic variable, and a pivot exchanges a row and a column. Ties in the ratio test are
//! broken lexicographically, by the rows of the inverse of the basis, so that degenerate problems
//! (a body on more contacts than it needs) cannot cycle (Cottle, Pang, Stone 1992, §4.4-4.9).

use super::Limits;

/// Ratios and pivots below this are round-off: rows and columns are about 1 in size.
const TINY: f64 = 1e-11;

/// A variable: w_i, x_i, or the artificial one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Variable {
    W(usize),
    X(usize),
    Artificial,
}

impl Variable {
    fn complement(self) -> Self {
        match self {
            Self::W(i) => Self::X(i),
            Self::X(i) => Self::W(i),
            Self::Artificial => Self::Artificial,
        }
    }
}

/// How Lemke's method ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// With a solution.
    Solved,
    /// On a ray: there may be no solution.
    Ray,
    /// Too many pivots, or no time left.
    GivenUp,
}

/// The tableau: basic variables = values + Σ columns · nonbasic variables.
#[derive(Default)]
pub struct Lcp {
    n: usize,
    /// Row by row, n + 1 columns.
    table: Vec<f64>,
    values: Vec<f64>,
    basic: Vec<Variable>,
    nonbasic: Vec<Variable>,
    /// Where w_j is: row (basic) or n + column.
    place: Vec<usize>,
    pivot_row: Vec<f64>,
    /// Pivots made.
    pub pivots: usize,
}

impl Lcp {
    /// Solves for x; M row by row. x is zero unless solved.
    pub fn solve(&mut self, m: &[f64], q: &[f64], x: &mut Vec<f64>, limits: &Limits) -> End {
        let n = q.len();
        x.clear();
        x.resize(n, 0.0);
        self.pivots = 0;
        let size = q.iter().fold(0.0_f64, |a, q| a.max(q.abs()));
        // A NaN is no problem to solve.
        let finite = m.iter().chain(q).all(|x| x.is_finite());
        if !finite {
            return End::GivenUp;
        }
        let Some(start) = (0..n).min_by(|&i, &j| q[i].total_cmp(&q[j])).filter(|&i| q[i] < 0.0)
        else {
            return End::Solved;
        };
        self.begin(m, q, size);
        // x₀ enters where q is least; of equals the last is lexicographically least.
        let least = q[start];
        let row = (0..n).rev().find(|&i| q[i] <= least).unwrap_or(start);
        let mut left = self.exchange(row, n);
        loop {
            if left == Variable::Artificial {
                self.read(size, x);
                return End::Solved;
            }
            if self.pivots >= limits.pivots || limits.late() {
                return End::GivenUp;
            }
            let entering = left.complement();
            let Some(column) = self.nonbasic.iter().position(|v| *v == entering) else {
                return End::GivenUp;
            };
            let Some(row) = self.blocking(column) else { return End::Ray };
            left = self.exchange(row, column);
        }
    }

    fn begin(&mut self, m: &[f64], q: &[f64], size: f64) {
        let n = q.len();
        self.n = n;
        self.table.clear();
        for row in m.chunks_exact(n) {
            self.table.extend_from_slice(row);
            self.table.push(1.0);
        }
        self.values.clear();
        self.values.extend(q.iter().map(|q| q / size));
        self.basic.clear();
        self.basic.extend((0..n).map(Variable::W));
        self.nonbasic.clear();
        self.nonbasic.extend((0..n).map(Variable::X));
        self.nonbasic.push(Variable::Artificial);
        self.place.clear();
        self.place.extend(0..n);
    }

    /// The row that blocks the growth of a column: least ratio, lexicographically.
    fn blocking(&self, column: usize) -> Option<usize> {
        let width = self.n + 1;
        let mut best: Option<(usize, f64)> = None;
        for row in 0..self.n {
            let slope = -self.table[row * width + column];
            if slope <= TINY {
                continue;
            }
            let ratio = self.values[row].max(0.0) / slope;
            let better = match best {
                None => true,
                Some((other, least)) => {
                    let tie = (ratio - least).abs() <= TINY * (1.0 + least);
                    if tie { self.precedes(row, other, column) } else { ratio < least }
                }
            };
            if better {
                best = Some((row, ratio));
            }
        }
        best.map(|b| b.0)
    }

    /// Whether a row is lexicographically before another of the same ratio. x₀ goes first: then
    /// it is solved.
    fn precedes(&self, row: usize, other: usize, column: usize) -> bool {
        if self.basic[row] == Variable::Artificial || self.basic[other] == Variable::Artificial {
            return self.basic[row] == Variable::Artificial;
        }
        let width = self.n + 1;
        let slope = |row: usize| -self.table[row * width + column];
        let (s, t) = (slope(row), slope(other));
        for &place in &self.place {
            // Column of w_j in the inverse of the basis: a unit vector while w_j is basic.
            let entry = |row: usize| match place.checked_sub(self.n) {
                Some(column) => -self.table[row * width + column],
                None => f64::from(u8::from(place == row)),
            };
            let difference = entry(row) / s - entry(other) / t;
            if difference.abs() > TINY {
                return difference < 0.0;
            }
        }
        false
    }

    /// Exchanges a basic and a nonbasic variable; gives the one that has left the basis.
    fn exchange(&mut self, row: usize, column: usize) -> Variable {
        self.pivots += 1;
        let width = self.n + 1;
        let pivot = self.table[row * width + column];
        // basic_r = v + … + p e  ⇒  e = (basic_r - v - …)/p.
        self.pivot_row.clear();
        self.pivot_row
            .extend(self.table[row * width..(row + 1) * width].iter().map(|a| -a / pivot));
        self.pivot_row[column] = 1.0 / pivot;
        let value = -self.values[row] / pivot;
        for (i, line) in self.table.chunks_exact_mut(width).enumerate() {
            let factor = line[column];
            if i == row || factor == 0.0 {
                continue;
            }
            line[column] = 0.0;
            for (a, p) in line.iter_mut().zip(&self.pivot_row) {
                *a += factor * p;
            }
            self.values[i] += factor * value;
        }
        self.table[row * width..(row + 1) * width].copy_from_slice(&self.pivot_row);
        self.values[row] = value;
        let (left, entered) = (self.basic[row], self.nonbasic[column]);
        self.basic[row] = entered;
        self.nonbasic[column] = left;
        if let Variable::W(j) = left {
            self.place[j] = self.n + column;
        }
        if let Variable::W(j) = entered {
            self.place[j] = row;
        }
        left
    }

    fn read(&self, size: f64, x: &mut [f64]) {
        for (variable, value) in self.basic.iter().zip(&self.values) {
            if let Variable::X(i) = variable {
                x[*i] = value.max(0.0) * size;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(m: &[f64], q: &[f64]) {
        let (mut x, limits) = (vec![], Limits { pivots: 1000, deadline: None });
        assert_eq!(Lcp::default().solve(m, q, &mut x, &limits), End::Solved);
        for (i, row) in m.chunks_exact(q.len()).enumerate() {
            let w = q[i] + row.iter().zip(&x).map(|(a, x)| a * x).sum::<f64>();
            assert!(w > -1e-12 && x[i] >= 0.0 && (w * x[i]).abs() < 1e-12, "{w} {}", x[i]);
        }
    }

    #[test]
    fn small_problems_are_solved() {
        check(&[2.0, 1.0, 1.0, 2.0], &[-5.0, -6.0]);
        check(&[1.0, 2.0, 0.0, 1.0], &[-1.0, 2.0]);
        check(&[1.0, 0.0, 0.0, 1.0], &[1.0, 1.0]);
        // Singular, and every ratio ties.
        check(&[1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0], &[-1.0, -1.0, -1.0]);
    }

    #[test]
    fn no_solution_ends_on_a_ray() {
        let (mut x, limits) = (vec![], Limits { pivots: 1000, deadline: None });
        assert_eq!(Lcp::default().solve(&[0.0], &[-1.0], &mut x, &limits), End::Ray);
    }
}
