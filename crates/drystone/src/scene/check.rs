//! Checks of numbers and vectors, each with the key it is about.

use super::error::Fault;
use crate::space::Vector;
use std::ops::RangeInclusive;

/// What numbers are.
const UNITS: &str = "give its size in SI units (m, kg, s, N, Pa): signs are for directions";

/// The fault "`key` must …", with the key's own name.
fn must(path: impl Into<String>, be: &str) -> Fault {
    let path = path.into();
    let name = path.rsplit('.').find(|segment| segment.parse::<usize>().is_err());
    let message = format!("`{}` must {be}", name.unwrap_or("this"));
    Fault::new(path, message)
}

/// A number greater than zero.
pub fn positive(path: impl Into<String>, value: f64) -> Result<f64, Fault> {
    if value > 0.0 {
        return Ok(value);
    }
    Err(must(path, &format!("be greater than 0, found {value}")).help(UNITS.to_string()))
}

/// A number of zero or more.
pub fn not_negative(path: impl Into<String>, value: f64) -> Result<f64, Fault> {
    if value >= 0.0 {
        return Ok(value);
    }
    Err(must(path, &format!("not be negative, found {value}")).help(UNITS.to_string()))
}

/// A number between two bounds, both allowed.
pub fn between(path: impl Into<String>, value: f64, low: f64, high: f64) -> Result<f64, Fault> {
    if (low..=high).contains(&value) {
        return Ok(value);
    }
    Err(must(path, &format!("be between {low} and {high}, found {value}")))
}

/// A whole number in a range.
pub fn whole_between(
    path: impl Into<String>,
    value: u64,
    range: RangeInclusive<usize>,
) -> Result<usize, Fault> {
    match usize::try_from(value) {
        Ok(value) if range.contains(&value) => Ok(value),
        _ => {
            let (low, high) = range.into_inner();
            Err(must(path, &format!("be a whole number between {low} and {high}, found {value}")))
        }
    }
}

/// A whole number of at least one.
pub fn at_least_one(path: impl Into<String>, value: u64) -> Result<u64, Fault> {
    if value > 0 {
        return Ok(value);
    }
    Err(must(path, "be at least 1, found 0"))
}

/// A vector of the scene's dimension.
pub fn vector<const D: usize>(path: impl Into<String>, values: &[f64]) -> Result<Vector<D>, Fault> {
    components::<D>(path, values).map(Vector::from)
}

/// A vector of the scene's dimension, zero if not given.
pub fn vector_or_zero<const D: usize>(
    path: impl Into<String>,
    values: Option<&Vec<f64>>,
) -> Result<Vector<D>, Fault> {
    values.map_or(Ok(Vector::zeros()), |values| vector(path, values))
}

/// A unit vector along a given direction.
pub fn direction<const D: usize>(
    path: impl Into<String>,
    values: &[f64],
) -> Result<Vector<D>, Fault> {
    let path = path.into();
    let given: Vector<D> = vector(path.clone(), values)?;
    // Scaled first, so that very short and very long directions keep their digits.
    let scaled = given / given.amax();
    let unit = scaled / scaled.norm();
    if unit.iter().all(|x| x.is_finite()) {
        return Ok(unit);
    }
    Err(Fault::new(path, "a direction must not be zero"))
}

/// As many numbers as the dimension.
pub fn components<const D: usize>(
    path: impl Into<String>,
    values: &[f64],
) -> Result<[f64; D], Fault> {
    values.try_into().map_err(|_| {
        let found = values.len();
        Fault::new(path, format!("expected {D} numbers because dimension = {D}, found {found}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_become_unit_vectors() {
        let unit: Vector<2> = direction("n", &[3e-200, 4e-200]).unwrap();
        assert!((unit - Vector::<2>::new(0.6, 0.8)).norm() < 1e-15);
        assert!(direction::<2>("n", &[0.0, 0.0]).is_err());
        assert!(direction::<2>("n", &[0.0, 0.0, 1.0]).unwrap_err().message.contains("found 3"));
    }

    #[test]
    fn not_a_number_passes_no_check() {
        assert!(positive("x", f64::NAN).is_err());
        assert!(not_negative("x", f64::NAN).is_err());
        assert!(between("x", f64::NAN, 0.0, 1.0).is_err());
    }
}
