//! Rotations, from the file's form to a matrix.

use crate::scene::check;
use crate::scene::error::Fault;
use crate::scene::format::Rotation;
use crate::space::{Matrix, Vector, pose};
use nalgebra::{Quaternion, Unit, UnitQuaternion};

/// The rotation given by the keys `angle_degrees` and `rotation` of what stands at a path.
pub fn rotation<const D: usize>(
    angle_degrees: Option<f64>,
    given: Option<&Rotation>,
    path: &str,
) -> Result<Matrix<D>, Fault> {
    if D == 2 {
        if given.is_some() {
            let help = "use `angle_degrees` in dimension 2".to_string();
            let message = "a rotation about an axis is for dimension 3";
            return Err(Fault::new(format!("{path}.rotation"), message).help(help));
        }
        return Ok(pose(&[0.0, 0.0, angle_degrees.unwrap_or(0.0).to_radians()]).rotation);
    }
    if angle_degrees.is_some() {
        let help = "use `rotation = { axis = [0, 0, 1], angle_degrees = 30 }`".to_string();
        let message = "an angle without axis is for dimension 2";
        return Err(Fault::new(format!("{path}.angle_degrees"), message).help(help));
    }
    let Some(rotation) = given else { return Ok(Matrix::identity()) };
    let path = format!("{path}.rotation");
    let unit = match (&rotation.axis, rotation.angle_degrees, &rotation.quaternion) {
        (Some(axis), Some(angle), None) => {
            let axis: Vector<3> = check::direction(format!("{path}.axis"), axis)?;
            UnitQuaternion::from_axis_angle(&Unit::new_unchecked(axis), angle.to_radians())
        }
        (None, None, Some([w, x, y, z])) => {
            let quaternion = Quaternion::new(*w, *x, *y, *z);
            UnitQuaternion::try_new(quaternion, 1e-300).ok_or_else(|| {
                Fault::new(format!("{path}.quaternion"), "a quaternion must not be zero")
            })?
        }
        _ => {
            let message = "a rotation is `axis` and `angle_degrees`, or a `quaternion`";
            return Err(Fault::new(path, message));
        }
    };
    Ok(pose(&[0.0, 0.0, 0.0, unit.w, unit.i, unit.j, unit.k]).rotation)
}
