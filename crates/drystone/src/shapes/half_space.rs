//! The half-space: a floor or a wall without end.

use super::InvalidShape;
use crate::space::Vector;

/// Everything below the plane through the origin of the body's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfSpace<const D: usize> {
    normal: Vector<D>,
}

impl<const D: usize> HalfSpace<D> {
    /// A half-space whose free side is the one `normal` points to; any length but zero will do.
    pub fn new(normal: Vector<D>) -> Result<Self, InvalidShape> {
        let unit = normal / normal.amax();
        let unit = unit / unit.norm();
        if unit.iter().all(|x| x.is_finite()) {
            Ok(Self { normal: unit })
        } else {
            Err(InvalidShape(format!(
                "the normal of a half-space must be finite and not zero, not {:?}",
                normal.as_slice()
            )))
        }
    }

    /// Unit normal, from the solid to the free side.
    pub fn normal(&self) -> &Vector<D> {
        &self.normal
    }
}
