//! Resistance to rolling: the couple of a contact is bounded by its normal impulse,
//!
//! ```text
//! ‖r_R‖ ≤ μ_r r_N,   r_R against the relative spin about the tangents
//! ```
//!
//! μ_r is a length: the lever of the reaction in front of the contact. A disk or ball of radius R
//! rolls down a slope only if tan α > μ_r / R. Friction, rolling and sliding share one cone, the
//! product of their disks over r_N, on which projections are exact.

use super::Extent;
use crate::cone::Cone;

/// Coefficients of resistance.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Rolling {
    /// Of rolling about the tangents (m).
    pub rolling: f64,
}

impl Rolling {
    /// The cone with friction.
    pub fn cone(&self, mu: f64) -> Cone {
        if self.rolling > 0.0 {
            Cone::Rolling { mu, mu_r: self.rolling }
        } else {
            Cone::Coulomb { mu }
        }
    }

    /// What it resists.
    pub fn extent(&self) -> Extent {
        if self.rolling > 0.0 { Extent::Rolling } else { Extent::Sliding }
    }
}
