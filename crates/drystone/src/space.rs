//! The one place where the algebra of the plane and of space differ.
//!
//! Everything else is written once for `const D: usize` (2 or 3). A rigid body has `D`
//! translations and `D (D - 1) / 2` rotations. Its velocity is `(V, ω)` with the angular
//! velocity in the global frame: one number in the plane, three in space. Its configuration
//! is `(x, y, angle)` in the plane and `(x, y, z, w, i, j, k)` in space, the last four being
//! a unit quaternion.

use nalgebra::{Matrix3, Quaternion, SMatrix, SVector, Unit, UnitQuaternion, Vector3};

/// A vector of the physical space.
pub type Vector<const D: usize> = SVector<f64, D>;
/// A square matrix of the physical space; rotations and contact frames are of this type.
pub type Matrix<const D: usize> = SMatrix<f64, D, D>;
/// An inertia tensor. In the plane only the entry (0, 0) counts; the others are the identity's.
pub type Inertia = Matrix3<f64>;

/// Number of rotational degrees of freedom.
pub const fn spins(d: usize) -> usize {
    d * (d - 1) / 2
}

/// Length of a rigid body's velocity: 3 in the plane, 6 in space.
pub const fn velocity_size(d: usize) -> usize {
    d + spins(d)
}

/// Length of a rigid body's configuration: 3 in the plane, 7 in space.
pub const fn configuration_size(d: usize) -> usize {
    if d == 2 { 3 } else { 7 }
}

/// Where a body is: `x = position + rotation * X` for a point X of the body's own frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose<const D: usize> {
    /// The body's reference point (its centre of mass).
    pub position: Vector<D>,
    /// The rotation from the body's frame to the global frame.
    pub rotation: Matrix<D>,
}

impl<const D: usize> Pose<D> {
    /// No displacement, no rotation.
    pub fn identity() -> Self {
        Self { position: Vector::zeros(), rotation: Matrix::identity() }
    }

    /// The pose of something that sits at `inner` in the frame of this pose.
    pub fn then(&self, inner: &Self) -> Self {
        Self { position: self.point(&inner.position), rotation: self.rotation * inner.rotation }
    }

    /// A point of the body's frame in the global frame.
    pub fn point(&self, local: &Vector<D>) -> Vector<D> {
        self.position + self.rotation * local
    }

    /// A point of the global frame in the body's frame.
    pub fn local_point(&self, global: &Vector<D>) -> Vector<D> {
        self.rotation.tr_mul(&(global - self.position))
    }

    /// A direction of the body's frame in the global frame.
    pub fn direction(&self, local: &Vector<D>) -> Vector<D> {
        self.rotation * local
    }

    /// A direction of the global frame in the body's frame.
    pub fn local_direction(&self, global: &Vector<D>) -> Vector<D> {
        self.rotation.tr_mul(global)
    }
}

/// The pose stored in a rigid body's range of q.
pub fn pose<const D: usize>(q: &[f64]) -> Pose<D> {
    let mut out = Pose::identity();
    for i in 0..D {
        out.position[i] = q[i];
    }
    if D == 2 {
        let (s, c) = q[2].sin_cos();
        out.rotation[(0, 0)] = c;
        out.rotation[(0, 1)] = -s;
        out.rotation[(1, 0)] = s;
        out.rotation[(1, 1)] = c;
    } else {
        let m = quaternion(q).to_rotation_matrix();
        for i in 0..3 {
            for j in 0..3 {
                out.rotation[(i, j)] = m[(i, j)];
            }
        }
    }
    out
}

/// Writes a pose into a rigid body's range of q.
pub fn set_pose<const D: usize>(q: &mut [f64], pose: &Pose<D>) {
    for i in 0..D {
        q[i] = pose.position[i];
    }
    let r = &pose.rotation;
    if D == 2 {
        q[2] = r[(1, 0)].atan2(r[(0, 0)]);
    } else {
        let m = Matrix3::from_fn(|i, j| r[(i, j)]);
        let rotation = nalgebra::Rotation3::from_matrix_unchecked(m);
        let unit = UnitQuaternion::from_rotation_matrix(&rotation);
        q[3] = unit.w;
        q[4] = unit.i;
        q[5] = unit.j;
        q[6] = unit.k;
    }
}

fn quaternion(q: &[f64]) -> UnitQuaternion<f64> {
    Unit::new_unchecked(Quaternion::new(q[3], q[4], q[5], q[6]))
}

/// Moves a configuration along a velocity for a time `dt`: translations add, rotations
/// compose with the exponential of `dt ω` from the left.
pub fn advance<const D: usize>(q: &mut [f64], v: &[f64], dt: f64) {
    for i in 0..D {
        q[i] += dt * v[i];
    }
    if D == 2 {
        q[2] += dt * v[2];
    } else if v[3] != 0.0 || v[4] != 0.0 || v[5] != 0.0 {
        let turn = UnitQuaternion::from_scaled_axis(Vector3::new(v[3], v[4], v[5]) * dt);
        let mut unit = turn * quaternion(q);
        unit.renormalize();
        q[3] = unit.w;
        q[4] = unit.i;
        q[5] = unit.j;
        q[6] = unit.k;
    }
}

