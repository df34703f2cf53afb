//! Principal values and directions of tensors.

use crate::space::{Matrix, Vector};
use nalgebra::{DMatrix, SymmetricEigen};

/// Principal values, greatest first, and their unit directions.
#[derive(Clone, Debug)]
pub struct Principal<const D: usize> {
    /// The values.
    pub values: [f64; D],
    /// The directions, the first component that is not nearly zero being positive.
    pub directions: [Vector<D>; D],
}

/// Of a tensor's symmetric part; not numbers where it has some.
pub fn principal<const D: usize>(tensor: &Matrix<D>) -> Principal<D> {
    if tensor.iter().any(|x| !x.is_finite()) {
        let nothing = Vector::repeat(f64::NAN);
        return Principal { values: [f64::NAN; D], directions: [nothing; D] };
    }
    let symmetric = DMatrix::from_fn(D, D, |i, j| 0.5 * (tensor[(i, j)] + tensor[(j, i)]));
    let found = SymmetricEigen::new(symmetric);
    let mut order: [usize; D] = std::array::from_fn(|k| k);
    order.sort_by(|a, b| found.eigenvalues[*b].total_cmp(&found.eigenvalues[*a]));
    let direction = |k: usize| {
        let column = Vector::<D>::from_fn(|i, _| found.eigenvectors[(i, k)]);
        // Rounding and residuals of solvers must not turn a direction along an axis round.
        let first = column.iter().find(|x| x.abs() > 1e-6).copied().unwrap_or(1.0);
        column * first.signum()
    };
    Principal { values: order.map(|k| found.eigenvalues[k]), directions: order.map(direction) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{Matrix2, Vector2};

    #[test]
    fn a_turned_tensor_has_its_values_and_directions() {
        let (s, c) = 0.3_f64.sin_cos();
        let turn = Matrix2::new(c, -s, s, c);
        let skew = Matrix2::new(0.0, 0.7, -0.7, 0.0);
        let tensor = turn * Matrix2::new(-4.0, 0.0, 0.0, 1.5) * turn.transpose() + skew;
        let found = principal(&tensor);
        assert!((found.values[0] - 1.5).abs() < 1e-14 && (found.values[1] + 4.0).abs() < 1e-14);
        assert!((found.directions[1] - Vector2::new(c, s)).norm() < 1e-14);
        assert!((found.directions[0] - Vector2::new(s, -c)).norm() < 1e-14);
        assert!(principal(&(tensor * f64::NAN)).values[0].is_nan());
    }
}
