//! Stiffness of a joint: given an area, or from the layer that fills it.

use crate::laws::Wrong;
use crate::laws::wrong::{not_negative, positive};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A layer of elastic material: k_N = E/t, k_T = G/t. The bodies are drawn up to the middle of the
/// layer: it has no room of its own.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Layer {
    /// Thickness t (m).
    pub thickness: f64,
    /// Modulus E across the layer (Pa); where it cannot widen, that of one-dimensional strain.
    pub modulus: f64,
    /// Shear modulus G (Pa).
    pub shear_modulus: f64,
}

/// The keys of a joint that say how stiff it is.
pub struct Stiffness {
    pub normal: Option<f64>,
    pub tangential: Option<f64>,
    pub layer: Option<Layer>,
}

impl Stiffness {
    /// Normal and tangential stiffness (Pa/m).
    pub fn values(&self) -> [f64; 2] {
        let of_layer = self.layer.map(|l| [l.modulus / l.thickness, l.shear_modulus / l.thickness]);
        of_layer.unwrap_or([self.normal.unwrap_or(0.0), self.tangential.unwrap_or(0.0)])
    }

    /// Whether they say it once, with possible numbers.
    pub fn check(&self) -> Result<(), Wrong> {
        match (self.layer, self.normal, self.tangential) {
            (Some(layer), None, None) => {
                positive("layer.thickness", layer.thickness)?;
                positive("layer.modulus", layer.modulus)?;
                not_negative("layer.shear_modulus", layer.shear_modulus)
            }
            (Some(_), _, _) => Err(Wrong::new(
                "layer",
                "a joint has either a `layer` or `normal_stiffness` and `tangential_stiffness`",
            )),
            (None, Some(normal), Some(tangential)) => {
                positive("normal_stiffness", normal)?;
                not_negative("tangential_stiffness", tangential)
            }
            (None, normal, _) => {
                let missing =
                    if normal.is_none() { "normal_stiffness" } else { "tangential_stiffness" };
                let message = format!(
                    "missing `{missing}` (Pa/m), or `layer = {{ thickness, modulus, shear_modulus }}`"
                );
                Err(Wrong::new(missing, message))
            }
        }
    }
}