/// Moment about the reference point of a force `direction` applied at `arm` from it.
/// Only the first [`spins`] entries count.
pub fn moment<const D: usize>(arm: &Vector<D>, direction: &Vector<D>) -> [f64; 3] {
    if D == 2 {
        [arm[0] * direction[1] - arm[1] * direction[0], 0.0, 0.0]
    } else {
        [
            arm[1] * direction[2] - arm[2] * direction[1],
            arm[2] * direction[0] - arm[0] * direction[2],
            arm[0] * direction[1] - arm[1] * direction[0],
        ]
    }
}

/// Across a surface with these tangents, as long as its area: a × b in space, a turned clockwise by a
/// quarter in the plane.
pub fn across<const D: usize>([a, b]: &[Vector<D>; 2]) -> Vector<D> {
    let mut normal = Vector::zeros();
    if D == 2 {
        (normal[0], normal[1]) = (a[1], -a[0]);
        return normal;
    }
    let product = moment(a, b);
    (0..D).for_each(|k| normal[k] = product[k]);
    normal
}

/// Velocity of the body's particle at `arm` from the reference point: V + ω × arm.
pub fn velocity_at<const D: usize>(v: &[f64], arm: &Vector<D>) -> Vector<D> {
    let mut out = Vector::<D>::zeros();
    for i in 0..D {
        out[i] = v[i];
    }
    if D == 2 {
        out[0] -= v[2] * arm[1];
        out[1] += v[2] * arm[0];
    } else {
        out[0] += v[4] * arm[2] - v[5] * arm[1];
        out[1] += v[5] * arm[0] - v[3] * arm[2];
        out[2] += v[3] * arm[1] - v[4] * arm[0];
    }
    out
}

/// Orthonormal contact frame whose columns are the unit normal and the tangents, right-handed.
/// In space the first tangent is `hint` made orthogonal to the normal, so that frames persist
/// from step to step; without a usable hint it is taken from the axis the normal is farthest from.
pub fn frame<const D: usize>(normal: &Vector<D>, hint: Option<&Vector<D>>) -> Matrix<D> {
    let mut out = Matrix::<D>::zeros();
    out.set_column(0, normal);
    if D == 2 {
        out[(0, 1)] = -normal[1];
        out[(1, 1)] = normal[0];
        return out;
    }
    let project = |t: &Vector<D>| t - normal * normal.dot(t);
    let mut tangent = hint.map_or(Vector::zeros(), project);
    if tangent.norm_squared() < 1e-4 {
        let axis = (0..D).min_by(|&i, &j| normal[i].abs().total_cmp(&normal[j].abs()));
        let mut unit = Vector::zeros();
        unit[axis.unwrap_or(0)] = 1.0;
        tangent = project(&unit);
    }
    tangent /= tangent.norm();
    let last = moment(normal, &tangent);
    out.set_column(1, &tangent);
    for i in 0..D {
        out[(i, 2)] = last[i];
    }
    out
}

/// Inertia tensor in the global frame of a body whose own-frame tensor is given.
pub fn global_inertia<const D: usize>(rotation: &Matrix<D>, inertia: &Inertia) -> Inertia {
    if D == 2 {
        return *inertia;
    }
    let r = Matrix3::from_fn(|i, j| rotation[(i, j)]);
    let rotated = r * inertia * r.transpose();
    (rotated + rotated.transpose()) * 0.5
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame_is_right_handed<const D: usize>(normal: Vector<D>) {
        let f = frame(&normal.normalize(), None);
        assert!((f.transpose() * f - Matrix::<D>::identity()).norm() < 1e-14);
        let t = moment(&f.column(0).into_owned(), &f.column(1).into_owned());
        if D == 2 {
            assert!((t[0] - 1.0).abs() < 1e-14);
        } else {
            assert!((0..D).all(|i| (t[i] - f[(i, 2)]).abs() < 1e-14));
        }
    }

    #[test]
    fn frames_are_orthonormal_and_right_handed() {
        frame_is_right_handed(Vector::<2>::new(0.3, -0.8));
        frame_is_right_handed(Vector::<3>::new(0.3, -0.8, 0.1));
        frame_is_right_handed(Vector::<3>::new(0.0, 0.0, -1.0));
    }

    fn power_is_the_same_in_both_spaces<const D: usize>() {
        let v = [0.3, -0.2, 0.9, 0.5, -1.1, 0.7];
        let arm = Vector::<D>::from_fn(|i, _| 0.4 - 0.3 * i as f64);
        let force = Vector::<D>::from_fn(|i, _| -0.6 + 0.5 * i as f64);
        let m = moment(&arm, &force);
        let generalized: f64 = (0..D).map(|i| force[i] * v[i]).sum::<f64>()
            + (0..spins(D)).map(|i| m[i] * v[D + i]).sum::<f64>();
        assert!((generalized - force.dot(&velocity_at(&v, &arm))).abs() < 1e-15);
    }

    #[test]
    fn moment_and_velocity_are_dual() {
        power_is_the_same_in_both_spaces::<2>();
        power_is_the_same_in_both_spaces::<3>();
    }

    #[test]
    fn advance_turns_a_quarter() {
        let mut q = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0];
        advance::<3>(&mut q, &[0.0, 0.0, 0.0, 0.0, 0.0, std::f64::consts::FRAC_PI_2], 1.0);
        let turned = pose::<3>(&q).direction(&Vector::<3>::x());
        assert!((turned - Vector::<3>::y()).norm() < 1e-15);
    }
}
