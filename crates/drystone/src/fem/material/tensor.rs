//! Tensors of second order as six components.

use nalgebra::{Matrix3, SMatrix, SVector};

/// xx, yy, zz, xy, yz, zx.
pub type Components = SVector<f64, 6>;

/// Derivatives of a stress by a strain.
pub type Stiffness = SMatrix<f64, 6, 6>;

/// The unit tensor.
pub fn unit() -> Components {
    Components::from([1.0, 1.0, 1.0, 0.0, 0.0, 0.0])
}

/// Places of the components in a matrix.
pub const PLACES: [(usize, usize); 6] = [(0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (2, 0)];

/// Sum of the first three.
pub fn trace(x: &Components) -> f64 {
    x[0] + x[1] + x[2]
}

/// A stress without its mean.
pub fn deviator(stress: &Components) -> Components {
    stress - unit() * (trace(stress) / 3.0)
}

/// sqrt(s : s) of a stress.
pub fn norm(stress: &Components) -> f64 {
    let [a, b, c, d, e, f]: [f64; 6] = (*stress).into();
    (a * a + b * b + c * c + 2.0 * (d * d + e * e + f * f)).sqrt()
}

/// The stress of von Mises: sqrt(3/2) of the deviator's norm.
pub fn mises(stress: &Components) -> f64 {
    1.5_f64.sqrt() * norm(&deviator(stress))
}

/// From a strain to its tensor's components: half of the shear.
pub fn halved(strain: &Components) -> Components {
    Components::from_fn(|k, _| if k < 3 { strain[k] } else { 0.5 * strain[k] })
}

/// A strain as a matrix.
pub fn strain_matrix(strain: &Components) -> Matrix3<f64> {
    crate::fem::fields::matrix(&halved(strain))
}

/// λ 1⊗1 + 2 G on deviators, as C : ε with shear strains γ.
pub fn isotropic(bulk: f64, shear: f64) -> Stiffness {
    let one = unit();
    one * one.transpose() * bulk + deviatoric() * (2.0 * shear)
}

/// From a strain to its deviator's components.
pub fn deviatoric() -> Stiffness {
    let one = unit();
    let mut projection =
        Stiffness::from_diagonal(&Components::from([1.0, 1.0, 1.0, 0.5, 0.5, 0.5]));
    projection -= one * one.transpose() / 3.0;
    projection
}
