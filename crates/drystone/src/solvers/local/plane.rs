//! The closed form in the plane (000 eq. 34), for q_N < 0.
//!
//! With J = W⁻¹ q, the contact sticks when -J is in the cone, that is J_T + μ J_N ≤ 0 and
//! J_T - μ J_N ≥ 0; otherwise it slides forward (r_T = -μ r_N) or backward (r_T = +μ r_N) with
//! r_N = -q_N/(W_NN ∓ μ W_NT). Under condition (33) the three cases exclude each other. Beyond
//! it several may hold; sticking is preferred, then whichever sliding is consistent.

use super::Local;
use nalgebra::SVector;

pub(super) fn solve<const B: usize>(contact: &Local<B>, q: &SVector<f64, B>) -> SVector<f64, B> {
    let (w, mu) = (&contact.w, contact.mu);
    let j = -contact.stick(q);
    let mut r = SVector::zeros();
    let (forward, backward) = (j[1] + mu * j[0] > 0.0, j[1] - mu * j[0] < 0.0);
    if !forward && !backward && j[0] < 0.0 {
        r[0] = -j[0];
        r[1] = -j[1];
        return r;
    }
    let slide = |sign: f64| {
        let mut r = SVector::<f64, B>::zeros();
        let denominator = w[(0, 0)] - sign * mu * w[(0, 1)];
        r[0] = -q[0] / denominator;
        r[1] = -sign * mu * r[0];
        // Consistent when pushing, and when the sliding velocity has the assumed sign.
        let sliding = q[1] + w[(1, 0)] * r[0] + w[(1, 1)] * r[1];
        (r, denominator > 0.0 && sign * sliding >= 0.0)
    };
    let (first, second) = if forward { (1.0, -1.0) } else { (-1.0, 1.0) };
    let (r, consistent) = slide(first);
    if consistent || !contact.ill_posed {
        return r;
    }
    let (r, consistent) = slide(second);
    if consistent { r } else { super::space::projected(contact, q) }
}
