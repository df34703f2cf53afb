//! Newton's method on the equations of a combination.

use super::{Kind, Statuses};
use nalgebra::{DMatrix, DVector};

/// Most iterations of Newton's method.
const MOST: usize = 25;
/// Longest turn of a direction in one iteration.
const TURN: f64 = 0.7;
/// What is left of the equations, relative to the free velocities, when they are solved.
const SOLVED: f64 = 1e-13;

/// Singular values below this share of the matrix are zero.
const RANK: f64 = 1e-9;

/// How Newton's method solves its linear systems.
#[derive(Clone, Copy)]
pub(super) enum Steps {
    /// The matrix must be regular.
    Regular,
    /// The shortest step of all that solve.
    Shortest,
}

impl<const B: usize> Statuses<B> {
    /// d of a contact, exact in the plane.
    fn direction(&self, c: usize) -> [f64; 2] {
        let angle = self.angles[c];
        if B == 2 { [angle.cos().round(), 0.0] } else { [angle.cos(), angle.sin()] }
    }

    /// Newton's method from the present impulses.
    pub(super) fn converge(&mut self, steps: Steps) -> bool {
        if B == 3 {
            let linear = self.unknowns.len();
            for i in 0..linear {
                if self.unknowns[i].1 == Kind::Slide {
                    self.unknowns.push((self.unknowns[i].0, Kind::Angle));
                }
            }
        }
        let tolerance = SOLVED * self.dense.b.iter().map(|b| b * b).sum::<f64>().sqrt();
        let mut last = f64::INFINITY;
        for _ in 0..MOST {
            if !self.step(steps) {
                return false;
            }
            self.dense.velocities(&self.x, &mut self.v);
            let left = (0..self.unknowns.len()).map(|i| self.defect(i).abs());
            let left = left.fold(0.0, f64::max);
            if left <= tolerance || (left <= 100.0 * tolerance && left >= last) {
                break;
            }
            last = left;
        }
        (0..self.contacts()).all(|c| self.x[c * B] >= 0.0 || self.free[c])
    }

    /// The equation of unknown i, from the velocities.
    fn defect(&self, i: usize) -> f64 {
        let (c, kind) = self.unknowns[i];
        match kind {
            Kind::Component(k) => self.v[c * B + k],
            Kind::Slide => self.v[c * B],
            Kind::Angle => {
                let d = self.direction(c);
                d[0] * self.v[c * B + 2] - d[1] * self.v[c * B + 1]
            }
        }
    }

    /// The impulse that a unit of unknown j makes at its contact.
    fn column(&self, j: usize) -> (usize, [f64; 3]) {
        let (c, kind) = self.unknowns[j];
        let mut impulse = [0.0; 3];
        let d = self.direction(c);
        match kind {
            Kind::Component(k) => impulse[k] = 1.0,
            Kind::Slide => impulse = [1.0, -self.mu[c] * d[0], -self.mu[c] * d[1]],
            Kind::Angle => {
                let pull = self.mu[c] * self.x[c * B];
                impulse = [0.0, pull * d[1], -pull * d[0]];
            }
        }
        (c, impulse)
    }

    /// A step of Newton's method; false when there is none.
    pub(super) fn step(&mut self, steps: Steps) -> bool {
        let n = self.unknowns.len();
        if n == 0 {
            return true;
        }
        self.dense.velocities(&self.x, &mut self.v);
        let mut matrix = DMatrix::zeros(n, n);
        for j in 0..n {
            let (from, impulse) = self.column(j);
            for i in 0..n {
                let (to, kind) = self.unknowns[i];
                let response = |k: usize| -> f64 {
                    (0..B).map(|l| self.dense.at(to * B + k, from * B + l) * impulse[l]).sum()
                };
                matrix[(i, j)] = match kind {
                    Kind::Component(k) => response(k),
                    Kind::Slide => response(0),
                    Kind::Angle => {
                        let d = self.direction(to);
                        // d(d⊥)/dθ = -d.
                        let turn = d[0] * self.v[to * B + 1] + d[1] * self.v[to * B + 2];
                        let own = if i == j { -turn } else { 0.0 };
                        d[0] * response(2) - d[1] * response(1) + own
                    }
                };
            }
        }
        let right = DVector::from_fn(n, |i, _| -self.defect(i));
        let size = matrix.amax();
        let step = match steps {
            Steps::Regular => {
                let lu = matrix.full_piv_lu();
                // A NaN is not regular.
                let regular = |p: &f64| p.abs() > 1e-12 * size;
                if lu.u().diagonal().iter().all(regular) { lu.solve(&right) } else { None }
            }
            Steps::Shortest => {
                let svd = matrix.try_svd(true, true, f64::EPSILON, 10_000);
                svd.and_then(|svd| svd.solve(&right, RANK * size).ok())
            }
        };
        let Some(step) = step else { return false };
        let angles = self.unknowns.iter().zip(step.iter()).filter(|(u, _)| u.1 == Kind::Angle);
        let turn = angles.fold(0.0_f64, |a, (_, s)| a.max(s.abs()));
        let share = if turn > TURN { TURN / turn } else { 1.0 };
        self.advance(&step, share);
        self.x.iter().all(|x| x.is_finite())
    }

    fn advance(&mut self, step: &DVector<f64>, share: f64) {
        for ((c, kind), value) in self.unknowns.iter().zip(step.iter()) {
            match kind {
                Kind::Component(k) => self.x[c * B + k] += share * value,
                Kind::Slide => self.x[c * B] += share * value,
                Kind::Angle => self.angles[*c] += share * value,
            }
        }
        self.friction_follows();
    }

    /// x_T = -μ x_N d of sliding contacts.
    pub(super) fn friction_follows(&mut self) {
        for i in 0..self.unknowns.len() {
            let (c, kind) = self.unknowns[i];
            if kind == Kind::Slide {
                let d = self.direction(c);
                for k in 1..B {
                    self.x[c * B + k] = -self.mu[c] * self.x[c * B] * d[k - 1];
                }
            }
        }
    }
}
