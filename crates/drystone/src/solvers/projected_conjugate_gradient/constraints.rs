//! The half-line and the disks of one contact: which of them hold it, and how far it may go.
//!
//! A status has a bit for each constraint that holds: bit 0 the normal, bits 1 to 3 the disks.
//! Nothing holds a joint.

use crate::problem::Cone;
use nalgebra::SVector;

/// Which constraints hold a contact that is pushed along w.
pub fn constraints<const B: usize>(cone: &Cone, x: &SVector<f64, B>, w: &SVector<f64, B>) -> u8 {
    if cone.is_free() {
        return 0;
    }
    if x[0] <= 0.0 {
        return if w[0] <= 0.0 { 15 } else { 14 };
    }
    let mut status = 0;
    for (k, (from, to, mu)) in cone.parts::<B>().into_iter().enumerate() {
        let length = (from..to).map(|i| x[i] * x[i]).sum::<f64>().sqrt();
        let outwards = (from..to).map(|i| x[i] * w[i]).sum::<f64>() >= 0.0;
        if length >= mu * x[0] * (1.0 - 1e-12) && outwards {
            status |= 2 << k;
        }
    }
    status
}

/// Takes away what would leave the constraints that hold.
pub fn stay<const B: usize>(cone: &Cone, x: &SVector<f64, B>, status: u8, w: &mut SVector<f64, B>) {
    if status & 1 != 0 {
        w[0] = 0.0;
    }
    for (k, (from, to, _)) in cone.parts::<B>().into_iter().enumerate() {
        if status & (2 << k) == 0 {
            continue;
        }
        let square = (from..to).map(|i| x[i] * x[i]).sum::<f64>();
        // A disk without radius leaves nothing.
        let along = if square > 0.0 {
            (from..to).map(|i| x[i] * w[i]).sum::<f64>() / square
        } else {
            (from..to).for_each(|i| w[i] = 0.0);
            0.0
        };
        (from..to).for_each(|i| w[i] -= along * x[i]);
    }
}

/// A disk is round: moving along its rim under a push λ x_T outwards costs λ ‖p_T‖² more.
pub fn bend<const B: usize>(
    cone: &Cone,
    x: &SVector<f64, B>,
    u: &SVector<f64, B>,
    p: &SVector<f64, B>,
    status: u8,
    ap: &mut SVector<f64, B>,
) {
    for (k, (from, to, _)) in cone.parts::<B>().into_iter().enumerate() {
        let square = (from..to).map(|i| x[i] * x[i]).sum::<f64>();
        if status & (2 << k) != 0 && square > 0.0 {
            let push = (from..to).map(|i| -u[i] * x[i]).sum::<f64>().max(0.0) / square;
            (from..to).for_each(|i| ap[i] += push * p[i]);
        }
    }
}

/// The longest step along p before a constraint that does not hold yet is met: x_N ≥ 0, and for
/// each disk ‖x_T + α p_T‖² - μ² (x_N + α p_N)² ≤ 0, a quadratic in α that is not positive at 0.
pub fn room<const B: usize>(
    cone: &Cone,
    x: &SVector<f64, B>,
    p: &SVector<f64, B>,
    status: u8,
) -> f64 {
    if cone.is_free() {
        return f64::INFINITY;
    }
    let mut room = if p[0] < 0.0 && x[0] > 0.0 { -x[0] / p[0] } else { f64::INFINITY };
    for (k, (from, to, mu)) in cone.parts::<B>().into_iter().enumerate() {
        if status & (2 << k) != 0 || from == to {
            continue;
        }
        let (mut a, mut b) = (-mu * mu * p[0] * p[0], -mu * mu * x[0] * p[0]);
        let mut c = -mu * mu * x[0] * x[0];
        for i in from..to {
            a += p[i] * p[i];
            b += x[i] * p[i];
            c += x[i] * x[i];
        }
        let below = b + (b * b - a * c).max(0.0).sqrt();
        if b * b >= a * c && below > 0.0 {
            room = room.min((-c).max(0.0) / below);
        }
    }
    room
}

/// x with x_N ≥ 0 and its parts on or within their bounds.
pub fn brought_back<const B: usize>(
    cone: &Cone,
    x: SVector<f64, B>,
    status: u8,
) -> SVector<f64, B> {
    if cone.is_free() {
        return x;
    }
    // A NaN must come out as a NaN.
    if x[0] <= 0.0 {
        return SVector::zeros();
    }
    let mut x = x;
    for (k, (from, to, mu)) in cone.parts::<B>().into_iter().enumerate() {
        let length = (from..to).map(|i| x[i] * x[i]).sum::<f64>().sqrt();
        let bound = mu * x[0];
        let slides = status & (2 << k) != 0;
        if length > bound || (slides && length > 0.0) {
            (from..to).for_each(|i| x[i] *= bound / length);
        }
    }
    x
}
