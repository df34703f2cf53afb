//! Anisotropic friction: an elliptic cone,
//!
//! ```text
//! (r_1 / μ_1)² + (r_2 / μ_2)² ≤ r_N²
//! ```
//!
//! with the first tangent along a texture of the antagonist, and sliding along the normal of the ellipse
//! (most dissipation). With r_k = μ_k r′_k and u′_k = μ_k u_k it is the circular cone with a
//! coefficient of 1, so a scale of the tangents is all there is to it.

use super::FrictionLaw;
use crate::laws::{Block, Seen, Wrong};
use crate::wrong::not_negative;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Two coefficients and a direction.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Anisotropic {
    /// Coefficient along the texture.
    pub along: f64,
    /// Coefficient across it.
    pub across: f64,
    /// The texture's direction in the frame of the later of the two bodies, as the scene lists them.
    pub direction: [f64; 3],
}

impl FrictionLaw for Anisotropic {
    fn check(&self, dimension: usize) -> Result<(), Wrong> {
        if dimension == 2 {
            return Err(Wrong::new(
                "direction",
                "in the plane there is only one tangent: anisotropic friction needs `dimension = 3`",
            ));
        }
        not_negative("along", self.along)?;
        not_negative("across", self.across)?;
        if self.direction == [0.0; 3] {
            return Err(Wrong::new("direction", "a direction must not be zero"));
        }
        Ok(())
    }

    fn coefficient(&self, _: &Seen) -> f64 {
        1.0
    }

    fn pose(&self, _: &Seen, block: &mut Block) {
        (block.scale[1], block.scale[2]) = (self.along, self.across);
    }

    fn texture(&self) -> Option<[f64; 3]> {
        Some(self.direction)
    }
}
