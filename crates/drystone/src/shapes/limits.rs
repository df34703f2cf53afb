//! Lengths that arithmetic can bear: moments go with their fifth power, and what is compared in
//! detection with the fourth.

use super::InvalidShape;
use crate::space::Vector;

const LEAST: f64 = 1e-30;
const MOST: f64 = 1e30;

/// Refuses a length that is not positive, finite and of a size to compute with; `what` names it.
pub(super) fn length(what: &str, value: f64) -> Result<f64, InvalidShape> {
    if !(value.is_finite() && value > 0.0) {
        return Err(InvalidShape(format!("{what} must be positive and finite, not {value}")));
    }
    if !(LEAST..=MOST).contains(&value) {
        return Err(InvalidShape(format!(
            "{what} must be between {LEAST:e} m and {MOST:e} m, not {value:e}"
        )));
    }
    Ok(value)
}

/// Refuses points that are not finite or too far out.
pub(super) fn points<const D: usize>(points: &[Vector<D>]) -> Result<(), InvalidShape> {
    for (k, point) in points.iter().enumerate() {
        if !point.iter().all(|x| x.is_finite()) {
            return Err(InvalidShape(format!("point {k} is not finite: {:?}", point.as_slice())));
        }
        if point.amax() > MOST {
            return Err(InvalidShape(format!(
                "point {k} is farther than {MOST:e} m from the origin: {:?}",
                point.as_slice()
            )));
        }
    }
    Ok(())
}
