//! Strains from displacements.

use super::material::Components;
use nalgebra::Matrix3;

/// ∂u/∂X, with u_r/R across the plane of what is turned.
pub fn displacement_gradient<const D: usize>(
    u: &[f64],
    gradients: &[[f64; D]],
    hoops: &[f64],
) -> Matrix3<f64> {
    let mut slope = Matrix3::zeros();
    for (i, g) in gradients.iter().enumerate() {
        for m in 0..D {
            for k in 0..D {
                slope[(m, k)] += u[i * D + m] * g[k];
            }
        }
        if let Some(hoop) = hoops.get(i) {
            slope[(2, 2)] += u[i * D] * hoop;
        }
    }
    slope
}

/// E = ½ (Tᵀ ∇u + ∇uᵀ T + ∇uᵀ ∇u), without the rounding of F - T, where T are the axes.
pub fn green_strain(axes: &Matrix3<f64>, slope: &Matrix3<f64>) -> Components {
    let own = axes.tr_mul(slope);
    let e = (own + own.transpose() + slope.tr_mul(slope)) * 0.5;
    let shear = |i: usize, j: usize| 2.0 * e[(i, j)];
    Components::from([e[(0, 0)], e[(1, 1)], e[(2, 2)], shear(0, 1), shear(1, 2), shear(2, 0)])
}

/// B u.
pub fn small_strain(rows: &[[[f64; 3]; 6]], u: &[f64], dimension: usize) -> Components {
    Components::from_fn(|c, _| {
        let of = |(i, row): (usize, &[[f64; 3]; 6])| {
            (0..dimension).map(|m| row[c][m] * u[i * dimension + m]).sum::<f64>()
        };
        rows.iter().enumerate().map(of).sum()
    })
}
