//! The scale ρ_c that turns a contact's impulses into velocities: r / ρ.
//!
//! ρ = 1/λ with λ the mean of the eigenvalues of W_cc, tr W_cc / B: the scale of the judge. It is
//! one number a contact, so that ρ K = K. Contacts on which drives act from both sides have W_cc = 0
//! and take the mean of the others.

use crate::problem::Form;

/// ρ of every contact.
pub fn scales<const B: usize>(problem: &impl Form<B>, rho: &mut Vec<f64>) {
    let eigenvalue = |w: &nalgebra::SMatrix<f64, B, B>| w.trace() / B as f64;
    let mean = problem.diagonal().iter().map(eigenvalue).sum::<f64>() / problem.len().max(1) as f64;
    let mean = if mean > 0.0 { mean } else { 1.0 };
    rho.clear();
    rho.extend(problem.diagonal().iter().map(|w| {
        let lambda = eigenvalue(w);
        1.0 / if lambda > 1e-12 * mean { lambda } else { mean }
    }));
}
