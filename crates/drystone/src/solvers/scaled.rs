//! A problem in variables that all count alike: r_c = s_c x_c, s_c² = B/tr W_cc.
//!
//! Methods that step along -ũ need velocities and impulses of one size. With one positive number a
//! contact the cones stay what they are, S W S has a diagonal of about 1, and the shift of De
//! Saxcé scales with the velocity: s (u_N + μ‖u_T‖, u_T) is the shifted s u. Contacts on which
//! impulses have no effect (tr W_cc = 0) have s = 0 and keep none.

use crate::problem::{Form, Problem};
use nalgebra::{SMatrix, SVector};

/// s_c of a contact whose block of W is this.
pub fn scale<const B: usize>(w: &SMatrix<f64, B, B>) -> f64 {
    let trace = w.trace();
    if trace > 0.0 { (B as f64 / trace).sqrt() } else { 0.0 }
}

/// The scales, and room to multiply.
#[derive(Default)]
pub struct Scaled<const B: usize> {
    scale: Vec<f64>,
    r: Vec<SVector<f64, B>>,
    z: Vec<f64>,
}

impl<const B: usize> Scaled<B> {
    /// Takes the scales of a problem.
    pub fn prepare(&mut self, problem: &Problem<B>) {
        self.scale.clear();
        self.scale.extend(problem.diagonal().iter().map(scale));
        self.r.clear();
        self.r.resize(problem.len(), SVector::zeros());
    }

    /// x of impulses.
    pub fn take(&self, r: &[SVector<f64, B>], x: &mut Vec<SVector<f64, B>>) {
        x.clear();
        let scaled = |(r, s): (&SVector<f64, B>, &f64)| if *s > 0.0 { r / *s } else { r * 0.0 };
        x.extend(r.iter().zip(&self.scale).map(scaled));
    }

    /// The impulses of x.
    pub fn impulses(&mut self, x: &[SVector<f64, B>]) -> &[SVector<f64, B>] {
        for ((r, x), s) in self.r.iter_mut().zip(x).zip(&self.scale) {
            *r = x * *s;
        }
        &self.r
    }

    /// S (W S x + b).
    pub fn velocities(
        &mut self,
        problem: &Problem<B>,
        x: &[SVector<f64, B>],
        u: &mut [SVector<f64, B>],
    ) {
        self.impulses(x);
        problem.carry(&self.r, &mut self.z);
        for (c, u) in u.iter_mut().enumerate() {
            *u = problem.velocity(c, &self.r, &self.z) * self.scale[c];
        }
    }

    /// S W S x.
    pub fn product(
        &mut self,
        problem: &Problem<B>,
        x: &[SVector<f64, B>],
        w: &mut [SVector<f64, B>],
    ) {
        self.velocities(problem, x, w);
        for ((w, b), s) in w.iter_mut().zip(problem.b()).zip(&self.scale) {
            *w -= b * *s;
        }
    }
}

/// Σ a·b over all contacts.
pub fn dot<const B: usize>(a: &[SVector<f64, B>], b: &[SVector<f64, B>]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a.dot(b)).sum()
}

/// Σ ‖a - b‖².
pub fn distance_squared<const B: usize>(a: &[SVector<f64, B>], b: &[SVector<f64, B>]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).norm_squared()).sum()
}

/// When methods whose iterations cost about as much as a verdict ask the judge: at intervals that
/// grow with the iterations, to at most fifty.
pub fn wants_judge(iteration: usize) -> bool {
    let interval = (iteration / 8).clamp(1, 50);
    iteration.is_multiple_of(interval)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::{Cone, Reduced};
    use nalgebra::{Matrix2, Vector2};

    #[test]
    fn scaled_velocities_are_those_of_the_impulses() {
        let w = Matrix2::new(4.0, 1.0, 1.0, 4.0);
        let form = Reduced::single(w, Vector2::new(-2.0, 1.0), Cone::Coulomb { mu: 0.3 });
        let (problem, mut scaled) = (Problem::Reduced(&form), Scaled::default());
        scaled.prepare(&problem);
        let (mut x, mut u) = (vec![], vec![Vector2::zeros()]);
        scaled.take(&[Vector2::new(1.0, 0.5)], &mut x);
        assert_eq!(x[0], Vector2::new(2.0, 1.0));
        scaled.velocities(&problem, &x, &mut u);
        // W r + b = (2.5, 4), times 1/2.
        assert_eq!(u[0], Vector2::new(1.25, 2.0));
        scaled.product(&problem, &x, &mut u);
        assert_eq!(u[0], Vector2::new(2.25, 1.5));
        assert_eq!(scaled.impulses(&x)[0], Vector2::new(1.0, 0.5));
    }
}
