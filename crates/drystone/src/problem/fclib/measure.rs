//! The error by which the reference code grades answers, on the numbers of the file alone.
//!
//! With the natural map e_c = r_c - P_K(r_c - ũ_c), ũ = (u_N + μ‖u_T‖ + μ_r‖u_R‖, u_T, u_R), it is
//!
//! ```text
//! local    ‖e‖ / max(‖q‖, ‖r‖, ‖u‖),                                           u = W r + q
//! global   ‖f + H r - M v‖ / max(‖f‖, ‖M v‖, ‖H r‖) + ‖e‖ / max(‖u‖, ‖r‖),      u = Hᵀ v + w
//! ```
//!
//! where a denominator below the machine's ε counts as 1. The norm and its scales depend on units;
//! they are what published results are stated in.

use super::projection::{norm, project};
use super::{Equations, ProblemFile};

/// The error of an answer and what it consists of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measure {
    /// The error: `balance / balance_scale + natural_map / natural_scale`.
    pub error: f64,
    /// ‖e‖, the natural map over all contacts.
    pub natural_map: f64,
    /// What the natural map is divided by.
    pub natural_scale: f64,
    /// ‖f + H r - M v‖; zero in local form.
    pub balance: f64,
    /// What the balance is divided by; 1 in local form.
    pub balance_scale: f64,
}

impl ProblemFile {
    /// The error of impulses r and, in global form, of velocities v (in local form v is empty).
    ///
    /// # Panics
    ///
    /// If v or r has not the length the problem asks for.
    pub fn measure(&self, v: &[f64], r: &[f64]) -> Measure {
        assert_eq!(v.len(), self.dofs(), "length of v");
        let (balance, balance_scale) = self.balance(v, r);
        let u = self.relative_velocity(v, r);
        let natural_map = self.natural_map(&u, r);
        let natural_scale = match &self.equations {
            Equations::Local { q, .. } => scale([norm(q), norm(r), norm(&u)]),
            Equations::Global { .. } => scale([norm(&u), norm(r), 0.0]),
        };
        let error = balance / balance_scale + natural_map / natural_scale;
        Measure { error, natural_map, natural_scale, balance, balance_scale }
    }

    /// u = W r + q in local form, Hᵀ v + w in global form.
    pub fn relative_velocity(&self, v: &[f64], r: &[f64]) -> Vec<f64> {
        match &self.equations {
            Equations::Local { delassus, q } => {
                let mut u = q.clone();
                delassus.multiply_add(r, &mut u);
                u
            }
            Equations::Global { kinematic, w, .. } => {
                let mut u = w.clone();
                kinematic.multiply_transposed_add(v, &mut u);
                u
            }
        }
    }

    /// ‖f + H r - M v‖ and its scale.
    fn balance(&self, v: &[f64], r: &[f64]) -> (f64, f64) {
        let Equations::Global { mass, kinematic, f, .. } = &self.equations else {
            return (0.0, 1.0);
        };
        let (mut momentum, mut impulse) = (vec![0.0; v.len()], vec![0.0; v.len()]);
        mass.multiply(v, &mut momentum);
        kinematic.multiply(r, &mut impulse);
        let scale = scale([norm(f), norm(&momentum), norm(&impulse)]);
        let missing: Vec<f64> =
            f.iter().zip(&impulse).zip(&momentum).map(|((f, i), m)| f + i - m).collect();
        (norm(&missing), scale)
    }

    fn natural_map(&self, u: &[f64], r: &[f64]) -> f64 {
        let (size, tangents) = (self.block.size(), self.block.tangents());
        let (mut x, mut p) = ([0.0; 5], [0.0; 5]);
        let mut sum = 0.0;
        for (c, (u, r)) in u.chunks_exact(size).zip(r.chunks_exact(size)).enumerate() {
            let (mu, mu_r) = (self.mu[c], self.mu_r.get(c).copied().unwrap_or(0.0));
            let shift = mu * norm(&u[1..1 + tangents]) + mu_r * norm(&u[1 + tangents..]);
            for k in 0..size {
                x[k] = r[k] - u[k];
            }
            x[0] -= shift;
            project(&x[..size], tangents, mu, mu_r, &mut p[..size]);
            sum += (0..size).map(|k| (r[k] - p[k]).powi(2)).sum::<f64>();
        }
        sum.sqrt()
    }
}

/// The largest norm, or 1 where nothing is large enough to compare with.
fn scale(norms: [f64; 3]) -> f64 {
    let largest = norms.into_iter().fold(0.0, f64::max);
    if largest < f64::EPSILON { 1.0 } else { largest }
}
