//! Resistance to rolling and spinning: the couples of a contact are bounded by its normal impulse,
//!
//! ```text
//! ‖r_R‖ ≤ μ_r r_N,   r_R against the relative spin about the tangents
//! |r_S| ≤ μ_s r_N,   r_S against the relative spin about the normal (in space)
//! ```
//!
//! μ_r is a length: the lever of the reaction in front of the contact. A disk or ball of radius R
//! rolls down a slope only if tan α > μ_r / R. μ_s is two thirds of μ times the radius of the patch on
//! which two bodies touch, where they press evenly. Both may be given as shares of the radius R with which the bodies
//! roll on each other, 1/R = 1/R₁ + 1/R₂ (`step/radii.rs`): then a ball on a plane rolls if tan α is more than
//! the share, whatever its size. Friction, rolling and spinning share one cone, the
//! product of their disks over r_N, on which projections are exact.

use super::Extent;
use crate::cone::Cone;

/// Coefficients of resistance.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Rolling {
    /// Of rolling about the tangents (m).
    pub rolling: f64,
    /// Of spinning about the normal (m); only in space.
    pub spinning: f64,
}

impl Rolling {
    /// The cone with friction.
    pub fn cone(&self, mu: f64) -> Cone {
        let (mu_r, mu_s) = (self.rolling, self.spinning);
        match self.extent() {
            Extent::Sliding => Cone::Coulomb { mu },
            Extent::Rolling => Cone::Rolling { mu, mu_r },
            Extent::Spinning => Cone::Spinning { mu, mu_r, mu_s },
        }
    }

    /// What it resists.
    pub fn extent(&self) -> Extent {
        if self.spinning > 0.0 {
            Extent::Spinning
        } else if self.rolling > 0.0 {
            Extent::Rolling
        } else {
            Extent::Sliding
        }
    }
}
